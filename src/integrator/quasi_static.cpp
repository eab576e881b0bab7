#include "integrator/quasi_static.h"

#include "body/finite_element/for_each_mesh.h"
#include "body/turning_inertia.h"
#include "integrator/deformable_step.h"
#include "integrator/finite_element_static.h"
#include "integrator/move_obstacles.h"
#include "integrator/rigid_step.h"

namespace solfec {

namespace {

// A whole step moves the configuration by h u with the velocity at its end: rotations by exp(hΩ),
// deformation and centres straight. The work of the step is that of its forces over this motion.

void finish_rigid(RigidSet& set, int i, double step) {
  add_static_change(set, i);
  move_static_rigid(set, i, step);
  const double share = step / set.static_push[i];  // of M Δu in the impulse of the reactions
  const Vec3 angular_impulse = step * (set.torque[i] + static_reaction_torque(set, i, step));
  const Vec3 linear_impulse = step * set.force[i] + (share * set.mass[i]) * set.linear_change[i];
  set.energy[i].kinetic = kinetic_energy(set, i);
  set.energy[i].external +=
      dot(set.angular[i], angular_impulse) + dot(set.linear[i], linear_impulse);
}

void finish_deformable(PseudoRigidSet& set, int i, double step, double push) {
  add_reactions(set, i);
  set.gradient[i] += step * set.rate[i];
  set.center[i] += step * set.linear[i];
  const double share = step / push;
  const Mat3 couple_impulse = step * set.couple[i] + share * reaction_impulse(set, i);
  const Vec3 linear_impulse = step * set.force[i] + (share * set.mass[i]) * set.linear_change[i];
  set.energy[i].kinetic = kinetic_energy(set, i);
  set.energy[i].internal = internal_energy(set, i);
  set.energy[i].external +=
      double_dot(set.rate[i], couple_impulse) + dot(set.linear[i], linear_impulse);
}

}  // namespace

void add_static_change(RigidSet& set, int slot) {
  set.angular[slot] += set.angular_change[slot];
  set.linear[slot] += set.linear_change[slot];
}

void move_static_rigid(RigidSet& set, int slot, double step) {
  set.rotation[slot] =
      orthonormalized(set.rotation[slot] * exponential_map(step * set.angular[slot]));
  set.center[slot] += step * set.linear[slot];
}

void begin_static_step(Bodies& bodies) {
  RigidSet& rigid = bodies.rigid;
  for_each_slot(rigid, [&](int i) {
    rigid.start_angular[i] = rigid.angular[i];
    rigid.start_linear[i] = rigid.linear[i];
    rigid.force[i] = {};
    rigid.torque[i] = {};
    rigid.angular_change[i] = {};
    rigid.linear_change[i] = {};
  });
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for_each_slot(soft, [&](int i) {
    soft.start_rate[i] = soft.rate[i];
    soft.start_linear[i] = soft.linear[i];
    soft.couple[i] = {};
    soft.force[i] = {};
    soft.rate_change[i] = {};
    soft.linear_change[i] = {};
  });
  begin_static_meshes(bodies.finite_element);
}

void finish_static_step(Bodies& bodies, double step, double push) {
  move_obstacles(bodies.obstacles, step);
  for_each_slot(bodies.rigid, [&](int i) { finish_rigid(bodies.rigid, i, step); });
  for_each_slot(bodies.pseudo_rigid,
                [&](int i) { finish_deformable(bodies.pseudo_rigid, i, step, push); });
  finish_static_meshes(bodies.finite_element, step, push);
}

void undo_static_step(Bodies& bodies) {
  RigidSet& rigid = bodies.rigid;
  for_each_slot(rigid, [&](int i) {
    rigid.angular[i] = rigid.start_angular[i];
    rigid.linear[i] = rigid.start_linear[i];
  });
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for_each_slot(soft, [&](int i) {
    soft.rate[i] = soft.start_rate[i];
    soft.linear[i] = soft.start_linear[i];
  });
  for_each_mesh(bodies.finite_element,
                [](FiniteElementBody& body) { body.velocity = body.start_velocity; });
}

}  // namespace solfec
