// Packed kernels, coloured sweeps and sweeps over blocks evaluate the residual and the merit by
// code of their own: the same states as in contact_regions_test.cpp, region by region.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/block_csr_operator.h"
#include "solver/measure/contact_states.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/scene.h"
#include "solver/sweep/block_sweep.h"
#include "solver/sweep/coloured_sweep.h"
#include "solver/sweep/packed_kernel.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-12;  // relative
constexpr double kRough = 1e-5;      // relative, where friction 1e9 multiplies the rounding of U
constexpr double kSearch = 1e-6;     // relative, of the nearest point by search

double tolerance_of(const ContactState& state) { return state.friction > 1e6 ? kRough : kRounding; }

// ---- the kernel --------------------------------------------------------------------------------

constexpr double kSchur[2] = {1.25, 0.5};
constexpr double kRatio[2] = {0.5, -0.25};
constexpr double kNormal = 2.0;

/// [diag(s) + w_N q qᵀ, w_N q; w_N qᵀ, w_N] of the constants above.
Mat3 packed_block() {
  Mat3 W;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      W(a, b) = (a == b ? kSchur[a] : 0.0) + kNormal * kRatio[a] * kRatio[b];
    }
    W(a, 2) = W(2, a) = kNormal * kRatio[a];
  }
  W(2, 2) = kNormal;
  return W;
}

/// tr(W) / 3 of that block, by which the merit multiplies forces.
double packed_scale() { return trace(packed_block()) / 3.0; }

/// Packed rows without bodies: the velocity is the free one.
class FreeRows {
 public:
  explicit FreeRows(int rows) : rows_(at(rows)) {
    for (PackedRow& row : rows_) {
      for (int lane = 0; lane < kLanes; ++lane) {
        for (int t = 0; t < 2; ++t) row.schur[t][lane] = kSchur[t];
        for (int t = 0; t < 2; ++t) row.ratio[t][lane] = kRatio[t];
        row.normal[lane] = kNormal;
      }
    }
  }

  void set(int row, int lane, const ContactState& state) {
    PackedRow& to = rows_[at(row)];
    to.friction[lane] = state.friction;
    to.cohesion[lane] = state.cohesion;  // part of r already
    set_lane(to.r, lane, {state.R.x, state.R.y, state.R.z + state.cohesion});
    set_lane(to.free, lane, {state.U.x, state.U.y, state.U.z + state.velocity_shift});
  }

  ChunkResidual evaluate(const PackedKernels& kernels, double scale) {
    Pack pack;
    pack.points = static_cast<int>(rows_.size());
    for (auto& side : pack.body) std::fill_n(side, kLanes, -1);
    ChunkResidual sums;
    kernels.evaluate({&pack, rows_.data(), nullptr, 0, 1}, scale, false, sums);
    return sums;
  }

 private:
  std::vector<PackedRow> rows_;
};

std::vector<const PackedKernels*> versions() {
  std::vector<const PackedKernels*> all{&packed_kernels_baseline()};
  if (&packed_kernels() != all[0]) all.push_back(&packed_kernels());
  return all;
}

void expect_state_in_lane(const PackedKernels& kernels, const ContactState& state, int lane) {
  FreeRows rows(2);
  rows.set(1, lane, state.with_scale(packed_scale()));
  const ChunkResidual sums = rows.evaluate(kernels, packed_scale());
  const Vec3 u{state.U.x, state.U.y, state.U.z + state.velocity_shift};
  const Vec3 r{state.R.x, state.R.y, state.R.z + state.cohesion};
  const double tolerance = 100.0 * tolerance_of(state);
  const double squared = dot(state.miss, state.miss);
  EXPECT_NEAR(sums.residual_squared, squared, tolerance) << state.name;
  EXPECT_NEAR(sums.velocity_squared, dot(u, u), kRounding * dot(u, u)) << state.name;
  EXPECT_NEAR(sums.reaction_squared, dot(r, r), kRounding * dot(r, r)) << state.name;
  const double energy = inverse_energy(packed_block(), state.miss);
  EXPECT_NEAR(sums.merit, energy, tolerance * (1.0 + energy)) << state.name;
  EXPECT_NEAR(sums.worst, squared, tolerance) << state.name;
  if (squared > 1e-3) {
    EXPECT_EQ(sums.worst_row, kLanes + lane) << state.name;
  }
}

