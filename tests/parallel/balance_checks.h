#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/balance.h"
#include "parallel/cell_checks.h"

// What every Bisection must do: each function is called on all ranks at once.

namespace solfec::test {

/// Items of all ranks, which every rank knows, so that it can count them by hand.
struct Items {
  std::vector<std::vector<Vec3>> point;     // by rank
  std::vector<std::vector<double>> weight;  // by rank
  [[nodiscard]] WeightedPoints of(int rank) const { return {point[at(rank)], weight[at(rank)]}; }
};

/// Random points of a box; whole weights, so that sums have no rounding.
inline Items random_items(int ranks, int number, Vec3 size, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  Items items;
  items.point.resize(at(ranks));
  items.weight.resize(at(ranks));
  for (int i = 0; i < number; ++i) {
    const auto rank = at(static_cast<int>(rng() % at(ranks)));
    const double u = unit(rng);  // denser at one end
    items.point[rank].push_back({size.x * u * u, size.y * unit(rng), size.z * unit(rng)});
    items.weight[rank].push_back(static_cast<double>(1 + rng() % 20));
  }
  return items;
}

inline std::vector<double> loads(const Items& items, const CutTree& cells) {
  std::vector<double> load(items.point.size(), 0.0);
  for (std::size_t rank = 0; rank < items.point.size(); ++rank) {
    for (std::size_t i = 0; i < items.point[rank].size(); ++i) {
      load[at(cells.rank_of(items.point[rank][i]))] += items.weight[rank][i];
    }
  }
  return load;
}

/// Items where Balance has brought them.
inline Items moved(const Items& items, const CutTree& cells) {
  Items result;
  result.point.resize(items.point.size());
  result.weight.resize(items.point.size());
  for (std::size_t rank = 0; rank < items.point.size(); ++rank) {
    for (std::size_t i = 0; i < items.point[rank].size(); ++i) {
      const auto owner = at(cells.rank_of(items.point[rank][i]));
      result.point[owner].push_back(items.point[rank][i]);
      result.weight[owner].push_back(items.weight[rank][i]);
    }
  }
  return result;
}

inline void check_same_on_all_ranks(Comm& comm, const Balance& balance) {
  const std::vector<double> own = balance.state();
  const auto bytes = std::as_bytes(std::span(own));
  std::vector<std::byte> first(bytes.begin(), bytes.end());
  comm.broadcast(0, first);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), bytes.begin(), bytes.end()));
}

inline void check_partition(const Partition& partition, const Balance& balance, const Items& items,
                            int rank) {
  const std::vector<double> load = loads(items, balance.cells());
  EXPECT_EQ(partition.imbalance.largest, *std::max_element(load.begin(), load.end()));
  EXPECT_EQ(partition.imbalance.least, *std::min_element(load.begin(), load.end()));
  ASSERT_EQ(partition.owner.size(), items.point[at(rank)].size());
  for (std::size_t i = 0; i < partition.owner.size(); ++i) {
    EXPECT_EQ(partition.owner[i], balance.rank_of(items.point[at(rank)][i]));
  }
}

/// Random points come to nearly equal loads; cells own what they should; a second time nothing is
/// to be done; the same items give the same cells.
inline void check_random_points(Comm& comm, Bisection& bisection) {
  const int ranks = comm.size();
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Items items = random_items(ranks, 2000, {1.0, 0.7, 0.4}, seed);
    Balance balance(&bisection, {.tolerance = 1.05});
    const Partition partition = balance.rebalance(comm, items.of(comm.rank()));
    EXPECT_EQ(partition.has_new_cells, ranks > 1);
    EXPECT_LE(partition.imbalance.ratio(), ranks > 8 ? 1.3 : 1.15);  // an item has 1/100 and less
    check_partition(partition, balance, items, comm.rank());
    check_same_on_all_ranks(comm, balance);
    std::mt19937 rng(seed);
    check_cells(balance.cells(), ranks, rng);

    balance.set_params({.tolerance = 1.3});
    const std::vector<double> before = balance.state();
    EXPECT_FALSE(balance.rebalance(comm, items.of(comm.rank())).has_new_cells);
    EXPECT_EQ(balance.state(), before);

    Balance again(&bisection, {.tolerance = 1.05});
    (void)again.rebalance(comm, items.of(comm.rank()));
    EXPECT_EQ(again.state(), before);
  }
}

