#include "run/watch/penetration_watch.h"

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // m: a few ulps of coordinates of order one

/// Balls of radius 0.5 on a row of obstacles at z = 0.
class PenetrationWatchTest : public DomainFixture {
 protected:
  void add_pair(double x, double depth) {
    (void)add(BodyKind::obstacle, ball_shape({x, 0, 0}, 0.5));
    (void)add(BodyKind::rigid, ball_shape({x, 0, 1.0 - depth}, 0.5), "ball");
  }
  void look() {
    domain_.detect_contacts();
    watch_.look(domain_);
  }
  std::vector<std::string> warnings() {
    std::vector<std::string> lines;
    watch_.warn(domain_, told_, lines);
    return lines;
  }

  PenetrationWatch watch_;
  PairWarnings told_;
};

TEST_F(PenetrationWatchTest, FindsTheDeepestPairAndTheLargestOfTheRun) {
  add_pair(0, 2e-4);
  add_pair(2, 5e-4);
  domain_.set_time(1.5);
  look();
  EXPECT_NEAR(watch_.last().depth, 5e-4, kTol);
  EXPECT_EQ(watch_.last().first, 3);
  EXPECT_EQ(watch_.last().second, 4);
  domain_.remove_body(4);
  domain_.set_time(2.0);
  look();
  EXPECT_NEAR(watch_.last().depth, 2e-4, kTol);
  EXPECT_NEAR(watch_.largest().depth, 5e-4, kTol);
  EXPECT_EQ(watch_.summary(domain_),
            "deepest penetration: 0.0005 m at t=1.5 s, body 3 (created at test.py:1) and body 4 "
            "(deleted)");
  EXPECT_TRUE(warnings().empty());
  watch_.begin_run();
  EXPECT_EQ(watch_.summary(domain_), "");
}

TEST_F(PenetrationWatchTest, TouchingAndWhatRoundingLeavesAreNone) {
  add_pair(0, 0.0);
  add_pair(2, 1e-15);
  add_pair(1e5, 5e-10);
  look();
  EXPECT_EQ(domain_.contact_count(), 3);
  EXPECT_EQ(watch_.last().depth, 0.0);
}

TEST_F(PenetrationWatchTest, WarnsOncePerPairBeyondTenTolerances) {
  add_pair(0, 0.99e-3);  // the tolerance is 1e-4
  add_pair(2, 2e-3);
  domain_.set_time(0.25);
  look();
  const std::vector<std::string> lines = warnings();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(
      lines[0],
      "t=0.25 s: body 3 (created at test.py:1) and body 'ball' (created at test.py:1) overlap "
      "by 0.002 m, more than 10 GEOMETRIC_EPSILON (0.001 m)");
  look();
  EXPECT_TRUE(warnings().empty());
}

TEST_F(PenetrationWatchTest, ShowsTenLinesInARunAndCountsTheOthers) {
  for (int k = 0; k < 13; ++k) add_pair(2.0 * k, 2e-3);
  look();
  EXPECT_EQ(warnings().size(), 10u);
  EXPECT_EQ(told_.rest().substr(0, 31), "3 more pairs of bodies in this ");
  told_.begin_run();
  EXPECT_EQ(told_.rest(), "");
  EXPECT_TRUE(warnings().empty());  // told or counted before
  add_pair(-4, 2e-3);
  look();
  EXPECT_EQ(warnings().size(), 1u);
}

}  // namespace
}  // namespace solfec
