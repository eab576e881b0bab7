#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "domain/domain_fixture.h"
#include "integrator/critical_step.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"
#include "run/watch/energy_watch.h"
#include "run/watch/model_warnings.h"
#include "run/watch/tunnel_watch.h"

namespace solfec {
namespace {

Shape cube(Vec3 corner, Vec3 size) { return box_shape(corner, corner + size); }

BodyId add(Domain& domain, BodyKind kind, Shape shape, Vec3 velocity = {}, Vec3 angular = {}) {
  BodyDefinition definition;
  definition.kind = kind;
  definition.shape = std::move(shape);
  const BodyId id = domain.add_body(std::move(definition));
  domain.set_rigid_velocity(id, velocity, angular);
  return id;
}

void set_stone(Domain& domain, double young) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, young, 0.25, 1000.0});
}

template <typename Work>
void on_each(int ranks, const Work& work) {
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    MedianBisection bisection;
    Domain domain{Analysis::dynamic, 1e-4, comm, ranks == 1 ? nullptr : &bisection};
    work(domain, comm);
  });
}

GaussSeidelSolver solver() {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-14;
  params.max_sweeps = 1000;
  return GaussSeidelSolver(params);
}

// ---- bodies that come too fast -----------------------------------------------------------------

/// Thin plates and small boxes that fly about, far from each other at the start, above a floor.
void flying_boxes(Domain& domain) {
  set_stone(domain, 2e7);
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  const auto any = [&] { return Vec3{share(generator), share(generator), share(generator)}; };
  add(domain, BodyKind::obstacle, box_shape({-20, -20, -12}, {20, 20, -11.9}));
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      for (int k = 0; k < 6; ++k) {
        const Vec3 corner = Vec3{2.0 * i - 5, 2.0 * j - 5, 2.0 * k - 5} + 0.3 * any();
        const Vec3 size = k % 2 == 0 ? Vec3{1.5, 1.5, 0.05} : Vec3{0.3, 0.2, 0.4};
        const bool soft = (i + j + k) % 5 == 0;
        const double speed = (i + 2 * j + 3 * k) % 4 == 0 ? 60.0 : 1.0;
        add(domain, soft ? BodyKind::pseudo_rigid : BodyKind::rigid, cube(corner, size),
            speed * any(), any());
      }
    }
  }
}

/// The risks of steps of several lengths after `steps` short ones.
std::vector<TunnelRisk> flying_risks(int ranks, int steps) {
  std::vector<TunnelRisk> found;
  on_each(ranks, [&](Domain& domain, Comm& comm) {
    flying_boxes(domain);
    GaussSeidelSolver gauss_seidel = solver();
    for (int k = 0; k < steps; ++k) (void)domain.step(gauss_seidel, 1e-3);
    TunnelWatch watch;
    std::vector<TunnelRisk> own;
    for (const double step : {1e-3, 1e-2, 0.05, 0.2}) {
      const auto& risks = watch.find(domain, step, {});
      own.insert(own.end(), risks.begin(), risks.end());
    }
    if (comm.rank() == comm.size() - 1) found = own;
  });
  return found;
}

TEST(WatchesOnRanks, FindTheSameTunnelsAsOneRank) {
  for (const int steps : {0, 1, 3}) {
    const std::vector<TunnelRisk> serial = flying_risks(1, steps);
    ASSERT_GT(serial.size(), 40u);
    for (const int ranks : {2, 3, 4, 7}) {
      const std::vector<TunnelRisk> found = flying_risks(ranks, steps);
      ASSERT_EQ(found.size(), serial.size()) << ranks;
      for (std::size_t i = 0; i < serial.size(); ++i) {
        EXPECT_EQ(found[i].faster, serial[i].faster) << i;
        EXPECT_EQ(found[i].slower, serial[i].slower) << i;
        EXPECT_NEAR(found[i].approach, serial[i].approach, 1e-10) << i;
        EXPECT_NEAR(found[i].step, serial[i].step, 1e-10) << i;
        EXPECT_NEAR(found[i].thickness, serial[i].thickness, 1e-12) << i;
      }
    }
  }
}

// ---- energy that grows -------------------------------------------------------------------------

/// Soft cubes that cross the cells of ranks and tumble over each other; `wild` is one whose
/// stiffness the step is too long for (0: none).
struct Outcome {
  BodyId unstable{};
  int step = -1;
  std::string text;
  int handed_on = 0;  // of the first rank: bodies that came and went
};

