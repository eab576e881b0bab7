#include "integrator/rig_imp.h"

#include "integrator/implicit_rotation.h"
#include "integrator/lowest_id.h"
#include "integrator/rigid_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

void finish_explicit_rotation(RigidSet& set, int slot, double step) {
  const Mat3 half_rotation = exponential_map(0.5 * step * explicit_angular(set, slot, step));
  set.angular[slot] =
      set.inverse_inertia[slot] * transposed_times(half_rotation, final_momentum(set, slot));
  rigid_second_half(set, slot, half_rotation, step);
}

bool finish_implicit_rotation(RigidSet& set, int slot, double step) {
  const ImplicitRotation solution = implicit_rotation(set, slot, final_momentum(set, slot), step);
  if (!solution.converged) {
    finish_explicit_rotation(set, slot, step);
    return false;
  }
  set.angular[slot] = solution.angular;
  rigid_second_half(set, slot, solution.half_rotation, step);
  return true;
}

/// RIG_IMP: the final Ω has the momentum A + h r in its own final axes, exp(½hΩ) J Ω = A + h r.
/// Spatial angular momentum is kept to rounding and energy oscillates with h² without drift.
BodyId finish_rig_imp(Bodies& bodies, double step) {
  RigidSet& set = bodies.rigid;
  LowestId failed;
  for_each_slot(set, Scheme::rig_imp, [&](int i) {
    add_reactions(set, i, step);
    if (!finish_implicit_rotation(set, i, step)) failed.report(set.id[i]);
  });
  return failed.get();
}

}  // namespace solfec