TEST(EvaluationRegions, EachLaneOfTheKernelGivesTheNumbersWorkedOutByHand) {
  for (const PackedKernels* kernels : versions()) {
    for (const ContactState& state : contact_states()) {
      for (int lane = 0; lane < kLanes; ++lane) expect_state_in_lane(*kernels, state, lane);
    }
  }
}

TEST(EvaluationRegions, ForcesCountTimesTheScaleInTheResidualAndTimesThatOfTheRowInTheMerit) {
  for (const ContactState& state : contact_states()) {
    const ContactState scaled = state.with_scale(0.25);
    FreeRows rows(1);
    rows.set(0, 2, scaled);
    const ChunkResidual sums = rows.evaluate(packed_kernels(), 0.25);
    const double tolerance = 100.0 * tolerance_of(state);
    EXPECT_NEAR(sums.residual_squared, dot(state.miss, state.miss), tolerance) << state.name;
    const SearchedMiss C = searched_miss(scaled.law(), packed_scale(), scaled.R, scaled.U);
    const double energy = inverse_energy(packed_block(), C.miss);
    EXPECT_NEAR(
        sums.merit, energy,
        10.0 * kSearch * (1.0 + energy + dot(C.miss, C.miss)) + 10.0 * kSearch * C.size * C.size)
        << state.name;
  }
}

TEST(EvaluationRegions, TheKernelAgreesWithASearchForTheNearestPoint) {
  int tried[kConeRegions] = {};
  const std::vector<ContactState> states = random_contact_states(2000, 23);
  for (std::size_t k = 0; k + kLanes <= states.size(); k += kLanes) {
    FreeRows rows(1);
    double squared = 0.0;
    double energy = 0.0;
    double size = 0.0;
    for (int lane = 0; lane < kLanes; ++lane) {
      const ContactState& state = states[k + at(lane)];
      rows.set(0, lane, state);
      const SearchedMiss natural = searched_miss(state.law(), 0.7, state.R, state.U);
      const SearchedMiss C = searched_miss(state.law(), packed_scale(), state.R, state.U);
      squared += dot(natural.miss, natural.miss);
      energy += inverse_energy(packed_block(), C.miss);
      size += natural.size * natural.size + C.size * C.size;
      ++tried[static_cast<int>(natural.region)];
    }
    const ChunkResidual sums = rows.evaluate(packed_kernels(), 0.7);
    ASSERT_NEAR(sums.residual_squared, squared, 10.0 * kSearch * size);
    ASSERT_NEAR(sums.merit, energy, 10.0 * kSearch * size);
  }
  for (const int times : tried) EXPECT_GT(times, 200);
}

// ---- sweeps ------------------------------------------------------------------------------------

enum class Form { packed, turned, pair, iterative, affine, blocks };

/// One body per state on the ground, or on another body, each with one contact beside its centre,
/// so that W_ii has all couplings and rows do not see each other.
class Rows {
 public:
  Rows(std::span<const ContactState> states, Form form) : form_(form), scene_(0.5, {}) {
    for (std::size_t k = 0; k < states.size(); ++k) {
      const Vec3 place{10.0 * double(k), 0, 0};
      const int body = form == Form::affine ? scene_.add_affine(1.0, {1, 2, 3}, place)
                                            : scene_.add_rigid(1.0, {1, 2, 3}, place);
      int other = kGround;
      if (form == Form::pair) other = scene_.add_rigid(2.0, {3, 1, 2}, place - Vec3{0, 0, 1});
      const bool turned = form == Form::turned;
      scene_.add_contact(turned ? other : body, turned ? body : other,
                         place + Vec3{0.6, -0.5, -0.4}, normalized({0.2, 0.3, 1.0}), 0.0);
    }
    scene_.finish();
    for (std::size_t k = 0; k < states.size(); ++k) set(k, states[k]);
  }

  [[nodiscard]] double scale() const {
    double sum = 0.0;
    for (const Mat3& W : scene_problem().W_diagonal) sum += trace(W);
    return sum / (3.0 * double(scene_problem().W_diagonal.size()));
  }

  LocalDynamics& problem() { return scene_.problem(); }
  [[nodiscard]] const std::vector<Vec3>& R() const { return R_; }
  [[nodiscard]] const std::vector<Vec3>& U() const { return U_; }

