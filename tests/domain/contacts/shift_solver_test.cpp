#include "domain/contacts/shift_solver.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "contact/piece/contact_point.h"

namespace solfec {
namespace {

constexpr Mat3 kNoTurn{};  // inverse inertia of a body that does not turn

/// A row between two slots (-1: fixed) at arms from their centres, along n.
RowJacobian row_between(int master, Vec3 master_arm, int slave, Vec3 slave_arm, Vec3 normal) {
  RowJacobian row;
  row.frame = contact_frame(normal);
  row.master = master;
  row.master_arm = master_arm;
  row.slave = slave;
  row.slave_arm = slave_arm;
  return row;
}

Vec3 shift_of(const BodyVelocities& shifts, int slot) {
  const auto v = shifts.slot_velocity(slot);
  return {v[3], v[4], v[5]};
}
Vec3 turn_of(const BodyVelocities& shifts, int slot) {
  const auto v = shifts.slot_velocity(slot);
  return {v[0], v[1], v[2]};
}

TEST(ShiftSolver, OneRowGetsTheSmallestShiftInTheMetricOfTheMasses) {
  // dq = M⁻¹ Hᵀ least / (H M⁻¹ Hᵀ), times 1 / (1 + compliance): written out for one corner of a
  // body with mass 3 kg and inertia diag(2, 5, 7) kg m².
  const double mass = 3.0;
  const Vec3 inertia{2.0, 5.0, 7.0};
  const Vec3 n = normalized(Vec3{0.3, -0.2, 0.9});
  const Vec3 arm{0.5, -0.4, -0.6};
  const double least = 2e-4;
  BodyOperator space;
  const int body = space.add_slot(
      SlotKind::rigid, diagonal(1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z), 1.0 / mass);
  space.add_row(row_between(body, arm, -1, {}, n));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const std::vector<ShiftRow> rows{{ShiftKind::contact, least}};
  EXPECT_TRUE(solver.solve(space, rows, p).converged);

  const Vec3 moment = cross(arm, n);  // Hᵀ = (n, arm x n)
  const Vec3 response{moment.x / inertia.x, moment.y / inertia.y, moment.z / inertia.z};
  const double mobility = 1.0 / mass + dot(moment, response);
  const double force = least / (mobility * (1.0 + kShiftCompliance));
  EXPECT_NEAR(p[0].z, force, 1e-12 * force);
  EXPECT_LE(norm(shift_of(solver.shifts(), body) - (force / mass) * n), 1e-12 * least);
  EXPECT_LE(norm(turn_of(solver.shifts(), body) - force * response), 1e-12 * least);
}

TEST(ShiftSolver, AStickingContactOpensAlongItsNormalAndDoesNotSlide) {
  // One corner of a body that would turn: the tangents hold, so W is that of the whole block.
  const Vec3 arm{0.5, -0.4, -0.6};
  const Mat3 inverse_inertia = diagonal(0.5, 0.2, 0.15);
  BodyOperator space;
  const int body = space.add_slot(SlotKind::rigid, inverse_inertia, 0.3);
  space.add_row(row_between(body, arm, -1, {}, {0, 0, 1}));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const double least = 1e-3;
  const std::vector<ShiftRow> rows{{ShiftKind::sticking, least}};
  EXPECT_TRUE(solver.solve(space, rows, p).converged);
  const Vec3 u = solver.shifts().gather(0);
  EXPECT_NEAR(u.x, 0.0, 1e-9 * least);
  EXPECT_NEAR(u.y, 0.0, 1e-9 * least);
  const double mobility = 0.3 + dot(cross(arm, {0, 0, 1}), inverse_inertia * cross(arm, {0, 0, 1}));
  EXPECT_NEAR(u.z + kShiftCompliance * mobility * p[0].z, least, 1e-9 * least);
}

TEST(ShiftSolver, AWedgeThatSticksOnBothSidesIsNotLiftedAndOneThatSlidesIs) {
  // Walls 5 degrees off the vertical ask for 1 mm each; sliding, the wedge rises by 1 mm / sin 5.
  const double angle = M_PI / 36.0;
  const double least = 1e-3;
  for (const ShiftKind kind : {ShiftKind::sticking, ShiftKind::contact}) {
    BodyOperator space;
    const int body = space.add_slot(SlotKind::rigid, kNoTurn, 1.0);
    for (const double side : {1.0, -1.0}) {
      space.add_row(
          row_between(body, {-side, 0, 0}, -1, {}, {side * std::cos(angle), 0, std::sin(angle)}));
    }
    ShiftSolver solver;
    std::vector<Vec3> p;
    const std::vector<ShiftRow> rows(2, ShiftRow{kind, least});
    (void)solver.solve(space, rows, p);
    const double risen = shift_of(solver.shifts(), body).z;
    if (kind == ShiftKind::sticking) {
      EXPECT_NEAR(risen, 0.0, 0.02 * least);
    } else {
      EXPECT_GT(risen, 4.0 * least);
    }
  }
}

TEST(ShiftSolver, AStickingContactThatIsNotPressedHoldsItsTangentsAndMayOpen) {
  // The body is lifted by another row beside it: the sticking one opens and pushes nowhere down.
  BodyOperator space;
  const int body = space.add_slot(SlotKind::rigid, kNoTurn, 1.0);
  space.add_row(row_between(body, {0, 0, 0}, -1, {}, normalized(Vec3{1, 0, 1})));
  space.add_row(row_between(body, {0, 0, 0}, -1, {}, {0, 0, 1}));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const double least = 1e-3;
  const std::vector<ShiftRow> rows{{ShiftKind::contact, least}, {ShiftKind::sticking, -1.0}};
  (void)solver.solve(space, rows, p);
  EXPECT_NEAR(shift_of(solver.shifts(), body).x, 0.0, 1e-6);
  EXPECT_NEAR(shift_of(solver.shifts(), body).z, std::sqrt(2.0) * least, 0.05 * least);
  EXPECT_EQ(p[1].z, 0.0);
}

TEST(ShiftSolver, NothingMovesWhenNoRowAsks) {
  BodyOperator space;
  const int body = space.add_slot(SlotKind::rigid, identity(), 1.0);
  space.add_row(row_between(body, {0, 0, -1}, -1, {}, {0, 0, 1}));
  space.add_row(row_between(body, {0, 0, -1}, -1, {}, {0, 0, 1}));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const std::vector<ShiftRow> rows{{ShiftKind::contact, 0.0}, {ShiftKind::point, 0.0}};
  EXPECT_EQ(solver.solve(space, rows, p).sweeps, 1);
  EXPECT_EQ(shift_of(solver.shifts(), body), Vec3{});
  EXPECT_EQ(p[0], Vec3{});
}

TEST(ShiftSolver, AJointHoldsItsPointWhileAContactTurnsTheBody) {
  // A pendulum: the point at (0, 0, 1) above the centre is fixed, the contact pushes sideways at
  // (0, 0, -1), so the body turns about the joint by least / 2.
  BodyOperator space;
  const int body = space.add_slot(SlotKind::rigid, identity(), 1.0);
  space.add_row(row_between(body, {0, 0, 1}, -1, {}, {0, 0, 1}));
  space.add_row(row_between(body, {0, 0, -1}, -1, {}, {1, 0, 0}));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const double least = 1e-3;
  const std::vector<ShiftRow> rows{{ShiftKind::point, 0.0}, {ShiftKind::contact, least}};
  EXPECT_TRUE(solver.solve(space, rows, p).converged);
  // the mobility of the contact alone is 2 / kg, with the joint held that of a pendulum with the
  // inertia 2 kg m² and the arm 2 m, also 2 / kg: the compliance weighs as if the body were free
  const double moved = least / (1.0 + kShiftCompliance);
  EXPECT_NEAR(solver.shifts().gather(1).z, moved, 1e-5 * least);
  EXPECT_LE(norm(solver.shifts().gather(0)), 1e-5 * least);
  EXPECT_NEAR(turn_of(solver.shifts(), body).y, -0.5 * moved, 1e-5 * least);
}

TEST(ShiftSolver, RowsThatContradictEachOtherShareWhatTheyMiss) {
  // Between two walls: one asks for 2, the other for 1 in the opposite direction. Least squares of
  // the misses with the bodies' own resistance: c = compliance, x = 1 / (c + 2) to x = 1 / 2.
  BodyOperator space;
  const int body = space.add_slot(SlotKind::rigid, kNoTurn, 0.25);
  space.add_row(row_between(body, {-1, 0, 0}, -1, {}, {1, 0, 0}));
  space.add_row(row_between(body, {1, 0, 0}, -1, {}, {-1, 0, 0}));
  ShiftSolver solver;
  std::vector<Vec3> p;
  const std::vector<ShiftRow> rows{{ShiftKind::contact, 2.0}, {ShiftKind::contact, 1.0}};
  const ShiftReport report = solver.solve(space, rows, p);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(shift_of(solver.shifts(), body).x, 1.0 / (kShiftCompliance + 2.0), 1e-4);
}

/// Many bodies in a random heap of frictionless contacts.
TEST(ShiftSolver, ConditionsHoldInRandomProblems) {
  std::mt19937 random{7};
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(random), unit(random), unit(random)}; };
  for (int sample = 0; sample < 50; ++sample) {
    BodyOperator space;
    const int bodies = 6;
    std::vector<double> mass;
    for (int b = 0; b < bodies; ++b) {
      mass.push_back(1.5 + unit(random));
      space.add_slot(SlotKind::rigid, (1.0 + 0.5 * unit(random)) * identity(), 1.0 / mass.back());
    }
    std::vector<ShiftRow> rows;
    for (int b = 0; b + 1 < bodies; ++b) {
      space.add_row(row_between(b, vector(), b + 1, vector(), normalized(vector())));
      rows.push_back({ShiftKind::contact, unit(random)});
      space.add_row(row_between(b, vector(), -1, {}, normalized(vector())));
      rows.push_back({ShiftKind::contact, 0.5 * (unit(random) - 1.0)});
    }
    ShiftSolver solver;
    std::vector<Vec3> p;
    ASSERT_TRUE(solver.solve(space, rows, p).converged);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int row = static_cast<int>(i);
      EXPECT_GE(p[i].z, 0.0);
      EXPECT_EQ(p[i].x, 0.0);
      const double yielding = kShiftCompliance * space.diagonal(row)(2, 2) * p[i].z;
      const double miss = solver.shifts().gather(row).z + yielding - rows[i].least;
      EXPECT_GE(miss, -1e-4) << "row " << row;  // the largest demand is about 1
      if (p[i].z > 0.0) {
        EXPECT_LE(miss, 1e-4) << "row " << row;
      }
    }
    // forces are the only thing that moves: the shifts are those of p from scratch
    std::vector<Vec3> found;
    for (int b = 0; b < bodies; ++b) found.push_back(shift_of(solver.shifts(), b));
    BodyVelocities scratch(space);
    scratch.reset(p);
    for (int b = 0; b < bodies; ++b) {
      EXPECT_LE(norm(shift_of(scratch, b) - found[static_cast<std::size_t>(b)]), 1e-12);
    }
  }
}

TEST(ShiftSolver, LargeHeapsEndEarlyAndMissLittle) {
  // 4000 columns of five bodies on a floor, each contact to be opened by 1: body k of a column is
  // lifted by k of them. Twenty thousand rows get at least 20 sweeps and not many more.
  const int columns = 4000;
  const int height = 5;
  BodyOperator space;
  std::vector<ShiftRow> rows;
  for (int c = 0; c < columns; ++c) {
    for (int k = 0; k < height; ++k) {
      const int body = space.add_slot(SlotKind::rigid, kNoTurn, 1.0);
      space.add_row(row_between(body, {}, k == 0 ? -1 : body - 1, {}, {0, 0, 1}));
      rows.push_back({ShiftKind::contact, 1.0});
    }
  }
  ShiftSolver solver;
  std::vector<Vec3> p;
  const ShiftReport report = solver.solve(space, rows, p);
  EXPECT_GE(report.sweeps, 15);
  EXPECT_LE(report.sweeps, 25);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_GE(p[i].z, 0.0);
    // yielding and what the last sweeps leave
    ASSERT_NEAR(solver.shifts().gather(static_cast<int>(i)).z, 1.0, 0.3);
  }
}

}  // namespace
}  // namespace solfec
