#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/block_csr.h"
#include "math/large_array.h"
#include "math/mat3.h"
#include "math/sparse_factor.h"
#include "math/vec3.h"

namespace solfec {

/// A⁻¹ of A = M + c K over the nodes of a mesh: its products with vectors, and its blocks between
/// points, which rows of constraints need.
///
/// Of a matrix that stays for many steps (`keep`) block columns of single nodes are found when a
/// node is first asked for, in fixed groups of nodes that follow each other in the elimination, and
/// kept. Blocks do not depend on the order of the questions, not even in the last bit: a column of
/// an outer node keeps the blocks of outer nodes, that of an inner one all, and of two columns that
/// hold a block the same one answers always. Where all columns of outer nodes with all their rows
/// take no more than 512 MB, all columns keep all rows, and forces at a few nodes are multiplied by
/// the columns of these where that reads less than the factors. Of a matrix of one step the columns
/// of the points themselves are found, no more rows of them than are asked for.
class NodalInverse {
 public:
  NodalInverse() = default;
  ~NodalInverse() = default;
  /// Factors are not copied: the copy has to be prepared again.
  NodalInverse(const NodalInverse& /*other*/) : NodalInverse() {}
  NodalInverse& operator=(const NodalInverse& other) {
    if (this != &other) *this = NodalInverse();
    return *this;
  }
  NodalInverse(NodalInverse&&) noexcept = default;
  NodalInverse& operator=(NodalInverse&&) noexcept = default;

  /// Prepares for matrices K of one pattern.
  /// @param outer  Nodes on the surface, ascending: those that contacts touch.
  /// @param keep   Whether matrices serve many steps.
  void analyse(const BlockCsr& pattern, std::span<const std::int32_t> outer, bool keep);
  [[nodiscard]] bool analysed() const { return factor_.row_count() > 0; }
  /// Forgets the last A. @param mass  M, kg; kHeldRow holds a node. @param c  s².
  /// @return False when A is singular.
  bool factor(std::span<const double> mass, double c, const BlockCsr& K);
  /// Whether the last A is positive definite. @pre factor returned true.
  [[nodiscard]] bool is_definite() const { return factor_.is_definite(); }
  /// Forgets the last A, of which the masses are others now.
  void forget() { held_ = false; }
  /// Whether A is there with this c.
  [[nodiscard]] bool holds(double c) const { return held_ && c_ == c; }
  /// c of the last A, s².
  [[nodiscard]] double c() const { return c_; }
  /// A number of the last A that no other matrix has where matrices are kept, else 0.
  [[nodiscard]] std::uint64_t matrix() const { return matrix_; }
  /// A number of the last answer of `respond` that no other answer has.
  [[nodiscard]] std::uint64_t answer() const { return answer_; }
  /// Work of a factorisation and of a solution, as SparseFactor counts them.
  [[nodiscard]] double operations() const { return factor_.operations(); }
  [[nodiscard]] double entries() const { return factor_.entries(); }

  /// x = A⁻¹ b. @pre holds
  void solve(std::span<const Vec3> b, std::span<Vec3> x) const { factor_.solve(b, x); }
  /// Computes x = A⁻¹ b where b is zero but at a few nodes. The choice between columns and factors
  /// depends on these nodes alone. @pre holds.
  void solve_few(std::span<const Vec3> b, std::span<Vec3> x);
  /// Velocities of points per unit force at others: entry s (s + 1) / 2 + t is Σ w_a w_b (A⁻¹)_ab
  /// over the nodes of points t <= s, 1/kg. Valid until the next call; equal questions in turn
  /// about a matrix that is kept are answered once. @pre holds
  std::span<const Mat3> respond(std::span<const WeightedRows> points);
  /// Those of single points alone, N_s A⁻¹ N_sᵀ. @pre holds
  void respond_each(std::span<const WeightedRows> points, std::span<Mat3> result) const {
    factor_.inverse_at_points(points, result);
  }
  /// Work of `respond` over that of `respond_each`; 0 where the columns are kept. @pre holds
  [[nodiscard]] double cost_of_respond(std::span<const WeightedRows> points) const {
    return keep_ ? 0.0 : factor_.cost_between(points);
  }

 private:
  /// Points and weights that were asked about last.
  struct Question {
    std::vector<std::int32_t> number;  // for each point how many nodes and which
    std::vector<double> weight;
    bool operator==(const Question&) const = default;
  };

  /// Nodes whose columns are found together.
  struct Group {
    std::vector<std::int32_t> node;
    bool found = false;
    // Of each node three columns one after the other, rows of outer nodes or of all. Stays when the
    // matrix changes.
    LargeArray columns;
  };
  struct GroupPlace {
    int group{};
    int place{};
  };

  void make_groups();
  void add_up(std::span<const WeightedRows> points);
  void find_columns(std::span<const std::int32_t> nodes);
  void find_group(int group);
  [[nodiscard]] bool pays(std::size_t nodes) const;
  /// (A⁻¹)_ab of columns that have been found.
  [[nodiscard]] Mat3 block(std::int32_t a, std::int32_t b) const;
  [[nodiscard]] bool is_outer(std::int32_t node) const {
    return outer_place_[std::size_t(node)] >= 0;
  }
  [[nodiscard]] bool is_found(std::int32_t node) const {
    return group_[std::size_t(group_place_[std::size_t(node)].group)].found;
  }
  /// Rows of the columns of a node, blocks.
  [[nodiscard]] std::size_t rows_of(std::int32_t node) const {
    return is_short(node) ? outer_.size() : outer_place_.size();
  }
  /// Columns that have been found.
  [[nodiscard]] const double* columns_of(std::int32_t node) const {
    const GroupPlace& place = group_place_[std::size_t(node)];
    return group_[std::size_t(place.group)].columns.data() +
           9 * rows_of(node) * std::size_t(place.place);
  }
  /// Whether the column of a node has the rows of outer nodes alone.
  [[nodiscard]] bool is_short(std::int32_t node) const { return !whole_ && is_outer(node); }

  SparseFactor factor_;
  bool held_ = false;  // whether factor_ has the factors of an A
  double c_{};         // of that A, s²
  std::uint64_t matrix_ = 0;
  std::uint64_t answer_ = 0;
  std::vector<std::int32_t> outer_;        // nodes, ascending
  std::vector<std::int32_t> outer_place_;  // of a node among the outer ones, -1: inner
  bool keep_ = false;
  bool whole_ = false;             // whether all columns keep all rows
  std::vector<std::int32_t> few_;  // nodes of a b
  std::vector<Vec3> few_force_;    // there
  std::vector<Group> group_;
  std::vector<GroupPlace> group_place_;  // of a node
  std::vector<int> found_;               // groups
  std::vector<Mat3> blocks_;             // of a group while it is found
  Question asked_;
  Question question_;
  std::vector<std::int32_t> node_;  // of the points, ascending
  std::vector<Mat3> columns_;       // of the points, rows of these nodes
  std::vector<Mat3> response_;
};

}  // namespace solfec
