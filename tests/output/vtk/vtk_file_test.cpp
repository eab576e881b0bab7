#include "output/vtk/vtk_file.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "output/vtk/deflated_blocks.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

std::string bytes_of(const VtkFileMaker::File& made) {
  std::string text = made.head;
  for (const auto* const array : made.array) {
    text.append(reinterpret_cast<const char*>(array->data()), array->size());
  }
  return text + made.tail;
}

/// Returns what an independent reader says of a file.
std::string shown(const VtkData& data, const TemporaryFolder& folder) {
  VtkFileMaker maker;
  const std::string path = folder.file_with("a.vtk", bytes_of(maker.make(data)));
  const std::string printed = folder.file("printed.txt");
  const std::string command = "PYTHONDONTWRITEBYTECODE=1 '" SOLFEC_TEST_PYTHON
                              "' '" SOLFEC_SOURCE_DIR "/tests/export/format_check.py' '" +
                              path + "' > '" + printed + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return text_of(printed);
}

/// A tetrahedron and a polyhedron of the same four points.
VtkData grid() {
  VtkData data;
  data.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5};
  VtkGridCells cells;
  cells.cells = {{0, 1, 2, 3, 0, 1, 2, 3}, {4, 8}};
  cells.types = {10, 42};
  cells.faces = {4, 3, 0, 2, 1, 3, 0, 1, 3, 3, 1, 2, 3, 3, 2, 0, 3};
  cells.face_offsets = {-1, 17};
  data.cells = cells;
  data.point_data.push_back({"u", std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}, 2, {"a", "b<"}});
  VtkStrings labels;
  labels.add("one & \"two\"");
  labels.add("");
  data.cell_data.push_back({"label", labels, 1, {}});
  data.cell_data.push_back({"rank", std::vector<std::int32_t>{-1, 7}, 1, {}});
  return data;
}

TEST(VtkFile, IsReadByAnIndependentReader) {
  const TemporaryFolder folder;
  EXPECT_EQ(shown(grid(), folder),
            "UnstructuredGrid NumberOfCells=2 NumberOfPoints=4\n"
            "points 0x0.0p+0 0x0.0p+0 0x0.0p+0 0x1.0000000000000p+0 0x0.0p+0 0x0.0p+0 0x0.0p+0 "
            "0x1.0000000000000p+0 0x0.0p+0 0x0.0p+0 0x0.0p+0 0x1.0000000000000p-1\n"
            "point 'u' 2 a b< 8 0x1.0000000000000p+0 0x1.0000000000000p+1 0x1.8000000000000p+1 "
            "0x1.0000000000000p+2 0x1.4000000000000p+2 0x1.8000000000000p+2 "
            "0x1.c000000000000p+2 0x1.0000000000000p+3\n"
            "cell 'label' 1 2 'one & \"two\"' ''\n"
            "cell 'rank' 1 2 -1 7\n"
            "Cells 'connectivity' 1 8 0 1 2 3 0 1 2 3\n"
            "Cells 'offsets' 1 2 4 8\n"
            "Cells 'types' 1 2 10 42\n"
            "Cells 'faces' 1 17 4 3 0 2 1 3 0 1 3 3 1 2\n"
            "Cells 'faceoffsets' 1 2 -1 17\n");
}

TEST(VtkFile, WithoutPointsIsWhole) {
  const TemporaryFolder folder;
  VtkData data;
  data.cells = VtkPolyCells{};
  data.point_data.push_back({"gap", std::vector<double>{}, 1, {}});
  EXPECT_EQ(shown(data, folder),
            "PolyData NumberOfLines=0 NumberOfPoints=0 NumberOfPolys=0 NumberOfStrips=0 "
            "NumberOfVerts=0\npoints\npoint 'gap' 1 0\nLines 'connectivity' 1 0\n"
            "Lines 'offsets' 1 0\nVerts 'connectivity' 1 0\nVerts 'offsets' 1 0\n");
}

// Sizes around that of a block: the reader asks each block for its size.
TEST(VtkFile, BlocksOfAllSizesAreRead) {
  const TemporaryFolder folder;
  constexpr std::size_t kDoubles = kVtkBlock / sizeof(double);
  for (const std::size_t count :
       {std::size_t{1}, kDoubles - 1, kDoubles, kDoubles + 1, 2 * kDoubles, 3 * kDoubles + 5}) {
    VtkData data;
    data.cells = VtkPolyCells{};
    std::vector<double> noise(count);  // does not deflate
    unsigned state = 1;
    for (double& x : noise) x = static_cast<double>(state = 1664525U * state + 1013904223U) / 3.0;
    const double last = noise.back();
    data.field_data.push_back({"noise", noise, 1, {}});
    data.field_data.push_back({"zeros", std::vector<double>(count), 1, {}});
    VtkFileMaker maker;
    const std::string text = bytes_of(maker.make(data));
    EXPECT_NE(shown(data, folder).find(cat("field 'zeros' 1 ", count, " ")), std::string::npos);
    EXPECT_LT(text.size(), 8 * count + count / 20 + 2000);
    EXPECT_TRUE(std::isfinite(last));
  }
}

TEST(VtkFile, AnUnchangedDataSetIsToldFromAChangedOne) {
  VtkFileMaker maker;
  EXPECT_FALSE(maker.make(grid()).is_as_before);
  EXPECT_TRUE(maker.make(grid()).is_as_before);
  VtkData moved = grid();
  moved.points[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(maker.make(moved).is_as_before);
  EXPECT_TRUE(maker.make(moved).is_as_before);  // a NaN is equal to itself
  VtkData fewer = moved;
  fewer.cell_data.pop_back();
  EXPECT_FALSE(maker.make(fewer).is_as_before);
  EXPECT_FALSE(maker.make(moved).is_as_before);
}

TEST(VtkFile, ReusedArraysAreThoseOfAFreshFile) {
  VtkFileMaker maker;
  (void)maker.make(grid());
  VtkData moved = grid();
  moved.points[5] = 3.0;
  VtkFileMaker fresh;
  EXPECT_EQ(bytes_of(maker.make(moved)), bytes_of(fresh.make(moved)));
}

}  // namespace
}  // namespace solfec
