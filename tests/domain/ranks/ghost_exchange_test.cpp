#include "domain/ranks/ghost_exchange.h"

#include <functional>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

// Two ranks, left and right of the plane x = 0. Bodies are balls of radius 0.5 m unless they are
// said to be others; lengths are in m, so a ghost comes about 0.125 m before it is needed.

constexpr int kRanks = 2;
constexpr double kRadius = 0.5;
constexpr double kStep = 1.0 / 64;  // s
using Ids = std::set<BodyId>;

BodyId add_shape(Domain& domain, BodyKind kind, Shape shape) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = std::move(shape);
  return domain.add_body(std::move(definition));
}

BodyId add_ball(Domain& domain, double x, BodyKind kind = BodyKind::rigid,
                double radius = kRadius) {
  return add_shape(domain, kind, ball_shape({x, 0, 0}, radius));
}

/// One rank with what it has after its bodies were dealt out.
struct Side {
  Domain& domain;
  GhostExchange exchange;
  GhostExchange::Need need{kStep, 1e-3, {}, {}};

  [[nodiscard]] bool owns(BodyId id) const {
    return domain.find_body(id) != nullptr && !domain.bodies.is_ghost(id);
  }
  /// Sends and takes ghosts. @return Those that are here then.
  Ids renew() {
    (void)exchange.renew(domain.comm(), domain.bulk_materials(), need, domain.bodies,
                         domain.ranks()->absent());
    Ids ghosts;
    for (const BodyId id : domain.bodies.ids()) {
      if (domain.bodies.is_ghost(id)) ghosts.insert(id);
    }
    return ghosts;
  }
  void set_state(BodyId id, const std::vector<double>& state) const {
    if (owns(id)) domain.bodies.set_state(domain.body_ref(id), state);
  }
  /// Puts a ball that does not turn elsewhere.
  void move_to(BodyId id, double x) const {
    set_state(id, {1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0, 0, 0, 0, 0, 0, 0});
  }
};

using Model = std::function<void(Domain&)>;
using ViewOptions = std::function<void(Side&, int rank)>;

void on_two_sides(const Model& model, const ViewOptions& look) {
  set_thread_count(1);
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    test::NoBisection bisection;
    Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
    domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
    model(domain);
    constexpr double kFar = Box::kInfinity;
    const std::vector<Box> cells = {{{-kFar, -kFar, -kFar}, {0, kFar, kFar}},
                                    {{0, -kFar, -kFar}, {kFar, kFar, kFar}}};
    Balance& balance = domain.ranks()->owners().balance();
    balance.set_params({1e300, false, 10.0});
    ASSERT_TRUE(balance.set_state(CutTree::of_cells(cells)->numbers(), kRanks));
    domain.detect_contacts(0.0);  // deals them out
    Side side{domain, {}};
    look(side, comm.rank());
  });
}

TEST(GhostExchange, BodiesThatTouchAreGhostsOfEachOtherAndFarOnesAreNot) {
  on_two_sides(
      [](Domain& domain) {
        for (const double x : {-5.0, -kRadius, kRadius, 5.0}) add_ball(domain, x);
      },
      [](Side& side, int rank) {
        EXPECT_EQ(side.renew(), rank == 0 ? Ids{3} : Ids{2});
        for (const BodyId id : {1, 2}) EXPECT_EQ(side.owns(id), rank == 0);
        for (const BodyId id : {3, 4}) EXPECT_EQ(side.owns(id), rank == 1);
      });
}

/// A ball flies 1.5 m in the step, to the other one; without the step it is out of reach.
TEST(GhostExchange, TheWayOfABodyInTheStepCounts) {
  for (const bool is_step : {true, false}) {
    on_two_sides(
        [](Domain& domain) {
          domain.set_rigid_velocity(add_ball(domain, -1.0), {1.5 / kStep, 0, 0}, {});
          add_ball(domain, 1.4);
        },
        [&](Side& side, int rank) {
          if (!is_step) side.need.step = 0.0;
          EXPECT_EQ(side.renew(), !is_step ? Ids{} : rank == 0 ? Ids{2} : Ids{1});
        });
  }
}

/// Points of a ball that turns with 200 rad/s go 1.56 m on straight paths in the step, and the
/// other ball is 1.4 m away.
TEST(GhostExchange, TheSpinOfABodyCounts) {
  for (const double spin : {200.0, 0.0}) {
    on_two_sides(
        [&](Domain& domain) {
          domain.set_rigid_velocity(add_ball(domain, -1.0), {}, {0, 0, spin});
          add_ball(domain, 1.4);
        },
        [&](Side& side, int rank) {
          EXPECT_EQ(side.renew(), spin == 0.0 ? Ids{} : rank == 0 ? Ids{2} : Ids{1});
        });
  }
}

/// A ball of soft stuff bursts: its end at x = -0.5 m reaches the other one within the step, in
/// which its stretch along x grows by 3.
TEST(GhostExchange, TheRateOfStretchCounts) {
  for (const double rate : {3.0 / kStep, 0.0}) {
    on_two_sides(
        [](Domain& domain) {
          add_ball(domain, -1.0, BodyKind::pseudo_rigid);
          add_ball(domain, 0.5 + 0.9);
        },
        [&](Side& side, int rank) {
          side.set_state(1, {1,    0, 0, 0, 1, 0, 0, 0, 1, -1.0, 0, 0,  //
                             rate, 0, 0, 0, 0, 0, 0, 0, 0, 0,    0, 0});
          EXPECT_EQ(side.renew(), rate == 0.0 ? Ids{} : rank == 0 ? Ids{2} : Ids{1});
        });
  }
}

