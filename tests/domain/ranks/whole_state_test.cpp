// What all ranks have together, looked at after each step: nothing is lost, nothing is twice.

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "base/parallel_for.h"
#include "domain/domain_fixture.h"
#include "domain/ranks/random_cells.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"

namespace solfec {
namespace {

constexpr double kStep = 1.0 / 512;

BodyId add_moving(Domain& domain, BodyKind kind, Shape shape, Vec3 velocity = {}) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = std::move(shape);
  const BodyId id = domain.add_body(std::move(definition));
  domain.set_rigid_velocity(id, velocity, {});
  return id;
}

void set_rules(Domain& domain, double friction) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
  SurfaceMaterial rough;
  rough.label = "rough";
  rough.friction = friction;
  domain.surface_materials.define(rough);
  domain.loads.gravity[2].constant = -9.81;
}

void add_walls(Domain& domain, double size) {
  for (int side = 0; side < 3; ++side) {
    for (const double end : {-0.5, size}) {
      Vec3 lo{-0.5, -0.5, -0.5};
      Vec3 hi{size + 0.5, size + 0.5, size + 0.5};
      lo[side] = end;
      hi[side] = end + 0.5;
      add_moving(domain, BodyKind::obstacle, box_shape(lo, hi));
    }
  }
}

constexpr double kRadius = 0.25;
constexpr int kBalls = 6;  // along an edge
constexpr double kEdge = 0.9 * kBalls + 0.3;
constexpr BodyId kFirstBall = 7;  // after the walls
constexpr int kAllBalls = kBalls * kBalls * kBalls;

/// Balls in a box whose gravity turns about y, so that all are stirred.
void stirred(Domain& domain) {
  set_rules(domain, 0.3);
  add_walls(domain, kEdge);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> speed(-4.0, 4.0);
  for (int i = 0; i < kAllBalls; ++i) {
    const Vec3 at_place{0.6 + 0.9 * (i % kBalls), 0.6 + 0.9 * (i / kBalls % kBalls),
                        0.6 + 0.9 * (i / kBalls / kBalls)};
    add_moving(domain, BodyKind::rigid, ball_shape(at_place, kRadius),
               {speed(random), speed(random), speed(random)});
  }
}

/// State of a body as a rank knows it.
struct Seen {
  int rank{};
  bool owned = false;
  std::vector<double> state;
};

/// All ranks together.
struct Whole {
  std::mutex guard;
  std::map<BodyId, std::vector<Seen>> bodies;
  std::vector<ContactPoint> contacts;
};

struct Tally {
  std::map<BodyId, int> changes;  // of owners
  std::map<BodyId, int> last;     // owner
  long long pairs = 0;            // that touch, as they are
  long long ghosts = 0;
};

enum class Placement { within_the_step, as_it_is };

/// Each body has one owner, each contact is there once.
void check_owners(const Whole& whole, Tally& tally) {
  EXPECT_EQ(count(whole.bodies), kFirstBall - 1 + kAllBalls);
  for (const auto& [id, all] : whole.bodies) {
    const auto owns = [](const Seen& seen) { return seen.owned; };
    ASSERT_EQ(std::count_if(all.begin(), all.end(), owns), 1) << "body " << id;
    const int owner = std::find_if(all.begin(), all.end(), owns)->rank;
    const auto before = tally.last.find(id);
    if (before != tally.last.end() && before->second != owner) ++tally.changes[id];
    tally.last[id] = owner;
  }
  std::set<ContactKey> keys;
  for (const ContactPoint& contact : whole.contacts) {
    EXPECT_TRUE(keys.insert(contact.key).second) << "a contact is held twice";
  }
}

/// Ghosts are where their owners are, to the bit.
void check_ghosts(const Whole& whole, Tally& tally) {
  for (const auto& [id, all] : whole.bodies) {
    const auto owner = std::find_if(all.begin(), all.end(), [](const Seen& s) { return s.owned; });
    for (const Seen& seen : all) {
      if (seen.owned) continue;
      ++tally.ghosts;
      EXPECT_EQ(seen.state, owner->state) << "body " << id << " on rank " << seen.rank;
    }
  }
}

