#include "language/python/nearest.h"

#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// All words that one insertion, deletion, substitution or swap of neighbours makes of a word over
/// the letters a and b.
std::set<std::string> neighbours(const std::string& word) {
  std::set<std::string> found;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    for (const char c : {'a', 'b'}) {
      found.insert(word.substr(0, i) + c + word.substr(i));
      if (i < word.size()) found.insert(word.substr(0, i) + c + word.substr(i + 1));
    }
    if (i < word.size()) found.insert(word.substr(0, i) + word.substr(i + 1));
    if (i + 1 < word.size()) {
      std::string swapped = word;
      std::swap(swapped[i], swapped[i + 1]);
      found.insert(swapped);
    }
  }
  found.erase(word);
  return found;
}

std::string random_word(std::mt19937& rng) {
  std::string word(std::uniform_int_distribution<std::size_t>(0, 6)(rng), 'a');
  for (char& c : word) c = rng() % 2 == 0 ? 'a' : 'b';
  return word;
}

TEST(EditDistance, IsOneExactlyForTheWordsThatOneEditMakes) {
  std::mt19937 rng(20260101);  // fixed seed: failures must reproduce
  for (int sample = 0; sample < 300; ++sample) {
    const std::string word = random_word(rng);
    const std::set<std::string> near = neighbours(word);
    for (const std::string& other : near) EXPECT_EQ(edit_distance(word, other), 1) << word << other;
    const std::string any = random_word(rng);
    EXPECT_EQ(edit_distance(word, any) == 1, near.count(any) == 1) << word << " " << any;
  }
}

TEST(EditDistance, IsSymmetricAndZeroForEqualWordsOnly) {
  std::mt19937 rng(20260102);
  for (int sample = 0; sample < 1000; ++sample) {
    const std::string a = random_word(rng);
    const std::string b = random_word(rng);
    EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
    EXPECT_EQ(edit_distance(a, b) == 0, a == b);
    EXPECT_GE(edit_distance(a, b),
              std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size())));
  }
}

TEST(Nearest, FindsTheMeantWordAndNothingFarAway) {
  constexpr std::array<std::string_view, 4> kNames = {"center", "radius", "volid", "surfid"};
  EXPECT_EQ(nearest("raduis", kNames), "radius");
  EXPECT_EQ(nearest("RADIUS", kNames), "radius");
  EXPECT_EQ(nearest("surfids", kNames), "surfid");
  EXPECT_EQ(nearest("friction", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(suggestion("centre", kNames), " (did you mean 'center'?)");
  EXPECT_EQ(suggestion("x", kNames), "");
}

}  // namespace
}  // namespace solfec
