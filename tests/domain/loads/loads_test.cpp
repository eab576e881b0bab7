#include "domain/loads/loads.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Loads of one body whose constants tell them apart.
class LoadGroupsTest : public ::testing::Test {
 protected:
  void force(double value) {
    loads_.forces.push_back(
        {1, LoadFrame::spatial, {}, {1, 0, 0}, {value, {}}, false, loads_.group});
  }
  void torque(double value) {
    loads_.torques.push_back({1, LoadFrame::spatial, {1, 0, 0}, {value, {}}, false, loads_.group});
  }
  void pressure(double value) {
    loads_.pressures.push_back({1, {}, {value, {}}, false, loads_.group});
  }
  void function(const std::string& name) {
    loads_.callbacks.push_back({1, {}, name, false, 0, loads_.group});
  }

  template <typename Load>
  static std::vector<double> values(const std::vector<Load>& all) {
    std::vector<double> found;
    for (const Load& load : all) found.push_back(load.value.constant);
    return found;
  }

  using Values = std::vector<double>;
  Loads loads_;
};

TEST_F(LoadGroupsTest, EachCallReplacesTheLoadsOfTheKindsThatItPuts) {
  force(1);  // of the script: it stays
  torque(1);
  pressure(1);
  loads_.group = -3;
  force(2);
  torque(2);
  pressure(2);
  EXPECT_TRUE(loads_.replace_group(3).empty());
  EXPECT_EQ(loads_.group, 0);
  EXPECT_EQ(values(loads_.forces), (Values{1, 2}));
  loads_.group = -3;
  torque(3);
  torque(4);
  EXPECT_TRUE(loads_.replace_group(3).empty());
  EXPECT_EQ(values(loads_.forces), (Values{1, 2}));
  EXPECT_EQ(values(loads_.torques), (Values{1, 3, 4}));
  EXPECT_EQ(values(loads_.pressures), (Values{1, 2}));
  loads_.group = -3;
  pressure(5);
  force(6);
  EXPECT_TRUE(loads_.replace_group(3).empty());
  EXPECT_EQ(values(loads_.forces), (Values{1, 6}));
  EXPECT_EQ(values(loads_.torques), (Values{1, 3, 4}));
  EXPECT_EQ(values(loads_.pressures), (Values{1, 5}));
}

TEST_F(LoadGroupsTest, FunctionsCountAsForcesAndAreHandedOut) {
  function("own");
  loads_.group = -1;
  function("first");
  force(1);
  EXPECT_TRUE(loads_.replace_group(1).empty());
  loads_.group = -1;
  force(2);
  const std::vector<CallbackForce> gone = loads_.replace_group(1);
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0].name, "first");
  ASSERT_EQ(loads_.callbacks.size(), 1U);
  EXPECT_EQ(loads_.callbacks[0].name, "own");
  EXPECT_EQ(values(loads_.forces), (Values{2}));
  loads_.group = -1;
  function("second");
  EXPECT_TRUE(loads_.replace_group(1).empty());
  EXPECT_TRUE(loads_.forces.empty());
  EXPECT_EQ(loads_.callbacks.size(), 2U);
}

TEST_F(LoadGroupsTest, GroupsDoNotReplaceEachOther) {
  loads_.group = -1;
  force(1);
  EXPECT_TRUE(loads_.replace_group(1).empty());
  loads_.group = -2;
  force(2);
  EXPECT_TRUE(loads_.replace_group(2).empty());
  EXPECT_EQ(values(loads_.forces), (Values{1, 2}));
  loads_.group = -1;
  EXPECT_TRUE(loads_.replace_group(1).empty());  // a call that puts nothing
  EXPECT_EQ(values(loads_.forces), (Values{1, 2}));
}

}  // namespace
}  // namespace solfec
