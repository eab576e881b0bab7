#include "contact/pair/pair_contacts.h"

#include <limits>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

PairContact numbered(std::uint64_t feature, double gap) {
  PairContact contact;
  contact.feature = feature;
  contact.gap = gap;
  return contact;
}

using Lists = std::vector<std::vector<PairContact>>;  // per pair

Lists random_lists(int pairs, std::mt19937& rng) {
  Lists lists(static_cast<std::size_t>(pairs));
  double gap = 0.0;
  for (auto& list : lists) {
    std::set<std::uint64_t> features;
    for (auto n = rng() % 40; n > 24 ? false : features.size() < n;) features.insert(rng());
    for (const std::uint64_t feature : features) list.push_back(numbered(feature, ++gap));
    std::shuffle(list.begin(), list.end(), rng);
  }
  return lists;
}

/// Fills the chunks as threads come to them.
void fill(PairContacts& contacts, int chunks, const Lists& lists) {
  parallel_for(chunks, 2, [&](int c) {
    contacts.clear_chunk(c);
    const EvenShare share(0, contacts.pair_count(), c, chunks);
    for (int pair = share.last - 1; pair >= share.first; --pair) {  // in any order of pairs
      for (const PairContact& contact : lists[static_cast<std::size_t>(pair)]) {
        contacts.add(pair, contact);
      }
      contacts.sort(pair);
    }
  });
}

void expect_lists(const PairContacts& contacts, const Lists& lists) {
  for (int pair = 0; pair < count(lists); ++pair) {
    std::map<std::uint64_t, double> expected;
    for (const PairContact& contact : lists[static_cast<std::size_t>(pair)]) {
      expected[contact.feature] = contact.gap;
    }
    EXPECT_EQ(contacts.any(pair), !expected.empty());
    ASSERT_EQ(contacts.of(pair).size(), expected.size());
    auto at = expected.begin();
    for (const PairContact& contact : contacts.of(pair)) {
      EXPECT_EQ(contact.feature, at->first);
      EXPECT_EQ(contact.gap, at->second);
      ++at;
    }
  }
}

TEST(PairContacts, PairsOfSeveralChunksHaveTheirOwnPointsInOrderOfFeatures) {
  std::mt19937 rng(20260101);
  for (const int threads : {1, 4}) {
    set_thread_count(threads);
    PairContacts contacts;
    for (const auto& [pairs, chunks] : {std::pair{50, 7}, {3, 7}, {200, 1}, {0, 3}, {90, 128}}) {
      contacts.resize(pairs, chunks);
      expect_lists(contacts, Lists(static_cast<std::size_t>(pairs)));
      for (int round = 0; round < 3; ++round) {
        const Lists lists = random_lists(pairs, rng);
        fill(contacts, chunks, lists);
        expect_lists(contacts, lists);
      }
    }
  }
  set_thread_count(1);
}

TEST(PairContacts, ErasedPointsOfAPatchGoAndTheOthersKeepTheirOrder) {
  std::mt19937 rng(7);
  Lists lists = random_lists(40, rng);
  PairContacts contacts;
  contacts.resize(40, 5);
  fill(contacts, 5, lists);
  const auto goes = [](const PairContact& contact) { return contact.feature % 3 == 0; };
  for (int pair = 0; pair < 40; pair += 2) {
    contacts.erase_if(pair, goes);
    std::erase_if(lists[static_cast<std::size_t>(pair)], goes);
  }
  expect_lists(contacts, lists);
}

TEST(PairContacts, AllocatesNothingOnceTheChunksHaveGrown) {
  std::mt19937 rng(9);
  const Lists lists = random_lists(300, rng);
  PairContacts contacts;
  contacts.resize(300, 16);
  fill(contacts, 16, lists);
  const std::int64_t before = allocation_count();
  for (int round = 0; round < 3; ++round) fill(contacts, 16, lists);
  EXPECT_EQ(allocation_count(), before);
  expect_lists(contacts, lists);
}

TEST(PairContacts, PointsThatAreNotFiniteAreLeftOut) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  PairContacts contacts;
  contacts.resize(2);
  contacts.add(0, {.gap = none});
  contacts.add(0, {.area = std::numeric_limits<double>::infinity()});
  contacts.add(0, {.point = {0, none, 0}});
  contacts.add(0, {.normal = {none, 0, 0}});
  EXPECT_FALSE(contacts.any(0));
  contacts.add(0, {.gap = -0.25});
  contacts.add(0, {.feature = 2, .gap = none});
  contacts.add(0, {.feature = 3, .gap = -0.5});
  ASSERT_EQ(contacts.of(0).size(), 2u);
  EXPECT_EQ(contacts.of(0)[0].gap, -0.25);
  EXPECT_EQ(contacts.of(0)[1].gap, -0.5);
  EXPECT_TRUE(contacts.of(1).empty());
}

TEST(PairContacts, ErasedPointsGoAndThoseOfOtherPairsStay) {
  PairContacts contacts;
  contacts.resize(3);
  for (int k = 0; k < 3; ++k) contacts.add(k, {.gap = -1.0 - k});
  for (int k = 0; k < 3; ++k) {
    contacts.erase_if(k, [](const PairContact& contact) { return contact.gap == -2.0; });
  }
  ASSERT_TRUE(contacts.any(0));
  EXPECT_FALSE(contacts.any(1));
  ASSERT_TRUE(contacts.any(2));
  EXPECT_EQ(contacts.of(2)[0].gap, -3.0);
}

}  // namespace
}  // namespace solfec
