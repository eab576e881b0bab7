#include "geometry/element/local_coordinates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/count.h"
#include "geometry/element/shape_functions.h"

namespace solfec {
namespace {

constexpr int kIterations = 50;
constexpr int kHalvings = 12;
constexpr double kFar = 10.0;        // local coordinates beyond this are given up
constexpr double kRounding = 4e-16;  // residual relative to the size of the coordinates

Vec3 point_at(std::span<const Vec3> vertices, const ShapeFunctions& shape) {
  Vec3 sum;
  for (std::size_t a = 0; a < vertices.size(); ++a) sum += shape.value[a] * vertices[a];
  return sum;
}

double largest_coordinate(std::span<const Vec3> vertices) {
  double largest = 0.0;
  for (const Vec3& vertex : vertices) largest = std::max(largest, norm_inf(vertex));
  return largest;
}

/// Newton's method from one starting point; nothing when it does not converge. `vertices` and
/// `point` are relative to the element.
std::optional<Vec3> search_from(std::span<const Vec3> vertices, Vec3 point, Vec3 start) {
  const int node_count = count(vertices);
  const double goal = kRounding * std::max(largest_coordinate(vertices), norm_inf(point));
  Vec3 local = start;
  ShapeFunctions shape = shape_functions(node_count, local);
  Vec3 residual = point - point_at(vertices, shape);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    if (norm_inf(residual) <= goal) return local;
    const Mat3 J = element_jacobian(vertices, shape);
    if (!(std::fabs(determinant(J)) > 0.0)) return {};
    const Vec3 increment = inverse(J) * residual;
    double share = 1.0;
    bool better = false;
    for (int halving = 0; halving < kHalvings && !better; ++halving, share *= 0.5) {
      const Vec3 trial = local + share * increment;
      const ShapeFunctions trial_shape = shape_functions(node_count, trial);
      const Vec3 trial_residual = point - point_at(vertices, trial_shape);
      better = norm(trial_residual) < norm(residual);
      if (!better) continue;
      local = trial;
      shape = trial_shape;
      residual = trial_residual;
    }
    // No step reduces the residual: either rounding is reached or the method is stuck.
    if (!better) break;
    if (norm_inf(local) > kFar) return {};
  }
  if (norm_inf(residual) <= 100.0 * goal) return local;
  return {};
}

}  // namespace

double reference_distance(int node_count, Vec3 local) {
  const auto [x, y, z] = local;
  if (node_count == 4) return std::max({-x, -y, -z, x + y + z - 1.0});
  if (node_count == 5) return std::max({-z, std::fabs(x) + z - 1.0, std::fabs(y) + z - 1.0});
  if (node_count == 6) return std::max({-x, -y, x + y - 1.0, std::fabs(z) - 1.0});
  return norm_inf(local) - 1.0;
}

LocalCoordinates local_coordinates(std::span<const Vec3> vertices, Vec3 point) {
  const int node_count = count(vertices);
  const Vec3 center = reference_center(node_count);
  const Vec3 origin = vertices[0];
  std::array<Vec3, 8> arm;
  for (std::size_t a = 0; a < vertices.size(); ++a) arm[a] = vertices[a] - origin;
  const auto arms = std::span<const Vec3>(arm).first(vertices.size());

  std::optional<Vec3> local = search_from(arms, point - origin, center);
  for (const Vec3& node : reference_nodes(node_count)) {
    if (local) break;
    local = search_from(arms, point - origin, 0.5 * (center + node));
  }
  if (!local) return {center, false, std::numeric_limits<double>::infinity()};
  return {*local, true, reference_distance(node_count, *local)};
}

}  // namespace solfec