  Residual evaluate() {
    std::vector<Vec3> R = R_;
    if (form_ == Form::blocks) {
      BlockCsr W;
      assemble_block_csr(problem().body_space, W);
      BlockCsrOperator blocks(W);
      std::vector<SweepRow> rows;
      return BlockSweep(problem(), blocks, rows, {}, false, R).evaluate();
    }
    SweepParams params;
    if (form_ == Form::iterative) params.solver = DiagonalSolver::semismooth_newton;
    SweepWorkspace work;
    ColouredSweep sweep(problem(), work, params, false, R);
    const bool single = form_ == Form::iterative || form_ == Form::affine;
    EXPECT_EQ(work.packed.single.size(), single ? R.size() : 0U);
    return sweep.evaluate();
  }

 private:
  [[nodiscard]] const LocalDynamics& scene_problem() const {
    return const_cast<Scene&>(scene_).problem();
  }

  /// B such that B + W R is the velocity of the state.
  void set(std::size_t k, const ContactState& state) {
    problem().law[k] = state.law();
    problem().B[k] = state.U - problem().W_diagonal[k] * state.R;
    R_.push_back(state.R);
    U_.push_back(state.U);
  }

  Form form_;
  Scene scene_;
  std::vector<Vec3> R_;
  std::vector<Vec3> U_;
};

std::vector<ContactState> scaled_states(double scale) {
  std::vector<ContactState> states;
  for (const ContactState& state : contact_states()) states.push_back(state.with_scale(scale));
  return states;
}

class SweepEvaluation : public ::testing::TestWithParam<Form> {
 protected:
  /// w̄, which depends on bodies and points alone.
  static double scale() { return Rows(contact_states(), GetParam()).scale(); }
};

TEST_P(SweepEvaluation, ResidualOfEachStateIsThatWorkedOutByHand) {
  const std::vector<ContactState> states = scaled_states(scale());
  for (std::size_t k = 0; k < states.size(); ++k) {
    const ContactState& state = states[k];
    Rows rows({&state, 1}, GetParam());
    const Residual found = rows.evaluate();
    const Vec3 B = rows.problem().B[0];
    const Vec3 q{B.x, B.y, B.z + state.velocity_shift};
    const Vec3 u{state.U.x, state.U.y, state.U.z + state.velocity_shift};
    const Vec3 r = scale() * Vec3{state.R.x, state.R.y, state.R.z + state.cohesion};
    const double most = std::max({norm(q), norm(u), norm(r)});
    const double size = most > 0.0 ? most : 1.0;
    const double tolerance = 10.0 * tolerance_of(state) * (1.0 + size);
    EXPECT_NEAR(found.map.violation, norm(state.miss), tolerance) << state.name;
    EXPECT_NEAR(found.map.scale, size, 10.0 * kRounding * size) << state.name;
    EXPECT_NEAR(found.map.natural(), norm(state.miss) / size, tolerance / size) << state.name;
    if (norm(state.miss) > 1e-3) {
      EXPECT_EQ(found.map.worst_row, 0) << state.name;
    }
  }
}

TEST_P(SweepEvaluation, MeritOfEachStateIsThatWorkedOutByHand) {
  for (const ContactState& state : scaled_states(scale())) {
    Rows rows({&state, 1}, GetParam());
    const Mat3& W = rows.problem().W_diagonal[0];
    const double free = inverse_energy(W, rows.problem().B[0]);
    const double expected = inverse_energy(W, state.miss) / (free > 0.0 ? free : 1.0);
    const double tolerance = 1e-9 + 100.0 * tolerance_of(state);
    EXPECT_NEAR(rows.evaluate().merit, expected, tolerance * (1e-6 + expected)) << state.name;
  }
}

TEST_P(SweepEvaluation, AllStatesTogetherAgreeWithTheMeasuresToRounding) {
  for (const std::vector<ContactState>& states :
       {scaled_states(1.0), scaled_states(scale()), random_contact_states(300, 29)}) {
    for (std::size_t n = 1; n <= states.size(); n = n < 30 ? n + 1 : 2 * n) {
      const std::span<const ContactState> all = states;
      Rows rows(all.first(n), GetParam());
      const Residual found = rows.evaluate();
      int worst = -1;
      const double natural = natural_residual(rows.problem(), rows.R(), rows.U(), &worst);
      const double energy = merit(rows.problem(), rows.R(), rows.U(), {});
      const bool rough = std::ranges::any_of(
          all.first(n), [](const ContactState& state) { return state.friction > 1e6; });
      const double tolerance = rough ? kRough : 1e-10;
      EXPECT_NEAR(found.map.natural(), natural, tolerance * (1e-6 + natural)) << n;
      EXPECT_NEAR(found.merit, energy, tolerance * (1e-6 + energy)) << n;
      if (natural > 1e-9) {
        EXPECT_EQ(found.map.worst_row, worst) << n;
      }
    }
  }
}

