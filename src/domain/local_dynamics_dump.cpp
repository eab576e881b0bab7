#include "domain/local_dynamics_dump.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

#include "archive/foreign_file.h"
#include "archive/text_file.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/record_index.h"
#include "local_dynamics/gathered_operator.h"
#include "parallel/gather_lists.h"

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

/// Rows as they are dumped: in the order of their records.
struct Rows {
  BodyOperator gathered;            // of several ranks
  const BodyOperator* W = nullptr;  // of all rows
  std::vector<int> row;             // of W, by record
};

/// Collective on several ranks.
void find_rows(const Domain& domain, Rows& rows) {
  const LocalDynamics& part = domain.local_dynamics();
  if (domain.has_local_dynamics()) {
    rows.W = &part.body_space;
    rows.row.resize(at(part.size()));
    std::iota(rows.row.begin(), rows.row.end(), 0);
    return;
  }
  if (!can_gather(part)) {
    throw InputError("rows of finite elements are not gathered from several ranks",
                     InputErrorKind::runtime);
  }
  gather_operator(part, rows.gathered);
  rows.W = &rows.gathered;
  rows.row.resize(at(rows.gathered.row_count()));
  const RecordIndex records(domain);
  int row = 0;
  for (const auto& keys : gather_lists(domain.comm(), std::span<const RowKey>(part.key))) {
    for (const RowKey& key : keys) rows.row[at(records.of(key))] = row++;
  }
}

double largest_entry(const BodyOperator& W) {
  // W is positive semi-definite, so its largest entry is on the diagonal
  double largest = 0.0;
  for (int i = 0; i < W.row_count(); ++i) {
    const Mat3 block = W.diagonal(i);
    for (int k = 0; k < 3; ++k) largest = std::max(largest, block(k, k));
  }
  return largest;
}

}  // namespace

std::string local_dynamics_text(const Domain& domain) {
  if (!domain.has_local_dynamics() && !domain.has_part_of_local_dynamics()) {
    throw InputError(
        "there are no local dynamics: no step yet, or constraints were added or deleted since",
        InputErrorKind::runtime);
  }
  Rows rows;
  find_rows(domain, rows);
  const std::vector<ConstraintRecord>& records = domain.constraints();
  const BodyOperator& W = *rows.W;
  W.complete_inverses();
  std::vector<int> record_of(rows.row.size());
  for (int k = 0; k < count(rows.row); ++k) record_of[at(rows.row[at(k)])] = k;
  const auto record = [&](int row) -> const ConstraintRecord& {
    return records[at(record_of[at(row)])];
  };
  const double threshold = kNegligible * largest_entry(W);
  const auto by_slot = rows_by_slot(W);
  std::string text;
  for (const int i : rows.row) {
    const ConstraintRecord& own = record(i);
    const int slave = own.slave == 0 ? -1 : static_cast<int>(own.slave);
    text += cat(place(own), " (", own.master, ", ", slave, ") ", list(own.frame.m, 0.0), " ",
                list(W.diagonal(i).m, threshold), " =>");
    std::vector<int> coupled = coupled_rows(W, by_slot, i);
    std::sort(coupled.begin(), coupled.end(),
              [&](int a, int b) { return before(record(a), record(b)); });
    for (const int j : coupled) {
      text += cat(" ", place(record(j)), " ", list(W.block(i, j).m, threshold));
    }
    text += "\n";
  }
  return text;
}

bool is_foreign_local_dynamics(const std::string& path) {
  return is_foreign_file(
      path, {"CONTACT (", "FIXPNT (", "FIXDIR (", "VELODIR (", "RIGLNK (", "SPRING ("});
}

void dump_local_dynamics(const Domain& domain, const std::string& path) {
  const std::string text = local_dynamics_text(domain);
  if (domain.comm().rank() == 0) write_text_file(path, text);
}

}  // namespace solfec
