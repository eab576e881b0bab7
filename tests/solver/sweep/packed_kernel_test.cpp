#include "solver/sweep/packed_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/contact_block.h"
#include "solver/contact_oracle.h"
#include "solver/law/signorini_contact.h"
#include "solver/one_contact/exact_contact.h"

namespace solfec {
namespace {

constexpr int kPacks = 60;
constexpr int kBodies = 40;
constexpr double kSums = 1e-12;  // of sums over some hundred rows

/// Random packs between random rigid bodies: empty lanes, lanes with fewer contacts than others,
/// sides without a body, friction from none to huge, cohesion, blocks of very different sizes.
class Problem {
 public:
  explicit Problem(unsigned seed) : rng_(seed) {
    slots.resize(kBodies);
    for (RigidSlot& slot : slots) fill(slot);
    std::vector<int> bodies(kBodies);
    std::iota(bodies.begin(), bodies.end(), 0);
    for (int k = 0; k < kPacks; ++k) {
      std::shuffle(bodies.begin(), bodies.end(), rng_);
      add_pack(bodies);
    }
  }

  PackRange range() { return {packs.data(), rows.data(), slots.data(), 0, kPacks}; }

  std::vector<Pack> packs;
  std::vector<PackedRow> rows;
  std::vector<RigidSlot> slots;

 private:
  double number() { return unit_(rng_); }
  double size() { return std::pow(10.0, 2.0 * number()); }
  Vec3 vector() { return {number(), number(), number()}; }

  void fill(RigidSlot& slot) {
    for (double& v : slot.v) v = number();
    slot.scaled_inverse_mass = size();
    Mat3 root;
    for (double& entry : root.m) entry = number();
    const Mat3 A = root * transpose(root) + 0.1 * identity();
    const double entries[6] = {A(0, 0), A(1, 1), A(2, 2), A(0, 1), A(0, 2), A(1, 2)};
    std::copy(std::begin(entries), std::end(entries), slot.scaled_inverse);
  }

  void add_pack(const std::vector<int>& bodies) {
    Pack pack;
    pack.first_row = static_cast<int>(rows.size());
    pack.points = 1 + static_cast<int>(rng_() % 5);
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool empty = lane > 0 && rng_() % 6 == 0;
      const bool ground = rng_() % 4 == 0;
      pack.body[0][lane] = empty ? -1 : bodies[at(2 * lane)];
      pack.body[1][lane] = empty || ground ? -1 : bodies[at(2 * lane + 1)];
    }
    rows.resize(rows.size() + at(pack.points));
    for (int lane = 0; lane < kLanes; ++lane) {
      const bool empty = pack.body[0][lane] < 0;
      const int used = empty ? 0 : 1 + static_cast<int>(rng_()) % pack.points;
      for (int point = 0; point < pack.points; ++point) {
        fill_lane(rows[at(pack.first_row + point)], lane, point < used);
      }
    }
    packs.push_back(pack);
  }

  void put(double (&to)[3][kLanes], int lane, Vec3 v) {
    for (int c = 0; c < 3; ++c) to[c][lane] = v[c];
  }

  void fill_lane(PackedRow& row, int lane, bool used) {
    row.schur[0][lane] = row.schur[1][lane] = row.normal[lane] = 1.0;
    if (!used) return;
    const Vec3 n = normalized(vector());
    const Vec3 t = normalized(cross(n, vector()));
    const Vec3 axes[3] = {t, cross(n, t), n};
    for (int axis = 0; axis < 3; ++axis) {
      for (int c = 0; c < 3; ++c) row.frame[3 * axis + c][lane] = axes[axis][c];
    }
    for (auto& arm : row.arm) arm[lane] = number();
    put(row.free, lane, vector());
    for (auto& schur : row.schur) schur[lane] = size();
    for (auto& ratio : row.ratio) ratio[lane] = 0.5 * number();
    row.normal[lane] = size();
    constexpr double kFriction[] = {0.0, 1e-6, 0.3, 0.8, 2.0, 1e9};
    row.friction[lane] = kFriction[rng_() % 6];
    row.cohesion[lane] = rng_() % 3 == 0 ? 1.0 + number() : 0.0;
    row.slip[lane] = rng_() % 2 == 0 ? 0.0 : size();
    put(row.r, lane, rng_() % 4 == 0 ? Vec3{} : vector());
    put(row.gradient, lane, vector());
    put(row.direction, lane, vector());
  }

