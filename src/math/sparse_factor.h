#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "math/block_csr.h"
#include "math/mat3.h"
#include "math/supernodal_ldlt.h"
#include "math/vec3.h"

namespace solfec {

/// Fill-reducing order of the block rows of a symmetric pattern by nested dissection (Metis;
/// Karypis and Kumar (1998), SIAM J. Sci. Comput. 20, 359-392) with a fixed seed.
/// @return place[i], new number of block row i.
std::vector<int> nested_dissection_order(const BlockCsr& pattern);

/// Blocks N_t C_s between points t <= s, at result[s (s + 1) / 2 + t], from block rows of their
/// columns. @param rows  Of the columns, ascending; all rows of the points are among them.
/// @param columns  Block rows[k] of C_s at columns[rows.size() * s + k].
void weigh_columns(std::span<const WeightedRows> points, std::span<const std::int32_t> rows,
                   std::span<const Mat3> columns, std::span<Mat3> result);

/// D of a block row that is held: its pivots are so large that x = 0 there and that the factors of
/// the other rows are those of the matrix without it.
inline constexpr double kHeldRow = 1e60;
/// Whether a number on the diagonal is that of a held row, whatever has been added to it or divides
/// it.
inline bool is_of_held_row(double entry) { return entry > 1e-20 * kHeldRow; }

/// Factorisation of symmetric positive definite matrices A = D + c K, where D is diagonal (a lumped
/// mass) and K has blocks of 3 x 3, e.g. A = M + (¼h² + ½ηh) K.
///
/// Nested dissection of the block rows, then supernodal L D Lᵀ factors (supernodal_ldlt.h);
/// docs/developer/finite-elements.md has the measurements. Of indefinite matrices, whose
/// pivots are sought in the blocks of the diagonal only, the factors are tried on a vector; where
/// that is inexact, LU factors with pivoting take their place (Eigen's SparseLU). Small matrices
/// are inverted instead. The analysis serves any number of factorisations. The same bits each time,
/// for any number of threads.
class SparseFactor {
 public:
  /// Holds no matrix until `analyse`. `solve` and `inverse_columns` have work space in the object:
  /// one thread at a time.
  SparseFactor();
  ~SparseFactor();
  SparseFactor(SparseFactor&&) noexcept;
  SparseFactor& operator=(SparseFactor&&) noexcept;

  /// Order and symbolic analysis. @param pattern  Symmetric, with all diagonal blocks.
  void analyse(const BlockCsr& pattern);
  /// @param D  Per block row, added to its three diagonal entries; kHeldRow holds it.
  /// @param K  The pattern analysed. @return false when A is singular.
  bool factor(std::span<const double> D, double c, const BlockCsr& K);
  /// Whether A is positive definite. @pre factor returned true.
  [[nodiscard]] bool is_definite() const;
  /// x = A⁻¹ b; b and x may be the same. @pre factor returned true.
  void solve(std::span<const Vec3> b, std::span<Vec3> x) const;
  /// Block rows wanted[k] of the columns N_s of A⁻¹ for points s, sums of rows with weights:
  /// result[wanted.size() * s + k] = Σ_b weight_b (A⁻¹)_{wanted[k], b}. @pre factor returned true.
  void inverse_columns(std::span<const WeightedRows> points, std::span<const std::int32_t> wanted,
                       std::span<Mat3> result) const;
  /// Blocks N_t A⁻¹ N_sᵀ between points for t <= s, at result[s (s + 1) / 2 + t].
  /// @pre factor returned true.
  void inverse_between(std::span<const WeightedRows> points, std::span<Mat3> result) const;
  /// Blocks N_s A⁻¹ N_sᵀ of single points. @pre factor returned true.
  void inverse_at_points(std::span<const WeightedRows> points, std::span<Mat3> result) const;
  /// Work of `inverse_between` over that of `inverse_at_points`.
  [[nodiscard]] double cost_between(std::span<const WeightedRows> points) const;
  /// Whether A⁻¹ is there as a whole: small matrices.
  [[nodiscard]] bool is_inverted() const;
  /// sum[k] += w block (row[k], j) of A⁻¹. @pre is_inverted, factor returned true.
  void add_inverse_column(int j, double w, std::span<const std::int32_t> row,
                          std::span<Mat3> sum) const;
  /// Numbers that a solution reads, once or twice; what LU factors have instead is not counted.
  [[nodiscard]] double entries() const;
  /// Multiplications with additions of a factorisation, from the analysis; LU factors have more.
  [[nodiscard]] double operations() const;
  /// Number of block rows.
  [[nodiscard]] int row_count() const;
  /// New number of a block row in the order of elimination; its own one where A is inverted.
  [[nodiscard]] int place(int row) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace solfec
