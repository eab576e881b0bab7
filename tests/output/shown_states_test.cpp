// Rows as frames show them: every bit of what whole states have, and frames that only count
// contacts.
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "contact/contact_point.h"
#include "domain/domain.h"
#include "domain/state_archive.h"
#include "output/frame_archive.h"
#include "output/result_scene.h"

namespace solfec {
namespace {

class ShownStatesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::build_scene(domain_);
    GaussSeidelSolver solver{GaussSeidelParams{}};
    for (int step = 0; step < 400 && domain_.contact_points().empty(); ++step) {
      (void)domain_.step(solver, 1e-3);
    }
    ASSERT_FALSE(domain_.contact_points().empty());
    ASSERT_FALSE(domain_.user_constraints().empty());
  }

  std::vector<std::byte> saved(StateDetail detail) {
    XdrWriter out;
    StateWriter().save_constraints(domain_, out, detail);
    return {out.bytes().begin(), out.bytes().end()};
  }

  static ConstraintStates loaded(const std::vector<std::byte>& bytes) {
    XdrReader in{std::span<const std::byte>(bytes)};
    ConstraintStates states;
    load_states(in, StateDetail::shown, states);
    in.expect_end();
    return states;
  }

  Domain domain_{Analysis::dynamic, 1e-4};
};

TEST_F(ShownStatesTest, RowsComeBackToTheLastBit) {
  const ConstraintStates shown = loaded(saved(StateDetail::shown));
  const std::vector<ConstraintRecord>& rows = domain_.constraints();
  ASSERT_EQ(shown.constraints.size(), rows.size());
  EXPECT_EQ(shown.left_out, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    test::expect_equal(shown.constraints[i], rows[i]);
    EXPECT_EQ(shown.constraints[i].frame, rows[i].frame);
  }
}

TEST_F(ShownStatesTest, FramesThatCountContactsHoldTheConstraintsOfTheScript) {
  const ConstraintStates counted = loaded(saved(StateDetail::counted));
  const auto users = domain_.user_constraints();
  ASSERT_EQ(counted.constraints.size(), users.size());
  EXPECT_EQ(counted.left_out, static_cast<std::int64_t>(domain_.contact_points().size()));
  for (std::size_t i = 0; i < users.size(); ++i) {
    test::expect_equal(counted.constraints[i], domain_.constraints()[i]);
  }
}

TEST_F(ShownStatesTest, TheNumberOfContactsIsThatOfAllWhetherTheFrameHoldsThemOrNot) {
  for (const StateDetail detail : {StateDetail::whole, StateDetail::shown, StateDetail::counted}) {
    const std::vector<std::byte> bytes = saved(detail);
    for (const bool wanted : {false, true}) {
      Frame frame;
      frame.version = version_of(detail);
      XdrReader in{std::span<const std::byte>(bytes)};
      load_constraints(in, wanted, frame);
      EXPECT_EQ(frame.constraint_count, static_cast<std::int64_t>(domain_.constraints().size()));
    }
  }
}

TEST_F(ShownStatesTest, ForgedNumbersOfContactsAreRefused) {
  std::vector<std::byte> bytes = saved(StateDetail::counted);
  for (const int first : {0x80, 0x01}) {  // negative; 2^56
    bytes[0] = static_cast<std::byte>(first);
    EXPECT_THROW((void)loaded(bytes), ArchiveError);
    Frame frame;
    frame.version = kShownVersion;
    XdrReader in{std::span<const std::byte>(bytes)};
    EXPECT_THROW(load_constraints(in, false, frame), ArchiveError);
  }
}

TEST(StoredFrame, IsThatOfTheContactToTheLastBit) {
  std::mt19937 rng(20261127);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<Vec3> normals{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int i = 0; i < 1000; ++i) {
    normals.push_back(normalized(Vec3{unit(rng), unit(rng), unit(rng)}));
    normals.push_back(normalized(Vec3{1.0, 1e-4 * unit(rng), 1e-4 * unit(rng)}));
  }
  for (const Vec3 normal : normals) {
    const Mat3 frame = contact_frame(normal);
    EXPECT_EQ(stored_frame(1, frame.column(2)), frame);
  }
}

TEST(StoredFrame, NormalsOfAnotherLengthAreRefusedByTheIdOfTheContact) {
  for (const double size : {0.0, 0.5, 1.0 + 1e-8, std::nan(""), HUGE_VAL}) {
    try {
      (void)stored_frame(7, {0.0, 0.0, size});
      FAIL() << size;
    } catch (const ArchiveError& error) {
      EXPECT_STREQ(error.what(), "the normal of contact 7 is not of length one");
    }
  }
}

}  // namespace
}  // namespace solfec
