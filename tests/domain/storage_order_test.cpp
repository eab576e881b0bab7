#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/shuffle.h"
#include "domain/domain_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 1.0 / 512;

/// Bodies are put at a place by moving their shapes.
Shape cube(Vec3 corner, double size = 1.0) {
  return box_shape(corner, corner + Vec3{size, size, size});
}

Shape mesh_cube(Vec3 corner, double size, std::array<int, 3> counts) {
  Shape shape;
  shape.meshes.push_back(test::hexahedra_block({size, size, size}, counts));
  for (Vec3& node : shape.meshes.front().nodes) node += corner;
  return shape;
}

struct Planned {
  BodyKind kind{};
  Shape shape;
  Scheme scheme = Scheme::none;  // that of new bodies
  Vec3 velocity{};
  FiniteElementForm form{};
};
using Plan = std::map<BodyId, Planned>;

/// Columns of bodies of all kinds on a floor, some of them leaning on their neighbours: cubes with
/// patches, balls, meshes that do not match, a paddle that turns and a hammer that moves.
Plan plan_of_scene() {
  Plan plan;
  BodyId next = 10;
  plan[next++] = {BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0})};
  plan[next++] = {BodyKind::obstacle, box_shape({-2.0, 0.0, 0.5}, {-0.2, 1.0, 1.5})};  // hammer
  for (int column = 0; column < 4; ++column) {
    const double x = 1.02 * column;
    for (int level = 0; level < 3; ++level) {
      const Vec3 corner{x + 0.11 * level, 0.03 * column, 1.001 * level};
      switch ((column + level) % 4) {
        case 0:
          plan[next++] = {BodyKind::rigid, cube(corner),
                          level == 0 ? Scheme::none : Scheme::rig_pos};
          break;
        case 1:
          plan[next++] = {BodyKind::pseudo_rigid, cube(corner),
                          level == 1 ? Scheme::none : Scheme::def_imp};
          break;
        case 2:
          plan[next++] = {BodyKind::finite_element, mesh_cube(corner, 1.0, {2, 1, 1 + level}),
                          level == 0 ? Scheme::def_lim : Scheme::def_imp};
          plan[next - 1].form = FiniteElementForm::corotational;
          break;
        default:
          plan[next++] = {BodyKind::rigid, cube(corner), Scheme::rig_imp};
      }
    }
  }
  for (int ball = 0; ball < 6; ++ball) {
    plan[next++] = {BodyKind::rigid,
                    ball_shape({0.6 * ball, 0.5, 3.6 + 0.1 * ball}, 0.3),
                    Scheme::none,
                    {0.1 * ball, 0.0, -1.0}};
  }
  for (int link = 0; link < 3; ++link) {  // a chain beside the columns
    plan[next++] = {link == 1 ? BodyKind::pseudo_rigid : BodyKind::rigid,
                    box_shape({1.0 * link, 2.0, 4.0}, {1.0 * link + 0.9, 2.2, 4.2})};
  }
  return plan;
}
constexpr BodyId kFloor = 10;
constexpr BodyId kHammer = 11;
constexpr BodyId kChain = 30;  // and the two after it

/// A run of the scene whose bodies are stored in some order.
class Run {
 public:
  explicit Run(const Plan& plan) : plan_(plan) {
    domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
    SurfaceMaterial rough;
    rough.label = "rough";
    rough.friction = 0.4;
    domain.surface_materials.define(rough);
    domain.loads.gravity[2].constant = -9.81;
    domain.projection = true;
    domain.contact_params.projection = true;
    domain.set_contact_points(ContactPoints::patch);
  }

