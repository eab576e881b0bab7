#include "domain/contact_projection.h"

#include <cmath>
#include <vector>

#include "domain/finite_element_fixture.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kEpsilon = 1e-4;  // m, of the domain
constexpr double kTimeStep = 1e-3;
constexpr double kSlack = 1.001;  // depth up to which a contact counts as healed, in tolerances

class ContactProjectionTest : public FiniteElementFixture {
 protected:
  ContactProjectionTest() { use_projection(domain_); }

  static void use_projection(Domain& domain) {
    domain.contact_params.points = ContactPoints::patch;
    domain.contact_params.projection = true;
  }
  BodyId add_floor() { return add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0})); }
  /// A cube of 1 m whose lower face is at `low`.
  BodyId add_cube(double low, BodyKind kind = BodyKind::rigid) {
    return add(kind, box_shape({0, 0, low}, {1, 1, 1 + low}));
  }
  [[nodiscard]] double deepest() const {
    double depth = 0.0;
    for (const ContactPoint& contact : domain_.contact_points()) {
      depth = std::fmax(depth, -contact.gap);
    }
    return depth;
  }
  [[nodiscard]] std::vector<double> state(BodyId id) const {
    const BodyRef body = domain_.body_ref(id);
    std::vector<double> numbers(static_cast<std::size_t>(domain_.bodies.state_size(body)));
    domain_.bodies.get_state(body, numbers);
    return numbers;
  }
};

TEST_F(ContactProjectionTest, ACubeInAFloorIsRaisedWithoutVelocity) {
  domain_.loads.gravity[2].constant = -9.81;
  add_floor();
  const double depth = 5e-3;
  const BodyId cube = add_cube(-depth);
  for (int k = 0; k < 100; ++k) {
    run(1, kTimeStep);
    EXPECT_LE(norm(speed(cube, {})), 1e-9);
  }
  EXPECT_LE(deepest(), kSlack * kEpsilon);
  EXPECT_NEAR(point(cube, {0.5, 0.5, 0.5 - depth}).z, 0.5 - kEpsilon, 1e-3 * kEpsilon);
  // gravity's work is that of the height, and the projection has brought it
  const Energies energies = domain_.energies({&cube, 1});
  const double weight = 1000.0 * 9.81;
  EXPECT_NEAR(energies.external, -weight * (depth - kEpsilon), 1e-3 * weight * kEpsilon);
  EXPECT_NEAR(energies.kinetic + energies.internal - energies.external - energies.numerical, 0.0,
              1e-9);
}

TEST_F(ContactProjectionTest, FreeBodiesPartInTheRatioOfTheirMasses) {
  // volumes 1 and 0.5 m³, off centre: shifts and turns have no linear and no angular momentum
  const BodyId one = add_cube(0.0);
  const BodyId other = add(BodyKind::rigid, box_shape({0.3, 0.4, 0.99}, {1.3, 0.9, 1.99}));
  const Vec3 center = point(one, {0.5, 0.5, 0.5});
  const Vec3 other_center = point(other, {0.8, 0.65, 1.49});
  run(1, kTimeStep);
  const Vec3 shift = point(one, center) - center;
  const Vec3 other_shift = point(other, other_center) - other_center;
  EXPECT_GT(norm(shift), 1e-5);
  EXPECT_NEAR(shift.z / other_shift.z, -0.5, 1e-9);
  EXPECT_LE(norm(1000.0 * shift + 500.0 * other_shift), 1e-12);

  const RigidSet& rigid = domain_.bodies.rigid;
  Vec3 angular = cross(other_center - center, 500.0 * other_shift);
  for (const int slot : {0, 1}) {
    const auto i = static_cast<std::size_t>(slot);
    angular += rigid.inertia[i] * rotation_vector(rigid.rotation[i]);
  }
  EXPECT_GT(norm(rotation_vector(rigid.rotation[0])), 1e-5);
  EXPECT_LE(norm(angular), 1e-10);  // the exponential map is exact, sums of 1e3 times 1e-16
  run(100, kTimeStep);
  EXPECT_LE(deepest(), kSlack * kEpsilon);
  EXPECT_EQ(norm(speed(one, {})) + norm(speed(other, {})), 0.0);
}

TEST_F(ContactProjectionTest, LargeBodiesAreRaisedAsFastAsSmallOnes) {
  // A cube of 1000 m, 2 % deep: 1e-3 of its size a step, then a fifth of the depth, whatever the
  // tolerance; ten tolerances would take 2e4 steps. Shifts stay 1 % below what is asked for.
  add(BodyKind::obstacle, box_shape({-2e3, -2e3, -1e3}, {3e3, 3e3, 0}));
  const BodyId cube = add(BodyKind::rigid, box_shape({0, 0, -20}, {1000, 1000, 980}));
  run(1, kTimeStep);
  EXPECT_NEAR(point(cube, {0, 0, -20}).z, -19.0, 0.02);
  run(120, kTimeStep);
  EXPECT_NEAR(point(cube, {0, 0, -20}).z, -kEpsilon, 0.01 * kEpsilon);
}

