#include "body/finite_element/point_memory.h"

#include <random>

#include <gtest/gtest.h>

#include "support/mixed_mesh.h"

namespace solfec {
namespace {

class PointMemoryTest : public ::testing::Test {
 protected:
  void expect_found(const PointMemory& memory, Vec3 point) {
    const MeshPoint found = memory.find(locator_, mesh_, point);
    const MeshPoint expected = locator_.find(mesh_, point);
    EXPECT_EQ(found.element, expected.element);
    EXPECT_EQ(found.local, expected.local);
    EXPECT_EQ(found.node, expected.node);
    EXPECT_EQ(found.weight, expected.weight);
  }

  std::mt19937 rng_{20260101};
  Mesh mesh_ = test::MixedMesh::make(0.05, rng_);
  ElementLocator locator_{mesh_};
};

TEST_F(PointMemoryTest, SaysWhatTheLocatorSaysEachTime) {
  const PointMemory memory;
  for (int time = 0; time < 2; ++time) {
    for (int k = 0; k < 20; ++k) expect_found(memory, {0.05 * k, 0.3, 0.7 - 0.02 * k});
    EXPECT_EQ(memory.size(), 20u);
  }
}

TEST_F(PointMemoryTest, ZerosOfBothSignsAreOnePlace) {
  const PointMemory memory;
  expect_found(memory, {0.0, 0.25, 0.5});
  expect_found(memory, {-0.0, 0.25, 0.5});
  EXPECT_EQ(memory.size(), 1u);
}

TEST_F(PointMemoryTest, ForgetsWhenItIsFullAndWhenItIsCopied) {
  const PointMemory memory;
  for (std::size_t k = 0; k < PointMemory::kMost; ++k) {
    (void)memory.find(locator_, mesh_, {1e-5 * static_cast<double>(k), 0.5, 0.5});
  }
  EXPECT_EQ(memory.size(), PointMemory::kMost);
  expect_found(memory, {0.5, 0.5, 0.25});
  EXPECT_EQ(memory.size(), 1u);
  const PointMemory copy(memory);
  EXPECT_EQ(copy.size(), 0u);
  expect_found(copy, {0.5, 0.5, 0.25});
}

}  // namespace
}  // namespace solfec
