#include "math/supernodal_ldlt.h"

#include <algorithm>
#include <atomic>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "math/front_tiles.h"

namespace solfec {
namespace {

double operations_of(double width, double below) {
  const double w = 3.0 * width;
  const double m = 3.0 * below;
  return w * (w * w / 6.0 + 0.5 * w * m + 0.5 * m * m);
}

/// First row of a column that is looked at: of its block on the diagonal.
int first_row(int column) { return column - column % 3; }

void clear_lower(const Panel& A) {
  for (int c = 0; c < A.columns; ++c) std::fill(A.at(first_row(c), c), A.at(A.rows, c), 0.0);
}

/// To a place further down.
void move_lower(const Panel& A, double* to) {
  for (int c = 0; c < A.columns; ++c, to += A.rows) {
    std::copy(A.at(first_row(c), c), A.at(A.rows, c), to + first_row(c));
  }
}

}  // namespace

Panel SupernodalLdlt::front(int s) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const int rows = 3 * (node.width + count(node.rows));
  return {factor_.data() + first_number_[at(s)], rows, 3 * node.width, rows};
}

void SupernodalLdlt::analyse(const BlockCsr& pattern, std::span<const int> order) {
  tree_ = find_supernodes(pattern.row_start, pattern.column, order);
  place_fronts();
  list_entries(pattern);
  schedule_ = plan_fronts(tree_, work_);
}

void SupernodalLdlt::place_fronts() {
  const int n = tree_.size();
  first_number_.assign(at(n) + 1, 0);
  target_.assign(at(n), {});
  update_.assign(at(n), nullptr);
  pivot_.assign(at(n), {});
  work_.assign(at(n), 0.0);
  operations_ = 0.0;
  tallest_ = 0;
  for (int s = 0; s < n; ++s) {
    const Supernodes::Node& node = tree_.node[at(s)];
    const std::size_t height = node.rows.size() + at(node.width);
    first_number_[at(s) + 1] = first_number_[at(s)] + 9 * height * at(node.width);
    work_[at(s)] = operations_of(node.width, count(node.rows));
    operations_ += work_[at(s)];
    tallest_ = std::max(tallest_, 3 * static_cast<int>(height));
    if (node.parent < 0) continue;
    const Supernodes::Node& parent = tree_.node[at(node.parent)];
    for (const int row : node.rows) target_[at(s)].push_back(parent.find(row));
  }
  factor_.make_room_at_least(first_number_.back());
  reciprocal_.resize(3 * tree_.place.size());
}

void SupernodalLdlt::list_entries(const BlockCsr& pattern) {
  entries_.assign(at(tree_.size()), {});
  for (int column = 0; column < row_count(); ++column) {
    const int s = tree_.of[at(column)];
    const int old = tree_.old[at(column)];
    const int own = column - tree_.node[at(s)].first;
    for (int k = pattern.row_start[at(old)]; k < pattern.row_start[at(old) + 1]; ++k) {
      const int row = tree_.place[at(pattern.column[at(k)])];
      if (row < column) continue;
      const int place = tree_.node[at(s)].find(row);
      entries_[at(s)].push_back({k, place, own, place == own ? old : -1});
    }
  }
}

bool SupernodalLdlt::factor(std::span<const double> D, double c, const BlockCsr& K) {
  SOLFEC_ASSERT(count(D) == row_count() && K.row_count() == row_count());
  if (!factor_fronts({D, c, K})) return false;
  definite_ = std::all_of(pivot_.begin(), pivot_.end(), [](auto& p) { return p.empty(); });
  return true;
}

/// Subtrees by the threads of the team, which take the next one when they are ready, then the
/// fronts above them, each by all threads.
bool SupernodalLdlt::factor_fronts(const Values& A) {
  stack_.make_room_at_least(schedule_.stack_size);
  const std::span<const FrontSchedule::Subtree> subtrees = schedule_.subtree;
  std::atomic<int> next{0};
  std::atomic<bool> failed{false};
  const auto take = [&](int /*thread*/, int /*threads*/) {
    for (int k = next++; k < count(subtrees) && !failed; k = next++) {
      const FrontSchedule::Subtree& tree = subtrees[at(k)];
      double* end = stack_.data() + tree.stack;
      for (int s = tree.first; s <= tree.root; ++s) {
        if (!factor_front(s, A, end, 1)) failed = true;
        if (failed) break;
      }
    }
  };
  const int threads = schedule_.worth_threads ? thread_count() : 1;
  if (threads > 1) {
    call_on_team(take);
  } else {
    take(0, 1);
  }
  double* end = stack_.data() + schedule_.crown_stack;
  for (const int s : schedule_.crown) {
    if (failed || !factor_front(s, A, end, threads)) return false;
  }
  return !failed;
}

