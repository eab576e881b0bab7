#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "local_dynamics/body_operator.h"
#include "math/dense_panel.h"
#include "math/mat3.h"

namespace solfec {

/// A = L Lᵀ in place. @param diagonal  Of the matrix that A is what others have left of.
/// @return False where a pivot is rounding beside that: rows that say the same.
bool factor_independent(Panel A, std::span<const double> diagonal);

/// Points of one factored body, in its frame, of which the first ones are held altogether: the
/// Cholesky factors of their part of G without its scale, and what they leave of the others,
///
///   G = (G11, G21ᵀ; G21, G22),  G11 = L11 L11ᵀ,  L21 = G21 L11⁻ᵀ,  C = G22 - L21 L21ᵀ.
///
/// In that frame all of this stays while matrix and points do, however the body turns, so that a
/// step finds it made.
class FixedPointFactors {
 public:
  struct Points {
    std::vector<int> place;  // in the slot
    std::vector<NodalPoint> point;
    int held = 0;  // the first ones
  };

  /// Makes the factors, unless they are there. @return False where held points depend on each
  /// other.
  bool find(const PlaceInverse& inverse, int places, const Points& points);
  /// Block (m, n) of C, m >= n, by numbers of points that are not held.
  [[nodiscard]] Mat3 rest(int m, int n) const;
  /// x1 becomes y = L11⁻¹ x1, and x2 becomes -L21 y; three numbers per point.
  void forward(std::span<double> x1, std::span<double> x2);
  /// y becomes L11⁻ᵀ (y - L21ᵀ x2).
  void backward(std::span<double> y, std::span<double> x2);

 private:
  [[nodiscard]] Panel matrix() { return {factors_.data(), size_, size_, size_}; }
  void fill(const PlaceInverse& inverse, int places, const Points& points);
  bool factor();

  std::uint64_t matrix_ = 0;  // of PlaceInverse; 0: none
  std::vector<NodalPoint> points_;
  int held_ = 0;  // numbers, three per point
  int size_ = 0;
  bool independent_ = false;
  std::vector<double> factors_;
};

}  // namespace solfec
