#include "math/small_logarithm.h"

namespace solfec {

// Polynomials are split so that few products of matrices are needed (Paterson and Stockmeyer
// (1973), SIAM J. Comput. 2, 60-66).

Mat3 logarithm_of_unit_plus(const Mat3& X) {
  const Mat3 Z = X * inverse(2.0 * identity() + X);
  const Mat3 W = Z * Z;
  const Mat3 W2 = W * W;
  const Mat3 W3 = W2 * W;
  const Mat3 low = 2.0 * identity() + 2.0 / 3.0 * W + 2.0 / 5.0 * W2;
  const Mat3 high = 2.0 / 7.0 * identity() + 2.0 / 9.0 * W + 2.0 / 11.0 * W2 + 2.0 / 13.0 * W3;
  return Z * (low + W3 * high);
}

Mat3 exponential_minus_unit(const Mat3& X) {
  const Mat3 X2 = X * X;
  const Mat3 X3 = X2 * X;
  const Mat3 low = identity() + 1.0 / 2.0 * X + 1.0 / 6.0 * X2;
  const Mat3 middle = 1.0 / 24.0 * identity() + 1.0 / 120.0 * X + 1.0 / 720.0 * X2;
  const Mat3 high = 1.0 / 5040.0 * identity() + 1.0 / 40320.0 * X + 1.0 / 362880.0 * X2;
  return X * (low + X3 * (middle + X3 * high));
}

}  // namespace solfec
