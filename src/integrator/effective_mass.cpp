#include "integrator/effective_mass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace solfec {

namespace {

using Matrix9 = Eigen::Matrix<double, 9, 9>;
using Vector9 = Eigen::Matrix<double, 9, 1>;

/// Inverse by Cholesky's factors; by those of Gauss when strong compression makes A indefinite.
void invert(const Eigen::Map<const Matrix9>& A, Eigen::Map<Matrix9> inverse) {
  const Eigen::LLT<Matrix9> cholesky(A);
  if (cholesky.info() == Eigen::Success) {
    inverse = cholesky.solve(Matrix9::Identity());
  } else {
    inverse = Eigen::PartialPivLU<Matrix9>(A).inverse();
  }
  const Matrix9 symmetric = 0.5 * (inverse + inverse.transpose());
  inverse = symmetric;
}

/// Replaces a symmetric matrix by that with its negative eigenvalues set to zero.
void take_positive_part(Eigen::Map<Matrix9> K) {
  const Eigen::SelfAdjointEigenSolver<Matrix9> solver(K);
  const Vector9 values = solver.eigenvalues().cwiseMax(0.0);
  const Matrix9 positive =
      solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
  K = 0.5 * (positive + positive.transpose());
}

}  // namespace

Mat3 product(const Matrix9x9& A, const Mat3& X) {
  Mat3 result;
  Eigen::Map<Vector9>(result.m).noalias() =
      Eigen::Map<const Matrix9>(A.data()) * Eigen::Map<const Vector9>(X.m);
  return result;
}

Mat3 solution(const Matrix9x9& A, const Mat3& B) {
  Mat3 result;
  Eigen::Map<Vector9>(result.m) = Eigen::PartialPivLU<Matrix9>(Eigen::Map<const Matrix9>(A.data()))
                                      .solve(Eigen::Map<const Vector9>(B.m));
  return result;
}

void set_effective_mass(PseudoRigidSet& set, int slot, const Mat3& F, double factor,
                        StiffnessPart part) {
  Matrix9x9& A = set.effective_mass[slot];
  tangent_stiffness(set, slot, F, A);
  if (part == StiffnessPart::positive) take_positive_part(Eigen::Map<Matrix9>(A.data()));
  for (double& entry : A) entry *= factor;
  const Mat3& E = set.euler[slot];
  for (std::size_t L = 0; L < 3; ++L) {
    for (std::size_t J = 0; J < 3; ++J) {
      for (std::size_t i = 0; i < 3; ++i) A[i + 3 * J + 9 * (i + 3 * L)] += E.m[J + 3 * L];
    }
  }
  invert(Eigen::Map<const Matrix9>(A.data()),
         Eigen::Map<Matrix9>(set.effective_inverse[slot].data()));
  set.implicit[slot] = 1;
}

}  // namespace solfec
