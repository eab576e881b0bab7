#include "body/finite_element/law_kernels.h"

#include <cmath>
#include <string>

#include "body/finite_element/element_frequency.h"
#include "body/finite_element/projected_strain.h"
#include "body/finite_element_fixture.h"
#include "material/bulk_law.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // sums of some hundred numbers of order one

FiniteElementMesh body_of(const Mesh& mesh, ElementFormulation formulation, BulkModel model) {
  BulkMaterial material = test::unit_material(2.5, 0.3, 2.0);
  material.model = model;
  if (model == BulkModel::von_mises) {
    material.yield_stress = 1e3;  // elastic where nothing else is said
    material.hardening = 0.4;
  }
  FiniteElementMesh body = test::uniform(mesh, material);
  set_formulation(mesh, formulation, body);
  return body;
}

/// Calls f(kernels, packs, pack count) for all groups with elements.
template <typename Function>
void for_each_group(const FiniteElementMesh& body, const Function& f) {
  for (const ElementGroup& group : body.group) {
    if (group.element_count() > 0) f(group, element_packs(group), group.pack_count());
  }
}

/// The loops over points with the St Venant-Kirchhoff law against those over lanes.
class LawLoopsOfKirchhoff : public ::testing::Test {
 protected:
  std::mt19937 rng_{20261201};
  Mesh mesh_ = test::MixedMesh::make(0.08, rng_);
  FiniteElementMesh body_ = body_of(mesh_, ElementFormulation::linear, BulkModel::kirchhoff);
  std::vector<Vec3> q_ = test::random_vectors(mesh_.nodes.size(), 0.1, rng_);
  std::vector<Vec3> v_ = test::random_vectors(mesh_.nodes.size(), 1.0, rng_);
};

void expect_close(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], kTol);
}

TEST_F(LawLoopsOfKirchhoff, HaveTheForcesEnergiesAndStiffnessOfTheWideLoops) {
  const ElementKernels& loops = law_kernels(BulkModel::kirchhoff).element;
  for_each_group(body_, [&](const ElementGroup& group, const ElementPacks& packs, int count) {
    std::vector<double> a(std::size_t(count) * kStiffnessSize);
    std::vector<double> b(a.size());
    element_kernels().force(packs, 0, count, q_.data(), a.data());
    loops.force(packs, 0, count, q_.data(), b.data());
    expect_close(a, b);
    element_kernels().energy(packs, 0, count, q_.data(), a.data());
    loops.energy(packs, 0, count, q_.data(), b.data());
    expect_close(a, b);
    for (const double share : {1.0, 0.0, 0.4}) {
      const ForceDirection direction{v_.data(), share};
      element_kernels().force_change(packs, 0, count, q_.data(), direction, a.data());
      loops.force_change(packs, 0, count, q_.data(), direction, b.data());
      expect_close(a, b);
    }
    const int lanes_with_element = group.element_count() % kElementLanes;
    for (const GeometricStiffness geometric :
         {GeometricStiffness{}, GeometricStiffness{.share = 0.3},
          GeometricStiffness{.positive = true}}) {
      a.assign(a.size(), 0.0);
      b.assign(b.size(), 0.0);
      element_kernels().stiffness(packs, 0, q_.data(), geometric, a.data());
      loops.stiffness(packs, 0, q_.data(), geometric, b.data());
      if (lanes_with_element == 0 || count > 1) expect_close(a, b);
    }
  });
}

/// A law with a formulation of the elements.
using Case = std::pair<BulkModel, ElementFormulation>;

class LawLoops : public ::testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] double energy(std::span<const Vec3> q) {
    return internal_energy(body_, q, workspace_);
  }
  [[nodiscard]] std::vector<Vec3> force(std::span<const Vec3> q) {
    std::vector<Vec3> f(q.size());
    internal_force(body_, q, workspace_, f);
    return f;
  }

  std::mt19937 rng_{20261202};
  Mesh mesh_ = test::MixedMesh::make(0.08, rng_);
  FiniteElementMesh body_ = body_of(mesh_, GetParam().second, GetParam().first);
  std::vector<Vec3> q_ = test::random_vectors(mesh_.nodes.size(), 0.08, rng_);
  ElementWorkspace workspace_;
};

std::vector<Vec3> ahead(std::span<const Vec3> q, double s, std::span<const Vec3> v) {
  std::vector<Vec3> result(q.begin(), q.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] += s * v[i];
  return result;
}

TEST_P(LawLoops, ForceIsTheDerivativeOfTheEnergy) {
  constexpr double kStep = 1e-5;
  for (int sample = 0; sample < 10; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const double slope =
        (energy(ahead(q_, kStep, v)) - energy(ahead(q_, -kStep, v))) / (2.0 * kStep);
    EXPECT_NEAR(test::inner_product(force(q_), v), slope, 1e-6);
  }
}

