#include "body/finite_element/nodal_inverse.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "math/front_columns.h"

namespace solfec {

namespace {

/// One that nobody has had before, from 1 on.
std::uint64_t new_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// So many blocks, with whatever is in them: a vector that shrinks and grows in turn would be
/// cleared each time.
std::span<Mat3> room_for(std::size_t size, std::vector<Mat3>& blocks) {
  if (blocks.size() < size) blocks.resize(size);
  return std::span(blocks).first(size);
}

constexpr double kWhole = 1.0;
constexpr double kMostKept = 512e6;  // bytes of all columns of outer nodes with all their rows

}  // namespace

void NodalInverse::analyse(const BlockCsr& pattern, std::span<const std::int32_t> outer,
                           bool keep) {
  factor_.analyse(pattern);
  const auto n = static_cast<std::size_t>(pattern.row_count());
  outer_.assign(outer.begin(), outer.end());
  outer_place_.assign(n, -1);
  for (int k = 0; k < count(outer_); ++k) outer_place_[at(outer_[at(k)])] = k;
  keep_ = keep && !factor_.is_inverted();
  whole_ = static_cast<double>(sizeof(Mat3) * n * outer.size()) <= kMostKept;
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
  group_place_.assign(at(n), {});
  for (const bool outer : {true, false}) {
    int size = SupernodalLdlt::kTogether;
    for (const std::int32_t node : order) {
      if (is_outer(node) != outer) continue;
      if (size == SupernodalLdlt::kTogether) {
        group_.emplace_back();
        size = 0;
      }
      group_.back().node.push_back(node);
      group_place_[at(node)] = {count(group_) - 1, size};
      ++size;
    }
  }
}

bool NodalInverse::factor(std::span<const double> mass, double c, const BlockCsr& K) {
  for (const int group : found_) group_[at(group)].found = false;
  found_.clear();
  response_.clear();
  c_ = c;
  matrix_ = keep_ ? new_number() : 0;
  held_ = factor_.factor(mass, c, K);
  return held_;
}

void NodalInverse::find_columns(std::span<const std::int32_t> nodes) {
  for (const std::int32_t node : nodes) {
    if (!is_found(node)) find_group(group_place_[at(node)].group);
  }
}

void NodalInverse::find_group(int number) {
  Group& group = group_[at(number)];
  const std::vector<std::int32_t>& nodes = group.node;
  std::vector<std::int32_t> all;
  std::span<const std::int32_t> rows = outer_;
  if (!is_short(nodes.front())) {
    all.resize(outer_place_.size());
    for (int i = 0; i < count(all); ++i) all[at(i)] = i;
    rows = all;
  }
  std::vector<WeightedRows> points;
  points.reserve(nodes.size());
  for (const std::int32_t& node : nodes) points.push_back({{&node, 1}, {&kWhole, 1}});
  const std::span<Mat3> blocks = room_for(points.size() * rows.size(), blocks_);
  factor_.inverse_columns(points, rows, blocks);
  group.columns.make_room(9 * blocks.size());
  double* to = group.columns.data();
  const Mat3* block = blocks.data();
  for (std::size_t k = 0; k < nodes.size(); ++k, block += rows.size()) {
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t r = 0; r < rows.size(); ++r, to += 3) std::copy_n(block[r].m + 3 * b, 3, to);
    }
  }
  group.found = true;
  found_.push_back(number);
}

/// A solution reads the factors twice.
bool NodalInverse::pays(std::size_t nodes) const {
  const double n = factor_.row_count();
  return keep_ && whole_ && 9.0 * n * static_cast<double>(nodes) < 2.0 * factor_.entries();
}

