#include "geometry/element/element_quadrature.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace solfec {
namespace {

// Rules are made once, when they are asked for first. A collapsed rule takes the points of a cube
// [-1, 1]³ to the element and their weights times the Jacobian of that map.

/// Point and weight of a rule on [-1, 1].
struct LinePoint {
  double at;
  double weight;
};

using Rule = std::vector<QuadraturePoint>;

/// Gauss-Legendre rules of two and four points, roots of P2 and P4 in closed form.
std::vector<LinePoint> gauss_points(int n) {
  if (n == 2) return {{-1.0 / std::sqrt(3.0), 1.0}, {1.0 / std::sqrt(3.0), 1.0}};
  const double spread = 2.0 / 7.0 * std::sqrt(6.0 / 5.0);
  const double inner = std::sqrt(3.0 / 7.0 - spread);
  const double outer = std::sqrt(3.0 / 7.0 + spread);
  const double inner_weight = (18.0 + std::sqrt(30.0)) / 36.0;
  const double outer_weight = (18.0 - std::sqrt(30.0)) / 36.0;
  return {
      {-outer, outer_weight}, {-inner, inner_weight}, {inner, inner_weight}, {outer, outer_weight}};
}

/// Calls f(a, b, c, weight) for the points of the cube [-1, 1]³, the last coordinate fastest.
template <typename Function>
void for_cube(int n, const Function& f) {
  const std::vector<LinePoint> line = gauss_points(n);
  for (const LinePoint& a : line) {
    for (const LinePoint& b : line) {
      for (const LinePoint& c : line) f(a.at, b.at, c.at, a.weight * b.weight * c.weight);
    }
  }
}

Rule hexahedron_rule(int n) {
  Rule rule;
  for_cube(n, [&](double a, double b, double c, double w) { rule.push_back({{a, b, c}, w}); });
  return rule;
}

/// Collapsed cube: ζ = (1 + c)/2, s = 1 - ζ, (ξ, η) = s (a, b); the Jacobian is s²/2.
Rule pyramid_rule(int n) {
  Rule rule;
  for_cube(n, [&](double a, double b, double c, double w) {
    const double s = 0.5 * (1.0 - c);
    rule.push_back({{s * a, s * b, 1.0 - s}, 0.5 * s * s * w});
  });
  return rule;
}

Rule wedge_body_rule() {
  constexpr double kNear = 1.0 / 6.0;
  constexpr double kFar = 2.0 / 3.0;
  Rule rule;
  for (const LinePoint& z : gauss_points(2)) {
    for (const Vec3 p : {Vec3{kNear, kNear, z.at}, {kFar, kNear, z.at}, {kNear, kFar, z.at}}) {
      rule.push_back({p, z.weight / 6.0});
    }
  }
  return rule;
}

/// Collapsed square times a line: ξ = (1 + a)/2, η = (1 - ξ)(1 + b)/2; the Jacobian is (1 - ξ)/4.
Rule wedge_mass_rule() {
  Rule rule;
  for_cube(4, [&](double a, double b, double c, double w) {
    const double x = 0.5 * (1.0 + a);
    rule.push_back({{x, 0.5 * (1.0 - x) * (1.0 + b), c}, 0.25 * (1.0 - x) * w});
  });
  return rule;
}

Rule tetrahedron_body_rule() {
  const double near = (5.0 - std::sqrt(5.0)) / 20.0;
  const double far = (5.0 + 3.0 * std::sqrt(5.0)) / 20.0;
  constexpr double kWeight = 1.0 / 24.0;
  return {{{near, near, near}, kWeight},
          {{far, near, near}, kWeight},
          {{near, far, near}, kWeight},
          {{near, near, far}, kWeight}};
}

/// Collapsed cube: ξ = (1 + a)/2, η = (1 - ξ)(1 + b)/2, ζ = (1 - ξ - η)(1 + c)/2.
Rule tetrahedron_mass_rule() {
  Rule rule;
  for_cube(4, [&](double a, double b, double c, double w) {
    const double x = 0.5 * (1.0 + a);
    const double y = 0.5 * (1.0 - x) * (1.0 + b);
    const double rest = 1.0 - x - y;
    rule.push_back({{x, y, 0.5 * rest * (1.0 + c)}, 0.125 * (1.0 - x) * rest * w});
  });
  return rule;
}

FaceQuadraturePoint triangle_point(std::span<const Vec3> vertex) {
  const Vec3 area = 0.5 * cross(vertex[1] - vertex[0], vertex[2] - vertex[0]);
  return {{1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}, area};
}

/// The area vector at a point is ∂x/∂ξ × ∂x/∂η of the bilinear patch, times the weight.
FaceQuadraturePoint quadrilateral_point(std::span<const Vec3> vertex, const LinePoint& x,
                                        const LinePoint& y) {
  constexpr std::array<double, 4> kX{-1, 1, 1, -1};
  constexpr std::array<double, 4> kY{-1, -1, 1, 1};
  FaceQuadraturePoint point{std::vector<double>(4), {}};
  Vec3 along_x;
  Vec3 along_y;
  for (std::size_t a = 0; a < 4; ++a) {
    const double u = 1.0 + kX[a] * x.at;
    const double v = 1.0 + kY[a] * y.at;
    point.value[a] = 0.25 * u * v;
    along_x += 0.25 * kX[a] * v * vertex[a];
    along_y += 0.25 * kY[a] * u * vertex[a];
  }
  point.area = x.weight * y.weight * cross(along_x, along_y);
  return point;
}

}  // namespace

