#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "parallel/cut_tree.h"

namespace solfec::test {

inline Box space() {
  return {{-Box::kInfinity, -Box::kInfinity, -Box::kInfinity},
          {Box::kInfinity, Box::kInfinity, Box::kInfinity}};
}

inline bool equal(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool equal(const Box& a, const Box& b) { return equal(a.lo, b.lo) && equal(a.hi, b.hi); }

/// Coordinates of random points in [0, 1], of which many lie in planes of cells.
class PlacesNearCuts {
 public:
  PlacesNearCuts(const CutTree& tree, std::mt19937& rng) : rng_(rng) {
    for (const CutTree::Node& node : tree.nodes()) {
      if (node.axis != CutTree::kCell) planes_[at(node.axis)].push_back(node.cut);
    }
  }
  Vec3 operator()() {
    Vec3 point;
    for (int axis = 0; axis < 3; ++axis) {
      const auto& planes = planes_[at(axis)];
      point[axis] = unit_(rng_);
      if (!planes.empty() && rng_() % 2 == 0) point[axis] = planes[rng_() % planes.size()];
    }
    return point;
  }

 private:
  std::mt19937& rng_;
  std::uniform_real_distribution<double> unit_{-0.2, 1.2};
  std::vector<double> planes_[3];
};

/// rank_of and ranks_of of a tree against all cells one by one, of 1000 points and boxes.
inline void check_cells(const CutTree& tree, int ranks, std::mt19937& rng) {
  std::vector<Box> cells;
  for (int rank = 0; rank < ranks; ++rank) cells.push_back(tree.cell(rank));
  PlacesNearCuts place(tree, rng);
  std::vector<int> found;
  for (int sample = 0; sample < 1000; ++sample) {
    const Vec3 p = place();
    const Vec3 q = place();
    const Box box{minimum(p, q), maximum(p, q)};
    std::vector<int> owners;
    std::vector<int> reached;
    for (int rank = 0; rank < ranks; ++rank) {
      const Box& cell = cells[at(rank)];
      bool has_point = true;
      bool has_box = !is_empty(cell);
      for (int axis = 0; axis < 3; ++axis) {
        has_point = has_point && cell.lo[axis] < p[axis] && p[axis] <= cell.hi[axis];
        has_box = has_box && cell.lo[axis] < box.hi[axis] && box.lo[axis] <= cell.hi[axis];
      }
      if (has_point) owners.push_back(rank);
      if (has_box) reached.push_back(rank);
    }
    ASSERT_EQ(owners, std::vector<int>{tree.rank_of(p)});
    tree.ranks_of(box, found);
    ASSERT_EQ(found, reached);
    tree.ranks_of({p, p}, found);
    ASSERT_EQ(found, owners);
  }
}

}  // namespace solfec::test
