#include "local_dynamics/manifold_colours.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "base/shuffle.h"

namespace solfec {
namespace {

constexpr int kMostColours = 62;
constexpr int kFewColours = 12;
constexpr int kCrowded = 4;  // times the mean number of manifolds of a slot
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;

/// A fair coin for each manifold, by mixing the bits of its number (Steele, Lea and Flood (2014),
/// OOPSLA, 453-472).
bool is_reversed(int manifold) {
  std::uint64_t x = static_cast<std::uint64_t>(manifold) + kSeed;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return ((x ^ (x >> 31U)) & 1U) != 0;
}

}  // namespace

std::span<const Manifold> ManifoldColours::colour(int c) const {
  const auto begin = static_cast<std::size_t>(colour_start_[static_cast<std::size_t>(c)]);
  const auto end = static_cast<std::size_t>(colour_start_[static_cast<std::size_t>(c) + 1]);
  return std::span(manifold_).subspan(begin, end - begin);
}

bool ManifoldColours::update(std::span<const RowJacobian> rows, std::span<const int> active,
                             int slot_count) {
  const bool same = collect_edges(rows, active) && slot_count == slot_count_;
  if (same) return false;
  std::swap(edge_, new_edge_);
  new_edge_.reserve(edge_.size());
  slot_count_ = slot_count;
  group(slot_count);
  assign_colours(slot_count);
  return true;
}

/// True when the edges are those of the last call.
bool ManifoldColours::collect_edges(std::span<const RowJacobian> rows,
                                    std::span<const int> active) {
  new_edge_.clear();
  new_edge_.reserve(active.size());
  for (const int i : active) {
    const RowJacobian& row = rows[static_cast<std::size_t>(i)];
    SOLFEC_ASSERT(row.master >= 0 || row.slave >= 0);
    const bool master_first = row.slave < 0 || (row.master >= 0 && row.master < row.slave);
    new_edge_.push_back(master_first ? Edge{row.master, row.slave, i}
                                     : Edge{row.slave, row.master, i});
  }
  return new_edge_ == edge_;
}

/// Sorts the edges by first and second slot; equal pairs become manifolds, half of
/// which have their rows reversed.
void ManifoldColours::group(int slot_count) {
  slot_start_.assign(static_cast<std::size_t>(slot_count) + 2, 0);
  for (const Edge& edge : edge_) ++slot_start_[static_cast<std::size_t>(edge.first) + 2];
  for (std::size_t s = 2; s < slot_start_.size(); ++s) slot_start_[s] += slot_start_[s - 1];
  sorted_.resize(edge_.size());
  for (const Edge& edge : edge_) {
    int& place = slot_start_[static_cast<std::size_t>(edge.first) + 1];
    sorted_[static_cast<std::size_t>(place++)] = edge;
  }
  for (int s = 0; s < slot_count; ++s) {
    std::sort(sorted_.begin() + slot_start_[static_cast<std::size_t>(s)],
              sorted_.begin() + slot_start_[static_cast<std::size_t>(s) + 1],
              [](const Edge& a, const Edge& b) {
                return a.second != b.second ? a.second < b.second : a.row < b.row;
              });
  }
  row_.clear();
  found_.clear();
  for (const Edge& edge : sorted_) {
    if (found_.empty() || found_.back().first != edge.first ||
        found_.back().second != edge.second) {
      found_.push_back({edge.first, edge.second, count(row_), count(row_)});
    }
    row_.push_back(edge.row);
    ++found_.back().end;
  }
  for (int m = 0; m < count(found_); ++m) {
    const Manifold& manifold = found_[static_cast<std::size_t>(m)];
    if (is_reversed(m)) {
      std::reverse(row_.begin() + manifold.begin, row_.begin() + manifold.end);
    }
  }
}

void ManifoldColours::assign_colours(int slot_count) {
  const int n = count(found_);
  order_.resize(found_.size());
  std::iota(order_.begin(), order_.end(), 0);
  shuffle(std::span(order_));
  const int mean = slot_count > 0 ? 2 * n / slot_count + 1 : 1;
  const int limit = std::clamp(kCrowded * mean, kFewColours, kMostColours);

  used_.assign(static_cast<std::size_t>(slot_count), 0);
  colour_of_.resize(found_.size());
  int colours = 0;
  overflow_ = false;
  for (const int m : order_) {
    const Manifold& item = found_[static_cast<std::size_t>(m)];
    std::uint64_t mask = used_[static_cast<std::size_t>(item.first)];
    if (item.second >= 0) mask |= used_[static_cast<std::size_t>(item.second)];
    const int colour = std::countr_one(mask);
    if (colour >= limit) {
      colour_of_[static_cast<std::size_t>(m)] = limit;
      overflow_ = true;
      continue;
    }
    colour_of_[static_cast<std::size_t>(m)] = colour;
    colours = std::max(colours, colour + 1);
    const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(colour);
    used_[static_cast<std::size_t>(item.first)] |= bit;
    if (item.second >= 0) used_[static_cast<std::size_t>(item.second)] |= bit;
  }

  // Places of the colours: shuffled, the overflow last.
  int place[kMostColours + 1];
  std::iota(place, place + colours, 0);
  shuffle(std::span(place, static_cast<std::size_t>(colours)));
  const int total = colours + (overflow_ ? 1 : 0);
  colour_start_.assign(static_cast<std::size_t>(total) + 2, 0);
  for (int& colour : colour_of_) {
    colour = colour == limit ? colours : place[colour];
    ++colour_start_[static_cast<std::size_t>(colour) + 2];
  }
  for (std::size_t c = 2; c < colour_start_.size(); ++c) colour_start_[c] += colour_start_[c - 1];
  manifold_.resize(found_.size());
  for (int m = 0; m < n; ++m) {
    const auto at = static_cast<std::size_t>(m);
    int& next = colour_start_[static_cast<std::size_t>(colour_of_[at]) + 1];
    manifold_[static_cast<std::size_t>(next++)] = found_[at];
  }
  colour_start_.pop_back();
}

}  // namespace solfec
