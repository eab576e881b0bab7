#include "solver/sweep/circulating_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "math/small_cholesky.h"

namespace solfec {

namespace {

constexpr double kSlack = 0.025;

}  // namespace

bool SelfBalance::remove_resultants(int nodes, std::span<const std::array<int, 2>> ends,
                                    std::span<Vec3> forces) {
  laplacian_.assign(at(nodes * nodes), 0.0);
  potential_.assign(at(nodes), {});
  const auto entry = [&](int i, int j) -> double& { return laplacian_[at(i + nodes * j)]; };
  bool held = false;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const auto [a, b] = ends[k];
    if (a >= 0) entry(a, a) += 1.0, potential_[at(a)] += forces[k];
    if (b >= 0) entry(b, b) += 1.0, potential_[at(b)] -= forces[k];
    held = held || a < 0 || b < 0;
    if (a >= 0 && b >= 0) entry(a, b) -= 1.0, entry(b, a) -= 1.0;
  }
  // potentials count by their differences alone where nothing leads outside
  if (!held) entry(0, 0) += 1.0;
  if (!factor_cholesky(nodes, laplacian_.data())) return false;
  for (int j = 0; j < nodes; ++j) {
    potential_[at(j)] = potential_[at(j)] / entry(j, j);
    for (int i = j + 1; i < nodes; ++i) potential_[at(i)] -= entry(i, j) * potential_[at(j)];
  }
  for (int j = nodes - 1; j >= 0; --j) {
    for (int i = j + 1; i < nodes; ++i) potential_[at(j)] -= entry(i, j) * potential_[at(i)];
    potential_[at(j)] = potential_[at(j)] / entry(j, j);
  }
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const auto [a, b] = ends[k];
    if (a >= 0) forces[k] -= potential_[at(a)];
    if (b >= 0) forces[k] += potential_[at(b)];
  }
  return true;
}

double way_in_cone(Vec3 r, Vec3 d, double friction) {
  double way = std::numeric_limits<double>::infinity();
  if (!(r.z > 0.0)) return way;
  if (d.z < 0.0) way = -r.z / d.z;
  // a t² + 2 b t + c = |r_T + t d_T|² - (mu (1 + slack))² (r_N + t d_N)², negative at t = 0
  const double bound = friction * (1.0 + kSlack);
  const double a = d.x * d.x + d.y * d.y - bound * bound * d.z * d.z;
  const double b = r.x * d.x + r.y * d.y - bound * bound * r.z * d.z;
  const double c = r.x * r.x + r.y * r.y - bound * bound * r.z * r.z;
  const double discriminant = b * b - a * c;
  if (!(c < 0.0) || discriminant < 0.0) return way;
  const double divisor = b + std::sqrt(discriminant);
  return divisor > 0.0 ? std::min(way, -c / divisor) : way;
}

Vec3 put_into_cone(Vec3 r, double friction) {
  const double normal = std::max(r.z, 0.0);
  const double bound = friction * normal;
  const double size = std::sqrt(r.x * r.x + r.y * r.y);
  if (size <= bound) return {r.x, r.y, normal};
  return {r.x * (bound / size), r.y * (bound / size), normal};
}

}  // namespace solfec
