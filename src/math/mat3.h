#pragma once

#include "math/vec3.h"

namespace solfec {

/// 3 x 3 matrix, zero-initialised, stored by columns: entry (row i, column j) is m[i + 3 j].
struct Mat3 {
  double m[9]{};

  double& operator()(int i, int j) { return m[i + 3 * j]; }
  double operator()(int i, int j) const { return m[i + 3 * j]; }

  [[nodiscard]] Vec3 column(int j) const { return {m[0 + 3 * j], m[1 + 3 * j], m[2 + 3 * j]}; }
  [[nodiscard]] Vec3 row(int i) const { return {m[i], m[i + 3], m[i + 6]}; }

  Mat3& operator+=(const Mat3& b) {
    for (int k = 0; k < 9; ++k) m[k] += b.m[k];
    return *this;
  }
  Mat3& operator-=(const Mat3& b) {
    for (int k = 0; k < 9; ++k) m[k] -= b.m[k];
    return *this;
  }
  Mat3& operator*=(double s) {
    for (double& entry : m) entry *= s;
    return *this;
  }

  friend bool operator==(const Mat3&, const Mat3&) = default;
};

inline Mat3 operator+(Mat3 a, const Mat3& b) { return a += b; }
inline Mat3 operator-(Mat3 a, const Mat3& b) { return a -= b; }
inline Mat3 operator*(double s, Mat3 a) { return a *= s; }
inline Mat3 operator*(Mat3 a, double s) { return a *= s; }

/// A v and A B; sums go in the order of the columns.
inline Vec3 operator*(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[3] * v.y + a.m[6] * v.z, a.m[1] * v.x + a.m[4] * v.y + a.m[7] * v.z,
          a.m[2] * v.x + a.m[5] * v.y + a.m[8] * v.z};
}

/// Aᵀ v without forming the transpose.
inline Vec3 transposed_times(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[1] * v.y + a.m[2] * v.z, a.m[3] * v.x + a.m[4] * v.y + a.m[5] * v.z,
          a.m[6] * v.x + a.m[7] * v.y + a.m[8] * v.z};
}

inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  Mat3 c;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      c(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
    }
  }
  return c;
}

/// The matrix with these columns.
inline Mat3 from_columns(Vec3 a, Vec3 b, Vec3 c) {
  return {{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}};
}

inline Mat3 diagonal(double a, double b, double c) { return {{a, 0, 0, 0, b, 0, 0, 0, c}}; }
inline Mat3 identity() { return diagonal(1.0, 1.0, 1.0); }

inline Mat3 transpose(const Mat3& a) {
  return {{a.m[0], a.m[3], a.m[6], a.m[1], a.m[4], a.m[7], a.m[2], a.m[5], a.m[8]}};
}

inline double trace(const Mat3& a) { return a.m[0] + a.m[4] + a.m[8]; }

inline double determinant(const Mat3& a) {
  return dot(a.column(0), cross(a.column(1), a.column(2)));
}

/// Inverse by cofactors; the caller makes sure that the determinant is not zero.
inline Mat3 inverse(const Mat3& a) {
  const Vec3 r0 = cross(a.column(1), a.column(2));
  const Vec3 r1 = cross(a.column(2), a.column(0));
  const Vec3 r2 = cross(a.column(0), a.column(1));
  const double scale = 1.0 / dot(a.column(0), r0);
  return transpose(from_columns(scale * r0, scale * r1, scale * r2));
}

/// cof(F) = det(F) F⁻ᵀ, which carries area vectors; defined for every F.
inline Mat3 cofactor(const Mat3& F) {
  const Vec3 a = F.column(0);
  const Vec3 b = F.column(1);
  const Vec3 c = F.column(2);
  return from_columns(cross(b, c), cross(c, a), cross(a, b));
}

/// a bᵀ.
inline Mat3 outer(Vec3 a, Vec3 b) { return from_columns(b.x * a, b.y * a, b.z * a); }

/// â with â v = a × v.
inline Mat3 skew(Vec3 a) { return {{0, a.z, -a.y, -a.z, 0, a.x, a.y, -a.x, 0}}; }

/// Sum of the products of equal entries, A : B.
inline double double_dot(const Mat3& a, const Mat3& b) {
  double sum = 0.0;
  for (int k = 0; k < 9; ++k) sum += a.m[k] * b.m[k];
  return sum;
}

inline bool is_finite(const Mat3& a) {
  return is_finite(a.column(0)) && is_finite(a.column(1)) && is_finite(a.column(2));
}

}  // namespace solfec
