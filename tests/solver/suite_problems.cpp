#include "solver/suite_problems.h"

#include <cmath>

#include "base/count.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/scene.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

LocalDynamics wall(double friction) { return brick_wall(3, 3, friction).problem(); }

LocalDynamics packing(double friction) { return sphere_packing(2, friction).problem(); }

/// Four spheres thrown between walls that touch them on both sides: restitution asks a sphere to
/// leave one wall, the other one forbids it.
LocalDynamics jammed_spheres() {
  Scene scene = sphere_packing(1, 0.3);
  for (int i = 0; i < 4; ++i) {
    scene.set_velocity(i, {-0.5 + 0.1 * i, -0.3, -1.0 - 0.05 * i}, {0.2, 0.1 * i, 0});
  }
  scene.finish(0.5);
  return scene.problem();
}

/// A stack that falls on the ground and bounces.
LocalDynamics bouncing_stack() {
  Scene scene = cube_stack(3, 2.0, 0.4, 1e-3);
  for (int i = 0; i < 3; ++i) scene.set_velocity(i, {0.2, 0.1 * i, -1.0}, {0.1, 0, 0.3});
  scene.finish(0.6);
  return scene.problem();
}

/// A chain of bars on ball joints, its end on a link and one bar driven.
LocalDynamics bilateral_only() {
  Scene scene(1e-2, {0, 0, -10});
  int last = kGround;
  for (int k = 0; k < 4; ++k) {
    const int bar = scene.add_box(10.0, {1, 0.2, 0.2}, {k + 0.5, 0, 0});
    scene.set_velocity(bar, {0, 0.1 * k, -0.2}, {0, 0.3, 0.1 * k});
    scene.add_row(ConstraintKind::fixed_point, bar, last, {double(k), 0, 0}, {0, 0, 1});
    last = bar;
  }
  scene.add_link(last, kGround, {4, 0, 0}, {4, 0, 2});
  scene.add_row(ConstraintKind::velocity_direction, 1, kGround, {1.5, 0, 0}, {0, 1, 0}).target =
      0.1;
  scene.finish();
  return scene.problem();
}

LocalDynamics bonded_blocks() {
  Scene scene = cube_stack(3, 3.0, 0.5, 1e-3);
  for (RowLaw& law : scene.problem().law) {
    law.bonded = true;
    law.cohesion = 50.0;
  }
  scene.set_force(2, {20, 0, 60});
  scene.finish();
  return scene.problem();
}

/// A box on springs, another one on it by plain contacts.
LocalDynamics box_on_springs() {
  Scene scene(1e-3, {0.5, 0, -10});
  const int lower = scene.add_box(10.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  const int upper = scene.add_box(5.0, {1, 1, 1}, {0.5, 0.5, 1.5});
  scene.set_velocity(lower, {0, 0, -0.1});
  scene.set_velocity(upper, {0.2, 0, -0.1});
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      RowLaw& law =
          scene.add_row(ConstraintKind::spring_dashpot, lower, kGround, {x, y, 0}, {0, 0, 1});
      law.friction = 0.4;
      law.gap = -1e-3;
      law.spring = 3e4;
      law.dashpot = 50.0;
      scene.add_contact(upper, lower, {x, y, 1}, {0, 0, 1}, 0.3);
    }
  }
  scene.finish();
  return scene.problem();
}

/// Contacts whose blocks are singular: between two obstacles, and twice at the same place.
LocalDynamics singular_blocks() {
  Scene scene = cube_stack(2, 1.0, 0.4, 1e-3);
  scene.add_contact(kGround, kGround, {5, 5, 0}, {0, 0, 1}, 0.5);
  for (int k = 0; k < 2; ++k) scene.add_contact(0, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.4);
  // a wheel on an axle, which can only turn about x: W_ii has rank 1
  const int wheel = scene.add_rigid(1e30, {2.0, 1e30, 1e30}, {3, 0, 0.5});
  scene.add_contact(wheel, kGround, {3, 0.5, 0}, {0, 0, 1}, 0.2);
  scene.finish();
  return scene.problem();
}

/// Two obstacles that close in on a sphere between them.
LocalDynamics squeezed_sphere() {
  Scene scene(1e-3, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.3).velocity_shift = -1.0;
  scene.add_contact(ball, kGround, {0, 0, 0.2}, {0, 0, -1}, 0.3).velocity_shift = -1.0;
  scene.finish();
  return scene.problem();
}

/// A box that is driven into the ground.
LocalDynamics driven_into_the_ground() {
  Scene scene(1e-3, {0, 0, -10});
  const int box = scene.add_box(1000.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  scene.add_contact(box, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.3);
  scene.add_row(ConstraintKind::velocity_direction, box, kGround, {0.5, 0.5, 0.5}, {0, 0, 1})
      .target = -0.5;
  scene.finish();
  return scene.problem();
}

/// A sphere in free flight: nothing to do.
LocalDynamics nothing() {
  Scene scene(1e-3, {0, 0, -10});
  scene.add_sphere(1000.0, 0.1, {0, 0, 1});
  scene.finish();
  return scene.problem();
}

}  // namespace

