#include "body/finite_element/held_nodes.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/finite_element_inverse.h"
#include "math/sparse_factor.h"

namespace solfec {
namespace {

/// (c K v)_a with the K of the last make_inverse.
Vec3 stiff_part(const FiniteElementBody& body, std::int32_t a, std::span<const Vec3> v) {
  const double c = body.inverse_mass.c();
  if (!is_corotational(body.form)) return c * body.stiffness.row_product(a, v);
  const BlockCsr& K = body.stiffness;
  Vec3 sum;
  for (std::int32_t k = K.row_start[at(a)]; k < K.row_start[at(a) + 1]; ++k) {
    sum += K.block[at(k)] * transposed_times(body.inverse_rotation, v[at(K.column[at(k)])]);
  }
  return c * (body.inverse_rotation * sum);
}

/// b -= c K_FC v_C. @param b  Zero where it is not changed.
void subtract_pull(const FiniteElementBody& body, std::int32_t c, Vec3 v, std::span<Vec3> b) {
  const BlockCsr& K = body.stiffness;
  const bool turned = is_corotational(body.form);
  const Vec3 seen = turned ? transposed_times(body.inverse_rotation, v) : v;
  for (std::int32_t k = K.row_start[at(c)]; k < K.row_start[at(c) + 1]; ++k) {
    const Vec3 force = body.inverse_mass.c() * transposed_times(K.block[at(k)], seen);
    b[at(K.column[at(k)])] -= turned ? body.inverse_rotation * force : force;
  }
}

}  // namespace

void set_held_nodes(FiniteElementBody& body, std::span<const std::int32_t> nodes) {
  SOLFEC_ASSERT(std::is_sorted(nodes.begin(), nodes.end()));
  if (std::equal(nodes.begin(), nodes.end(), body.held.begin(), body.held.end())) return;
  body.held.assign(nodes.begin(), nodes.end());
  body.masses.clear();
  body.inverse_mass.forget();
  if (nodes.empty()) return;
  body.masses.assign(body.elements.mass.begin(), body.elements.mass.end());
  for (const std::int32_t a : nodes) body.masses[at(a)] = kHeldRow;
}

void apply_inverse_and_hold(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x) {
  body.holding.resize(body.held.size());
  for (std::size_t k = 0; k < body.held.size(); ++k) body.holding[k] = -b[at(body.held[k])];
  apply_inverse(body, b, x);
  for (const std::int32_t a : body.held) x[at(a)] = {};
  for (std::size_t k = 0; k < body.held.size(); ++k) {
    body.holding[k] += stiff_part(body, body.held[k], x);
  }
}

void move_held_nodes(FiniteElementBody& body, std::span<const Vec3> velocity) {
  SOLFEC_ASSERT(velocity.size() == body.held.size() && body.holding.size() == velocity.size());
  bool moves = false;
  for (std::size_t k = 0; k < velocity.size(); ++k) {
    moves = moves || velocity[k] != body.velocity[at(body.held[k])];
  }
  if (!moves) return;
  std::vector<Vec3>& change = body.change;
  std::fill(change.begin(), change.end(), Vec3{});
  for (std::size_t k = 0; k < velocity.size(); ++k) {
    const std::int32_t a = body.held[k];
    subtract_pull(body, a, velocity[k] - body.velocity[at(a)], change);
  }
  for (const std::int32_t a : body.held) change[at(a)] = {};
  apply_inverse(body, change, change);
  for (std::size_t k = 0; k < velocity.size(); ++k) {
    const std::int32_t a = body.held[k];
    change[at(a)] = velocity[k] - body.velocity[at(a)];
    body.holding[k] += body.elements.mass[at(a)] * change[at(a)];
  }
  for (std::size_t k = 0; k < velocity.size(); ++k) {
    body.holding[k] += stiff_part(body, body.held[k], change);
  }
  for (std::size_t a = 0; a < change.size(); ++a) body.velocity[a] += change[a];
  for (std::size_t k = 0; k < velocity.size(); ++k) body.velocity[at(body.held[k])] = velocity[k];
  std::fill(change.begin(), change.end(), Vec3{});
}

void finish_holding(FiniteElementBody& body, double step) {
  for (const std::int32_t a : body.held) body.change[at(a)] = {};
  for (std::size_t k = 0; k < body.held.size(); ++k) {
    const std::int32_t a = body.held[k];
    const Vec3 impulse = body.holding[k] + stiff_part(body, a, body.change);
    body.holding[k] = (1.0 / step) * impulse - body.reaction[at(a)];
    body.reaction[at(a)] += body.holding[k];
  }
}

}  // namespace solfec
