#include "domain/local_dynamics_dump.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <tuple>

#include "archive/text_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr double kNegligible = 1e-15;  // of the largest entry of W

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value == 0.0 ? 0.0 : value);  // no minus zero
  return text;
}

std::string list(std::span<const double> values, double threshold) {
  std::string text;
  for (const double value : values) {
    text += cat(text.empty() ? "[" : ", ", number(std::fabs(value) < threshold ? 0.0 : value));
  }
  return text + "]";
}

std::string place(const ConstraintRecord& record) {
  const Vec3 p = record.point;
  return cat(name_of(record.kind), " (", number(p.x), ", ", number(p.y), ", ", number(p.z), ")");
}

bool before(const ConstraintRecord& a, const ConstraintRecord& b) {
  return std::tie(a.kind, a.point.x, a.point.y, a.point.z, a.id) <
         std::tie(b.kind, b.point.x, b.point.y, b.point.z, b.id);
}

/// Rows of each slot of body space.
std::vector<std::vector<int>> rows_by_slot(const BodyOperator& W) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(W.slot_count()));
  for (int i = 0; i < W.row_count(); ++i) {
    const RowJacobian& row = W.rows()[static_cast<std::size_t>(i)];
    for (const int slot : {row.master, row.slave}) {
      if (slot >= 0) rows[static_cast<std::size_t>(slot)].push_back(i);
    }
  }
  return rows;
}

std::vector<int> coupled_rows(const BodyOperator& W, const std::vector<std::vector<int>>& by_slot,
                              int i) {
  std::vector<int> coupled;
  const RowJacobian& row = W.rows()[static_cast<std::size_t>(i)];
  for (const int slot : {row.master, row.slave}) {
    if (slot < 0) continue;
    const std::vector<int>& rows = by_slot[static_cast<std::size_t>(slot)];
    coupled.insert(coupled.end(), rows.begin(), rows.end());
  }
  std::sort(coupled.begin(), coupled.end());
  coupled.erase(std::unique(coupled.begin(), coupled.end()), coupled.end());
  std::erase(coupled, i);
  return coupled;
}

double largest_entry(const LocalDynamics& problem) {
  // W is positive semi-definite, so its largest entry is on the diagonal
  double largest = 0.0;
  for (const Mat3& block : problem.W_diagonal) {
    for (int k = 0; k < 3; ++k) largest = std::max(largest, block(k, k));
  }
  return largest;
}

}  // namespace

std::string local_dynamics_text(const Domain& domain) {
  if (!domain.has_local_dynamics()) {
    throw InputError(
        "there are no local dynamics: no step yet, or constraints were added or deleted since",
        InputErrorKind::runtime);
  }
  const LocalDynamics& problem = domain.local_dynamics();
  const std::vector<ConstraintRecord>& records = domain.constraints();
  const BodyOperator& W = problem.body_space;
  const double threshold = kNegligible * largest_entry(problem);
  const auto by_slot = rows_by_slot(W);
  std::string text;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const ConstraintRecord& record = records[at];
    const int slave = record.slave == 0 ? -1 : static_cast<int>(record.slave);
    text += cat(place(record), " (", record.master, ", ", slave, ") ", list(record.frame.m, 0.0),
                " ", list(problem.W_diagonal[at].m, threshold), " =>");
    std::vector<int> coupled = coupled_rows(W, by_slot, i);
    std::sort(coupled.begin(), coupled.end(), [&](int a, int b) {
      return before(records[static_cast<std::size_t>(a)], records[static_cast<std::size_t>(b)]);
    });
    for (const int j : coupled) {
      text += cat(" ", place(records[static_cast<std::size_t>(j)]), " ",
                  list(W.block(i, j).m, threshold));
    }
    text += "\n";
  }
  return text;
}

void dump_local_dynamics(const Domain& domain, const std::string& path) {
  write_text_file(path, local_dynamics_text(domain));
}

}  // namespace solfec