TEST_F(ContactProjectionTest, TheSmallerBodyTellsHowFarAStepMovesBoth) {
  // 1e-3 of 10 m, whatever the size of what it lies in.
  const BodyId cube = add(BodyKind::obstacle, box_shape({-2e3, -2e3, -1e3}, {3e3, 3e3, 0}));
  const BodyId small = add(BodyKind::rigid, box_shape({0, 0, -0.5}, {10, 10, 9.5}));
  run(1, kTimeStep);
  EXPECT_NEAR(point(small, {0, 0, -0.5}).z, -0.49, 0.02 * 1e-2);
  EXPECT_EQ(norm(point(cube, {})), 0.0);
}

TEST_F(ContactProjectionTest, ACubeThatSlidesWhileItIsRaisedStaysLevel) {
  // Rows stand where the cube was at mid-step, 5 mm behind: their arms are about that centre.
  add_floor();
  const BodyId cube = add_cube(-5e-3);
  domain_.set_rigid_velocity(cube, {10.0, 0.0, 0.0}, {});
  for (int k = 0; k < 50; ++k) {
    run(1, kTimeStep);
    EXPECT_NEAR(point(cube, {0, 0, -5e-3}).z, point(cube, {1, 0, -5e-3}).z, 1e-8);
  }
  EXPECT_LE(deepest(), 0.5 * 5e-3);
}

TEST_F(ContactProjectionTest, WhatComesNearerIsLeftToTheLawOfContact) {
  // A cube that lies 1 mm deep in the floor, under a plate 2 epsilon above it that it approaches
  // with 1 m/s: the plate does not ask for room before it is reached.
  add_floor();
  const BodyId cube = add_cube(-1e-3);
  const double high = 0.999 + 2.0 * kEpsilon;
  add(BodyKind::obstacle, box_shape({-2, -2, high}, {3, 3, 1 + high}));
  domain_.contact_params.prediction = 1e-3;
  domain_.detect_contacts();
  std::vector<ContactPoint> contacts(domain_.contact_points().begin(),
                                     domain_.contact_points().end());
  int above = 0;
  for (ContactPoint& contact : contacts) {
    contact.state.U = {};
    if (!(contact.gap > 0.0)) continue;
    contact.state.U.z = -1.0;
    ++above;
  }
  ASSERT_EQ(above, 4);
  ASSERT_EQ(contacts.size(), 8U);
  const std::vector<RowLaw> laws =
      projected_laws(domain_.bodies, {}, contacts, domain_.surface_materials);
  ContactProjection projection;
  projection.run({domain_.bodies, {}, contacts, laws, kTimeStep, kEpsilon});
  const double asked = 0.2 * (1e-3 - kEpsilon);
  EXPECT_NEAR(point(cube, {}).z, asked, 0.05 * asked);
}

TEST_F(ContactProjectionTest, FreeBodiesOfEachKindKeepTheirMomenta) {
  // Two bodies 8 mm into each other that slide, spin and are no mirror images; nothing else acts.
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid, BodyKind::finite_element}) {
    domain_ = Domain(Analysis::dynamic, kEpsilon);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    use_projection(domain_);
    const bool mesh = kind == BodyKind::finite_element;
    const BodyId one = mesh ? add_mesh(test::hexahedra_block({1, 1, 1}, {2, 2, 2}))
                            : add(kind, box_shape({0, 0, 0}, {1, 1, 1}));
    const BodyId other =
        add(mesh ? BodyKind::rigid : kind, box_shape({0.3, 0.4, 0.992}, {1.3, 0.9, 1.992}));
    domain_.set_rigid_velocity(one, {0.4, 0.3, 0.0}, {0.0, 0.0, 0.5});
    domain_.set_rigid_velocity(other, {-2.0, 0.5, 0.0}, {0.0, 0.0, -0.3});
    domain_.detect_contacts();
    const auto contacts = domain_.contact_points();
    ASSERT_GE(contacts.size(), 3U);
    const std::vector<RowLaw> laws =
        projected_laws(domain_.bodies, {}, contacts, domain_.surface_materials);
    const auto momentum = [&] {
      Vec3 sum;
      for (const BodyId id : {one, other}) {
        const RigidInertia body = domain_.bodies.rigid_inertia(domain_.body_ref(id));
        sum += cross(body.center, body.mass * body.linear) +
               domain_.bodies.spin_momentum(domain_.body_ref(id));
      }
      return sum;
    };
    const auto energy = [&] {
      const std::vector<BodyId> both{one, other};
      const Energies e = domain_.energies(both);
      return e.kinetic + e.internal - e.external - e.numerical;
    };
    const Vec3 before = momentum();
    const double energy_before = energy();
    const Vec3 place = point(other, {});
    ContactProjection projection;
    projection.run({domain_.bodies, {}, contacts, laws, 0.0, kEpsilon});
    EXPECT_GT(norm(point(other, {}) - place), 1e-4);
    EXPECT_LE(norm(momentum() - before), 1e-12 * norm(before)) << static_cast<int>(kind);
    EXPECT_NEAR(energy(), energy_before, 1e-12 * energy_before);
    const BodyRef ref = domain_.body_ref(other);
    EXPECT_GT(norm(domain_.bodies.rigid_inertia(ref).linear - Vec3{-2.0, 0.5, 0.0}), 1e-6);
  }
}

