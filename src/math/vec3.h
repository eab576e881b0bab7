#pragma once

#include <cmath>

namespace solfec {

/// Vector of three doubles, zero-initialised.
struct Vec3 {
  double x{};
  double y{};
  double z{};

  double& operator[](int i) { return i == 0 ? x : (i == 1 ? y : z); }
  double operator[](int i) const { return i == 0 ? x : (i == 1 ? y : z); }

  Vec3& operator+=(Vec3 b) { return *this = {x + b.x, y + b.y, z + b.z}; }
  Vec3& operator-=(Vec3 b) { return *this = {x - b.x, y - b.y, z - b.z}; }
  Vec3& operator*=(double s) { return *this = {x * s, y * s, z * s}; }

  friend bool operator==(const Vec3&, const Vec3&) = default;
};

inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec3 operator*(Vec3 a, double s) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(Vec3 a) { return std::sqrt(dot(a, a)); }
/// Component by component.
inline Vec3 minimum(Vec3 a, Vec3 b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3 maximum(Vec3 a, Vec3 b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
/// Largest absolute value of a component.
inline double norm_inf(Vec3 a) {
  return std::fmax(std::fabs(a.x), std::fmax(std::fabs(a.y), std::fabs(a.z)));
}
/// Direction whose length neither over- nor underflows: lengths outside of [1e-100, 1e100] are
/// divided by the largest component. Zero stays zero.
inline Vec3 scaled_direction(Vec3 a) {
  const double largest = norm_inf(a);
  return largest > 0.0 && !(largest >= 1e-100 && largest <= 1e100) ? a / largest : a;
}
/// a / |a|; the caller makes sure that a is not zero.
inline Vec3 normalized(Vec3 a) { return a / norm(a); }
inline bool is_finite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace solfec
