#include "parallel/index_map.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "parallel/mailbox_comm.h"
#include "parallel/shared_items.h"

namespace solfec {
namespace {

using test::kColumns;
using test::Model;
using test::number;
using test::owners_of;
using test::random_model;

struct Case {
  int ranks;
  int items;
  unsigned seed;
};

class IndexMapTest : public ::testing::TestWithParam<Case> {
 protected:
  Model model_ = random_model(GetParam().ranks, GetParam().items, GetParam().seed);
};

TEST_P(IndexMapTest, KnowsItemsByGlobalIndicesAndKeys) {
  std::vector<int> wrong(at(model_.ranks), 0);
  test::on_ranks(model_.ranks, [&](Comm& comm) {
    const auto& owned = model_.owned[at(comm.rank())];
    const auto& ghosts = model_.ghosts[at(comm.rank())];
    const std::vector<int> owners = owners_of(model_, ghosts);
    std::vector<std::int64_t> keys;
    std::vector<std::int64_t> ghost_keys;
    for (const GlobalIndex i : owned) keys.push_back(model_.key[static_cast<std::size_t>(i)]);
    for (const GlobalIndex i : ghosts)
      ghost_keys.push_back(model_.key[static_cast<std::size_t>(i)]);
    const std::vector<GlobalIndex> found = find_global(comm, keys, ghost_keys, owners);
    const IndexMap map(comm, count(owned), found, owners);
    int& mine = wrong[at(comm.rank())];
    if (found != ghosts) ++mine;
    if (map.owned() != count(owned) || map.ghosts() != count(ghosts)) ++mine;
    if (map.global_size() != count(model_.owner)) ++mine;
    for (int i = 0; i < map.size(); ++i) {
      const auto k = at(i < map.owned() ? i : i - map.owned());
      if (map.global(i) != (i < map.owned() ? owned : ghosts)[k]) ++mine;
    }
    std::vector<int> sources = owners;
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    if (map.sources() != sources) ++mine;
    const std::vector<std::int64_t> unknown(ghost_keys.size(), 999);
    for (const GlobalIndex none : find_global(comm, keys, unknown, owners)) {
      if (none != -1) ++mine;
    }
  });
  EXPECT_EQ(wrong, std::vector<int>(at(model_.ranks), 0));
}

TEST_P(IndexMapTest, ForwardBringsTheNumbersOfTheOwner) {
  std::vector<int> wrong(at(model_.ranks), 0);
  test::on_ranks(model_.ranks, [&](test::MailboxComm& comm) {
    const auto& owned = model_.owned[at(comm.rank())];
    const auto& ghosts = model_.ghosts[at(comm.rank())];
    const IndexMap map(comm, count(owned), ghosts, owners_of(model_, ghosts));
    std::vector<double> mine;
    for (const GlobalIndex i : owned) {
      for (int c = 0; c < kColumns; ++c) mine.push_back(number(i, c, comm.rank()));
    }
    std::vector<double> theirs(at(kColumns) * ghosts.size(), -1e30);
    map.forward(comm, kColumns, mine, theirs);
    for (std::size_t g = 0; g < ghosts.size(); ++g) {
      const int owner = model_.owner[static_cast<std::size_t>(ghosts[g])];
      for (int c = 0; c < kColumns; ++c) {
        if (theirs[at(kColumns) * g + at(c)] != number(ghosts[g], c, owner))
          ++wrong[at(comm.rank())];
      }
    }
    if (!comm.ok()) ++wrong[at(comm.rank())];
  });
  EXPECT_EQ(wrong, std::vector<int>(at(model_.ranks), 0));
}

TEST_P(IndexMapTest, ForwardOfDifferentSizesBringsEachWhole) {
  const auto size_of = [](GlobalIndex item) { return static_cast<int>(item % 4); };  // 0 too
  std::vector<int> wrong(at(model_.ranks), 0);
  test::on_ranks(model_.ranks, [&](Comm& comm) {
    const auto& owned = model_.owned[at(comm.rank())];
    const auto& ghosts = model_.ghosts[at(comm.rank())];
    const IndexMap map(comm, count(owned), ghosts, owners_of(model_, ghosts));
    std::vector<int> owned_start{0};
    std::vector<int> ghost_start{0};
    std::vector<double> mine;
    for (const GlobalIndex i : owned) {
      for (int c = 0; c < size_of(i); ++c) mine.push_back(number(i, c, comm.rank()));
      owned_start.push_back(count(mine));
    }
    for (const GlobalIndex i : ghosts) ghost_start.push_back(ghost_start.back() + size_of(i));
    std::vector<double> theirs(at(ghost_start.back()), -1e30);
    map.forward(comm, owned_start, mine, ghost_start, theirs);
    for (std::size_t g = 0; g < ghosts.size(); ++g) {
      const int owner = model_.owner[static_cast<std::size_t>(ghosts[g])];
      for (int c = 0; c < size_of(ghosts[g]); ++c) {
        if (theirs[at(ghost_start[g] + c)] != number(ghosts[g], c, owner)) ++wrong[at(comm.rank())];
      }
    }
  });
  EXPECT_EQ(wrong, std::vector<int>(at(model_.ranks), 0));
}

TEST_P(IndexMapTest, ReverseAddsGhostsInTheOrderOfRanksToTheBit) {
  // By hand: own number first, then those of ghosts rank after rank.
  std::vector<std::vector<double>> expected(model_.owner.size());
  for (std::size_t i = 0; i < model_.owner.size(); ++i) {
    for (int c = 0; c < kColumns; ++c) {
      double sum = number(static_cast<GlobalIndex>(i), c, model_.owner[i]);
      for (int rank = 0; rank < model_.ranks; ++rank) {
        const auto& ghosts = model_.ghosts[at(rank)];
        const auto item = static_cast<GlobalIndex>(i);
        if (std::find(ghosts.begin(), ghosts.end(), item) != ghosts.end()) {
          sum += number(item, c, rank);
        }
      }
      expected[i].push_back(sum);
    }
  }
  std::vector<std::vector<double>> sums(model_.owner.size());
  test::on_ranks(model_.ranks, [&](Comm& comm) {
    const auto& owned = model_.owned[at(comm.rank())];
    const auto& ghosts = model_.ghosts[at(comm.rank())];
    const IndexMap map(comm, count(owned), ghosts, owners_of(model_, ghosts));
    std::vector<double> mine;
    std::vector<double> theirs;
    for (int c = 0; c < kColumns * count(owned); ++c) {
      mine.push_back(number(owned[at(c / kColumns)], c % kColumns, comm.rank()));
    }
    for (int c = 0; c < kColumns * count(ghosts); ++c) {
      theirs.push_back(number(ghosts[at(c / kColumns)], c % kColumns, comm.rank()));
    }
    map.reverse_add(comm, kColumns, mine, theirs);
    for (std::size_t i = 0; i < owned.size(); ++i) {
      const auto first = mine.begin() + kColumns * static_cast<std::ptrdiff_t>(i);
      sums[static_cast<std::size_t>(owned[i])].assign(first, first + kColumns);
    }
  });
  EXPECT_EQ(sums, expected);
}

INSTANTIATE_TEST_SUITE_P(Partitions, IndexMapTest,
                         ::testing::Values(Case{1, 5, 1}, Case{2, 40, 2}, Case{3, 100, 3},
                                           Case{5, 300, 4}, Case{8, 50, 5}, Case{7, 3, 6},
                                           Case{4, 0, 7}));

TEST(IndexMap, EmptyOneHasNothing) {
  const IndexMap map;
  EXPECT_EQ(map.size(), 0);
  EXPECT_EQ(map.global_size(), 0);
}

}  // namespace
}  // namespace solfec