TEST_P(LawLoops, StiffnessIsTheDerivativeOfTheForce) {
  constexpr double kStep = 1e-6;
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body_, K);
  assemble_stiffness(body_, plan, q_, K);
  std::vector<Vec3> product(q_.size());
  std::vector<Vec3> change(q_.size());
  for (int sample = 0; sample < 10; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    const std::vector<Vec3> up = force(ahead(q_, kStep, v));
    const std::vector<Vec3> down = force(ahead(q_, -kStep, v));
    multiply(K, v, product);
    internal_force_change(body_, q_, v, workspace_, change);
    EXPECT_LE(test::largest_difference(product, change), 100 * kTol);
    for (std::size_t i = 0; i < up.size(); ++i) {
      EXPECT_LE(norm_inf(product[i] - (0.5 / kStep) * (up[i] - down[i])), 1e-7);
    }
  }
}

TEST_P(LawLoops, DampingLeavesRigidMotionsAlone) {
  std::vector<Vec3> damped(q_.size());
  std::vector<Vec3> spin(q_.size());
  const Vec3 omega{0.3, -1.1, 0.7};
  for (std::size_t i = 0; i < q_.size(); ++i) {
    spin[i] = Vec3{1.0, 2.0, 3.0} + cross(omega, mesh_.nodes[i] + q_[i]);
  }
  strain_rate_force(body_, q_, spin, workspace_, damped);
  EXPECT_LE(test::largest(damped), 100 * kTol);
  Vec3 moment;
  const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
  strain_rate_force(body_, q_, v, workspace_, damped);
  for (std::size_t i = 0; i < q_.size(); ++i) moment += cross(mesh_.nodes[i] + q_[i], damped[i]);
  EXPECT_GT(test::largest(damped), 0.1);
  EXPECT_LE(norm_inf(moment), 100 * kTol);
}

TEST_P(LawLoops, SuperposedRigidMotionTurnsForcesAndKeepsTheEnergy) {
  const Mat3 Q = exponential_map({0.4, -0.9, 1.7});
  const std::vector<Vec3> moved = test::moved(mesh_.nodes, q_, Q, {1.0, -2.0, 0.5});
  EXPECT_NEAR(energy(moved), energy(q_), 10 * kTol);
  const std::vector<Vec3> before = force(q_);
  const std::vector<Vec3> after = force(moved);
  for (std::size_t i = 0; i < q_.size(); ++i) {
    EXPECT_LE(norm_inf(after[i] - Q * before[i]), 100 * kTol);
  }
}

/// Patch test: an affine map has the stress of the law at each point of each element.
TEST_P(LawLoops, AffineMapHasOneStress) {
  const Mat3 F{{1.3, 0.1, -0.2, 0.3, 0.7, 0.1, 0.2, -0.1, 0.9}};
  const std::vector<Vec3> q = test::affine(mesh_.nodes, F, {0.2, 0.1, 0.3});
  BulkParameters parameters{};
  std::vector<double> state(16, 0.0);
  for_each_group(body_, [&](const ElementGroup& group, const ElementPacks& packs, int count) {
    parameters = {group.lambda[0], group.mu[0], 1e3, 0.4};
    const Mat3 P = law_of(group.model).stress(F - identity(), parameters, state.data());
    for (int slot = 0; slot < group.element_count(); ++slot) {
      std::array<Mat3, 8> stress{};
      const int pack = slot / kElementLanes;
      law_kernels(group.model).stresses(packs, pack, slot % kElementLanes, q.data(), stress.data());
      for (int p = 0;
           p < group.point_start[std::size_t(pack) + 1] - group.point_start[std::size_t(pack)];
           ++p) {
        for (int k = 0; k < 9; ++k) ASSERT_NEAR(stress[std::size_t(p)].m[k], P.m[k], kTol);
      }
    }
    EXPECT_GT(count, 0);
  });
}

