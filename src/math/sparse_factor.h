#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "math/block_csr.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Fill-reducing order of the block rows of a symmetric pattern by nested dissection (Metis;
/// Karypis and Kumar (1998), SIAM J. Sci. Comput. 20, 359-392) with a fixed seed.
/// @return place[i], new number of block row i.
std::vector<int> nested_dissection_order(const BlockCsr& pattern);

/// Factorisation of symmetric positive definite matrices A = D + c K, where D is diagonal (a lumped
/// mass) and K has blocks of 3 x 3, e.g. A = M + (¼h² + ½ηh) K.
///
/// Nested dissection of the block rows, then a supernodal LU factorisation without pivoting
/// (Eigen's SparseLU); docs/finite-elements.md has the measurements behind the choice. Small
/// matrices are inverted instead. The analysis serves any number of factorisations. One thread; the
/// same bits each time. Indefinite matrices are factored too, unless a pivot vanishes.
class SparseFactor {
 public:
  /// Holds no matrix until `analyse`. `solve` and `inverse_column` have work space in the object:
  /// one thread at a time.
  SparseFactor();
  ~SparseFactor();
  SparseFactor(SparseFactor&&) noexcept;
  SparseFactor& operator=(SparseFactor&&) noexcept;

  /// Order and symbolic analysis. @param pattern  Symmetric, with all diagonal blocks.
  void analyse(const BlockCsr& pattern);
  /// @param D  Per block row, added to its three diagonal entries.
  /// @param K  The pattern analysed. @return false when A is singular.
  bool factor(std::span<const double> D, double c, const BlockCsr& K);
  /// x = A⁻¹ b; b and x may be the same. @pre factor returned true.
  void solve(std::span<const Vec3> b, std::span<Vec3> x) const;
  /// x[i] = block (i, j) of A⁻¹. @pre factor returned true; x has a block per block row.
  void inverse_column(int j, std::span<Mat3> x) const;
  /// Whether A⁻¹ is there as a whole: small matrices.
  [[nodiscard]] bool is_inverted() const;
  /// sum[k] += w block (row[k], j) of A⁻¹. @pre is_inverted, factor returned true.
  void add_inverse_column(int j, double w, std::span<const std::int32_t> row,
                          std::span<Mat3> sum) const;
  /// Number of block rows.
  [[nodiscard]] int row_count() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace solfec
