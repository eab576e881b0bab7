#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "math/mat3.h"
#include "math/sparse_ldlt.h"
#include "math/sparse_lu.h"
#include "math/vec3.h"

namespace solfec {

/// Sparse factors of the mobility A = H M⁻¹ Hᵀ between rows of joints, as preconditioner of
/// iterate_impulses. Rows see each other by bodies that they share, so the matrix of a chain is
/// banded and factors cost as much as some products with it.
///
/// Redundant joints make A singular. L D Lᵀ factors of A + ε diag(A) exist always, and leave out
/// what no impulse changes. Joints with guides that hold a motion twice agree but for their gaps,
/// which have eigenvalues of the square of the gaps; these are left out, too. A cable or net of
/// points and links that hangs nearly straight has eigenvalues of the square of its sag, whose
/// errors are to be taken away: its tension would make energy of them.
class JointFactors {
 public:
  static constexpr double kCompliance = 1e-7;        // ε
  static constexpr double kSharpCompliance = 1e-11;  // ε where no row is a guide
  static constexpr double kMostEntries = 4e6;        // of the factors, 64 MB

  /// One end of a row.
  struct End {
    bool moves{};  // a point of a body with inertia
    BodyRef body;
    const BodyPoint* point{};
  };
  /// A row as the factors see it.
  struct Row {
    std::array<End, 2> end;  // master, slave
    bool is_point{};         // all components, else that along n
    Vec3 n;
  };

  /// Factors the matrix of rows.
  /// @return False: a row alone needs none, they would be too large, or it is not definite.
  bool find(const Bodies& bodies, std::vector<Row> rows, double compliance = kCompliance);
  /// Impulses (N s) that take residuals (m/s) away. @pre find returned true.
  void apply(std::span<const Vec3> residual, std::span<Vec3> impulse);

 private:
  void number_unknowns();
  void find_neighbours();
  void find_pattern();
  void fill(const Bodies& bodies);
  void fill_block(const Mat3& block, std::size_t i, std::size_t j, int offset);
  [[nodiscard]] Mat3 mobility(const Bodies& bodies, const Row& one, const Row& other) const;
  [[nodiscard]] int width(std::size_t row) const { return rows_[row].is_point ? 3 : 1; }

  std::vector<Row> rows_;
  double compliance_{};
  std::vector<int> first_;                    // unknown of each row, and how many there are
  std::vector<std::vector<int>> neighbours_;  // rows that a row sees, itself too, ascending
  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<double> right_;
  SparseLdlt ldlt_;
};

}  // namespace solfec
