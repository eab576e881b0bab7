#include "solver/law/law.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "math/mean_value.h"
#include "solver/law/cohesive_contact.h"
#include "solver/law/traction_separation.h"

namespace solfec {
namespace {

constexpr ConstraintKind kKinds[] = {
    ConstraintKind::contact,         ConstraintKind::fixed_point,
    ConstraintKind::fixed_direction, ConstraintKind::velocity_direction,
    ConstraintKind::rigid_link,      ConstraintKind::spring,
    ConstraintKind::spring_dashpot,  ConstraintKind::cohesive_zone};

constexpr double kDifference = 1e-6;  // step of central differences

double largest(const Mat3& a) {
  double size = 0.0;
  for (const double entry : a.m) size = std::max(size, std::fabs(entry));
  return size;
}

/// One random row of a kind; all numbers are of size one but for stiffness.
class OneRow {
 public:
  OneRow(ConstraintKind kind, unsigned seed) : rng_(seed) {
    problem_.step = 0.1;
    problem_.quasi_static = seed % 3 == 0;
    problem_.resize(1);
    RowLaw& law = problem_.law[0];
    law.kind = kind;
    if (is_contact(kind)) {
      constexpr double kFriction[] = {0.0, 0.3, 1.0};
      law.friction = kFriction[seed % 3];
      law.bonded = seed % 4 == 0;
      law.cohesion = law.bonded ? 1.0 + number() : 0.0;
      law.velocity_shift = kind == ConstraintKind::contact && seed % 2 == 0 ? 0.3 * number() : 0.0;
      law.spring = 20.0;
      law.dashpot = 0.5;
      law.power = seed % 5 == 0 ? 1.5 : 1.0;
      law.gap = -0.1 - 0.05 * number();
    }
    if (kind == ConstraintKind::spring) set_spring(seed);
    if (kind == ConstraintKind::cohesive_zone) set_zone(seed);
    law.target = kind == ConstraintKind::rigid_link ? 1.0 + 0.01 * number() : number();
    law.link = {0.0, 0.0, 1.0};
    Mat3 root;
    for (double& entry : root.m) entry = number();
    problem_.W_diagonal[0] = root * transpose(root) + 0.3 * identity();
    problem_.V[0] = vector();
    problem_.B[0] = vector();
  }

  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }
  [[nodiscard]] const LocalDynamics& problem() const { return problem_; }
  [[nodiscard]] const RowLaw& law() const { return problem_.law[0]; }
  [[nodiscard]] const Mat3& W() const { return problem_.W_diagonal[0]; }
  [[nodiscard]] const Law& table() const { return law_of(problem_, 0); }

  /// The R at which the row stays when it is visited again and again.
  [[nodiscard]] Vec3 solution(Vec3 b) const {
    const ContactBlock w = make_contact_block(W());
    Vec3 R;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 before = std::exchange(R, table().reaction(problem_, 0, w, b, R));
      if (R == before) break;
    }
    return R;
  }

 private:
  /// A line or a table, with or without stops.
  void set_spring(unsigned seed) {
    problem_.springs.resize(1);
    SpringRow& spring = problem_.springs[0];
    spring.stroke = 0.1 * number();
    if (seed % 2 == 0) {
      spring.table = std::make_shared<TimeSeries>(std::vector{-1.0, -0.1, 0.05, 1.0},
                                                  std::vector{-30.0, -2.0, 1.0, 40.0});
      spring.least_force = -30.0;
      spring.most_force = 40.0;
    } else {
      spring.force = number();
      spring.stiffness = 20.0 + 10.0 * number();
      spring.damping = 0.5 + 0.5 * number();
      spring.at_stroke = 0.1 * number();
      spring.at_velocity = number();
    }
    if (seed % 5 < 3) spring.lower = -0.12, spring.upper = 0.15;
  }

