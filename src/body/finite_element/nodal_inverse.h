#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/block_csr.h"
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
/// hold a block the same one answers always. Of a matrix of one step the columns of the points
/// themselves are found, no more rows of them than are asked for.
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
  /// Forgets the last A. @param mass  M, kg. @param c  s². @return False when A is singular.
  bool factor(std::span<const double> mass, double c, const BlockCsr& K);
  /// Whether A is there with this c.
  [[nodiscard]] bool holds(double c) const { return held_ && c_ == c; }

  /// x = A⁻¹ b. @pre holds
  void solve(std::span<const Vec3> b, std::span<Vec3> x) const { factor_.solve(b, x); }
  /// Response of nodes to unit forces at points: entry node.size() * s + k is Σ_b weight_b (A⁻¹)_ab
  /// of point s for a = node[k], 1/kg. Valid until the next call; equal questions in turn about a
  /// matrix that is kept are answered once.
  /// @param node  All nodes of the points. @pre holds
  std::span<const Mat3> respond(std::span<const WeightedRows> points,
                                std::span<const std::int32_t> node);

 private:
  /// What was asked last.
  struct Question {
    std::vector<std::int32_t> number;  // nodes, then for each point how many and which
    std::vector<double> weight;
    bool operator==(const Question&) const = default;
  };

  void make_groups();
  void add_up(std::span<const WeightedRows> points, std::span<const std::int32_t> node);
  void find_columns(std::span<const std::int32_t> nodes);
  void find_group(int group);
  /// (A⁻¹)_ab of columns that have been found.
  [[nodiscard]] Mat3 block(std::int32_t a, std::int32_t b) const;
  [[nodiscard]] bool is_outer(std::int32_t node) const {
    return outer_place_[std::size_t(node)] >= 0;
  }

  SparseFactor factor_;
  bool held_ = false;                      // whether factor_ has the factors of an A
  double c_{};                             // of that A, s²
  std::vector<std::int32_t> outer_;        // nodes, ascending
  std::vector<std::int32_t> outer_place_;  // of a node among the outer ones, -1: inner
  std::vector<std::vector<Mat3>> column_;  // of a node: empty, or of outer nodes or of all
  bool keep_ = false;
  std::vector<std::vector<std::int32_t>> group_;  // nodes whose columns are found together
  std::vector<int> group_of_;                     // node
  std::vector<int> found_;                        // groups
  std::vector<Mat3> blocks_;                      // of a group while it is found
  Question asked_;
  Question question_;
  std::vector<Mat3> response_;
};

}  // namespace solfec
