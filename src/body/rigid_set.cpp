#include "body/rigid_set.h"

#include "base/check.h"

namespace solfec {

namespace {

/// Calls f(array) for every array of the set, so that they grow and shrink together.
template <typename Function>
void for_each_array(RigidSet& set, const Function& f) {
  f(set.id);
  f(set.scheme);
  f(set.mass);
  f(set.volume);
  f(set.reference_center);
  f(set.inertia);
  f(set.inverse_inertia);
  f(set.rotation);
  f(set.center);
  f(set.angular);
  f(set.linear);
  f(set.energy);
  f(set.start_angular);
  f(set.start_linear);
  f(set.half_rotation);
  f(set.force);
  f(set.torque);
  f(set.gyroscopic);
  f(set.momentum);
  f(set.angular_change);
  f(set.linear_change);
}

}  // namespace

int RigidSet::append(BodyId body, const BodyCharacteristics& reference) {
  const int slot = size();
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body;
  scheme.back() = default_scheme(BodyKind::rigid);
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  inertia.back() = reference.tensor;
  inverse_inertia.back() = inverse(reference.tensor);
  rotation.back() = identity();
  center.back() = reference.center;
  half_rotation.back() = identity();
  return slot;
}

void RigidSet::erase(int slot) {
  SOLFEC_ASSERT(0 <= slot && slot < size());
  for_each_array(*this, [slot](auto& array) { array.erase(array.begin() + slot); });
}

double kinetic_energy(const RigidSet& set, int slot) {
  const Vec3 angular = set.angular[slot];
  const Vec3 linear = set.linear[slot];
  return 0.5 * dot(angular, set.inertia[slot] * angular) +
         0.5 * set.mass[slot] * dot(linear, linear);
}

}  // namespace solfec
