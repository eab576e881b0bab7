#include "body/finite_element/stress_recovery.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/law_kernels.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element/total_lagrangian.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/shape_functions.h"
#include "material/kirchhoff.h"

namespace solfec {

namespace {

/// Weight of the integration point p in the value at a local point.
using Weights = std::array<double, 8>;

/// Linear function that is 1 at the Gauss point `g` of [-1, 1] and 0 at the other one, -g.
double line_weight(double g, double x) { return 0.5 * (1.0 + x / g); }

/// The three points of the wedge's triangle have the barycentric coordinates 2/3, 1/6, 1/6.
double triangle_weight(Vec3 point, Vec3 local) {
  const std::array<double, 3> at_point{1.0 - point.x - point.y, point.x, point.y};
  const std::array<double, 3> at_local{1.0 - local.x - local.y, local.x, local.y};
  const auto own = std::max_element(at_point.begin(), at_point.end()) - at_point.begin();
  return 2.0 * at_local[static_cast<std::size_t>(own)] - 1.0 / 3.0;
}

/// The points of the pyramid lie symmetrically about its axis, so the normal equations of the
/// linear function of least squares are diagonal.
Weights pyramid_weights(std::span<const QuadraturePoint> rule, Vec3 local) {
  const auto points = static_cast<double>(rule.size());
  double height = 0.0;
  for (const QuadraturePoint& point : rule) height += point.local.z / points;
  const auto arm = [height](Vec3 p) { return Vec3{p.x, p.y, p.z - height}; };
  Vec3 squares;
  for (const QuadraturePoint& point : rule) {
    const Vec3 a = arm(point.local);
    squares += Vec3{a.x * a.x, a.y * a.y, a.z * a.z};
  }
  Weights weights{};
  const Vec3 to = arm(local);
  for (std::size_t p = 0; p < rule.size(); ++p) {
    const Vec3 a = arm(rule[p].local);
    weights[p] =
        1.0 / points + a.x * to.x / squares.x + a.y * to.y / squares.y + a.z * to.z / squares.z;
  }
  return weights;
}

Weights extrapolation(int node_count, Vec3 local) {
  const std::span<const QuadraturePoint> rule = body_quadrature(node_count);
  if (node_count == 5) return pyramid_weights(rule, local);
  Weights weights{};
  for (std::size_t p = 0; p < rule.size(); ++p) {
    const Vec3 g = rule[p].local;
    weights[p] = line_weight(g.z, local.z) *
                 (node_count == 6 ? triangle_weight(g, local)
                                  : line_weight(g.x, local.x) * line_weight(g.y, local.y));
  }
  return weights;
}

}  // namespace

/// Cauchy stresses at the points of an element with the St Venant-Kirchhoff law, Pa.
void StressRecovery::kirchhoff_stresses(const ElementGroup& group, int slot,
                                        std::span<Mat3> stress) const {
  const int begin = group.point_start[at(slot / kElementLanes)];
  std::array<Mat3, 8> strain;  // Ẽ of the points of elements that are not linear
  const bool is_linear = group.formulation == ElementFormulation::linear;
  const double lambda = group.lambda[at(slot)];
  const double mu = group.mu[at(slot)];
  if (!is_linear) {
    for (int p = 0; p < count(stress); ++p) {
      strain[at(p)] = green_lagrange(gradient_at(group, slot, begin + p));
    }
    project_strains(group, slot, std::span(strain).first(stress.size()));
  }
  for (int p = 0; p < count(stress); ++p) {
    if (weight_at(group, slot, begin + p) == 0.0) continue;
    const Mat3 F = gradient_at(group, slot, begin + p);
    stress[at(p)] = is_linear ? cauchy_stress(F, lambda, mu)
                              : cauchy_stress_of_strain(F, strain[at(p)], lambda, mu);
  }
}

/// Those of other laws.
void StressRecovery::law_stresses(const ElementGroup& group, int slot,
                                  std::span<Mat3> stress) const {
  const int pack = slot / kElementLanes;
  const int begin = group.point_start[at(pack)];
  law_kernels(group.model)
      .stresses(element_packs(group), pack, slot % kElementLanes, displacement_.data(),
                stress.data());
  for (int p = 0; p < count(stress); ++p) {
    if (weight_at(group, slot, begin + p) == 0.0) continue;
    const Mat3 F = gradient_at(group, slot, begin + p);
    stress[at(p)] = (1.0 / determinant(F)) * (stress[at(p)] * transpose(F));
  }
}

double StressRecovery::weight_at(const ElementGroup& group, int slot, int point) {
  return group.weight[at(point * kElementLanes + slot % kElementLanes)];
}

StressRecovery::Cell StressRecovery::cell(const ElementGroup& group, int slot) const {
  const int pack = slot / kElementLanes;
  const int begin = group.point_start[at(pack)];
  const int points = group.point_start[at(pack) + 1] - begin;
  Cell cell;
  if (!has_parts_) cell.points = std::min(points, 8);
  std::vector<Mat3> stress(at(points));
  if (group.model == BulkModel::kirchhoff) {
    kirchhoff_stresses(group, slot, stress);
  } else {
    law_stresses(group, slot, stress);
  }
  for (int p = 0; p < points; ++p) {
    const double weight = weight_at(group, slot, begin + p);
    if (weight == 0.0) continue;  // another lane of the pack has more points
    if (p < cell.points) cell.point[at(p)] = stress[at(p)];
    cell.mean += weight * stress[at(p)];
    cell.volume += weight;
  }
  cell.mean *= 1.0 / cell.volume;
  return cell;
}

/// F at a point of the group, of the element in one slot.
Mat3 StressRecovery::gradient_at(const ElementGroup& group, int slot, int point) const {
  const int pack = slot / kElementLanes;
  const int lane = slot % kElementLanes;
  const auto node = [&](int a) { return at(group.node[at(group.node_place(pack, a, lane))]); };
  const Vec3 origin = displacement_[node(0)];
  Mat3 F = identity();
  for (int a = 1; a < group.node_count; ++a) {
    const int place = (point * (group.node_count - 1) + a - 1) * 3;
    const auto gradient = [&](int k) {
      return group.gradient[at((place + k) * kElementLanes + lane)];
    };
    F += outer(displacement_[node(a)] - origin, Vec3{gradient(0), gradient(1), gradient(2)});
  }
  return F;
}

Mat3 StressRecovery::at_local(const ElementGroup& group, const Cell& cell, Vec3 local) const {
  if (cell.points <= 1) return cell.mean;
  const Weights weights = extrapolation(group.node_count, local);
  Mat3 stress;
  for (int p = 0; p < cell.points; ++p) stress += weights[at(p)] * cell.point[at(p)];
  return stress;
}

/// @param mean_of  mean_of(place) of elements.
template <typename MeanOf>
Mat3 StressRecovery::recovered(int node, const MeanOf& mean_of,
                               std::vector<PatchWeight>& weights) const {
  const StressPatches patches(mesh_);
  Mat3 stress;
  if (!has_parts_ && patches.weigh(node, weights)) {
    for (const PatchWeight& part : weights) stress += part.weight * mean_of(part.element);
    return stress;
  }
  std::vector<ElementPlace> elements;
  patches.around(node, elements);
  return volume_mean(node, elements);
}

/// Returns the mean, by volume, of the stresses that the elements of a node extrapolate to it, Pa;
/// zero without volume.
Mat3 StressRecovery::volume_mean(int node, std::span<const ElementPlace> elements) const {
  Mat3 stress;
  double volume = 0.0;
  for (const ElementPlace place : elements) {
    const ElementGroup& group = mesh_.group[at(place.group)];
    const int pack = place.slot / kElementLanes;
    const Cell stresses = cell(group, place.slot);
    for (int a = 0; a < group.node_count; ++a) {
      if (group.node[at(group.node_place(pack, a, place.slot % kElementLanes))] != node) continue;
      const Vec3 local = reference_nodes(group.node_count)[at(a)];
      stress += stresses.volume * at_local(group, stresses, local);
    }
    volume += stresses.volume;
  }
  return volume > 0.0 ? (1.0 / volume) * stress : stress;
}

void StressRecovery::nodes(std::span<Mat3> stress) const {
  SOLFEC_ASSERT(count(displacement_) == mesh_.node_count() && count(stress) == mesh_.node_count());
  std::array<std::vector<Mat3>, 4> means;
  for (std::size_t g = 0; g < means.size(); ++g) {
    const ElementGroup& group = mesh_.group[g];
    for (int slot = 0; slot < group.element_count(); ++slot) {
      means[g].push_back(cell(group, slot).mean);
    }
  }
  const auto mean_of = [&](ElementPlace place) { return means[at(place.group)][at(place.slot)]; };
  std::vector<PatchWeight> weights;
  for (int i = 0; i < mesh_.node_count(); ++i) stress[at(i)] = recovered(i, mean_of, weights);
}

Mat3 StressRecovery::node(int node) const {
  const auto mean_of = [this](ElementPlace place) {
    return cell(mesh_.group[at(place.group)], place.slot).mean;
  };
  std::vector<PatchWeight> weights;
  return recovered(node, mean_of, weights);
}

Mat3 StressRecovery::node_of_element(int node, int element) const {
  const StressPatches patches(mesh_);
  const ElementPlace place{mesh_.group_of[at(element)], mesh_.slot_of[at(element)]};
  std::vector<PatchWeight> weights;
  if (has_parts_ || !patches.weigh(node, place, weights)) {
    return volume_mean(node, patches.patch_of(node, place));
  }
  Mat3 stress;
  for (const PatchWeight& part : weights) {
    const ElementPlace each = part.element;
    stress += part.weight * cell(mesh_.group[at(each.group)], each.slot).mean;
  }
  return stress;
}

Mat3 StressRecovery::in_element(int element, Vec3 local) const {
  const ElementGroup& group = mesh_.group[at(mesh_.group_of[at(element)])];
  if (has_parts_ && group.model == BulkModel::kirchhoff) {
    return cauchy_stress(mesh_, displacement_, element, local);
  }
  return at_local(group, cell(group, mesh_.slot_of[at(element)]), local);
}

Mat3 StressRecovery::mean(int element) const {
  const ElementGroup& group = mesh_.group[at(mesh_.group_of[at(element)])];
  return cell(group, mesh_.slot_of[at(element)]).mean;
}

Mat3 StressRecovery::nearest_gauss(int element, Vec3 local) const {
  const ElementGroup& group = mesh_.group[at(mesh_.group_of[at(element)])];
  const Cell stresses = cell(group, mesh_.slot_of[at(element)]);
  if (stresses.points <= 1) return stresses.mean;
  const std::span<const QuadraturePoint> rule = body_quadrature(group.node_count);
  const auto distance = [local](const QuadraturePoint& p) { return norm(p.local - local); };
  const auto nearest =
      std::min_element(rule.begin(), rule.end(),
                       [&](const auto& p, const auto& q) { return distance(p) < distance(q); });
  return stresses.point[static_cast<std::size_t>(nearest - rule.begin())];
}

Mat3 stress_at(const FiniteElementBody& body, Vec3 reference, StressValue value) {
  const MeshPoint point = body.find(reference);
  const StressRecovery recovery(body);
  if (value == StressValue::element) return recovery.mean(point.element);
  if (value == StressValue::gauss) return recovery.nearest_gauss(point.element, point.local);
  if (value == StressValue::extrapolated) return recovery.in_element(point.element, point.local);
  Mat3 stress;
  for (int a = 0; a < point.count; ++a) {
    if (point.weight[at(a)] != 0.0) {
      stress += point.weight[at(a)] * recovery.node_of_element(point.node[at(a)], point.element);
    }
  }
  return stress;
}

}  // namespace solfec
