#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "base/count.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/ranked_runs.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

using test::Ended;
using test::expect_same;
using test::kStep;
using test::Model;
using test::run;

Mesh block(Vec3 corner, Vec3 size, std::array<int, 3> parts) {
  Mesh mesh = test::hexahedra_block(size, parts);
  for (Vec3& node : mesh.nodes) node += corner;
  return mesh;
}

BodyId add_mesh(Domain& domain, Mesh mesh, Vec3 velocity, Scheme scheme = Scheme::def_exp,
                FiniteElementForm form = FiniteElementForm::total_lagrangian) {
  BodyDefinition definition;
  definition.kind = BodyKind::finite_element;
  definition.shape.meshes.push_back(std::move(mesh));
  definition.form = form;
  const BodyId id = domain.add_body(std::move(definition));
  domain.set_rigid_velocity(id, velocity, {});
  domain.bodies.set_scheme(domain.body_ref(id), scheme);
  return id;
}

/// Rules without gravity and friction, and a material in which waves have the speed c = 1 m/s along
/// x where Poisson's ratio is 0.
void set_rules(Domain& domain, double young, double poisson) {
  test::set_rules(domain, 0.0);
  domain.update_bulk_material(0, {"stone", BulkModel::kirchhoff, young, poisson, 1000.0});
  domain.loads.gravity[2].constant = 0.0;
}

double momentum(const Ended& ended, BodyId id, int axis, const Mesh& mesh, double density) {
  // lumped masses of equal hexahedra: an eighth of each element at each of its nodes
  std::vector<double> share(mesh.nodes.size(), 0.0);
  for (const MeshElement& element : mesh.elements) {
    const Vec3 edge = mesh.nodes[at(element.node[6])] - mesh.nodes[at(element.node[0])];
    const double mass = density * std::fabs(edge.x * edge.y * edge.z);
    for (int k = 0; k < 8; ++k) share[at(element.node[at(k)])] += mass / 8.0;
  }
  const std::vector<double>& state = ended.state.at(id);
  const std::size_t first = 3 * mesh.nodes.size();
  double sum = 0.0;
  for (std::size_t a = 0; a < share.size(); ++a) sum += share[a] * state[first + 3 * a + at(axis)];
  return sum;
}

/// Two equal elastic bars exchange their velocities, after contact for the time 2 L / c that a wave
/// needs along a bar and back; each of two ranks owns one.
TEST(MeshesOnRanks, EqualFreeBarsExchangeTheirVelocities) {
  constexpr double kSpeed = 1e-3;
  const Mesh left = block({-1, 0, 0}, {1, 0.1, 0.1}, {16, 1, 1});
  const Mesh right = block({0, 0, 0}, {1, 0.1, 0.1}, {16, 1, 1});
  for (const Scheme scheme : {Scheme::def_exp, Scheme::def_lim, Scheme::def_imp}) {
    const Model bars = [&](Domain& domain) {
      set_rules(domain, 1e3, 0.0);  // c = 1 m/s
      add_mesh(domain, left, {kSpeed, 0, 0}, scheme);
      add_mesh(domain, right, {}, scheme);
    };
    const int steps = static_cast<int>(2.5 / kStep);
    const Ended one = run(bars, 1, steps);
    const Ended two = run(bars, 2, steps);
    SCOPED_TRACE(cat("scheme ", static_cast<int>(scheme)));
    EXPECT_GT(two.shared[0] + two.shared[1], 0);
    expect_same(one, two, 1e-9);
    const double mass = 1000.0 * 0.01;
    const double of_left = momentum(two, 1, 0, left, 1000.0);
    const double of_right = momentum(two, 2, 0, right, 1000.0);
    EXPECT_NEAR(of_left + of_right, mass * kSpeed, 1e-14 * mass);
    EXPECT_NEAR(of_left, 0.0, 0.1 * mass * kSpeed);  // of waves that the elements scatter
    EXPECT_GT(of_right, 0.9 * mass * kSpeed);
  }
}

struct MeshCase {
  Scheme scheme;
  FiniteElementForm form;
};

class MeshesOnRanksOfAScheme : public ::testing::TestWithParam<MeshCase> {};

