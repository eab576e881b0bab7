#include "geometry/collision/lattice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 41;

TEST(Lattice, PointsAreLessThanOneStepFromTheirOwnPlace) {
  RandomGeometry random(1);
  for (const double extent : {1e-3, 1.0, 3e5}) {
    const Vec3 origin = random.in_cube(extent);
    const Lattice lattice(origin, extent);
    for (int sample = 0; sample < 1000; ++sample) {
      const Vec3 p = origin + random.in_cube(extent);
      const LatticePoint steps = lattice.at(p);
      const double step = extent * Lattice::kStep;
      const Vec3 place{static_cast<double>(steps.x), static_cast<double>(steps.y),
                       static_cast<double>(steps.z)};
      EXPECT_LT(norm_inf(p - (origin + step * place)), 1.001 * step);
      EXPECT_LE(std::max({std::abs(steps.x), std::abs(steps.y), std::abs(steps.z)}), kMost);
    }
  }
}

TEST(Lattice, OneStepTellsTheSidesOfALargeTriangle) {
  // a skew triangle over all of the lattice; m is a point of its plane
  const LatticePoint p{0, 0, 0};
  const LatticePoint q{kMost, 2, kMost - 1};
  const LatticePoint r{6, kMost, kMost - 7};
  const LatticePoint m{kMost / 2 + 3, kMost / 2 + 1, kMost - 4};  // (q + r) / 2
  EXPECT_EQ(lattice_side(p, q, r, m), 0);
  EXPECT_EQ(lattice_side(p, q, r, {m.x, m.y, m.z + 1}), 1);
  EXPECT_EQ(lattice_side(p, q, r, {m.x, m.y, m.z - 1}), -1);
  EXPECT_EQ(lattice_side(p, r, q, {m.x, m.y, m.z + 1}), -1);
  EXPECT_EQ(lattice_side(p, q, r, {m.x + 1, m.y, m.z}), -1);  // the normal is about (-1, -1, 1)
  EXPECT_EQ(lattice_side(p, q, r, {m.x, m.y + 1, m.z}), -1);
}

TEST(Lattice, TheLargestVolumesKeepTheirSign) {
  const LatticePoint p{0, 0, 0};
  const LatticePoint q{kMost, kMost, 0};
  const LatticePoint r{0, kMost, kMost};
  const LatticePoint s{kMost, 0, kMost};  // volume 2 kMost^3, six times that of the tetrahedron
  EXPECT_EQ(lattice_side(p, q, r, s), 1);
  EXPECT_EQ(lattice_side(p, r, q, s), -1);
}

TEST(Lattice, NormalsOfTrianglesOfOneStepAreRight) {
  // a height of one step over an edge across the lattice, where doubles see only noise
  const LatticePoint p{0, 0, 0};
  const LatticePoint q{kMost, kMost, 0};
  const LatticePoint r{kMost / 2, kMost / 2, 1};
  EXPECT_EQ(lattice_normal(p, q, r), (Vec3{0x1p41, -0x1p41, 0.0}));
  EXPECT_EQ(lattice_normal(p, r, q), (Vec3{-0x1p41, 0x1p41, 0.0}));
  EXPECT_EQ(lattice_normal({0, 0, 0}, {3, 0, 0}, {0, 5, 0}), (Vec3{0, 0, 15}));
}

}  // namespace
}  // namespace solfec
