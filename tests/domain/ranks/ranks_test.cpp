#include "domain/ranks/ranks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "domain/ranks/ranked_runs.h"
#include "domain/state_archive.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"
#include "support/instrumented.h"

namespace solfec {
namespace {

using test::add;
using test::cube;
using test::Ended;
using test::expect_same;
using test::kStep;
using test::largest_difference;
using test::Model;
using test::run;
using test::set_rules;
using test::tight;

/// Columns of cubes on a floor, that balls fall on. With soft cubes there is no friction: forces in
/// patches of deformable bodies are not unique with it, and neither is then the motion.
void columns_of(Domain& domain, bool with_soft) {
  set_rules(domain, with_soft ? 0.0 : 0.4);
  add(domain, BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0}));
  for (int column = 0; column < 5; ++column) {
    for (int level = 0; level < 3; ++level) {
      const Vec3 corner{1.02 * column + 0.11 * level, 0.03 * column, 1.0 * level};
      const bool soft = with_soft && (column + level) % 3 == 0;
      add(domain, soft ? BodyKind::pseudo_rigid : BodyKind::rigid, cube(corner), {},
          soft && level == 1 ? Scheme::def_imp : Scheme::none);
    }
  }
  for (int ball = 0; ball < 8; ++ball) {
    add(domain, BodyKind::rigid, ball_shape({0.6 * ball, 0.5, 3.6 + 0.1 * ball}, 0.3),
        {0.1 * ball, 0.0, -1.0});
  }
}

void columns(Domain& domain) { columns_of(domain, false); }
void soft_columns(Domain& domain) { columns_of(domain, true); }

/// A chain of links from a fixed point, and a hammer that is driven into it.
void chain(Domain& domain) {
  set_rules(domain);
  const double tolerance = domain.contact_params.tolerance;
  for (int link = 0; link < 6; ++link) {
    add(domain, link == 1 ? BodyKind::pseudo_rigid : BodyKind::rigid,
        box_shape({1.0 * link, 0.0, 0.0}, {link + 0.9, 0.2, 0.2}));
  }
  add(domain, BodyKind::obstacle, box_shape({4.0, -1.0, 0.0}, {4.4, -0.05, 0.2}));
  domain.add_constraint(make_fixed_point(1, {0.0, 0.1, 0.1}));
  for (BodyId link = 1; link < 6; ++link) {
    const double x = static_cast<double>(link) - 0.1;
    domain.add_constraint(
        make_rigid_link(link, link + 1, {x, 0.1, 0.1}, {x + 0.1, 0.1, 0.1}, tolerance));
  }
  PrescribedMotion push;
  push.constant = 0.8;
  domain.add_constraint(make_prescribed_motion(7, {4.2, -0.05, 0.1}, {0, 1, 0}, push));
}

TEST(Ranks, ColumnsAndBallsMoveAsOnOneRank) {
  const Ended one = run(columns, 1, 60);
  EXPECT_GT(one.contacts.size(), 60U);
  for (const int ranks : {2, 3, 4}) {
    SCOPED_TRACE(ranks);
    const Ended several = run(columns, ranks, 60);
    expect_same(one, several, 1e-7);
    for (const int own : several.bodies) EXPECT_GT(own, 0);
    for (const int shared : several.shared) EXPECT_GT(shared, 0);
  }
}

/// Every second body keeps its axes; copies of it on other ranks must know, or rows there would
/// have arms.
TEST(Ranks, BodiesWhoseRotationIsDisabledMoveAsOnOneRank) {
  const Model model = [](Domain& domain) {
    columns(domain);
    for (BodyId id = 2; id <= domain.bodies.last_id(); id += 2) {
      EXPECT_TRUE(domain.bodies.disable_rotation(domain.body_ref(id), true));
    }
  };
  const Ended one = run(model, 1, 60);
  int turned = 0;
  for (const auto& [id, state] : one.state) {
    const bool turns = state[12] != 0.0 || state[13] != 0.0 || state[14] != 0.0;
    EXPECT_FALSE(turns && id % 2 == 0) << id;
    turned += turns ? 1 : 0;
  }
  EXPECT_GT(turned, 5);
  for (const int ranks : {2, 3}) {
    SCOPED_TRACE(ranks);
    expect_same(one, run(model, ranks, 60), 1e-7);
  }
}

