#include "solver/scene.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace solfec {

int Scene::add_body(const Body& body) {
  bodies_.push_back(body);
  const double h = problem_.step;
  const Vec3 J = body.inertia;
  return problem_.body_space.add_slot(body.kind, h * diagonal(1.0 / J.x, 1.0 / J.y, 1.0 / J.z),
                                      h / body.mass);
}

int Scene::add_rigid(double mass, Vec3 inertia, Vec3 center) {
  return add_body({SlotKind::rigid, mass, inertia, center, {}, {}, {}});
}

int Scene::add_affine(double mass, Vec3 euler, Vec3 center) {
  return add_body({SlotKind::affine, mass, euler, center, {}, {}, {}});
}

int Scene::add_box(double density, Vec3 size, Vec3 center) {
  const double mass = density * size.x * size.y * size.z;
  const Vec3 square{size.x * size.x, size.y * size.y, size.z * size.z};
  const Vec3 inertia{square.y + square.z, square.x + square.z, square.x + square.y};
  return add_rigid(mass, (mass / 12.0) * inertia, center);
}

int Scene::add_sphere(double density, double radius, Vec3 center) {
  const double mass = density * 4.0 / 3.0 * std::acos(-1.0) * radius * radius * radius;
  const double J = 0.4 * mass * radius * radius;
  return add_rigid(mass, {J, J, J}, center);
}

void Scene::set_velocity(int body, Vec3 linear, Vec3 angular) {
  bodies_[static_cast<std::size_t>(body)].linear = linear;
  bodies_[static_cast<std::size_t>(body)].angular = angular;
}

Vec3 Scene::arm(int body, Vec3 point) const {
  return body == kGround ? point : point - bodies_[static_cast<std::size_t>(body)].center;
}

Vec3 Scene::point_velocity(int body, Vec3 arm, bool free) const {
  if (body == kGround) return {};
  const Body& b = bodies_[static_cast<std::size_t>(body)];
  Vec3 v = b.linear + cross(b.angular, arm);
  if (free) v += problem_.step * (gravity_ + b.force / b.mass);
  return v;
}

RowLaw& Scene::append(ConstraintKind kind, const RowJacobian& row) {
  problem_.body_space.add_row(row);
  RowLaw law;
  law.kind = kind;
  problem_.law.push_back(law);
  return problem_.law.back();
}

RowLaw& Scene::add_row(ConstraintKind kind, int master, int slave, Vec3 point, Vec3 normal) {
  return append(kind, {frame_of(normal), arm(master, point), arm(slave, point), master, slave});
}

RowLaw& Scene::add_link(int master, int slave, Vec3 master_point, Vec3 slave_point) {
  const Vec3 z = master_point - slave_point;
  RowLaw& law = append(
      ConstraintKind::rigid_link,
      {frame_of(normalized(z)), arm(master, master_point), arm(slave, slave_point), master, slave});
  law.link = {0.0, 0.0, norm(z)};
  law.target = norm(z);
  return law;
}

RowLaw& Scene::add_contact(int master, int slave, Vec3 point, Vec3 normal, double friction) {
  RowLaw& law = add_row(ConstraintKind::contact, master, slave, point, normal);
  law.friction = friction;
  return law;
}

LocalDynamics& Scene::finish(double restitution) {
  const auto rows = problem_.body_space.rows();
  problem_.key.clear();
  problem_.V.clear();
  problem_.B.clear();
  problem_.W_diagonal.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowJacobian& row = rows[i];
    const auto relative = [&](bool free) {
      return transposed_times(row.frame, point_velocity(row.master, row.master_arm, free) -
                                             point_velocity(row.slave, row.slave_arm, free));
    };
    problem_.key.push_back({.feature = i});
    problem_.V.push_back(relative(false));
    problem_.B.push_back(relative(true));
    problem_.law[i].velocity_shift += restitution * std::min(0.0, problem_.V.back().z);
    problem_.W_diagonal.push_back(problem_.body_space.diagonal(static_cast<int>(i)));
  }
  return problem_;
}

Vec3 Scene::linear_velocity(int body, std::span<const Vec3> R) const {
  BodyVelocities velocities(problem_.body_space);
  velocities.reset(R);
  const auto change = velocities.slot_velocity(body);
  const std::size_t at = change.size() - 3;
  return point_velocity(body, {}, true) + Vec3{change[at], change[at + 1], change[at + 2]};
}

Vec3 Scene::angular_velocity(int body, std::span<const Vec3> R) const {
  BodyVelocities velocities(problem_.body_space);
  velocities.reset(R);
  const auto change = velocities.slot_velocity(body);
  return bodies_[static_cast<std::size_t>(body)].angular + Vec3{change[0], change[1], change[2]};
}

