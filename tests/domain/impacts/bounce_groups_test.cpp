#include "domain/impacts/bounce_groups.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/count.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

/// Contacts between bodies 1 .. `bodies`; 0 is an obstacle.
struct TouchingBodies {
  struct Contact {
    int master{};
    int slave{};
    bool bounces{};
    int rank{};  // that has the row
  };
  int bodies{};
  std::vector<Contact> contacts;
};

TouchingBodies random_contacts(unsigned seed, int bodies, int contacts, int ranks) {
  std::mt19937 random(seed);
  const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  TouchingBodies all{bodies, {}};
  for (int k = 0; k < contacts; ++k) {
    all.contacts.push_back({pick(bodies), pick(bodies), pick(5) == 0, pick(ranks - 1)});
  }
  return all;
}

/// The contacts of each group, by numbers of contacts; contacts of one obstacle and itself are of
/// no group.
using ContactGroups = std::set<std::set<int>>;

/// Finds the groups by joining bodies again and again.
ContactGroups groups_by_hand(const TouchingBodies& all) {
  std::vector<int> label(at(all.bodies + 1));
  for (int i = 0; i <= all.bodies; ++i) label[at(i)] = i;
  for (int pass = 0; pass < all.bodies; ++pass) {
    for (const auto& one : all.contacts) {
      if (one.master == 0 || one.slave == 0) continue;
      const int least = std::min(label[at(one.master)], label[at(one.slave)]);
      label[at(one.master)] = label[at(one.slave)] = least;
    }
  }
  std::map<int, std::pair<std::set<int>, bool>> sets;
  for (int k = 0; k < count(all.contacts); ++k) {
    const auto& one = all.contacts[at(k)];
    const int body = std::max(one.master, one.slave);
    if (body == 0) continue;
    auto& [contacts, bounces] = sets[label[at(body)]];
    contacts.insert(k);
    bounces = bounces || one.bounces;
  }
  ContactGroups groups;
  for (const auto& [label_of_set, set] : sets) {
    if (set.second) groups.insert(set.first);
  }
  return groups;
}

/// The part of a problem that a rank has: rows, slots of their bodies and of those that it shares.
struct RankedRows {
  LocalDynamics problem;
  std::vector<int> contact;  // of each row
  std::vector<int> bounces;  // rows
};

RankedRows rows_of_rank(const TouchingBodies& all, Comm& comm) {
  RankedRows rows;
  std::vector<std::set<int>> seen(at(comm.size()));  // bodies by rank
  for (const auto& one : all.contacts) seen[at(one.rank)].insert({one.master, one.slave});
  for (std::set<int>& of_rank : seen) of_rank.erase(0);
  LocalDynamics& problem = rows.problem;
  std::map<int, int> slot{{0, -1}};
  const std::vector<int> bodies(seen[at(comm.rank())].rbegin(), seen[at(comm.rank())].rend());
  for (const int body : bodies) {  // decreasing, for slots need not follow bodies
    slot[body] = problem.body_space.add_slot(SlotKind::rigid, identity(), 1.0);
    problem.shared.body.push_back(body);
  }
  for (int k = 0; k < count(all.contacts); ++k) {
    const auto& one = all.contacts[at(k)];
    if (one.rank != comm.rank()) continue;
    if (one.bounces) rows.bounces.push_back(count(rows.contact));
    rows.contact.push_back(k);
    RowJacobian row;
    row.master = slot[one.master];
    row.slave = slot[one.slave];
    problem.body_space.add_row(row);
  }
  problem.resize(count(rows.contact));
  if (comm.size() == 1) return rows;
  problem.shared.comm = &comm;
  problem.shared.is_shared.assign(problem.shared.body.size(), 0);
  for (int other = 0; other < comm.size(); ++other) {
    if (other == comm.rank()) continue;
    SharedSlots::Neighbour neighbour{other, 0, {}};
    for (const int body : seen[at(other)]) {
      if (!seen[at(comm.rank())].contains(body)) continue;
      neighbour.slot.push_back(slot[body]);
      problem.shared.is_shared[at(slot[body])] = 1;
    }
    if (!neighbour.slot.empty()) problem.shared.neighbours.push_back(neighbour);
  }
  return rows;
}

/// Joins what the ranks say: shared groups have one number on all of them.
ContactGroups groups_on_ranks(const TouchingBodies& all, int ranks) {
  std::map<std::pair<int, int>, std::set<int>> found;  // by rank (-1: shared) and number
  std::set<int> shared;
  std::set<bool> some;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    const RankedRows rows = rows_of_rank(all, comm);
    BounceGroups groups;
    some.insert(groups.find(rows.problem, rows.bounces));
    if (some.contains(false)) return;
    shared.insert(groups.shared());
    for (int i = 0; i < count(rows.contact); ++i) {
      const int group = groups.of_row(i);
      if (group < 0) continue;
      EXPECT_LT(group, groups.count());
      const int owner = group < groups.shared() ? -1 : comm.rank();
      found[{owner, group}].insert(rows.contact[at(i)]);
    }
  });
  EXPECT_EQ(some.size(), 1U);  // all ranks agree
  EXPECT_LE(shared.size(), 1U);
  ContactGroups groups;
  for (const auto& [number, contacts] : found) groups.insert(contacts);
  EXPECT_EQ(groups.size(), found.size());
  return groups;
}

TEST(BounceGroups, AreThoseThatContactsConnectOnAnyNumberOfRanks) {
  std::size_t most = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    for (const int ranks : {1, 2, 3, 5}) {
      const TouchingBodies all = random_contacts(seed, 30, 8 + static_cast<int>(seed) / 2, ranks);
      const ContactGroups by_hand = groups_by_hand(all);
      most = std::max(most, by_hand.size());
      EXPECT_EQ(groups_on_ranks(all, ranks), by_hand) << "seed " << seed << ", ranks " << ranks;
    }
  }
  EXPECT_GE(most, 4U);
}

TEST(BounceGroups, AChainOverManyRanksIsOneGroup) {
  // the only bounce is at one end; the other end hears of it through all ranks
  constexpr int kRanks = 7;
  TouchingBodies chain{kRanks + 1, {}};
  for (int k = 0; k < kRanks; ++k) chain.contacts.push_back({k + 1, k + 2, k == kRanks - 1, k});
  EXPECT_EQ(groups_on_ranks(chain, kRanks), (ContactGroups{{0, 1, 2, 3, 4, 5, 6}}));
}

TEST(BounceGroups, AnObstacleConnectsNothing) {
  const TouchingBodies apart{2, {{1, 0, true, 0}, {0, 2, false, 1}, {0, 0, true, 1}}};
  EXPECT_EQ(groups_on_ranks(apart, 1 + 1), (ContactGroups{{0}}));
}

TEST(BounceGroups, WithoutABounceThereAreNone) {
  const TouchingBodies still{3, {{1, 2, false, 0}, {2, 3, false, 1}}};
  EXPECT_EQ(groups_on_ranks(still, 2), ContactGroups{});
}

}  // namespace
}  // namespace solfec
