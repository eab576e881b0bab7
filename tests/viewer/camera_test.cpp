#include "viewer/scene/camera.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few ulps at unit scale

// From (1, 2, 3) along y with the slope 0.5: the point (2, 6, 4) is 4 m ahead, where 2 m are seen
// above the middle; it is 1 m to the right and 1 m up.
TEST(Camera, ProjectionMatchesHandCalculation) {
  Camera camera;
  camera.eye = {1, 2, 3};
  camera.axes = *find_view("front");
  camera.slope = 0.5;
  const auto place = project(camera, {2, 6, 4});
  EXPECT_NEAR(place[0], 0.5, kTol);
  EXPECT_NEAR(place[1], 0.5, kTol);
  camera.perspective = false;
  camera.half_height = 4.0;
  EXPECT_NEAR(project(camera, {2, 6, 4})[0], 0.25, kTol);
}

TEST(Camera, NamedViewsLookWhereTheirNamesSay) {
  EXPECT_EQ(find_view("front")->forward, (Vec3{0, 1, 0}));
  EXPECT_EQ(find_view("front")->right, (Vec3{1, 0, 0}));
  EXPECT_EQ(find_view("left")->forward, (Vec3{1, 0, 0}));
  EXPECT_EQ(find_view("top")->forward, (Vec3{0, 0, -1}));
  EXPECT_EQ(find_view("top")->up, (Vec3{0, 1, 0}));
  EXPECT_EQ(find_view("top")->right, (Vec3{1, 0, 0}));
  EXPECT_FALSE(find_view("behind"));
  for (const std::string_view name : kViewNames) {
    const ViewAxes axes = *find_view(name);
    EXPECT_LE(norm(cross(axes.right, axes.up) + axes.forward), kTol) << name;  // up x right = ahead
    EXPECT_NEAR(norm(axes.up), 1.0, kTol) << name;
  }
  const ViewAxes same = view_from(0, 0);
  EXPECT_LE(norm(same.forward - Vec3{0, 1, 0}), kTol);
  EXPECT_LE(norm(view_from(90, 0).forward - Vec3{-1, 0, 0}), kTol);  // seen from +x
}

/// Largest of |x| / aspect and |y| of all points.
double reach(const Camera& camera, const std::vector<Vec3>& points, double aspect) {
  double largest = 0.0;
  for (const Vec3 point : points) {
    const auto [x, y] = project(camera, point);
    largest = std::max({largest, std::fabs(x) / aspect, std::fabs(y)});
  }
  return largest;
}

TEST(Camera, FitSeesAllPointsAndTouchesOne) {
  const std::vector<Vec3> points = {{10, 0, 0}, {13, 1, 0}, {12, 7, 2}, {11, 3, 5}, {10, 2, 1}};
  for (const bool perspective : {true, false}) {
    for (const double aspect : {0.5, 1.0, 2.5}) {
      for (const std::string_view view : kViewNames) {
        const Camera camera = fit_camera(
            {.axes = *find_view(view), .perspective = perspective, .aspect = aspect, .margin = 1.0},
            points);
        EXPECT_NEAR(reach(camera, points, aspect), 1.0, 1e-9) << view;
        for (const Vec3 point : points) {
          EXPECT_GT(camera.to_eye(point).z, camera.near);
          EXPECT_LT(camera.to_eye(point).z, camera.far);
        }
      }
    }
  }
}

TEST(Camera, ZoomEnlargesAndAtPutsAPointIntoTheMiddle) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 2, 3}};
  const CameraParams plain{.axes = *find_view("iso")};
  CameraParams zoomed = plain;
  zoomed.zoom = 3.0;
  const auto one = project(fit_camera(plain, points), {1, 2, 3});
  const auto three = project(fit_camera(zoomed, points), {1, 2, 3});
  EXPECT_NEAR(three[0], 3.0 * one[0], 1e-9);
  EXPECT_NEAR(three[1], 3.0 * one[1], 1e-9);
  zoomed.at = Vec3{1, 2, 3};
  const auto middle = project(fit_camera(zoomed, points), {1, 2, 3});
  EXPECT_NEAR(middle[0], 0.0, 1e-9);
  EXPECT_NEAR(middle[1], 0.0, 1e-9);
}

TEST(Camera, OnePointAndNoneAreSeen) {
  for (const bool perspective : {true, false}) {
    const std::vector<Vec3> one = {{5, 5, 5}};
    const Camera camera = fit_camera({.axes = {}, .perspective = perspective}, one);
    EXPECT_TRUE(std::isfinite(norm(camera.eye)));
    EXPECT_LT(camera.near, camera.far);
    EXPECT_TRUE(is_finite(fit_camera({.axes = {}, .perspective = perspective}, {}).eye));
  }
}

/// Clip coordinates over their w, by the matrices of OpenGL.
std::array<double, 3> by_matrices(const Camera& camera, double aspect, Vec3 origin, Vec3 point) {
  const auto apply = [](const Mat4& m, const std::array<double, 4>& v) {
    std::array<double, 4> r{};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) r.at(i) += static_cast<double>(m.at(i + 4 * j)) * v.at(j);
    }
    return r;
  };
  const Vec3 d = point - origin;
  const auto c = apply(projection_matrix(camera, aspect),
                       apply(view_matrix(camera, origin), {d.x, d.y, d.z, 1.0}));
  return {c[0] / c[3], c[1] / c[3], c[2] / c[3]};
}

TEST(Camera, MatricesAgreeWithTheProjection) {
  const std::vector<Vec3> points = {{100, 0, 0}, {103, 1, 0}, {102, 7, 2}};
  constexpr double kSingle = 1e-4;  // matrices are of single precision
  for (const bool perspective : {true, false}) {
    Camera camera =
        fit_camera({.axes = *find_view("iso"), .perspective = perspective, .aspect = 2.0}, points);
    for (const Vec3 point : points) {
      const auto clip = by_matrices(camera, 2.0, {101, 2, 1}, point);
      const auto [x, y] = project(camera, point);
      EXPECT_NEAR(clip[0], x / 2.0, kSingle);
      EXPECT_NEAR(clip[1], y, kSingle);
      EXPECT_LT(std::fabs(clip[2]), 1.0);
    }
  }
}

}  // namespace
}  // namespace solfec
