#include "integrator/rigid_step.h"

#include "body/turning_inertia.h"
#include "integrator/implicit_rotation.h"

namespace solfec {

void rigid_first_half(Bodies& bodies, Scheme scheme, double step) {
  RigidSet& set = bodies.rigid;
  for_each_slot(set, scheme, [&](int i) {
    set.start_angular[i] = set.angular[i];
    set.start_linear[i] = set.linear[i];
    set.force[i] = {};
    set.torque[i] = {};
    set.angular_change[i] = {};
    set.linear_change[i] = {};
    set.half_rotation[i] = exponential_map(0.5 * step * set.angular[i]);
    set.rotation[i] = orthonormalized(set.rotation[i] * set.half_rotation[i]);
    set.center[i] += 0.5 * step * set.linear[i];
  });
}

namespace {

/// Gyroscopic torque of a body that turns with Ω_t alone, h times it: what RIG_IMP finds without
/// loads and reactions. Zero where it does not find it.
Vec3 implicit_gyroscopic_impulse(const RigidSet& set, int slot, Vec3 turned, double step) {
  const ImplicitRotation solution = implicit_rotation(set, slot, turned, step);
  if (!solution.converged) return {};
  return set.inertia[slot] * (solution.angular - set.start_angular[slot]);
}

/// -Ω½ x J Ω½ of a momentum J Ω½, N m.
Vec3 gyroscopic_torque(const RigidSet& set, int slot, Vec3 mid_momentum) {
  return cross(mid_momentum, set.inverse_inertia[slot] * mid_momentum);
}

}  // namespace

void rigid_free_velocity(Bodies& bodies, Scheme scheme, double step) {
  RigidSet& set = bodies.rigid;
  for_each_slot(set, scheme, [&](int i) {
    const Vec3 turned =
        transposed_times(set.half_rotation[i], set.inertia[i] * set.start_angular[i]);
    set.momentum[i] = turned + step * set.torque[i];
    const bool is_explicit = scheme == Scheme::rig_pos;
    const bool is_far = !is_explicit && turns_far(set.inertia[i], set.inverse_inertia[i],
                                                  set.start_angular[i], step);
    set.gyroscopic[i] =
        is_far
            ? (1.0 / step) * implicit_gyroscopic_impulse(set, i, turned, step)
            : gyroscopic_torque(set, i, is_explicit ? turned + 0.5 * step * set.torque[i] : turned);
    set.angular[i] += step * (set.inverse_inertia[i] * (set.torque[i] + set.gyroscopic[i]));
    set.linear[i] += (step / set.mass[i]) * set.force[i];
  });
}

Vec3 explicit_angular(const RigidSet& set, int slot, double step) {
  if (set.turning_stiffness[slot] != Mat3{}) return set.angular[slot];
  const Vec3 turned =
      transposed_times(set.half_rotation[slot], set.inertia[slot] * set.start_angular[slot]);
  const Vec3 momentum = final_momentum(set, slot);
  const Vec3 gyroscopic = gyroscopic_torque(set, slot, 0.5 * (turned + momentum));
  return set.start_angular[slot] +
         set.inverse_inertia[slot] * ((momentum - turned) + step * gyroscopic);
}

void turning_free_velocity(RigidSet& set, int slot, double step) {
  const Mat3& J = set.inertia[slot];
  const Vec3 turned = transposed_times(set.half_rotation[slot], J * set.start_angular[slot]);
  const Vec3 change = step * (turning_inverse_inertia(set, slot, 0.25 * step * step) *
                              (set.torque[slot] + set.gyroscopic[slot]));
  set.angular[slot] = set.start_angular[slot] + change;
  set.momentum[slot] = turned + (J * change - step * set.gyroscopic[slot]);
}

namespace {

/// Impulse of the moments of loads, h T with the arms of the mean of the step, N m s.
Vec3 load_moment(const RigidSet& set, int slot, double step) {
  if (set.turning_stiffness[slot] == Mat3{}) return step * set.torque[slot];
  return set.momentum[slot] -
         transposed_times(set.half_rotation[slot], set.inertia[slot] * set.start_angular[slot]);
}

}  // namespace

bool turns_far(const Mat3& inertia, const Mat3& inverse_inertia, Vec3 angular, double step) {
  constexpr double kLargest = 2.0;  // rad
  return step * step * dot(angular, angular) * trace(inertia) * trace(inverse_inertia) >
         kLargest * kLargest;
}

Mat3 orthonormalized(const Mat3& rotation) {
  const Mat3 gram = transpose(rotation) * rotation;
  return 1.5 * rotation - 0.5 * (rotation * gram);
}

void add_reactions(RigidSet& set, int slot, double step) {
  set.angular[slot] += set.angular_change[slot];
  set.linear[slot] += set.linear_change[slot];

  // h (f + M Δu / h), the impulse of loads and reactions
  const Vec3 angular_impulse =
      load_moment(set, slot, step) + set.inertia[slot] * set.angular_change[slot];
  const Vec3 linear_impulse = step * set.force[slot] + set.mass[slot] * set.linear_change[slot];
  const Vec3 mean_angular = 0.5 * (set.start_angular[slot] + set.angular[slot]);
  const Vec3 mean_linear = 0.5 * (set.start_linear[slot] + set.linear[slot]);
  Energies& energy = set.energy[slot];
  energy.external += dot(mean_angular, angular_impulse) + dot(mean_linear, linear_impulse);
  energy.numerical += step * dot(mean_angular, set.gyroscopic[slot]);
  energy.kinetic = kinetic_energy(set, slot);
}

void rigid_second_half(RigidSet& set, int slot, const Mat3& half_rotation, double step) {
  set.rotation[slot] = orthonormalized(set.rotation[slot] * half_rotation);
  set.center[slot] += 0.5 * step * set.linear[slot];
  const double kinetic = kinetic_energy(set, slot);
  set.energy[slot].numerical += kinetic - set.energy[slot].kinetic;
  set.energy[slot].kinetic = kinetic;
}

}  // namespace solfec