  std::mt19937 rng_;
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

/// Bits of all numbers but padding.
std::vector<std::uint64_t> bits(const Problem& problem) {
  constexpr std::size_t kRowNumbers = (9 + 6 + 3 + 2 + 2 + 5 + 9 + 2) * kLanes;
  std::vector<std::uint64_t> all;
  const auto add = [&](const void* from, std::size_t count) {
    const std::size_t before = all.size();
    all.resize(before + count);
    std::memcpy(all.data() + before, from, count * sizeof(double));
  };
  for (const PackedRow& row : problem.rows) add(row.frame, kRowNumbers);
  for (const RigidSlot& slot : problem.slots) add(slot.v, 6);
  return all;
}

using SumBits = std::vector<std::uint64_t>;

SumBits bits(const ChunkSums& sums) {
  const double values[] = {sums.gradient_squared, sums.change_squared, sums.size_squared,
                           sums.alone_squared};
  SumBits all(4);
  std::memcpy(all.data(), values, sizeof values);
  return all;
}

SumBits bits(const ChunkResidual& sums) {
  const double values[] = {
      sums.residual_squared, sums.velocity_squared, sums.reaction_squared, sums.merit, sums.worst,
      double(sums.worst_row)};
  SumBits all(6);
  std::memcpy(all.data(), values, sizeof values);
  return all;
}

/// Runs something on two equal problems with both tables.
template <typename Run>
void expect_equal_bits(unsigned seed, const Run& run) {
  Problem plain(seed);
  Problem wide(seed);
  ASSERT_EQ(bits(plain), bits(wide));
  for (int repeat = 0; repeat < 4; ++repeat) {
    const auto plain_sums = run(packed_kernels_baseline(), plain);
    const auto wide_sums = run(packed_kernels_wide(), wide);
    EXPECT_EQ(bits(plain_sums), bits(wide_sums)) << seed;
    EXPECT_EQ(bits(plain), bits(wide)) << seed;
  }
}

/// The wide version is made of instructions that a machine may lack.
bool has_wide() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

class PackedKernelVersions : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    if (!has_wide()) GTEST_SKIP() << "no AVX2";
  }
};

TEST_P(PackedKernelVersions, PlainSweepsGiveTheSameBits) {
  for (const double proximal : {0.0, 0.1}) {
    expect_equal_bits(GetParam(), [&](const PackedKernels& kernels, Problem& problem) {
      ChunkSums sums;
      kernels.sweep(problem.range(), {0.0, 0.0, proximal}, sums);
      return sums;
    });
  }
}

TEST_P(PackedKernelVersions, SweepsWithMomentumGiveTheSameBits) {
  expect_equal_bits(GetParam(), [](const PackedKernels& kernels, Problem& problem) {
    ChunkSums sums;
    kernels.momentum_sweep(problem.range(), {0.6, 1.0, 0.1}, sums);
    return sums;
  });
}

TEST_P(PackedKernelVersions, EvaluationsGiveTheSameBits) {
  for (const bool store : {false, true}) {
    expect_equal_bits(GetParam(), [&](const PackedKernels& kernels, Problem& problem) {
      ChunkResidual sums;
      kernels.evaluate(problem.range(), 0.7, store, sums);
      return sums;
    });
  }
}

