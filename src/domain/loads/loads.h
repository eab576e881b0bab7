#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "body/bodies.h"
#include "body/common/pressed_surface.h"
#include "constraint/user_constraint.h"
#include "domain/loads/simplified_crack.h"
#include "math/time_series.h"
#include "math/vec3.h"

namespace solfec {

/// A number or a function of time.
struct LoadValue {
  double constant{};
  std::shared_ptr<const TimeSeries> series;  // wins when present

  [[nodiscard]] double at(double time) const { return series ? series->value(time) : constant; }
};

/// Whether the direction of a load stays fixed in space or follows the body.
enum class LoadFrame { spatial, convected };

/// As FORCE and TORQUE spell it.
constexpr std::string_view name_of(LoadFrame item) {
  switch (item) {
    case LoadFrame::spatial:
      return "SPATIAL";
    case LoadFrame::convected:
      return "CONVECTED";
  }
  return {};
}

/// Force along a direction at a reference point.
struct PointForce {
  BodyId body{};
  LoadFrame frame{};
  Vec3 point;                // reference, m
  Vec3 direction;            // unit
  LoadValue value;           // N
  bool in_callback = false;  // put by a function that RUN called, here and below
  int group = 0;             // Loads::group when it was put, here and below
};

/// Torque about a direction on a rigid body.
struct BodyTorque {
  BodyId body{};
  LoadFrame frame{};
  Vec3 direction;   // unit
  LoadValue value;  // N m
  bool in_callback = false;
  int group = 0;
};

/// Pressure on the faces of a body with a surface id, which follows them; positive pulls.
struct SurfacePressure {
  BodyId body{};
  PressedSurface surface;
  LoadValue value;  // Pa
  bool in_callback = false;
  int group = 0;
};

/// State of a body as a force function sees it.
struct ForceCallbackInput {
  std::span<const double> q;
  std::span<const double> u;
  double time{};  // s, mid-step
  double step{};  // s
};

/// Generalised force that a user function computes: generalized_load_size(kind) numbers into
/// `load`. That of a constraint is called by the constraint, with its own state in q and u, and is
/// no load.
struct CallbackForce {
  BodyId body{};
  std::function<void(const ForceCallbackInput&, std::span<double> load)> function;
  std::string name{};  // of the function, for messages
  bool in_callback = false;
  ConstraintId constraint = 0;  // that it belongs to, 0: a load of the body
  int group = 0;
};

/// Whether a body has faces that a pressure can follow: it has inertia, and finite elements are the
/// shape itself and no background mesh.
bool takes_pressure(const BodyRecord& record);

/// All loads of a domain.
class Loads {
 public:
  std::array<LoadValue, 3> gravity{};
  std::vector<PointForce> forces;
  std::vector<BodyTorque> torques;
  std::vector<CallbackForce> callbacks;
  std::vector<SurfacePressure> pressures;
  std::vector<SimplifiedCrack> cracks;  // that loads may open
  int group = 0;  // of loads that are put now; those of 0 stay, see replace_group

  [[nodiscard]] Vec3 gravity_at(double time) const;
  /// Adds the loads at time t to the bodies of this rank, which are at q½; callbacks run serially
  /// in order.
  void apply(Bodies& bodies, double time, double step);
  /// Adds the loads of rigid bodies of this rank whose moment depends on where the body is: all but
  /// gravity and functions.
  void apply_to_rigid(Bodies& bodies, double time) const;
  /// Forgets the loads of bodies that leave. Their functions are returned, because freeing them may
  /// run code of the user: let them go when everything else is done.
  [[nodiscard]] std::vector<CallbackForce> remove(std::span<const BodyId> sorted);
  /// Forgets the functions of constraints that are in neither list, and returns them.
  [[nodiscard]] std::vector<CallbackForce> remove_orphans(std::span<const UserConstraint> own,
                                                          std::span<const UserConstraint> others);
  /// Ends group -`number` and makes it group `number`, whose loads of before are forgotten: the
  /// forces where there are new forces, and torques and pressures alike. Functions count as forces;
  /// those that go are returned as `remove` does.
  [[nodiscard]] std::vector<CallbackForce> replace_group(int number);

 private:
  template <typename Takes>
  void add_forces(Bodies& bodies, double time, const Takes& takes) const;
  template <typename Takes>
  void add_pressures(Bodies& bodies, double time, const Takes& takes) const;

  std::vector<double> q_;
  std::vector<double> u_;
  std::vector<double> load_;
};

}  // namespace solfec