/// Updates of children lie at the end of the stack, where that of their parent takes their place,
/// unless they come from a stack of their own.
bool SupernodalLdlt::factor_front(int s, const Values& A, double*& end, int threads) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const int below = 3 * count(node.rows);
  const Panel update{end, below, below, std::max(1, below)};
  const bool shared = schedule_.region[at(s)] == FrontSchedule::kCrown;
  assemble(s, A, update);
  pivot_[at(s)].clear();
  if (!eliminate_front(front(s), update, shared, threads)) {
    assemble(s, A, update);
    if (!eliminate_indefinite(s, update)) return false;
  }
  if (pivot_[at(s)].empty()) invert_diagonal(s);
  double* base = end;
  for (const int child : node.children) {
    if (schedule_.region[at(child)] != schedule_.region[at(s)]) continue;
    base = update_[at(child)];
    break;
  }
  if (base != end) move_lower(update, base);
  update_[at(s)] = base;
  end = base + static_cast<long>(below) * below;
  return true;
}

void SupernodalLdlt::invert_diagonal(int s) {
  const Panel F = front(s);
  double* const reciprocal = &reciprocal_[at(3 * tree_.node[at(s)].first)];
  for (int j = 0; j < F.columns; ++j) reciprocal[j] = 1.0 / *F.at(j, j);
}

void SupernodalLdlt::assemble(int s, const Values& A, Panel update) {
  const Panel F = front(s);
  clear_lower(F);
  clear_lower(update);
  for (const Entry& entry : entries_[at(s)]) {
    const Mat3& block = A.K.block[at(entry.block)];
    for (int b = 0; b < 3; ++b) {
      // the block of a row of K, which is the transposed one of a column
      double* to = F.at(3 * entry.row, 3 * entry.column + b);
      for (int a = 0; a < 3; ++a) to[a] = A.c * block(b, a);
      if (entry.diagonal >= 0) to[b] += A.D[at(entry.diagonal)];
    }
  }
  for (const int child : tree_.node[at(s)].children) add_child(child, F, update);
}

void SupernodalLdlt::add_child(int child, Panel front, Panel update) const {
  const std::vector<std::int32_t>& target = target_[at(child)];
  const int size = count(target);
  const int width = front.columns / 3;
  const long stride = 3L * size;
  const double* from = update_[at(child)];
  for (int j = 0; j < size; ++j, from += 3 * stride) {
    const int column = target[at(j)];
    const bool own = column < width;
    const Panel to = own ? front : update;
    const int shift = own ? 0 : width;
    for (int i = j, end = j; i < size; i = end) {  // rows that follow each other in both
      while (end < size && target[at(end)] - target[at(i)] == end - i) ++end;
      for (int b = 0; b < 3; ++b) {
        double* entry = to.at(3 * (target[at(i)] - shift), 3 * (column - shift) + b);
        const double* added = from + stride * b + 3L * i;
        for (int k = 0; k < 3 * (end - i); ++k) entry[k] += added[k];
      }
    }
  }
}

/// F = (A, Bᵀ; B, C): A by its pivots, X = B A⁻¹ in place of B, C - X Bᵀ.
bool SupernodalLdlt::eliminate_indefinite(int s, Panel update) {
  const Panel F = front(s);
  const Panel A = F.part(0, 0, F.columns, F.columns);
  pivot_[at(s)].resize(at(F.columns));
  if (!factor_indefinite(A, pivot_[at(s)].data())) return false;
  if (update.rows == 0) return true;
  const Panel B = F.part(F.columns, 0, update.rows, F.columns);
  std::vector<double> before(at(B.rows) * at(B.columns));
  std::vector<double> turned(before.size());
  for (int j = 0; j < B.columns; ++j) {
    for (int i = 0; i < B.rows; ++i) {
      before[at(i) + at(j) * at(B.rows)] = *B.at(i, j);
      turned[at(j) + at(i) * at(B.columns)] = *B.at(i, j);
    }
  }
  solve_indefinite(A, pivot_[at(s)].data(), {turned.data(), B.columns, B.rows, B.columns});
  for (int j = 0; j < B.columns; ++j) {
    for (int i = 0; i < B.rows; ++i) *B.at(i, j) = turned[at(j) + at(i) * at(B.columns)];
  }
  subtract_product_transposed(B, {before.data(), B.rows, B.columns, B.rows}, update);
  return true;
}