TEST_P(PackedKernelVersions, ScatteredReactionsGiveTheSameBits) {
  expect_equal_bits(GetParam(), [](const PackedKernels& kernels, Problem& problem) {
    kernels.scatter(problem.range());
    return ChunkSums{};
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, PackedKernelVersions, ::testing::Range(1U, 21U));

// ---- one visit against the scalar solver
// ---------------------------------------------------------

/// Four one-contact problems in a row without bodies: u = free, x = r.
struct Visit {
  PackedRow row;
  std::array<ContactBlock, kLanes> block;
  std::array<Vec3, kLanes> b;  // free velocity of the problem

  void set(int lane, const Mat3& W, double mu, Vec3 u, Vec3 x) {
    // the rotation of the tangents is not the kernel's business: make it part of the frame
    const ContactBlock rotated = make_contact_block(W);
    ContactBlock& w = block[at(lane)];
    w = rotated;
    w.cosine = 1.0;
    w.sine = 0.0;
    const double q1 = rotated.rotated_coupling[0] * rotated.inverse_normal;
    const double q2 = rotated.rotated_coupling[1] * rotated.inverse_normal;
    w.coupling[0] = rotated.rotated_coupling[0];
    w.coupling[1] = rotated.rotated_coupling[1];
    w.tangent[0] = rotated.schur[0] + rotated.normal * q1 * q1;
    w.tangent[1] = rotated.normal * q1 * q2;
    w.tangent[2] = rotated.schur[1] + rotated.normal * q2 * q2;
    for (int t = 0; t < 2; ++t) row.schur[t][lane] = rotated.schur[t];
    row.ratio[0][lane] = q1;
    row.ratio[1][lane] = q2;
    row.normal[lane] = rotated.normal;
    row.friction[lane] = mu;
    for (int c = 0; c < 3; ++c) {
      row.free[c][lane] = u[c];
      row.r[c][lane] = x[c];
    }
    b[at(lane)] = u - w.times(x);
  }

  [[nodiscard]] Vec3 result(int lane) const {
    return {row.r[0][lane], row.r[1][lane], row.r[2][lane]};
  }

  void run(const PackedKernels& kernels, const Momentum& momentum = {}) {
    Pack pack;
    pack.points = 1;
    for (auto& side : pack.body) std::fill_n(side, kLanes, -1);
    ChunkSums sums;
    kernels.sweep({&pack, &row, nullptr, 0, 1}, momentum, sums);
  }
};

Mat3 random_block(std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Mat3 root;
  for (double& entry : root.m) entry = unit(rng);
  return std::pow(10.0, 3.0 * unit(rng)) * (root * transpose(root) + 0.05 * identity());
}

struct Tally {
  int open = 0;
  int stick = 0;
  int slip = 0;
};

void count_case(Vec3 r, double mu, Tally& tally) {
  if (r == Vec3{}) {
    ++tally.open;
  } else if (std::hypot(r.x, r.y) < (1.0 - 1e-9) * mu * r.z) {
    ++tally.stick;
  } else {
    ++tally.slip;
  }
}

/// 1e5 blocks; with friction so small or coupling so weak that the solution is unique.
void expect_visits_equal_exact_contact(const PackedKernels& kernels, double proximal) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Tally tally;
  double worst = 0.0;
  for (int sample = 0; sample < 25000; ++sample) {
    Visit visit;
    for (int lane = 0; lane < kLanes; ++lane) {
      const Mat3 W = random_block(rng);
      const ContactBlock w = make_contact_block(W);
      const double q = std::hypot(w.rotated_coupling[0], w.rotated_coupling[1]) * w.inverse_normal;
      const double mu = rng() % 5 == 0 ? 0.0 : 0.9 * std::fabs(unit(rng)) / std::max(q, 0.5);
      const double force = 1.0 / trace(W);
      const Vec3 x = rng() % 3 == 0 ? Vec3{} : force * Vec3{unit(rng), unit(rng), unit(rng)};
      visit.set(lane, W, mu, {unit(rng), unit(rng), unit(rng)}, x);
    }
    Visit solved = visit;
    solved.run(kernels, {0.0, 0.0, proximal});
    for (int lane = 0; lane < kLanes; ++lane) {
      const double mu = visit.row.friction[lane];
      ContactBlock w = visit.block[at(lane)];
      const Vec3 x = visit.result(lane);
      Vec3 b = visit.b[at(lane)];
      if (proximal > 0.0) {
        const ContactBlock heavier = with_proximal_part(w, proximal);
        b = b + w.times(x) - heavier.times(x);
        w = heavier;
      }
      double lambda = 0.0;
      const Vec3 expected = solve_exact_contact(w, mu, b, lambda);
      const Vec3 found = solved.result(lane);
      const double size = norm(expected) + norm(x) + norm(b) / std::min({w.schur[0], w.schur[1]});
      worst = std::max(worst, norm(found - expected) / size);
      count_case(found, mu, tally);
    }
  }
  EXPECT_LE(worst, 1e-12);
  EXPECT_GT(tally.open, 10000);
  EXPECT_GT(tally.stick, 1000);
  EXPECT_GT(tally.slip, 10000);
}

TEST(PackedKernel, VisitsEqualTheExactOneContactSolver) {
  expect_visits_equal_exact_contact(packed_kernels_baseline(), 0.0);
  if (has_wide()) expect_visits_equal_exact_contact(packed_kernels_wide(), 0.0);
}

TEST(PackedKernel, ProximalVisitsEqualTheExactSolutionOfTheHeavierBlock) {
  expect_visits_equal_exact_contact(packed_kernels_baseline(), 0.1);
}

TEST(PackedKernel, ResultsObeyTheLawForEveryFrictionAndCoupling) {
  std::mt19937 rng(9);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const double mu : {1e-9, 1e-3, 0.5, 3.0, 100.0, 1e8}) {
    double worst = 0.0;
    for (int sample = 0; sample < 5000; ++sample) {
      Visit visit;
      for (int lane = 0; lane < kLanes; ++lane) {
        visit.set(lane, random_block(rng), mu, {unit(rng), unit(rng), unit(rng)}, {});
      }
      visit.run(packed_kernels());
      for (int lane = 0; lane < kLanes; ++lane) {
        const OneContact contact{visit.block[at(lane)].matrix(), visit.b[at(lane)], mu};
        worst = std::max(worst, law_violation(contact, visit.result(lane)));
      }
    }
    // |r_T| = mu r_n with r_n a difference of numbers that are mu times larger
    EXPECT_LE(worst, std::max(1e-9, 1e-15 * mu)) << mu;
  }
}