/// Points of soft patches come and go by the rounding of their gaps.
TEST(Ranks, SoftColumnsMoveAsOnOneRank) {
  const Ended one = run(soft_columns, 1, 20);
  for (const int ranks : {2, 3}) {
    SCOPED_TRACE(ranks);
    expect_same(one, run(soft_columns, ranks, 20), 1e-4, false);
  }
}

TEST(Ranks, JointsBetweenBodiesOfTwoRanksHold) {
  const Ended one = run(chain, 1, 60);
  for (const int ranks : {2, 3}) {
    SCOPED_TRACE(ranks);
    expect_same(one, run(chain, ranks, 60), 1e-7);
  }
}

TEST(Ranks, TheSameRunHasTheSameBits) {
  const Ended first = run(columns, 3, 30);
  const Ended second = run(columns, 3, 30);
  EXPECT_EQ(first.state, second.state);
  EXPECT_TRUE(first.contacts == second.contacts);
}

/// Balls that swarm through a box of obstacles: they change ranks all the time.
TEST(Ranks, BodiesThatChangeRanksKeepWhatIsTheirs) {
  const Model swarm = [](Domain& domain) {
    set_rules(domain);
    domain.loads.gravity[2].constant = 0.0;
    for (int side = 0; side < 3; ++side) {
      for (const double end : {-0.5, 3.0}) {
        Vec3 lo{-0.5, -0.5, -0.5};
        Vec3 hi{3.5, 3.5, 3.5};
        lo[side] = end;
        hi[side] = end + 0.5;
        add(domain, BodyKind::obstacle, box_shape(lo, hi));
      }
    }
    std::mt19937 random(3);
    std::uniform_real_distribution<double> speed(-6.0, 6.0);
    for (int i = 0; i < 27; ++i) {
      const Vec3 center{0.6 + 0.9 * (i % 3), 0.6 + 0.9 * (i / 3 % 3), 0.6 + 0.9 * (i / 9)};
      add(domain, BodyKind::rigid, ball_shape(center, 0.25),
          {speed(random), speed(random), speed(random)});
    }
  };
  const Ended several = run(swarm, 4, 150);
  EXPECT_EQ(several.owned, 33);
  EXPECT_TRUE(several.all_solved);
  std::map<BodyId, int> owners;
  for (const auto& [id, rank] : several.owners) ++owners[id];
  int wanderers = 0;
  for (const auto& [id, ranks] : owners) wanderers += ranks > 1 ? 1 : 0;
  EXPECT_GT(wanderers, 10);
  // few steps: then rounding has not grown yet
  expect_same(run(swarm, 1, 40), run(swarm, 4, 40), 1e-6);
}

/// Between steps all ranks may have all: then they agree to the bit, and the run goes on as
/// without.
TEST(Ranks, AllRanksMayHaveAllBetweenSteps) {
  const auto each = [](Domain& domain, int step) {
    if (step % 4 == 3) domain.make_whole();
  };
  const Ended one = run(chain, 1, 30);
  expect_same(one, run(chain, 3, 30, each), 1e-7);
  expect_same(run(columns, 1, 30), run(columns, 3, 30, each), 1e-7);

  constexpr int kRanks = 3;
  std::vector<Ended> parts(kRanks);
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    MedianBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    columns(domain);
    GaussSeidelSolver solver(tight());
    for (int step = 0; step < 6; ++step) (void)domain.step(solver, kStep);
    domain.make_whole();
    collect(domain, parts[at(comm.rank())]);
  });
  EXPECT_EQ(parts[0].owned, 24);
  EXPECT_GT(parts[0].contacts.size(), 60U);
  for (const Ended& part : parts) {
    EXPECT_EQ(part.state, parts[0].state);
    EXPECT_TRUE(part.contacts == parts[0].contacts);
  }
}

