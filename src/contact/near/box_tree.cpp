#include "contact/near/box_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

namespace {

// `build` sorts the items by splitting their range in two until at most four are left, top down and
// in preorder, and lets `refit` find the boxes. By size: at the geometric mean of the smallest and
// the largest edge. By position: at the median, ties by number, so the tree is the same in every
// run.

constexpr int kLeafSize = 4;          // boxes
constexpr double kSizeSpread = 8.0;   // largest over smallest edge that shares a subtree
constexpr double kSmallest = 1.0e-3;  // sizes below this part of the largest count as equal
constexpr int kGrain = 256;           // boxes; below this a parallel loop does not pay

Vec3 finite_center(const Box& box) {
  const Vec3 center = 0.5 * (box.lo + box.hi);
  return is_finite(center) ? center : Vec3{};
}

double finite_size(const Box& box) {
  const Vec3 edge = box.hi - box.lo;
  const double size = std::max({edge.x, edge.y, edge.z});
  return std::isfinite(size) ? std::max(size, 0.0) : 0.0;
}

/// Smallest box around both; unlike Box::add it leaves `a` alone when b is empty.
void merge(Box& a, const Box& b) {
  a.lo = {std::min(a.lo.x, b.lo.x), std::min(a.lo.y, b.lo.y), std::min(a.lo.z, b.lo.z)};
  a.hi = {std::max(a.hi.x, b.hi.x), std::max(a.hi.y, b.hi.y), std::max(a.hi.z, b.hi.z)};
}

int widest_axis(const Box& box) {
  const Vec3 edge = box.hi - box.lo;
  if (edge.x >= edge.y && edge.x >= edge.z) return 0;
  return edge.y >= edge.z ? 1 : 2;
}

}  // namespace

void BoxTree::build(std::span<const Box> boxes) {
  const std::size_t n = boxes.size();
  item_.resize(n);
  item_box_.resize(n);
  center_.resize(n);
  size_.resize(n);
  std::iota(item_.begin(), item_.end(), 0);
  for (std::size_t i = 0; i < n; ++i) {
    center_[i] = finite_center(boxes[i]);
    size_[i] = finite_size(boxes[i]);
  }
  nodes_.clear();
  if (n > 0) build_subtree(0, count(item_));
  refit(boxes);
}

void BoxTree::build_subtree(int begin, int end) {
  const std::size_t self = nodes_.size();
  nodes_.push_back({Box{}, begin, end, 0});
  if (end - begin > kLeafSize) {
    const int middle = split(begin, end);
    build_subtree(begin, middle);
    build_subtree(middle, end);
  }
  nodes_[self].next = count(nodes_);
}

int BoxTree::split(int begin, int end) {
  const int by_size = split_by_size(begin, end);
  return by_size > begin && by_size < end ? by_size : split_by_position(begin, end);
}

int BoxTree::split_by_size(int begin, int end) {
  double smallest = Box::kInfinity;
  double largest = 0.0;
  for (int k = begin; k < end; ++k) {
    smallest = std::min(smallest, size_[item_[k]]);
    largest = std::max(largest, size_[item_[k]]);
  }
  smallest = std::max(smallest, kSmallest * largest);
  if (largest <= kSizeSpread * smallest) return begin;

  const double border = std::sqrt(smallest * largest);
  const auto middle = std::partition(item_.begin() + begin, item_.begin() + end,
                                     [&](int i) { return size_[i] > border; });
  return static_cast<int>(middle - item_.begin());
}

int BoxTree::split_by_position(int begin, int end) {
  Box centers;
  for (int k = begin; k < end; ++k) centers.add(center_[item_[k]]);
  const int axis = widest_axis(centers);
  const int middle = begin + (end - begin) / 2;
  std::nth_element(item_.begin() + begin, item_.begin() + middle, item_.begin() + end,
                   [&](int i, int j) {
                     const double a = center_[i][axis];
                     const double b = center_[j][axis];
                     return a != b ? a < b : i < j;
                   });
  return middle;
}

void BoxTree::refit(std::span<const Box> boxes) {
  SOLFEC_ASSERT(boxes.size() == item_.size());
  parallel_for(count(item_), kGrain, [&](int k) { item_box_[k] = boxes[item_[k]]; });

  // Children follow their parent, so the reverse order meets them first.
  for (int n = count(nodes_) - 1; n >= 0; --n) {
    Node& node = nodes_[n];
    node.box = Box{};
    if (is_leaf(n)) {
      for (int k = node.begin; k < node.end; ++k) merge(node.box, item_box_[k]);
    } else {
      merge(node.box, nodes_[n + 1].box);
      merge(node.box, nodes_[nodes_[n + 1].next].box);
    }
  }
}

}  // namespace solfec