Outcome tumbling(int ranks, double share, bool whole_at_times) {
  Outcome outcome;
  on_each(ranks, [&](Domain& domain, Comm& comm) {
    set_stone(domain, 2e5);
    domain.loads.gravity[2].constant = -10.0;
    add(domain, BodyKind::obstacle, box_shape({-10, -10, -1}, {10, 10, 0}));
    for (int i = 0; i < 12; ++i) {
      const double x = 1.3 * (i % 4) - 2.0;
      const double y = 1.3 * (i / 4) - 2.0;
      const double size = i == 7 ? 0.5 : 1.0;  // the stiffest one in its way
      add(domain, BodyKind::pseudo_rigid, cube({x, y, 0.05 + 0.1 * i}, {size, size, size}),
          {0.4 * (i % 3) - 0.4, 2.0 - 0.3 * i, 0.0}, {0.1, 0.2, 0.3});
    }
    const double h = share * critical_step(domain.bodies).step;
    const double step = comm.all_reduce(Reduction::least, h);
    GaussSeidelSolver gauss_seidel = solver();
    EnergyWatch watch;
    std::vector<BodyId> before;
    for (int k = 0; k < 200 && outcome.step < 0; ++k) {
      if (whole_at_times && k % 7 == 3) domain.make_whole();
      watch.begin(domain);
      (void)domain.step(gauss_seidel, step);
      const BodyId id = watch.find_unstable(domain, gauss_seidel.report().residual);
      std::vector<BodyId> own;
      for (const BodyId body : domain.bodies.ids()) {
        if (!domain.bodies.is_ghost(body)) own.push_back(body);
      }
      if (comm.rank() == 0 && k > 0 && own != before) ++outcome.handed_on;
      before = own;
      if (id == 0) continue;
      const std::string text = watch.text(domain, id, step);
      if (comm.rank() == comm.size() - 1) outcome.unstable = id;
      if (comm.rank() == comm.size() - 1) outcome.text = text;
      if (comm.rank() == 0) outcome.step = k;
      break;
    }
  });
  return outcome;
}

TEST(WatchesOnRanks, FindTheSameUnstableBodyInTheSameStep) {
  const Outcome serial = tumbling(1, 1.3, false);
  ASSERT_NE(serial.unstable, 0);
  for (const int ranks : {2, 3, 4}) {
    for (const bool whole_at_times : {false, true}) {
      const Outcome found = tumbling(ranks, 1.3, whole_at_times);
      EXPECT_EQ(found.unstable, serial.unstable) << ranks;
      EXPECT_EQ(found.step, serial.step) << ranks;
      EXPECT_EQ(found.text, serial.text) << ranks;
    }
  }
}

TEST(WatchesOnRanks, LeaveStableBodiesAloneThatChangeRanks) {
  for (const int ranks : {1, 2, 4}) {
    for (const bool whole_at_times : {false, true}) {
      const Outcome found = tumbling(ranks, 0.4, whole_at_times);
      EXPECT_EQ(found.unstable, 0) << ranks << " " << found.text;
      EXPECT_TRUE(ranks == 1 || found.handed_on > 0);
    }
  }
}

// ---- warnings about the model ------------------------------------------------------------------

std::vector<std::string> warned(int ranks, bool held, Analysis analysis) {
  std::vector<std::string> lines;
  test::on_ranks(ranks, [&](test::MailboxComm& comm) {
    MedianBisection bisection;
    Domain domain{analysis, 1e-4, comm, ranks == 1 ? nullptr : &bisection};
    set_stone(domain, 2e7);
    add(domain, BodyKind::obstacle, box_shape({-9, -9, -1}, {9, 9, 0}));
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k < 2; ++k) {
        const double lift = held || i != 5 ? 0.0 : 0.5;
        add(domain, BodyKind::rigid, cube({2.0 * i - 8, 0.0, 0.8 * k + lift}, {1, 1, 1}));
      }
    }
    add(domain, BodyKind::rigid, cube({0, 4, 0}, {1, 1, 1}));
    add(domain, BodyKind::rigid, cube({0, 4, 0}, {1, 1, 1}));
    const ModelReview review(domain);
    domain.detect_contacts();
    const std::vector<std::string> own = review.lines(domain);
    if (comm.rank() == 0) lines = own;
    const auto pairs = deeply_overlapping_pairs(domain);
    EXPECT_EQ(pairs.size(), 9u) << comm.rank();
  });
  return lines;
}

TEST(WatchesOnRanks, SayTheSameOfAModelAsOneRank) {
  for (const Analysis analysis : {Analysis::dynamic, Analysis::quasi_static}) {
    for (const bool held : {false, true}) {
      const std::vector<std::string> serial = warned(1, held, analysis);
      const bool is_loose = analysis == Analysis::quasi_static && !held;
      EXPECT_EQ(serial.size(), is_loose ? 11u : 10u);  // 1 + 8 pairs, no material, loose ones
      for (const int ranks : {2, 3, 5}) EXPECT_EQ(warned(ranks, held, analysis), serial) << ranks;
    }
  }
}

}  // namespace
}  // namespace solfec
