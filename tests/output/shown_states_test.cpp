// Rows as frames show them: every bit of what whole states have, and frames that only count
// contacts.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "contact/piece/contact_point.h"
#include "domain/domain.h"
#include "domain/seen_motion.h"
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
    load_states(in, StateForm::shown, BodyStates{}, states);
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

TEST_F(ShownStatesTest, RowsOfEarlierProgramsComeBackToo) {
  XdrWriter out;
  ConstraintStates states = constraint_states(domain_);
  states.left_out = 5;
  FieldWriter<ConstraintStates, XdrWriter> writer(states, out);
  PlainStates{}(writer);
  XdrReader in(out.bytes());
  ConstraintStates again;
  load_states(in, StateForm::plain, BodyStates{}, again);
  in.expect_end();
  EXPECT_EQ(again.left_out, 5);
  ASSERT_EQ(again.constraints.size(), states.constraints.size());
  for (std::size_t i = 0; i < states.constraints.size(); ++i) {
    test::expect_equal(again.constraints[i], states.constraints[i]);
  }
}

TEST_F(ShownStatesTest, VelocitiesOfAllBitsComeBackBesideMotionsOfBodies) {
  constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
  const std::array<Vec3, 4> values{Vec3{-0.0, kDenormal, -kDenormal},
                                   {std::nan(""), HUGE_VAL, -HUGE_VAL},
                                   {1.0, -1e308, 1e-308},
                                   {}};
  const BodyStates bodies = body_states(domain_);
  std::vector<ConstraintRecord> rows{domain_.constraints().back()};  // a contact
  for (const Vec3 value : values) {
    rows[0].U = rows[0].V = value;
    RowMotions motions(bodies);
    motions.set(seen_motions(domain_, domain_.bodies.ids()), 1e-3);
    ConstraintStates states;
    states.constraints = rows;
    states.motions = motions.stored();
    states.row_step = 1e-3;
    XdrWriter out;
    FieldWriter<ConstraintStates, XdrWriter> writer(states, out);
    ShownStates{&motions}(writer);
    XdrReader in(out.bytes());
    ConstraintStates again;
    load_states(in, StateForm::shown, bodies, again);
    in.expect_end();
    ASSERT_EQ(again.constraints.size(), 1U);
    using Bits = std::array<std::uint64_t, 3>;
    EXPECT_EQ(std::bit_cast<Bits>(again.constraints[0].U), std::bit_cast<Bits>(value));
    EXPECT_EQ(std::bit_cast<Bits>(again.constraints[0].V), std::bit_cast<Bits>(value));
    EXPECT_TRUE(again.motions.empty());
  }
}

TEST_F(ShownStatesTest, FramesOfNothingComeBack) {
  Domain empty(Analysis::dynamic, 1e-4);
  XdrWriter out;
  StateWriter().save_constraints(empty, out, StateDetail::shown);
  const ConstraintStates again = loaded({out.bytes().begin(), out.bytes().end()});
  EXPECT_TRUE(again.constraints.empty());
  EXPECT_EQ(again.left_out, 0);
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
