#include "math/supernodes.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

/// A symmetric pattern with a full diagonal, both triangles.
class RandomPattern {
 public:
  RandomPattern(int size, double share, unsigned seed) : size_(size), full_(at(size * size)) {
    std::mt19937 rng(seed);
    std::bernoulli_distribution there(share);
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j <= i; ++j) {
        full_[at(i * size + j)] = full_[at(j * size + i)] = there(rng) || i == j;
      }
    }
    order_.resize(at(size));
    std::iota(order_.begin(), order_.end(), 0);
    std::shuffle(order_.begin(), order_.end(), rng);
  }

  [[nodiscard]] Supernodes supernodes() const {
    std::vector<std::int32_t> row_start{0};
    std::vector<std::int32_t> column;
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j < size_; ++j) {
        if (full_[at(i * size_ + j)] != 0) column.push_back(j);
      }
      row_start.push_back(count(column));
    }
    return find_supernodes(row_start, column, order_);
  }

  /// Whether row i of column j is not zero in the factors, both in the order of the elimination.
  [[nodiscard]] std::vector<char> factor(const Supernodes& tree) const {
    std::vector<char> L(full_.size());
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j < size_; ++j) {
        L[at(i * size_ + j)] = full_[at(tree.old[at(i)] * size_ + tree.old[at(j)])];
      }
    }
    for (int k = 0; k < size_; ++k) {  // Gauss
      for (int i = k + 1; i < size_; ++i) {
        for (int j = k + 1; j < size_; ++j) {
          if (L[at(i * size_ + k)] != 0 && L[at(k * size_ + j)] != 0) L[at(i * size_ + j)] = 1;
        }
      }
    }
    return L;
  }

 private:
  int size_;
  std::vector<char> full_;
  std::vector<int> order_;
};

/// All of column j of the factors is in its front.
void expect_holds(const Supernodes::Node& node, int j, int size, const std::vector<char>& L) {
  EXPECT_GE(j, node.first);
  EXPECT_LT(j, node.first + node.width);
  for (int i = j; i < size; ++i) {
    if (L[at(i * size + j)] != 0) {
      EXPECT_GE(node.find(i), j - node.first) << i << " " << j;
    }
  }
}

/// Numbers in the lower triangles of all fronts.
int size_of_fronts(const Supernodes& tree) {
  int sum = 0;
  for (const Supernodes::Node& node : tree.node) {
    sum += node.width * (node.width + 1) / 2 + node.width * count(node.rows);
  }
  return sum;
}

TEST(Supernodes, HoldAllThatGaussFillsInAndLittleElse) {
  constexpr int kSize = 40;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RandomPattern pattern(kSize, 0.02 + 0.004 * seed, seed);
    const Supernodes tree = pattern.supernodes();
    const std::vector<char> L = pattern.factor(tree);
    int columns = 0;
    for (int s = 0; s < tree.size(); ++s) {
      const Supernodes::Node& node = tree.node[at(s)];
      EXPECT_EQ(node.first, columns);
      columns += node.width;
      for (int j = node.first; j < node.first + node.width; ++j) {
        EXPECT_EQ(tree.of[at(j)], s);
        expect_holds(node, j, kSize, L);
      }
      if (node.parent < 0) {
        EXPECT_TRUE(node.rows.empty());
        continue;
      }
      EXPECT_GT(node.parent, s);
      EXPECT_TRUE(std::all_of(node.rows.begin(), node.rows.end(),
                              [&](int row) { return tree.node[at(node.parent)].find(row) >= 0; }));
    }
    EXPECT_EQ(columns, kSize);
    int filled = 0;
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j <= i; ++j) filled += L[at(i * kSize + j)];
    }
    EXPECT_GE(size_of_fronts(tree), filled);
    EXPECT_LE(size_of_fronts(tree), 1.6 * filled);
  }
}

TEST(Supernodes, FindEachRowOfAFrontAndNoOther) {
  const Supernodes tree = RandomPattern(60, 0.05, 7).supernodes();
  for (const Supernodes::Node& node : tree.node) {
    std::vector<int> rows(at(node.width));
    std::iota(rows.begin(), rows.end(), node.first);
    rows.insert(rows.end(), node.rows.begin(), node.rows.end());
    for (int row = 0; row < 60; ++row) {
      const auto found = std::find(rows.begin(), rows.end(), row);
      const int place = found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
      EXPECT_EQ(node.find(row), place);
    }
  }
}

}  // namespace
}  // namespace solfec