XdrWriter bytes_of(const BodyStates& bodies, const ConstraintStates& constraints) {
  XdrWriter out;
  save(bodies, out);
  save(constraints, out);
  return out;
}

/// States of the ranks, put together, are those that all have after make_whole, in the same order.
TEST(Ranks, StatesOfAllRanksMakeThoseOfTheWhole) {
  constexpr int kRanks = 3;
  double merits = 0.0;  // of rank 0; a whole domain has no rows to tell them
  for (const Model& model : {Model(columns), Model(soft_columns), Model(chain)}) {
    std::vector<ModelStates> parts(kRanks);
    test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
      MedianBisection bisection;
      Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
      model(domain);
      GaussSeidelSolver solver(tight());
      for (int step = 0; step < 6; ++step) (void)domain.step(solver, kStep);
      EXPECT_FALSE(domain.is_whole());
      parts[at(comm.rank())] = own_states(domain);
      domain.make_whole();
      EXPECT_TRUE(domain.is_whole());
      if (comm.rank() != 0) return;
      ModelStates all = parts[0];
      for (int rank = 1; rank < kRanks; ++rank) {
        EXPECT_FALSE(parts[at(rank)].bodies.bodies.empty());
        add_states(parts[at(rank)], all);
      }
      sort_states(all);
      for (ConstraintRecord& row : all.constraints.constraints) {
        merits += std::exchange(row.merit, 0.0);
      }
      const XdrWriter a = bytes_of(all.bodies, all.constraints);
      const XdrWriter b = bytes_of(body_states(domain), constraint_states(domain));
      EXPECT_TRUE(
          std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end()));
    });
  }
  EXPECT_GT(merits, 0.0);
}

/// Blocks that start in each other are moved apart, as one body pushes the next, over all ranks.
/// A row of cubes that lie in each other.
void overlapping_cubes(Domain& domain, BodyKind last) {
  set_rules(domain);
  domain.surface_materials.define({});  // without friction, which would hold them on the floor
  domain.contact_params.projection = true;
  add(domain, BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0}));
  for (int i = 0; i < 6; ++i) {
    add(domain, i == 5 ? last : BodyKind::rigid, cube({0.99 * i, 0.0, 0.0}));
  }
}

TEST(Ranks, OverlapIsTakenAwayAsOnOneRank) {
  for (const BodyKind last : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    SCOPED_TRACE(last == BodyKind::rigid ? "rigid" : "pseudo-rigid");
    const Model overlapping = [last](Domain& domain) { overlapping_cubes(domain, last); };
    const Ended one = run(overlapping, 1, 20);
    EXPECT_GT(one.state.at(7)[9] - one.state.at(2)[9], 4.96);  // centres; 4.95 at first
    for (int ranks = 2; ranks <= 4; ranks += test::unless_instrumented(1, 2)) {
      SCOPED_TRACE(ranks);
      const Ended several = run(overlapping, ranks, 20);
      if (last == BodyKind::rigid) {
        expect_same(one, several, 1e-7);
      } else {  // points of soft patches come and go by the rounding of their gaps
        expect_same(one, several, 1e-5, false);
      }
      EXPECT_EQ(several.whole_steps, 0);
    }
  }
}

