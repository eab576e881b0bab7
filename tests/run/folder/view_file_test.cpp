#include "run/folder/view_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

class ViewFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return temporary_.file(""); }
  [[nodiscard]] std::string path() const { return temporary_.file("view.txt"); }

  TemporaryFolder temporary_;
};

TEST_F(ViewFileTest, BodiesAndPointsComeBackToTheLastBit) {
  ModelView view;
  view.drawn = {2, 7};
  view.points = {{7, "top of the wall", {0.1, -1.0 / 3.0, 1e-17}}, {2, "", {1, 2, 3}}};
  store_view(folder(), view);
  const ModelView again = load_view(folder());
  EXPECT_EQ(again.drawn, view.drawn);
  ASSERT_EQ(again.points.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again.points[i].body, view.points[i].body);
    EXPECT_EQ(again.points[i].label, view.points[i].label);
    EXPECT_EQ(again.points[i].point, view.points[i].point);
  }
}

TEST_F(ViewFileTest, ALabelOfSeveralLinesBecomesOneLine) {
  ModelView view;
  view.points = {{1, "a\nbody 5", {0, 0, 0}}};
  store_view(folder(), view);
  const ModelView again = load_view(folder());
  EXPECT_TRUE(again.drawn.empty());
  ASSERT_EQ(again.points.size(), 1U);
  EXPECT_EQ(again.points[0].label, "a body 5");
}

TEST_F(ViewFileTest, AViewThatSaysNothingLeavesNoFile) {
  store_view(folder(), {});
  EXPECT_FALSE(std::filesystem::exists(path()));
  ModelView view;
  view.drawn = {1};
  store_view(folder(), view);
  EXPECT_TRUE(std::filesystem::exists(path()));
  store_view(folder(), {});
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_TRUE(load_view(folder()).drawn.empty());
}

TEST_F(ViewFileTest, LinesThatAreNoEntriesArePassedOver) {
  std::ofstream(path())
      << "# by hand\n\nbody 9\nbody x\nbody -3\nbody\npoint 1 2\nwall 4\nbody 3\n";
  const ModelView view = load_view(folder());
  EXPECT_EQ(view.drawn, (std::vector<BodyId>{3, 9}));  // increasing, as pictures need them
  EXPECT_TRUE(view.points.empty());
}

TEST_F(ViewFileTest, AFolderThatIsGoneIsAnError) {
  ModelView view;
  view.drawn = {1};
  EXPECT_THROW(store_view(temporary_.file("gone"), view), OutputError);
}

}  // namespace
}  // namespace solfec
