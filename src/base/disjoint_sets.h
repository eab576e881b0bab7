#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/count.h"

namespace solfec {

/// Disjoint sets of the items 0 .. n - 1, by union-find with path halving.
///
/// The root of a set is its least item, so the result does not depend on the order of the joins.
/// Galler and Fischer (1964), Commun. ACM 7, 301-303.
class DisjointSets {
 public:
  /// Makes each of `items` a set of its own. Allocates only when there are more items than before.
  void start(int items) {
    parent_.resize(at(items));
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// The least item of the set of an item. Shortens the way for later searches.
  int root(int item) {
    while (parent_[at(item)] != item) {
      parent_[at(item)] = parent_[at(parent_[at(item)])];
      item = parent_[at(item)];
    }
    return item;
  }
  /// Makes one set of the sets of two items.
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    parent_[at(std::max(a, b))] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;  // a root is its own parent
};

}  // namespace solfec
