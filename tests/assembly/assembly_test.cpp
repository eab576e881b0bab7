#include "assembly/assembly.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "geometry/shape/mass_properties.h"
#include "integrator/integrator.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-11;  // rounding of sums of products at unit scale
constexpr double kStep = 0.01;

/// Bodies of every kind in a general placement with general velocities, at q½ with free velocities.
class AssemblyTest : public ::testing::Test {
 protected:
  AssemblyTest() {
    BulkMaterial material;
    material.young = 10.0;
    material.density = 2.0;
    for (const BodyKind kind : {BodyKind::rigid, BodyKind::obstacle, BodyKind::pseudo_rigid,
                                BodyKind::rigid, BodyKind::pseudo_rigid}) {
      MassProperties properties;
      properties.volume = 1.0 + 0.5 * unit();
      properties.center = random_vector();
      const Mat3 spread = diagonal(0.1, 0.2, 0.3);
      const Mat3 tilt = exponential(random_vector());
      properties.euler = tilt * spread * transpose(tilt);
      bodies_.add(bodies_.count() + 1, kind, properties, material);
    }
    for (const BodyRef body : bodies_.refs()) {
      bodies_.set_rigid_velocity(body, random_vector(), random_vector());
    }
    for (int k = 0; k < 40; ++k) {  // into a general placement
      first_half_step(bodies_, 0.02);
      free_velocity(bodies_, 0.02);
      (void)finish_step(bodies_, 0.02);
    }
    first_half_step(bodies_, kStep);
    free_velocity(bodies_, kStep);
  }

  static Mat3 exponential(Vec3 v) {
    const Eigen::Vector3d axis(v.x, v.y, v.z);
    const Eigen::Matrix3d m = Eigen::AngleAxisd(axis.norm(), axis.normalized()).matrix();
    Mat3 result;
    Eigen::Map<Eigen::Matrix3d>(result.m) = m;
    return result;
  }
  double unit() { return distribution_(rng_); }
  Vec3 random_vector() { return {unit(), unit(), unit()}; }

  [[nodiscard]] BodyRef body(int index) const {
    return bodies_.refs()[static_cast<std::size_t>(index)];
  }

  /// Way of a body in half a step against the centre of the obstacle that it touches at a point,
  /// d = h/2 (u - w0), from the velocities at the start of the step; of a rigid body that of its
  /// centre. Zero for two bodies with inertia.
  [[nodiscard]] Vec3 way_on_obstacle(int index, int other, Vec3 point) const {
    const BodyRef obstacle = body(index);
    const BodyRef partner = body(other);
    if (obstacle.kind != BodyKind::obstacle) return {};
    const auto slot = static_cast<std::size_t>(partner.slot);
    const Vec3 speed =
        partner.kind == BodyKind::rigid
            ? bodies_.rigid.start_linear[slot]
            : bodies_.start_velocity(partner, bodies_.reference_point(partner, point));
    const auto driven = static_cast<std::size_t>(obstacle.slot);
    return 0.5 * kStep * (speed - bodies_.obstacles.start_linear[driven]);
  }

  /// Change of the velocity of a rigid body at a contact with another body that has inertia, from
  /// mid-step to the end: ω × h/2 (c - v) without its normal part, c the velocity of the contact.
  [[nodiscard]] Vec3 turned_change(int index, int other, Vec3 point, Vec3 normal) const {
    const auto slot = static_cast<std::size_t>(body(index).slot);
    const auto arm = [&](int i) { return norm(point - bodies_.motion(body(i)).center); };
    const Vec3 own = bodies_.rigid.start_linear[slot];
    Vec3 of_contact =
        bodies_.start_velocity(body(other), bodies_.reference_point(body(other), point));
    if (body(other).kind == BodyKind::rigid) {
      const Vec3 partner = bodies_.rigid.start_linear[static_cast<std::size_t>(body(other).slot)];
      of_contact = 1.0 / (arm(index) + arm(other)) * (arm(other) * own + arm(index) * partner);
    }
    // spatial: the rotation of mid-step leaves the axis of the start where it is
    const Vec3 angular = bodies_.rigid.rotation[slot] * bodies_.rigid.start_angular[slot];
    const double angle = 0.5 * kStep * norm(angular);
    const Vec3 change = 0.5 * kStep / (1.0 + angle * angle) * cross(angular, of_contact - own);
    return change - dot(change, normal) * normal;
  }