TEST_F(ContactProjectionTest, AWedgeThatFrictionHoldsIsNotLifted) {
  // A stone between walls 5 degrees off the vertical, driven 1 mm too deep: as it sticks on both
  // sides it stays; where it slides it would be lifted by 1 mm / tan 5.
  for (const double friction : {0.84, 0.0}) {
    domain_ = Domain(Analysis::dynamic, kEpsilon);
    (void)domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    use_projection(domain_);
    SurfaceMaterial rough;
    rough.friction = friction;
    domain_.surface_materials.define(rough);
    if (friction > 0.0) domain_.loads.gravity[2].constant = -9.81;
    const double t = std::tan(M_PI / 36.0);
    const auto prism = [&](double low, double high, double width_low, double width_high, double x) {
      std::vector<Vec3> corners;
      for (const double y : {-0.1, 0.1}) {
        for (const double side : {0.0, 1.0}) {
          corners.push_back({x + (side - 0.5) * width_low, y, low});
          corners.push_back({x + (side - 0.5) * width_high, y, high});
        }
      }
      Shape shape;
      shape.convices.push_back(make_convex_hull(corners, 1, 1));
      return shape;
    };
    for (const double side : {1.0, -1.0}) {
      std::vector<Vec3> corners;
      for (const double y : {-0.1, 0.1}) {
        for (const auto& [x, z] : std::vector<std::pair<double, double>>{
                 {0.1 - 0.2 * t, -0.2}, {0.1 + 0.4 * t, 0.4}, {0.5, 0.4}, {0.5, -0.2}}) {
          corners.push_back({side * x, y, z});
        }
      }
      Shape wall;
      wall.convices.push_back(make_convex_hull(corners, 1, 1));
      add(BodyKind::obstacle, wall);
    }
    const BodyId stone = add(BodyKind::rigid, prism(0.0, 0.2, 0.202, 0.202 + 0.4 * t, 0.0));
    run(300, kTimeStep);
    const double risen = point(stone, {}).z;
    if (friction > 0.0) {
      EXPECT_NEAR(risen, 0.0, 2e-4);
    } else {
      EXPECT_GT(risen, 5e-3);
    }
  }
}

