#include "geometry/collision/face_distances.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Least height of all vertices over the plane of a face.
double least_height(const PlanedPolyhedron& own, int f, const PlanedPolyhedron& other) {
  double least = kFar;
  for (const Vec3& p : other.convex.vertices) {
    least = std::min(least, dot(own.normal[f], p) - own.offset[f]);
  }
  return least;
}

TEST(FaceDistances, AreThoseOfAllVerticesWhereTheyAreAskedFor) {
  RandomGeometry random(5);
  FaceDistances distances;
  int exact = 0;
  int ruled_out = 0;
  for (int sample = 0; sample < 500; ++sample) {
    const PlanedPolyhedron own(random.hull(random.integer(4, 30), {}, 1.0));
    const Vec3 center = 2.0 * random.direction();
    const PlanedPolyhedron other(random.hull(random.integer(4, 30), center, 1.0));
    distances.start(own.view(), other.view(), sample % 4 == 0 ? random.direction() : center);
    for (int f = 0; f < own.convex.face_count(); ++f) {
      const double expected = least_height(own, f, other);
      EXPECT_GE(distances.bound(f), expected);
      const double least = random.between(-2.0, 1.0);
      const double answer = distances.at_least(f, least);
      if (expected >= least) {
        EXPECT_EQ(answer, expected) << sample;
        ++exact;
      } else {
        EXPECT_LT(answer, least) << sample;
        ++ruled_out;
      }
      EXPECT_EQ(distances.at_least(f, -kFar), expected) << sample;
      EXPECT_EQ(distances.bound(f), expected) << sample;
    }
  }
  EXPECT_GT(exact, 1000);
  EXPECT_GT(ruled_out, 1000);
}

}  // namespace
}  // namespace solfec
