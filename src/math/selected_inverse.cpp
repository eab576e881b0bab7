// Blocks of A⁻¹ where the factors are not zero: SupernodalLdlt::inverse_at_points.
#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "math/supernodal_ldlt.h"

namespace solfec {
namespace {

constexpr int kTile = 96;              // columns of a front that a thread takes at once
constexpr double kWorthThreads = 3e6;  // multiplications of a front

/// Calls take(first, width) for tiles of n columns.
template <typename Take>
void for_each_tile(int n, bool shared, const Take& take) {
  const int tiles = (n + kTile - 1) / kTile;
  parallel_for(tiles, shared ? 2 : tiles + 1, [&](int tile) {
    const int first = kTile * tile;
    take(first, std::min(kTile, n - first));
  });
}

/// Column j of `to` below its diagonal block, from that of Z in the block rows `target`.
void extract_column(const Panel& Z, std::span<const std::int32_t> target, int j, const Panel& to) {
  const int n = count(target);
  for (int i = j, end = j; i < n; i = end) {  // rows that follow each other in both
    while (end < n && target[at(end)] - target[at(i)] == end - i) ++end;
    for (int b = 0; b < 3; ++b) {
      std::copy_n(Z.at(3 * target[at(i)], 3 * target[at(j)] + b), 3 * (end - i),
                  to.at(3 * i, 3 * j + b));
    }
  }
}

/// The lower triangle of Z in the block rows and columns `target`, which ascend.
void extract(const Panel& Z, std::span<const std::int32_t> target, const Panel& to, bool shared) {
  for_each_tile(count(target), shared, [&](int first, int width) {
    for (int j = first; j < first + width; ++j) extract_column(Z, target, j, to);
  });
}

/// Block (row, column) of a symmetric matrix of which the lower triangle is known.
Mat3 block_of(const Panel& Z, int row, int column) {
  Mat3 block;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const auto [low, high] = std::minmax({3 * row + a, 3 * column + b});
      block(a, b) = *Z.at(high, low);
    }
  }
  return block;
}

}  // namespace

/// From the root to the leaves, with Z = A⁻¹ in the rows and columns of each front:
///     Z_21 = -Z_22 X,  Z_11 = (L_11 D L_11ᵀ)⁻¹ - Xᵀ Z_21,  X = L_21 L_11⁻¹,
/// where Z_22 is a part of the parent's Z.
class SupernodalLdlt::SelectedInverse {
 public:
  explicit SelectedInverse(SupernodalLdlt& factors)
      : factors_(factors),
        tree_(factors.tree_),
        first_(at(tree_.size()), 0),
        waiting_(at(tree_.size()), 0),
        home_(at(tree_.size())) {}

  /// Returns the points whose rows are in no front together.
  std::vector<int> run(std::span<const WeightedRows> points, std::span<Mat3> result) {
    std::vector<int> apart;
    std::vector<std::int32_t> rows;
    for (int p = 0; p < count(points); ++p) {
      const int s = front_with(points[at(p)]);
      if (s < 0) {
        apart.push_back(p);
        continue;
      }
      home_[at(s)].push_back(p);
      rows.insert(rows.end(), points[at(p)].row.begin(), points[at(p)].row.end());
    }
    const std::vector<int> ways = factors_.ways_to_root(rows);
    for (const int s : ways) {
      if (tree_.node[at(s)].parent >= 0) ++waiting_[at(tree_.node[at(s)].parent)];
    }
    make_room(ways);
    for (auto s = ways.rbegin(); s != ways.rend(); ++s) {
      push(*s);
      find(*s);
      for (const int p : home_[at(*s)]) result[at(p)] = weigh(*s, points[at(p)]);
      release(*s);
    }
    return apart;
  }

 private:
  [[nodiscard]] int height(int s) const {
    const Supernodes::Node& node = tree_.node[at(s)];
    return 3 * (node.width + count(node.rows));
  }
  [[nodiscard]] std::size_t size(int s) const { return at(height(s)) * at(height(s)); }
  [[nodiscard]] Panel inverse(int s) {
    return {factors_.stack_.data() + first_[at(s)], height(s), height(s), height(s)};
  }

  /// For the inverses, in the stack of the factorisation, which is free in between, and for X.
  void make_room(std::span<const int> ways) {
    const std::vector<int> waiting = waiting_;
    std::size_t most = 0;
    std::size_t product = 0;
    for (auto s = ways.rbegin(); s != ways.rend(); ++s) {
      push(*s);
      most = std::max(most, top_);
      const Supernodes::Node& node = tree_.node[at(*s)];
      product = std::max(product, 9 * at(node.width) * node.rows.size());
      release(*s);
    }
    waiting_ = waiting;
    product_.make_room_at_least(product);
    factors_.stack_.make_room_at_least(most);
  }
  void push(int s) {
    first_[at(s)] = top_;
    top_ += size(s);
    open_.push_back(s);
  }
  /// Leaves the last ones that nobody waits for.
  void release(int s) {
    const int parent = tree_.node[at(s)].parent;
    if (parent >= 0) --waiting_[at(parent)];
    for (; !open_.empty() && waiting_[at(open_.back())] == 0; open_.pop_back()) {
      top_ -= size(open_.back());
    }
  }

