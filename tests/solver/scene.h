#pragma once

#include <span>
#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Number of the body that stands for the fixed world.
inline constexpr int kGround = -1;

/// Builds local dynamics of bodies at rest or in motion, for tests and benchmarks: all bodies are
/// in one step under gravity, with forces at their centres. Row kinds other than contacts get their
/// values through `law()`.
class Scene {
 public:
  Scene(double step, Vec3 gravity) : gravity_(gravity) { problem_.step = step; }

  /// Rigid body with principal axes along the world axes. @return Its number.
  int add_rigid(double mass, Vec3 inertia, Vec3 center);
  /// Body with an affine velocity field, at its reference placement; Euler tensor in principal
  /// axes.
  int add_affine(double mass, Vec3 euler, Vec3 center);
  int add_box(double density, Vec3 size, Vec3 center);
  int add_sphere(double density, double radius, Vec3 center);

  void set_velocity(int body, Vec3 linear, Vec3 angular = {});
  void set_force(int body, Vec3 force) { bodies_[std::size_t(body)].force = force; }

  /// Appends a row at a point; n points out of the slave into the master. @return Its law, to fill.
  RowLaw& add_row(ConstraintKind kind, int master, int slave, Vec3 point, Vec3 normal);
  /// Rigid link of its present length between two points.
  RowLaw& add_link(int master, int slave, Vec3 master_point, Vec3 slave_point);
  RowLaw& add_contact(int master, int slave, Vec3 point, Vec3 normal, double friction);

  /// Computes V, B, restitution (law.velocity_shift += e min(0, V_N)) and W_ii.
  LocalDynamics& finish(double restitution = 0.0);

  [[nodiscard]] LocalDynamics& problem() { return problem_; }
  [[nodiscard]] double mass(int body) const { return bodies_[std::size_t(body)].mass; }
  [[nodiscard]] Vec3 inertia(int body) const { return bodies_[std::size_t(body)].inertia; }
  [[nodiscard]] Vec3 center(int body) const { return bodies_[std::size_t(body)].center; }
  /// Velocity of the centre at the end of the step with reactions R.
  [[nodiscard]] Vec3 linear_velocity(int body, std::span<const Vec3> R) const;
  [[nodiscard]] Vec3 angular_velocity(int body, std::span<const Vec3> R) const;

 private:
  struct Body {
    SlotKind kind{};
    double mass{};
    Vec3 inertia;  // principal moments, or principal values of the Euler tensor
    Vec3 center;
    Vec3 linear;
    Vec3 angular;
    Vec3 force;
  };

  int add_body(const Body& body);
  RowLaw& append(ConstraintKind kind, const RowJacobian& row);
  [[nodiscard]] Vec3 arm(int body, Vec3 point) const;
  [[nodiscard]] Vec3 point_velocity(int body, Vec3 arm, bool free) const;

  Vec3 gravity_;
  std::vector<Body> bodies_;
  LocalDynamics problem_;
};

/// Right-handed frame with columns t1, t2, n.
Mat3 frame_of(Vec3 n);

/// Running-bond wall of `rows` layers of `columns` and `columns - 1` bricks in turn; four contacts
/// per pair of bricks and per brick on the ground.
Scene brick_wall(int rows, int columns, double friction);

/// Spheres of a jittered face-centred packing of `cells`^3 cells in a box, in contact with their
/// neighbours, the floor and the walls.
Scene sphere_packing(int cells, double friction);

/// Cubes upon one another on the ground, four contacts per interface, at rest under gravity 10.
Scene cube_stack(int cubes, double mass, double friction, double step);

/// A cube on four contacts on a slope of this tangent: gravity 10 is tilted instead of the plane,
/// downhill is x.
Scene cube_on_slope(double tangent, double friction, double step);

/// Two affine bodies on one another and on the ground, pushed aside.
Scene affine_stack();

/// A box and a cart on the ground and an arm above the box: contacts, a ball joint, a slider, a
/// driven direction and a link.
Scene joints_and_contacts(double restitution = 0.0);

}  // namespace solfec