Panel SupernodalLdlt::columns_of(int s, Sides& sides) const {
  const Supernodes::Node& node = tree_.node[at(s)];
  return {sides.x.data() + 3L * node.first * sides.number, sides.number, 3 * node.width,
          sides.number};
}

/// x L11⁻ᵀ, then x -= (that) L21ᵀ below; right-hand sides are rows.
void SupernodalLdlt::forward(int s, Sides& sides) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const Panel F = front(s);
  const Panel x = columns_of(s, sides);
  if (pivot_[at(s)].empty()) divide_right_transposed(F.part(0, 0, F.columns, F.columns), x);
  const int below = F.rows - F.columns;
  if (below == 0) return;
  std::fill_n(sides.below.data(), static_cast<long>(below) * sides.number, 0.0);
  const Panel change{sides.below.data(), sides.number, below, sides.number};
  subtract_product_transposed(x, F.part(F.columns, 0, below, F.columns), change);
  const double* from = sides.below.data();
  const int length = 3 * sides.number;
  for (const int row : node.rows) {
    double* to = sides.x.data() + static_cast<long>(length) * row;
    for (int k = 0; k < length; ++k) to[k] += from[k];
    from += length;
  }
}

void SupernodalLdlt::backward(int s, Sides& sides) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const Panel F = front(s);
  const Panel x = columns_of(s, sides);
  const bool definite = pivot_[at(s)].empty();
  if (!definite) divide_by_pivots(s, x);
  const int below = F.rows - F.columns;
  if (below > 0) {
    double* to = sides.below.data();
    const int length = 3 * sides.number;
    for (const int row : node.rows) {
      to = std::copy_n(sides.x.data() + static_cast<long>(length) * row, length, to);
    }
    subtract_product({sides.below.data(), sides.number, below, sides.number},
                     F.part(F.columns, 0, below, F.columns), x);
  }
  if (definite) divide_right(F.part(0, 0, F.columns, F.columns), x);
}

void SupernodalLdlt::divide_by_pivots(int s, Panel x) {
  const Panel F = front(s);
  std::vector<double> turned(at(x.rows) * at(x.columns));
  for (int j = 0; j < x.columns; ++j) {
    for (int i = 0; i < x.rows; ++i) turned[at(j) + at(i) * at(x.columns)] = *x.at(i, j);
  }
  solve_indefinite(F.part(0, 0, F.columns, F.columns), pivot_[at(s)].data(),
                   {turned.data(), x.columns, x.rows, x.columns});
  for (int j = 0; j < x.columns; ++j) {
    for (int i = 0; i < x.rows; ++i) *x.at(i, j) = turned[at(j) + at(i) * at(x.columns)];
  }
}

FrontColumns SupernodalLdlt::columns_of_factor(int s) {
  const Panel F = front(s);
  return {F.data, &reciprocal_[at(3 * tree_.node[at(s)].first)], F.columns, F.rows};
}

/// `forward` for one right-hand side and a front with Cholesky factors.
void SupernodalLdlt::forward_one(int s, Sides& sides) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const FrontColumns L = columns_of_factor(s);
  double* const x = sides.x.data() + 3L * node.first;
  double* const v = sides.below.data();
  std::fill(std::copy_n(x, L.columns, v), v + L.rows, 0.0);
  front_column_kernels().forward(L, v);
  std::copy_n(v, L.columns, x);
  const double* from = v + L.columns;
  for (const int row : node.rows) {
    double* const to = sides.x.data() + 3L * row;
    for (int k = 0; k < 3; ++k) to[k] += *from++;
  }
}

void SupernodalLdlt::backward_one(int s, Sides& sides) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const FrontColumns L = columns_of_factor(s);
  double* const x = sides.x.data() + 3L * node.first;
  double* const v = sides.below.data();
  double* to = std::copy_n(x, L.columns, v);
  for (const int row : node.rows) to = std::copy_n(sides.x.data() + 3L * row, 3, to);
  front_column_kernels().backward(L, v);
  std::copy_n(v, L.columns, x);
}

void SupernodalLdlt::solve(std::span<const Vec3> b, std::span<Vec3> x) {
  SOLFEC_ASSERT(count(b) == row_count() && x.size() == b.size());
  Sides& sides = sides_;
  sides.number = 1;
  sides.x.make_room_at_least(3 * b.size());
  sides.below.make_room_at_least(at(tallest_));
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (int k = 0; k < 3; ++k) sides.x[at(3 * tree_.place[i] + k)] = b[i][k];
  }
  for (int s = 0; s < tree_.size(); ++s) {
    pivot_[at(s)].empty() ? forward_one(s, sides) : forward(s, sides);
  }
  for (int s = tree_.size() - 1; s >= 0; --s) {
    pivot_[at(s)].empty() ? backward_one(s, sides) : backward(s, sides);
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (int k = 0; k < 3; ++k) x[i][k] = sides.x[at(3 * tree_.place[i] + k)];
  }
}

