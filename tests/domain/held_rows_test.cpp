#include "assembly/held_rows.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;  // of the largest force or displacement: rows and factors agree

// Oblique directions stay rows of the contact problem, so three of them that are orthogonal are the
// second method for what holds a node.
const std::array<Vec3, 3> kAxes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
const std::array<Vec3, 3> kOblique = {Vec3{2.0 / 3, 2.0 / 3, 1.0 / 3},
                                      Vec3{-2.0 / 3, 1.0 / 3, 2.0 / 3},
                                      Vec3{1.0 / 3, -2.0 / 3, 2.0 / 3}};

struct Case {
  const char* name;
  Analysis analysis;
  Scheme scheme;
  FiniteElementForm form;
  std::array<int, 3> cells;
};

const std::array<Case, 7> kCases = {
    Case{"Lim_TL",
         Analysis::dynamic,
         Scheme::def_lim,
         FiniteElementForm::total_lagrangian,
         {3, 3, 2}},
    Case{"Lim2_TL",
         Analysis::dynamic,
         Scheme::def_lim2,
         FiniteElementForm::total_lagrangian,
         {3, 3, 2}},
    Case{"Lim_BC", Analysis::dynamic, Scheme::def_lim, FiniteElementForm::corotational, {3, 3, 2}},
    Case{"Small_TL",
         Analysis::dynamic,
         Scheme::def_lim,
         FiniteElementForm::total_lagrangian,
         {2, 1, 1}},
    Case{
        "Small_BC", Analysis::dynamic, Scheme::def_lim, FiniteElementForm::corotational, {2, 1, 1}},
    Case{"Static_TL",
         Analysis::quasi_static,
         Scheme::def_lim,
         FiniteElementForm::total_lagrangian,
         {3, 3, 2}},
    Case{"Static_BC",
         Analysis::quasi_static,
         Scheme::def_lim,
         FiniteElementForm::corotational,
         {3, 3, 2}}};

class HeldNodes : public FiniteElementFixture, public ::testing::WithParamInterface<Case> {
 protected:
  /// A block and the solver of its own.
  struct Model {
    explicit Model(Analysis analysis) : domain(analysis, 1e-4) {
      domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
    }
    FiniteElementBody& mesh() { return domain.bodies.finite_element[0]; }
    void run(int steps) {
      for (int k = 0; k < steps; ++k) EXPECT_EQ(domain.step(solver, 2e-3).not_converged, 0);
    }
    /// Σ frame R of the user constraints at a reference point, N.
    [[nodiscard]] Vec3 force_at(Vec3 X) const {
      Vec3 sum;
      for (const UserConstraint& row : domain.user_constraints()) {
        if (row.master_reference == X) sum += row.frame * row.R;
      }
      return sum;
    }

    Domain domain;
    BodyId body{};
    GaussSeidelSolver solver{tight_params()};
  };

  /// @param axes  Along which nodes are held; none: by fixed points.
  std::unique_ptr<Model> make(const std::array<Vec3, 3>* axes, double speed = 0.0) {
    const Case& c = GetParam();
    auto model = std::make_unique<Model>(c.analysis);
    model->body = add_mesh_to(model->domain, test::hexahedra_block({1, 1, 0.5}, c.cells), c.form);
    model->mesh().scheme = c.scheme;
    model->mesh().damping = 1e-3;
    for (const Vec3 X : base()) {
      if (axes == nullptr) {
        model->domain.add_constraint(make_fixed_point(model->body, X));
        continue;
      }
      for (const Vec3 n : *axes) {
        const PrescribedMotion motion{MotionKind::velocity, speed * dot(n, {0.3, -0.2, 0.4}),
                                      nullptr, 0.0};
        model->domain.add_constraint(speed == 0.0
                                         ? make_fixed_direction(model->body, X, n)
                                         : make_prescribed_motion(model->body, X, n, motion));
      }
    }
    model->domain.loads.gravity[2].constant = -10.0;
    model->domain.loads.gravity[0].constant = 4.0;
    return model;
  }
  [[nodiscard]] std::vector<Vec3> base() const {
    std::vector<Vec3> nodes;
    for (const Vec3 X : test::hexahedra_block({1, 1, 0.5}, GetParam().cells).nodes) {
      if (X.z == 0.0) nodes.push_back(X);
    }
    return nodes;
  }
  /// A block that falls on the mesh, and a plate that stands still above it.
  static void add_contacts(Model& model) {
    const auto add = [&](BodyKind kind, Vec3 low, Vec3 high) {
      BodyDefinition definition;
      definition.kind = kind;
      definition.shape = box_shape(low, high);
      definition.label = kind == BodyKind::rigid ? "block" : "plate";
      definition.origin = "test.py:1";
      model.domain.add_body(std::move(definition));
    };
    if (GetParam().analysis == Analysis::dynamic) {
      add(BodyKind::rigid, {0.2, 0.2, 0.5}, {0.8, 0.7, 0.8});
    } else {
      add(BodyKind::obstacle, {-1, -1, 0.495}, {2, 2, 1});
    }
  }