// A reaction along the largest eigenvector of W_ii: u is larger than w̄ r, and B is nothing.
TEST_P(SweepEvaluation, TheLargestVelocityWithItsShiftMakesTheScale) {
  ContactState state;
  state.velocity_shift = -1.0;
  Rows rows({&state, 1}, GetParam());
  const Mat3& W = rows.problem().W_diagonal[0];
  Vec3 R{1, -1, 1};
  for (int k = 0; k < 100; ++k) R = normalized(W * R);
  if ((W * R).z > 0.0) R = -R;  // as the shift
  state.R = (20.0 / norm(W * R)) * R;
  state.U = W * state.R;
  const double expected = norm(state.U + Vec3{0, 0, -1});
  ASSERT_GT(expected, 1.02 * scale() * norm(state.R));
  EXPECT_NEAR(Rows({&state, 1}, GetParam()).evaluate().map.scale, expected, 1e-11 * expected);
}

INSTANTIATE_TEST_SUITE_P(Forms, SweepEvaluation,
                         ::testing::Values(Form::packed, Form::turned, Form::pair, Form::iterative,
                                           Form::affine, Form::blocks));

// Manifolds of more contacts come first in the packs.
TEST(EvaluationRegions, TheWorstRowIsThatOfTheProblemNotOfThePacks) {
  Scene scene(0.5, {});
  const int one = scene.add_rigid(1.0, {1, 2, 3}, {0, 0, 0});
  const int two = scene.add_rigid(1.0, {1, 2, 3}, {9, 0, 0});
  scene.add_contact(one, kGround, {0, 0, -1}, {0, 0, 1}, 0.75);
  scene.add_contact(two, kGround, {8, 0, -1}, {0, 0, 1}, 0.75);
  scene.add_contact(two, kGround, {10, 0, -1}, {0, 0, 1}, 0.75);
  LocalDynamics& problem = scene.finish();
  for (int worst = 0; worst < 3; ++worst) {
    problem.B.assign(3, {3, 4, -1});
    problem.B[at(worst)] = {3, 4, -3};
    std::vector<Vec3> R(3);
    SweepWorkspace work;
    EXPECT_EQ(ColouredSweep(problem, work, {}, false, R).evaluate().map.worst_row, worst);
  }
}

// An obstacle against an obstacle: U = B, no reaction; nothing moves it, but it counts in e.
TEST(EvaluationRegions, RowsWithoutInertiaCountInTheResidualAlone) {
  Scene scene(0.5, {});
  const int body = scene.add_rigid(1.0, {1, 2, 3}, {0, 0, 0});
  scene.add_contact(body, kGround, {0.6, -0.5, -0.4}, {0, 0, 1}, 0.75);
  scene.add_contact(kGround, kGround, {5, 0, 0}, {0, 0, 1}, 0.75);
  scene.finish();
  for (const bool open : {false, true}) {
    LocalDynamics& problem = scene.problem();
    problem.law[1].open = open;
    problem.B = {{0, 0, 1}, {3, 4, -1}};  // the second misses (0.288, 0.384, -0.64)
    std::vector<Vec3> R(2);
    SweepWorkspace work;
    const Residual found = ColouredSweep(problem, work, {}, false, R).evaluate();
    EXPECT_NEAR(found.map.violation, open ? 0.0 : 0.8, 1e-12);
    EXPECT_NEAR(found.map.scale, open ? 1.0 : std::sqrt(27.0), 1e-12);
    EXPECT_EQ(found.map.worst_row, open ? -1 : 1);
    EXPECT_EQ(found.merit, 0.0);

    R[0] = {0, 0, 20};  // makes velocities the largest
    std::vector<Vec3> U = problem.B;
    U[0] += problem.W_diagonal[0] * R[0];
    SweepWorkspace other;
    const Residual pushed = ColouredSweep(problem, other, {}, false, R).evaluate();
    const double squared = dot(U[0], U[0]) + (open ? 0.0 : 26.0);
    EXPECT_NEAR(pushed.map.scale, std::sqrt(squared), 1e-12 * squared);
  }
}

}  // namespace
}  // namespace solfec
