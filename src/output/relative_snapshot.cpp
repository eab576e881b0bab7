#include "output/relative_snapshot.h"

#include "base/check.h"
#include "base/count.h"
#include "body/common/spin.h"

namespace solfec {

namespace {

/// The rigid motion of a body, by which all others are seen.
class SeenFrom {
 public:
  explicit SeenFrom(const BodyMotion& body)
      : body_(body), turn_back_(transpose(body.gradient)), angular_(spin_of(body)) {}

  [[nodiscard]] Vec3 place(Vec3 x) const {
    return body_.reference_center + turn_back_ * (x - body_.center);
  }
  [[nodiscard]] Vec3 velocity(Vec3 x, Vec3 v) const {
    return turn_back_ * (v - body_.linear - cross(angular_, x - body_.center));
  }
  [[nodiscard]] const Mat3& turn_back() const { return turn_back_; }
  [[nodiscard]] Vec3 angular() const { return angular_; }

 private:
  BodyMotion body_;
  Mat3 turn_back_;  // Rᵀ
  Vec3 angular_;    // ω, rad/s
};

void move_obstacles(const SeenFrom& from, ObstacleSet& obstacles) {
  for (int slot = 0; slot < obstacles.size(); ++slot) {
    const auto i = at(slot);
    obstacles.linear[i] = from.velocity(obstacles.center[i], obstacles.linear[i]);
    obstacles.angular[i] = from.turn_back() * (obstacles.angular[i] - from.angular());
    obstacles.center[i] = from.place(obstacles.center[i]);
    obstacles.rotation[i] = from.turn_back() * obstacles.rotation[i];
  }
}

/// Bodies with inertia, whose shift turns their spins but leaves the velocities of their centres.
template <typename Set>
void move_bodies(const SeenFrom& from, Set& set) {
  for (int slot = 0; slot < set.size(); ++slot) {
    const RigidInertia now = set.rigid_inertia(slot);
    const Vec3 linear = from.velocity(now.center, now.linear) - now.linear;
    const Energies energy = set.energy_of(slot);
    set.shift(slot, now.center, from.place(now.center) - now.center, from.turn_back());
    set.add_rigid_velocity(slot, linear, -1.0 * (from.turn_back() * from.angular()));
    set.energy_of(slot) = energy;
  }
}

}  // namespace

std::shared_ptr<const Snapshot> relative_snapshot(const Snapshot& snapshot,
                                                  const SnapshotBody& body) {
  SOLFEC_ASSERT(turns_only(body.place.kind));
  const SeenFrom from(snapshot.bodies.motion(body.place));
  auto seen = std::make_shared<Snapshot>(snapshot);
  move_obstacles(from, seen->bodies.obstacles);
  move_bodies(from, seen->bodies.rigid);
  move_bodies(from, seen->bodies.pseudo_rigid);
  move_bodies(from, seen->bodies.finite_element);
  for (ConstraintRecord& row : seen->constraints) {
    row.point = from.place(row.point);
    row.slave_point = from.place(row.slave_point);
    row.frame = from.turn_back() * row.frame;
  }
  for (ActingLoad& load : seen->loads) {
    if (load.frame == LoadFrame::spatial) load.vector = from.turn_back() * load.vector;
  }
  return seen;
}

}  // namespace solfec