  void expect_equal(Model& a, Model& b) {
    double way = 0.0;
    for (const Vec3 q : a.mesh().displacement) way = std::max(way, norm_inf(q));
    ASSERT_GT(way, 0.0);
    for (std::size_t i = 0; i < a.mesh().displacement.size(); ++i) {
      EXPECT_LE(norm_inf(a.mesh().displacement[i] - b.mesh().displacement[i]), kTol * way) << i;
    }
    double most = 0.0;
    for (const Vec3 X : base()) most = std::max(most, norm_inf(a.force_at(X)));
    ASSERT_GT(most, 0.0);
    for (const Vec3 X : base()) {
      EXPECT_LE(norm_inf(a.force_at(X) - b.force_at(X)), kTol * most) << X.x << ' ' << X.y;
    }
    const Energies& one = a.mesh().energy;
    const Energies& other = b.mesh().energy;
    const double size = std::fabs(one.external) + one.internal + one.kinetic;
    EXPECT_NEAR(one.external, other.external, kTol * size);
    EXPECT_NEAR(one.internal, other.internal, kTol * size);
    EXPECT_NEAR(one.kinetic, other.kinetic, kTol * size);
  }
};

TEST_P(HeldNodes, FixedPointsGiveTheMotionAndTheForcesOfRows) {
  const auto held = make(nullptr);
  const auto rows = make(&kOblique);
  held->run(12);
  rows->run(12);
  EXPECT_EQ(held->mesh().held.size(), base().size());
  EXPECT_TRUE(rows->mesh().held.empty());
  expect_equal(*held, *rows);
}

TEST_P(HeldNodes, ContactsSeeTheMeshWithItsHeldNodesAsTheySeeItWithRows) {
  const auto held = make(nullptr);
  const auto rows = make(&kOblique);
  for (Model* model : {held.get(), rows.get()}) {
    add_contacts(*model);
    model->run(8);
    EXPECT_GT(model->domain.constraints().size(), model->domain.user_constraints().size());
  }
  EXPECT_FALSE(held->mesh().held.empty());
  expect_equal(*held, *rows);
}

TEST_P(HeldNodes, ThreePrescribedMotionsAlongTheAxesMoveANodeAndBringTheWorkOfRows) {
  const auto held = make(&kAxes, 0.1);
  const auto rows = make(&kOblique, 0.1);
  held->run(12);
  rows->run(12);
  EXPECT_EQ(held->mesh().held.size(), base().size());
  EXPECT_TRUE(rows->mesh().held.empty());
  expect_equal(*held, *rows);
  for (const UserConstraint& row : held->domain.user_constraints()) {
    EXPECT_NEAR(row.U.z, row.motion.constant, 1e-15);
  }
}

