#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "domain/domain.h"
#include "parallel/balance.h"

namespace solfec::test {

/// Cells with planes at random places in a box.
inline CutTree random_cells(int ranks, const Box& space, std::mt19937& random) {
  std::vector<Box> cells{{{-Box::kInfinity, -Box::kInfinity, -Box::kInfinity},
                          {Box::kInfinity, Box::kInfinity, Box::kInfinity}}};
  while (count(cells) < ranks) {
    const auto cell = std::uniform_int_distribution<std::size_t>(0, cells.size() - 1)(random);
    const int axis = std::uniform_int_distribution<int>(0, 2)(random);
    Box low = cells[cell];
    const double lo = std::max(low.lo[axis], space.lo[axis]);
    const double hi = std::min(low.hi[axis], space.hi[axis]);
    const double place = lo + (hi - lo) * std::uniform_real_distribution(0.05, 0.95)(random);
    Box high = low;
    low.hi[axis] = place;
    high.lo[axis] = place;
    cells[cell] = low;
    cells.push_back(high);
  }
  std::shuffle(cells.begin(), cells.end(), random);
  return *CutTree::of_cells(cells);
}

/// Gives the ranks of a domain cells at random, which stay.
/// @param random  Equal on all ranks.
/// @param whole   Most bodies of a mechanism that stay together.
inline void scatter(Domain& domain, const Box& space, std::mt19937& random, int whole = 1) {
  if (domain.ranks() == nullptr) return;
  Balance& balance = domain.ranks()->owners().balance();
  BalanceParams params;
  params.tolerance = 1e300;
  params.whole_mechanism = whole;
  balance.set_params(params);
  const int ranks = domain.comm().size();
  ASSERT_TRUE(balance.set_state(random_cells(ranks, space, random).numbers(), ranks));
}

/// So that nobody else makes cells.
class NoBisection final : public Bisection {
 public:
  CutTree cut(Comm& /*comm*/, const WeightedPoints& /*items*/, const CutAxes& /*axes*/) override {
    return CutTree{};
  }
};

}  // namespace solfec::test
