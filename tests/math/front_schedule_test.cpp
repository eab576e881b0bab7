#include "math/front_schedule.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

/// A complete binary tree in postorder: supernodes of `width` columns, all below see `width` rows.
struct BinaryTree {
  Supernodes tree;
  std::vector<double> work;

  int add(int levels, int width, double own) {
    std::vector<int> children;
    if (levels > 1) children = {add(levels - 1, width, own), add(levels - 1, width, own)};
    const int s = tree.size();
    Supernodes::Node node;
    node.width = width;
    node.children = children;
    node.rows.resize(at(width));
    for (const int child : children) tree.node[at(child)].parent = s;
    tree.node.push_back(node);
    work.push_back(own);
    return s;
  }
};

TEST(FrontSchedule, EverySupernodeIsInOneSubtreeOrInTheCrown) {
  BinaryTree binary;
  const int root = binary.add(8, 4, 1e6);
  binary.tree.node[at(root)].rows.clear();
  const FrontSchedule plan = plan_fronts(binary.tree, binary.work);
  EXPECT_TRUE(plan.worth_threads);
  std::vector<int> times(at(binary.tree.size()), 0);
  for (const int s : plan.crown) ++times[at(s)];
  for (int k = 0; k < count(plan.subtree); ++k) {
    for (int s = plan.subtree[at(k)].first; s <= plan.subtree[at(k)].root; ++s) {
      ++times[at(s)];
      EXPECT_EQ(plan.region[at(s)], k);
      // no way out of a subtree but by its root
      const int parent = binary.tree.node[at(s)].parent;
      const bool is_root = s == plan.subtree[at(k)].root;
      EXPECT_EQ(plan.region[at(parent)], is_root ? FrontSchedule::kCrown : k);
    }
  }
  EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  EXPECT_TRUE(std::is_sorted(plan.crown.begin(), plan.crown.end()));
  // 255 supernodes of equal work: subtrees of 15 have at most a twelfth of it
  EXPECT_EQ(plan.subtree.size(), 16U);
  EXPECT_EQ(plan.crown.size(), 15U);
  for (const FrontSchedule::Subtree& part : plan.subtree) EXPECT_EQ(part.root - part.first, 14);
}

// Each level holds one finished update while the other side is made: a subtree of n levels needs
// n + 1 updates at once (two children and the parent's at the top).
TEST(FrontSchedule, StacksHoldWhatIsNeededAtOnce) {
  BinaryTree binary;
  binary.add(4, 2, 1.0);
  const FrontSchedule plan = plan_fronts(binary.tree, binary.work);
  EXPECT_FALSE(plan.worth_threads);
  ASSERT_EQ(plan.subtree.size(), 1U);
  EXPECT_TRUE(plan.crown.empty());
  EXPECT_EQ(plan.stack_size, std::size_t{9} * 2 * 2 * 5);
  EXPECT_EQ(plan.crown_stack, plan.stack_size);
}

TEST(FrontSchedule, AForestIsSharedByItsTrees) {
  BinaryTree binary;
  for (int k = 0; k < 3; ++k) binary.add(1, 2, k == 1 ? 9e6 : 2e6);
  const FrontSchedule plan = plan_fronts(binary.tree, binary.work);
  ASSERT_EQ(plan.subtree.size(), 3U);
  EXPECT_EQ(plan.subtree[0].root, 1);  // the most work first
  EXPECT_TRUE(plan.crown.empty());
}

}  // namespace
}  // namespace solfec