void NodalInverse::solve_few(std::span<const Vec3> b, std::span<Vec3> x) {
  SOLFEC_ASSERT(held_ && count(b) == factor_.row_count() && x.size() == b.size());
  few_.clear();
  few_force_.clear();
  for (int i = 0; i < count(b); ++i) {
    if (b[at(i)] == Vec3{}) continue;
    few_.push_back(i);
    few_force_.push_back(b[at(i)]);
  }
  if (!pays(few_.size())) {
    factor_.solve(b, x);
    return;
  }
  find_columns(few_);
  std::fill(x.begin(), x.end(), Vec3{});
  // two nodes at a time; the last one of an odd number has itself without a force beside it
  for (std::size_t k = 0; k < few_.size(); k += 2) {
    const bool both = k + 1 < few_.size();
    const double* one = columns_of(few_[k]);
    const double* other = both ? columns_of(few_[k + 1]) : one;
    const Vec3 p = few_force_[k];
    const Vec3 q = both ? few_force_[k + 1] : Vec3{};
    const std::size_t n = 3 * x.size();
    front_column_kernels().add_six({one, one + n, one + 2 * n, other, other + n, other + 2 * n},
                                   {p.x, p.y, p.z, q.x, q.y, q.z}, static_cast<long>(n), &x[0].x);
  }
}

std::span<const Mat3> NodalInverse::respond(std::span<const WeightedRows> points) {
  SOLFEC_ASSERT(held_);
  const std::size_t blocks = points.size() * (points.size() + 1) / 2;
  if (!keep_) {
    answer_ = new_number();
    response_.resize(blocks);
    factor_.inverse_between(points, response_);
    return response_;
  }
  question_.number.clear();
  question_.weight.clear();
  for (const WeightedRows& point : points) {
    question_.number.push_back(count(point.row));
    question_.number.insert(question_.number.end(), point.row.begin(), point.row.end());
    question_.weight.insert(question_.weight.end(), point.weight.begin(), point.weight.end());
  }
  if (!response_.empty() && question_ == asked_) return response_;
  std::swap(question_, asked_);
  answer_ = new_number();
  response_.resize(blocks);
  add_up(points);
  return response_;
}

void NodalInverse::add_up(std::span<const WeightedRows> points) {
  node_.clear();
  for (const WeightedRows& point : points) {
    node_.insert(node_.end(), point.row.begin(), point.row.end());
  }
  std::sort(node_.begin(), node_.end());
  node_.erase(std::unique(node_.begin(), node_.end()), node_.end());
  find_columns(node_);
  // each block between two nodes once, then sums of them
  const std::size_t n = node_.size();
  const std::span<Mat3> blocks = room_for(n * n, blocks_);
  for (std::size_t l = 0; l < n; ++l) {
    for (std::size_t k = 0; k <= l; ++k) {
      blocks[n * l + k] = block(node_[k], node_[l]);
      if (k < l) blocks[n * k + l] = transpose(blocks[n * l + k]);
    }
  }
  columns_.assign(points.size() * n, Mat3{});
  Mat3* to = columns_.data();
  for (const WeightedRows& point : points) {
    for (std::size_t b = 0; b < point.row.size(); ++b) {
      const auto place = std::lower_bound(node_.begin(), node_.end(), point.row[b]);
      const Mat3* from = &blocks[n * static_cast<std::size_t>(place - node_.begin())];
      for (std::size_t k = 0; k < n; ++k) to[k] += point.weight[b] * from[k];
    }
    to += n;
  }
  weigh_columns(points, node_, columns_, response_);
}

/// Inner before outer nodes, then the lower number.
Mat3 NodalInverse::block(std::int32_t a, std::int32_t b) const {
  const bool use_a = is_outer(a) == is_outer(b) ? a < b : is_outer(b);
  const std::int32_t of = use_a ? a : b;
  const std::int32_t row = use_a ? b : a;
  SOLFEC_ASSERT(is_found(of));
  const std::size_t rows = rows_of(of);
  const double* first = columns_of(of) + 3 * at(is_short(of) ? outer_place_[at(row)] : row);
  Mat3 block;
  for (std::size_t c = 0; c < 3; ++c) std::copy_n(first + 3 * rows * c, 3, block.m + 3 * c);
  return use_a ? transpose(block) : block;
}

}  // namespace solfec