TEST_P(LawLoops, UndeformedElementsHaveTheFrequencyOfKirchhoff) {
  const std::vector<Vec3> rest(q_.size());
  const FiniteElementMesh other = body_of(mesh_, GetParam().second, BulkModel::kirchhoff);
  const double own = largest_element_eigenvalue(body_, rest).eigenvalue;
  const double linear = largest_element_eigenvalue(other, rest).eigenvalue;
  if (GetParam().second == ElementFormulation::linear) {
    EXPECT_NEAR(own / linear, 1.0, 1e-8);
  } else {
    EXPECT_LE(own, linear * (1.0 + 1e-8));
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, LawLoops,
                         ::testing::Values(Case{BulkModel::neo_hooke, ElementFormulation::linear},
                                           Case{BulkModel::neo_hooke, ElementFormulation::mixed},
                                           Case{BulkModel::von_mises, ElementFormulation::linear},
                                           Case{BulkModel::von_mises, ElementFormulation::mixed},
                                           Case{BulkModel::kirchhoff, ElementFormulation::linear}),
                         [](const auto& of) {
                           return std::string(name_of(of.param.first)) + "_" +
                                  std::string(name_of(of.param.second));
                         });

/// Bodies that yield.
class YieldingMesh : public ::testing::TestWithParam<ElementFormulation> {
 protected:
  YieldingMesh() {
    BulkMaterial material = test::unit_material(2.5, 0.3, 2.0);
    material.model = BulkModel::von_mises;
    material.yield_stress = 0.1;
    material.hardening = 0.4;
    body_ = test::uniform(mesh_, material);
    set_formulation(mesh_, GetParam(), body_);
  }

  std::mt19937 rng_{20261203};
  Mesh mesh_ = test::MixedMesh::make(0.08, rng_);
  FiniteElementMesh body_;
  std::vector<Vec3> q_ = test::random_vectors(mesh_.nodes.size(), 0.08, rng_);
  std::vector<Vec3> end_ = ahead(q_, 1.0, test::random_vectors(q_.size(), 0.02, rng_));
  ElementWorkspace workspace_;
};

TEST_P(YieldingMesh, StiffnessIsTheDerivativeOfTheForce) {
  constexpr double kStep = 1e-7;  // few points begin or cease to yield within it
  advance_states(body_, q_);
  BlockCsr K;
  const StiffnessPlan plan = plan_stiffness(body_, K);
  assemble_stiffness(body_, plan, end_, K);
  std::vector<Vec3> product(q_.size());
  std::vector<Vec3> up(q_.size());
  std::vector<Vec3> down(q_.size());
  for (int sample = 0; sample < 10; ++sample) {
    const std::vector<Vec3> v = test::random_vectors(q_.size(), 1.0, rng_);
    internal_force(body_, ahead(end_, kStep, v), workspace_, up);
    internal_force(body_, ahead(end_, -kStep, v), workspace_, down);
    multiply(K, v, product);
    for (std::size_t i = 0; i < up.size(); ++i) {
      EXPECT_LE(norm_inf(product[i] - (0.5 / kStep) * (up[i] - down[i])), 2e-6);
    }
  }
}

TEST_P(YieldingMesh, WorkOfTheForcesIsElasticEnergyAndPlasticWork) {
  constexpr int kSteps = 2000;
  std::vector<Vec3> f(q_.size());
  double work = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    const std::vector<Vec3> rest(q_.size());
    internal_force(body_, ahead(rest, (step + 0.5) / kSteps, q_), workspace_, f);
    work += test::inner_product(f, q_) / kSteps;
    advance_states(body_, ahead(rest, (step + 1.0) / kSteps, q_));
  }
  const double spent = plastic_work(body_, workspace_);
  const double stored = internal_energy(body_, q_, workspace_);
  EXPECT_GT(spent, 0.2 * stored);
  EXPECT_NEAR(work / (stored + spent), 1.0, 1e-5);
}

TEST_P(YieldingMesh, StatesStayWhereNothingMoves) {
  advance_states(body_, q_);
  const double before = plastic_work(body_, workspace_);
  advance_states(body_, q_);
  EXPECT_NEAR(plastic_work(body_, workspace_) / before, 1.0, 1e-12);
  const std::vector<Vec3> turned =
      test::moved(mesh_.nodes, q_, exponential_map({0.4, -0.9, 1.7}), {1.0, -2.0, 0.5});
  const double stored = internal_energy(body_, q_, workspace_);
  EXPECT_NEAR(internal_energy(body_, turned, workspace_) / stored, 1.0, 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Elements, YieldingMesh,
                         ::testing::Values(ElementFormulation::linear, ElementFormulation::mixed));

/// The mean dilatation takes the volumetric locking away: of a nearly incompressible element the
/// energy of a motion that keeps the mean volume alone is that of its shear.
TEST(MixedLaw, HasTheEnergyOfTheShearWhereTheMeanVolumeStays) {
  std::mt19937 rng(7);
  const Mesh mesh = test::single_element(8, 0.0, rng);
  std::vector<Vec3> q(8);
  for (std::size_t a = 0; a < 8; ++a) {  // bending: dilatation of alternating sign
    const Vec3 X = mesh.nodes[a] - 0.125 * [&] {
      Vec3 sum;
      for (const Vec3& node : mesh.nodes) sum += node;
      return sum;
    }();
    q[a] = {1e-3 * X.x * X.y, 0.0, 0.0};
  }
  const auto energy = [&](ElementFormulation formulation, double poisson) {
    BulkMaterial material = test::unit_material(2.0 * (1.0 + poisson), poisson, 1.0);  // μ = 1
    material.model = BulkModel::neo_hooke;
    FiniteElementMesh body = test::uniform(mesh, material);
    set_formulation(mesh, formulation, body);
    ElementWorkspace workspace;
    return internal_energy(body, q, workspace);
  };
  const double soft = energy(ElementFormulation::mixed, 0.3);
  EXPECT_NEAR(energy(ElementFormulation::mixed, 0.49999) / soft, 1.0, 2e-2);
  EXPECT_GT(energy(ElementFormulation::linear, 0.49999), 1000.0 * soft);
}

}  // namespace
}  // namespace solfec