  /// A bond that is gone by 0.5 m or so, whole or damaged, and that softens in a step by less than
  /// inertia holds. Its contact is closed, or opened or overlapping by the shift.
  void set_zone(unsigned seed) {
    RowLaw& law = problem_.law[0];
    law.bonded = true;
    law.open = seed % 7 == 0 && !problem_.quasi_static;
    law.velocity_shift = seed % 2 == 0 ? 0.3 * number() : 0.0;
    problem_.cohesive.resize(1);
    CohesiveRow& row = problem_.cohesive[0];
    row.zone.tension = 1.0 + 0.5 * number();
    row.zone.cohesion = 2.0 + 0.5 * number();
    row.zone.friction = law.friction;
    row.zone.normal_energy = 0.35 + 0.05 * number();
    row.zone.tangential_energy = 0.8 + 0.1 * number();
    row.zone.normal_stiffness = 30.0;
    row.zone.tangential_stiffness = 20.0;
    row.area = 1.0;
    row.by_end = problem_.quasi_static;
    row.reach = (row.by_end ? 1.0 : 0.5) * problem_.step;
    row.placement = 0.3 * vector();
    row.start = row.by_end ? row.placement : row.placement - row.reach * vector();
    row.damage = zone_damage(row.zone, row.start, 0.1 * (seed % 5));
    law.cohesion = row.zone.cohesion * row.area;
  }

