#include "geometry/shape/prism.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/polyhedron_view.h"
#include "geometry/expect_message.h"
#include "geometry/shape/convex_checks.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // a few ulps at unit scale

MassProperties properties_of(const std::vector<Convex>& parts) {
  Shape shape;
  shape.convices = parts;
  return mass_properties(shape);
}

void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  const Mat3 error = a - b;
  EXPECT_LE(std::sqrt(double_dot(error, error)), tolerance);
}

const std::vector<int> kOne{7};

TEST(Box, HasTheVolumeCentreAndEulerTensorOfItsSizes) {
  const Convex box = make_box({{1, 2, 3}, {2, 3, 4}, 5, kOne});
  EXPECT_EQ(convex_defect(box), "");
  EXPECT_EQ(box.volume, 5);
  const MassProperties got = properties_of({box});
  EXPECT_NEAR(got.volume, 24.0, 24.0 * kTol);
  EXPECT_LE(norm(got.center - Vec3{2, 3.5, 5}), 10 * kTol);
  // V/12 diag(a^2, b^2, c^2)
  expect_near(got.euler, diagonal(8, 18, 32), 32 * kTol);
}

TEST(Box, SurfacesAreBottomLeftBackRightFrontTop) {
  const std::vector<int> ids{1, 2, 3, 4, 5, 6};
  const Convex box = make_box({{0, 0, 0}, {1, 1, 1}, 0, ids});
  const Vec3 normals[] = {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
  ASSERT_EQ(box.face_count(), 6);
  for (int f = 0; f < 6; ++f) {
    const Plane plane = face_plane(box.vertices, box.face(f));
    EXPECT_LE(norm(plane.normal - normals[box.surface[f] - 1]), kTol);
  }
}

TEST(Box, NamesSizesAndSurfacesThatItCannotTake) {
  const std::vector<int> two{1, 2};
  EXPECT_EQ(message_of([&] {
              make_box({{}, {1, 0, 1}, 0, kOne});
            }),
            "BOX: 'sizes' must be positive, got (1, 0, 1) m");
  EXPECT_EQ(message_of([&] {
              make_box({{}, {1, 1, 1}, 0, two});
            }),
            "BOX: 'surfids' must be one id or six (bottom, -x, +y, +x, -y, top), got 2");
}

TEST(Prism, EitherOrderOfCornersGivesOutwardFacesWithTheirIds) {
  // a triangle; side i runs from corner i to corner i + 1
  const std::vector<Vec3> left{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  const std::vector<int> left_ids{1, 2, 10, 11, 12};
  const std::vector<Vec3> right{{0, 0, 0}, {0, 1, 0}, {2, 0, 0}};
  const std::vector<int> right_ids{1, 2, 12, 11, 10};
  for (const bool turned : {false, true}) {
    const auto parts =
        make_prism("PRISM", {turned ? right : left, {0, 0, 3}, 4, turned ? right_ids : left_ids});
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(convex_defect(parts[0]), "");
    EXPECT_NEAR(properties_of(parts).volume, 3.0, kTol);
    for (int f = 0; f < parts[0].face_count(); ++f) {
      const Vec3 n = face_plane(parts[0].vertices, parts[0].face(f)).normal;
      const int id = parts[0].surface[f];
      if (id == 1) {
        EXPECT_LE(norm(n - Vec3{0, 0, -1}), kTol);
      }
      if (id == 2) {
        EXPECT_LE(norm(n - Vec3{0, 0, 1}), kTol);
      }
      if (id == 10) {
        EXPECT_LE(norm(n - Vec3{0, -1, 0}), kTol);
      }
      if (id == 11) {
        EXPECT_LE(norm(n - normalized({1, 2, 0})), kTol);
      }
      if (id == 12) {
        EXPECT_LE(norm(n - Vec3{-1, 0, 0}), kTol);
      }
    }
  }
}

TEST(Prism, AnAxisAgainstTheNormalAndOneAskewGiveTheVolumeOfBaseTimesHeight) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (const Vec3 axis : {Vec3{0, 0, -2}, Vec3{5, 1, 2}}) {
    const auto parts = make_prism("PRISM", {square, axis, 0, kOne});
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(convex_defect(parts[0]), "");
    EXPECT_NEAR(properties_of(parts).volume, 2.0, 10 * kTol);
  }
}

TEST(Prism, AConcavePolygonIsCutIntoConvexPartsOfTheSameVolumeAndInertia) {
  // a cross of five unit squares
  const std::vector<Vec3> cross{{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {3, 1, 0}, {3, 2, 0}, {2, 2, 0},
                                {2, 3, 0}, {1, 3, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}, {1, 1, 0}};
  const auto parts = make_prism("PRISM", {cross, {0, 0, 1}, 0, kOne});
  EXPECT_GT(parts.size(), 1u);
  EXPECT_LE(parts.size(), 6u);
  for (const Convex& part : parts) EXPECT_EQ(convex_defect(part), "");
  const MassProperties got = properties_of(parts);
  EXPECT_NEAR(got.volume, 5.0, 10 * kTol);
  EXPECT_LE(norm(got.center - Vec3{1.5, 1.5, 0.5}), 10 * kTol);
  // five squares of 1/12 each and two of them at the distance 1 in each direction
  expect_near(got.euler, diagonal(5.0 / 12 + 2, 5.0 / 12 + 2, 5.0 / 12), 100 * kTol);
}

TEST(Prism, FacesOfCutsHaveTheIdOfTheBottom) {
  const std::vector<Vec3> bracket{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  const std::vector<int> ids{1, 2, 3};
  const auto parts = make_prism("PRISM", {bracket, {0, 0, 1}, 0, ids});
  ASSERT_EQ(parts.size(), 2u);
  double side_area = 0.0;
  for (const Convex& part : parts) {
    for (int f = 0; f < part.face_count(); ++f) {
      const auto loop = part.face(f);
      const Vec3 diagonal = part.vertices[loop[2]] - part.vertices[loop[0]];
      if (part.surface[f] == 3) {
        ASSERT_EQ(loop.size(), 4u);
        side_area += std::hypot(diagonal.x, diagonal.y);
      }
    }
  }
  EXPECT_NEAR(side_area, 8.0, 10 * kTol);  // the border of the polygon alone
}

TEST(Prism, ManyRandomStarsKeepTheirAreaAndEveryPartIsConvex) {
  for (int spikes = 3; spikes <= 40; ++spikes) {
    std::vector<Vec3> star;
    double area = 0.0;
    for (int k = 0; k < 2 * spikes; ++k) {
      const double angle = std::numbers::pi * k / spikes;
      const double radius = k % 2 == 0 ? 1.0 + 0.3 * std::sin(7.0 * k) : 0.4;
      star.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.0});
    }
    for (std::size_t k = 0; k < star.size(); ++k) {  // the shoelace formula
      const Vec3 next = star[(k + 1) % star.size()];
      area += 0.5 * (star[k].x * next.y - next.x * star[k].y);
    }
    const auto parts = make_prism("PRISM", {star, {0, 0, 1}, 0, kOne});
    for (const Convex& part : parts) EXPECT_EQ(convex_defect(part), "") << spikes;
    EXPECT_NEAR(properties_of(parts).volume, area, 1e-12) << spikes;
  }
}

TEST(Prism, ACornerOnASideKeepsBothFaces) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  const auto parts = make_prism("PRISM", {square, {0, 0, 1}, 0, kOne});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].face_count(), 7);
  EXPECT_EQ(convex_defect(parts[0]), "");
}

