#include "domain/joints/joint_projection.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/count.h"
#include "domain/joints/joint_impulses.h"
#include "domain/joints/state_copy.h"

namespace solfec {

namespace {

// One joint at a time: mobility of both ends, the p along the error that removes it, and the push
// of both bodies by it, in the present placement. A sweep without an error above rounding is the
// last.

constexpr double kTolerance = 1e-13;  // of the largest coordinate of a joint

/// One end of a joint: a point of a body, or of space when there is no body.
struct End {
  bool in_space = true;
  BodyRef body;
  BodyPoint point;
};

End end_of(const Bodies& bodies, BodyId id, Vec3 reference, Vec3 place) {
  if (id == 0) return {true, {}, {.current = place, .arm = {}, .mesh = {}}};
  const BodyRef body = bodies.refs()[at(bodies.find(id))];
  return {false, body, bodies.point(body, reference)};
}

Mat3 mobility(const Bodies& bodies, const End& end) {
  return end.in_space ? Mat3{} : bodies.mobility(end.body, end.point);
}

void displace(Bodies& bodies, const End& end, Vec3 p) {
  if (!end.in_space) bodies.push(end.body, end.point, p);
}

/// Error of a joint and the p that removes it.
struct Correction {
  double error{};
  Vec3 p;
};

Correction along(Vec3 n, double error, const Mat3& mobility) {
  const double resistance = dot(n, mobility * n);
  if (!(resistance > 0.0)) return {};
  return {std::fabs(error), (-error / resistance) * n};
}

/// p = -W⁻¹ e for a point, p = -(e / n·W n) n along a direction, with the error e of place (m) and
/// the mobility W of both ends (1/kg).
Correction correction(const UserConstraint& joint, const End& master, const End& slave,
                      const Mat3& mobility) {
  const Vec3 error = master.point.current - slave.point.current;
  if (joint.kind == ConstraintKind::fixed_direction) {
    return along(joint.direction, dot(joint.direction, error) - joint.length, mobility);
  }
  if (joint.kind == ConstraintKind::rigid_link) {
    const double length = norm(error);
    if (length == 0.0) return {};
    return along(error / length, length - joint.length, mobility);
  }
  if (trace(mobility) == 0.0) return {};
  return {norm(error), -(inverse(mobility) * error)};
}

/// Removes the error of a guide of a joint.
Correction project_guide(Bodies& bodies, const UserConstraint& joint) {
  const JointRowPlace place =
      place_row(bodies, ends_of(bodies, joint), joint.master_reference, joint.joint);
  const End master = end_of(bodies, joint.master, joint.master_reference, {});
  const End slave = end_of(bodies, joint.slave, place.slave_reference, place.point);
  const Mat3 both = mobility(bodies, master) + mobility(bodies, slave);
  const Correction change = along(place.normal, place.value, both);
  displace(bodies, master, change.p);
  displace(bodies, slave, -change.p);
  return change;
}

/// Row of a joint for all that is solved together.
struct Row {
  End master;
  End slave;
  Vec3 reference_of_master;
  Vec3 reference_of_slave;
  Vec3 error;  // of place, m
  Vec3 n;      // direction, where it is no point
  bool is_point{};
  Mat3 inverse;   // of the mobility in the directions of the row, kg
  Vec3 impulse;   // N s
  Vec3 residual;  // m/s
};

/// Errors of all joints and the size of the largest coordinate.
struct Places {
  std::vector<Row> rows;
  double worst = 0.0;
  double size = 0.0;
};

/// Row of a joint in the present placement. No mobility: no row.
void add_row(const Bodies& bodies, const UserConstraint& joint, Places& places) {
  Row row;
  row.reference_of_master = joint.master_reference;
  row.reference_of_slave = joint.slave_reference;
  row.master = end_of(bodies, joint.master, joint.master_reference, {});
  row.is_point = joint.kind == ConstraintKind::fixed_point;
  if (is_joint_row(joint)) {
    const JointRowPlace place =
        place_row(bodies, ends_of(bodies, joint), joint.master_reference, joint.joint);
    row.reference_of_slave = place.slave_reference;
    row.slave = end_of(bodies, joint.slave, place.slave_reference, place.point);
    row.n = place.normal;
    row.error = place.value * place.normal;
  } else {
    const bool link = joint.kind == ConstraintKind::rigid_link;
    row.slave = end_of(bodies, joint.slave, joint.slave_reference,
                       link ? joint.slave_reference : joint.start_point);
    const Vec3 apart = row.master.point.current - row.slave.point.current;
    const double length = norm(apart);
    if (link && length == 0.0) return;
    row.n = link ? apart / length : joint.direction;
    row.error = row.is_point ? apart : (dot(row.n, apart) - joint.length) * row.n;
  }
  const Mat3 both = mobility(bodies, row.master) + mobility(bodies, row.slave);
  if (!(trace(both) > 0.0)) return;
  const double along = dot(row.n, both * row.n);
  if (!row.is_point && !(along > 0.0)) return;
  row.inverse = row.is_point ? inverse(both) : (1.0 / along) * outer(row.n, row.n);
  places.worst = std::max(places.worst, norm(row.error));
  places.size = std::max({places.size, norm_inf(row.master.point.current), joint.length});
  places.rows.push_back(row);
}

Places places_of(const Bodies& bodies, std::span<const UserConstraint> constraints) {
  Places places;
  for (const UserConstraint& joint : constraints) {
    if (is_projected(joint)) add_row(bodies, joint, places);
  }
  return places;
}

bool moves(const End& end) { return !end.in_space && has_inertia(end.body.kind); }

Vec3 velocity_of(const Bodies& bodies, const End& end, Vec3 reference) {
  return moves(end) ? bodies.velocity(end.body, reference) : Vec3{};
}

/// Longest way of an end of a row by the trial velocities, m.
double longest_way(const Bodies& bodies, std::span<const Row> rows) {
  double longest = 0.0;
  for (const Row& row : rows) {
    longest = std::max({longest, norm(velocity_of(bodies, row.master, row.reference_of_master)),
                        norm(velocity_of(bodies, row.slave, row.reference_of_slave))});
  }
  return longest;
}

/// The p of all rows, as impulses: trial velocities take the place of displacements.
void solve_together(Bodies& bodies, double enough, JointFactors& factors, std::vector<Row>& rows) {
  const auto find_residuals = [&] {
    for (Row& row : rows) {
      const Vec3 relative = velocity_of(bodies, row.master, row.reference_of_master) -
                            velocity_of(bodies, row.slave, row.reference_of_slave);
      row.residual = -row.error - (row.is_point ? relative : dot(row.n, relative) * row.n);
    }
  };
  const auto kick = [&](const auto& impulse) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Vec3 p = impulse(i);
      if (moves(rows[i].master)) bodies.kick(rows[i].master.body, rows[i].master.point, p);
      if (moves(rows[i].slave)) bodies.kick(rows[i].slave.body, rows[i].slave.point, -p);
    }
    find_residuals();
  };
  find_residuals();
  iterate_impulses(bodies, factors, rows, enough, true, kick);
}

