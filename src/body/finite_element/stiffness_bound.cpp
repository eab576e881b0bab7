#include "body/finite_element/stiffness_bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/corotation.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/law_stiffness_bound.h"
#include "body/finite_element/total_lagrangian.h"
#include "math/eigenvalue_bound.h"

namespace solfec {
namespace {

constexpr double kExcess = 0.02;  // of the bound of the undeformed body
constexpr int kParts = 32;        // fixed, so that nothing depends on the number of threads
constexpr int kSerialBelow = 64;  // packs

/// Largest terms of the formula of stiffness_growth.
struct Terms {
  double body{};     // |D| √(|C| / κ) with the rotation of the body
  double element{};  // with one of each element
  double tension{};  // σ / κ

  void raise(const Terms& other) {
    body = std::max(body, other.body);
    element = std::max(element, other.element);
    tension = std::max(tension, other.tension);
  }
};

/// Bound of |U - 1| for the stretch U = √(1 + 2 E): of an eigenvalue e of E it has
/// √(1 + 2 e) - 1 = 2 e / (1 + √(1 + 2 e)).
double stretch_bound(double strain) {
  return 2.0 * strain / (1.0 + std::sqrt(std::max(0.0, 1.0 - 2.0 * strain)));
}

/// Returns the largest terms of the elements of one pack; places without element hold copies. The
/// rotation of an element is that of its first point, where D has the size of the stretch. No
/// principal value of S is above its mean by more than √(2/3) of the norm of the deviator.
Terms terms_of(const ElementGroup& group, const ElementPacks& packs, int pack,
               std::span<const Vec3> q, const std::array<double, 9>& turn) {
  std::array<double, kStrainSize> out;
  element_kernels(group.formulation).strain(packs, pack, q.data(), turn.data(), out.data());
  Terms terms;
  for (int lane = 0; lane < kElementLanes; ++lane) {
    const auto value = [&](int row) { return out[at(row * kElementLanes + lane)]; };
    const double lambda = group.lambda[at(pack * kElementLanes + lane)];
    const double mu = group.mu[at(pack * kElementLanes + lane)];
    const double kappa = (lambda + 4.0 * mu) / 3.0;
    const double scale = std::sqrt((2.0 * mu + std::max(0.0, 3.0 * lambda)) / kappa);
    const double tension =
        (lambda + 2.0 / 3.0 * mu) * value(3) + 2.0 * mu * std::sqrt(2.0 / 3.0 * value(4));
    terms.raise({scale * std::sqrt(value(0)),
                 scale * (stretch_bound(std::sqrt(value(2))) + std::sqrt(value(1))),
                 tension / kappa});
  }
  return terms;
}

}  // namespace

double undeformed_bound(const FiniteElementMesh& mesh, double element_eigenvalue) {
  const int nodes = mesh.node_count();
  const std::vector<Vec3> undeformed(at(nodes));
  std::vector<double> scale(at(nodes));  // M^-½
  for (std::size_t a = 0; a < scale.size(); ++a) scale[a] = 1.0 / std::sqrt(mesh.mass[a]);
  std::vector<Vec3> v(at(nodes));
  std::vector<Vec3> force(at(nodes));
  ElementWorkspace workspace;
  const LinearMap scaled_stiffness = [&](std::span<const double> x, std::span<double> y) {
    for (std::size_t a = 0; a < scale.size(); ++a) {
      v[a] = scale[a] * Vec3{x[3 * a], x[3 * a + 1], x[3 * a + 2]};
    }
    linear_force_change(mesh, undeformed, v, workspace, force);
    for (std::size_t a = 0; a < scale.size(); ++a) {
      for (int k = 0; k < 3; ++k) y[3 * a + at(k)] = scale[a] * force[a][k];
    }
  };
  return bound_largest_eigenvalue(3 * nodes, scaled_stiffness, kExcess, element_eigenvalue).value;
}

StiffnessGrowth stiffness_growth(const FiniteElementBody& body) {
  const Mat3 rotation =
      corotation(body.elements, body.surface, body.displacement, identity()).rotation;
  std::array<double, 9> turn{};  // R - 1 by rows
  for (int k = 0; k < 9; ++k) turn[at(k)] = rotation(k / 3, k % 3) - (k % 4 == 0 ? 1.0 : 0.0);
  Terms largest;
  for (const ElementGroup& group : body.elements.group) {
    const ElementPacks arrays = element_packs(group);
    const int packs = group.pack_count();
    std::array<Terms, kParts> part{};
    const int size = (packs + kParts - 1) / kParts;
    parallel_for(kParts, packs < kSerialBelow ? kParts + 1 : 1, [&](int p) {
      for (int pack = p * size; pack < std::min(packs, (p + 1) * size); ++pack) {
        part[at(p)].raise(terms_of(group, arrays, pack, body.displacement, turn));
      }
    });
    for (const Terms& terms : part) largest.raise(terms);
  }
  const auto factor = [&](double share) { return (1.0 + share) * (1.0 + share) + largest.tension; };
  return {factor(largest.body), factor(largest.element)};
}

double eigenvalue_bound(const FiniteElementBody& body) {
  if (body.undeformed_bound == 0.0) {
    body.undeformed_bound = undeformed_bound(body.elements, body.eigenvalue);
  }
  if (is_corotational(body.form)) return body.undeformed_bound;
  if (body.model != BulkModel::kirchhoff) {
    return law_eigenvalue_bound(body.elements, body.displacement);
  }
  const StiffnessGrowth growth = stiffness_growth(body);
  return std::min(growth.of_body * body.undeformed_bound, growth.of_elements * body.eigenvalue);
}

}  // namespace solfec