LocalDynamics wall_on_springs(int courses, int bricks) {
  Scene scene = brick_wall(courses, bricks, 0.5);
  LocalDynamics& problem = scene.problem();
  for (int i = 0; i < problem.size(); ++i) {
    if (problem.body_space.rows()[at(i)].slave >= 0) continue;
    RowLaw& law = problem.law[at(i)];
    law.kind = ConstraintKind::spring_dashpot;
    law.spring = 1e5;
    law.dashpot = 20.0;
    law.gap = -1e-4;
  }
  scene.finish();
  return problem;
}

LocalDynamics wall_under_a_mesh(int courses, int bricks) {
  Scene scene = brick_wall(courses, bricks, 0.5);
  LocalDynamics problem = scene.problem();
  BodyOperator& W = problem.body_space;
  const int top = W.slot_count() - 1;  // the last brick of the highest course
  const int mesh = W.add_nodal_slot();
  for (int k = 0; k < 4; ++k) W.add_node(mesh, problem.step / (0.3 + 0.1 * k));
  for (int k = 0; k < 4; ++k) {
    const int i = problem.size();
    problem.resize(i + 1);
    W.row(i) = {
        frame_of({0, 0, 1}), {}, {k % 2 == 0 ? -0.1 : 0.1, k < 2 ? -0.05 : 0.05, 0.025}, mesh, top};
    NodalPoint node;
    node.count = 2;
    for (int a = 0; a < 2; ++a) {
      node.node[a] = (k + a) % 4;
      node.weight[a] = a == 0 ? 0.9 : 0.1;
    }
    W.set_points(i, node, {});
    problem.law[at(i)] = {};
    problem.law[at(i)].friction = 0.3;
    problem.V[at(i)] = {0.02, 0.0, -0.05};
    problem.B[at(i)] = problem.V[at(i)];
    problem.W_diagonal[at(i)] = W.diagonal(i);
  }
  return problem;
}

const std::vector<SuiteProblem>& suite_problems() {
  static const std::vector<SuiteProblem> problems{
      {"NoRows", nothing, "", true, true},
      {"Wall", [] { return wall(0.5); }, "", true, true},
      {"WallFrictionless", [] { return wall(0.0); }, "", true, true},
      {"WallOfHugeFriction", [] { return wall(10.0); }, "", true, true},
      {"SphereBox", [] { return packing(0.3); }, "", true, false},
      {"SphereBoxFrictionless", [] { return packing(0.0); }, "", true, true},
      {"SphereBoxOfHugeFriction", [] { return packing(10.0); }, "", true, false},
      {"JammedRestitution", jammed_spheres, "", false, false},
      {"BouncingStack", bouncing_stack, "", true, false},
      {"Affine", [] { return affine_stack().problem(); }, "", true, false},
      {"JointsAndContacts", [] { return joints_and_contacts().problem(); }, "", true, true},
      {"BilateralOnly", bilateral_only, "", true, true},
      {"Cohesion", bonded_blocks, "", true, true},
      {"Springs", box_on_springs, "", true, true},
      {"WallOnSprings", [] { return wall_on_springs(4, 3); }, "", true, true},
      {"WallUnderAMesh", [] { return wall_under_a_mesh(4, 3); }, "", true, true},
      {"SingularBlocks", singular_blocks, "", true, true},
      {"Squeezed", squeezed_sphere, "", false, false},
      {"DrivenIntoTheGround", driven_into_the_ground, "", false, false},
      {"CagedBody", {}, "caged-body", true, false},
      {"BrickWall", {}, "brick-wall", true, true},
      {"BallHeap", {}, "ball-heap", true, true},
      {"Fc3dExample", {}, "FC3D_Example1_SBM", true, true},
      {"Rover", {}, "Rover4493", true, false},
      {"NESpheres", {}, "NESpheres_10_1", true, false},
      {"OneObject", {}, "OneObject-i100000-499", true, false},
      {"BoxesStack", {}, "BoxesStack1-i100000-32", true, false},
      {"PerioBox", {}, "LMGC_100_PR_PerioBox-i00361-60-03000", true, false},
      {"Confeti", {}, "Confeti-ex13-Fc3D-SBM", true, false},
      {"Capsules", {}, "Capsules-i122-1617", true, false, true},
      {"RockPile", {}, "RockPile_tob1", true, false, true, true},
      {"Kaplas", {}, "KaplasTower-i1061-4", true, false, true},
  };
  return problems;
}

SuiteInstance make_instance(const SuiteProblem& problem, bool blocks) {
  SuiteInstance instance;
  if (!problem.stored.empty()) {
    SolvableProblem stored = solvable(read_stored_problem(stored_problem_path(problem.stored)));
    instance.dynamics = std::move(stored.dynamics);
    instance.W = std::move(stored.W);
    instance.by_blocks = true;
    return instance;
  }
  instance.dynamics = problem.make();
  instance.by_blocks = blocks;
  BlockCsr W;
  assemble_block_csr(instance.dynamics.body_space, W);
  instance.W = BlockCsrOperator(std::move(W));
  return instance;
}

}  // namespace solfec