/// The fixed point stays in its place while its body is shifted by its neighbours: for that all
/// ranks get everything. A pseudo-rigid cube with a point that is held is not shifted. Places alone
/// are compared: how a held cube rests on its point and on the floor is not determined.
TEST(Ranks, OverlapOfBodiesWithJointsIsTakenAwayAsOnOneRank) {
  const Model held = [](Domain& domain) {
    overlapping_cubes(domain, BodyKind::rigid);
    domain.add_constraint(make_fixed_point(4, {2.48, 0.5, 1.0}));
  };
  const Model held_deformable = [](Domain& domain) {
    overlapping_cubes(domain, BodyKind::pseudo_rigid);
    domain.add_constraint(make_fixed_point(7, {5.45, 0.5, 1.0}));
  };
  for (const bool rigid : {true, false}) {
    SCOPED_TRACE(rigid ? "rigid" : "pseudo-rigid");
    const Model& model = rigid ? held : held_deformable;
    const Ended one = run(model, 1, 20);
    EXPECT_GT(one.state.at(6)[9] - one.state.at(2)[9], 3.965);  // centres; 3.96 at first
    for (const int ranks : {2, 4}) {
      SCOPED_TRACE(ranks);
      const Ended several = run(model, ranks, 20);
      EXPECT_LE(largest_difference(one, several), 1e-6);
      EXPECT_EQ(several.whole_steps > 0, rigid);
    }
  }
}

/// Blocks in twos on a table that is tilted up to 27 degrees, by the direction of gravity: with
/// friction 0.4 they slide from 21.8 degrees on.
void tilt_table(Domain& domain) {
  set_rules(domain);
  add(domain, BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0}));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const Vec3 corner{1.4 * i, 1.4 * j, 0.0};
      add(domain, BodyKind::rigid, cube(corner));
      add(domain, BodyKind::rigid, cube(corner + Vec3{0.1, 0.1, 1.0}, 0.6));
    }
  }
}

void tilt(Domain& domain, int step) {
  const double angle = 0.47 * std::min(1.0, step / 30.0);
  domain.loads.gravity[0].constant = 9.81 * std::sin(angle);
  domain.loads.gravity[2].constant = -9.81 * std::cos(angle);
}

/// Sleighs on rails along x, each with a pendulum of two links that pulls it to and fro, and a
/// block on the first one that slides.
void sliding_joints(Domain& domain) {
  set_rules(domain, 0.1);
  const double tolerance = domain.contact_params.tolerance;
  for (int i = 0; i < 4; ++i) {
    const double x = 0.8 * i;
    const double y = 1.5 * i;
    const BodyId sleigh = 3 * i + 1;
    add(domain, BodyKind::rigid, box_shape({x, y, 0.0}, {x + 1.0, y + 0.6, 0.4}));
    add(domain, BodyKind::rigid, box_shape({x + 1.4, y + 0.2, -0.1}, {x + 1.6, y + 0.4, 0.1}));
    add(domain, BodyKind::rigid, box_shape({x + 1.4, y + 0.2, -1.1}, {x + 1.6, y + 0.4, -0.9}));
    const Vec3 middle{x + 0.5, y + 0.3, 0.2};
    for (const Vec3 corner : {Vec3{x, y, 0.0}, Vec3{x + 1.0, y, 0.0}, Vec3{x, y + 0.6, 0.0}}) {
      domain.add_constraint(make_fixed_direction(sleigh, corner, {0, 0, 1}));
    }
    domain.add_constraint(make_fixed_direction(sleigh, {x, y, 0.0}, {0, 1, 0}));
    domain.add_constraint(make_fixed_direction(sleigh, {x + 1.0, y, 0.0}, {0, 1, 0}));
    const Vec3 first{x + 1.5, y + 0.3, 0.0};
    const Vec3 second{x + 1.5, y + 0.3, -1.0};
    domain.add_constraint(make_rigid_link(sleigh, sleigh + 1, middle, first, tolerance));
    domain.add_constraint(make_rigid_link(sleigh + 1, sleigh + 2, first, second, tolerance));
  }
  add(domain, BodyKind::rigid, box_shape({0.2, 0.1, 0.4}, {0.6, 0.5, 0.7}), {0.5, 0, 0});
}

