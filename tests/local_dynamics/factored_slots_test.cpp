#include "local_dynamics/factored_slots.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/place_push.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // of sums of a few products of order one

class FactoredSlotsTest : public ::testing::TestWithParam<int> {
 protected:
  Mat3 random_matrix() {
    Mat3 block;
    for (double& entry : block.m) entry = unit_(rng_);
    return block;
  }
  Vec3 random_vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }
  /// Two bodies, of which the second has the blocks.
  void add_slots(int places) {
    slots_.add();
    slots_.add_side(slots_.size() - 1);
    slots_.add();
    for (int s = 0; s < places; ++s) slots_.add_side(1);
    slots_.allocate();
  }

  std::mt19937 rng_{20260101};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  FactoredSlots slots_;
};

// With all numbers of places that vectors of four may leave over.
TEST_P(FactoredSlotsTest, ABodyInAFrameOfItsOwnMovesAsOneWithTurnedBlocks) {
  const int places = GetParam();
  add_slots(places);
  const Mat3 turn = exponential_map({0.4, -1.1, 0.6});
  constexpr double kScale = 0.3;
  PlaceInverse inverse{std::make_shared<std::vector<double>>(std::size_t(9 * places * places)),
                       turn, kScale, 5};
  std::vector<Mat3> blocks;
  for (int s = 0; s < places; ++s) {
    for (int t = 0; t <= s; ++t) {
      Mat3 block = random_matrix();
      if (t == s) block = block + transpose(block);
      set_place_block(*inverse.block, places, t, s, block);
      blocks.push_back(kScale * (turn * block * transpose(turn)));
    }
  }
  slots_.set_inverse(1, inverse);
  const auto block = [&](int t, int s) {
    return t <= s ? blocks[std::size_t(s * (s + 1) / 2 + t)]
                  : transpose(blocks[std::size_t(t * (t + 1) / 2 + s)]);
  };
  std::vector<double> v(slots_.velocity_count());
  const Vec3 p = random_vector();
  const Vec3 q = random_vector();
  slots_.push(1, 0, p, v);
  slots_.push(1, places - 1, q, v);
  for (int t = 0; t < places; ++t) {
    const Vec3 expected = block(t, 0) * p + block(t, places - 1) * q;
    EXPECT_LE(norm(slots_.velocity(1, t, v) - expected), kTol);
    for (int s = 0; s < places; ++s) {
      const Mat3 miss = slots_.inverse(1, t, s) - block(t, s);
      for (const double entry : miss.m) EXPECT_NEAR(entry, 0.0, kTol);
    }
  }
  EXPECT_EQ(slots_.velocity(0, 0, v), (Vec3{}));
}

INSTANTIATE_TEST_SUITE_P(Places, FactoredSlotsTest, ::testing::Values(1, 3, 4, 7, 10));

TEST(FactoredSlots, OneWithoutBlocksDoesNotMove) {
  FactoredSlots slots;
  slots.add();
  slots.add_side(0);
  slots.allocate();
  std::vector<double> v(slots.velocity_count());
  slots.push(0, 0, {1.0, 2.0, 3.0}, v);
  EXPECT_EQ(slots.velocity(0, 0, v), (Vec3{}));
  EXPECT_EQ(slots.inverse(0, 0, 0), (Mat3{}));
}

TEST(PlacePush, VersionsGiveTheSameBits) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  constexpr int kPlaces = 11;
  std::vector<double> G(9 * kPlaces);
  for (double& entry : G) entry = unit(rng);
  std::vector<double> one(3 * kPlaces, 0.1);
  std::vector<double> other = one;
  place_push_baseline().push(G.data(), kPlaces, {0.3, -0.7, 1.9}, one.data());
  place_push().push(G.data(), kPlaces, {0.3, -0.7, 1.9}, other.data());
  EXPECT_EQ(one, other);
}

/// A body of which two ranks have copies: the owner with all places, the other one with the border
/// alone. They push in turn and hand on velocities and forces of the border; both then move as one.
TEST(FactoredSlotsOfRanks, CopiesOfTheBorderMoveAsOneBody) {
  constexpr int kPlaces = 7;
  constexpr int kBorder = 3;
  std::mt19937 rng{20260102};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  const auto random_vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  const Mat3 turn = exponential_map({0.4, -1.1, 0.6});
  FactoredSlots whole;
  FactoredSlots owner;
  FactoredSlots other;
  for (FactoredSlots* one : {&whole, &owner, &other}) one->add();
  for (int s = 0; s < kPlaces; ++s) whole.add_side(0);
  owner.add_border(0, kBorder);
  for (int s = kBorder; s < kPlaces; ++s) owner.add_side(0);
  other.add_border(0, kBorder);
  const auto memory = [](int places) {
    return std::make_shared<std::vector<double>>(std::size_t(9 * places * places));
  };
  const PlaceInverse of_all{memory(kPlaces), turn, 0.3, 1};
  const PlaceInverse of_border{memory(kBorder), turn, 0.3, 0};
  for (int s = 0; s < kPlaces; ++s) {
    for (int t = 0; t <= s; ++t) {
      Mat3 block;
      for (double& entry : block.m) entry = unit(rng);
      if (t == s) block = block + transpose(block);
      set_place_block(*of_all.block, kPlaces, t, s, block);
      if (s < kBorder) set_place_block(*of_border.block, kBorder, t, s, block);
    }
  }
  for (FactoredSlots* one : {&whole, &owner, &other}) one->allocate();
  whole.set_inverse(0, of_all);
  owner.set_inverse(0, of_all);
  other.set_inverse(0, of_border);
  std::vector<double> v(whole.velocity_count());
  std::vector<double> of_owner(owner.velocity_count());
  std::vector<double> of_other(other.velocity_count());
  std::vector<Vec3> force(kBorder);
  std::vector<double> message(6 * kBorder);
  for (int turns = 0; turns < 20; ++turns) {
    const bool owns = turns % 2 == 0;
    for (int s = 0; s < (owns ? kPlaces : kBorder); ++s) {
      const Vec3 p = random_vector();
      whole.push(0, s, p, v);
      (owns ? owner : other).push(0, s, p, owns ? of_owner : of_other);
      if (s < kBorder) force[std::size_t(s)] += p;
    }
    (owns ? owner : other).copy_border(0, owns ? of_owner : of_other, message.data());
    (owns ? other : owner).take_border(0, message.data(), owns ? of_other : of_owner);
  }
  constexpr double kRounding = 1e-12;  // of 140 pushes of order one
  for (int s = 0; s < kPlaces; ++s) {
    EXPECT_LE(norm(owner.velocity(0, s, of_owner) - whole.velocity(0, s, v)), kRounding) << s;
    if (s >= kBorder) continue;
    EXPECT_EQ(other.velocity(0, s, of_other), owner.velocity(0, s, of_owner)) << s;
    EXPECT_LE(norm(owner.border_force(0, s, of_owner) - force[std::size_t(s)]), kRounding) << s;
    EXPECT_EQ(other.border_force(0, s, of_other), owner.border_force(0, s, of_owner)) << s;
  }
}

}  // namespace
}  // namespace solfec
