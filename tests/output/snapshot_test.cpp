#include "output/snapshot.h"

#include <memory>

#include <gtest/gtest.h>

#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::expect_equal;
using test::shown_frame;

TEST(Snapshot, OfALiveDomainIsWhatTheFrameOfThatTimeHolds) {
  const TemporaryFolder temporary;
  std::vector<std::shared_ptr<const Snapshot>> live;
  test::SceneRun run;
  run.observe = [&](const Domain& domain) { live.push_back(take_snapshot(domain, {})); };
  write_scene(temporary.file("out"), run);
  ResultReader reader(temporary.file("out"));
  ASSERT_EQ(reader.frame_count(), static_cast<int>(live.size()));
  for (int i = 0; i < reader.frame_count(); ++i) {
    const std::shared_ptr<const Snapshot> stored = reader.snapshot(i);
    const Snapshot& taken = *live[static_cast<std::size_t>(i)];
    Frame expected = shown_frame(taken);
    expected.summary = stored->summary;
    expect_equal(shown_frame(*stored), expected);
    ASSERT_EQ(stored->members.size(), taken.members.size());
    for (std::size_t k = 0; k < taken.members.size(); ++k) {
      EXPECT_EQ(stored->members[k].label, taken.members[k].label);
      EXPECT_EQ(stored->members[k].material, taken.members[k].material);
    }
    EXPECT_EQ(stored->analysis, Analysis::dynamic);
    EXPECT_EQ(stored->contact.tolerance, taken.contact.tolerance);
  }
}

TEST(Snapshot, StaysAsItIsWhileTheRunAndTheReaderGoOn) {
  const TemporaryFolder temporary;
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  GaussSeidelSolver solver{GaussSeidelParams{}};
  for (int i = 0; i < 8; ++i) (void)domain.step(solver, 1.0 / 256);
  const std::shared_ptr<const Snapshot> taken = take_snapshot(domain, {});
  const Frame before = shown_frame(domain);
  for (int i = 0; i < 8; ++i) (void)domain.step(solver, 1.0 / 256);
  domain.remove_body(2);
  expect_equal(shown_frame(*taken), before);
  EXPECT_EQ(domain.find_body(2), nullptr);
  EXPECT_EQ(taken->find(2)->id, 2);

  const std::vector<Frame> log = write_scene(temporary.file("out"));
  ResultReader reader(temporary.file("out"));
  const std::shared_ptr<const Snapshot> held = reader.snapshot(3);
  const std::shared_ptr<const Snapshot> next = reader.snapshot(4);
  EXPECT_NE(held, next);
  EXPECT_EQ(shown_frame(*held).bodies.numbers, log[3].bodies.numbers);
  EXPECT_EQ(shown_frame(*next).bodies.numbers, log[4].bodies.numbers);
}

TEST(Snapshot, ReaderFillsOneThatNobodyHoldsAgain) {
  const TemporaryFolder temporary;
  write_scene(temporary.file("out"));
  ResultReader reader(temporary.file("out"));
  const Snapshot* const first = reader.snapshot(0).get();
  EXPECT_EQ(reader.snapshot(5).get(), first);
}

// The brick hangs between the same bodies in every frame; sums of energies are those of the frame.
TEST(Snapshot, EnergiesAreThoseOfTheBodiesThatItHolds) {
  const TemporaryFolder temporary;
  const std::vector<Frame> log = write_scene(temporary.file("out"));
  ResultReader reader(temporary.file("out"));
  const std::shared_ptr<const Snapshot> late = reader.snapshot(5);  // body 2 is gone
  double kinetic = 0.0;
  for (const BodyState& one : log[5].bodies.bodies) kinetic += one.energies.kinetic;
  EXPECT_EQ(late->energies(std::vector<BodyId>{1, 2, 3, 4, 5}).kinetic, kinetic);
  EXPECT_EQ(late->energies(std::vector<BodyId>{2}).kinetic, 0.0);
  EXPECT_EQ(late->find_constraint(1)->master, 4);
  EXPECT_EQ(late->find_constraint(12345), nullptr);
}

TEST(Snapshot, PlacesSurfacesAsTheLiveBodiesWere) {
  const TemporaryFolder temporary;
  std::vector<Vec3> corner;  // of the block, which swings
  test::SceneRun run;
  run.observe = [&](const Domain& domain) {
    corner.push_back(domain.bodies.current_point(domain.body_ref(4), {-3, 1, 3}));
  };
  write_scene(temporary.file("out"), run);
  ResultReader reader(temporary.file("out"));
  for (const int i : {5, 0, 3}) {
    const std::shared_ptr<const Snapshot> stored = reader.snapshot(i);
    const SnapshotBody& block = *stored->find(4);
    const Vec3 there = stored->bodies.current_point(block.place, {-3, 1, 3});
    EXPECT_EQ(norm(there - corner[static_cast<std::size_t>(i)]), 0.0);
  }
  EXPECT_GT(norm(corner[5] - corner[0]), 0.0);
}

}  // namespace
}  // namespace solfec
