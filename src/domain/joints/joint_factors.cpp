#include "domain/joints/joint_factors.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/count.h"

namespace solfec {

namespace {

/// Direction k of a row.
Vec3 direction(const JointFactors::Row& row, int k) {
  if (!row.is_point) return row.n;
  return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
}

bool is_same(BodyRef a, BodyRef b) { return a.kind == b.kind && a.slot == b.slot; }

}  // namespace

void JointFactors::number_unknowns() {
  first_.assign(1, 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) first_.push_back(first_.back() + width(i));
}

/// Rows by the bodies that they share.
void JointFactors::find_neighbours() {
  using Seen = std::tuple<BodyKind, int, int>;  // body and row
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (const End& end : rows_[i].end) {
      if (end.moves) seen.emplace_back(end.body.kind, end.body.slot, static_cast<int>(i));
    }
  }
  std::sort(seen.begin(), seen.end());
  const auto body_of = [&](std::size_t k) {
    return std::pair(std::get<0>(seen[k]), std::get<1>(seen[k]));
  };
  neighbours_.resize(rows_.size());
  for (std::vector<int>& list : neighbours_) list.clear();
  for (std::size_t begin = 0, end = 0; begin < seen.size(); begin = end) {
    while (end < seen.size() && body_of(end) == body_of(begin)) ++end;
    for (std::size_t a = begin; a < end; ++a) {
      std::vector<int>& list = neighbours_[at(std::get<2>(seen[a]))];
      for (std::size_t b = begin; b < end; ++b) list.push_back(std::get<2>(seen[b]));
    }
  }
  for (std::vector<int>& list : neighbours_) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void JointFactors::find_pattern() {
  pattern_.column_start.assign(1, 0);
  pattern_.row.clear();
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    for (int k = 0; k < width(j); ++k) {
      for (const int i : neighbours_[j]) {
        for (int u = first_[at(i)]; u < first_[at(i + 1)]; ++u) pattern_.row.push_back(u);
      }
      pattern_.column_start.push_back(count(pattern_.row));
    }
  }
}

/// Velocity of one row by an impulse of another, 1/kg.
Mat3 JointFactors::mobility(const Bodies& bodies, const Row& one, const Row& other) const {
  Mat3 sum;
  for (const End& a : one.end) {
    for (const End& b : other.end) {
      if (!a.moves || !b.moves || !is_same(a.body, b.body)) continue;
      const bool alike = (&a == &one.end[0]) == (&b == &other.end[0]);
      const Mat3 change = bodies.mobility(a.body, *a.point, *b.point);
      sum += alike ? change : -1.0 * change;
    }
  }
  return sum;
}

/// Values of the block of rows i and j. @param offset  Of the block in the columns of row j.
void JointFactors::fill_block(const Mat3& block, std::size_t i, std::size_t j, int offset) {
  for (int k = 0; k < width(j); ++k) {
    const Vec3 column = block * direction(rows_[j], k);
    const int start = pattern_.column_start[at(first_[j] + k)] + offset;
    for (int m = 0; m < width(i); ++m) values_[at(start + m)] = dot(direction(rows_[i], m), column);
    if (i != j) continue;
    double& diagonal = values_[at(start + k)];
    // a row that nothing can move stays alone
    diagonal = diagonal > 0.0 ? (1.0 + compliance_) * diagonal : 1.0;
  }
}

void JointFactors::fill(const Bodies& bodies) {
  values_.resize(pattern_.row.size());
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    int offset = 0;
    for (const int i : neighbours_[j]) {
      fill_block(mobility(bodies, rows_[at(i)], rows_[j]), at(i), j, offset);
      offset += width(at(i));
    }
  }
}

bool JointFactors::find(const Bodies& bodies, std::vector<Row> rows, double compliance) {
  rows_ = std::move(rows);
  compliance_ = compliance;
  if (rows_.size() < 2) return false;
  number_unknowns();
  find_neighbours();
  find_pattern();
  fill(bodies);
  return ldlt_.factor(pattern_, values_, kMostEntries).outcome == SparseLdlt::Outcome::factored;
}

void JointFactors::apply(std::span<const Vec3> residual, std::span<Vec3> impulse) {
  right_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (int k = 0; k < width(i); ++k) right_.push_back(dot(direction(rows_[i], k), residual[i]));
  }
  ldlt_.solve(right_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    impulse[i] = {};
    for (int k = 0; k < width(i); ++k) {
      impulse[i] += right_[at(first_[i] + k)] * direction(rows_[i], k);
    }
  }
}

}  // namespace solfec
