#include "body/common/principal_moments.h"

#include "math/lapack.h"

namespace solfec {

std::array<double, 3> principal_moments(const Mat3& inertia) {
  Mat3 matrix = inertia;
  std::array<double, 3> moments{};
  symmetric_eigenvalues(3, matrix.m, moments);
  return moments;
}

bool are_moments_of_masses(const std::array<double, 3>& moments) {
  constexpr double kRounding = 1e-6;  // of the largest; numbers of scripts have few digits
  return moments[2] <= moments[0] + moments[1] + kRounding * moments[2];
}

}  // namespace solfec
