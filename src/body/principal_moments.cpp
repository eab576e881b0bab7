#include "body/principal_moments.h"

#include "base/count.h"
#include "math/lapack.h"

namespace solfec {

std::array<double, 3> principal_moments(const Mat3& inertia) {
  std::array<double, 9> matrix{};
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) matrix[at(3 * column + row)] = inertia(row, column);
  }
  std::array<double, 3> moments{};
  symmetric_eigenvalues(3, matrix, moments);
  return moments;
}

bool are_moments_of_masses(const std::array<double, 3>& moments) {
  constexpr double kRounding = 1e-6;  // of the largest; numbers of scripts have few digits
  return moments[2] <= moments[0] + moments[1] + kRounding * moments[2];
}

}  // namespace solfec
