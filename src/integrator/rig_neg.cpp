#include "integrator/lowest_id.h"
#include "integrator/rig_imp.h"
#include "integrator/rigid_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

/// RIG_NEG: turns the momentum A + h r into the final axes, Ω = J⁻¹ ΔR₂ᵀ (A + h r), so the spatial
/// angular momentum R J Ω changes by the impulse of loads and reactions only; energy decays with
/// h³. A body that turns far in the step (turns_far) takes the velocity of RIG_IMP, since its own
/// would not be stable.
BodyId finish_rig_neg(Bodies& bodies, double step) {
  RigidSet& set = bodies.rigid;
  LowestId failed;
  for_each_slot(set, Scheme::rig_neg, [&](int i) {
    const bool began_far =
        turns_far(set.inertia[i], set.inverse_inertia[i], set.start_angular[i], step);
    add_reactions(set, i, step);
    if (!began_far && !turns_far(set.inertia[i], set.inverse_inertia[i], set.angular[i], step)) {
      finish_explicit_rotation(set, i, step);
    } else if (!finish_implicit_rotation(set, i, step)) {
      failed.report(set.id[i]);
    }
  });
  return failed.get();
}

}  // namespace solfec
