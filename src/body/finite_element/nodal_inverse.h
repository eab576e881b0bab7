#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/block_csr.h"
#include "math/mat3.h"
#include "math/sparse_factor.h"
#include "math/vec3.h"

namespace solfec {

/// A⁻¹ of A = M + c K over the nodes of a mesh: its products with vectors, and its 3 x 3 blocks
/// between single nodes, which rows of constraints need. A block column is found when a node is
/// first asked for and kept as long as A stays. Blocks do not depend on the order of the questions,
/// not even in the last bit: a column of an outer node keeps the blocks of outer nodes, that of an
/// inner one all, and of two columns that hold a block the same one answers always.
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
  void analyse(const BlockCsr& pattern, std::span<const std::int32_t> outer);
  [[nodiscard]] bool analysed() const { return factor_.row_count() > 0; }
  /// Forgets the last A. @param mass  M, kg. @param c  s². @return False when A is singular.
  bool factor(std::span<const double> mass, double c, const BlockCsr& K);
  /// Whether A is there with this c.
  [[nodiscard]] bool holds(double c) const { return held_ && c_ == c; }

  /// x = A⁻¹ b. @pre holds
  void solve(std::span<const Vec3> b, std::span<Vec3> x) const { factor_.solve(b, x); }
  /// Finds the columns of nodes; those known are skipped. @pre holds
  void find_columns(std::span<const std::int32_t> nodes);
  /// response[k] = Σ_b weight[b] (A⁻¹)_ab for a = node[k], 1/kg.
  /// @pre columns of all these nodes have been found.
  void respond(std::span<const std::int32_t> node, std::span<const int> at_node,
               std::span<const double> weight, std::span<Mat3> response) const;

 private:
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
  std::vector<std::int32_t> found_;        // nodes whose column is not empty
  std::vector<Mat3> whole_column_;         // a whole column while it is found
};

}  // namespace solfec
