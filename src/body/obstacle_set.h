#pragma once

#include <vector>

#include "base/ids.h"
#include "body/characteristics.h"
#include "body/energies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Obstacles: rigid placement without inertia. They rest, or move with a constant spatial velocity
/// of their centre and a constant spatial angular velocity about it; reactions do not move them.
struct ObstacleSet {
  std::vector<BodyId> id;
  std::vector<double> mass;  // reference characteristics, for the user only
  std::vector<double> volume;
  std::vector<Vec3> reference_center;  // X̄, m
  std::vector<Mat3> euler;             // mass-weighted Euler tensor, kg m^2

  std::vector<Mat3> rotation;
  std::vector<Vec3> center;      // x̄, m
  std::vector<Vec3> angular;     // spatial, rad/s
  std::vector<Vec3> linear;      // m/s
  std::vector<Energies> energy;  // its half of the contact and friction work

  [[nodiscard]] int size() const { return static_cast<int>(id.size()); }
  /// Appends an obstacle at rest in its reference placement.
  int append(BodyId body, const BodyCharacteristics& reference);
  /// Removes a slot; later slots move down by one.
  void erase(int slot);
};

}  // namespace solfec
