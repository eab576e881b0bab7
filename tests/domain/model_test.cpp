#include <cmath>

#include "base/check.h"
#include "domain/domain_fixture.h"
#include "domain/local_dynamics_dump.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;

class ModelTest : public DomainFixture {
 protected:
  /// Two unit cubes side by side along x with the volume ids 1 and 2.
  static Shape two_parts() {
    Shape shape = box_shape({0, 0, 0}, {1, 1, 1}, 1);
    shape.convices.push_back(box_shape({1, 0, 0}, {2, 1, 1}, 2).convices[0]);
    return shape;
  }
  int heavy_ = domain_.define_bulk_material({"iron", BulkModel::kirchhoff, 4e9, 0.2, 3000.0}).first;
};

TEST_F(ModelTest, MaterialOfAPartChangesMassAndStiffnessOfTheBody) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid, BodyKind::obstacle}) {
    const BodyId body = add(kind, two_parts());
    domain_.set_part_material(body, 2, heavy_);
    const BodyCharacteristics chars = domain_.bodies.characteristics(domain_.body_ref(body));
    EXPECT_NEAR(chars.mass, 4000.0, kTol * 4000.0);
    EXPECT_NEAR(chars.volume, 2.0, kTol);
    EXPECT_LE(norm(chars.center - Vec3{1.25, 0.5, 0.5}), kTol);  // (1 0.5 + 3 1.5) / 4
    // about the axis x: (1000 + 3000) / 6; Euler tensor along x: parts and parallel axes
    const double along = 4000.0 / 12.0 + 1000.0 * 0.5625 + 3000.0 * 0.0625;
    const double expected = kind == BodyKind::rigid ? 4000.0 / 6.0 : along;
    EXPECT_NEAR(chars.tensor(0, 0), expected, 1e-6);
    EXPECT_LE(norm(point(body, {2, 1, 1}) - Vec3{2, 1, 1}), kTol);
  }
  const PseudoRigidSet& soft = domain_.bodies.pseudo_rigid;
  EXPECT_NEAR(soft.lame_mu[0], 0.5 * (1e9 + 4e9) / 2.4, 1.0);  // E / (2 (1 + ν)), mean of both
}

TEST_F(ModelTest, ChangedMaterialsReachThePartsMadeOfThem) {
  add(BodyKind::pseudo_rigid, two_parts());
  domain_.set_part_material(1, 2, heavy_);
  domain_.update_bulk_material(heavy_, {"iron", BulkModel::kirchhoff, 8e9, 0.2, 3000.0});
  EXPECT_NEAR(domain_.bodies.pseudo_rigid.lame_mu[0], 0.5 * (1e9 + 8e9) / 2.4, 1.0);
}

TEST_F(ModelTest, UnknownVolumeIdsListTheKnownOnes) {
  const BodyId body = add(BodyKind::rigid, two_parts(), "beam");
  EXPECT_EQ(message_of<InputError>([&] { domain_.set_part_material(body, 3, heavy_); }),
            "'volid' 3 is no volume id of body 'beam' (created at test.py:1), which has 1, 2");
}

TEST_F(ModelTest, ExcludedBodiesFallThroughEachOther) {
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId a = add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
  domain_.exclude_contact(a, 1);
  domain_.loads.gravity[2].constant = -10.0;
  run(100, 1e-3);
  EXPECT_NEAR(point(a, {}).z, -0.5 * 10.0 * 0.01, kTol);
}

TEST_F(ModelTest, SelfContactIsFoundAndWithoutForce) {
  // two balls on a pseudo-rigid body that is squeezed until they meet
  Shape shape = ball_shape({-1, 0, 0}, 0.99);
  shape.spheres.push_back({{1, 0, 0}, 0.99, 1, 1});
  const BodyId body = add(BodyKind::pseudo_rigid, shape);
  domain_.set_self_contact(body, true);
  EXPECT_EQ(domain_.contact_count(), 0);
  run(1, 1e-6);
  EXPECT_EQ(domain_.contact_count(), 0);
  domain_.bodies.pseudo_rigid.gradient[0](0, 0) = 0.98;
  run(1, 1e-6);
  ASSERT_EQ(domain_.contact_count(), 1);
  EXPECT_EQ(domain_.constraints()[0].R, (Vec3{}));
  domain_.set_self_contact(body, false);
  run(1, 1e-6);
  EXPECT_EQ(domain_.contact_count(), 0);
}

