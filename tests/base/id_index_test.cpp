#include "base/id_index.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(IdIndex, HasNothingAtFirst) {
  const IdIndex index;
  EXPECT_EQ(index.size(), 0);
  EXPECT_EQ(index.find(1), -1);
}

/// Against std::map, with ids that often share their places: few different ones, and multiples of
/// large powers of two.
TEST(IdIndex, KnowsWhatAMapKnowsAfterManyChanges) {
  std::mt19937_64 rng(3);
  for (const std::int64_t factor : {std::int64_t{1}, std::int64_t{1} << 33, std::int64_t{-977}}) {
    IdIndex index;
    std::map<std::int64_t, int> expected;
    for (int change = 0; change < 20000; ++change) {
      const std::int64_t id = factor * static_cast<std::int64_t>(1 + rng() % 300);
      const auto found = expected.find(id);
      if (found != expected.end() && rng() % 2 == 0) {
        index.erase(id);
        expected.erase(found);
      } else {
        index.set(id, change);
        expected[id] = change;
      }
      if (change % 100 != 0) continue;
      ASSERT_EQ(index.size(), static_cast<int>(expected.size()));
      for (std::int64_t k = 1; k <= 300; ++k) {
        const auto known = expected.find(factor * k);
        ASSERT_EQ(index.find(factor * k), known == expected.end() ? -1 : known->second);
      }
    }
  }
}

}  // namespace
}  // namespace solfec
