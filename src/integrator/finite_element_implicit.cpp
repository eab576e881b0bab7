#include "integrator/finite_element_implicit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/finite_element/finite_element_inverse.h"
#include "body/finite_element/held_nodes.h"
#include "integrator/finite_element_step.h"
#include "integrator/implicit_factor.h"
#include "integrator/lowest_id.h"
#include "integrator/placement_guard.h"
#include "integrator/reduced_step.h"

namespace solfec {
namespace {

// A step of DEF_LIM and DEF_LIM2 is linearised_free_velocity and finish_linearised. DEF_IMP goes
//   nodal_free_velocity_imp   solve_mid_point without reactions; its last A couples the rows
//   nodal_miss_imp            solve_with_reactions, and how far it is from the rows' velocity
//   nodal_relinearise_imp     A and free velocity about that motion; rows and reactions again
//   nodal_finish_imp          second half step; what the two velocities differ in work is numerical
// With several passes the two in the middle come in turn. Forces are found at the middle of the
// motion, where PlacementGuard takes the body for the time of an equation.

constexpr int kMostIterations = 64;
constexpr double kIncrement = 1e-10;  // of the velocity
constexpr double kRounding = 32.0 * std::numeric_limits<double>::epsilon();
constexpr double kSlow = 0.1;  // a smaller gain per iteration is worth a new matrix

/// u += h A⁻¹ (f + reaction - internal - damped), or with M where A is singular.
void accelerate(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  std::vector<Vec3>& force = scratch.force;
  for_each_node(body, [&](std::size_t a) {
    force[a] = step * (body.load[a] + body.reaction[a] - body.internal[a] - body.damped[a]);
  });
  if (body.factored) {
    apply_inverse_and_hold(body, force, force);
  } else {
    for_each_node(body, [&](std::size_t a) { force[a] = force[a] / body.elements.mass[a]; });
  }
  for_each_node(body, [&](std::size_t a) { body.velocity[a] += force[a]; });
}

/// Puts the displacements back along the velocities of the start of the step.
void go_back(FiniteElementBody& body, double time) {
  for_each_node(body,
                [&](std::size_t a) { body.displacement[a] -= time * body.start_velocity[a]; });
}

/// A of the mid-point rule at the present displacements, M + ¼h² K + ½ηh K_m = M + c (K_m + s K_g):
/// damping is by the material part of the stiffness K_m + K_g alone.
bool make_mid_point_inverse(FiniteElementBody& body, double step) {
  return make_inverse(body, implicit_factor(step, body.damping),
                      {.share = undamped_share(step, body.damping)});
}

/// Whether the damping force is that of the strain rate (total_lagrangian.h).
bool is_damped_by_strain_rate(const FiniteElementBody& body) {
  return body.damping > 0.0 && !is_corotational(body.form);
}

/// Adds `ahead` K u_t to the internal force of form 'TL'.
void go_ahead(FiniteElementBody& body, FiniteElementScratch& scratch, double ahead) {
  std::vector<Vec3>& change = scratch.force;
  if (is_damped_by_strain_rate(body)) {  // the matrix has another share of K_g
    internal_force_change(body.elements, body.displacement, body.start_velocity, scratch.element,
                          change);
  } else {
    tangent_product(body, body.start_velocity, scratch.turned, change);
    add_pressure_changes(body, body.pressure_share, body.start_velocity, change);
  }
  for_each_node(body, [&](std::size_t a) { body.internal[a] += ahead * change[a]; });
}

/// The mid-point rule linearised at the present displacements, where f_int is taken as
/// f_int + `ahead` K u_t.
void linearised_free_velocity(FiniteElementBody& body, FiniteElementScratch& scratch, double step,
                              double ahead) {
  find_inner_forces(body, body.start_velocity, scratch);
  body.failed = !make_mid_point_inverse(body, step);
  if (ahead > 0.0 && body.factored) go_ahead(body, scratch, ahead);
  accelerate(body, scratch, step);
}

/// The forces that the linearised scheme has taken over the step as a whole: with the final u they
/// are f_int + K ¼h (u - u_t) and η K_m ½ (u_t + u). Their sum is what the solution has left of its
/// right-hand side beside M (u - u_t), since with K' = K_m + s K_g, c s = ¼h²,
/// (M + c K') (u - u_t) = h (f + Σ HᵀR - f_int - η K_m u_t). Form 'BC' has no K_g.
/// With pressures K' stands for K' - s S, and the load is f + S ¼h (u - u_t).
/// @pre the body is where A was made.
void add_linear_change(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  if (!body.factored) return;
  std::vector<Vec3>& pressed = scratch.force;  // s S (u - u_t)
  std::fill(pressed.begin(), pressed.end(), Vec3{});
  const bool by_strain_rate = is_damped_by_strain_rate(body);
  if (body.pressure_share > 0.0 || by_strain_rate) {
    for_each_node(body, [&](std::size_t a) {
      scratch.velocity[a] = body.velocity[a] - body.start_velocity[a];
    });
    add_pressure_changes(body, body.pressure_share, scratch.velocity, pressed);
  }
  const double c = implicit_factor(step, body.damping);
  const double force = 0.25 * step;
  const double damping = 0.5 * body.damping;
  std::vector<Vec3>& viscous = scratch.turned;  // K_m (u - u_t)
  if (by_strain_rate) {
    strain_rate_force(body.elements, body.displacement, scratch.velocity, scratch.element, viscous);
  }
  for_each_node(body, [&](std::size_t a) {
    const Vec3 outer = body.load[a] + body.reaction[a];
    const Vec3 change = body.velocity[a] - body.start_velocity[a];
    const Vec3 product =
        (step * (outer - body.internal[a] - body.damped[a]) - body.elements.mass[a] * change) / c +
        pressed[a];
    body.load[a] += (c / step) * pressed[a];
    if (by_strain_rate) {
      const Vec3 damped = damping * viscous[a];
      body.internal[a] += (c / step) * product - damped;
      body.damped[a] += damped;
    } else {
      body.internal[a] += force * product;
      body.damped[a] += damping * product;
    }
  });
}

/// @param behind  What A was made of lies so far before q½ along u_t, s.
void finish_linearised(FiniteElementBody& body, FiniteElementScratch& scratch, double step,
                       double behind) {
  for_each_node(body, [&](std::size_t a) { body.velocity[a] += body.change[a]; });
  if (behind > 0.0 && (body.damping > 0.0 || !body.pressure.empty())) {
    const PlacementGuard placement(body, scratch.displacement);
    go_back(body, behind);
    add_linear_change(body, scratch, step);
  } else {
    add_linear_change(body, scratch, step);
  }
  nodal_second_half(body, scratch, step);
}

/// Mass norm.
double size_of(const FiniteElementBody& body, const std::vector<Vec3>& x) {
  double square = 0.0;
  for (std::size_t a = 0; a < x.size(); ++a) square += body.elements.mass[a] * dot(x[a], x[a]);
  return std::sqrt(square);
}

/// Puts the body to the middle of the motion, q½ + ¼h (u - u_t), and finds the forces there.
/// @pre q½ is the `displacement` of the scratch.
void find_middle_forces(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  for_each_node(body, [&](std::size_t a) {
    body.displacement[a] =
        scratch.displacement[a] + 0.25 * step * (body.velocity[a] - body.start_velocity[a]);
    scratch.velocity[a] = 0.5 * (body.velocity[a] + body.start_velocity[a]);
  });
  follow_pressure(body);
  follow_rotation(body);
  find_internal_force(body, scratch);
  find_damping_force(body, scratch.velocity, scratch);
}

/// M (u_t - u) + h (load + reaction - internal - damped), the `force` of the scratch.
void find_residual(const FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  for_each_node(body, [&](std::size_t a) {
    const Vec3 outer = body.load[a] + body.reaction[a];
    scratch.force[a] = step * (outer - body.internal[a] - body.damped[a]) +
                       body.elements.mass[a] * (body.start_velocity[a] - body.velocity[a]);
  });
}

/// Solves the equation of the mid-point rule for u by Newton's method from the present u with the
/// tangent at the middle of the motion; damping is in it by its stiffness but not by the change of
/// that. The tangent is renewed when an increment is not a tenth of the last one.
bool solve_mid_point(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  const PlacementGuard placement(body, scratch.displacement);
  double last = std::numeric_limits<double>::infinity();
  bool renew = true;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    find_middle_forces(body, scratch, step);
    if (renew && !make_mid_point_inverse(body, step)) return false;
    find_residual(body, scratch, step);
    apply_inverse(body, scratch.force, scratch.force);
    for_each_node(body, [&](std::size_t a) { body.velocity[a] += scratch.force[a]; });
    const double increment = size_of(body, scratch.force);
    if (!std::isfinite(increment)) return false;
    const double velocities = size_of(body, body.velocity) + size_of(body, body.start_velocity);
    const double rounding = kRounding * size_of(body, body.displacement) * 4.0 / step;
    if (increment <= kIncrement * velocities + rounding) {
      find_middle_forces(body, scratch, step);
      return true;
    }
    renew = increment > kSlow * last;
    last = increment;
  }
  return false;
}

/// The mid-point rule or, where it cannot be solved, the linearised one at q½.
void mid_point_velocity(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  body.failed = !solve_mid_point(body, scratch, step);
  if (!body.failed) return;
  body.velocity = body.start_velocity;
  follow_pressure(body);
  linearised_free_velocity(body, scratch, step, 0.0);
  add_linear_change(body, scratch, step);
  body.failed = true;
}

/// Δu = h A⁻¹ Σ HᵀR.
void find_change(FiniteElementBody& body, double step) {
  if (body.factored) apply_inverse(body, body.reaction, body.change);
  for_each_node(body, [&](std::size_t a) {
    body.change[a] =
        step * (body.factored ? body.change[a] : body.reaction[a] / body.elements.mass[a]);
  });
}

/// The mid-point rule with the reactions that Δu is due to; the velocity that meets the rows is
/// kept.
void solve_with_reactions(FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  if (!body.factored) {
    for_each_node(body, [&](std::size_t a) {
      body.reaction[a] = (body.elements.mass[a] / step) * body.change[a];
    });
  }
  for_each_node(body, [&](std::size_t a) { body.velocity[a] += body.change[a]; });
  body.constrained = body.velocity;
  mid_point_velocity(body, scratch, step);
  if (!body.factored) find_change(body, step);  // the work of the reactions is that of M Δu
  body.solved = true;
}

double relative_miss(const FiniteElementBody& body, FiniteElementScratch& scratch, double step) {
  std::vector<Vec3>& difference = scratch.velocity;
  for_each_node(body,
                [&](std::size_t a) { difference[a] = body.velocity[a] - body.constrained[a]; });
  const double rounding = kRounding * size_of(body, body.displacement) * 4.0 / step;
  const double miss = size_of(body, difference) - rounding;
  return miss > 0.0 ? miss / (size_of(body, body.velocity) + size_of(body, body.start_velocity))
                    : 0.0;
}

}  // namespace

