#include "body/finite_element/nodal_inverse.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

// A column costs one solution with three right-hand sides. Matrices that SparseFactor inverts as a
// whole have all blocks at hand, and nothing is kept here.

void NodalInverse::analyse(const BlockCsr& pattern, std::span<const std::int32_t> outer) {
  factor_.analyse(pattern);
  const auto n = static_cast<std::size_t>(pattern.row_count());
  outer_.assign(outer.begin(), outer.end());
  outer_place_.assign(n, -1);
  for (int k = 0; k < count(outer_); ++k) outer_place_[at(outer_[at(k)])] = k;
  column_.assign(n, {});
  found_.clear();
  whole_column_.resize(n);
  held_ = false;
}

bool NodalInverse::factor(std::span<const double> mass, double c, const BlockCsr& K) {
  for (const std::int32_t node : found_) column_[at(node)].clear();
  found_.clear();
  c_ = c;
  held_ = factor_.factor(mass, c, K);
  return held_;
}

void NodalInverse::find_columns(std::span<const std::int32_t> nodes) {
  SOLFEC_ASSERT(held_);
  if (factor_.is_inverted()) return;
  for (const std::int32_t node : nodes) {
    std::vector<Mat3>& column = column_[at(node)];
    if (!column.empty()) continue;
    factor_.inverse_column(node, whole_column_);
    found_.push_back(node);
    if (!is_outer(node)) {
      column = whole_column_;
      continue;
    }
    column.reserve(outer_.size());
    for (const std::int32_t i : outer_) column.push_back(whole_column_[at(i)]);
  }
}

void NodalInverse::respond(std::span<const std::int32_t> node, std::span<const int> at_node,
                           std::span<const double> weight, std::span<Mat3> response) const {
  SOLFEC_ASSERT(node.size() == response.size() && weight.size() == at_node.size());
  std::fill(response.begin(), response.end(), Mat3{});
  for (std::size_t b = 0; b < at_node.size(); ++b) {
    if (factor_.is_inverted()) {
      factor_.add_inverse_column(at_node[b], weight[b], node, response);
      continue;
    }
    for (std::size_t k = 0; k < node.size(); ++k) {
      response[k] += weight[b] * block(node[k], at_node[b]);
    }
  }
}

/// Inner before outer nodes, then the lower number.
Mat3 NodalInverse::block(std::int32_t a, std::int32_t b) const {
  const bool use_a = is_outer(a) == is_outer(b) ? a < b : is_outer(b);
  const std::int32_t of = use_a ? a : b;
  const std::int32_t row = use_a ? b : a;
  const std::vector<Mat3>& column = column_[at(of)];
  SOLFEC_ASSERT(!factor_.is_inverted() && !column.empty());
  const Mat3& block = column[at(is_outer(of) ? outer_place_[at(row)] : row)];
  return use_a ? transpose(block) : block;
}

}  // namespace solfec
