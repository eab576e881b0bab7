#include "body/obstacle_set.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace solfec {

namespace {

/// Calls f(array) for every array of the set, so that they grow and shrink together.
template <typename Function>
void for_each_array(ObstacleSet& set, const Function& f) {
  f(set.id);
  f(set.mass);
  f(set.volume);
  f(set.reference_center);
  f(set.euler);
  f(set.rotation);
  f(set.center);
  f(set.angular);
  f(set.linear);
  f(set.energy);
  f(set.start_angular);
  f(set.start_linear);
  f(set.driven);
  f(set.end_rotation);
  f(set.end_center);
}

}  // namespace

int ObstacleSet::append(const NewBody& body, const BodyCharacteristics& reference) {
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body.id;
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  euler.back() = reference.tensor;
  rotation.back() = identity();
  center.back() = reference.center;
  return settle_last();
}

void ObstacleSet::swap_slots(int a, int b) {
  if (a == b) return;
  for_each_array(*this, [a, b](auto& array) { std::swap(array[at(a)], array[at(b)]); });
}

void ObstacleSet::drop_last() {
  for_each_array(*this, [](auto& array) { array.pop_back(); });
}

void ObstacleSet::shrink() {
  for_each_array(*this, [](auto& array) { array.shrink_to_fit(); });
}

double ObstacleSet::largest_speed(std::span<const double> reach) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < reach.size(); ++i) {
    largest = std::max(largest, norm(linear[i]) + reach[i] * norm(angular[i]));
  }
  return largest;
}

void ObstacleSet::set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity) {
  angular[at(slot)] = angular_velocity;
  linear[at(slot)] = linear_velocity;
}

RigidInertia ObstacleSet::rigid_inertia(int slot) const {
  return {std::numeric_limits<double>::infinity(), center[at(slot)], linear[at(slot)], {}};
}

}  // namespace solfec
