#include "body/finite_element/stress_patch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "math/lapack.h"

namespace solfec {

namespace {

constexpr double kLeastSpread = 0.05;  // of the centres along an axis, in squared sizes of elements
constexpr double kOutside = 2.0;       // squared distance of a node, in spreads of its patch
constexpr double kEqual = 1e-6;        // relative: nodes that are as near

int node_of(const ElementGroup& group, int slot, int a) {
  return group.node[at(group.node_place(slot / kElementLanes, a, slot % kElementLanes))];
}

/// Least eigenvalue of A in the metric of B, both symmetric, B positive definite.
double least_ratio(const Mat3& A, const Mat3& B) {
  Mat3 axes = B;
  std::array<double, 3> squares{};
  symmetric_eigenvectors(3, axes.m, squares);
  Mat3 scaled;  // B^-1/2 in its axes
  for (int k = 0; k < 3; ++k) {
    if (!(squares[at(k)] > 0.0)) return 0.0;
    const double scale = 1.0 / std::sqrt(squares[at(k)]);
    for (int i = 0; i < 3; ++i) scaled(i, k) = scale * axes(i, k);
  }
  Mat3 ratio = transpose(scaled) * (A * scaled);
  std::array<double, 3> ratios{};
  symmetric_eigenvectors(3, ratio.m, ratios);
  return *std::min_element(ratios.begin(), ratios.end());
}

}  // namespace

/// Returns the volume of an element, the sum of the weights of its integration points, m³.
double StressPatches::volume(ElementPlace place) const {
  const ElementGroup& group = mesh_.group[at(place.group)];
  const int pack = place.slot / kElementLanes;
  double sum = 0.0;
  for (int p = group.point_start[at(pack)]; p < group.point_start[at(pack) + 1]; ++p) {
    sum += group.weight[at(p * kElementLanes + place.slot % kElementLanes)];
  }
  return sum;
}

bool StressPatches::same_material(ElementPlace a, ElementPlace b) const {
  const ElementGroup& first = mesh_.group[at(a.group)];
  const ElementGroup& second = mesh_.group[at(b.group)];
  return first.lambda[at(a.slot)] == second.lambda[at(b.slot)] &&
         first.mu[at(a.slot)] == second.mu[at(b.slot)];
}

Vec3 StressPatches::center(ElementPlace place) const {
  const ElementGroup& group = mesh_.group[at(place.group)];
  Vec3 sum;
  for (int a = 0; a < group.node_count; ++a) sum += mesh_.node[at(node_of(group, place.slot, a))];
  return sum / group.node_count;
}

void StressPatches::around(int node, std::vector<ElementPlace>& elements) const {
  for (int k = mesh_.gather_start[at(node)]; k < mesh_.gather_start[at(node) + 1]; ++k) {
    const int place = mesh_.gather[at(k)];  // of the x component of a force
    int g = 0;
    while (place >= mesh_.force_start[at(g) + 1]) ++g;
    const int in_group = place - mesh_.force_start[at(g)];
    const int pack = in_group / (3 * kElementLanes * mesh_.group[at(g)].node_count);
    elements.push_back({g, pack * kElementLanes + in_group % kElementLanes});
  }
}

/// Adds the elements around those of the patch that are of their material.
void StressPatches::extend(std::vector<ElementPlace>& patch) const {
  const std::vector<ElementPlace> inner = patch;
  std::vector<ElementPlace> more;
  for (const ElementPlace place : inner) {
    const ElementGroup& group = mesh_.group[at(place.group)];
    for (int a = 0; a < group.node_count; ++a) around(node_of(group, place.slot, a), more);
  }
  std::sort(more.begin(), more.end());
  more.erase(std::unique(more.begin(), more.end()), more.end());
  patch.clear();
  for (const ElementPlace place : more) {
    if (same_material(place, inner.front())) patch.push_back(place);
  }
}

StressPatches::Spread StressPatches::spread(std::span<const ElementPlace> patch) const {
  Spread spread;
  for (const ElementPlace place : patch) {
    spread.volume += volume(place);
    spread.center += volume(place) * center(place);
  }
  spread.center = spread.center / spread.volume;
  for (const ElementPlace place : patch) {
    const double share = volume(place) / spread.volume;
    const Vec3 middle = center(place);
    spread.moments += share * outer(middle - spread.center, middle - spread.center);
    const ElementGroup& group = mesh_.group[at(place.group)];
    for (int a = 0; a < group.node_count; ++a) {
      const Vec3 arm = mesh_.node[at(node_of(group, place.slot, a))] - middle;
      spread.extents += (share / group.node_count) * outer(arm, arm);
    }
  }
  return spread;
}

/// Whether a patch tells how stress changes along all axes, around a point.
bool StressPatches::surrounds(const Spread& spread, Vec3 x) const {
  if (!(least_ratio(spread.moments, spread.extents) > kLeastSpread)) return false;
  const Vec3 arm = x - spread.center;
  return dot(inverse(spread.moments) * arm, arm) <= kOutside;
}

std::vector<ElementPlace> StressPatches::patch_of(int node, ElementPlace material) const {
  std::vector<ElementPlace> patch;
  around(node, patch);
  std::erase_if(patch, [&](ElementPlace place) { return !same_material(place, material); });
  return patch;
}

/// Returns, of the nodes of the elements `own` around `node`, those nearest to it that are
/// surrounded by their elements.
std::vector<int> StressPatches::nearest_inner(int node, std::span<const ElementPlace> own) const {
  std::vector<std::pair<double, int>> others;
  for (const ElementPlace place : own) {
    const ElementGroup& group = mesh_.group[at(place.group)];
    for (int a = 0; a < group.node_count; ++a) {
      const int other = node_of(group, place.slot, a);
      others.emplace_back(norm(mesh_.node[at(other)] - mesh_.node[at(node)]), other);
    }
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  std::vector<int> nearest;
  double reach = 0.0;
  for (const auto& [distance, other] : others) {
    if (!nearest.empty() && distance > reach) break;
    const std::vector<ElementPlace> patch = patch_of(other, own.front());
    if (other == node || !surrounds(spread(patch), mesh_.node[at(other)])) continue;
    if (nearest.empty()) reach = (1.0 + kEqual) * distance;
    nearest.push_back(other);
  }
  return nearest;
}

/// Adds the weights, whose sum is `share`, of the value at x of the line through a patch.
void StressPatches::add_line(Vec3 x, std::span<const ElementPlace> patch, const Spread& spread,
                             double share, std::vector<PatchWeight>& weights) const {
  const Vec3 slope = inverse(spread.moments) * (x - spread.center);
  for (const ElementPlace place : patch) {
    const double part = volume(place) / spread.volume;
    weights.push_back({place, share * part * (1.0 + dot(center(place) - spread.center, slope))});
  }
}

/// Adds the weights of elements of one material around a node, whose sum is `share`.
bool StressPatches::weigh_material(int node, const std::vector<ElementPlace>& own, double share,
                                   std::vector<PatchWeight>& weights) const {
  const Vec3 x = mesh_.node[at(node)];
  const Spread around_node = spread(own);
  if (surrounds(around_node, x)) {
    add_line(x, own, around_node, share, weights);
    return true;
  }
  const std::vector<int> inner = nearest_inner(node, own);
  for (const int other : inner) {
    const std::vector<ElementPlace> patch = patch_of(other, own.front());
    add_line(x, patch, spread(patch), share / count(inner), weights);
  }
  if (!inner.empty()) return true;
  std::vector<ElementPlace> wide = own;
  extend(wide);
  const Spread around_own = spread(wide);
  if (!(least_ratio(around_own.moments, around_own.extents) > kLeastSpread)) return false;
  add_line(x, wide, around_own, share, weights);
  return true;
}

bool StressPatches::weigh(int node, ElementPlace material,
                          std::vector<PatchWeight>& weights) const {
  weights.clear();
  if (weigh_material(node, patch_of(node, material), 1.0, weights)) return true;
  weights.clear();
  return false;
}

bool StressPatches::weigh(int node, std::vector<PatchWeight>& weights) const {
  std::vector<ElementPlace> rest;
  around(node, rest);
  double total = 0.0;
  for (const ElementPlace place : rest) total += volume(place);
  weights.clear();
  while (!rest.empty()) {
    std::vector<ElementPlace> patch;
    const ElementPlace first = rest.front();
    double share = 0.0;
    for (const ElementPlace place : rest) {
      if (!same_material(place, first)) continue;
      patch.push_back(place);
      share += volume(place) / total;
    }
    std::erase_if(rest, [&](ElementPlace place) { return same_material(place, first); });
    if (weigh_material(node, patch, share, weights)) continue;
    weights.clear();
    return false;
  }
  return true;
}

}  // namespace solfec