Mat3 frame_of(Vec3 n) {
  const Vec3 axis = std::fabs(n.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 t1 = normalized(cross(axis, n));
  return from_columns(t1, cross(n, t1), n);
}

namespace {

// Four contacts at the corners of the rectangle [x0, x1] x [y0, y1] at height z.
void add_rectangle(Scene& scene, int upper, int lower, Vec3 low, Vec3 high, double friction) {
  for (const double x : {low.x, high.x}) {
    for (const double y : {low.y, high.y}) {
      scene.add_contact(upper, lower, {x, y, low.z}, {0, 0, 1}, friction);
    }
  }
}

}  // namespace

Scene brick_wall(int rows, int columns, double friction) {
  const Vec3 size{0.2, 0.1, 0.05};
  Scene scene(1e-3, {0, 0, -9.81});
  std::vector<int> below;
  double below_start = 0.0;
  for (int layer = 0; layer < rows; ++layer) {
    const int bricks = layer % 2 == 0 ? columns : columns - 1;
    const double start = layer % 2 == 0 ? 0.0 : 0.5 * size.x;
    const double z = layer * size.z;
    std::vector<int> here;
    for (int k = 0; k < bricks; ++k) {
      const double x0 = start + k * size.x;
      const int brick = scene.add_box(2000.0, size, {x0 + 0.5 * size.x, 0.0, z + 0.5 * size.z});
      here.push_back(brick);
      const Vec3 corner{x0, -0.5 * size.y, z};
      if (layer == 0) {
        add_rectangle(scene, brick, kGround, corner, corner + size, friction);
      }
      for (std::size_t j = 0; j < below.size(); ++j) {
        const double b0 = below_start + static_cast<double>(j) * size.x;
        const double low = std::max(x0, b0);
        const double high = std::min(x0, b0) + size.x;
        if (high - low < 0.1 * size.x) continue;
        add_rectangle(scene, brick, below[j], {low, corner.y, z}, {high, corner.y + size.y, z},
                      friction);
      }
    }
    below = here;
    below_start = start;
  }
  scene.finish();
  return scene;
}

Scene sphere_packing(int cells, double friction) {
  constexpr double kRadius = 0.5;
  const double edge = 2.0 * std::sqrt(2.0) * kRadius;
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> jitter(-0.02, 0.02);
  Scene scene(1e-3, {0, 0, -9.81});
  std::vector<int> spheres;
  const Vec3 basis[] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  for (int cell = 0; cell < cells * cells * cells; ++cell) {
    const int x = cell % cells;
    const int y = cell / cells % cells;
    const int z = cell / (cells * cells);
    const Vec3 corner{double(x), double(y), double(z)};
    for (const Vec3 b : basis) {
      const Vec3 noise{jitter(rng), jitter(rng), jitter(rng)};
      spheres.push_back(scene.add_sphere(1000.0, kRadius, edge * (corner + b) + noise));
    }
  }
  const double far = edge * (cells - 0.5);
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    const Vec3 a = scene.center(spheres[i]);
    if (a.z < 0.1) scene.add_contact(spheres[i], kGround, a - Vec3{0, 0, 0.5}, {0, 0, 1}, friction);
    for (int axis = 0; axis < 2; ++axis) {
      Vec3 n;
      n[axis] = 1.0;
      if (a[axis] < 0.1) scene.add_contact(spheres[i], kGround, a - 0.5 * n, n, friction);
      if (a[axis] > far - 0.1) scene.add_contact(spheres[i], kGround, a + 0.5 * n, -n, friction);
    }
    for (std::size_t j = i + 1; j < spheres.size(); ++j) {
      const Vec3 d = scene.center(spheres[j]) - a;
      if (norm(d) > 2.04 * kRadius) continue;
      scene.add_contact(spheres[j], spheres[i], a + 0.5 * d, normalized(d), friction);
    }
  }
  scene.finish();
  return scene;
}

Scene cube_stack(int cubes, double mass, double friction, double step) {
  Scene scene(step, {0, 0, -10});
  for (int k = 0; k < cubes; ++k) {
    const int cube = scene.add_box(mass, {1, 1, 1}, {0.5, 0.5, k + 0.5});
    add_rectangle(scene, cube, k == 0 ? kGround : cube - 1, {0, 0, double(k)}, {1, 1, double(k)},
                  friction);
  }
  scene.finish();
  return scene;
}

Scene cube_on_slope(double tangent, double friction, double step) {
  const double scale = 10.0 / std::hypot(1.0, tangent);
  Scene scene(step, {scale * tangent, 0, -scale});
  const int cube = scene.add_box(2.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  add_rectangle(scene, cube, kGround, {0, 0, 0}, {1, 1, 0}, friction);
  scene.finish();
  return scene;
}

Scene affine_stack() {
  Scene scene(2e-3, {1, 0, -10});
  const int lower = scene.add_affine(2.0, {0.1, 0.2, 0.3}, {0, 0, 0.5});
  const int upper = scene.add_affine(1.0, {0.1, 0.1, 0.1}, {0.1, 0, 1.5});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.4}) {
      scene.add_contact(lower, kGround, {x, y, 0}, {0, 0, 1}, 0.3);
      scene.add_contact(upper, lower, {x + 0.1, y, 1}, normalized({0, 0.1, 1}), 0.6);
    }
  }
  scene.finish();
  return scene;
}

Scene joints_and_contacts(double restitution) {
  Scene scene(1e-2, {0, 0, -10});
  const int box = scene.add_box(100.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  const int arm = scene.add_box(50.0, {2, 0.5, 0.5}, {1.5, 0.5, 1.25});
  const int cart = scene.add_box(80.0, {1, 1, 1}, {4, 0, 0.5});
  scene.set_velocity(arm, {0.3, 0.1, 0}, {0, 0.2, 0.1});
  scene.set_velocity(cart, {0, 0.4, -1});
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      scene.add_contact(box, kGround, {x, y, 0}, {0, 0, 1}, 0.4);
      scene.add_contact(cart, kGround, {3.5 + x, y - 0.5, 0}, {0, 0, 1}, 0.1);
    }
  }
  scene.add_contact(arm, box, {0.8, 0.5, 1}, {0, 0, 1}, 0.2);
  scene.add_row(ConstraintKind::fixed_point, arm, kGround, {2.5, 0.5, 1.25}, {0, 0, 1});
  scene.add_row(ConstraintKind::fixed_direction, cart, kGround, {4, 0, 0.5}, {0, 1, 0});
  scene.add_row(ConstraintKind::velocity_direction, cart, kGround, {4, 0, 0.5}, {1, 0, 0}).target =
      0.25;
  scene.add_link(arm, cart, {2.5, 0.5, 1.25}, {3.5, 0, 1});
  scene.finish(restitution);
  return scene;
}

}  // namespace solfec