/// Cubes of elements that meet on a floor, a rigid one on top.
TEST_P(MeshesOnRanksOfAScheme, MoveAsOnOneRank) {
  const auto [scheme, form] = GetParam();
  const Model heap = [scheme = scheme, form = form](Domain& domain) {
    set_rules(domain, 1e6, 0.25);
    domain.loads.gravity[2].constant = -9.81;
    test::add(domain, BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0}));
    for (int k = 0; k < 4; ++k) {
      const Vec3 corner{1.001 * k, 0.1 * k, 0.0};
      add_mesh(domain, block(corner, {1, 1, 1}, {2, 2, 2}), {k == 0 ? 2.0 : 0.0, 0, 0}, scheme,
               form);
    }
    add_mesh(domain, block({0.53, 0.07, 1.001}, {1, 1, 1}, {2, 2, 2}), {}, scheme, form);
    test::add(domain, BodyKind::rigid, test::cube({2.2, 0.2, 1.001}));
  };
  GaussSeidelParams params = test::tight();
  params.relative_tolerance = 1e-11;
  params.merit_tolerance = 1e-18;
  params.max_sweeps = 20000;
  const auto nothing = [](Domain& /*domain*/, int /*step*/) {};
  const Ended one = run(heap, 1, 5, nothing, params);
  EXPECT_GT(one.contacts.size(), 10U);
  for (const int ranks : {2, 3}) {
    SCOPED_TRACE(ranks);
    const Ended several = run(heap, ranks, 5, nothing, params);
    for (const int shared : several.shared) EXPECT_GT(shared, 0);
    // corners of equal faces get their features by the rounding of their places
    EXPECT_EQ(several.contacts.size(), one.contacts.size());
    expect_same(one, several, 1e-9, false);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, MeshesOnRanksOfAScheme,
    ::testing::Values(MeshCase{Scheme::def_exp, FiniteElementForm::total_lagrangian},
                      MeshCase{Scheme::def_lim, FiniteElementForm::total_lagrangian},
                      MeshCase{Scheme::def_lim2, FiniteElementForm::total_lagrangian},
                      MeshCase{Scheme::def_imp, FiniteElementForm::total_lagrangian},
                      MeshCase{Scheme::def_lim, FiniteElementForm::corotational},
                      MeshCase{Scheme::def_imp, FiniteElementForm::corotational}));

/// Sweeps that count how often a step asks for reactions.
class CountingSolver final : public ConstraintSolver {
 public:
  void solve(const LocalDynamics& problem, LocalSolution& solution) override {
    ++solutions;
    sweeps_.solve(problem, solution);
    take_report(sweeps_);
  }
  [[nodiscard]] bool works_on_ranks() const override { return true; }
  int solutions = 0;

 private:
  GaussSeidelSolver sweeps_{test::tight()};
};

/// A body that is hit hard asks for more passes of the step than one that comes to rest elsewhere,
/// so slowly that its equation is linear. Both are linearised again in each pass: or the slow one
/// would keep reactions in its free velocity, and ask for a pass of its own to lose them.
TEST(MeshesOnRanks, PassesOfAStepAreThoseOfAllRanks) {
  const auto passes = [](int ranks) {
    std::vector<int> solutions(at(ranks));
    test::on_ranks(ranks, [&](test::MailboxComm& comm) {
      MedianBisection bisection;
      Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
      set_rules(domain, 1e5, 0.25);
      for (const bool is_slow : {true, false}) {
        const double x = is_slow ? 100.0 : 0.0;
        test::add(domain, BodyKind::obstacle, box_shape({x - 5, -5, -1}, {x + 5, 5, 0}));
        test::add(domain, BodyKind::pseudo_rigid, test::cube({x, 0, 0}),
                  {0, 0, is_slow ? -2e-6 : -20.0}, Scheme::def_imp);
      }
      CountingSolver solver;
      (void)domain.step(solver, kStep);
      solutions[at(comm.rank())] = solver.solutions;
    });
    return solutions;
  };
  const int one = passes(1).front();
  EXPECT_GT(one, 1);
  EXPECT_EQ(passes(2), std::vector<int>({one, one}));
}

}  // namespace
}  // namespace solfec
