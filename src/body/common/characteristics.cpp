#include "body/common/characteristics.h"

#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

#include "base/check.h"

namespace solfec {

namespace {

constexpr double kSymmetryTolerance = 1e-9;   // of the largest entry: tensors typed by hand
constexpr double kDefiniteTolerance = 1e-14;  // smallest to largest eigenvalue: inverse exists

/// Largest |entry|, or a value that is not finite when an entry is not.
double largest_entry(const Mat3& tensor) {
  double largest = 0.0;
  for (const double entry : tensor.m) {
    if (!std::isfinite(entry)) return entry;
    largest = std::fmax(largest, std::fabs(entry));
  }
  return largest;
}

void check_positive(const char* rule, double value, const char* unit) {
  if (value > 0.0 && std::isfinite(value)) return;
  throw InputError(cat(rule, ", got ", value, unit));
}

void check_finite(const char* rule, double value, const char* unit) {
  if (std::isfinite(value)) return;
  throw InputError(cat(rule, ", got ", value, unit));
}

/// Half the sum with the transpose, once the tensor is found symmetric but for rounding.
Mat3 symmetrized(const Mat3& tensor, double largest) {
  for (int j = 1; j < 3; ++j) {
    for (int i = 0; i < j; ++i) {
      if (std::fabs(tensor(i, j) - tensor(j, i)) > kSymmetryTolerance * largest) {
        throw InputError(cat("tensor must be symmetric, got ", tensor(i, j), " and ", tensor(j, i),
                             " kg m^2 in row ", i + 1, " column ", j + 1, " and its mirror"));
      }
    }
  }
  return 0.5 * (tensor + transpose(tensor));
}

void check_positive_definite(const Mat3& tensor) {
  using Matrix = Eigen::Matrix3d;
  const Eigen::Map<const Matrix> matrix(tensor.m);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix, Eigen::EigenvaluesOnly);
  const double smallest = solver.eigenvalues()[0];  // ascending
  if (smallest > kDefiniteTolerance * solver.eigenvalues()[2]) return;
  throw InputError(
      cat("tensor must be positive definite, got the smallest eigenvalue ", smallest, " kg m^2"));
}

}  // namespace

bool holds_shape(Vec3 place, double volume) {
  constexpr double kUlp = std::numeric_limits<double>::epsilon();
  return !(volume > 0.0) || kUlp * norm_inf(place) < std::cbrt(volume);
}

BodyCharacteristics uniform_characteristics(BodyKind kind, const MassProperties& properties,
                                            double density) {
  BodyCharacteristics result{density * properties.volume, properties.volume, properties.center,
                             density * properties.euler};
  if (traits_of(kind).tensor_is_inertia) {
    const double polar = trace(result.tensor);
    result.tensor = diagonal(polar, polar, polar) - result.tensor;
  }
  return result;
}

BodyCharacteristics checked_characteristics(BodyKind kind, BodyCharacteristics characteristics) {
  const double largest = largest_entry(characteristics.tensor);
  // The volume first: a shape too large to be measured has no centre either.
  if (!has_inertia(kind)) {
    check_finite("volume must be finite", characteristics.volume, " m^3");
    check_finite("mass must be finite", characteristics.mass, " kg");
  } else {
    check_positive("volume must be positive and finite", characteristics.volume, " m^3");
    check_positive("mass must be positive and finite", characteristics.mass, " kg");
  }
  for (int i = 0; i < 3; ++i) {
    check_finite("center must be finite", characteristics.center[i], " m");
  }
  check_finite("tensor must be finite", largest, " kg m^2");
  if (!has_inertia(kind)) return characteristics;
  characteristics.tensor = symmetrized(characteristics.tensor, largest);
  check_positive_definite(characteristics.tensor);
  return characteristics;
}

}  // namespace solfec
