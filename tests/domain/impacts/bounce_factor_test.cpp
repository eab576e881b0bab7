#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "domain/impacts/bounce_limit.h"
#include "math/rotation.h"
#include "parallel/mailbox_comm.h"
#include "solver/gauss_seidel.h"

// The factor of BounceLimit against a scan of all factors, for rigid bodies that hit the ground in
// some points at once.

namespace solfec {
namespace {

constexpr double kImpactStep = 1e-3;
constexpr double kLoss =
    1.01e-3;  // of the exchanged energy, that BounceLimit leaves, with rounding

/// A rigid body of mass 1 and the points in which it meets the ground or the body below.
struct FallingBody {
  Mat3 inverse_inertia;
  Vec3 linear;
  Vec3 angular;
  double friction{};
  double restitution{};
  std::vector<Vec3> arms;
  bool on_previous = false;      // meets the body before it
  std::vector<Vec3> arms_below;  // of that body, of equal points
};

/// Returns a turned box some lowest corners of which meet the ground.
FallingBody random_body(std::mt19937& random) {
  const auto draw = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  const Vec3 half{draw(0.2, 0.6), draw(0.01, 0.2), draw(0.01, 0.2)};
  const Mat3 turn = exponential_map({draw(-1, 1), draw(-1, 1), draw(-3, 3)});
  FallingBody body;
  const Vec3 square{half.x * half.x, half.y * half.y, half.z * half.z};
  body.inverse_inertia =
      turn *
      diagonal(3 / (square.y + square.z), 3 / (square.x + square.z), 3 / (square.x + square.y)) *
      transpose(turn);
  body.linear = {draw(-2, 2), draw(-2, 2), -1};
  body.angular = {draw(-1, 1), draw(-1, 1), draw(-1, 1)};
  body.friction = draw(0.05, 1.2);
  body.restitution = draw(0.85, 1.0);
  for (int k = 0; k < 8; ++k) {
    body.arms.push_back(turn * Vec3{(k & 1) != 0 ? half.x : -half.x,
                                    (k & 2) != 0 ? half.y : -half.y,
                                    (k & 4) != 0 ? half.z : -half.z});
  }
  std::sort(body.arms.begin(), body.arms.end(), [](Vec3 a, Vec3 b) { return a.z < b.z; });
  body.arms.resize(at(std::uniform_int_distribution<int>(1, 4)(random)));
  return body;
}

/// Returns some boxes that fall upon each other.
std::vector<FallingBody> random_pile(std::mt19937& random, int boxes) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<FallingBody> pile;
  for (int k = 0; k < boxes; ++k) {
    FallingBody& box = pile.emplace_back(random_body(random));
    box.restitution = pile.front().restitution;
    box.linear.z = -1.0 - k;
    box.on_previous = k > 0;
    for (std::size_t i = 0; box.on_previous && i < box.arms.size(); ++i) {
      box.arms_below.push_back({0.3 * unit(random), 0.3 * unit(random), 0.1});
    }
  }
  return pile;
}

LocalDynamics impact_of(const std::vector<FallingBody>& bodies) {
  LocalDynamics problem;
  problem.step = problem.push = kImpactStep;
  std::vector<Vec3> V;
  std::vector<RowLaw> laws;
  for (const FallingBody& body : bodies) {
    const int slot = problem.body_space.add_slot(SlotKind::rigid,
                                                 kImpactStep * body.inverse_inertia, kImpactStep);
    for (std::size_t k = 0; k < body.arms.size(); ++k) {
      RowJacobian row;
      row.frame = identity();
      row.master = slot;
      row.master_arm = body.arms[k];
      V.push_back(body.linear + cross(body.angular, row.master_arm));
      if (body.on_previous) {
        const FallingBody& below = bodies[at(slot - 1)];
        row.slave = slot - 1;
        row.slave_arm = body.arms_below[k];
        V.back() = V.back() - below.linear - cross(below.angular, row.slave_arm);
      }
      problem.body_space.add_row(row);
      RowLaw law;
      law.kind = ConstraintKind::contact;
      law.friction = body.friction;
      law.velocity_shift = body.restitution * std::min(0.0, V.back().z);
      laws.push_back(law);
    }
  }
  problem.resize(count(laws));
  problem.law = laws;
  problem.V = problem.B = V;
  for (int i = 0; i < problem.size(); ++i) {
    problem.key[at(i)].feature = static_cast<std::uint64_t>(i);
    problem.W_diagonal[at(i)] = problem.body_space.diagonal(i);
  }
  return problem;
}

class Impact {
 public:
  explicit Impact(const std::vector<FallingBody>& bodies) : problem_(impact_of(bodies)) {
    GaussSeidelParams params;
    params.relative_tolerance = 1e-12;
    params.merit_tolerance = 1e-16;
    params.max_sweeps = 5000;
    solver_ = GaussSeidelSolver(params);
    for (const RowLaw& law : problem_.law) shift_.push_back(law.velocity_shift);
  }
  void solve() {
    ++solutions_;
    solver_.solve(problem_, solution_);
  }
  void solve_with(double factor) {
    for (std::size_t i = 0; i < shift_.size(); ++i) {
      problem_.law[i].velocity_shift = factor * shift_[i];
    }
    solution_ = {};
    solution_.R.resize(shift_.size());
    solution_.U.resize(shift_.size());
    solve();
  }
  /// Solves with the limit.
  void limit() {
    solve_with(1.0);
    BounceLimit().run(problem_, solution_, [&] { solve(); });
  }
  /// Factor of a row after `limit`; 1 where it does not bounce.
  [[nodiscard]] double factor(int row) const {
    return shift_[at(row)] < 0.0 ? problem_.law[at(row)].velocity_shift / shift_[at(row)] : 1.0;
  }
  /// Factor of the whole problem, when one body has all rows.
  [[nodiscard]] double factor() const {
    double least = 1.0;
    for (int i = 0; i < problem_.size(); ++i) least = std::min(least, factor(i));
    return least;
  }
  /// Work of all contacts over the energy that they exchange.
  [[nodiscard]] double work() const {
    double work = 0.0;
    double exchanged = 0.0;
    for (std::size_t i = 0; i < shift_.size(); ++i) {
      const Vec3 R = solution_.R[i];
      work += dot(R, solution_.U[i] + problem_.V[i]);
      exchanged += norm(R) * (norm(solution_.U[i]) + norm(problem_.V[i]));
    }
    return exchanged > 0.0 ? work / exchanged : 0.0;
  }
  [[nodiscard]] int solutions() const { return solutions_; }