  LocalDynamics problem_;
  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

/// Force of a spring over a step, N: of a table what the stored energy has gained over the way.
double spring_force_of(const LocalDynamics& problem, double U) {
  const SpringRow& spring = problem.springs[0];
  const double h = problem.step;
  const double V = problem.V[0].z;
  const double end = spring.stroke + (problem.quasi_static ? h : 0.5 * h) * U;
  const double start = problem.quasi_static ? end : spring.stroke - 0.5 * h * V;
  if (spring.table) {
    if (problem.quasi_static) return spring.table->value(end);
    return (spring.table->integral(end) - spring.table->integral(start)) / (end - start);
  }
  const double rate = problem.quasi_static ? U : 0.5 * (U + V);
  return spring.force + spring.stiffness * (0.5 * (start + end) - spring.at_stroke) +
         spring.damping * (rate - spring.at_velocity);
}

/// Returns how far (R, U) misses the law as it is written in the comments of the kinds, m/s or N,
/// by other formulas than theirs: conditions one by one, no map of projection.
double violation(const LocalDynamics& problem, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[0];
  const Vec3 V = problem.quasi_static ? Vec3{} : problem.V[0];
  const double tangent = std::hypot(R.x, R.y);
  if (law.kind == ConstraintKind::cohesive_zone) {  // traction_separation_test.cpp has the bond
    LocalDynamics beside = problem;
    beside.law[0].kind = ConstraintKind::contact;
    beside.law[0].cohesion = 0.0;
    const Vec3 C = R - bond_force(problem.cohesive[0], U);
    return law.open ? norm(C) : violation(beside, C, U);
  }
  switch (law.kind) {
    case ConstraintKind::cohesive_zone:
      break;
    case ConstraintKind::contact: {
      const double u = U.z + law.velocity_shift;
      const double r = R.z + law.cohesion;
      const double slip = std::hypot(U.x, U.y);
      const double bound = law.friction * r;
      double worst = std::max({0.0, -u, -r, std::fabs(u * r), tangent - bound});
      worst = std::max(worst, slip * (bound - tangent));               // slip only at the bound
      return std::max(worst, R.x * U.x + R.y * U.y + slip * tangent);  // against it
    }
    case ConstraintKind::spring_dashpot: {
      const double x = problem.quasi_static ? -(law.gap + problem.step * U.z)
                                            : -(law.gap + 0.25 * problem.step * (U.z - V.z));
      const double rate = problem.quasi_static ? U.z : 0.5 * (U.z + V.z);
      const double elastic = law.spring * std::copysign(std::pow(std::fabs(x), law.power), x);
      const double force = elastic - law.dashpot * rate;
      const bool pulls_without_bond = !law.bonded && elastic - law.dashpot * rate < 0.0;
      if (pulls_without_bond) return norm(R);
      const double bound = law.friction * std::fmax(0.0, law.bonded ? R.z + law.cohesion : R.z);
      return std::max(
          {std::fabs(R.z - force), tangent - bound, std::hypot(U.x, U.y) * (bound - tangent)});
    }
    case ConstraintKind::drive:  // drive_law_test.cpp
    case ConstraintKind::spring: {
      const SpringRow& spring = problem.springs[0];
      const double below = (spring.lower - spring.stroke) / problem.step;
      const double above = (spring.upper - spring.stroke) / problem.step;
      const double stop = R.z + spring_force_of(problem, U.z);  // what the stops push with
      const double worst = std::max({tangent, below - U.z, U.z - above});
      return std::max(worst, std::min(std::fabs(stop), stop > 0.0 ? U.z - below : above - U.z));
    }
    case ConstraintKind::fixed_point:
      return norm(U + V);
    case ConstraintKind::fixed_direction:
      return std::max(std::fabs(U.z + V.z), tangent);
    case ConstraintKind::velocity_direction:
      return std::max(std::fabs(U.z - law.target), tangent);
    case ConstraintKind::rigid_link: {
      const double left = problem.quasi_static ? problem.step : 0.5 * problem.step;
      const Vec3 end{law.link.x + left * U.x, law.link.y + left * U.y, law.link.z + left * U.z};
      return std::max(std::fabs(norm(end) - law.target), tangent);
    }
  }
  return 1.0;
}

/// Where a solution lies: open, stick, slip, cut bond, or one region for bilateral rows. Of a bond
/// that softens: elastic, with contact beside it, softening, gone at the end of the step.
int region_of(const OneRow& row, Vec3 R, Vec3 U = {}) {
  if (row.law().kind == ConstraintKind::cohesive_zone) {
    const CohesiveRow& zone = row.problem().cohesive[0];
    const double damage = damage_after(zone, U);
    if (damage > zone.damage) return damage >= 1.0 ? 3 : 2;
    return norm(R - bond_force(zone, U)) > 1e-9 ? 1 : 0;
  }
  if (!is_contact(row.law().kind)) return 0;
  const bool pulled = row.law().bonded && R.z <= -row.law().cohesion * (1.0 - 1e-12);
  if (pulled) return 3;
  const double shift = row.law().cohesion;
  if (R.z + shift == 0.0) return 0;
  const double bound = row.law().friction * std::fabs(R.z + shift);
  return std::hypot(R.x, R.y) < bound * (1.0 - 1e-9) ? 1 : 2;
}

/// A link that is thrown sideways by more than its length has no reaction along n that keeps it:
/// the line of its ends, f + x g, passes the origin at a larger distance.
bool has_solution(const OneRow& row, Vec3 b) {
  if (row.law().kind != ConstraintKind::rigid_link) return true;
  const double left = row.problem().quasi_static ? row.problem().step : 0.5 * row.problem().step;
  const Vec3 g = row.W().column(2);
  return norm(cross(row.law().link + left * b, g)) < 0.999 * row.law().target * norm(g);
}

class EveryLaw : public ::testing::TestWithParam<ConstraintKind> {};

TEST_P(EveryLaw, IsAtTheRowOfItsKind) { EXPECT_EQ(law_of(GetParam()).kind, GetParam()); }

TEST_P(EveryLaw, ReactionObeysTheLawInEveryRegion) {
  int tried[4] = {};
  for (unsigned seed = 0; seed < 400; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 b = 3.0 * row.vector();
    if (!has_solution(row, b)) continue;
    const Vec3 R = row.solution(b);
    const Vec3 U = b + row.W() * R;
    ASSERT_LE(violation(row.problem(), R, U), 1e-7 * (1.0 + norm(R))) << seed;
    ASSERT_LE(norm(row.table().residual(row.problem(), 0, 0.7, R, U)), 1e-7 * (1.0 + norm(R)));
    ASSERT_LE(row.table().spurious_energy(row.problem(), 0, R, U), 1e-12 * (1.0 + dot(R, R)));
    ++tried[region_of(row, R, U)];
  }
  EXPECT_GT(tried[0], 10);
  if (!is_contact(GetParam())) return;
  EXPECT_GT(tried[1], 10);
  EXPECT_GT(tried[2], 10);
  EXPECT_GT(tried[3], 3);
}

TEST_P(EveryLaw, ResidualAndMeritSeeWhatIsWrong) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 R = row.table().project(row.law(), 3.0 * row.vector());
    const Vec3 U = row.vector();
    if (violation(row.problem(), R, U) < 1e-3) continue;
    if (!is_contact(GetParam()) && GetParam() != ConstraintKind::fixed_point) {
      EXPECT_EQ(R.x, 0.0);  // what the residual leaves to the projection
    }
    EXPECT_GT(norm(row.table().residual(row.problem(), 0, 1.0, R, U)), 1e-7) << seed;
    EXPECT_GT(row.table().spurious_energy(row.problem(), 0, R, U), 1e-14) << seed;
  }
}

