#include "constraint/joint.h"

#include <cmath>
#include <memory>
#include <utility>

#include "base/check.h"
#include "contact/piece/contact_point.h"

namespace solfec {

namespace {

// The axis and the drives of a joint tell how body 1 moves against body 2. Where body 2 is the
// master of the rows, all axes are turned round: body 1 turns by an angle about a when body 2 turns
// by it about -a.

/// Makes the rows of one joint.
class RowMaker {
 public:
  RowMaker(const Bodies& bodies, const Joint& joint) : bodies_(bodies), joint_(joint) {
    ends_.slave_in_space = slave() == 0;
    ends_.master = bodies.ref(master());
    if (!ends_.slave_in_space) ends_.slave = bodies.ref(slave());
  }

  void add_ball() { rows_.push_back(row_at(joint_.point, ConstraintKind::fixed_point)); }

  /// Lever with which a row along n at its end is as mobile by turning about `about` as by
  /// shifting.
  [[nodiscard]] double lever(Vec3 n, Vec3 about) const {
    double shifting = 0.0;
    double turning = 0.0;
    const auto add = [&](BodyRef body) {
      if (!has_inertia(body.kind)) return;
      const BodyPoint point = bodies_.point(body, bodies_.reference_point(body, joint_.point));
      shifting += dot(n, bodies_.mobility(body, point) * n);
      turning += dot(about, bodies_.rigid_inertia(body).inverse_inertia * about);
    };
    add(ends_.master);
    if (!ends_.slave_in_space) add(ends_.slave);
    return turning > 0.0 ? std::sqrt(shifting / turning) : 1.0;
  }

  /// Two vectors across an axis about which the bodies turn independently: the principal ones of
  /// their angular mobility in that plane.
  [[nodiscard]] std::pair<Vec3, Vec3> across(Vec3 axis) const {
    const Mat3 frame = contact_frame(axis);
    Vec3 t1 = frame.column(0);
    Vec3 t2 = frame.column(1);
    Mat3 mobility;
    mobility += bodies_.rigid_inertia(ends_.master).inverse_inertia;
    if (!ends_.slave_in_space && has_inertia(ends_.slave.kind)) {
      mobility += bodies_.rigid_inertia(ends_.slave).inverse_inertia;
    }
    const double mixed = dot(t1, mobility * t2);
    const double difference = dot(t1, mobility * t1) - dot(t2, mobility * t2);
    const double angle = mixed == 0.0 ? 0.0 : 0.5 * std::atan2(2.0 * mixed, difference);
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * t1 + s * t2, c * t2 - s * t1};
  }

  /// Guide along n at the end of a balanced lever along `arm`, which keeps the bodies from turning
  /// about arm x n.
  void add_levered_guide(Vec3 arm, Vec3 n) {
    add_guide(joint_.point + lever(n, cross(arm, n)) * arm, n);
  }

  /// @param at  Point of the master, spatial. @param normal  Of the slave, spatial.
  void add_guide(Vec3 at, Vec3 normal) {
    UserConstraint& row = rows_.emplace_back(row_at(at, ConstraintKind::fixed_direction));
    row.direction = normal;
    row.joint.kind = JointRowKind::guide;
    row.joint.axis = carried(normal, false);
    row.joint.origin = slave_reference(at);  // levers are perpendicular to normals
  }

  void add_slide(Vec3 axis) {
    UserConstraint& row = rows_.emplace_back(row_at(joint_.point, ConstraintKind::drive));
    row.direction = axis;
    row.joint.kind = JointRowKind::slide;
    row.joint.axis = carried(axis, false);
    row.joint.origin = slave_reference(joint_.point);
  }

  /// @param mark  Perpendicular to the axis, spatial, where the angle begins.
  void add_turn(Vec3 axis, Vec3 mark, bool axis_of_master) {
    const Vec3 at = joint_.point + joint_.size * mark;
    UserConstraint& row = rows_.emplace_back(row_at(at, ConstraintKind::drive));
    row.direction = axis;
    row.joint.kind = JointRowKind::turn;
    row.joint.axis_of_master = axis_of_master;
    row.joint.axis = carried(axis, axis_of_master);
    row.joint.master_mark = carried(mark, true);
    row.joint.slave_mark = carried(mark, false);
    row.joint.radius = joint_.size;
  }

  std::vector<UserConstraint> take() { return std::move(rows_); }

