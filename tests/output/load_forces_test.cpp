#include "output/load_forces.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "math/rotation.h"
#include "output/relative_snapshot.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale
constexpr BodyId kBrick = 3;
constexpr BodyId kBlock = 4;

/// The scene with its loads at t = 0.5 s, in which the block has turned.
class LoadForces : public ::testing::Test {
 protected:
  LoadForces() {
    test::build_scene(domain_);
    test::add_loads(domain_);
    const Vec3 center = domain_.bodies.motion(block()).center;
    domain_.bodies.shift(block(), center, {0.5, 0.0, 1.0}, kTurn);
    auto snapshot = std::make_shared<Snapshot>(*take_snapshot(domain_, {}));
    snapshot->time = 0.5;
    snapshot->loads = acting_loads(domain_.loads, 0.5);
    snapshot_ = snapshot;
  }
  BodyRef block() { return domain_.body_ref(kBlock); }

  static constexpr Vec3 kTurn{0.4, 0.1, -0.7};
  static inline const Mat3 kTurned = exponential_map(kTurn);
  Domain domain_{Analysis::dynamic, 1e-4};
  std::shared_ptr<Snapshot> snapshot_;
};

TEST_F(LoadForces, ForcesAndTorquesAreThoseOfTheirTimeWhereTheBodiesAre) {
  const std::vector<LoadForce> forces = load_forces(*snapshot_);
  ASSERT_GE(forces.size(), 4U);
  EXPECT_EQ(forces[0].kind, LoadKind::force);
  EXPECT_EQ(forces[0].body, kBlock);
  EXPECT_LE(norm(forces[0].force - Vec3{0, 2.4, 3.2}), kTol);  // 8 N/s for half a second
  EXPECT_LE(norm(forces[0].point - domain_.bodies.current_point(block(), {-3, 1, 2})), kTol);
  EXPECT_EQ(forces[1].body, kBrick);
  EXPECT_LE(norm(forces[1].force - Vec3{0.25, 0, 0}), kTol);
  EXPECT_EQ(forces[2].kind, LoadKind::torque);
  EXPECT_LE(norm(forces[2].torque - kTurned * Vec3{0, 0, -3}), kTol);
  EXPECT_LE(norm(forces[2].point - domain_.bodies.motion(block()).center), kTol);
  EXPECT_EQ(norm(forces[2].force), 0.0);
}

/// The block is closed and all its faces have one id: a constant pressure has no resultant, and
/// its moment about any point is zero.
TEST_F(LoadForces, APressureOnAClosedSurfaceIsInBalance) {
  double largest = 0.0;
  Vec3 sum;
  Vec3 moment;
  for (const LoadForce& one : load_forces(*snapshot_)) {
    if (one.kind != LoadKind::pressure) continue;
    EXPECT_EQ(one.load, 3);
    EXPECT_DOUBLE_EQ(one.pressure, 4.0);
    sum += one.force;
    moment += cross(one.point, one.force);
    largest = std::fmax(largest, norm(one.force));
  }
  EXPECT_NEAR(largest, 4.0, kTol);  // triangles of the faces of 2 m²
  EXPECT_LE(norm(sum), kTol * 10.0);
  EXPECT_LE(norm(moment), kTol * 100.0);
}

TEST_F(LoadForces, LoadsOfBodiesThatAreNotThereAreLeftOut) {
  snapshot_->loads.push_back({.kind = LoadKind::force, .body = 77, .vector = {1, 0, 0}});
  const std::size_t before = load_forces(*snapshot_).size();
  snapshot_->loads.pop_back();
  EXPECT_EQ(load_forces(*snapshot_).size(), before);
}

/// Seen from the block, which has turned, its own convected torque stands as it was put, and the
/// force in space is turned back.
TEST_F(LoadForces, TurnWithTheBodyThatTheyAreSeenFrom) {
  const auto seen = relative_snapshot(*snapshot_, *snapshot_->find(kBlock));
  const std::vector<LoadForce> forces = load_forces(*seen);
  EXPECT_LE(norm(forces[0].force - transpose(kTurned) * Vec3{0, 2.4, 3.2}), kTol);
  EXPECT_LE(norm(forces[0].point - Vec3{-3, 1, 2}), kTol);
  EXPECT_LE(norm(forces[2].torque - Vec3{0, 0, -3}), kTol);
}

TEST(StoredLoads, FramesHoldThemWithTheValuesOfTheirTimes) {
  const TemporaryFolder temporary;
  for (const StateDetail detail : {StateDetail::whole, StateDetail::shown, StateDetail::counted}) {
    const std::string folder = temporary.file(cat("out", static_cast<int>(detail)));
    test::SceneRun run;
    run.loaded = true;
    run.detail = detail;
    std::vector<std::vector<ActingLoad>> live;
    run.observe = [&](const Domain& domain) {
      live.push_back(acting_loads(domain.loads, domain.time()));
    };
    (void)test::write_scene(folder, run);
    ResultReader reader(folder);
    for (int i = 0; i < reader.frame_count(); ++i) {
      const std::shared_ptr<const Snapshot> stored = reader.snapshot(i);
      EXPECT_EQ(stored->loads, live[static_cast<std::size_t>(i)]);
      EXPECT_DOUBLE_EQ(stored->loads.back().pressure, 8.0 * i / 128.0);
    }
  }
}

}  // namespace
}  // namespace solfec