std::string prism_message(const std::vector<Vec3>& polygon, Vec3 axis,
                          const std::vector<int>& ids = kOne) {
  return message_of([&] { make_prism("PRISM", {polygon, axis, 0, ids}); });
}

TEST(Prism, NamesWhatIsWrongWithThePolygon) {
  const Vec3 up{0, 0, 1};
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}}, up),
            "PRISM: 'polygon' must have at least 3 corners, got 2");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, up),
            "PRISM: corners 1 and 2 of the polygon must be apart, got (1, 0, 0) m and (1, 0, 0) m");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, up),
            "PRISM: the polygon must have an area, got 0 m^2");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {1, 1, 0.4}, {0, 1, 0}}, up).substr(0, 63),
            "PRISM: the corners of the polygon must lie in one plane, corner");
  EXPECT_EQ(prism_message({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {3, 3, 0}}, up),
            "PRISM: sides of the polygon must not cross, that from (0, 1, 0) m meets that from (0, "
            "0, 0) m");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {1, 1, 0}),
            "PRISM: 'axis' must not lie in the plane of the polygon, got (1, 1, 0) m");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0}),
            "PRISM: 'axis' must have a length, got (0, 0, 0)");
  EXPECT_EQ(prism_message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, up, {1, 2}),
            "PRISM: 'surfids' must be one id, three (bottom, top, sides) or 5 (bottom, top, each "
            "side), got 2");
}