/// Displacement of a rigid body by all rows. Those of single rows may be long and cancel out, and
/// turns do not add up.
struct RigidWay {
  BodyRef body;
  Vec3 shift;  // m
  Vec3 turn;   // in the axes of space, rad
};

/// Displacements of the rigid bodies, by the trial velocities that solve_together leaves.
std::vector<RigidWay> rigid_ways(const Bodies& bodies, std::span<const BodyId> moving) {
  std::vector<RigidWay> ways;
  const RigidSet& rigid = bodies.rigid;
  for (const BodyId id : moving) {
    const BodyRef body = bodies.ref(id);
    if (body.kind != BodyKind::rigid) continue;
    const std::size_t k = at(body.slot);
    ways.push_back({body, rigid.linear[k], rigid.rotation[k] * rigid.angular[k]});
  }
  return ways;
}

bool is_rigid(const End& end) { return !end.in_space && end.body.kind == BodyKind::rigid; }

/// Newton's method for all joints, as long as steps gain. Where joints are singular, small errors
/// ask for large ways: such a step is not done.
/// @return Largest error that is left, m.
double fit_together(Bodies& bodies, std::span<const UserConstraint> constraints, int most_steps) {
  constexpr double kEnough = 1e-2;  // of the errors, that a linear solution may leave
  constexpr double kGains = 0.5;    // of the errors: a step that leaves more is the last
  constexpr double kFar = 30.0;     // of the errors: a way of a joint that is too long
  const std::vector<BodyId> moving = moving_bodies(bodies, constraints);
  JointFactors factors;
  Places places = places_of(bodies, constraints);
  for (int step = 0; step < most_steps; ++step) {
    const double least = kTolerance * places.size;
    if (places.worst <= least) break;
    const StateCopy before(bodies, moving);
    for (const BodyId id : moving) bodies.set_rigid_velocity(bodies.ref(id), {}, {});
    solve_together(bodies, std::max(least, kEnough * places.worst), factors, places.rows);
    const double way = longest_way(bodies, places.rows);
    const std::vector<RigidWay> ways = rigid_ways(bodies, moving);
    before.restore(bodies);
    if (!(way <= kFar * places.worst)) break;
    for (const RigidWay& one : ways) {
      bodies.shift(one.body, bodies.motion(one.body).center, one.shift, one.turn);
    }
    for (const Row& row : places.rows) {
      if (!is_rigid(row.master)) displace(bodies, row.master, row.impulse);
      if (!is_rigid(row.slave)) displace(bodies, row.slave, -row.impulse);
    }
    Places next = places_of(bodies, constraints);
    const bool gains = next.worst < kGains * places.worst;
    if (next.worst < places.worst) {
      places = std::move(next);
    } else {
      before.restore(bodies);
    }
    if (!gains) break;
  }
  return places.worst;
}

}  // namespace