// Rows between two points that cannot move would have no reaction.
TEST_P(HeldNodes, ASpringBetweenAFixedNodeAndSpaceKeepsItsForce) {
  const auto alone = make(nullptr);
  const auto pulled = make(nullptr);
  const auto table = std::make_shared<const TimeSeries>(std::vector<double>{-1.0, 1.0},
                                                        std::vector<double>{7.0, 7.0});
  pulled->domain.add_constraint(
      make_spring(pulled->body, 0, {}, {0, 0, -1}, make_table_spring(table), {}));
  for (Model* model : {alone.get(), pulled.get()}) model->run(3);
  EXPECT_EQ(pulled->mesh().held.size() + 1, alone->mesh().held.size());
  Vec3 fixed;
  Vec3 spring;
  for (const UserConstraint& row : pulled->domain.user_constraints()) {
    if (row.master_reference == Vec3{}) (is_spring(row) ? spring : fixed) = row.frame * row.R;
  }
  EXPECT_NEAR(std::fabs(spring.z), 7.0, 1e-9);
  EXPECT_LE(norm_inf(fixed + spring - alone->force_at({})), kTol * norm(alone->force_at({})));
}

INSTANTIATE_TEST_SUITE_P(Meshes, HeldNodes, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

class HeldRowsChoice : public FiniteElementFixture {
 protected:
  /// Number of held nodes after a step.
  std::size_t held_after(BodyId id) {
    (void)domain_.step(solver_, 1e-3);
    return mesh_of(id).held.size();
  }
  BodyId add_block(Scheme scheme, FiniteElementForm form = FiniteElementForm::total_lagrangian) {
    const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 2, 2}), form);
    mesh_of(id).scheme = scheme;
    return id;
  }
};

TEST_F(HeldRowsChoice, PointsBetweenNodesAndNodesThatAreToldInPartStayRows) {
  const BodyId id = add_block(Scheme::def_lim);
  domain_.add_constraint(make_fixed_point(id, {0.75, 1, 1}));
  domain_.add_constraint(make_fixed_direction(id, {0, 0, 0}, {1, 0, 0}));
  domain_.add_constraint(make_fixed_direction(id, {0, 0, 0}, {0, 1, 0}));
  EXPECT_EQ(held_after(id), 0U);
  domain_.add_constraint(make_fixed_direction(id, {0, 0, 0}, {0, 0, -1}));
  EXPECT_EQ(held_after(id), 1U);
}

TEST_F(HeldRowsChoice, ANodeThatIsToldTwiceStaysInRows) {
  const BodyId id = add_block(Scheme::def_lim);
  domain_.add_constraint(make_fixed_point(id, {0, 0, 0}));
  const ConstraintId second = domain_.add_constraint(make_fixed_direction(id, {}, {1, 0, 0}));
  EXPECT_EQ(held_after(id), 0U);
  EXPECT_TRUE(domain_.remove_constraint(second));
  EXPECT_EQ(held_after(id), 1U);
}

TEST_F(HeldRowsChoice, SchemesWithoutALinearMatrixOfTheirOwnHoldNoNodes) {
  for (const Scheme scheme : {Scheme::def_exp, Scheme::def_imp}) {
    const BodyId id = add_block(scheme);
    domain_.add_constraint(make_fixed_point(id, {0, 0, 0}));
    EXPECT_EQ(held_after(id), 0U);
  }
}

TEST_F(HeldRowsChoice, ANodeMovesAgainWhenItsConstraintIsGone) {
  const BodyId id = add_block(Scheme::def_lim, FiniteElementForm::corotational);
  const ConstraintId fixed = domain_.add_constraint(make_fixed_point(id, {0, 0, 0}));
  domain_.loads.gravity[2].constant = -10.0;
  EXPECT_EQ(held_after(id), 1U);
  EXPECT_EQ(mesh_of(id).displacement[0], Vec3{});
  EXPECT_TRUE(domain_.remove_constraint(fixed));
  EXPECT_EQ(held_after(id), 0U);
  EXPECT_LT(mesh_of(id).displacement[0].z, 0.0);
}

}  // namespace
}  // namespace solfec