  /// Velocity that a body meets at a point of another when the step begins or ends: an obstacle
  /// turns while the body is on its way, two bodies turn about the normal.
  [[nodiscard]] Vec3 velocity_met(int index, int other, const ContactPoint& contact,
                                  double end) const {
    const BodyRef one = body(index);
    const Vec3 point = contact.point;
    const Vec3 own = bodies_.velocity(one, bodies_.reference_point(one, point));
    if (one.kind == BodyKind::rigid && has_inertia(body(other).kind)) {
      return own + end * turned_change(index, other, point, contact.frame.column(2));
    }
    if (one.kind != BodyKind::obstacle) return own;
    const Vec3 angular = bodies_.obstacles.angular[static_cast<std::size_t>(one.slot)];
    return own + end * cross(angular, way_on_obstacle(index, other, point));
  }

  /// Velocity numbers of the user's view (rigid 6, pseudo-rigid 12) of all bodies with inertia.
  [[nodiscard]] int velocity_size() const {
    return 6 * bodies_.rigid.size() + 12 * bodies_.pseudo_rigid.size();
  }

  /// d(velocity of the body at a reference point)/d(k-th velocity number), by a unit change of that
  /// number: the map is linear, so the difference is exact.
  Vec3 point_derivative(BodyRef body, Vec3 reference, int k) {
    const Vec3 before = bodies_.velocity(body, reference);
    add_velocity(k, 1.0);
    const Vec3 after = bodies_.velocity(body, reference);
    add_velocity(k, -1.0);
    return after - before;
  }

  void add_velocity(int k, double value) {
    const int rigid_numbers = 6 * bodies_.rigid.size();
    if (k < rigid_numbers) {
      const auto slot = static_cast<std::size_t>(k / 6);
      const int c = k % 6;
      if (c < 3) {
        bodies_.rigid.angular[slot][c] += value;
      } else {
        bodies_.rigid.linear[slot][c - 3] += value;
      }
      return;
    }
    const auto slot = static_cast<std::size_t>((k - rigid_numbers) / 12);
    const int c = (k - rigid_numbers) % 12;
    if (c < 9) {
      bodies_.pseudo_rigid.rate[slot].m[c] += value;
    } else {
      bodies_.pseudo_rigid.linear[slot][c - 9] += value;
    }
  }

  /// Inertia of all bodies from the kinetic energy: second differences of a quadratic form.
  Eigen::MatrixXd inertia() {
    const int n = velocity_size();
    Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
    const RigidSet& rigid = bodies_.rigid;
    for (int b = 0; b < rigid.size(); ++b) {
      const auto slot = static_cast<std::size_t>(b);
      Mat3 J = rigid.inertia[slot];
      M.block<3, 3>(6 * b, 6 * b) = Eigen::Map<Eigen::Matrix3d>(J.m);
      M.block<3, 3>(6 * b + 3, 6 * b + 3) = rigid.mass[slot] * Eigen::Matrix3d::Identity();
    }
    const PseudoRigidSet& soft = bodies_.pseudo_rigid;
    for (int b = 0; b < soft.size(); ++b) {
      const auto slot = static_cast<std::size_t>(b);
      const int first = 6 * rigid.size() + 12 * b;
      for (int row = 0; row < 3; ++row) {  // ½ tr(Ḟ E Ḟᵀ): rows of Ḟ couple through E
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) {
            M(first + row + 3 * i, first + row + 3 * j) = soft.euler[slot](i, j);
          }
        }
      }
      M.block<3, 3>(first + 9, first + 9) = soft.mass[slot] * Eigen::Matrix3d::Identity();
    }
    return M;
  }

  Bodies bodies_;
  SurfaceMaterialTable materials_;
  std::mt19937 rng_{20260301};
  std::uniform_real_distribution<double> distribution_{-1.0, 1.0};
};

