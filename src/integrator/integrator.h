#pragma once

#include "base/ids.h"
#include "body/bodies.h"
#include "body/common/scheme.h"
#include "integrator/critical_step.h"

namespace solfec {

/// Report of the end of a step. Not converging is a result: the body then takes the velocity that
/// RIG_NEG (for RIG_IMP) or DEF_LIM (for DEF_IMP) gives in this step.
struct [[nodiscard]] FinishReport {
  BodyId not_converged{};  // lowest id of a body whose implicit equation was not solved, 0 if none
  // quasi-static steps: whether no pass has solved it, so that nothing has moved; the body farthest
  // from equilibrium (static_balance.h), and how often the step was repeated for it
  bool failed = false;
  double out_of_balance{};  // over its load
  BodyId unbalanced{};      // 0: none
  int repeats{};
};

/// A dynamic step of all bodies by their schemes (scheme_table.h), in the order of the functions
/// below; between them the caller applies loads, places rows at q½ and solves them. The schemes are
/// independent of each other, as are their bodies: all loops are parallel with the same bits for
/// any number of threads. Quasi-static steps have functions of their own (quasi_static.h).

/// q½ = q + h/2 u of every body; remembers the start velocities and clears loads and changes.
void first_half_step(Bodies& bodies, double step);

/// Free velocities u + h M⁻¹ f with the loads in the sets, at q½: afterwards `angular`, `linear`,
/// `rate` hold the free velocity.
void free_velocity(Bodies& bodies, double step);

/// Solves the equations of DEF_IMP with the reactions (changes in the sets), for which the rows
/// have taken them as linear.
/// @return Largest relative difference of the motion of a body of this rank from the one that meets
///         the rows.
double solve_with_reactions(Bodies& bodies, double step);

/// Whether the largest difference of all bodies is worth another pass: in general that squares it.
/// @param[in,out] miss  The difference of the last pass of this step, infinite at first. A small
///                      one that is not halved is left as it is.
bool is_worth_a_pass(double largest, double& miss);

/// Makes free velocities of bodies that have been solved with reactions those of the equation
/// linearised about this motion, for new rows and reactions. Bodies must not keep the reactions in
/// their velocity whenever rows are made anew, whatever asks for that.
void linearise_again(Bodies& bodies, double step);

/// Velocities with reactions (changes in the sets), second half step and energies: the work of the
/// loads and of all reactions, ½ h (u_{t+h} + u_t)·(f + M Δu / h), is added to the external energy,
/// what the scheme itself adds or removes to the numerical one (body/common/energies.h).
FinishReport finish_step(Bodies& bodies, double step);

}  // namespace solfec
