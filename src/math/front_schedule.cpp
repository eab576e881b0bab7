#include "math/front_schedule.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/count.h"

namespace solfec {
namespace {

constexpr double kWorthThreads = 1e7;  // operations of a factorisation, some ms
constexpr int kShares = 12;            // a subtree has at most this part of all work
constexpr int kMostSubtrees = 64;

/// Work and first supernode of the subtrees of all supernodes.
struct Subtrees {
  std::vector<double> work;
  std::vector<int> first;

  Subtrees(const Supernodes& tree, std::span<const double> own)
      : work(own.begin(), own.end()), first(own.size()) {
    for (int s = 0; s < tree.size(); ++s) {
      first[at(s)] = s;
      for (const int child : tree.node[at(s)].children) {
        work[at(s)] += work[at(child)];
        first[at(s)] = std::min(first[at(s)], first[at(child)]);
      }
    }
  }
};

std::size_t update_size(const Supernodes::Node& node) {
  return 9 * node.rows.size() * node.rows.size();
}

/// Most numbers that updates of a region take at once, made in the order of `supernodes`.
std::size_t stack_of(const Supernodes& tree, std::span<const int> region,
                     std::span<const int> supernodes) {
  std::size_t used = 0;
  std::size_t most = 0;
  for (const int s : supernodes) {
    const Supernodes::Node& node = tree.node[at(s)];
    most = std::max(most, used + update_size(node));
    for (const int child : node.children) {
      if (region[at(child)] == region[at(s)]) used -= update_size(tree.node[at(child)]);
    }
    used += update_size(node);
  }
  return most;
}

}  // namespace

FrontSchedule plan_fronts(const Supernodes& tree, std::span<const double> work) {
  FrontSchedule plan;
  const Subtrees all(tree, work);
  std::vector<std::pair<double, int>> roots;  // a heap
  double total = 0.0;
  for (int s = 0; s < tree.size(); ++s) {
    if (tree.node[at(s)].parent >= 0) continue;
    roots.emplace_back(all.work[at(s)], s);
    total += all.work[at(s)];
  }
  plan.worth_threads = total >= kWorthThreads;
  std::make_heap(roots.begin(), roots.end());
  while (plan.worth_threads && !roots.empty() && count(roots) < kMostSubtrees) {
    const auto [size, s] = roots.front();
    const std::vector<int>& children = tree.node[at(s)].children;
    if (kShares * size <= total || children.empty()) break;
    std::pop_heap(roots.begin(), roots.end());
    roots.pop_back();
    plan.crown.push_back(s);
    for (const int child : children) {
      roots.emplace_back(all.work[at(child)], child);
      std::push_heap(roots.begin(), roots.end());
    }
  }
  std::sort(plan.crown.begin(), plan.crown.end());
  std::sort(roots.begin(), roots.end(), std::greater<>());

  plan.region.assign(at(tree.size()), FrontSchedule::kCrown);
  std::vector<int> members;
  for (const auto& [size, root] : roots) {
    const int first = all.first[at(root)];
    members.clear();
    for (int s = first; s <= root; ++s) {
      plan.region[at(s)] = count(plan.subtree);
      members.push_back(s);
    }
    plan.subtree.push_back({first, root, plan.stack_size});
    plan.stack_size += stack_of(tree, plan.region, members);
  }
  plan.crown_stack = plan.stack_size;
  plan.stack_size += stack_of(tree, plan.region, plan.crown);
  return plan;
}

}  // namespace solfec
