#pragma once

#include <cmath>
#include <vector>

#include "base/count.h"
#include "math/vec3.h"

namespace solfec {

/// Sum of the products of two lists of vectors.
inline double product(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// Impulses of redundant joints that move no body: self-stresses, an orthonormal basis. A residual
/// of velocities along one of them contradicts itself, no impulse takes it away.
class SelfStresses {
 public:
  static constexpr int kMost = 24;  // of one mechanism, that are looked for

  [[nodiscard]] int size() const { return count(basis_); }
  /// Takes the parts along self-stresses away.
  void project(std::vector<Vec3>& a) const {
    for (const std::vector<Vec3>& stress : basis_) {
      const double share = product(stress, a);
      for (std::size_t i = 0; i < a.size(); ++i) a[i] -= share * stress[i];
    }
  }
  /// Adds what a direction has beside the present ones.
  /// @return False: hardly anything.
  bool add(std::vector<Vec3> direction) {
    constexpr double kBeside = 1e-3;  // of the direction
    const double before = std::sqrt(product(direction, direction));
    for (int pass = 0; pass < 2; ++pass) project(direction);
    const double size = std::sqrt(product(direction, direction));
    if (!(size > kBeside * before)) return false;
    for (Vec3& one : direction) one *= 1.0 / size;
    basis_.push_back(std::move(direction));
    return true;
  }

 private:
  std::vector<std::vector<Vec3>> basis_;
};

}  // namespace solfec
