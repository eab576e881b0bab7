#include "integrator/rigid_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

/// RIG_POS: the explicit mid-point rule as it stands. The work of its gyroscopic torque makes the
/// kinetic energy of a free rotation grow with order h³.
BodyId finish_rig_pos(Bodies& bodies, double step) {
  RigidSet& set = bodies.rigid;
  for_each_slot(set, Scheme::rig_pos, [&](int i) {
    add_reactions(set, i, step);
    rigid_second_half(set, i, exponential_map(0.5 * step * set.angular[i]), step);
  });
  return 0;
}

}  // namespace solfec