TEST_F(AssemblyTest, OperatorEqualsDenseHInverseMHTransposed) {
  std::vector<ContactPoint> contacts;
  for (const auto& [master, slave] :
       {std::pair{0, 1}, {0, 2}, {3, 4}, {2, 0}, {4, 1}, {3, 0}, {2, 4}}) {
    ContactPoint contact;
    contact.master = master;
    contact.slave = slave;
    contact.point = random_vector();
    contact.frame = contact_frame(normalized(random_vector()));
    contact.gap = -0.1;
    contacts.push_back(contact);
  }
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, {}, contacts, materials_, kStep, false}, workspace, problem, R);

  const int n = static_cast<int>(contacts.size());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3 * n, velocity_size());
  for (int i = 0; i < n; ++i) {
    const ContactPoint& contact = contacts[static_cast<std::size_t>(i)];
    for (const auto& [index, sign] : {std::pair{contact.master, 1.0}, {contact.slave, -1.0}}) {
      const BodyRef body = bodies_.refs()[static_cast<std::size_t>(index)];
      const Vec3 reference = bodies_.reference_point(body, contact.point);
      for (int k = 0; k < velocity_size(); ++k) {
        const Vec3 local =
            transposed_times(contact.frame, sign * point_derivative(body, reference, k));
        H.block<3, 1>(3 * i, k) += Eigen::Vector3d(local.x, local.y, local.z);
      }
    }
  }
  const Eigen::MatrixXd W = kStep * H * inertia().inverse() * H.transpose();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Mat3 block = problem.body_space.block(i, j);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(block(r, c), W(3 * i + r, 3 * j + c), kTol) << i << ' ' << j;
        }
      }
    }
  }
}

TEST_F(AssemblyTest, FreeVelocitiesAreMasterMinusSlave) {
  ContactPoint contact;
  contact.master = 3;
  contact.slave = 1;
  contact.point = {0.3, -0.2, 0.5};
  contact.frame = contact_frame(normalized(Vec3{1, 2, 3}));
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, {}, {&contact, 1}, materials_, kStep, false}, workspace, problem, R);

  // the sets hold the free velocity after free_velocity(), obstacles their own
  Vec3 expected;
  expected += velocity_met(3, 1, contact, 1.0);
  expected -= velocity_met(1, 3, contact, 1.0);
  EXPECT_LE(norm(problem.B[0] - transposed_times(contact.frame, expected)), kTol);
}

// V is the velocity at the start of the step of the points where the bodies are at mid-step.
TEST_F(AssemblyTest, StartVelocitiesAreMasterMinusSlaveInTheLocalFrame) {
  const std::pair<int, int> pairs[] = {{3, 1}, {0, 2}, {4, 3}, {1, 4}, {0, 3}};
  std::vector<ContactPoint> contacts;
  for (const auto& [master, slave] : pairs) {
    ContactPoint contact;
    contact.master = master;
    contact.slave = slave;
    contact.point = random_vector();
    contact.frame = contact_frame(normalized(random_vector()));
    contacts.push_back(contact);
  }
  (void)finish_step(bodies_, kStep);
  first_half_step(bodies_, kStep);
  std::vector<Vec3> expected;  // here the sets still hold the velocities of the start
  for (const ContactPoint& contact : contacts) {
    const int master = contact.master;
    const int slave = contact.slave;
    const Vec3 relative =
        velocity_met(master, slave, contact, -1.0) - velocity_met(slave, master, contact, -1.0);
    expected.push_back(relative);
  }
  free_velocity(bodies_, kStep);
  AssemblyWorkspace workspace;
  LocalDynamics problem;
  std::vector<Vec3> R;
  assemble({bodies_, {}, contacts, materials_, kStep, false}, workspace, problem, R);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(problem.V[i][c], dot(contacts[i].frame.column(c), expected[i]), kTol);
    }
    EXPECT_GT(norm(problem.V[i] - problem.B[i]), 1e-6);
  }
}