TEST_F(ModelTest, DumpOfTheLocalDynamicsHasTheBlocksOfW) {
  EXPECT_NE(message_of<InputError>([&] { local_dynamics_text(domain_); }).find("no step yet"),
            std::string::npos);
  const BodyId a = add(BodyKind::rigid, ball_shape({0, 0, 0}, 1.0));
  const BodyId b = add(BodyKind::rigid, ball_shape({3, 0, 0}, 1.0));
  const double mass = domain_.bodies.characteristics(domain_.body_ref(a)).mass;
  domain_.add_constraint(make_fixed_point(a, {0, 0, 0}));
  domain_.add_constraint(make_rigid_link(a, b, {0, 0, 0}, {3, 0, 0}, 1e-4));
  run(1, 1e-3);
  const std::string text = local_dynamics_text(domain_);
  char w[32];
  std::snprintf(w, sizeof w, "%.6g", 1e-3 / mass);
  const std::string diagonal =
      cat("[", w, ", 0, 0, 0, ", w, ", 0, 0, 0, ", w, "] => RIGLNK (0, 0, 0) [");
  EXPECT_EQ(text.find(cat("FIXPNT (0, 0, 0) (1, -1) [1, 0, 0, 0, 1, 0, 0, 0, 1] ", diagonal)), 0U)
      << text;
  EXPECT_NE(text.find("\nRIGLNK (0, 0, 0) (1, 2) ["), std::string::npos) << text;
}

/// Two balls of one mass on a floor, one above the other: forces R1 of the floor, R2 between them.
class SpringStack : public DomainFixture {
 protected:
  void build(Analysis analysis) {
    domain_ = Domain(analysis, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    SurfaceMaterial soft;
    soft.model = SurfaceModel::spring_dashpot;
    soft.spring = kSpring;
    soft.dashpot = kDashpot;
    domain_.surface_materials.define(soft);
    domain_.loads.gravity[2].constant = -kGravity;
    add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
    lower_ = add(BodyKind::rigid, ball_shape({0, 0, 0.5}, 0.5));
    upper_ = add(BodyKind::rigid, ball_shape({0, 0, 1.5}, 0.5));
    mass_ = domain_.bodies.characteristics(domain_.body_ref(lower_)).mass;
  }

  [[nodiscard]] double reaction(BodyId body) const {
    for (const ConstraintRecord& record : domain_.constraints()) {
      if (record.master == body || record.slave == body) {
        const BodyId other = record.master == body ? record.slave : record.master;
        if (other < body) return record.R.z;
      }
    }
    return 0.0;
  }

  static constexpr double kSpring = 1e6;
  static constexpr double kDashpot = 1e3;
  static constexpr double kGravity = 10.0;
  BodyId lower_{};
  BodyId upper_{};
  double mass_{};
};

TEST_F(SpringStack, FirstDynamicStepSolvesTheCoupledLaws) {
  build(Analysis::dynamic);
  const double h = 1e-3;
  run(1, h);
  // R_i = -q U_i with q = s h/4 + d/2 and V = g = 0; U1 = -g h + h/m (R1 - R2),
  // U2 = h/m (2 R2 - R1): eliminated by hand
  const double q = kSpring * h / 4.0 + kDashpot / 2.0;
  const double w = h / mass_;
  const double determinant = (1.0 + q * w) * (1.0 + 2.0 * q * w) - q * w * q * w;
  EXPECT_NEAR(reaction(lower_), q * kGravity * h * (1.0 + 2.0 * q * w) / determinant, 1e-8);
  EXPECT_NEAR(reaction(upper_), q * kGravity * h * q * w / determinant, 1e-8);
}

TEST_F(SpringStack, FirstQuasiStaticStepTakesTheGapAtItsEnd) {
  build(Analysis::quasi_static);
  domain_.equilibrium = 1e-9;
  const double h = 1e-2;
  run(1, h);
  // springs at the end of the step and dashpots over the whole of it balance the weights:
  // -(s h + d) U = R, whatever fictitious inertia found it
  const double weight = mass_ * kGravity;
  const double q = kSpring * h + kDashpot;
  EXPECT_NEAR(reaction(lower_), 2.0 * weight, 1e-8 * weight);
  EXPECT_NEAR(reaction(upper_), weight, 1e-8 * weight);
  EXPECT_NEAR(point(lower_, {0, 0, 0.5}).z, 0.5 - h * 2.0 * weight / q, 1e-10);
  EXPECT_NEAR(point(upper_, {0, 0, 1.5}).z, 1.5 - h * 3.0 * weight / q, 1e-10);
}

TEST_F(SpringStack, BothAnalysesComeToRestWithTheWeightsOnTheSprings) {
  for (const Analysis analysis : {Analysis::dynamic, Analysis::quasi_static}) {
    build(analysis);
    domain_.equilibrium = 1e-9;
    if (analysis == Analysis::dynamic) {
      domain_.surface_materials[0].dashpot = 2.0 * std::sqrt(kSpring * mass_);
      run(20000, 1e-4);
    } else {
      run(2000, 1e-2);
    }
    const double weight = mass_ * kGravity;
    EXPECT_NEAR(reaction(lower_), 2.0 * weight, 1e-5 * weight);
    EXPECT_NEAR(reaction(upper_), weight, 1e-5 * weight);
    EXPECT_NEAR(point(lower_, {0, 0, 0.5}).z, 0.5 - 2.0 * weight / kSpring, 1e-7);
    EXPECT_NEAR(point(upper_, {0, 0, 1.5}).z, 1.5 - 3.0 * weight / kSpring, 1e-7);
  }
}

}  // namespace
}  // namespace solfec
