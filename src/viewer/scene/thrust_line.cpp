#include "viewer/scene/thrust_line.h"

#include <map>
#include <vector>

#include "output/joint_resultants.h"
#include "viewer/scene/contact_glyphs.h"
#include "viewer/scene/drawn_bodies.h"
#include "viewer/scene/point3.h"

namespace solfec {

namespace {

constexpr Colour kThrust{178, 24, 56};
constexpr double kLineRadius = 0.025;   // over the size of bodies
constexpr double kJointRadius = 0.055;  // over the size of bodies

}  // namespace

void add_thrust_line(const Snapshot& snapshot, std::span<const BodyId> drawn, Scene& scene) {
  std::map<BodyId, std::vector<Vec3>> joints;  // relative to the origin of the scene
  for (const JointResultant& one : joint_resultants(snapshot)) {
    if (!(one.normal_force > 0.0) || is_cut_away(scene.cuts, one.pressure_point)) continue;
    if (!is_drawn(drawn, one.master) && !is_drawn(drawn, one.slave)) continue;
    const Vec3 point = one.pressure_point - scene.origin;
    joints[one.master].push_back(point);
    joints[one.slave].push_back(point);
    scene.marks.push_back(ball(point, kJointRadius * scene.body_size, kThrust));
  }
  const auto r = static_cast<float>(kLineRadius * scene.body_size);
  const auto line = [&](Vec3 from, Vec3 to) {
    scene.rods.push_back({point3(from), point3(to), {r, r}, 0.0F, kThrust});
  };
  for (const auto& [id, points] : joints) {
    const SnapshotBody* const body = snapshot.find(id);
    if (body == nullptr || !has_inertia(body->place.kind) || !is_drawn(drawn, id)) continue;
    if (points.size() == 2) {
      line(points[0], points[1]);
      continue;
    }
    const Vec3 center = snapshot.bodies.motion(body->place).center;
    if (is_cut_away(scene.cuts, center)) continue;
    for (const Vec3 point : points) line(center - scene.origin, point);
  }
}

}  // namespace solfec