  /// Block row of a front that a block row of the matrix has, -1: none.
  [[nodiscard]] int place_in(int s, std::int32_t row) const {
    return tree_.node[at(s)].find(tree_.place[at(row)]);
  }

  /// Returns the front of the row of a point which is eliminated first, if all other rows of the
  /// point are in it, else -1.
  [[nodiscard]] int front_with(const WeightedRows& point) const {
    int first = factors_.row_count();
    for (const std::int32_t row : point.row) first = std::min(first, tree_.place[at(row)]);
    const int s = tree_.of[at(first)];
    const auto& rows = point.row;
    const bool all =
        std::all_of(rows.begin(), rows.end(), [&](auto row) { return place_in(s, row) >= 0; });
    return all ? s : -1;
  }

  void find(int s) {
    const Supernodes::Node& node = tree_.node[at(s)];
    const Panel F = factors_.front(s);
    const int width = F.columns;
    const int below = F.rows - width;
    const Panel Z = inverse(s);
    const bool shared = 2.0 * below * width * F.rows > kWorthThreads;
    const Panel Z11 = Z.part(0, 0, width, width);
    invert_pivots(s, Z11);
    if (below == 0) return;
    const Panel Z22 = Z.part(width, width, below, below);
    extract(inverse(node.parent), factors_.target_[at(s)], Z22, shared);
    const Panel X{product_.data(), below, width, below};
    for (int j = 0; j < width; ++j) std::copy_n(F.at(width, j), below, X.at(0, j));
    if (factors_.pivot_[at(s)].empty()) divide_right(F.part(0, 0, width, width), X);
    const Panel Z21 = Z.part(width, 0, below, width);
    for_each_tile(width, shared, [&](int first, int columns) {
      multiply_symmetric(Z22, X.part(0, first, below, columns), Z21.part(0, first, below, columns));
    });
    for_each_tile(width, shared, [&](int first, int columns) {
      subtract_transposed_product(X.part(0, first, below, width - first),
                                  Z21.part(0, first, below, columns),
                                  Z11.part(first, first, width - first, columns));
    });
  }

  /// (L D Lᵀ)⁻¹ of the pivot block into the lower triangle of Z.
  void invert_pivots(int s, const Panel& Z) {
    const Panel F = factors_.front(s);
    if (!factors_.pivot_[at(s)].empty()) {
      for (int j = 0; j < Z.columns; ++j) std::fill_n(Z.at(0, j), Z.columns, 0.0);
      for (int j = 0; j < Z.columns; ++j) *Z.at(j, j) = 1.0;
      solve_indefinite(F.part(0, 0, Z.columns, Z.columns), factors_.pivot_[at(s)].data(), Z);
      return;
    }
    for (int j = 0; j < Z.columns; ++j) std::copy(F.at(j, j), F.at(Z.columns, j), Z.at(j, j));
    invert_by_cholesky(Z);
  }

  [[nodiscard]] Mat3 weigh(int s, const WeightedRows& point) {
    Mat3 sum;
    for (std::size_t a = 0; a < point.row.size(); ++a) {
      const int row = place_in(s, point.row[a]);
      for (std::size_t b = 0; b < point.row.size(); ++b) {
        const double weight = point.weight[a] * point.weight[b];
        sum += weight * block_of(inverse(s), row, place_in(s, point.row[b]));
      }
    }
    return sum;
  }

  SupernodalLdlt& factors_;
  const Supernodes& tree_;
  std::vector<std::size_t> first_;  // Z of each front on the stack
  std::vector<int> open_;           // fronts that are on it
  std::size_t top_ = 0;
  std::vector<int> waiting_;            // children that need it
  std::vector<std::vector<int>> home_;  // points of each front
  LargeArray product_;                  // X
};

void SupernodalLdlt::inverse_at_points(std::span<const WeightedRows> points,
                                       std::span<Mat3> result) {
  SOLFEC_ASSERT(result.size() == points.size());
  SelectedInverse inverse(*this);
  const std::vector<int> apart = inverse.run(points, result);
  std::vector<Mat3> block(1);
  for (const int p : apart) {
    inverse_between(points.subspan(at(p), 1), block);
    result[at(p)] = block[0];
  }
}

double SupernodalLdlt::operations_between(std::span<const WeightedRows> points) {
  order_points(points);
  find_point_ranges(points);
  double sum = 0.0;
  for (int s = 0; s < tree_.size(); ++s) {
    const double sides = 3.0 * point_range_[at(s)].size();
    const double width = 3.0 * tree_.node[at(s)].width;
    const double below = 3.0 * count(tree_.node[at(s)].rows);
    sum += sides * width * (0.5 * width + below + 0.5 * sides);
  }
  return sum;
}

}  // namespace solfec