// By the velocities of the bodies' sets at the start and after free_velocity: |start| + |free| of
// the points of both sides. Space does not move.
TEST_F(AssemblyTest, RoundingIsFourUnitsOfTheVelocitiesOfBothEnds) {
  std::vector<ContactPoint> contacts;
  for (const auto& [master, slave] : {std::pair{3, 1}, {0, 2}, {4, 3}, {2, 4}, {0, 3}}) {
    ContactPoint contact;
    contact.master = master;
    contact.slave = slave;
    contact.point = random_vector();
    contact.frame = contact_frame(normalized(random_vector()));
    contacts.push_back(contact);
  }
  UserConstraint fixed;  // to space
  fixed.kind = ConstraintKind::fixed_point;
  fixed.master = 4;
  fixed.frame = exponential(random_vector());
  (void)finish_step(bodies_, kStep);
  first_half_step(bodies_, kStep);
  fixed.point = random_vector();
  const auto sums = [&](double end) {
    std::vector<double> all{
        norm(bodies_.velocity(body(3), bodies_.reference_point(body(3), fixed.point)))};
    for (const ContactPoint& contact : contacts) {
      all.push_back(norm(velocity_met(contact.master, contact.slave, contact, end)) +
                    norm(velocity_met(contact.slave, contact.master, contact, end)));
    }
    return all;
  };
  const std::vector<double> start = sums(-1.0);
  free_velocity(bodies_, kStep);
  const std::vector<double> free = sums(1.0);
  AssemblyWorkspace workspace;
  LocalDynamics problem;
  std::vector<Vec3> R;
  assemble({bodies_, {&fixed, 1}, contacts, materials_, kStep, false}, workspace, problem, R);
  ASSERT_EQ(problem.rounding.size(), start.size());
  for (std::size_t i = 0; i < start.size(); ++i) {
    const double expected = 4.0 * 0x1p-52 * (start[i] + free[i]);
    EXPECT_NEAR(problem.rounding[i], expected, 1e-9 * expected) << i;
    EXPECT_GT(std::fabs(start[i] - free[i]), 1e-6 * start[i]) << i;
  }
}

TEST_F(AssemblyTest, LinkIsTheWayFromSlaveToMasterPointInTheLocalFrame) {
  UserConstraint link;
  link.kind = ConstraintKind::rigid_link;
  link.master = 1;
  link.slave = 3;
  link.point = random_vector();
  link.slave_point = random_vector();
  link.frame = exponential(random_vector());
  link.length = 1.25;
  AssemblyWorkspace workspace;
  LocalDynamics problem;
  std::vector<Vec3> R;
  assemble({bodies_, {&link, 1}, {}, materials_, kStep, false}, workspace, problem, R);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(problem.law[0].link[c], dot(link.frame.column(c), link.point - link.slave_point),
                kTol);
  }
  EXPECT_EQ(problem.law[0].target, 1.25);
  // four units of the places of both points over the step, beside those of the velocities
  const double unit = 4.0 * std::numeric_limits<double>::epsilon();
  const double of_places = unit * (norm(link.point) + norm(link.slave_point)) / kStep;
  EXPECT_GE(problem.rounding[0], of_places);
}

// Bodies 0 and 3 are rigid, 1 is an obstacle, 2 and 4 are pseudo-rigid.
TEST_F(AssemblyTest, OnlyBodiesWithRowsHaveSlotsInTheOrderOfTheirSets) {
  std::vector<ContactPoint> contacts(3);
  const std::pair<int, int> pairs[] = {{4, 3}, {3, 1}, {0, 0}};  // the last: within one motion
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    contacts[k].master = pairs[k].first;
    contacts[k].slave = pairs[k].second;
    contacts[k].frame = contact_frame(normalized(random_vector()));
  }
  AssemblyWorkspace workspace;
  LocalSolution solution;
  for (const bool again : {false, true}) {  // the second time with the memory of more slots
    LocalDynamics problem;
    const std::span<const ContactPoint> some = std::span(contacts).subspan(again ? 1 : 0);
    assemble({bodies_, {}, some, materials_, kStep, false}, workspace, problem, solution.R);
    const BodyOperator& space = problem.body_space;
    ASSERT_EQ(space.slot_count(), again ? 1 : 2);
    EXPECT_EQ(space.slot_kind(0), SlotKind::rigid);
    if (!again) {
      EXPECT_NE(space.slot_kind(1), SlotKind::rigid);
      EXPECT_EQ(space.rows()[0].master, 1);
      EXPECT_EQ(space.rows()[0].slave, 0);
    }
    EXPECT_EQ(space.rows()[again ? 0 : 1].master, 0);
    EXPECT_EQ(space.rows()[again ? 0 : 1].slave, -1);
    EXPECT_EQ(space.rows().back().master, -1);

    solution.R.assign(some.size(), {1, 2, 3});
    solution.velocities.start(space);
    solution.velocities.reset(solution.R);
    bodies_.rigid.linear_change.assign(2, {7, 7, 7});  // what an old step left
    write_velocity_changes(problem, solution, workspace, bodies_);
    EXPECT_EQ(bodies_.rigid.linear_change[0], Vec3{});
    EXPECT_EQ(bodies_.pseudo_rigid.linear_change[0], Vec3{});
    EXPECT_NE(bodies_.rigid.linear_change[1], Vec3{});
    EXPECT_EQ(bodies_.pseudo_rigid.linear_change[1] == Vec3{}, again);
  }
}