std::span<const QuadraturePoint> body_quadrature(int node_count) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  static const Rule tetrahedron = tetrahedron_body_rule();
  static const Rule pyramid = pyramid_rule(2);
  static const Rule wedge = wedge_body_rule();
  static const Rule hexahedron = hexahedron_rule(2);
  if (node_count == 4) return tetrahedron;
  if (node_count == 5) return pyramid;
  return node_count == 6 ? wedge : hexahedron;
}

std::span<const QuadraturePoint> mass_quadrature(int node_count) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  static const Rule tetrahedron = tetrahedron_mass_rule();
  static const Rule pyramid = pyramid_rule(4);
  static const Rule wedge = wedge_mass_rule();
  static const Rule hexahedron = hexahedron_rule(4);
  if (node_count == 4) return tetrahedron;
  if (node_count == 5) return pyramid;
  return node_count == 6 ? wedge : hexahedron;
}

std::span<const QuadraturePoint> fine_tetrahedron_quadrature() {
  constexpr double kVolume = 1.0 / 6.0;
  static const std::vector<QuadraturePoint> kRule = [] {
    std::vector<QuadraturePoint> rule;
    // barycentric coordinates (a, a, a, 1 - 3a) and permutations
    for (const auto& [a, weight] : {std::pair{0.31088591926330060980, 0.11268792571801585080},
                                    std::pair{0.09273525031089122640, 0.07349304311636194954}}) {
      const double b = 1.0 - 3.0 * a;
      for (const Vec3 local : {Vec3{a, a, a}, Vec3{b, a, a}, Vec3{a, b, a}, Vec3{a, a, b}}) {
        rule.push_back({local, weight * kVolume});
      }
    }
    // (a, a, b, b) and permutations
    const double a = 0.04550370412564964949;
    const double b = 0.5 - a;
    const double weight = 0.04254602077708146644;
    for (const Vec3 local : {Vec3{a, a, b}, Vec3{a, b, a}, Vec3{b, a, a}, Vec3{a, b, b},
                             Vec3{b, a, b}, Vec3{b, b, a}}) {
      rule.push_back({local, weight * kVolume});
    }
    return rule;
  }();
  return kRule;
}

std::vector<FaceQuadraturePoint> face_quadrature(std::span<const Vec3> vertices) {
  SOLFEC_ASSERT(vertices.size() == 3 || vertices.size() == 4);
  if (vertices.size() == 3) return {triangle_point(vertices)};
  std::vector<FaceQuadraturePoint> points;
  for (const LinePoint& x : gauss_points(2)) {
    for (const LinePoint& y : gauss_points(2)) {
      points.push_back(quadrilateral_point(vertices, x, y));
    }
  }
  return points;
}

}  // namespace solfec
