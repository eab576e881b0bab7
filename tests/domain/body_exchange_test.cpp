#include "domain/body_exchange.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "domain/domain_fixture.h"
#include "geometry/shape/shape_pieces.h"
#include "integrator/integrator.h"
#include "parallel/mailbox_comm.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr int kRanks = 3;
constexpr double kStep = 0.01;

struct Model {
  Model() {
    Shape made;
    made.meshes.push_back(test::hexahedra_block({1.0, 1.0, 1.0}, {1, 1, 2}));
    shape = std::make_shared<const Shape>(std::move(made));
    pieces = make_shape_pieces(*shape, 1e-4);
    properties = mass_properties(*shape);
  }
  void add(Bodies& bodies, BodyId id) const {
    const auto kind = static_cast<BodyKind>(id % 4);
    const BodyRef body = bodies.add({id, kind, properties, material, shape, &pieces});
    const auto v = static_cast<double>(id);
    bodies.set_rigid_velocity(body, {v, 1.0, -v}, {0.1 * v, 0.3, 1.0 / v});
  }

  std::shared_ptr<const Shape> shape;
  ShapePieces pieces;
  MassProperties properties;
  BulkMaterial material{"rubber", BulkModel::kirchhoff, 1e5, 0.3, 1000.0};
};

void advance(Bodies& bodies) {
  first_half_step(bodies, kStep);
  bodies.for_each_set([](auto& set) { set.add_gravity({0.0, 0.0, -9.81}); });
  free_velocity(bodies, kStep);
  (void)finish_step(bodies, kStep);
}

std::vector<double> state_of(const Bodies& bodies, BodyId id) {
  std::vector<double> state(at(bodies.state_size(bodies.ref(id))));
  bodies.get_state(bodies.ref(id), state);
  return state;
}

/// Each rank has its bodies and copies of some others; it advances its own and hears of the copies.
TEST(BodyExchange, GhostsMoveAsTheBodiesOfOneRankDo) {
  constexpr BodyId kBodies = 24;
  const Model model;
  Bodies whole;
  for (BodyId id = 1; id <= kBodies; ++id) model.add(whole, id);
  std::vector<std::vector<double>> start;
  for (BodyId id = 1; id <= kBodies; ++id) start.push_back(state_of(whole, id));
  for (int step = 0; step < 4; ++step) advance(whole);

  std::array<int, kRanks> wrong{};
  std::array<int, kRanks> ghosts{};
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    const auto rank = comm.rank();
    const auto is_known = [&](BodyId id) {  // own ones, and of the others those of even id
      return id % kRanks == rank || id % 2 == 0;
    };
    Bodies bodies;
    bodies.set_rank(rank);
    for (BodyId k = 0; k < kBodies; ++k) {
      const BodyId id = 1 + (7 * k + 5 * rank) % kBodies;  // in another order on each rank
      if (!is_known(id)) continue;
      model.add(bodies, id);
      if (id % kRanks != rank) bodies.set_owner(id, static_cast<int>(id % kRanks));
    }
    BodyExchange exchange;
    int& mine = wrong[at(rank)];
    const auto compare = [&](const auto& expected) {
      for (const BodyId id : bodies.ids()) {
        if (state_of(bodies, id) != expected(id)) ++mine;
      }
    };
    for (int step = 0; step < 4; ++step) {
      if (step == 2) {  // bodies 6 and 12 of rank 0 go over to rank 1; all know them
        for (const BodyId id : {6, 12}) bodies.set_owner(id, 1);
      }
      if (step == 3 && rank == 2) bodies.remove(4);  // forgets a ghost; the plan is old
      advance(bodies);
      exchange.send_states(comm, bodies);
    }
    compare([&](BodyId id) { return state_of(whole, id); });
    ghosts[at(rank)] = exchange.map().ghosts();
    if (!comm.ok()) ++mine;
  });
  EXPECT_EQ(wrong, (std::array<int, kRanks>{}));
  for (const int seen : ghosts) EXPECT_GT(seen, 3);
  EXPECT_NE(state_of(whole, 1), start[0]);
}

TEST(BodyExchange, OneRankHasNothingToSend) {
  const Model model;
  Bodies bodies;
  for (BodyId id = 1; id <= 4; ++id) model.add(bodies, id);
  const std::vector<double> before = state_of(bodies, 3);
  BodyExchange exchange;
  exchange.send_states(one_rank(), bodies);
  EXPECT_EQ(state_of(bodies, 3), before);
  EXPECT_EQ(exchange.map().size(), 0);
}

/// Every rank numbers its contacts on its own; rank 0 as a serial run does.
TEST(DomainOfARank, NumbersItsContactsByRankAndCountAndAgreesOnTheStep) {
  std::array<std::vector<ConstraintId>, kRanks> found;
  std::array<StepChoice, kRanks> step;
  test::on_ranks(kRanks, [&](Comm& comm) {
    Domain domain(Analysis::dynamic, 1e-4, comm);
    // the step that the softness of the one body asks for grows with the rank
    domain.define_bulk_material(
        {"rubber", BulkModel::kirchhoff, 1e9 / (1.0 + comm.rank()), 0.2, 1000.0});
    const auto add = [&](BodyKind kind, Shape shape, BodyId id) {
      BodyDefinition definition;
      definition.kind = kind;
      definition.shape = std::move(shape);
      definition.id = id;
      domain.add_body(std::move(definition));
    };
    add(BodyKind::obstacle, box_shape({-1, -1, -1}, {2, 2, 0}), 100 + comm.rank());
    add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}), 10 + comm.rank());
    domain.set_contact_points(ContactPoints::patch);
    domain.detect_contacts();
    for (const ContactPoint& contact : domain.contact_points()) {
      found[at(comm.rank())].push_back(contact.state.id);
    }
    step[at(comm.rank())] = domain.choose_step(1.0);
  });
  for (int rank = 0; rank < kRanks; ++rank) {
    ASSERT_EQ(found[at(rank)].size(), 4U);
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(found[at(rank)][at(k)], 1'000'000'000 + k + rank * (std::int64_t{1} << 40));
    }
    EXPECT_EQ(step[at(rank)].body, 10);
    EXPECT_EQ(step[at(rank)].step, step[0].step);
  }
}

}  // namespace
}  // namespace solfec
