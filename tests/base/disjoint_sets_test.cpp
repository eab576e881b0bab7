#include "base/disjoint_sets.h"

#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(DisjointSets, ItemsBeginAsSetsOfTheirOwn) {
  DisjointSets sets;
  sets.start(3);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(sets.root(k), k);
  sets.join(0, 2);
  sets.start(4);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(sets.root(k), k);
}

TEST(DisjointSets, RootsAreTheLeastItemsThatAreReachedByJoins) {
  constexpr int kItems = 40;
  std::mt19937 rng(20261126);  // fixed seed: failures must reproduce
  std::uniform_int_distribution<int> item(0, kItems - 1);
  for (int sample = 0; sample < 50; ++sample) {
    DisjointSets sets;
    sets.start(kItems);
    std::vector<std::pair<int, int>> joins;
    for (int k = 0; k < sample; ++k) joins.emplace_back(item(rng), item(rng));
    for (const auto& [a, b] : joins) sets.join(a, b);
    // brute force: labels go down along joins until none changes
    std::vector<int> least(kItems);
    for (int k = 0; k < kItems; ++k) least[static_cast<std::size_t>(k)] = k;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [a, b] : joins) {
        int& x = least[static_cast<std::size_t>(a)];
        int& y = least[static_cast<std::size_t>(b)];
        if (x == y) continue;
        x = y = std::min(x, y);
        changed = true;
      }
    }
    for (int k = 0; k < kItems; ++k) {
      EXPECT_EQ(sets.root(k), least[static_cast<std::size_t>(k)]) << sample;
    }
  }
}

TEST(DisjointSets, AChainThatIsJoinedFromItsEndHasOneRoot) {
  DisjointSets sets;
  sets.start(1000);
  for (int k = 999; k > 0; --k) sets.join(k - 1, k);
  for (int k = 0; k < 1000; ++k) EXPECT_EQ(sets.root(k), 0);
}

}  // namespace
}  // namespace solfec