 private:
  LocalDynamics problem_;
  LocalSolution solution_;
  GaussSeidelSolver solver_{GaussSeidelParams{}};
  std::vector<double> shift_;
  int solutions_ = 0;
};

/// Returns the largest of some factors in [0, 1] with which an impact does not gain.
double scanned_factor(const std::vector<FallingBody>& bodies) {
  constexpr int kFactors = 200;
  Impact impact(bodies);
  for (int k = kFactors; k > 0; --k) {
    const double factor = static_cast<double>(k) / kFactors;
    impact.solve_with(factor);
    if (impact.work() <= 1e-9) return factor;
  }
  return 0.0;
}

TEST(BounceFactor, IsTheLargestThatDoesNotGain) {
  std::mt19937 random(7);
  int limited = 0;
  int fast = 0;
  for (int sample = 0; sample < 6000; ++sample) {
    const std::vector<FallingBody> bodies = random_pile(random, 1 + sample % 3);
    Impact impact(bodies);
    impact.limit();
    EXPECT_LE(impact.work(), 1e-6) << sample;
    if (impact.solutions() == 1) {
      EXPECT_EQ(impact.factor(), 1.0);
      continue;
    }
    ++limited;
    if (impact.solutions() == 3) ++fast;
    EXPECT_LE(impact.solutions(), 2 + BounceLimit::kMostTries);  // the last one does not gain
    EXPECT_GT(impact.factor(), 0.0);
    const double scanned = scanned_factor(bodies);
    EXPECT_GE(impact.factor(), scanned - 3e-3) << sample;
    EXPECT_TRUE(impact.factor() >= scanned - 1e-3 || impact.work() >= -kLoss) << sample;
  }
  EXPECT_GE(limited, 50);
  EXPECT_GE(2 * fast, limited);  // most need the parabola alone
}

TEST(BounceFactor, OfABodyDoesNotDependOnOtherBodies) {
  std::mt19937 random(11);
  int limited = 0;
  for (int sample = 0; sample < 400; ++sample) {
    std::vector<FallingBody> bodies;
    for (int k = 0; k < 6; ++k) bodies.push_back(random_body(random));
    Impact all(bodies);
    all.limit();
    int row = 0;
    for (const FallingBody& body : bodies) {
      Impact alone({body});
      alone.limit();
      for (int i = 0; i < count(body.arms); ++i, ++row) {
        EXPECT_NEAR(all.factor(row), alone.factor(i), 1e-6) << sample;
      }
      if (alone.factor() < 1.0) ++limited;
    }
  }
  EXPECT_GE(limited, 20);
}

/// A body with a contact that bounces, without a reaction, and one that does a given work. On
/// several ranks each has these rows of the body and a part of the work.
class GivenWork {
 public:
  /// Work of a factor over the force of the contact, which is linear in the factor.
  using Work = std::function<double(double)>;

