// Contacts that share their two pieces and differ by feature, through a folder of results. The
// geometry of today gives a pair one point, so the points are put in by hand.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "output/setting_hashes.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;

constexpr std::uint64_t kLarge = (std::uint64_t{1} << 63) + 5;
constexpr BodyId kFloor = 1;
constexpr BodyId kBrick = 3;

/// The brick of the scene on the floor, with three points at corners of its first element: at the
/// features 4 and kLarge, and a bonded one at 2.
std::vector<ContactPoint> patch(const Domain& domain) {
  for (const ContactPoint& found : domain.contact_points()) {
    if (found.key.first_body != kFloor || found.key.second_body != kBrick) continue;
    std::vector<ContactPoint> points(3, found);
    const std::vector<std::uint64_t> features{2, 4, kLarge};
    for (std::size_t k = 0; k < 3; ++k) {
      points[k].key.feature = features[k];
      points[k].state.id = kFirstFoundConstraint + 20 + static_cast<ConstraintId>(k);
      points[k].state.age = 5 + static_cast<int>(k);
      points[k].state.R = {0.25, 0.5, 100.0 * static_cast<double>(k + 1)};
      points[k].point += Vec3{0.25 * static_cast<double>(k + 1), 0.125, 0};
    }
    points[0].state.bonded = true;
    return points;
  }
  return {};
}

/// Puts points into the domain in place of its contacts.
void put_points(std::vector<ContactPoint> points, Domain& domain) {
  RestoredState state;
  const auto users = domain.user_constraints();
  state.constraints = {users.begin(), users.end()};
  for (ContactPoint& point : points) {
    if (!point.state.bonded) continue;
    BondAnchor& anchor = state.memories.of(point.state.memory).anchor;
    anchor = {0.5, 0.25, {2.5, -0.5, 0}, {2.5, -0.5, 0}, {0, 0, 1}};
  }
  state.contacts = std::move(points);
  state.next_body = domain.next_body_id();
  state.next_constraint = kFirstFoundConstraint + 30;
  domain.restore(std::move(state));
  (void)domain.remove_constraint(0);  // there is none: only the records are made anew
}

class ContactFeaturesTest : public ::testing::Test {
 protected:
  ContactFeaturesTest() {
    build_scene(written_);
    written_.detect_contacts();
    points_ = patch(written_);
  }

  std::string folder() { return temporary_.file("out"); }

  void write(std::vector<ContactPoint> points) {
    put_points(std::move(points), written_);
    write_to(folder(), written_);
  }

  static void write_to(const std::string& folder, const Domain& domain) {
    RunState run;
    run.configuration.constraints = constraint_hashes(domain);
    ResultWriter(folder).write(domain, {}, domain.timers, run);
  }

  /// Goes on from the results.
  void restore(Domain& domain) {
    build_scene(domain);
    Frame frame;
    (void)ResultReader(folder()).restore(0, {}, domain, frame);
  }

  TemporaryFolder temporary_;
  Domain written_{Analysis::dynamic, 1e-4};
  std::vector<ContactPoint> points_;
};

TEST_F(ContactFeaturesTest, RestoredContactsHaveTheirFeaturesAndStates) {
  ASSERT_EQ(points_.size(), 3u);
  write(points_);
  Domain restored(Analysis::dynamic, 1e-4);
  restore(restored);
  const auto contacts = restored.contact_points();
  ASSERT_EQ(contacts.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(contacts[k].key, points_[k].key);
    EXPECT_EQ(contacts[k].state.id, points_[k].state.id);
    EXPECT_EQ(contacts[k].state.age, points_[k].state.age);
    EXPECT_EQ(contacts[k].state.R, points_[k].state.R);
    EXPECT_EQ(contacts[k].state.bonded, k == 0);
    EXPECT_EQ(contacts[k].point, points_[k].point);
  }

  // what is restored is written as it was read
  (void)restored.remove_constraint(0);
  write_to(temporary_.file("again"), restored);
  EXPECT_EQ(test::bytes_of(frames_file(temporary_.file("again"))),
            test::bytes_of(frames_file(folder())));
}

TEST_F(ContactFeaturesTest, NextDetectionFindsThePointsOfTheFrameByFeature) {
  // Detection finds the one point of the pair, feature 0: the bond at 2 stays, 4 and kLarge end,
  // and the new point takes over the reaction of 4, which is nearer to the centroid.
  write(points_);
  Domain restored(Analysis::dynamic, 1e-4);
  restore(restored);
  restored.detect_contacts();
  std::vector<const ContactPoint*> pair;
  for (const ContactPoint& point : restored.contact_points()) {
    if (same_pieces(point.key, points_[0].key)) pair.push_back(&point);
  }
  ASSERT_EQ(pair.size(), 2u);
  EXPECT_EQ(pair[0]->key.feature, 0u);
  EXPECT_GE(pair[0]->state.id, 30);
  EXPECT_EQ(pair[0]->state.R, points_[1].state.R);
  EXPECT_EQ(pair[1]->key.feature, 2u);
  EXPECT_EQ(pair[1]->state.id, kFirstFoundConstraint + 20);
  EXPECT_TRUE(pair[1]->state.bonded);
  EXPECT_EQ(pair[1]->state.R, points_[0].state.R);
}

TEST_F(ContactFeaturesTest, ContactsThatCannotBeOfOnePairAreRefused) {
  const auto message = [&](const std::vector<ContactPoint>& points) {
    write(points);
    Domain domain(Analysis::dynamic, 1e-4);
    return message_of<InputError>([&] { restore(domain); });
  };
  const auto told = [&](ConstraintId first, ConstraintId second) {
    return cat(frames_file(folder()), ": the contacts ", first, " and ", second,
               " of two pieces are not sound; run with -w to compute new results");
  };
  std::vector<ContactPoint> twice = points_;
  twice[2].key.feature = twice[1].key.feature;
  EXPECT_EQ(message(twice), told(kFirstFoundConstraint + 21, kFirstFoundConstraint + 22));

  std::filesystem::remove_all(folder());
  std::vector<ContactPoint> turned = points_;
  turned[1].state.first_is_slave = !turned[1].state.first_is_slave;
  std::swap(turned[1].master_piece, turned[1].slave_piece);
  EXPECT_EQ(message(turned), told(kFirstFoundConstraint + 20, kFirstFoundConstraint + 21));
}

TEST_F(ContactFeaturesTest, PythonReaderKnowsTheFeatures) {
  write(points_);
  const std::string script = temporary_.file_with("read.py", R"(
import sys
sys.path.insert(0, sys.argv[1])
import solfec_results
rows = solfec_results.open(sys.argv[2])[0].constraints
print(*((row.id, row.feature, row.age) for row in rows if row.kind == "CONTACT"))
)");
  const std::string printed = temporary_.file("printed.txt");
  const std::string command =
      cat("PYTHONDONTWRITEBYTECODE=1 '", SOLFEC_TEST_PYTHON, "' '", script, "' '",
          SOLFEC_SOURCE_DIR, "/python' '", folder(), "' > '", printed, "'");
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(text_of(printed),
            cat("(1000000020, 2, 5) (1000000021, 4, 6) (1000000022, ", kLarge, ", 7)\n"));
}

}  // namespace
}  // namespace solfec
