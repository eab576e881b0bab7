#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "domain/ranks/ranks.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

constexpr BodyId kA = 1, kB = 2, kC = 3, kD = 4, kE = 5;

/// Five balls, four contacts and three cells as in figure 3 of Koziara and Bicanic (2011), Int. J.
/// Numer. Meth. Engng 87, 437-456: a and b in one cell, c in another, d and e in a third; b
/// reaches into all cells, d into that of c; b touches a, c and d, and d touches e.
void five_balls(Domain& domain) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
  const Vec3 center[] = {{-2.4, 0, 0}, {-0.9, 0, 0}, {0.4, 1.2, 0}, {1.3, -0.9, 0}, {1.3, -3.0, 0}};
  const double c = norm(center[2] - center[1]) - 1.0;
  const double d = norm(center[3] - center[1]) - 1.0;
  const double radius[] = {0.5, 1.0, c, d, 2.1 - d};
  for (int i = 0; i < 5; ++i) {
    BodyDefinition definition;
    definition.kind = BodyKind::rigid;
    definition.shape = ball_shape(center[i], radius[i]);
    const BodyId id = domain.add_body(std::move(definition));
    domain.set_rigid_velocity(id, -0.1 * center[i], {});  // towards each other
  }
}

void set_cells_of_figure(Domain& domain) {
  if (domain.ranks() == nullptr) return;
  constexpr double kFar = Box::kInfinity;
  const std::vector<Box> cells = {{{0, 0, -kFar}, {kFar, kFar, kFar}},
                                  {{0, -kFar, -kFar}, {kFar, 0, kFar}},
                                  {{-kFar, -kFar, -kFar}, {0, kFar, kFar}}};
  Balance& balance = domain.ranks()->owners().balance();
  balance.set_params({1e300, false, 10.0});
  ASSERT_TRUE(balance.set_state(CutTree::of_cells(cells)->numbers(), 3));
}

/// State of one rank after a step: its bodies, contacts and velocities.
struct Has {
  std::set<BodyId> own, ghosts, shared;
  std::set<std::pair<BodyId, BodyId>> contacts;
  std::vector<Vec3> velocity;  // of own bodies, increasing ids
};

std::vector<Has> after_a_step(int ranks) {
  set_thread_count(1);
  std::vector<Has> all(at(ranks));
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    five_balls(domain);
    set_cells_of_figure(domain);
    GaussSeidelParams params;
    params.relative_tolerance = 1e-12;
    params.merit_tolerance = 1e-18;
    params.max_sweeps = 1000;
    GaussSeidelSolver solver(params);
    (void)domain.step(solver, 1.0 / 1024);
    Has& has = all[at(comm.rank())];
    for (const BodyId id : domain.bodies.ids()) {
      (domain.bodies.is_ghost(id) ? has.ghosts : has.own).insert(id);
      if (domain.bodies.is_ghost(id)) continue;
      has.velocity.push_back(domain.bodies.motion(domain.body_ref(id)).linear);
    }
    for (const ContactPoint& contact : domain.contact_points()) {
      has.contacts.insert({contact.key.first_body, contact.key.second_body});
    }
    if (domain.ranks() == nullptr) return;
    const std::span<const BodyId> shared = domain.ranks()->shared_bodies();
    has.shared = {shared.begin(), shared.end()};
  });
  return all;
}

/// Table 3 of the paper has for its processors 1, 2, 3 parents c | d e | a b, children b d | b | -,
/// dummies a e | - | c d, constraints 2 3 | 4 | 1 (b-c, b-d | d-e | a-b). Parents are the same
/// here; a contact is where the smaller of its bodies is, not where its point lies, and rows of
/// others are not needed, so no rank has bodies that only these touch: children and dummies that
/// own bodies may touch are ghosts, and c, near d, is one on the second rank.
TEST(FiveBodies, RanksHaveWhatTheFigureOfThePaperShows) {
  const std::vector<Has> ranks = after_a_step(3);
  using Ids = std::set<BodyId>;
  using Pairs = std::set<std::pair<BodyId, BodyId>>;
  EXPECT_EQ(ranks[0].own, (Ids{kC}));
  EXPECT_EQ(ranks[1].own, (Ids{kD, kE}));
  EXPECT_EQ(ranks[2].own, (Ids{kA, kB}));
  EXPECT_EQ(ranks[0].ghosts, (Ids{kB, kD}));
  EXPECT_EQ(ranks[1].ghosts, (Ids{kB, kC}));
  EXPECT_EQ(ranks[2].ghosts, (Ids{kC, kD}));
  EXPECT_EQ(ranks[0].contacts, (Pairs{{kB, kC}}));
  EXPECT_EQ(ranks[1].contacts, (Pairs{{kD, kE}}));
  EXPECT_EQ(ranks[2].contacts, (Pairs{{kA, kB}, {kB, kD}}));
  // whose velocities ranks tell each other: the first acts on b of the third, that on d
  EXPECT_EQ(ranks[0].shared, (Ids{kB}));
  EXPECT_EQ(ranks[1].shared, (Ids{kD}));
  EXPECT_EQ(ranks[2].shared, (Ids{kB, kD}));
}

TEST(FiveBodies, AllHaveExternalRowsAndMoveAsOnOneRank) {
  const std::vector<Has> ranks = after_a_step(3);
  const Has one = after_a_step(1).front();
  ASSERT_EQ(one.velocity.size(), 5U);
  for (const Has& has : ranks) {
    EXPECT_FALSE(has.shared.empty());
    int k = 0;
    for (const BodyId id : has.own) {
      const Vec3 expected = one.velocity[at(static_cast<int>(id) - 1)];
      EXPECT_LE(norm(has.velocity[at(k++)] - expected), 1e-12) << id;
    }
  }
  // balls that come together have stopped doing so: b has been pushed by three others
  EXPECT_GT(norm(one.velocity[1] - Vec3{0.09, 0, 0}), 1e-3);
}

}  // namespace
}  // namespace solfec