  explicit GivenWork(Work work, Comm* comm = nullptr) : work_(std::move(work)) {
    problem_.step = 1.0;
    const int slot = problem_.body_space.add_slot(SlotKind::rigid, identity(), 1.0);
    RowJacobian row;
    row.master = slot;
    problem_.body_space.add_row(row);
    problem_.body_space.add_row(row);
    problem_.resize(2);
    for (RowLaw& law : problem_.law) law.kind = ConstraintKind::contact;
    problem_.law[0].velocity_shift = -1.0;
    problem_.V.assign(2, {0, 0, -1});
    solution_.R.assign(2, {});
    solution_.U.assign(2, {});
    if (comm == nullptr) return;
    problem_.shared.comm = comm;
    problem_.shared.is_shared = {1};
    problem_.shared.body = {1};
    for (int rank = 0; rank < comm->size(); ++rank) {
      if (rank != comm->rank()) problem_.shared.neighbours.push_back({rank, 0, {slot}});
    }
  }
  void limit() {
    solve();
    BounceLimit().run(problem_, solution_, [&] { solve(); });
  }
  /// Factors of all solutions.
  [[nodiscard]] const std::vector<double>& factors() const { return factors_; }
  /// Factor that the reactions had from which the last solution started; 0: none.
  [[nodiscard]] double last_start() const { return last_start_; }

 private:
  /// The energy that contacts exchange is about 1.
  void solve() {
    const double factor = -problem_.law[0].velocity_shift;
    factors_.push_back(factor);
    last_start_ = solution_.R[1].x;
    solution_.R[1] = {factor, 0, 1.0 + 0.1 * factor};
    solution_.U[1] = {0, 0, 1.0 + 2.0 * work_(factor)};
  }

