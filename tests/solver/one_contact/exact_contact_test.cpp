#include "solver/one_contact/exact_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solver/contact_oracle.h"

namespace solfec {
namespace {

constexpr double kLawTol = 1e-9;     // the regularisation 1e-12 times the condition of the blocks
constexpr double kOracleTol = 1e-7;  // accuracy of the scan

class RandomContacts {
 public:
  explicit RandomContacts(unsigned seed) : rng_(seed) {}

  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }

  /// Eigenvalues over `decades` decades and a random size.
  OneContact next(double friction, double decades) {
    Vec3 a = normalized(vector());
    Vec3 b = normalized(cross(a, vector()));
    const Mat3 Q = from_columns(a, b, cross(a, b));
    const double size = std::pow(10.0, 3.0 * number());
    const auto value = [&] { return size * std::pow(10.0, 0.5 * decades * number()); };
    OneContact contact;
    contact.W = Q * (diagonal(value(), value(), value()) * transpose(Q));
    contact.W = 0.5 * (contact.W + transpose(contact.W));
    contact.b = vector();
    contact.friction = friction;
    return contact;
  }

 private:
  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

Vec3 solve_exactly(const OneContact& contact) {
  double slip = 0.0;
  return solve_exact_contact(make_contact_block(contact.W), contact.friction, contact.b, slip);
}

class ExactContactProperty : public ::testing::TestWithParam<double> {};

TEST_P(ExactContactProperty, SatisfiesSignoriniAndCoulomb) {
  RandomContacts random(1);
  const double tolerance = kLawTol * std::max(1.0, 0.1 * GetParam());  // reactions grow with mu
  for (int sample = 0; sample < 10000; ++sample) {
    const OneContact contact = random.next(GetParam(), 3.0);
    ASSERT_LE(law_violation(contact, solve_exactly(contact)), tolerance) << sample;
  }
}

TEST_P(ExactContactProperty, IsAmongTheSolutionsFoundByBruteForce) {
  RandomContacts random(2);
  int sliding = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const OneContact contact = random.next(GetParam(), 2.0);
    const Vec3 r = solve_exactly(contact);
    double closest = std::numeric_limits<double>::max();
    for (const Vec3 solution : all_solutions(contact)) {
      closest = std::min(closest, norm(solution - r));
    }
    ASSERT_LE(closest, kOracleTol * (norm(r) + 1e-3 / trace(contact.W))) << sample;
    const Vec3 u = contact.b + contact.W * r;
    sliding += r.z > 0.0 && std::hypot(u.x, u.y) > 1e-6 ? 1 : 0;
  }
  if (0.01 <= GetParam() && GetParam() <= 1.0) {
    EXPECT_GT(sliding, 30);  // the hard case is really visited
  }
}

TEST_P(ExactContactProperty, WarmSlipGivesTheSameReaction) {
  RandomContacts random(3);
  for (int sample = 0; sample < 2000; ++sample) {
    const OneContact contact = random.next(std::min(GetParam(), 1.0), 1.0);
    const ContactBlock w = make_contact_block(contact.W);
    double slip = 0.0;
    const Vec3 cold = solve_exact_contact(w, contact.friction, contact.b, slip);
    for (const double factor : {1.0, 0.01, 100.0}) {
      double warm = factor * slip;
      const Vec3 r = solve_exact_contact(w, contact.friction, contact.b, warm);
      EXPECT_LE(norm(r - cold), 1e-9 * norm(cold));
    }
  }
}

TEST_P(ExactContactProperty, ReactionIsHomogeneousInVelocity) {
  RandomContacts random(4);
  for (int sample = 0; sample < 500; ++sample) {
    OneContact contact = random.next(GetParam(), 1.0);
    const Vec3 r = solve_exactly(contact);
    contact.b *= 1e-6;
    EXPECT_LE(norm(1e6 * solve_exactly(contact) - r), 1e-9 * norm(r));
  }
}

INSTANTIATE_TEST_SUITE_P(Mu, ExactContactProperty,
                         ::testing::Values(0.0, 1e-6, 0.1, 0.5, 1.0, 10.0, 1e4));

TEST(ExactContact, SlidingBlockMatchesHandCalculation) {
  // W = 2, b = (-3, 0, -1), mu = 0.5: r_n = 1/2, r_t = 1/4 against the slip, u_t = -2.5.
  const Vec3 r = solve_exactly({2.0 * identity(), {-3, 0, -1}, 0.5});
  EXPECT_NEAR(r.x, 0.25, 1e-11);
  EXPECT_NEAR(r.y, 0.0, 1e-15);
  EXPECT_NEAR(r.z, 0.5, 1e-11);
}

TEST(ExactContact, StickingReactionStopsTheContact) {
  const Vec3 r = solve_exactly({diagonal(1, 2, 4), {-1, 2, -4}, 2.0});
  EXPECT_NEAR(r.x, 1.0, 1e-10);
  EXPECT_NEAR(r.y, -1.0, 1e-10);
  EXPECT_NEAR(r.z, 1.0, 1e-10);
}

TEST(ExactContact, SeparatingAndTouchingContactsGiveExactlyZero) {
  EXPECT_EQ(solve_exactly({identity(), {1, 1, 0.1}, 0.5}), (Vec3{}));
  EXPECT_EQ(solve_exactly({identity(), {1, 1, 0.0}, 0.5}), (Vec3{}));
}

TEST(ExactContact, FrictionlessContactHasNoTangentialReactionEvenIfCoupled) {
  const Mat3 W{{2, 0, 1, 0, 2, 0.5, 1, 0.5, 2}};
  const Vec3 r = solve_exactly({W, {-1, 3, -1}, 0.0});
  EXPECT_EQ(r.x, 0.0);
  EXPECT_EQ(r.y, 0.0);
  EXPECT_NEAR(r.z, 0.5, 1e-11);
}

TEST(ExactContact, TinyApproachUnderFastSlipStaysFinite) {
  // λ grows beyond all numbers: friction vanishes against the slip speed.
  const Vec3 r = solve_exactly({identity(), {1, 0, -1e-310}, 0.5});
  EXPECT_TRUE(is_finite(r));
  EXPECT_GE(r.z, 0.0);
  EXPECT_LE(norm(r), 1e-300);
}

TEST(ExactContact, SingularBlockOfAnAxisStillSolves) {
  // Only one tangent is mobile: W of rank two.
  const OneContact contact{diagonal(1, 0, 1), {-1, 0, -1}, 0.3};
  const Vec3 r = solve_exactly(contact);
  EXPECT_NEAR(r.z, 1.0, 1e-10);
  EXPECT_NEAR(r.x, 0.3, 1e-10);
  EXPECT_LE(law_violation(contact, r), kLawTol);
}

TEST(ExactContact, RankOneCoupledBlockSatisfiesTheLaw) {
  // One mobile direction, oblique to the normal.
  const Vec3 direction = normalized(Vec3{0.3, 0.2, 1.0});
  OneContact contact{outer(direction, direction), {}, 0.5};
  contact.b = -2.0 * direction;
  const Vec3 r = solve_exactly(contact);
  EXPECT_TRUE(is_finite(r));
  EXPECT_LE(law_violation(contact, r), 1e-6);
}

TEST(ExactContact, NotANumberComesBackAsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(is_finite(solve_exactly({identity(), {nan, 0, -1}, 0.5})));
  EXPECT_FALSE(is_finite(solve_exactly({identity(), {0, 0, nan}, 0.5})));
}

TEST(SolveStick, StopsAllRelativeMotion) {
  RandomContacts random(5);
  for (int sample = 0; sample < 1000; ++sample) {
    const OneContact contact = random.next(0.0, 2.0);
    const Vec3 r = solve_stick(make_contact_block(contact.W), contact.b);
    EXPECT_LE(norm(contact.b + contact.W * r), 1e-9);
  }
}

}  // namespace
}  // namespace solfec