/// Points drift for some rounds. A balance that is made anew in the middle from stored numbers goes
/// on as the first one does, bit for bit.
inline void check_continuation(Comm& comm, Bisection& bisection, bool lock_directions) {
  const BalanceParams params{.tolerance = 1.1, .lock_directions = lock_directions};
  Balance balance(&bisection, params);
  std::vector<int> axes;
  Items items = random_items(comm.size(), 1000, {1.0, 1.0, 1.0}, 77);
  int changes = 0;
  for (int round = 0; round < 6; ++round) {
    Balance continued(&bisection, params);
    ASSERT_TRUE(continued.set_state(balance.state(), comm.size()));
    const Partition one = balance.rebalance(comm, items.of(comm.rank()));
    const Partition two = continued.rebalance(comm, items.of(comm.rank()));
    EXPECT_EQ(one.owner, two.owner);
    EXPECT_EQ(one.has_new_cells, two.has_new_cells);
    EXPECT_EQ(balance.state(), continued.state());
    EXPECT_LE(one.imbalance.ratio(), comm.size() <= 8 ? 1.25 : 1.5);
    changes += one.has_new_cells ? 1 : 0;
    std::vector<int> now;
    for (const CutTree::Node& node : balance.cells().nodes()) now.push_back(node.axis);
    if (lock_directions && round > 0) {
      EXPECT_EQ(now, axes);
    }
    axes = now;
    items = moved(items, balance.cells());
    for (auto& points : items.point) {
      for (Vec3& p : points) p = {p.x * (1.0 + 0.3 * p.y), p.y, p.z * (1.0 + p.x)};
    }
  }
  EXPECT_GE(changes, comm.size() > 1 ? 3 : 0);
}

inline Items grid_items(int ranks, int edge) {
  Items grid = random_items(ranks, 0, {}, 1);
  for (int i = 0; i < edge * edge * edge; ++i) {
    const int x = i % edge;
    const int y = i / edge % edge;
    const int z = i / edge / edge;
    grid.point[at(i % ranks)].push_back({1.0 * x, 1.0 * y, 1.0 * z});
    grid.weight[at(i % ranks)].push_back(1.0);
  }
  return grid;
}

/// Planes lie between the layers of a grid, where rounding moves nothing across.
inline void check_planes_between_layers(Comm& comm, Bisection& bisection) {
  Balance balance(&bisection);
  (void)balance.rebalance(comm, grid_items(comm.size(), 7).of(comm.rank()));
  for (const CutTree::Node& node : balance.cells().nodes()) {
    if (node.axis == CutTree::kCell) continue;
    EXPECT_EQ(node.cut - std::floor(node.cut), 0.5);
  }
}

/// Layers of a grid stay together; fewer items than ranks, items at one point, none at all.
inline void check_borders(Comm& comm, Bisection& bisection) {
  const int ranks = comm.size();
  const auto balanced = [&](const Items& items) {
    Balance balance(&bisection);
    const Partition partition = balance.rebalance(comm, items.of(comm.rank()));
    check_partition(partition, balance, items, comm.rank());
    check_same_on_all_ranks(comm, balance);
    std::mt19937 rng(5);
    check_cells(balance.cells(), ranks, rng);
    return partition;
  };
  const Partition of_grid = balanced(grid_items(ranks, 6));
  if (ranks <= 4) {
    EXPECT_EQ(of_grid.imbalance.ratio(), 1.0);  // layers: 3 + 3, or 2 + 4 and 2 + 2
  }
  balanced(random_items(ranks, 0, {}, 1));
  for (const int number : {1, 2, 3}) balanced(random_items(ranks, number, {1, 1, 1}, 3));
  balanced(random_items(ranks, 50, {0.0, 0.0, 0.0}, 4));
  Items one_rank_has_all = random_items(1, 300, {1, 2, 3}, 9);
  one_rank_has_all.point.resize(at(ranks));
  one_rank_has_all.weight.resize(at(ranks));
  balanced(one_rank_has_all);
  Items weightless = random_items(ranks, 40, {1, 2, 3}, 9);
  for (auto& weights : weightless.weight) std::fill(weights.begin(), weights.end(), 0.0);
  EXPECT_FALSE(balanced(weightless).has_new_cells);
}

/// A flat domain is cut across its long edges only, though each half is longer in the third one.
inline void check_flat_domain(Comm& comm, Bisection& bisection) {
  const Items items = random_items(comm.size(), 500, {1.0, 0.09, 0.05}, 21);
  const auto axes_of_cuts = [&](double degenerate_ratio) {
    Balance balance(&bisection, {.tolerance = 1.0, .degenerate_ratio = degenerate_ratio});
    (void)balance.rebalance(comm, items.of(comm.rank()));
    std::vector<int> axes;
    for (const CutTree::Node& node : balance.cells().nodes()) {
      if (node.axis != CutTree::kCell) axes.push_back(node.axis);
    }
    return axes;
  };
  for (const int axis : axes_of_cuts(10.0)) EXPECT_EQ(axis, 0);
  for (const int axis : axes_of_cuts(12.0)) EXPECT_NE(axis, 2);
}

inline void check_balance(Comm& comm, Bisection& bisection) {
  check_random_points(comm, bisection);
  check_continuation(comm, bisection, false);
  check_continuation(comm, bisection, true);
  check_borders(comm, bisection);
  check_planes_between_layers(comm, bisection);
  check_flat_domain(comm, bisection);
}

}  // namespace solfec::test