/// Between spheres r_n = -b_n / w_n and slip is against b_T; three of four lanes, so that both ways
/// to solve for slip meet in one visit.
TEST(PackedKernel, SlipWithoutCouplingGoesAgainstTheFreeVelocity) {
  std::mt19937 rng(4);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int sample = 0; sample < 1000; ++sample) {
    Visit visit;
    for (int lane = 0; lane < kLanes; ++lane) {
      Mat3 W = random_block(rng);
      if (lane > 0) W = {{3.5, 0.0, 0.0, 0.0, 3.5, 0.0, 0.0, 0.0, 1.25}};
      visit.set(lane, W, 0.3, {unit(rng), unit(rng), -1.0 - unit(rng)}, {});
    }
    visit.run(packed_kernels());
    for (int lane = 0; lane < kLanes; ++lane) {
      const Vec3 b = visit.b[at(lane)];
      const Vec3 r = visit.result(lane);
      const OneContact contact{visit.block[at(lane)].matrix(), b, 0.3};
      EXPECT_LE(law_violation(contact, r), 1e-9);
      const double normal = -b.z / 1.25;
      const double length = std::hypot(b.x, b.y);
      if (lane == 0 || length <= 3.5 * 0.3 * normal) continue;
      EXPECT_NEAR(r.z, normal, 1e-11);
      EXPECT_NEAR(r.x, -0.3 * normal * b.x / length, 1e-11);
      EXPECT_NEAR(r.y, -0.3 * normal * b.y / length, 1e-11);
    }
  }
}

/// A coarse slip is on the cone, without normal velocity and near the exact one.
TEST(PackedKernel, CoarseSlipStaysOnTheConeNearTheExactOne) {
  constexpr double kCoarse = 1e-3;
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  int others = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    Visit exact;
    for (int lane = 0; lane < kLanes; ++lane) {
      exact.set(lane, random_block(rng), 0.3, {unit(rng), unit(rng), -1.0 - unit(rng)}, {});
    }
    Visit coarse = exact;
    exact.run(packed_kernels());
    coarse.run(packed_kernels(), {.slip_tolerance = kCoarse});
    for (int lane = 0; lane < kLanes; ++lane) {
      const Vec3 r = exact.result(lane);
      const Vec3 found = coarse.result(lane);
      EXPECT_LE(std::hypot(found.x, found.y), 0.3 * found.z * (1.0 + 1e-12));
      EXPECT_LE(norm(found - r), 10.0 * kCoarse * norm(r));
      if (found != r) ++others;
    }
  }
  EXPECT_GT(others, 100);
}

// ---- bodies
// --------------------------------------------------------------------------------------

Vec3 column(const double (&from)[3][kLanes], int lane) {
  return {from[0][lane], from[1][lane], from[2][lane]};
}

struct LaneGeometry {
  Mat3 frame;
  Vec3 first_arm;
  Vec3 second_arm;

  LaneGeometry(const PackedRow& row, int lane) {
    for (int k = 0; k < 9; ++k) frame.m[k] = row.frame[k][lane];
    for (int c = 0; c < 3; ++c) {
      first_arm[c] = row.arm[c][lane];
      second_arm[c] = row.arm[3 + c][lane];
    }
  }
};

Vec3 point_velocity(const Problem& problem, int body, Vec3 arm) {
  if (body < 0) return {};
  const double* v = problem.slots[at(body)].v;
  return Vec3{v[3], v[4], v[5]} + cross({v[0], v[1], v[2]}, arm);
}

Vec3 relative_velocity(const Problem& problem, const Pack& pack, const PackedRow& row, int lane) {
  const LaneGeometry g(row, lane);
  const Vec3 v = point_velocity(problem, pack.body[0][lane], g.first_arm) -
                 point_velocity(problem, pack.body[1][lane], g.second_arm);
  return column(row.free, lane) + transposed_times(g.frame, v);
}