TEST_F(AssemblyTest, RowsAreNamedByTheirConstraintsAndContacts) {
  UserConstraint joint;
  joint.id = 12;
  joint.master = 1;
  joint.kind = ConstraintKind::fixed_point;
  joint.frame = identity();
  ContactPoint contact;
  contact.master = 3;
  contact.slave = 1;
  contact.frame = identity();
  contact.key = {2, 5, 4, 6, 99};
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, {&joint, 1}, {&contact, 1}, materials_, kStep, false}, workspace, problem, R);
  ASSERT_EQ(problem.key.size(), 2U);
  EXPECT_EQ(problem.key[0].constraint, 12);
  EXPECT_EQ(problem.key[0].first_body, 0);
  EXPECT_EQ(problem.key[1].constraint, 0);
  EXPECT_EQ(problem.key[1].first_body, contact.key.first_body);
  EXPECT_EQ(problem.key[1].first_piece, contact.key.first_piece);
  EXPECT_EQ(problem.key[1].second_body, contact.key.second_body);
  EXPECT_EQ(problem.key[1].second_piece, contact.key.second_piece);
  EXPECT_EQ(problem.key[1].feature, contact.key.feature);
}

TEST_F(AssemblyTest, VelocityChangesGoBackToReferentialAxes) {
  ContactPoint contact;
  contact.master = 0;
  contact.slave = 2;
  contact.point = {0.1, 0.2, 0.3};
  contact.frame = contact_frame(normalized(Vec3{-1, 0.5, 2}));
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, {}, {&contact, 1}, materials_, kStep, false}, workspace, problem, R);
  R[0] = {1.0, -2.0, 3.0};
  LocalSolution solution{R, {}, BodyVelocities(problem.body_space)};
  solution.velocities.reset(R);
  write_velocity_changes(problem, solution, workspace, bodies_);

  // Newton's law by hand: J ΔΩ = h A x Rᵀp, m Δv = h p
  const Vec3 p = contact.frame * R[0];
  const RigidSet& rigid = bodies_.rigid;
  const Vec3 arm = transposed_times(rigid.rotation[0], contact.point - rigid.center[0]);
  const Vec3 moment = cross(arm, transposed_times(rigid.rotation[0], p));
  EXPECT_LE(norm(rigid.inertia[0] * rigid.angular_change[0] - kStep * moment), kTol);
  EXPECT_LE(norm(rigid.mass[0] * rigid.linear_change[0] - kStep * p), kTol);
  const PseudoRigidSet& soft = bodies_.pseudo_rigid;
  EXPECT_LE(norm(soft.mass[0] * soft.linear_change[0] + kStep * p), kTol);
}

// What an obstacle was told to do it does: no solver can change its row, nor miss it.
TEST_F(AssemblyTest, RowOfADrivenObstacleAsksForTheVelocityThatItHas) {
  std::vector<UserConstraint> constraints(2);
  for (UserConstraint& constraint : constraints) {
    constraint.kind = ConstraintKind::velocity_direction;
    constraint.frame = exponential(random_vector());
    constraint.point = random_vector();
    constraint.target = 7.0;
  }
  constraints[0].master = 2;  // the obstacle
  constraints[1].master = 1;
  bodies_.obstacles.linear[0] = random_vector();
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, constraints, {}, materials_, kStep, false}, workspace, problem, R);
  const Vec3 normal = constraints[0].frame * Vec3{0.0, 0.0, 1.0};
  const Vec3 arm = constraints[0].point - bodies_.obstacles.center[0];
  const Vec3 velocity = bodies_.obstacles.linear[0] + cross(bodies_.obstacles.angular[0], arm);
  EXPECT_NEAR(problem.law[0].target, dot(normal, velocity), kTol);
  EXPECT_EQ(problem.law[1].target, 7.0);
}

