#include "assembly/contact_turning.h"

#include <cmath>
#include <limits>

#include "assembly/outline_radius.h"
#include "base/count.h"

namespace solfec {

namespace {

/// An end of a row as the other end meets it.
struct MetEnd {
  const RowEnd& end;
  const RowEnd& other;
  Vec3 outwards;  // normal that points out of the body of the end
  Meeting meeting;
};

/// Part of the way of a body along an obstacle that the contact moves with, and whether the normal
/// stays as it is at mid-step.
struct MovingContact {
  double share = 1.0;
  bool keeps_normal = true;
};

/// Whether the piece of an end of a contact has faces.
bool has_faces(const TurningStep& step, const RowEnd& end) {
  return has_faces(step.bodies.table().row(end.index).record, end.piece);
}

/// Radius of a body where it meets an obstacle, m. A mesh lies there with its faces.
double radius_of_body(const Bodies& bodies, const RowEnd& body, Vec3 place,
                      const OutlineDirections& directions) {
  if (body.body.kind == BodyKind::finite_element) return std::numeric_limits<double>::infinity();
  const ContactSide side = contact_side(bodies, body.index, body.piece);
  return side.pieces == nullptr ? 0.0 : outline_radius(bodies, side, place, directions);
}

/// @param way  Of the body against the centre of the obstacle.
MovingContact contact_on(const TurningStep& step, const MetEnd& obstacle, Vec3 way) {
  if (obstacle.meeting != Meeting::contact) return {};
  const ContactSide side = contact_side(step.bodies, obstacle.end.index, obstacle.end.piece);
  if (side.pieces == nullptr || side.kind() == PieceKind::bore) return {};
  // What is round mostly meets a face.
  if (side.kind() == PieceKind::polyhedron && !has_faces(step, obstacle.other)) return {};
  const Vec3 along = way - dot(way, obstacle.outwards) * obstacle.outwards;
  const double speed = norm(along);
  if (!(speed > 0.0)) return {};
  const Vec3 around = (1.0 / speed) * along;
  const Vec3 place = obstacle.end.point;
  const double radius = outline_radius(step.bodies, side, place, {obstacle.outwards, around});
  if (std::isinf(radius)) return {};
  const double of_body =
      radius_of_body(step.bodies, obstacle.other, place, {-obstacle.outwards, around});
  return {radius > 0.0 ? radius / (radius + of_body) : 0.0, false};
}

/// @param of_body        Motion of the other end.
/// @param[in,out] motion  Of the end, which is changed where it is that of an obstacle that turns.
void meet_turning_obstacle(const TurningStep& step, const MetEnd& met, const EndMotion& of_body,
                           EndMotion& motion) {
  const RowEnd& obstacle = met.end;
  const RowEnd& body = met.other;
  if (obstacle.in_space || has_inertia(obstacle.body.kind)) return;
  if (body.in_space || !has_inertia(body.body.kind)) return;
  const ObstacleSet& set = step.bodies.obstacles;
  const std::size_t i = at(obstacle.body.slot);
  if (set.angular[i] == Vec3{} && set.start_angular[i] == Vec3{}) return;
  const Vec3 velocity = body.body.kind == BodyKind::rigid
                            ? step.rigid[at(body.body.slot)].start_linear
                            : of_body.start;
  const Vec3 way = 0.5 * step.length * (velocity - set.start_linear[i]);
  const MovingContact contact = contact_on(step, met, way);
  Vec3 at_start = contact.share * cross(set.start_angular[i], way);
  Vec3 at_end = contact.share * cross(set.angular[i], way);
  if (!contact.keeps_normal) {
    at_start -= dot(at_start, met.outwards) * met.outwards;
    at_end -= dot(at_end, met.outwards) * met.outwards;
  }
  motion.start -= at_start;
  motion.free += at_end;
}

/// Whether an end is that of a ball about the centre of its body: the arm is along the normal.
bool is_round(Vec3 arm, Vec3 normal) {
  constexpr double kParallel = 1e-6;
  return norm(cross(arm, normal)) <= kParallel * norm(arm);
}

/// Velocity of a contact less that of the centre of a rigid body at its end, m/s.
Vec3 contact_way(const TurningStep& step, const MetEnd& met, const EndMotion& of_other, Vec3 arm) {
  const RigidMotion& body = step.rigid[at(met.end.body.slot)];
  const bool ball = is_round(arm, met.outwards);
  if (met.other.body.kind != BodyKind::rigid) {
    const bool rolls = ball && has_faces(step, met.other);
    return rolls ? Vec3{} : of_other.start - body.start_linear;
  }
  const RigidMotion& partner = step.rigid[at(met.other.body.slot)];
  const Vec3 apart = partner.start_linear - body.start_linear;
  const bool other_ball = is_round(of_other.arm, met.outwards);
  if (ball && !other_ball && has_faces(step, met.other)) return cross(partner.start_angular, arm);
  if (other_ball && !ball && has_faces(step, met.end)) {
    return apart + cross(body.start_angular, of_other.arm);
  }
  const double size = norm(arm);
  const double sizes = size + norm(of_other.arm);
  return sizes > 0.0 ? (size / sizes) * apart : Vec3{};
}

/// Turns the end of a rigid body that meets one with inertia.
void turn_with_body(const TurningStep& step, const MetEnd& met, const EndMotion& of_other,
                    EndMotion& motion) {
  if (met.meeting == Meeting::joined || met.end.in_space || met.other.in_space) return;
  if (met.end.body.kind != BodyKind::rigid || !has_inertia(met.other.body.kind)) return;
  const RigidMotion& body = step.rigid[at(met.end.body.slot)];
  if (body.start_angular == Vec3{}) return;
  const double half = 0.5 * step.length;
  const double angle_squared = half * half * dot(body.start_angular, body.start_angular);
  const Vec3 way = half / (1.0 + angle_squared) * contact_way(step, met, of_other, motion.arm);
  Vec3 change = cross(body.start_angular, way);
  if (met.meeting != Meeting::bonded) change -= dot(change, met.outwards) * met.outwards;
  motion.start -= change;
  motion.free += change;
}

}  // namespace

void turn_to_ends(const TurningStep& step, const MetEnds& ends, EndMotion& of_master,
                  EndMotion& of_slave) {
  const MetEnd master{ends.master, ends.slave, -ends.normal, ends.meeting};
  const MetEnd slave{ends.slave, ends.master, ends.normal, ends.meeting};
  meet_turning_obstacle(step, master, of_slave, of_master);
  meet_turning_obstacle(step, slave, of_master, of_slave);
  turn_with_body(step, master, of_slave, of_master);
  turn_with_body(step, slave, of_master, of_slave);
}

}  // namespace solfec