/// Supernodes of the rows and all above them, ascending.
std::vector<int> SupernodalLdlt::ways_to_root(std::span<const std::int32_t> rows) const {
  std::vector<bool> seen(at(tree_.size()), false);
  std::vector<int> ways;
  for (const std::int32_t row : rows) {
    for (int s = tree_.of[at(tree_.place[at(row)])]; s >= 0; s = tree_.node[at(s)].parent) {
      if (seen[at(s)]) break;
      seen[at(s)] = true;
      ways.push_back(s);
    }
  }
  std::sort(ways.begin(), ways.end());
  return ways;
}

void SupernodalLdlt::inverse_columns(std::span<const WeightedRows> points,
                                     std::span<const std::int32_t> wanted, std::span<Mat3> result) {
  SOLFEC_ASSERT(result.size() == points.size() * wanted.size());
  std::vector<std::int32_t> rows(wanted.begin(), wanted.end());
  for (const WeightedRows& point : points) {
    rows.insert(rows.end(), point.row.begin(), point.row.end());
  }
  const std::vector<int> all = ways_to_root(rows);
  const int batches = (count(points) + kTogether - 1) / kTogether;
  for (int batch = 0; batch < batches; ++batch) {
    const int first = kTogether * batch;
    const auto own = points.subspan(at(first), at(std::min(kTogether, count(points) - first)));
    solve_batch(own, all, sides_);
    for (int c = 0; c < count(own); ++c) {
      copy_blocks(c, wanted, result.subspan(wanted.size() * at(first + c), wanted.size()));
    }
  }
}

/// Block rows of the solution for point c of a batch.
void SupernodalLdlt::copy_blocks(int c, std::span<const std::int32_t> wanted,
                                 std::span<Mat3> blocks) const {
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const double* from = sides_.x.data() + 3L * sides_.number * tree_.place[at(wanted[k])] + 3L * c;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) blocks[k](a, b) = from[sides_.number * a + b];
    }
  }
}

/// Always kTogether points, so that a column does not depend on how many are left.
void SupernodalLdlt::solve_batch(std::span<const WeightedRows> points, std::span<const int> all,
                                 Sides& sides) {
  sides.number = 3 * kTogether;
  const std::size_t size = 3 * at(row_count()) * at(sides.number);
  sides.x.make_room_at_least(size);
  sides.below.make_room_at_least(at(tallest_) * at(sides.number));
  for (const int s : all) {
    const Panel x = columns_of(s, sides);
    std::fill_n(x.data, static_cast<long>(x.rows) * x.columns, 0.0);
  }
  std::vector<std::int32_t> touched;
  for (int c = 0; c < count(points); ++c) {
    const WeightedRows& point = points[at(c)];
    const long first = 3L * c;
    touched.insert(touched.end(), point.row.begin(), point.row.end());
    for (std::size_t k = 0; k < point.row.size(); ++k) {
      const long row = 3L * tree_.place[at(point.row[k])];
      for (int a = 0; a < 3; ++a) {
        sides.x[static_cast<std::size_t>((row + a) * sides.number + first + a)] += point.weight[k];
      }
    }
  }
  for (const int s : ways_to_root(touched)) forward(s, sides);
  for (auto s = all.rbegin(); s != all.rend(); ++s) backward(*s, sides);
}

/// Points that start in one subtree follow each other, so that those of a supernode are a range.
void SupernodalLdlt::order_points(std::span<const WeightedRows> points) {
  std::vector<int> start(points.size(), row_count());
  point_order_.resize(points.size());
  for (int p = 0; p < count(points); ++p) {
    point_order_[at(p)] = p;
    for (const std::int32_t row : points[at(p)].row) {
      start[at(p)] = std::min(start[at(p)], tree_.place[at(row)]);
    }
  }
  std::sort(point_order_.begin(), point_order_.end(), [&](int a, int b) {
    return start[at(a)] != start[at(b)] ? start[at(a)] < start[at(b)] : a < b;
  });
}

void SupernodalLdlt::find_point_ranges(std::span<const WeightedRows> points) {
  point_range_.assign(at(tree_.size()), {});
  for (int k = 0; k < count(point_order_); ++k) {
    for (const std::int32_t row : points[at(point_order_[at(k)])].row) {
      for (int s = tree_.of[at(tree_.place[at(row)])]; s >= 0; s = tree_.node[at(s)].parent) {
        PointRange& range = point_range_[at(s)];
        if (range.size() > 0 && range.end > k) break;  // and so has all above
        if (range.size() == 0) range.begin = k;
        range.end = k + 1;
      }
    }
  }
}