/// The sum of the dashpots of a patch is 2 sqrt(k m) with the mass m = h / W_NN that the bodies put
/// against a contact at the centroid of the patch; here W_NN comes from a row of that contact
/// alone.
TEST_F(AssemblyTest, CriticalDampingOfAPatchIsThatOfOneContactAtItsCentroid) {
  SurfaceMaterial material;
  material.model = SurfaceModel::spring_dashpot;
  material.spring = 3e4;
  material.dashpot = kCriticalDashpot;
  materials_.define(material);
  for (const auto& [master, slave] : {std::pair{3, 1}, {0, 3}, {2, 4}}) {
    const double parts[] = {0.1, 0.2, 0.7};
    std::vector<ContactPoint> contacts(3);
    ContactPoint middle;
    const Vec3 normal = normalized(random_vector());
    for (int c = 0; c < 3; ++c) {
      ContactPoint& contact = contacts[static_cast<std::size_t>(c)];
      contact.key = {1, 0, 2, 0, static_cast<std::uint64_t>(c + 1)};
      contact.master = master;
      contact.slave = slave;
      contact.frame = contact_frame(normal);
      contact.point = random_vector();
      contact.part = parts[c];
      contact.gap = -1e-3;
      middle.point += parts[c] * contact.point;
    }
    middle.master = master;
    middle.slave = slave;
    middle.frame = contact_frame(normal);
    middle.gap = -1e-3;
    LocalDynamics problem;
    std::vector<Vec3> R;
    AssemblyWorkspace workspace;
    assemble({bodies_, {}, {&middle, 1}, materials_, kStep, false}, workspace, problem, R);
    EXPECT_EQ(problem.law[0].dashpot, kCriticalDashpot);
    const double mass = kStep / problem.W_diagonal[0](2, 2);
    const double whole = 2.0 * std::sqrt(material.spring * mass);

    assemble({bodies_, {}, contacts, materials_, kStep, false}, workspace, problem, R);
    for (int c = 0; c < 3; ++c) {
      const auto k = static_cast<std::size_t>(c);
      const RowLaw& law = problem.law[k];
      const double own =
          2.0 * std::sqrt(law.spring * kStep / problem.W_diagonal[k](2, 2));  // critical of the row
      EXPECT_NEAR(law.spring, parts[c] * material.spring, 1e-9);
      EXPECT_NEAR(-law.dashpot * own, parts[c] * whole, 1e-10 * whole) << c;
    }
  }
}

TEST_F(AssemblyTest, LawTakesValuesOfThePairAndOpensPositiveGaps) {
  SurfaceMaterial material;
  material.surface1 = 5;
  material.surface2 = 7;
  material.friction = 0.4;
  material.restitution = 0.5;
  materials_.define(material);
  std::vector<ContactPoint> contacts(2);
  for (ContactPoint& contact : contacts) {
    contact.master = 0;
    contact.slave = 1;
    contact.frame = identity();
    contact.master_surface = 7;
    contact.slave_surface = 5;
  }
  contacts[0].gap = -1e-3;
  contacts[1].gap = 1e-3;
  LocalDynamics problem;
  std::vector<Vec3> R;
  AssemblyWorkspace workspace;
  assemble({bodies_, {}, contacts, materials_, kStep, false}, workspace, problem, R);
  EXPECT_EQ(problem.law[0].friction, 0.4);
  EXPECT_FALSE(problem.law[0].open);
  EXPECT_TRUE(problem.law[1].open);
  EXPECT_DOUBLE_EQ(problem.law[0].velocity_shift, 0.5 * std::min(0.0, problem.V[0].z));

  assemble({bodies_, {}, contacts, materials_, kStep, true}, workspace, problem, R);
  EXPECT_FALSE(problem.law[1].open);
  EXPECT_DOUBLE_EQ(problem.law[1].velocity_shift, 1e-3 / kStep);
}

}  // namespace
}  // namespace solfec
