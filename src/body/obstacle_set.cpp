#include "body/obstacle_set.h"

#include "base/check.h"

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
}

}  // namespace

int ObstacleSet::append(BodyId body, const BodyCharacteristics& reference) {
  const int slot = size();
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body;
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  euler.back() = reference.tensor;
  rotation.back() = identity();
  center.back() = reference.center;
  return slot;
}

void ObstacleSet::erase(int slot) {
  SOLFEC_ASSERT(0 <= slot && slot < size());
  for_each_array(*this, [slot](auto& array) { array.erase(array.begin() + slot); });
}

}  // namespace solfec
