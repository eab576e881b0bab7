#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "body/common/new_body.h"
#include "body/common/scheme.h"
#include "body/homogeneous_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Obstacles: rigid placement without inertia. They rest, move with a constant spatial velocity of
/// their centre and a constant spatial angular velocity about it, or are driven: a step then has
/// velocities at its start and at its end, as those of other bodies, and the place where it ends.
/// Reactions do not move obstacles, and they take no load. A BodySet.
struct ObstacleSet : HomogeneousSet<ObstacleSet> {
  static constexpr BodyKind kKind = BodyKind::obstacle;

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

  // one dynamic step; `angular` and `linear` are those of its end
  std::vector<Vec3> start_angular;
  std::vector<Vec3> start_linear;
  std::vector<char> driven;  // 1: the step ends at end_rotation and end_center
  std::vector<Mat3> end_rotation;
  std::vector<Vec3> end_center;

  /// Forgets what drove the obstacles in the last step.
  void stop_driving() { std::fill(driven.begin(), driven.end(), char{0}); }

  /// Appends an obstacle at rest in its reference placement.
  int append(const NewBody& body, const BodyCharacteristics& reference);
  void swap_slots(int a, int b);
  void drop_last();
  /// Gives back the memory of bodies that have gone.
  void shrink();

  [[nodiscard]] const Mat3& gradient_of(int slot) const { return rotation[at(slot)]; }
  [[nodiscard]] BodyMotion motion(int slot) const {
    const auto i = at(slot);
    return {reference_center[i], center[i], rotation[i], linear[i], skew(angular[i]) * rotation[i]};
  }
  /// |v| + r |ω| of the points of all bodies, at distances of at most `reach` from their centres.
  [[nodiscard]] double largest_speed(std::span<const double> reach) const;
  /// Spatial, of the centre and about it.
  void set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity);

  void update_energies(int /*slot*/) {}
  [[nodiscard]] Scheme scheme_of(int /*slot*/) const { return Scheme::none; }
  void set_scheme(int /*slot*/, Scheme /*scheme*/) {}

  void add_gravity(Vec3 /*acceleration*/) {}
  void add_force(int /*slot*/, Vec3 /*reference*/, Vec3 /*force*/) {}
  [[nodiscard]] int load_size(int /*slot*/) const { return 0; }
  void add_load(int /*slot*/, std::span<const double> /*load*/) {}
  void add_pressure(int /*slot*/, const PressedSurface& /*surface*/, double /*pressure*/) {}

  [[nodiscard]] RigidInertia rigid_inertia(int slot) const;
  void shift(int /*slot*/, Vec3 /*center*/, Vec3 /*shift*/, const Mat3& /*rotation*/) {}
  [[nodiscard]] double load_work(int /*slot*/, Vec3 /*center*/, Vec3 /*shift*/,
                                 Vec3 /*turn*/) const {
    return 0.0;
  }
  [[nodiscard]] Vec3 spin_momentum(int /*slot*/) const { return {}; }
  void add_rigid_velocity(int /*slot*/, Vec3 /*linear*/, Vec3 /*angular*/) {}
  [[nodiscard]] Mat3 mobility(int /*slot*/, const BodyPoint& /*a*/, const BodyPoint& /*b*/) const {
    return {};
  }
  void push(int /*slot*/, const BodyPoint& /*point*/, Vec3 /*p*/) {}
  void kick(int /*slot*/, const BodyPoint& /*point*/, Vec3 /*p*/) {}

  /// Velocity of the point with an arm at the start of the step, and after the loads, m/s.
  [[nodiscard]] Vec3 start_velocity_of(int slot, Vec3 arm) const {
    return start_linear[at(slot)] + cross(start_angular[at(slot)], arm);
  }
  [[nodiscard]] Vec3 free_velocity_of(int slot, Vec3 arm) const {
    return linear[at(slot)] + cross(angular[at(slot)], arm);
  }

  // for HomogeneousSet; velocities are part of the placement since the step drives them
  template <typename Set>
  static auto state_of(Set& set) {
    return std::tie(set.rotation, set.center, set.angular, set.linear);
  }
  template <typename Set>
  static auto placement_of(Set& set) {
    return state_of(set);
  }
  using Placement =
      std::tuple<std::vector<Mat3>, std::vector<Vec3>, std::vector<Vec3>, std::vector<Vec3>>;
  [[nodiscard]] std::vector<Mat3>& tensor() { return euler; }
  [[nodiscard]] const std::vector<Mat3>& tensor() const { return euler; }
  void update_inverse(int /*slot*/) {}
};

}  // namespace solfec