void nodal_free_velocity_lim(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_lim, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    if (is_reduced(body.form)) {
      reduced_free_velocity(body, step);
    } else {
      linearised_free_velocity(body, scratch, step, 0.0);
    }
  });
}

void nodal_finish_lim(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_lim, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    if (is_reduced(body.form)) {
      reduced_finish(body, scratch, step);
    } else {
      finish_linearised(body, scratch, step, 0.0);
    }
  });
}

/// The forms with a frame that turns with the body take their forces at q½ with the frame of q½,
/// where DEF_LIM2 is DEF_LIM.
void nodal_free_velocity_lim2(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_lim2, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    if (is_corotational(body.form)) {
      linearised_free_velocity(body, scratch, step, 0.0);
      return;
    }
    const PlacementGuard placement(body, scratch.displacement);
    go_back(body, 0.5 * step);
    linearised_free_velocity(body, scratch, step, 0.5 * step);
  });
}

void nodal_finish_lim2(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_lim2, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    finish_linearised(body, scratch, step, is_corotational(body.form) ? 0.0 : 0.5 * step);
  });
}

void nodal_free_velocity_imp(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_imp, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    linearised_free_velocity(body, scratch, step, 0.0);  // to start from
    mid_point_velocity(body, scratch, step);
  });
}

