// The natural map and the merit of a contact, region by region of its law: against numbers worked
// out by hand and against a search for the nearest point of the cone.

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solver/law/law.h"
#include "solver/law/signorini_contact.h"
#include "solver/measure/contact_states.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"

namespace solfec {
namespace {

constexpr double kHand = 1e-13;    // numbers of size 1 to 40
constexpr double kRough = 1e-7;    // numbers of size 1e9 meet ones of size 1
constexpr double kSearch = 1e-6;   // of the trial, of a golden section
constexpr double kEnergy = 1e-10;  // blocks are regularised by 1e-12 of their trace

double tolerance_of(const ContactState& state) { return state.friction > 1e6 ? kRough : kHand; }

/// A block with all couplings, not symmetric by a percent, as stored problems have them.
Mat3 coupled_block() { return {{2.0, 0.3, -0.4, 0.31, 1.5, 0.2, -0.41, 0.19, 1.0}}; }
constexpr double kCoupledScale = 1.5;  // tr(coupled_block) / 3

/// Rows that share nothing, for measures that only look at the diagonal.
LocalDynamics rows_of(std::span<const ContactState> states) {
  LocalDynamics problem;
  problem.step = 1.0;
  for (const ContactState& state : states) {
    problem.law.push_back(state.law());
    problem.V.emplace_back();
    problem.B.push_back({0.5, -0.25, -1.0});
    problem.W_diagonal.push_back(coupled_block());
  }
  return problem;
}

LocalDynamics row_of(const ContactState& state) { return rows_of({&state, 1}); }

TEST(ContactRegions, NaturalMapIsThatWorkedOutByHand) {
  for (const ContactState& state : contact_states()) {
    for (const double scale : {1.0, 0.25, 8.0}) {
      const ContactState scaled = state.with_scale(scale);
      const LocalDynamics problem = row_of(scaled);
      const Vec3 miss = natural_row_residual(problem, 0, scale, scaled.R, scaled.U);
      EXPECT_LE(norm(miss - state.miss), tolerance_of(state)) << state.name << " " << scale;
    }
  }
}

TEST(ContactRegions, ContactResidualOfTheMeritIsThatWorkedOutByHand) {
  for (const ContactState& state : contact_states()) {
    for (const double scale : {1.0, 0.25, 8.0}) {
      const ContactState scaled = state.with_scale(scale);
      const Vec3 C = contact_residual(scaled.law(), scale, scaled.R, scaled.U);
      EXPECT_LE(norm(C - state.miss), tolerance_of(state)) << state.name << " " << scale;
    }
  }
}

TEST(ContactRegions, EnergyOfTheMeritIsThatOfTheNumbersWorkedOutByHand) {
  for (const ContactState& state : contact_states()) {
    const ContactState scaled = state.with_scale(kCoupledScale);
    const LocalDynamics problem = row_of(scaled);
    const double expected = inverse_energy(coupled_block(), state.miss);
    EXPECT_NEAR(law_of(problem, 0).spurious_energy(problem, 0, scaled.R, scaled.U), expected,
                (kEnergy + tolerance_of(state)) * (1.0 + expected))
        << state.name;
  }
}

// Turning both tangents turns what is missed; a quarter turn is free of rounding.
TEST(ContactRegions, NoTangentIsPreferred) {
  const auto turned = [](Vec3 v) { return Vec3{-v.y, v.x, v.z}; };
  for (const ContactState& state : contact_states()) {
    ContactState other = state;
    for (int quarter = 0; quarter < 4; ++quarter) {
      other.R = turned(other.R);
      other.U = turned(other.U);
      other.miss = turned(other.miss);
      const Vec3 miss = natural_row_residual(row_of(other), 0, 1.0, other.R, other.U);
      EXPECT_LE(norm(miss - other.miss), tolerance_of(state)) << state.name;
    }
  }
}

TEST(ContactRegions, NaturalMapIsThatOfASearchForTheNearestPoint) {
  int tried[kConeRegions] = {};
  for (const ContactState& state : random_contact_states(3000, 17)) {
    const LocalDynamics problem = row_of(state);
    for (const double scale : {0.2, 1.0, 5.0}) {
      const SearchedMiss expected = searched_miss(state.law(), scale, state.R, state.U);
      const Vec3 miss = natural_row_residual(problem, 0, scale, state.R, state.U);
      ASSERT_LE(norm(miss - expected.miss), kSearch * expected.size) << state.friction;
      ++tried[static_cast<int>(expected.region)];
    }
    const SearchedMiss expected = searched_miss(state.law(), 1.0, state.R, state.U);
    const Vec3 C = contact_residual(state.law(), 1.0, state.R, state.U);
    ASSERT_LE(norm(C - expected.miss), kSearch * expected.size) << state.friction;
  }
  for (const int times : tried) EXPECT_GT(times, 1000);
}

// ---- all rows ----------------------------------------------------------------------------------

/// Sums over rows from the definitions, with the misses worked out by hand.
struct Sums {
  double missing{}, free{}, velocity{}, reaction{}, spurious{}, free_energy{};

