#include "base/shuffle.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

std::vector<int> shuffled(int n) {
  std::vector<int> items(static_cast<std::size_t>(n));
  std::iota(items.begin(), items.end(), 0);
  shuffle(std::span(items));
  return items;
}

/// x -> a x + c modulo 2^64.
struct Affine {
  std::uint64_t a;
  std::uint64_t c;
  std::uint64_t operator()(std::uint64_t x) const { return a * x + c; }
};

Affine then(Affine first, Affine second) {
  return {second.a * first.a, second.a * first.c + second.c};
}

/// State of the generator after `steps`, by squaring its map.
std::uint64_t state_after(std::uint64_t steps) {
  Affine map{1, 0};
  for (Affine power{6364136223846793005ULL, 1442695040888963407ULL}; steps > 0; steps /= 2) {
    if (steps % 2 == 1) map = then(map, power);
    power = then(power, power);
  }
  return map(0x9e3779b97f4a7c15ULL);
}

/// Item that ends at `place`: the exchanges, last one first, lead back to where it came from.
int item_at(int place, int n) {
  for (int k = 2; k <= n; ++k) {
    const std::uint64_t upper = state_after(static_cast<std::uint64_t>(n - k + 1)) >> 33U;
    const int other = static_cast<int>(upper % static_cast<std::uint64_t>(k));
    if (place == k - 1) {
      place = other;
    } else if (place == other) {
      place = k - 1;
    }
  }
  return place;
}

TEST(Shuffle, KeepsEveryItem) {
  for (const int n : {0, 1, 2, 3, 10, 1000}) {
    std::vector<int> items = shuffled(n);
    std::sort(items.begin(), items.end());
    for (int i = 0; i < n; ++i) ASSERT_EQ(items[static_cast<std::size_t>(i)], i);
  }
}

TEST(Shuffle, OrderIsThatOfTheExchangesTracedBackwards) {
  for (const int n : {2, 3, 7, 64, 301}) {
    const std::vector<int> items = shuffled(n);
    for (int place = 0; place < n; ++place) {
      ASSERT_EQ(items[static_cast<std::size_t>(place)], item_at(place, n)) << n;
    }
  }
}

TEST(Shuffle, SpreadsEveryPartEvenly) {
  constexpr int kItems = 10000;
  constexpr int kParts = 10;
  constexpr int kMean = kItems / (kParts * kParts);
  constexpr int kSpread = 4 * 10;  // four standard deviations of a count of this mean
  const std::vector<int> items = shuffled(kItems);
  int found[kParts][kParts] = {};
  int stayed = 0;
  double distance = 0.0;
  for (int place = 0; place < kItems; ++place) {
    const int item = items[static_cast<std::size_t>(place)];
    ++found[item * kParts / kItems][place * kParts / kItems];
    stayed += item == place ? 1 : 0;
    distance += std::abs(item - place);
  }
  for (const auto& row : found) {
    for (const int here : row) EXPECT_NEAR(here, kMean, kSpread);
  }
  EXPECT_LE(stayed, 6);  // 1 on the average, Poisson
  EXPECT_NEAR(distance / kItems, kItems / 3.0, 0.03 * kItems);
}

}  // namespace
}  // namespace solfec
