#include "integrator/rigid_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

/// RIG_NEG: turns the momentum A + h r into the final axes, Ω = J⁻¹ ΔR₂ᵀ (A + h r), so the spatial
/// angular momentum R J Ω changes by the impulse of loads and reactions only; energy decays with
/// h³.
BodyId finish_rig_neg(Bodies& bodies, double step) {
  RigidSet& set = bodies.rigid;
  for_each_slot(set, Scheme::rig_neg, [&](int i) {
    add_reactions(set, i, step);
    const Mat3 half_rotation = exponential_map(0.5 * step * set.angular[i]);
    set.angular[i] =
        set.inverse_inertia[i] * transposed_times(half_rotation, final_momentum(set, i));
    rigid_second_half(set, i, half_rotation, step);
  });
  return 0;
}

}  // namespace solfec