TEST_P(EveryLaw, ProjectionIsIdempotentAndAllowed) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 trial = 4.0 * row.vector();
    const Vec3 R = row.table().project(row.law(), trial);
    EXPECT_LE(norm(row.table().project(row.law(), R) - R), 1e-12);
    const RowLaw& law = row.law();
    const double tangent = std::hypot(R.x, R.y);
    if (GetParam() == ConstraintKind::cohesive_zone) {
      EXPECT_EQ(R, trial);
    } else if (is_contact(GetParam())) {
      const bool is_sprung_bond = law.bonded && !is_signorini(GetParam());
      if (!is_sprung_bond) {  // else the patch decides
        EXPECT_GE(R.z + law.cohesion, -1e-12);
      }
      EXPECT_LE(tangent, law.friction * std::fmax(0.0, R.z + law.cohesion) + 1e-12);
    } else if (GetParam() != ConstraintKind::fixed_point) {
      EXPECT_EQ(R, (Vec3{0.0, 0.0, trial.z}));
    } else {
      EXPECT_EQ(R, trial);
    }
    const Vec3 solution = row.solution(2.0 * row.vector());  // what the law gives is allowed
    EXPECT_LE(norm(row.table().project(row.law(), solution) - solution), 1e-9);
  }
}

// The projection of contacts of Signorini and Coulomb is the nearest point: no point of a fine fan
// of the cone is nearer.
TEST(SignoriniContact, ProjectionIsTheNearestPoint) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    OneRow row(ConstraintKind::contact, seed);
    const RowLaw& law = row.law();
    const Vec3 trial = 3.0 * row.vector();
    const double found = norm(law_of(law.kind).project(law, trial) - trial);
    for (int k = 0; k < 90; ++k) {
      const double angle = k * std::acos(-1.0) / 45.0;
      for (double height = 0.0; height < 6.0; height += 0.05) {
        for (const double share : {0.0, 0.5, 1.0}) {
          const double reach = share * law.friction * height;
          const Vec3 point{reach * std::cos(angle), reach * std::sin(angle), height - law.cohesion};
          ASSERT_GE(norm(point - trial), found - 1e-12) << seed;
        }
      }
    }
  }
}

TEST_P(EveryLaw, LinearRowVanishesAtTheSolution) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 b = 3.0 * row.vector();
    const Vec3 R = row.solution(b);
    const Vec3 U = b + row.W() * R;
    const LinearRow linear = row.table().linear_row(row.problem(), 0, 1.3, R, U);
    if (region_of(row, R) == 3 && GetParam() == ConstraintKind::spring_dashpot) continue;
    EXPECT_LE(norm(linear.C), 1e-6 * (1.0 + norm(R))) << seed;
  }
}

/// Whether C is smooth about (R, U): differences of two widths agree.
template <typename Function>
bool central_differences(const Function& f, Vec3 x, Mat3& slope) {
  Mat3 wide;
  for (int c = 0; c < 3; ++c) {
    for (const double width : {kDifference, 100.0 * kDifference}) {
      Vec3 step;
      step[c] = width;
      const Vec3 difference = (f(x + step) - f(x - step)) / (2.0 * width);
      for (int r = 0; r < 3; ++r) (width == kDifference ? slope : wide)(r, c) = difference[r];
    }
  }
  return largest(slope - wide) <= 1e-5 * (1.0 + largest(slope));
}

