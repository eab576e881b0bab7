#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/box.h"

namespace solfec {

/// Binary tree of axis-aligned boxes for overlap queries.
///
/// A node whose boxes differ in size by more than a factor of 8 is split by size, any other at the
/// median centre along its widest direction. So a few huge boxes do not slow down the search among
/// many small ones. Nodes are stored in preorder with the index of the node that follows their
/// subtree, so a query is one loop without a stack. Bounding volume hierarchies: Ericson (2005),
/// Real-Time Collision Detection, chapter 6; deviations: the split by size, the refit.
class BoxTree {
 public:
  /// Builds the tree, O(n log n). Empty and non-finite boxes are allowed and overlap nothing.
  void build(std::span<const Box> boxes);

  /// Gives the nodes of the present tree the new boxes, O(n).
  /// @pre as many boxes as at the last build.
  void refit(std::span<const Box> boxes);

  [[nodiscard]] int size() const { return static_cast<int>(item_.size()); }

  /// Calls visit(i, j) for each pair of overlapping boxes of which one has a position in [begin,
  /// end) of the tree and the other a later position. Ranges that together cover all positions give
  /// each pair once, i and j in any order. Neighbouring positions are near to each other in space.
  /// @return Number of tested boxes (of nodes and items), which measures the work of the search.
  template <typename Visit>
  std::int64_t for_each_pair(int begin, int end, const Visit& visit) const {
    std::int64_t tested = 0;
    for (int place = begin; place < end; ++place) tested += visit_later(place, visit);
    return tested;
  }

  /// Calls visit(i) for each box i that overlaps `box`. @return Number of boxes tested.
  template <typename Visit>
  std::int64_t for_each_overlap(const Box& box, const Visit& visit) const {
    std::int64_t tested = 0;
    const int end = static_cast<int>(nodes_.size());
    for (int n = 0; n < end;) {
      const Node& node = nodes_[n];
      ++tested;
      if (!overlap(box, node.box)) {
        n = node.next;
        continue;
      }
      if (is_leaf(n)) {
        for (int k = node.begin; k < node.end; ++k) {
          ++tested;
          if (overlap(box, item_box_[k])) visit(item_[k]);
        }
      }
      ++n;
    }
    return tested;
  }

 private:
  struct Node {
    Box box;
    int begin;  // range of item_ and item_box_
    int end;
    int next;  // node after this subtree
  };

  [[nodiscard]] bool is_leaf(int n) const { return nodes_[n].next == n + 1; }

  template <typename Visit>
  std::int64_t visit_later(int place, const Visit& visit) const {
    const Box& box = item_box_[place];
    std::int64_t tested = 0;
    const int end = static_cast<int>(nodes_.size());
    for (int n = 0; n < end;) {
      const Node& node = nodes_[n];
      ++tested;
      if (node.end <= place + 1 || !overlap(box, node.box)) {
        n = node.next;
        continue;
      }
      if (is_leaf(n)) {
        for (int k = node.begin > place ? node.begin : place + 1; k < node.end; ++k) {
          ++tested;
          if (overlap(box, item_box_[k])) visit(item_[place], item_[k]);
        }
      }
      ++n;
    }
    return tested;
  }

  void build_subtree(int begin, int end);
  int split(int begin, int end);
  int split_by_size(int begin, int end);
  int split_by_position(int begin, int end);

  std::vector<Node> nodes_;    // preorder
  std::vector<int> item_;      // box index, in tree order
  std::vector<Box> item_box_;  // boxes in tree order
  std::vector<Vec3> center_;   // per box, only for building
  std::vector<double> size_;   // largest edge per box, only for building
};

}  // namespace solfec