double nodal_miss_imp(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_imp, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    solve_with_reactions(body, scratch, step);
    body.miss = relative_miss(body, scratch, step);
  });
  double largest = 0.0;
  for (const FiniteElementBody& body : set.owned_bodies()) {
    if (body.scheme == Scheme::def_imp) largest = std::fmax(largest, body.miss);
  }
  return largest;
}

void nodal_relinearise_imp(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_imp, [&](FiniteElementBody& body) {
    if (!body.solved) return;
    find_change(body, step);
    for_each_node(body, [&](std::size_t a) { body.velocity[a] -= body.change[a]; });
    body.solved = false;
  });
}

void nodal_finish_imp(FiniteElementSet& set, double step) {
  for_each_mesh(set, Scheme::def_imp, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    if (!body.solved) solve_with_reactions(body, scratch, step);
    // Work belongs to the velocity that meets the constraints; the rest is the scheme's.
    double extra = 0.0;
    for (std::size_t a = 0; a < body.load.size(); ++a) {
      const Vec3 force = body.load[a] + body.reaction[a];
      extra += 0.5 * step * dot(body.velocity[a] - body.constrained[a], force);
    }
    nodal_second_half(body, scratch, step);
    body.energy.external -= extra;
    body.energy.numerical += extra;
  });
}

BodyId failed_mesh(const FiniteElementSet& set, Scheme scheme) {
  LowestId lowest;
  for (const FiniteElementBody& body : set.owned_bodies()) {
    if (body.scheme == scheme && body.failed) lowest.report(body.id);
  }
  return lowest.get();
}

}  // namespace solfec
