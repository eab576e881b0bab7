#include "body/finite_element/nodal_inverse.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr double kWhole = 1.0;

}  // namespace

void NodalInverse::analyse(const BlockCsr& pattern, std::span<const std::int32_t> outer,
                           bool keep) {
  factor_.analyse(pattern);
  const auto n = static_cast<std::size_t>(pattern.row_count());
  outer_.assign(outer.begin(), outer.end());
  outer_place_.assign(n, -1);
  for (int k = 0; k < count(outer_); ++k) outer_place_[at(outer_[at(k)])] = k;
  keep_ = keep && !factor_.is_inverted();
  column_.assign(keep_ ? n : 0, {});
  found_.clear();
  if (keep_) make_groups();
  held_ = false;
}

/// Outer nodes and inner ones, each in the order of the elimination.
void NodalInverse::make_groups() {
  const int n = count(outer_place_);
  std::vector<std::int32_t> order(at(n));
  for (int i = 0; i < n; ++i) order[at(factor_.place(i))] = i;
  group_.clear();
  group_of_.assign(at(n), -1);
  for (const bool outer : {true, false}) {
    int size = SupernodalLdlt::kTogether;
    for (const std::int32_t node : order) {
      if (is_outer(node) != outer) continue;
      if (size == SupernodalLdlt::kTogether) {
        group_.emplace_back();
        size = 0;
      }
      group_.back().push_back(node);
      group_of_[at(node)] = count(group_) - 1;
      ++size;
    }
  }
}

bool NodalInverse::factor(std::span<const double> mass, double c, const BlockCsr& K) {
  for (const int group : found_) {
    for (const std::int32_t node : group_[at(group)]) column_[at(node)].clear();
  }
  found_.clear();
  response_.clear();
  c_ = c;
  held_ = factor_.factor(mass, c, K);
  return held_;
}

void NodalInverse::find_columns(std::span<const std::int32_t> nodes) {
  for (const std::int32_t node : nodes) {
    if (column_[at(node)].empty()) find_group(group_of_[at(node)]);
  }
}

void NodalInverse::find_group(int group) {
  const std::vector<std::int32_t>& nodes = group_[at(group)];
  std::vector<std::int32_t> all;
  std::span<const std::int32_t> rows = outer_;
  if (!is_outer(nodes.front())) {
    all.resize(column_.size());
    for (int i = 0; i < count(all); ++i) all[at(i)] = i;
    rows = all;
  }
  std::vector<WeightedRows> points;
  points.reserve(nodes.size());
  for (const std::int32_t& node : nodes) points.push_back({{&node, 1}, {&kWhole, 1}});
  blocks_.resize(points.size() * rows.size());
  factor_.inverse_columns(points, rows, blocks_);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const Mat3* first = blocks_.data() + k * rows.size();
    column_[at(nodes[k])].assign(first, first + rows.size());
  }
  found_.push_back(group);
}

std::span<const Mat3> NodalInverse::respond(std::span<const WeightedRows> points,
                                            std::span<const std::int32_t> node) {
  SOLFEC_ASSERT(held_);
  if (!keep_) {
    response_.resize(points.size() * node.size());
    factor_.inverse_columns(points, node, response_);
    return response_;
  }
  question_.number.assign(node.begin(), node.end());
  question_.weight.clear();
  for (const WeightedRows& point : points) {
    question_.number.push_back(count(point.row));
    question_.number.insert(question_.number.end(), point.row.begin(), point.row.end());
    question_.weight.insert(question_.weight.end(), point.weight.begin(), point.weight.end());
  }
  if (!response_.empty() && question_ == asked_) return response_;
  std::swap(question_, asked_);
  find_columns(node);
  add_up(points, node);
  return response_;
}

void NodalInverse::add_up(std::span<const WeightedRows> points,
                          std::span<const std::int32_t> node) {
  response_.assign(points.size() * node.size(), Mat3{});
  Mat3* to = response_.data();
  for (const WeightedRows& point : points) {
    for (std::size_t b = 0; b < point.row.size(); ++b) {
      for (std::size_t k = 0; k < node.size(); ++k) {
        to[k] += point.weight[b] * block(node[k], point.row[b]);
      }
    }
    to += node.size();
  }
}

/// Inner before outer nodes, then the lower number.
Mat3 NodalInverse::block(std::int32_t a, std::int32_t b) const {
  const bool use_a = is_outer(a) == is_outer(b) ? a < b : is_outer(b);
  const std::int32_t of = use_a ? a : b;
  const std::int32_t row = use_a ? b : a;
  const std::vector<Mat3>& column = column_[at(of)];
  SOLFEC_ASSERT(!column.empty());
  const Mat3& block = column[at(is_outer(of) ? outer_place_[at(row)] : row)];
  return use_a ? transpose(block) : block;
}

}  // namespace solfec