  Work work_;
  LocalDynamics problem_;
  LocalSolution solution_;
  std::vector<double> factors_;
  double last_start_ = 0.0;
};

std::vector<double> factors_of(const GivenWork::Work& work) {
  GivenWork given(work);
  given.limit();
  return given.factors();
}

TEST(BounceFactor, AParabolaTakesThreeSolutions) {
  const std::vector<double> factors = factors_of([](double s) { return 0.5 * (s - 0.6); });
  ASSERT_EQ(factors.size(), 3U);
  EXPECT_EQ(factors[0], 1.0);
  EXPECT_EQ(factors[1], 0.0);
  EXPECT_NEAR(factors[2], 0.6, 1e-12);
}

TEST(BounceFactor, WithoutAGainThereIsOneSolution) {
  EXPECT_EQ(factors_of([](double s) { return s - 1.01; }), (std::vector<double>{1.0}));
}

TEST(BounceFactor, IsZeroWhereThatGains) {
  EXPECT_EQ(factors_of([](double) { return 0.1; }), (std::vector<double>{1.0, 0.0}));
}

TEST(BounceFactor, EndsBelowAJumpOfTheWork) {
  for (const double jump : {0.02, 0.3, 0.5, 0.77, 0.96}) {
    for (const double below : {-0.01, -0.1, -0.5}) {
      for (const double above : {0.01, 0.5}) {
        GivenWork given([&](double s) { return s < jump ? below : above; });
        given.limit();
        const std::vector<double>& factors = given.factors();
        EXPECT_LE(factors.size(), 3U + BounceLimit::kMostTries);
        EXPECT_LT(factors.back(), jump);
        EXPECT_GE(factors.back(), jump - 1.0 / 16);
        // no larger factor that does not gain has been found
        for (const double factor : factors) EXPECT_TRUE(factor <= factors.back() || factor >= jump);
      }
    }
  }
}

TEST(BounceFactor, AfterALastTryThatGainsTheSolutionOfTheFactorIsConfirmed) {
  int confirmed = 0;
  for (int k = 1; k < 20; ++k) {
    const double jump = 0.05 * k;
    GivenWork given([&](double s) { return s < jump ? -0.01 : 0.5; });
    given.limit();
    const std::vector<double>& factors = given.factors();
    if (std::count(factors.begin(), factors.end(), factors.back()) == 1) continue;
    ++confirmed;
    EXPECT_EQ(given.last_start(), factors.back());
    EXPECT_EQ(factors.size(), 3U + BounceLimit::kMostTries);
  }
  EXPECT_GE(confirmed, 3);
}

TEST(BounceFactor, FindsTheZeroBehindAKink) {
  for (const double kink : {0.1, 0.5, 0.9}) {
    for (const double slope : {0.2, 0.6, 1.0}) {
      const auto work = [&](double s) { return -0.05 + slope * std::fmax(0.0, s - kink); };
      if (work(1.0) <= 0.0) continue;
      const double found = work(factors_of(work).back());
      EXPECT_LE(found, 1e-6);
      EXPECT_GE(found, -1.3e-3) << kink << " " << slope;
    }
  }
}

TEST(BounceFactor, AimsLowerWhereErrorsOfTheSolverMakeAGain) {
  // the zero of the model gains a little, as with a loose solver
  const auto noisy = [](double s) { return s - 0.6 + (s > 0.5 && s < 0.9 ? 1e-4 : 0.0); };
  const std::vector<double> factors = factors_of(noisy);
  EXPECT_EQ(factors.size(), 4U);
  EXPECT_LE(noisy(factors.back()), 0.0);
  EXPECT_NEAR(factors.back(), 0.6, 2e-3);
}

TEST(BounceFactor, WorkThatIsNoNumberCountsAsAGain) {
  const auto fails = [](double s) { return s > 0.4 && s < 0.9 ? std::nan("") : s - 0.6; };
  const std::vector<double> factors = factors_of(fails);
  EXPECT_GT(factors.back(), 0.3);
  EXPECT_LE(factors.back(), 0.4);
}

TEST(BounceFactor, RanksThatShareABodyHaveOneFactor) {
  const auto work = [](double s) { return s < 0.4 ? -0.3 + 0.1 * s : s - 0.66; };
  const double alone = factors_of(work).back();
  for (const int ranks : {2, 3}) {
    test::on_ranks(ranks, [&](test::MailboxComm& comm) {
      // one rank alone would not gain, the others would for all factors
      const double part = comm.rank() == 0 ? 1.0 - comm.size() : 1.0;
      GivenWork given([&](double s) { return work(s) / comm.size() + 0.2 * part; }, &comm);
      given.limit();
      EXPECT_NEAR(given.factors().back(), alone, 3e-3);
    });
  }
}

TEST(BounceFactor, RanksWithoutAGainSolveAsOftenAsOthers) {
  test::on_ranks(3, [](test::MailboxComm& comm) {
    GivenWork given([&](double s) { return comm.rank() == 1 ? s - 0.6 : -0.1; }, &comm);
    given.limit();
    EXPECT_EQ(comm.all_reduce(Reduction::largest, count(given.factors())),
              comm.all_reduce(Reduction::least, count(given.factors())));
  });
}

}  // namespace
}  // namespace solfec