/// Stones that fall side by side: their rows have velocities of rounding, whose squares underflow.
TEST(PackedKernel, VelocitiesWhoseSquaresUnderflowGiveFiniteReactions) {
  constexpr double kTiny = 1e-215;
  for (unsigned seed = 1; seed < 20; ++seed) {
    Problem problem(seed);
    for (PackedRow& row : problem.rows) {
      for (auto* list : {&row.r, &row.free, &row.gradient, &row.direction}) {
        for (auto& component : *list) {
          for (double& lane : component) lane *= kTiny;
        }
      }
      for (double& lane : row.cohesion) lane = 0.0;
    }
    for (auto& slot : problem.slots) {
      for (double& component : slot.v) component *= kTiny;
    }
    for (const PackedKernels* kernels : {&packed_kernels_baseline(), &packed_kernels()}) {
      Problem swept = problem;
      ChunkSums sums;
      for (int sweep = 0; sweep < 3; ++sweep) kernels->sweep(swept.range(), {0.0, 1.0, 0.1}, sums);
      for (const PackedRow& row : swept.rows) {
        for (int lane = 0; lane < kLanes; ++lane) {
          EXPECT_LE(norm_inf(column(row.r, lane)), 1e-100);  // not NaN, not infinite
        }
      }
    }
  }
}

TEST(PackedKernel, EvaluationAddsUpTheNaturalMapOfEveryLane) {
  constexpr double kScale = 0.7;
  Problem problem(5);
  const Problem before = problem;
  ChunkResidual sums;
  packed_kernels().evaluate(problem.range(), kScale, true, sums);
  double residual = 0.0;
  double velocity = 0.0;
  double reaction = 0.0;
  double worst = 0.0;
  for (const Pack& pack : before.packs) {
    for (int point = 0; point < pack.points; ++point) {
      const PackedRow& row = before.rows[at(pack.first_row + point)];
      for (int lane = 0; lane < kLanes; ++lane) {
        RowLaw law;  // r and u are the shifted ones
        law.friction = row.friction[lane];
        const Vec3 u = relative_velocity(before, pack, row, lane);
        const Vec3 r = kScale * column(row.r, lane);
        const Vec3 miss = contact_residual(law, 1.0, r, u);
        residual += dot(miss, miss);
        velocity += dot(u, u);
        reaction += dot(r, r);
        worst = std::max(worst, dot(miss, miss));
        const PackedRow& after = problem.rows[at(pack.first_row + point)];
        EXPECT_LE(norm(column(after.gradient, lane) - u), 1e-13);
      }
    }
  }
  // huge friction makes huge terms; each sum is compared with its own size
  EXPECT_NEAR(sums.residual_squared, residual, kSums * residual);
  EXPECT_NEAR(sums.velocity_squared, velocity, kSums * velocity);
  EXPECT_NEAR(sums.reaction_squared, reaction, kSums * reaction);
  EXPECT_NEAR(sums.worst, worst, kSums * worst);
}

TEST(PackedKernel, ScatterKeepsTheMomentumLessCohesion) {
  Problem problem(6);
  const Problem before = problem;
  packed_kernels().scatter(problem.range());
  // a = inverse mass: Δv / a is the force on a body
  std::vector<Vec3> force(kBodies);
  for (const Pack& pack : before.packs) {
    for (int point = 0; point < pack.points; ++point) {
      const PackedRow& row = before.rows[at(pack.first_row + point)];
      for (int lane = 0; lane < kLanes; ++lane) {
        Vec3 r = column(row.r, lane);
        r.z -= row.cohesion[lane];
        const Vec3 p = LaneGeometry(row, lane).frame * r;
        if (pack.body[0][lane] >= 0) force[at(pack.body[0][lane])] += p;
        if (pack.body[1][lane] >= 0) force[at(pack.body[1][lane])] -= p;
      }
    }
  }
  for (std::size_t body = 0; body < kBodies; ++body) {
    const RigidSlot& slot = problem.slots[body];
    for (int c = 0; c < 3; ++c) {
      const double change = slot.v[3 + c] - before.slots[body].v[3 + c];
      const double expected = slot.scaled_inverse_mass * force[body][c];
      EXPECT_NEAR(change, expected, 1e-12 * (1.0 + slot.scaled_inverse_mass * 10.0));
    }
  }
}

TEST(PackedKernel, EmptyLanesStayAtRest) {
  Problem problem(7);
  const Problem before = problem;
  ChunkSums sums;
  packed_kernels().sweep(problem.range(), {}, sums);
  for (const Pack& pack : before.packs) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (pack.body[0][lane] >= 0) continue;
      for (int point = 0; point < pack.points; ++point) {
        EXPECT_EQ(column(problem.rows[at(pack.first_row + point)].r, lane), (Vec3{}));
      }
    }
  }
}

}  // namespace
}  // namespace solfec
