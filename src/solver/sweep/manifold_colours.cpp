#include "solver/sweep/manifold_colours.h"

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
  const std::size_t begin = at(colour_start_[at(c)]);
  const std::size_t end = at(colour_start_[at(c) + 1]);
  return std::span(manifold_).subspan(begin, end - begin);
}

bool ManifoldColours::update(std::span<const RowJacobian> rows, std::span<const RowLaw> law,
                             std::span<const int> active, int slot_count) {
  const bool same = collect_edges(rows, law, active) && slot_count == slot_count_;
  if (same) return false;
  std::swap(edge_, new_edge_);
  new_edge_.reserve(edge_.size());
  slot_count_ = slot_count;
  group(slot_count);
  order_rows();
  assign_colours(slot_count);
  place_colours();
  return true;
}

/// True when the edges are those of the last call.
bool ManifoldColours::collect_edges(std::span<const RowJacobian> rows, std::span<const RowLaw> law,
                                    std::span<const int> active) {
  new_edge_.clear();
  new_edge_.reserve(active.size());
  for (const int i : active) {
    const RowJacobian& row = rows[at(i)];
    SOLFEC_ASSERT(row.master >= 0 || row.slave >= 0);
    const bool master_first = row.slave < 0 || (row.master >= 0 && row.master < row.slave);
    const bool bilateral = !law.empty() && !is_contact(law[at(i)].kind);
    new_edge_.push_back(master_first ? Edge{row.master, row.slave, i, bilateral}
                                     : Edge{row.slave, row.master, i, bilateral});
  }
  return new_edge_ == edge_;
}

/// Sorts the edges by first and second slot; equal pairs become manifolds.
void ManifoldColours::group(int slot_count) {
  slot_start_.assign(at(slot_count) + 2, 0);
  for (const Edge& edge : edge_) ++slot_start_[at(edge.first) + 2];
  for (std::size_t s = 2; s < slot_start_.size(); ++s) slot_start_[s] += slot_start_[s - 1];
  sorted_.resize(edge_.size());
  for (const Edge& edge : edge_) {
    int& place = slot_start_[at(edge.first) + 1];
    sorted_[at(place++)] = edge;
  }
  for (int s = 0; s < slot_count; ++s) {
    std::sort(sorted_.begin() + slot_start_[at(s)], sorted_.begin() + slot_start_[at(s) + 1],
              [](const Edge& a, const Edge& b) {
                return a.second != b.second ? a.second < b.second : a.row < b.row;
              });
  }
  row_.clear();
  found_.clear();
  for (const Edge& edge : sorted_) {
    if (found_.empty() || found_.back().first != edge.first ||
        found_.back().second != edge.second) {
      found_.push_back({edge.first, edge.second, count(row_), count(row_), true});
    }
    row_.push_back(edge.row);
    ++found_.back().end;
    found_.back().bilateral = found_.back().bilateral && edge.bilateral;
  }
}

/// Reverses the rows of half of the manifolds and brings bilateral rows to the front.
void ManifoldColours::order_rows() {
  if (!edge_.empty()) bilateral_.assign(at(edge_.back().row) + 1, 0);
  for (const Edge& edge : edge_) bilateral_[at(edge.row)] = edge.bilateral ? 1 : 0;
  for (int m = 0; m < count(found_); ++m) {
    const Manifold& manifold = found_[at(m)];
    const auto begin = row_.begin() + manifold.begin;
    const auto end = row_.begin() + manifold.end;
    if (is_reversed(m)) std::reverse(begin, end);
    // by rotation: stable without memory, and joints of one pair of bodies are few
    auto next = begin;
    for (auto row = begin; row != end; ++row) {
      if (bilateral_[at(*row)] != 0) std::rotate(next++, row, row + 1);
    }
  }
}

/// The first colour that neither slot has; `limit` when there is none.
int ManifoldColours::choose_colour(const Manifold& item, int limit) {
  std::uint64_t mask = used_[at(item.first)];
  if (item.second >= 0) mask |= used_[at(item.second)];
  const int colour = std::countr_one(mask);
  if (colour >= limit) {
    overflow_ = true;
    return limit;
  }
  const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(colour);
  used_[at(item.first)] |= bit;
  if (item.second >= 0) used_[at(item.second)] |= bit;
  colours_ = std::max(colours_, colour + 1);
  return colour;
}

/// Bilateral manifolds first, then those with contacts in colours of their own.
void ManifoldColours::assign_colours(int slot_count) {
  const int n = count(found_);
  order_.resize(found_.size());
  std::iota(order_.begin(), order_.end(), 0);
  shuffle(std::span(order_));
  const int mean = slot_count > 0 ? 2 * n / slot_count + 1 : 1;
  const int limit = std::clamp(kCrowded * mean, kFewColours, kMostColours);

  colour_of_.assign(found_.size(), kMostColours);  // the overflow
  colours_ = 0;
  overflow_ = false;
  for (const bool bilateral : {true, false}) {
    const int first = colours_;
    if (!bilateral) bilateral_colours_ = first;
    used_.assign(at(slot_count), (std::uint64_t{1} << static_cast<unsigned>(first)) - 1);
    const int most = std::min(first + limit, kMostColours);
    for (const int m : order_) {
      const Manifold& item = found_[at(m)];
      if (item.bilateral != bilateral) continue;
      const int colour = choose_colour(item, most);
      if (colour < most) colour_of_[at(m)] = colour;
    }
  }
}

/// Places of the colours: shuffled within the bilateral ones and within the others, the overflow
/// last.
void ManifoldColours::place_colours() {
  int place[kMostColours + 1];
  std::iota(place, place + colours_, 0);
  shuffle(std::span(place, at(bilateral_colours_)));
  shuffle(std::span(place + bilateral_colours_, at(colours_ - bilateral_colours_)));
  const int total = colours_ + (overflow_ ? 1 : 0);
  colour_start_.assign(at(total) + 2, 0);
  for (int& colour : colour_of_) {
    colour = colour == kMostColours ? colours_ : place[colour];
    ++colour_start_[at(colour) + 2];
  }
  for (std::size_t c = 2; c < colour_start_.size(); ++c) colour_start_[c] += colour_start_[c - 1];
  manifold_.resize(found_.size());
  for (std::size_t m = 0; m < found_.size(); ++m) {
    int& next = colour_start_[at(colour_of_[m]) + 1];
    manifold_[at(next++)] = found_[m];
  }
  colour_start_.pop_back();
}

}  // namespace solfec