TEST_P(EveryLaw, DerivativeIsThatOfFiniteDifferences) {
  int tried = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 R = 2.0 * row.vector();
    const Vec3 U = row.vector();
    const auto C = [&](Vec3 r, Vec3 u) {
      return row.table().linear_row(row.problem(), 0, 1.3, r, u).C;
    };
    Mat3 X;
    Mat3 Y;
    if (!central_differences([&](Vec3 u) { return C(R, u); }, U, X)) continue;  // near a kink
    if (!central_differences([&](Vec3 r) { return C(r, U); }, R, Y)) continue;
    const LinearRow linear = row.table().linear_row(row.problem(), 0, 1.3, R, U);
    EXPECT_LE(largest(linear.X - X), 1e-4 * (1.0 + largest(X))) << seed;
    EXPECT_LE(largest(linear.Y - Y), 1e-4 * (1.0 + largest(Y))) << seed;
    ++tried;
  }
  EXPECT_GT(tried, 150);
}

// δR = -(k + E W δR) of the row alone, again and again from near the solution.
TEST_P(EveryLaw, NewtonStepsOfTheRowAloneConverge) {
  int tried = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    OneRow row(GetParam(), seed);
    const Vec3 b = 3.0 * row.vector();
    const Vec3 solution = row.solution(b);
    if (region_of(row, solution) == 3) continue;  // bonds that break are not unique
    Vec3 R = row.table().project(row.law(), solution + 1e-3 * row.vector());
    for (int k = 0; k < 30; ++k) {
      const Vec3 U = b + row.W() * R;
      const RowLinearisation newton = row.table().newton_row(row.problem(), 0, R, U);
      R -= inverse(identity() + newton.E * row.W()) * newton.k;
      R = row.table().project(row.law(), R);
    }
    EXPECT_LE(norm(R - solution), 1e-6 * (1.0 + norm(solution))) << seed;
    ++tried;
  }
  EXPECT_GT(tried, 100);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryLaw, ::testing::ValuesIn(kKinds), [](const auto& item) {
  return "number" + std::to_string(static_cast<int>(item.param));
});

TEST(VelocityDirection, AMotionBringsItsOwnEnergyToTheMerit) {
  OneRow row(ConstraintKind::velocity_direction, 5);
  // <W⁻¹ t, t> with t = target n, by Cramer's rule for the entry (n, n) of the inverse
  const Mat3& W = row.W();
  const double minor = W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0);
  const double determinant = W(0, 0) * (W(1, 1) * W(2, 2) - W(1, 2) * W(2, 1)) -
                             W(0, 1) * (W(1, 0) * W(2, 2) - W(1, 2) * W(2, 0)) +
                             W(0, 2) * (W(1, 0) * W(2, 1) - W(1, 1) * W(2, 0));
  const double expected = minor / determinant * row.law().target * row.law().target;
  EXPECT_NEAR(row.table().own_energy(row.problem(), 0), expected, 1e-9 * expected);
  for (const ConstraintKind kind : kKinds) {
    if (kind == ConstraintKind::velocity_direction) continue;
    const OneRow other(kind, 5);
    EXPECT_EQ(other.table().own_energy(other.problem(), 0), 0.0);
  }
}

/// A free body of 1 kg that a spring without force stops.
Vec3 stopped_velocity(double stroke, double V) {
  LocalDynamics problem;
  problem.step = 0.1;
  problem.resize(1);
  problem.law[0].kind = ConstraintKind::spring;
  problem.springs.resize(1);
  problem.springs[0].stroke = stroke;
  problem.springs[0].lower = -1.0;
  problem.springs[0].upper = 2.0;
  problem.W_diagonal[0] = 0.1 * identity();
  problem.V[0] = problem.B[0] = {0.0, 0.0, V};
  const ContactBlock w = make_contact_block(problem.W_diagonal[0]);
  return problem.B[0] + w.times(law_of(problem, 0).reaction(problem, 0, w, problem.B[0], Vec3{}));
}