/// A ball of soft stuff that is four times as long as it was touches what it would not have.
TEST(GhostExchange, TheStretchOfABodyCounts) {
  for (const double stretch : {4.0, 1.0}) {
    on_two_sides(
        [](Domain& domain) {
          add_ball(domain, -1.0, BodyKind::pseudo_rigid);
          add_ball(domain, -1.0 + 4.0 * kRadius + kRadius);
        },
        [&](Side& side, int rank) {
          side.set_state(1, {stretch, 0, 0, 0, 1, 0, 0, 0, 1, -1.0, 0, 0,  //
                             0,       0, 0, 0, 0, 0, 0, 0, 0, 0,    0, 0});
          EXPECT_EQ(side.renew(), stretch == 1.0 ? Ids{} : rank == 0 ? Ids{2} : Ids{1});
        });
  }
}

/// The distance at which two bodies may be a pair counts from both sides.
TEST(GhostExchange, TheReachOfPairsCounts) {
  for (const double reach : {0.4, 1e-3}) {
    on_two_sides(
        [](Domain& domain) {
          add_ball(domain, -1.0);
          add_ball(domain, 0.75);
        },
        [&](Side& side, int rank) {
          side.need.reach = reach;
          EXPECT_EQ(side.renew(), reach < 0.1 ? Ids{} : rank == 0 ? Ids{2} : Ids{1});
        });
  }
}

/// With 0.125 m more than touching it is no ghost yet, but one that it was stays one, until another
/// 0.125 m are between them.
TEST(GhostExchange, BodiesAtTheBorderDoNotComeAndGo) {
  constexpr double kTouching = -1.0 + 2.0 * kRadius;
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -1.0);
        add_ball(domain, 0.3);
      },
      [](Side& side, int rank) {
        const auto ghosts = [&](double gap) {
          side.move_to(2, kTouching + gap);
          return side.renew();
        };
        const Ids other = rank == 0 ? Ids{2} : Ids{1};
        EXPECT_EQ(ghosts(0.3), Ids{});
        EXPECT_EQ(ghosts(0.18), Ids{});
        EXPECT_EQ(ghosts(0.1), other);
        EXPECT_EQ(ghosts(0.18), other);
        EXPECT_EQ(ghosts(0.3), Ids{});
      });
}

/// A plate 20 m wide far above does not make a rank ask for what lies between it and its balls.
TEST(GhostExchange, LargeBodiesHaveARegionOfTheirOwn) {
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -1.0);
        for (int i = 0; i < 8; ++i) add_ball(domain, 20.0 + i);
        add_shape(domain, BodyKind::rigid, box_shape({0.5, -10, 29}, {19.5, 10, 31}));
        add_shape(domain, BodyKind::rigid, ball_shape({-1.0, 0, 30}, kRadius));
      },
      [](Side& side, int rank) { EXPECT_EQ(side.renew(), rank == 0 ? Ids{10} : Ids{11}); });
}

/// Obstacles touch nothing by themselves: they are sent to who may touch them and ask for nobody.
TEST(GhostExchange, ObstaclesAreSentAndAskForNobody) {
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -kRadius);
        add_ball(domain, kRadius, BodyKind::obstacle);
      },
      [](Side& side, int rank) { EXPECT_EQ(side.renew(), rank == 0 ? Ids{2} : Ids{}); });
}

/// The rank of the master needs the slave; that of the slave does not need the master.
TEST(GhostExchange, TheOtherEndOfAJointIsSentHoweverFar) {
  std::vector<UserConstraint> joint = {make_rigid_link(1, 2, {-10, 0, 0}, {10, 0, 0}, 1e-4)};
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -10.0);
        add_ball(domain, 10.0);
      },
      [&](Side& side, int rank) {
        (rank == 0 ? side.need.joints : side.need.others_joints) = joint;
        EXPECT_EQ(side.renew(), rank == 0 ? Ids{2} : Ids{});
      });
}

TEST(GhostExchange, BodiesThatAreLentAreSent) {
  const std::vector<std::pair<BodyId, int>> lent = {{1, 1}};
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -10.0);
        add_ball(domain, 10.0);
      },
      [&](Side& side, int rank) {
        if (rank == 0) side.need.lent = lent;
        EXPECT_EQ(side.renew(), rank == 1 ? Ids{1} : Ids{});
      });
}

/// A body without a place reaches nobody, and does not make a rank ask for all.
TEST(GhostExchange, BodiesThatAreNotFiniteAreNowhere) {
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -kRadius);
        add_ball(domain, kRadius);
        add_ball(domain, 5.0);
      },
      [](Side& side, int rank) {
        side.move_to(3, std::numeric_limits<double>::quiet_NaN());
        EXPECT_EQ(side.renew(), rank == 0 ? Ids{2} : Ids{1});
      });
}

/// Copies are what rows see of the bodies, and what has changed since comes with `refresh`.
TEST(GhostExchange, CopiesStandWhereTheBodiesDo) {
  on_two_sides(
      [](Domain& domain) {
        add_ball(domain, -kRadius);
        add_ball(domain, kRadius);
      },
      [](Side& side, int rank) {
        Bodies& bodies = side.domain.bodies;
        const auto center = [&](BodyId id) { return bodies.motion(bodies.ref(id)).center; };
        side.move_to(2, 0.45);
        ASSERT_EQ(side.renew(), rank == 0 ? Ids{2} : Ids{1});
        EXPECT_EQ(center(2), (Vec3{0.45, 0, 0}));
        side.move_to(2, 0.4);
        side.exchange.refresh(side.domain.comm(), bodies);
        EXPECT_EQ(center(1), (Vec3{-kRadius, 0, 0}));
        EXPECT_EQ(center(2), (Vec3{0.4, 0, 0}));
      });
}

}  // namespace
}  // namespace solfec