 private:
  [[nodiscard]] BodyId master() const { return joint_.reversed ? joint_.body2 : joint_.body1; }
  [[nodiscard]] BodyId slave() const { return joint_.reversed ? joint_.body1 : joint_.body2; }

  [[nodiscard]] Vec3 slave_reference(Vec3 at) const {
    return ends_.slave_in_space ? at : bodies_.reference_point(ends_.slave, at);
  }
  [[nodiscard]] Vec3 carried(Vec3 direction, bool by_master) const {
    return transposed_times(rotation_of(bodies_, ends_, by_master), direction);
  }

  [[nodiscard]] UserConstraint row_at(Vec3 at, ConstraintKind kind) const {
    UserConstraint row = make_fixed_point(master(), bodies_.reference_point(ends_.master, at));
    row.kind = kind;
    row.slave = slave();
    row.slave_reference = slave_reference(at);
    return row;
  }

  const Bodies& bodies_;
  const Joint& joint_;
  JointEnds ends_;
  std::vector<UserConstraint> rows_;
};

/// Gives a drive its law: forces per travel or torques per angle, in N and m of the row.
void set_resistance(const JointResistance& resistance, UserConstraint& row) {
  const double r = lever_of(row.joint);
  const SpringRow& given = resistance.spring.row;
  Spring spring;
  if (given.table) {
    std::vector<double> strokes = given.table->times();
    std::vector<double> forces = given.table->values();
    for (double& stroke : strokes) stroke *= r;
    for (double& force : forces) force /= r;
    spring = make_table_spring(std::make_shared<const TimeSeries>(strokes, forces));
  } else {
    spring = make_linear_spring(given.stiffness / (r * r));
  }
  spring.direction = SpringDirection::fixed;
  spring.row.damping = given.damping / (r * r);
  spring.row.lower = r * given.lower;
  spring.row.upper = r * given.upper;
  spring.row.friction = resistance.friction / r;
  row.spring = std::move(spring);
}

}  // namespace

std::vector<UserConstraint> rows_of(const Bodies& bodies, const JointResistances& resistances,
                                    Joint& joint) {
  const auto moves = [&](BodyId id) { return id != 0 && has_inertia(bodies.ref(id).kind); };
  SOLFEC_ASSERT(moves(joint.body1) || moves(joint.body2));
  joint.reversed = !moves(joint.body1);
  const double sign = joint.reversed ? -1.0 : 1.0;
  RowMaker maker(bodies, joint);
  const Vec3 P = joint.point;
  const JointKind kind = joint.kind;
  if (kind == JointKind::ball) {
    maker.add_ball();
    joint.rows = 1;
    joint.drives = 0;
    return maker.take();
  }
  const Vec3 axis = sign * joint.axis;
  const auto [t1, t2] = maker.across(axis);
  joint.size = maker.lever(cross(axis, t1), axis);
  const bool slides = kind == JointKind::slider || kind == JointKind::cylindrical;
  if (slides) {
    maker.add_guide(P, t1);
    maker.add_guide(P, t2);
  } else {
    maker.add_ball();
  }
  if (kind == JointKind::universal) {
    // the axis of the master at the end of the lever stays in the plane across that of the slave
    const Vec3 of_slave = joint.reversed ? axis : joint.axis2;
    const Vec3 of_master = joint.reversed ? -joint.axis2 : axis;
    maker.add_levered_guide(of_master, of_slave);
    const Vec3 axis2 = sign * joint.axis2;
    maker.add_turn(axis, axis2, !joint.reversed);
    maker.add_turn(axis2, axis, joint.reversed);
  } else {
    const bool hinges = kind == JointKind::hinge;
    for (const Vec3 t : {t1, t2}) {
      hinges ? maker.add_levered_guide(t, axis) : maker.add_levered_guide(axis, t);
    }
    if (kind == JointKind::slider || kind == JointKind::weld) maker.add_levered_guide(t1, t2);
    if (slides) maker.add_slide(axis);
    if (kind == JointKind::hinge || kind == JointKind::cylindrical) maker.add_turn(axis, t1, false);
  }
  std::vector<UserConstraint> rows = maker.take();
  joint.rows = static_cast<int>(rows.size());
  const JointFreedom freedom = freedom_of(kind);
  joint.drives = (freedom.travels ? 1 : 0) + freedom.turns;
  const auto drives = static_cast<std::size_t>(joint.drives);
  for (std::size_t d = 0; d < drives; ++d) {
    set_resistance(resistances.at(d), rows[rows.size() - drives + d]);
  }
  return rows;
}

}  // namespace solfec