TEST(SpringDamper, StopsEndTheWayAndNeverThrowBack) {
  constexpr double kTolerance = 1e-12;
  EXPECT_NEAR(stopped_velocity(-0.9, -3.0).z, -1.0, kTolerance);  // 0.1 m in 0.1 s
  EXPECT_NEAR(stopped_velocity(1.95, 3.0).z, 0.5, kTolerance);
  EXPECT_NEAR(stopped_velocity(0.0, -3.0).z, -3.0, kTolerance);    // far
  EXPECT_NEAR(stopped_velocity(-1.0, 2.0).z, 2.0, kTolerance);     // away from it
  EXPECT_NEAR(stopped_velocity(-1.1, -3.0).z, 0.0, kTolerance);    // began within, at -0.95
  EXPECT_NEAR(stopped_velocity(-1.1, -0.5).z, 0.5, kTolerance);    // began beyond: |V| at most
  EXPECT_NEAR(stopped_velocity(-1.01, -0.15).z, 0.1, kTolerance);  // or the whole way back
  EXPECT_NEAR(stopped_velocity(2.1, 0.0).z, 0.0, kTolerance);
}

// Free oscillation of one body in 3000 steps, exact to a table of any stiffness.
TEST(SpringDamper, KeepsTheEnergyOfTablesForEveryStiffness) {
  for (const double stiffness : {1.0, 1e4, 1e9}) {
    LocalDynamics problem;
    problem.step = 0.01;
    problem.resize(1);
    problem.law[0].kind = ConstraintKind::spring;
    problem.springs.resize(1);
    SpringRow& spring = problem.springs[0];
    spring.table = std::make_shared<TimeSeries>(
        std::vector{-1.0, -1e-4, 0.0, 1.0},
        std::vector{-2.0 * stiffness, -1e-4 * stiffness, 0.0, 0.5 * stiffness});
    spring.least_force = -2.0 * stiffness;
    spring.most_force = 0.5 * stiffness;
    problem.W_diagonal[0] = problem.step * identity();
    const ContactBlock w = make_contact_block(problem.W_diagonal[0]);
    const auto stored = [&](double s) { return s * mean_value(*spring.table, 0.0, s).value; };
    // a stroke is known to 1e-19 m beside the way of a step, 3 mm, so energies to k s 1e-19 m
    const double tolerance = stiffness > 1e6 ? 1e-7 : 1e-11;
    double s = 0.0;
    double v = 0.3;
    for (int k = 0; k < 3000; ++k) {
      spring.stroke = s + 0.5 * problem.step * v;
      problem.V[0] = problem.B[0] = {0.0, 0.0, v};
      const Vec3 R = law_of(problem, 0).reaction(problem, 0, w, problem.B[0], Vec3{});
      v += problem.step * R.z;
      s = spring.stroke + 0.5 * problem.step * v;
      ASSERT_NEAR(0.5 * v * v + stored(s), 0.045, tolerance) << stiffness << " " << k;
    }
  }
}

TEST(Bonds, SignoriniBreaksByOpeningAndBySlidingOnly) {
  OneRow row(ConstraintKind::contact, 4);  // bonded, friction 0.3
  const RowLaw& law = row.law();
  ASSERT_TRUE(law.bonded);
  const double c = law.cohesion;
  const double s = law.velocity_shift;
  const auto breaks = [&](Vec3 R, Vec3 U) {
    return row.table().breaks_bond(row.problem(), 0, R, U);
  };
  EXPECT_TRUE(breaks({0, 0, -c}, {0, 0, 1.0 - s}));
  EXPECT_FALSE(breaks({0, 0, -0.9 * c}, {0, 0, 1.0 - s}));
  EXPECT_FALSE(breaks({0, 0, -c}, {0, 0, -s}));  // at its limit without motion
  EXPECT_TRUE(breaks({law.friction * (1.0 + c), 0, 1.0}, {-1.0, 0, -s}));
  EXPECT_FALSE(breaks({0.9 * law.friction * (1.0 + c), 0, 1.0}, {-1.0, 0, -s}));
}

}  // namespace
}  // namespace solfec