/// Every two balls that overlap have a contact, and no others have: all pairs are looked at.
void check_pairs(const Whole& whole, Tally& tally) {
  std::map<BodyId, Vec3> centers;
  for (const auto& [id, all] : whole.bodies) {
    const std::vector<double>& q = all.front().state;
    if (id >= kFirstBall) centers[id] = {q[9], q[10], q[11]};
  }
  std::set<std::pair<BodyId, BodyId>> found;
  for (const ContactPoint& contact : whole.contacts) {
    found.insert(std::minmax(contact.key.first_body, contact.key.second_body));
  }
  constexpr double kRounding = 1e-9;  // m
  for (auto a = centers.begin(); a != centers.end(); ++a) {
    for (auto b = std::next(a); b != centers.end(); ++b) {
      const double gap = norm(b->second - a->second) - 2.0 * kRadius;
      const bool has = found.contains({a->first, b->first});
      if (gap < -kRounding) {
        ++tally.pairs;
        EXPECT_TRUE(has) << "lost: " << a->first << " and " << b->first << ", gap " << gap;
      }
      if (gap > 1e-3) {
        EXPECT_FALSE(has) << a->first << " and " << b->first << ", gap " << gap;
      }
    }
  }
}

/// Called by all ranks; rank 0 checks.
void check_whole(const Domain& domain, Whole& whole, Tally& tally, Placement placement) {
  {
    const std::lock_guard lock(whole.guard);
    for (const BodyId id : domain.bodies.ids()) {
      Seen seen{domain.comm().rank(), !domain.bodies.is_ghost(id), {}};
      seen.state.resize(at(domain.bodies.state_size(domain.body_ref(id))));
      domain.bodies.get_state(domain.body_ref(id), seen.state);
      whole.bodies[id].push_back(std::move(seen));
    }
    const auto contacts = domain.contact_points();
    whole.contacts.insert(whole.contacts.end(), contacts.begin(), contacts.end());
  }
  domain.comm().barrier();
  if (domain.comm().rank() == 0) {
    check_owners(whole, tally);
    if (placement == Placement::as_it_is) {
      check_ghosts(whole, tally);
      check_pairs(whole, tally);
    }
    whole.bodies.clear();
    whole.contacts.clear();
  }
  domain.comm().barrier();
}

GaussSeidelParams tight() {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-14;
  params.max_sweeps = 1000;
  return params;
}

/// Loads are as even as asked for.
void check_balance(const Domain& domain) {
  const BodyOwners& owners = domain.ranks()->owners();
  EXPECT_LE(owners.imbalance().ratio(), owners.balance().params().tolerance);
}

/// Stirs the box on some ranks. @param seed  Of cells at random, others every few steps; 0: those
/// of the loads.
Tally stir(int ranks, int steps, unsigned seed) {
  constexpr int kStay = 3;  // steps
  set_thread_count(1);
  Tally tally;
  Whole whole;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    MedianBisection median;
    test::NoBisection none;
    Bisection* const bisection = seed == 0 ? static_cast<Bisection*>(&median) : &none;
    Domain domain(Analysis::dynamic, 1e-4, comm, bisection);
    stirred(domain);
    std::mt19937 random(seed);
    GaussSeidelSolver solver(tight());
    for (int step = 0; step < steps; ++step) {
      const double angle = 0.03 * step;
      domain.loads.gravity[0].constant = 20.0 * std::sin(angle);
      domain.loads.gravity[2].constant = -20.0 * std::cos(angle);
      if (seed != 0 && step % kStay == 0)
        test::scatter(domain, {{0, 0, 0}, {kEdge, kEdge, kEdge}}, random);
      (void)domain.step(solver, kStep);
      EXPECT_EQ(solver.report().status, SolveStatus::ok) << step;
      if (seed == 0 && step >= 50) check_balance(domain);  // the balls lie on each other
      check_whole(domain, whole, tally, Placement::within_the_step);
      domain.detect_contacts();
      check_whole(domain, whole, tally, Placement::as_it_is);
    }
  });
  return tally;
}

TEST(WholeState, NothingIsLostOrTwiceWhereCellsFollowTheLoads) {
  const Tally tally = stir(4, 150, 0);
  EXPECT_GT(tally.pairs, 1000);
  EXPECT_GT(tally.ghosts, 10000);
}

TEST(WholeState, NothingIsLostOrTwiceWhereverTheCellsAre) {
  const Tally tally = stir(4, 150, 7);
  EXPECT_GT(tally.pairs, 1000);
  for (BodyId id = kFirstBall; id < kFirstBall + kAllBalls; ++id) {
    EXPECT_GE(tally.changes.contains(id) ? tally.changes.at(id) : 0, 10) << "ball " << id;
  }
}

}  // namespace
}  // namespace solfec
