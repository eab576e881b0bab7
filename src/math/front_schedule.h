#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/supernodes.h"

namespace solfec {

/// Who factors which fronts: disjoint subtrees of the elimination tree, each by one thread, and
/// above them the crown, whose large fronts all threads share (Amestoy, Duff, L'Excellent and
/// Koster (2001), SIAM J. Matrix Anal. Appl. 23, 15-41: types of parallelism 1 and 2). Depends on
/// the matrix alone.
struct FrontSchedule {
  static constexpr int kCrown = -1;

  struct Subtree {
    int first = 0;  // supernodes first .. root
    int root = 0;
    std::size_t stack = 0;  // where its updates begin
  };
  std::vector<Subtree> subtree;  // the most work first
  std::vector<int> crown;        // supernodes in the order of elimination
  std::vector<int> region;       // of a supernode: subtree or kCrown
  std::size_t crown_stack = 0;   // where its updates begin
  std::size_t stack_size = 0;    // numbers, all stacks together
  bool worth_threads = false;
};

/// @param work  Multiplications with additions of each supernode.
FrontSchedule plan_fronts(const Supernodes& tree, std::span<const double> work);

}  // namespace solfec
