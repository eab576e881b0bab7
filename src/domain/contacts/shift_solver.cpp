#include "domain/contacts/shift_solver.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

// A sweep changes p of one row after the other such that its own condition holds (change_of); the
// sum of the changes, weighted by W_NN, is what a conjugate gradient would call the square of its
// residual, and gives the factor beta by which the last direction is taken once more (extrapolate).

constexpr int kMostSweeps = 500;
constexpr int kFewSweeps = 20;                // that are done whatever they cost
constexpr std::int64_t kFewVisits = 30000;    // of rows, in all sweeps: as exact as for a joint
constexpr std::int64_t kMostVisits = 300000;  // what is missing then comes in the next step
constexpr double kTolerance = 1e-6;  // change in a sweep, of the largest shift that is asked for
constexpr double kLooseTolerance = 1e-3;  // after few visits: a heap need not be exact

}  // namespace

/// Change of p that fulfils the condition of row i.
Vec3 ShiftSolver::change_of(const BodyOperator& space, int i, ShiftRow row, Vec3 p) {
  Known& known = known_[at(i)];
  if (!known.found) {
    const Mat3 diagonal = space.diagonal(i);
    known.found = true;
    known.mobility = diagonal(2, 2);
    if (row.kind == ShiftKind::point) known.inverse = inverse(diagonal);
    if (row.kind == ShiftKind::sticking) set_sticking(diagonal, known);
  }
  const Vec3 u = shifts_.gather(i);
  if (row.kind == ShiftKind::point) return -(known.inverse * u);
  if (row.kind == ShiftKind::direction) return {0.0, 0.0, -u.z / known.mobility};
  if (row.kind == ShiftKind::sticking) return sticking_change(known, row, u, p);
  const double yielding = kShiftCompliance * known.mobility;
  const double miss = u.z + yielding * p.z - row.least;
  return {0.0, 0.0, std::max(0.0, p.z - miss / (known.mobility + yielding)) - p.z};
}

/// Inverse of the block with the yielding of its normal, and of its tangential part alone.
void ShiftSolver::set_sticking(const Mat3& diagonal, Known& known) {
  Mat3 soft = diagonal;
  soft(2, 2) += kShiftCompliance * known.mobility;
  known.inverse = inverse(soft);
  const double a = diagonal(0, 0);
  const double b = diagonal(1, 0);
  const double c = diagonal(1, 1);
  const double determinant = a * c - b * b;
  known.normal = diagonal.column(2);
  known.tangential = Mat3{};
  known.tangential(0, 0) = c / determinant;
  known.tangential(1, 0) = known.tangential(0, 1) = -b / determinant;
  known.tangential(1, 1) = a / determinant;
}

/// Holds the tangents; the normal opens by what is asked, or carries nothing.
Vec3 ShiftSolver::sticking_change(const Known& known, ShiftRow row, Vec3 u, Vec3 p) {
  const double yielding = kShiftCompliance * known.mobility;
  const Vec3 pushed = -(known.inverse * Vec3{u.x, u.y, u.z + yielding * p.z - row.least});
  if (p.z + pushed.z > 0.0) return pushed;
  const Vec3 held = -(known.tangential * (u - p.z * known.normal));  // once p_N is taken away
  return {held.x, held.y, -p.z};
}

/// One sweep. @return The largest shift of a row by its change, m.
double ShiftSolver::sweep(const BodyOperator& space, std::span<const ShiftRow> rows,
                          std::span<Vec3> p) {
  const auto moves = [&](int slot) { return slot >= 0 && moved_[at(slot)] != 0; };
  double largest = 0.0;
  size_ = 0.0;
  visited_.clear();
  for (int i = 0; i < count(rows); ++i) {
    const ShiftRow row = rows[at(i)];
    const RowJacobian& jacobian = space.rows()[at(i)];
    if (row.kind == ShiftKind::none || jacobian.master == jacobian.slave) continue;
    if (!(row.least > 0.0) && !moves(jacobian.master) && !moves(jacobian.slave)) continue;
    const Vec3 change = change_of(space, i, row, p[at(i)]);
    visited_.push_back(i);
    change_[at(i)] = change;
    if (change == Vec3{}) continue;
    p[at(i)] += change;
    shifts_.scatter(i, change);
    if (jacobian.master >= 0) moved_[at(jacobian.master)] = 1;
    if (jacobian.slave >= 0) moved_[at(jacobian.slave)] = 1;
    const double mobility = known_[at(i)].mobility;
    largest = std::max(largest, mobility * norm(change));
    size_ += mobility * dot(change, change);
  }
  return largest;
}

/// p += beta d, then d = beta d + change. Rows that are not visited have neither.
void ShiftSolver::extrapolate(double beta, std::span<Vec3> p) {
  for (const int i : visited_) {
    Vec3& direction = direction_[at(i)];
    direction *= beta;
    if (direction != Vec3{}) {
      p[at(i)] += direction;
      shifts_.scatter(i, direction);
    }
    direction += change_[at(i)];
  }
}

ShiftReport ShiftSolver::solve(const BodyOperator& space, std::span<const ShiftRow> rows,
                               std::vector<Vec3>& p) {
  SOLFEC_ASSERT(space.row_count() == count(rows));
  shifts_.start(space);
  known_.assign(rows.size(), Known{});
  moved_.assign(at(space.slot_count()), 0);
  change_.assign(rows.size(), Vec3{});
  direction_.assign(rows.size(), Vec3{});
  p.assign(rows.size(), Vec3{});
  double asked = 0.0;
  for (const ShiftRow& row : rows) asked = std::max(asked, row.least);
  ShiftReport report;
  std::int64_t visits = 0;
  double before = 0.0;
  while (report.sweeps < kMostSweeps) {
    ++report.sweeps;
    const double change = sweep(space, rows, p);
    visits += count(visited_);
    report.converged = change <= asked * (visits > kFewVisits ? kLooseTolerance : kTolerance);
    if (report.converged) break;
    if (report.sweeps == kMostSweeps) break;
    if (report.sweeps >= kFewSweeps && visits > kMostVisits) break;
    // the step of a conjugate gradient; where it overshoots (beta > 1) the directions start anew
    const double beta = before > 0.0 ? size_ / before : 0.0;
    extrapolate(beta > 1.0 ? 0.0 : beta, p);
    before = size_;
  }
  return report;
}

}  // namespace solfec