  void add(std::span<const BodyId> ids) {
    for (const BodyId id : ids) {
      const Planned& planned = plan_.at(id);
      BodyDefinition definition;
      definition.kind = planned.kind;
      definition.form = planned.form;
      definition.shape = planned.shape;
      definition.id = id;
      ASSERT_EQ(domain.add_body(std::move(definition)), id);
      const BodyRef body = domain.body_ref(id);
      if (planned.scheme != Scheme::none) {
        ASSERT_TRUE(domain.bodies.set_scheme(body, planned.scheme));
      }
      domain.bodies.set_damping(body, 1e-4);
      domain.set_rigid_velocity(id, planned.velocity, {});
    }
  }
  /// Takes bodies in and out again, so that slots are mixed up.
  void churn(std::span<const BodyId> ids) {
    std::vector<BodyId> gone;
    for (std::size_t k = 0; k < ids.size(); k += 2) gone.push_back(ids[k]);
    domain.remove_bodies(gone);
    std::reverse(gone.begin(), gone.end());
    add(gone);
  }
  /// Adds to the model what is not made with the bodies, always in the same order.
  void finish_model() {
    const double tolerance = domain.contact_params.tolerance;
    domain.add_constraint(make_fixed_point(kChain, {0.0, 2.1, 4.1}));
    for (BodyId link = kChain; link < kChain + 2; ++link) {
      const double x = static_cast<double>(link - kChain) + 0.9;
      domain.add_constraint(
          make_rigid_link(link, link + 1, {x, 2.1, 4.1}, {x + 0.1, 2.1, 4.1}, tolerance));
    }
    PrescribedMotion push;
    push.constant = 0.4;
    domain.add_constraint(make_prescribed_motion(kHammer, {-0.2, 0.5, 1.0}, {1, 0, 0}, push));
    domain.loads.forces.push_back(
        {kChain + 2, LoadFrame::spatial, {2.9, 2.1, 4.1}, {0, 1, 0}, {50.0, nullptr}});
    domain.loads.forces.push_back(
        {kChain + 1, LoadFrame::convected, {1.5, 2.1, 4.1}, {0, 0, 1}, {20.0, nullptr}});
    domain.loads.torques.push_back({kChain, LoadFrame::spatial, {0, 0, 1}, {5.0, nullptr}});
  }
  void step(int steps, ConstraintSolver& solver) {
    for (int k = 0; k < steps; ++k) {
      const double h = domain.choose_step(kStep).step;
      (void)domain.step(solver, h);
    }
  }

  Domain domain{Analysis::dynamic, 1e-4};

 private:
  const Plan& plan_;
};

/// All numbers of bodies and constraints, by id and by key.
std::vector<std::uint64_t> bits_of(const Domain& domain) {
  std::vector<std::uint64_t> bits;
  const auto put = [&](double number) {
    std::uint64_t word{};
    std::memcpy(&word, &number, sizeof word);
    bits.push_back(word);
  };
  const auto put_vector = [&](Vec3 v) {
    put(v.x);
    put(v.y);
    put(v.z);
  };
  std::vector<double> state;
  put(domain.time());
  std::vector<BodyId> ids;
  for (const BodyRecord& record : domain.body_records()) ids.push_back(record.id);
  for (const BodyId id : ids) {
    bits.push_back(static_cast<std::uint64_t>(id));
    const BodyRef body = domain.body_ref(id);
    state.resize(at(domain.bodies.state_size(body)));
    domain.bodies.get_state(body, state);
    for (const double number : state) put(number);
    for (const auto field : kEnergyFields) put(domain.bodies.energies(body).*field);
  }
  for (const auto field : kEnergyFields) put(domain.energies(ids).*field);
  for (const ConstraintRecord& row : domain.constraints()) {
    for (const std::int64_t number : {row.id, row.master, row.slave, std::int64_t{row.master_piece},
                                      std::int64_t{row.slave_piece}, std::int64_t{row.age}}) {
      bits.push_back(static_cast<std::uint64_t>(number));
    }
    bits.push_back(row.feature);
    for (const Vec3 v : {row.R, row.U, row.V, row.point}) put_vector(v);
    put(row.gap);
    put(row.area);
    put(row.merit);
  }
  return bits;
}

/// Results of every step of a run; only the order in which bodies are stored differs between runs.
struct History {
  std::vector<std::vector<std::uint64_t>> bits;
  int contacts = 0;
  bool id_order = true;  // whether slots have stayed in the order of ids
};

using MakeSolver = std::function<std::unique_ptr<ConstraintSolver>()>;