/// Light balls on links and very stiff springs under a heavy load: their forces turn within a step.
void loaded_chain(Domain& domain) {
  set_rules(domain);
  BodyId last = 0;
  for (int ball = 0; ball < 7; ++ball) {
    const Vec3 center{0, 0, -0.5 * (ball + 1)};
    const Vec3 above = center + Vec3{0, 0, 0.5};
    const double mass = ball < 6 ? 0.5 : 1e5;
    add(domain, BodyKind::rigid, ball_shape(center, 0.1), {0.02 * (ball % 3), 0.01 * ball, 0});
    const BodyId id = ball + 1;
    domain.bodies.set_characteristics(domain.body_ref(id),
                                      {mass, 4e-3, center, mass * 4e-3 * identity()});
    domain.add_constraint(ball == 3
                              ? make_spring(id, last, center, above, make_linear_spring(1e12), {})
                              : make_rigid_link(id, last, center, above, 1e-6));
    last = id;
  }
}

/// Wherever ranks part a model, also through the middle of what touches or is joined.
constexpr unsigned kCuts = test::unless_instrumented(50U, 8U);

void expect_same_for_all_cuts(const Model& model, const Box& space,
                              const std::function<void(Domain&, int)>& load,
                              double tolerance = 1e-6, unsigned cuts = kCuts) {
  constexpr int kSteps = 60;
  const Ended one = run(model, 1, kSteps, load);
  for (unsigned seed = 0; seed < cuts; ++seed) {
    const int ranks = seed % 2 == 0 ? 2 : 4;
    SCOPED_TRACE(cat("cut ", seed, ", ranks ", ranks));
    const auto each = [&](Domain& domain, int step) {
      std::mt19937 random(seed);
      if (step == 0) test::scatter(domain, space, random);
      load(domain, step);
    };
    expect_same(one, run(model, ranks, kSteps, each), tolerance);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Ranks, ATiltedTableIsTheSameForAllCuts) {
  expect_same_for_all_cuts(tilt_table, {{0, 0, 0}, {4, 2.4, 1.6}}, tilt);
  const Ended one = run(tilt_table, 1, 60, tilt);
  EXPECT_GT(one.state.at(2)[9] - 0.5, 1e-3);  // they slide
}

TEST(Ranks, SlidingJointsAreTheSameForAllCuts) {
  expect_same_for_all_cuts(sliding_joints, {{0, 0, -1}, {4, 5, 0.7}}, [](Domain&, int) {});
  const Ended one = run(sliding_joints, 1, 60);
  EXPECT_GT(one.state.at(1)[9] - 0.5, 1e-4);
}

TEST(Ranks, AChainWhoseForcesTurnIsTheSameForAllCuts) {
  // reactions carry 2e5 times the lightest mass, and the error of the solver as many times as much
  constexpr double kTolerance = 1e-5;
  constexpr unsigned kFewCuts = test::unless_instrumented(4U, 1U);  // thousands of sweeps a step
  expect_same_for_all_cuts(
      loaded_chain, {{-0.5, -0.5, -4}, {0.5, 0.5, 0}}, [](Domain&, int) {}, kTolerance, kFewCuts);
}

/// Bodies come and go during a run as all ranks are told.
TEST(Ranks, BodiesComeAndGoDuringTheRun) {
  const auto each = [](Domain& domain, int step) {
    if (step % 5 == 0) {
      add(domain, BodyKind::rigid, ball_shape({0.3 * step / 5, 0.5, 5.0}, 0.2), {0, 0, -2.0});
    }
    if (step == 12) domain.remove_bodies(std::vector<BodyId>{6, 20});
  };
  const Ended one = run(columns, 1, 30, each);
  for (const int ranks : {2, 4}) {
    SCOPED_TRACE(ranks);
    expect_same(one, run(columns, ranks, 30, each), 1e-7);
  }
}

}  // namespace
}  // namespace solfec