TEST_F(ContactProjectionTest, MotionsWithoutOverlapDoNotChange) {
  domain_.loads.gravity[2].constant = -9.81;
  add_floor();
  const BodyId cube = add_cube(0.0);
  domain_.set_rigid_velocity(cube, {1.0, 0.5, 0.0}, {0.0, 0.0, 0.3});
  Domain off(Analysis::dynamic, kEpsilon);
  off.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
  off.contact_params.points = ContactPoints::patch;
  off.loads.gravity[2].constant = -9.81;
  add_to(off, BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
  const BodyId same = add_to(off, BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  off.set_rigid_velocity(same, {1.0, 0.5, 0.0}, {0.0, 0.0, 0.3});
  run(100, kTimeStep);
  GaussSeidelSolver solver{tight_params()};
  for (int k = 0; k < 100; ++k) (void)off.step(solver, kTimeStep);
  std::vector<double> numbers(18);
  off.bodies.get_state(off.body_ref(same), numbers);
  EXPECT_EQ(state(cube), numbers);
}

TEST_F(ContactProjectionTest, SpringsAndOtherRulesOverlapByDesign) {
  for (const int variant : {0, 1, 2, 3}) {
    domain_ = Domain(Analysis::dynamic, kEpsilon);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
    use_projection(domain_);
    SurfaceMaterial spring;
    spring.model = variant == 0 ? SurfaceModel::spring_dashpot : SurfaceModel::signorini_coulomb;
    spring.spring = 1e-9;
    domain_.surface_materials.define(spring);
    if (variant == 1) domain_.contact_params.points = ContactPoints::centroid;
    if (variant == 2) domain_.contact_params.projection = false;
    add_floor();
    const BodyId cube = add_cube(-1e-3);
    PenaltySolver penalty(PenaltyVariant{});
    ConstraintSolver& solver = variant == 3 ? static_cast<ConstraintSolver&>(penalty) : solver_;
    for (int k = 0; k < 10; ++k) (void)domain_.step(solver, kTimeStep);
    EXPECT_NEAR(point(cube, {}).z, 0.0, 1e-9) << variant;
    EXPECT_TRUE(domain_.contact_projection().deep().empty());
  }
}

TEST_F(ContactProjectionTest, JointsStayInTheirPlaces) {
  domain_.loads.gravity[2].constant = -9.81;
  add_floor();
  const BodyId cube = add_cube(-5e-3);
  const Vec3 joint{0.0, 0.5, 0.8};
  domain_.add_constraint(make_fixed_point(cube, joint));
  for (int k = 0; k < 200; ++k) {
    run(1, kTimeStep);
    EXPECT_LE(norm(point(cube, joint) - joint), 1e-12);
  }
  EXPECT_LE(deepest(), kSlack * kEpsilon);
}

TEST_F(ContactProjectionTest, PrescribedMotionsAreFollowed) {
  domain_.loads.gravity[2].constant = -9.81;
  add_floor();
  const BodyId cube = add_cube(-5e-3);
  PrescribedMotion motion;
  motion.kind = MotionKind::velocity;
  motion.constant = 0.5;
  domain_.add_constraint(make_prescribed_motion(cube, {0.5, 0.5, 0.5}, {1, 0, 0}, motion));
  domain_.set_rigid_velocity(cube, {0.5, 0, 0}, {});
  run(100, kTimeStep);
  EXPECT_NEAR(point(cube, {0.5, 0.5, 0.5}).x, 0.5 + 0.5 * domain_.time(), 1e-9);
  EXPECT_LE(deepest(), kSlack * kEpsilon);
}

TEST_F(ContactProjectionTest, DeformableBodiesMoveWithoutStrain) {
  const BodyId floor = add_floor();
  const BodyId soft = add(BodyKind::pseudo_rigid, box_shape({0, 0, -5e-3}, {1, 1, 0.995}));
  const BodyId mesh = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 2, 2}));
  FiniteElementBody& nodes = mesh_of(mesh);
  for (Vec3& q : nodes.displacement) q += {1.5, 0.0, -5e-3};
  // a mesh that is held stays where it is
  const BodyId held = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  for (Vec3& q : mesh_of(held).displacement) q += {-1.5, 0.0, -5e-3};
  domain_.add_constraint(make_fixed_point(held, {0.0, 0.0, 1.0}));
  run(100, kTimeStep);
  for (const BodyId id : {soft, mesh}) {
    const Energies energies = domain_.energies({&id, 1});
    EXPECT_LE(energies.kinetic + energies.internal, 1e-12) << id;
    EXPECT_NEAR(domain_.bodies.motion(domain_.body_ref(id)).center.z, 0.5 - kEpsilon,
                1e-2 * kEpsilon);
  }
  EXPECT_NEAR(domain_.bodies.motion(domain_.body_ref(held)).center.z, 0.495, 1e-9);
  EXPECT_EQ(point(floor, {}), Vec3{});
}

TEST_F(ContactProjectionTest, BondsAreNotStretched) {
  // Two cubes glued on top of each other, 1 mm into each other; the lower one 1 mm in the floor.
  SurfaceMaterial glue;
  glue.cohesion = 1e9;
  glue.surface1 = glue.surface2 = 2;
  domain_.surface_materials.define(glue);
  const auto glued = [](double low) {
    Shape shape = box_shape({0, 0, low}, {1, 1, 1 + low});
    for (SurfaceId& surface : shape.convices[0].surface) surface = 2;
    return shape;
  };
  add_floor();
  const BodyId lower = add(BodyKind::rigid, glued(-1e-3));
  const BodyId upper = add(BodyKind::rigid, glued(0.998));
  run(200, kTimeStep);
  EXPECT_NEAR(point(lower, {}).z, 1e-3 - kEpsilon, 1e-2 * kEpsilon);
  EXPECT_NEAR(point(upper, {}).z - point(lower, {}).z, 0.0, 1e-2 * kEpsilon);
}

}  // namespace
}  // namespace solfec
