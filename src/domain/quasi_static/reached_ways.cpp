#include "domain/quasi_static/reached_ways.h"

#include <cmath>

#include "base/count.h"
#include "domain/quasi_static/reached_places.h"

namespace solfec {

namespace {

/// Velocities of a rigid body or an obstacle with the changes of a solution.
struct EndVelocity {
  Vec3 linear;   // of the centre, m/s
  Vec3 angular;  // in space, rad/s
};

EndVelocity velocity_of(const Bodies& bodies, BodyRef body) {
  const auto i = at(body.slot);
  if (body.kind == BodyKind::obstacle) {
    return {bodies.obstacles.linear[i], bodies.obstacles.angular[i]};
  }
  const RigidSet& rigid = bodies.rigid;
  return {rigid.linear[i] + rigid.linear_change[i],
          rigid.rotation[i] * (rigid.angular[i] + rigid.angular_change[i])};
}

double largest_turn(const Bodies& bodies, double step) {
  double largest = 0.0;
  const RigidSet& rigid = bodies.rigid;
  for (int i = 0; i < rigid.owned(); ++i) {
    largest = std::fmax(largest, norm(rigid.angular[at(i)] + rigid.angular_change[at(i)]));
  }
  for (const Vec3 angular : bodies.obstacles.angular) largest = std::fmax(largest, norm(angular));
  return step * largest;
}

double largest_slide(const Bodies& bodies, const StepRows& rows) {
  const auto refs = bodies.refs();
  double largest = 0.0;
  for (const ContactPoint& contact : rows.contacts) {
    const BodyRef master = refs[at(contact.master)];
    const BodyRef slave = refs[at(contact.slave)];
    if (!turns(master.kind) || !turns(slave.kind)) continue;
    const double arm = std::fmax(norm(contact.point - bodies.motion(master).center),
                                 norm(contact.point - bodies.motion(slave).center));
    const Vec3 between = velocity_of(bodies, master).linear - velocity_of(bodies, slave).linear;
    if (arm > 0.0) largest = std::fmax(largest, rows.step * norm(between) / arm);
  }
  return largest;
}

double largest_swing(const Bodies& bodies, const StepRows& rows) {
  const auto velocity = [&](BodyRef body, Vec3 point) {
    if (!turns(body.kind)) return Vec3{};
    const EndVelocity of_body = velocity_of(bodies, body);
    return of_body.linear + cross(of_body.angular, point - bodies.motion(body).center);
  };
  double largest = 0.0;
  for (const UserConstraint& constraint : rows.constraints) {
    if (!is_along_line(constraint)) continue;
    const Vec3 line = constraint.point - constraint.slave_point;
    const double length = norm(line);
    if (!(length > 0.0)) continue;
    const JointEnds ends = ends_of(bodies, constraint);
    Vec3 relative = velocity(ends.master, constraint.point);
    if (!ends.slave_in_space) relative -= velocity(ends.slave, constraint.slave_point);
    const double across = norm(cross(line, relative)) / length;
    largest = std::fmax(largest, rows.step * across / length);
  }
  return largest;
}

}  // namespace

double largest_way(const Bodies& bodies, const StepRows& rows) {
  return std::fmax(largest_turn(bodies, rows.step),
                   std::fmax(largest_slide(bodies, rows), largest_swing(bodies, rows)));
}

}  // namespace solfec