void SupernodalLdlt::place_columns(std::span<const WeightedRows> points) {
  std::size_t first = 0;
  std::size_t below = 0;
  for (int s = 0; s < tree_.size(); ++s) {
    const Supernodes::Node& node = tree_.node[at(s)];
    PointRange& range = point_range_[at(s)];
    range.first = first;
    first += 9 * at(range.size()) * at(node.width);
    below = std::max(below, 9 * at(range.size()) * node.rows.size());
  }
  sides_.x.make_room_at_least(first);
  sides_.below.make_room_at_least(below);
  std::fill_n(sides_.x.data(), first, 0.0);
  for (int k = 0; k < count(point_order_); ++k) {
    const WeightedRows& point = points[at(point_order_[at(k)])];
    for (std::size_t b = 0; b < point.row.size(); ++b) {
      const int place = tree_.place[at(point.row[b])];
      const int s = tree_.of[at(place)];
      const Panel x = point_columns(s);
      const int row = 3 * (k - point_range_[at(s)].begin);
      const int column = 3 * (place - tree_.node[at(s)].first);
      for (int a = 0; a < 3; ++a) *x.at(row + a, column + a) += point.weight[b];
    }
  }
}

Panel SupernodalLdlt::point_columns(int s) {
  const PointRange& range = point_range_[at(s)];
  const int rows = 3 * range.size();
  return {sides_.x.data() + range.first, rows, 3 * tree_.node[at(s)].width, std::max(1, rows)};
}

/// x L11⁻ᵀ and its part of the sum, which is subtracted, then x -= (that) L21ᵀ above.
void SupernodalLdlt::forward_points(int s, Panel sum) {
  const Supernodes::Node& node = tree_.node[at(s)];
  const PointRange range = point_range_[at(s)];
  const Panel F = front(s);
  const Panel x = point_columns(s);
  const Panel own = sum.part(3 * range.begin, 3 * range.begin, x.rows, x.rows);
  if (pivot_[at(s)].empty()) {
    divide_right_transposed(F.part(0, 0, F.columns, F.columns), x);
    subtract_tiled(x, own);
  } else {
    std::vector<double> divided(at(x.rows) * at(x.columns));
    std::copy_n(x.data, divided.size(), divided.begin());
    const Panel z{divided.data(), x.rows, x.columns, x.rows};
    divide_by_pivots(s, z);
    subtract_product_transposed(x, z, own);
  }
  const int below = F.rows - F.columns;
  if (below == 0) return;
  std::fill_n(sides_.below.data(), at(below) * at(x.rows), 0.0);
  const Panel change{sides_.below.data(), x.rows, below, x.rows};
  subtract_product_transposed(x, F.part(F.columns, 0, below, F.columns), change);
  const double* from = sides_.below.data();
  for (const int row : node.rows) {
    const int above = tree_.of[at(row)];
    const Panel to = point_columns(above);
    const int first = 3 * (range.begin - point_range_[at(above)].begin);
    for (int a = 0; a < 3; ++a, from += x.rows) {
      double* entry = to.at(first, 3 * (row - tree_.node[at(above)].first) + a);
      for (int k = 0; k < x.rows; ++k) entry[k] += from[k];
    }
  }
}

void SupernodalLdlt::inverse_between(std::span<const WeightedRows> points, std::span<Mat3> result) {
  SOLFEC_ASSERT(2 * result.size() == points.size() * (points.size() + 1));
  order_points(points);
  find_point_ranges(points);
  place_columns(points);
  const int n = 3 * count(points);
  between_.make_room_at_least(at(n) * at(n));
  std::fill_n(between_.data(), at(n) * at(n), 0.0);
  for (int s = 0; s < tree_.size(); ++s) {
    if (point_range_[at(s)].size() > 0) forward_points(s, {between_.data(), n, n, n});
  }
  std::vector<int> place(points.size());
  for (int k = 0; k < count(points); ++k) place[at(point_order_[at(k)])] = 3 * k;
  const auto block = [&](int t, int s) {  // of which the lower triangle is known
    Mat3 value;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        const auto [column, row] = std::minmax({t + a, s + b});
        value(a, b) = -between_[at(row) + at(n) * at(column)];
      }
    }
    return value;
  };
  std::size_t entry = 0;
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (std::size_t t = 0; t <= s; ++t) result[entry++] = block(place[t], place[s]);
  }
}

}  // namespace solfec