  void add(const ContactState& state, double scale, Vec3 B, const Mat3& W) {
    const Vec3 q{B.x, B.y, B.z + state.velocity_shift};
    const Vec3 u{state.U.x, state.U.y, state.U.z + state.velocity_shift};
    const Vec3 r{scale * state.R.x, scale * state.R.y, scale * (state.R.z + state.cohesion)};
    missing += dot(state.miss, state.miss);
    free += dot(q, q);
    velocity += dot(u, u);
    reaction += dot(r, r);
    spurious += inverse_energy(W, state.miss);
    free_energy += inverse_energy(W, B);
  }
};

TEST(ContactRegions, ResidualIsTheSumOverTheRowsOfEachStateAndOfAll) {
  const double scale = kCoupledScale;
  std::vector<ContactState> all;
  const auto expect_sums = [&](const std::vector<ContactState>& states, std::string_view name) {
    const LocalDynamics problem = rows_of(states);
    std::vector<Vec3> R;
    std::vector<Vec3> U;
    Sums sums;
    int worst = -1;
    for (int i = 0; i < problem.size(); ++i) {
      const ContactState& state = states[std::size_t(i)];
      R.push_back(state.R);
      U.push_back(state.U);
      sums.add(state, scale, problem.B[0], problem.W_diagonal[0]);
      const double most =
          worst < 0 ? 1e-20 : dot(states[std::size_t(worst)].miss, states[std::size_t(worst)].miss);
      if (dot(state.miss, state.miss) > most * (1.0 + 1e-9)) worst = i;
    }
    const NaturalViolation found = natural_violation(problem, R, U);
    const double size = std::sqrt(std::max({sums.free, sums.velocity, sums.reaction}));
    const double tolerance = 1e-12 + (states.size() == 1 ? tolerance_of(states[0]) : kRough);
    EXPECT_NEAR(found.violation, std::sqrt(sums.missing), tolerance) << name;
    EXPECT_NEAR(found.scale, size, 1e-12 * size) << name;
    if (worst >= 0) {
      EXPECT_EQ(found.worst_row, worst) << name;
    }
    EXPECT_NEAR(natural_residual(problem, R, U), std::sqrt(sums.missing) / size, tolerance) << name;
  };
  for (const ContactState& state : contact_states()) {
    const ContactState scaled = state.with_scale(scale);
    expect_sums({scaled}, state.name);
    all.push_back(scaled);
    expect_sums(all, "all up to " + state.name);
  }
}

TEST(ContactRegions, MeritIsTheSumOverTheRowsOfEachStateAndOfAll) {
  std::vector<ContactState> scaled;
  for (const ContactState& state : contact_states()) {
    scaled.push_back(state.with_scale(kCoupledScale));
  }
  const std::span<const ContactState> states = scaled;
  for (std::size_t n = 1; n <= states.size(); ++n) {
    const LocalDynamics problem = rows_of(states.first(n));
    std::vector<Vec3> R;
    std::vector<Vec3> U;
    Sums sums;
    for (const ContactState& state : states.first(n)) {
      R.push_back(state.R);
      U.push_back(state.U);
      sums.add(state, kCoupledScale, problem.B[0], problem.W_diagonal[0]);
    }
    std::vector<double> rows(n);
    const double expected = sums.spurious / sums.free_energy;
    EXPECT_NEAR(merit(problem, R, U, rows), expected, kRough * (1.0 + expected));
    const double last = inverse_energy(problem.W_diagonal[0], states[n - 1].miss);
    EXPECT_NEAR(rows[n - 1], last / sums.free_energy, kRough * (1.0 + last)) << states[n - 1].name;
  }
}

// Each of the three sizes is the largest once; only they and the violation make e.
TEST(ContactRegions, ScaleOfTheResidualIsTheLargestOfFreeVelocityVelocityAndReaction) {
  ContactState state;
  state.friction = 0.75;
  state.velocity_shift = -1.0;
  state.cohesion = 2.0;
  LocalDynamics problem = row_of(state);
  const auto scale = [&](Vec3 B, Vec3 U, Vec3 R) {
    problem.B[0] = B;
    return natural_violation(problem, {{R}}, {{U}}).scale;
  };
  EXPECT_NEAR(scale({2, 3, 7}, {1, 1, 1}, {0, 0, -2}), 7.0, kHand);    // (2, 3, 6)
  EXPECT_NEAR(scale({1, 1, 1}, {-6, 2, -2}, {0, 0, -2}), 7.0, kHand);  // (-6, 2, -3)
  EXPECT_NEAR(scale({1, 1, 1}, {1, 1, 1}, {4, 4, 5}), 13.5, kHand);    // 1.5 (4, 4, 7)
  EXPECT_EQ(scale({0, 0, 1}, {0, 0, 1}, {0, 0, -2}), 1.0);             // nothing at all
}

TEST(ContactRegions, OpenContactsAreLeftOutUnlessBonded) {
  std::vector<ContactState> states{contact_states()[8].with_scale(kCoupledScale),
                                   contact_states()[10].with_scale(kCoupledScale)};
  LocalDynamics problem = rows_of(states);
  const std::vector<Vec3> R{states[0].R, states[1].R};
  const std::vector<Vec3> U{states[0].U, states[1].U};
  const double one = inverse_energy(coupled_block(), states[0].miss);
  const double free = inverse_energy(coupled_block(), problem.B[0]);
  EXPECT_NEAR(merit(problem, R, U, {}), one / free, kEnergy * one);  // two of each
  problem.law[0].open = true;
  EXPECT_NEAR(merit(problem, R, U, {}), 0.5 * one / free, kEnergy * one);
  const NaturalViolation found = natural_violation(problem, R, U);
  EXPECT_NEAR(found.violation, norm(states[1].miss), kHand);
  EXPECT_EQ(found.worst_row, 1);
  EXPECT_NEAR(found.scale, norm(Vec3{2, 5, 10.75}), kHand);  // r of the bond, not both of them
  EXPECT_EQ(natural_row_residual(problem, 0, 1.0, R[0], U[0]), (Vec3{}));
  EXPECT_EQ(row_miss(problem, 0, 1.0, R[0], U[0]).energy, 0.0);
  problem.law[1].open = true;  // the bond keeps it
  EXPECT_LE(norm(natural_row_residual(problem, 1, kCoupledScale, R[1], U[1]) - states[1].miss),
            kHand);
  problem.law[1].bonded = false;
  EXPECT_EQ(natural_violation(problem, R, U).violation, 0.0);
  EXPECT_EQ(natural_violation(problem, R, U).worst_row, -1);
}

TEST(ContactRegions, OfRowsThatMissTheSameTheFirstIsTheWorst) {
  const ContactState state = contact_states()[8].with_scale(1.5);
  const LocalDynamics problem = rows_of(std::vector<ContactState>(3, state));
  const std::vector<Vec3> R(3, state.R);
  const std::vector<Vec3> U(3, state.U);
  EXPECT_EQ(natural_violation(problem, R, U).worst_row, 0);
  int worst = -1;
  EXPECT_GT(natural_residual(problem, R, U, &worst), 0.0);
  EXPECT_EQ(worst, 0);
}

TEST(ContactRegions, SizeOfASolutionCountsOpenRowsToo) {
  std::vector<ContactState> states(2);
  LocalDynamics problem = rows_of(states);
  problem.law[1].open = true;
  problem.B = {{0, 0, 1}, {2, 2, 0}};
  const std::vector<Vec3> R{{0, 3, 0}, {4, 0, 0}};
  SolutionSize size = solution_size(problem, R, {{{0, 0, 0.5}, {0, 0, 0.5}}});
  EXPECT_NEAR(size.velocity, 3.0, kHand);
  EXPECT_NEAR(size.reaction, 1.5 * 5.0, kHand);
  size = solution_size(problem, R, {{{0, 3, 0}, {4, 0, 0}}});
  EXPECT_NEAR(size.velocity, 5.0, kHand);
}

TEST(ContactRegions, MeanInverseMassIsThatOfAllRowsAndOneWhereThereIsNone) {
  LocalDynamics problem = rows_of(std::vector<ContactState>(2));
  problem.W_diagonal[1] = diagonal(9.0, 3.0, 6.0);
  EXPECT_NEAR(mean_inverse_mass(problem), 0.5 * (1.5 + 6.0), kHand);
  problem.W_diagonal = {{}, {}};
  EXPECT_EQ(mean_inverse_mass(problem), 1.0);
  EXPECT_EQ(mean_inverse_mass(LocalDynamics{}), 1.0);
}

}  // namespace
}  // namespace solfec
