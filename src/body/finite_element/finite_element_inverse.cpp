#include "body/finite_element/finite_element_inverse.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/reduced_body.h"

namespace solfec {
namespace {

// Form 'TL' assembles and factors in each call. Form 'BC' factors the matrix of the reference when
// c has changed and turns vectors instead: A⁻¹ b = R (M + c K)⁻¹ Rᵀ b.

bool is_total(const FiniteElementBody& body) { return !is_corotational(body.form); }

void analyse(FiniteElementBody& body) {
  if (is_total(body)) body.plan = plan_stiffness(body.elements, body.stiffness);
  body.inverse_mass.analyse(body.stiffness, body.surface.node, !is_total(body));
}

/// A of form 'TL'; with pressures A of K - share S.
/// @param pressed  Share of the pressures.
bool factor_total(FiniteElementBody& body, double c, GeometricStiffness geometric, double pressed) {
  assemble_stiffness(body.elements, body.plan, body.displacement, body.stiffness, geometric);
  body.pressure_share = body.pressure.empty() ? 0.0 : pressed;
  for (const MeshPressure& pressure : body.pressure) {
    add_pressure_tangent(*body.mesh, body.displacement, pressure, -pressed, body.stiffness);
  }
  return body.inverse_mass.factor(masses_of(body), c, body.stiffness);
}

}  // namespace

std::span<const double> masses_of(const FiniteElementBody& body) {
  return body.masses.empty() ? body.elements.mass : body.masses;
}

bool make_inverse(FiniteElementBody& body, double c, GeometricStiffness geometric) {
  SOLFEC_ASSERT(!is_reduced(body.form));  // set_reduced_inverse
  if (!body.inverse_mass.analysed()) analyse(body);
  body.inverse_rotation = body.rotation;
  if (is_total(body)) {
    body.factored = factor_total(body, c, geometric, geometric.share);
    if (!body.factored && !body.pressure.empty()) {
      body.factored = factor_total(body, c, geometric, 0.0);
    }
  } else {
    body.factored =
        body.inverse_mass.holds(c) || body.inverse_mass.factor(masses_of(body), c, body.stiffness);
  }
  return body.factored;
}

void apply_inverse(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x) {
  SOLFEC_ASSERT(body.factored);
  if (is_reduced(body.form)) {
    apply_reduced_inverse(body, b, x);
    return;
  }
  if (is_total(body)) {
    body.inverse_mass.solve(b, x);
    return;
  }
  for (std::size_t a = 0; a < x.size(); ++a) x[a] = transposed_times(body.inverse_rotation, b[a]);
  body.inverse_mass.solve(x, x);
  for (Vec3& entry : x) entry = body.inverse_rotation * entry;
}

void apply_inverse_to_few(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x) {
  SOLFEC_ASSERT(body.factored);
  if (is_reduced(body.form)) {
    apply_reduced_inverse(body, b, x);
    return;
  }
  if (is_total(body)) {
    body.inverse_mass.solve(b, x);
    return;
  }
  for (std::size_t a = 0; a < x.size(); ++a) {
    x[a] = b[a] == Vec3{} ? Vec3{} : transposed_times(body.inverse_rotation, b[a]);
  }
  body.inverse_mass.solve_few(x, x);
  for (Vec3& entry : x) entry = body.inverse_rotation * entry;
}

void tangent_product(const FiniteElementBody& body, std::span<const Vec3> v, std::span<Vec3> turned,
                     std::span<Vec3> x) {
  if (is_total(body)) {
    multiply(body.stiffness, v, x);
  } else {
    corotated_stiffness_product(body.stiffness, body.inverse_rotation, v, turned, x);
  }
}

}  // namespace solfec