History run_in_order(int order, const MakeSolver& make_solver) {
  Plan plan = plan_of_scene();
  plan[3] = {BodyKind::rigid, cube({0.0, 1.5, 0.001})};  // low ids that come late
  plan[5] = {BodyKind::pseudo_rigid, cube({1.1, 1.5, 0.001})};
  plan[7] = {BodyKind::finite_element, mesh_cube({2.2, 1.5, 0.001}, 1.0, {1, 2, 1}),
             Scheme::def_lim};
  plan[90] = {BodyKind::rigid, ball_shape({0.5, 2.0, 1.4}, 0.3)};
  std::vector<BodyId> first;
  for (const auto& [id, planned] : plan) {
    if (id >= kFloor && id < 90) first.push_back(id);
  }
  std::vector<BodyId> late{3, 5, 7, 90};
  std::vector<BodyId> gone{14, 16, 22, 25};
  for (int k = 0; k < order; ++k) {
    shuffle(std::span(first));
    shuffle(std::span(late));
    shuffle(std::span(gone));
  }
  Run run(plan);
  run.add(first);
  for (int k = 0; k < order; ++k) run.churn(first);
  run.finish_model();
  const auto solver = make_solver();
  History history;
  const auto note = [&] {
    history.bits.push_back(bits_of(run.domain));
    history.contacts = std::max(history.contacts, run.domain.contact_count());
    for (std::size_t kind = 0; kind < kBodyKinds; ++kind) {
      const auto slots = run.domain.bodies.table().slots(static_cast<BodyKind>(kind));
      history.id_order = history.id_order && std::is_sorted(slots.begin(), slots.end());
    }
  };
  run.step(100, *solver);
  note();
  if (order == 0) {
    for (const BodyId id : gone) run.domain.remove_body(id);  // one by one
  } else {
    run.domain.remove_bodies(gone);
  }
  run.step(50, *solver);
  note();
  run.add(late);
  run.step(100, *solver);
  note();
  EXPECT_EQ(run.domain.find_not_finite(), 0);
  return history;
}

class StorageOrderTest : public ::testing::TestWithParam<const char*> {
 protected:
  static std::unique_ptr<ConstraintSolver> make() {
    const std::string name = GetParam();
    if (name == "GaussSeidel") return std::make_unique<GaussSeidelSolver>(GaussSeidelParams{});
    if (name == "Newton") return std::make_unique<NewtonSolver>(NewtonParams{});
    return std::make_unique<BodySpaceSolver>(NewtonParams{});
  }
};

TEST_P(StorageOrderTest, BodiesInAnyOrderMoveBitForBitAlike) {
  const History sorted = run_in_order(0, make);
  EXPECT_GT(sorted.contacts, 30);
  for (const int order : {1, 2}) {
    const History other = run_in_order(order, make);
    EXPECT_FALSE(other.id_order);  // else nothing is tested
    ASSERT_EQ(sorted.bits.size(), other.bits.size());
    for (std::size_t k = 0; k < sorted.bits.size(); ++k) {
      EXPECT_TRUE(sorted.bits[k] == other.bits[k]) << "order " << order << ", part " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, StorageOrderTest,
                         ::testing::Values("GaussSeidel", "Newton", "BodySpace"),
                         [](const auto& solver) { return std::string(solver.param); });

/// Adding and removing many bodies: the table of the domain and its records go along.
TEST(ManyBodies, ComeAndGoInRandomOrder) {
  constexpr int kBodies = 3000;
  Domain domain(Analysis::dynamic, 1e-4);
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
  std::vector<BodyId> ids(kBodies);
  std::iota(ids.begin(), ids.end(), BodyId{1});
  shuffle(std::span(ids));
  for (const BodyId id : ids) {
    BodyDefinition definition;
    definition.kind = BodyKind::rigid;
    definition.shape = ball_shape({3.0 * static_cast<double>(id), 0.0, 0.0}, 1.0);
    definition.id = id;
    definition.label = std::to_string(id);
    domain.add_body(std::move(definition));
  }
  EXPECT_EQ(domain.next_body_id(), kBodies + 1);
  shuffle(std::span(ids));
  for (int k = 0; k < kBodies; ++k) {
    const BodyId id = ids[at(k)];
    ASSERT_EQ(domain.find_body(id)->label, std::to_string(id));
    domain.remove_body(id);
    ASSERT_EQ(domain.find_body(id), nullptr);
  }
  EXPECT_TRUE(domain.body_records().empty());
  EXPECT_LE(domain.bodies.table().work(), 10 * kBodies);
}

}  // namespace
}  // namespace solfec