TEST(FacetCylinder, HasTheVolumeAndEulerTensorOfARegularPrism) {
  const double r = 2.0;
  const double h = 3.0;
  for (const int n : {3, 6, 48}) {
    const Convex got = make_facet_cylinder({{1, 2, 3}, {0, 0, h}, r, n, 0, kOne});
    EXPECT_EQ(convex_defect(got), "");
    const MassProperties properties = properties_of({got});
    const double angle = 2.0 * std::numbers::pi / n;
    const double area = 0.5 * n * r * r * std::sin(angle);
    EXPECT_NEAR(properties.volume, area * h, 100 * kTol);
    EXPECT_LE(norm(properties.center - Vec3{1, 2, 4.5}), 100 * kTol);
    const double across = area * r * r / 12.0 * (2.0 + std::cos(angle));  // of a regular polygon
    expect_near(properties.euler, diagonal(across * h, across * h, area * h * h * h / 12.0),
                1000 * kTol);
  }
}

TEST(FacetCylinder, NamesItsArguments) {
  const std::vector<int> two{1, 2};
  const auto message = [](int facets, Vec3 axis, const std::vector<int>& ids) {
    return message_of([&] { make_facet_cylinder({{}, axis, 1, facets, 0, ids}); });
  };
  EXPECT_EQ(message(2, {0, 0, 1}, kOne), "CYLINDER: 'facets' must lie between 3 and 1000, got 2");
  EXPECT_EQ(message(1001, {0, 0, 1}, kOne),
            "CYLINDER: 'facets' must lie between 3 and 1000, got 1001");
  EXPECT_EQ(message(3, {0, 0, 0}, kOne), "CYLINDER: 'axis' must have a length, got (0, 0, 0)");
  EXPECT_EQ(message(3, {0, 0, 1}, two),
            "CYLINDER: 'surfids' must be one id or three (bottom, top, side), got 2");
}

TEST(Slab, ItsTopLiesInThePlaneAndTheRestBelow) {
  const Vec3 normal{1, -2, 2};
  const Vec3 point{1, 1, 1};
  const Convex slab = make_slab({point, normal, 4.0, 0.5, 0, 3});
  EXPECT_EQ(convex_defect(slab), "");
  const MassProperties got = properties_of({slab});
  EXPECT_NEAR(got.volume, 8.0, 100 * kTol);
  EXPECT_LE(norm(got.center - (point - 0.25 / 3.0 * normal)), 10 * kTol);
  double highest = -1.0;
  for (const Vec3& v : slab.vertices) highest = std::max(highest, dot(normal, v - point));
  EXPECT_NEAR(highest, 0.0, 10 * kTol);
  EXPECT_EQ(message_of([] {
              make_slab({{}, {}, 1.0, 1.0, 0, 1});
            }),
            "PLANE: 'normal' must have a length, got (0, 0, 0)");
}

TEST(CrossSectionAxes, MakeARightHandedFrameWithEveryDirection) {
  for (const Vec3 direction : {Vec3{0, 0, 2}, Vec3{3, 0, 0}, Vec3{-1, 1e-9, 0}, Vec3{1, 1, 1}}) {
    const auto [x, y] = cross_section_axes(direction);
    EXPECT_NEAR(norm(x), 1.0, kTol);
    EXPECT_LE(norm(cross(x, y) - normalized(direction)), kTol);
    EXPECT_NEAR(dot(x, direction), 0.0, kTol);
  }
  EXPECT_EQ(cross_section_axes({0, 0, 1})[0], (Vec3{1, 0, 0}));
  EXPECT_EQ(cross_section_axes({1, 0, 0})[0], (Vec3{0, 1, 0}));
}

}  // namespace
}  // namespace solfec