bool is_projected(const UserConstraint& constraint) {
  return constraint.kind != ConstraintKind::velocity_direction && !is_elastic(constraint.kind);
}

std::vector<BodyId> moving_bodies(const Bodies& bodies,
                                  std::span<const UserConstraint> constraints) {
  std::vector<BodyId> moving;
  for (const UserConstraint& joint : constraints) {
    for (const BodyId id : {joint.master, joint.slave}) {
      if (id != 0 && has_inertia(bodies.ref(id).kind)) moving.push_back(id);
    }
  }
  std::sort(moving.begin(), moving.end());
  moving.erase(std::unique(moving.begin(), moving.end()), moving.end());
  return moving;
}

double project_joints(Bodies& bodies, std::span<const UserConstraint> constraints,
                      ProjectionEffort effort) {
  double worst = 0.0;
  for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
    worst = 0.0;
    double size = 0.0;
    for (const UserConstraint& joint : constraints) {
      if (!is_projected(joint)) continue;
      if (is_joint_row(joint)) {
        const Correction change = project_guide(bodies, joint);
        worst = std::max(worst, change.error);
        size = std::max(size, norm_inf(joint.point));
        continue;
      }
      const bool link = joint.kind == ConstraintKind::rigid_link;
      const End master = end_of(bodies, joint.master, joint.master_reference, {});
      const End slave = end_of(bodies, joint.slave, joint.slave_reference,
                               link ? joint.slave_reference : joint.start_point);
      const Mat3 both = mobility(bodies, master) + mobility(bodies, slave);
      const Correction change = correction(joint, master, slave, both);
      displace(bodies, master, change.p);
      displace(bodies, slave, -change.p);
      worst = std::max(worst, change.error);
      size = std::max({size, norm_inf(master.point.current), joint.length});
    }
    if (worst <= kTolerance * size) return worst;
  }
  return effort.newton_steps > 0 ? fit_together(bodies, constraints, effort.newton_steps) : worst;
}

}  // namespace solfec
