#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/box.h"

namespace solfec {

/// Binary tree of axis-aligned boxes for overlap queries.
///
/// A node whose boxes differ in size by more than a factor of 8 is split by size, any other at the
/// median centre along its widest direction; so a few huge boxes do not spoil the search among
/// many small ones. Nodes are stored in preorder with the index of the node that follows their
/// subtree, so a query is one loop without a stack. Bounding volume hierarchies: Ericson (2005),
/// Real-Time Collision Detection, chapter 6; deviations: the split by size, the refit.
class BoxTree {
 public:
  /// Builds the tree, O(n log n). Empty and non-finite boxes are allowed and overlap nothing.
  void build(std::span<const Box> boxes);

  /// Takes new boxes over into the present topology, O(n).
  /// @pre as many boxes as at the last build.
  void refit(std::span<const Box> boxes);

  [[nodiscard]] int size() const { return static_cast<int>(item_.size()); }

  /// Calls visit(j) for each box j > i that overlaps `box`, in the order of the tree.
  /// @return Number of boxes tested, of nodes and items: the work of the query.
  template <typename Visit>
  std::int64_t for_each_overlap_above(int i, const Box& box, const Visit& visit) const {
    std::int64_t tested = 0;
    const int end = static_cast<int>(nodes_.size());
    for (int n = 0; n < end;) {
      const Node& node = nodes_[n];
      ++tested;
      if (node.largest_item <= i || !overlap(box, node.box)) {
        n = node.next;
        continue;
      }
      if (is_leaf(n)) tested += visit_leaf(node, i, box, visit);
      ++n;
    }
    return tested;
  }

 private:
  struct Node {
    Box box;
    int begin;  // range of item_ and item_box_
    int end;
    int next;          // node after this subtree
    int largest_item;  // so that a search for j > i may skip the subtree
  };

  [[nodiscard]] bool is_leaf(int n) const { return nodes_[n].next == n + 1; }

  template <typename Visit>
  std::int64_t visit_leaf(const Node& leaf, int i, const Box& box, const Visit& visit) const {
    for (int k = leaf.begin; k < leaf.end; ++k) {
      if (item_[k] > i && overlap(box, item_box_[k])) visit(item_[k]);
    }
    return leaf.end - leaf.begin;
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
