#include "viewer/gl/painter.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "viewer/gl/offscreen_context.h"
#include "viewer/scene/scene_builder.h"
#include "viewer/view_scene.h"

namespace solfec {
namespace {

using test::ViewModel;

constexpr int kSize = 200;  // pixels

/// A model, how it is seen, and what draws it; colours without light.
struct Stage {
  ViewModel model;
  SceneParams scene_params;
  CameraParams camera_params{.axes = *find_view("front"), .perspective = false};
  PaintParams paint;
  OffscreenContext context;
  Painter painter{context.gl()};
  Scene scene;
  Camera camera;

  Stage() {
    paint.layout.width = paint.layout.height = kSize;
    paint.lighting = false;
    scene_params.edges = false;
  }

  void prepare() {
    scene = SceneBuilder(scene_params).build(*model.snapshot());
    const std::vector<Vec3> points = points_to_see(scene.boxes, scene.moves);
    camera = fit_camera(camera_params, points);
  }
  Image draw() {
    prepare();
    return painter.paint(scene, camera, paint, nullptr);
  }
  /// Pixel of a point.
  [[nodiscard]] std::array<int, 2> pixel_of(Vec3 point) const {
    const auto [x, y] = project(camera, point);
    return {static_cast<int>(std::floor(0.5 * kSize * (1.0 + x))),
            static_cast<int>(std::floor(0.5 * kSize * (1.0 - y)))};
  }
  [[nodiscard]] Colour at(const Image& image, Vec3 point) const {
    const auto [x, y] = pixel_of(point);
    return image.pixel(x, y);
  }
  BodyId pick(Vec3 point) { return painter.pick(scene, camera, paint, pixel_of(point)); }
  /// Area of what is not paper, in the units of a picture whose half height is 1, of things of one
  /// dark colour.
  static double covered(const Image& image, Colour colour) {
    double sum = 0.0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        sum += (255.0 - image.pixel(x, y).b) / (255.0 - colour.b);
      }
    }
    return sum * 4.0 / (kSize * kSize);
  }
  /// Returns the area of what is not paper, with the colour of a pixel, as `covered` does.
  [[nodiscard]] double covered_as(const Image& image, Vec3 point) const {
    return covered(image, at(image, point));
  }
};

constexpr double kOfArea = 0.005;  // errors at the border of some hundred pixels, each below 1/16

TEST(Painter, SilhouetteOfABallIsADisc) {
  Stage stage;
  stage.model.add_ball({0, 0, 0}, 1.0);
  const Image image = stage.draw();
  const double half = stage.camera.half_height;
  const double exact = std::numbers::pi / (half * half);
  EXPECT_NEAR(stage.covered_as(image, {0, 0, 0}) / exact, 1.0, kOfArea);
}

// From the distance d the ball of radius r is seen under the angle asin(r / d).
TEST(Painter, SilhouetteOfABallInPerspectiveIsThatOfItsTangentCone) {
  Stage stage;
  stage.model.add_ball({0, 0, 0}, 1.0);
  stage.camera_params.perspective = true;
  const Image image = stage.draw();
  const double d = norm(stage.camera.eye);
  const double radius = 1.0 / std::sqrt(d * d - 1.0) / stage.camera.slope;
  EXPECT_NEAR(stage.covered_as(image, {0, 0, 0}) / (std::numbers::pi * radius * radius), 1.0,
              kOfArea);
}

// A box with the edges a, b, c shows |n . x| b c + |n . y| a c + |n . z| a b along n; an ellipsoid
// with these half axes pi times the root of the sum of squares of the same terms.
TEST(Painter, SilhouettesOfABoxAndAnEllipsoidAreTheirProjectedAreas) {
  for (const bool box : {true, false}) {
    Stage stage;
    stage.camera_params.axes = view_from(33, 21);
    const Vec3 e{1.0, 2.0, 1.5};
    if (box) {
      stage.model.add_box({}, e);
    } else {
      stage.model.add_ellipsoid({}, e);
    }
    const Image image = stage.draw();
    const Vec3 n = stage.camera.axes.forward;
    const Vec3 term{std::fabs(n.x) * e.y * e.z, std::fabs(n.y) * e.x * e.z,
                    std::fabs(n.z) * e.x * e.y};
    const double area = box ? term.x + term.y + term.z : std::numbers::pi * norm(term);
    const double half = stage.camera.half_height;
    EXPECT_NEAR(stage.covered_as(image, box ? 0.5 * e : Vec3{}) * half * half / area, 1.0, kOfArea)
        << box;
  }
}

TEST(Painter, TheCentreOfABallHasTheColourOfItsBand) {
  Stage stage;
  const BodyId ball = stage.model.add_ball({0, 0, 0}, 1.0);
  stage.scene_params.field = find_picture_field("vx");
  stage.scene_params.range = {0.0, 8.0};
  for (const double speed : {0.5, 3.5, 7.5, 99.0}) {
    stage.model.domain.set_rigid_velocity(ball, {speed, 0, 0}, {});
    const Image image = stage.draw();
    const int band = band_of(stage.scene.range, speed);
    EXPECT_EQ(stage.at(image, {0, 0, 0}), stage.scene.bands.at(static_cast<std::size_t>(band)));
  }
}

// A ball that turns about z with 1 rad/s, seen from -y: the speed is that of the distance from the
// axis, 1 m/s in the middle and 0 at the poles, where 0.3 m from the axis are at the height 0.954.
TEST(Painter, ValuesVaryOverABallAsTheBodyMoves) {
  Stage stage;
  const BodyId ball = stage.model.add_ball({0, 0, 0}, 1.0);
  stage.model.domain.set_rigid_velocity(ball, {}, {0, 0, 1});
  stage.scene_params.field = find_picture_field("speed");
  const Image image = stage.draw();
  const auto& bands = stage.scene.bands;
  const auto band_at = [&](double z) {
    const double distance = std::sqrt(1.0 - z * z);
    return bands.at(static_cast<std::size_t>(band_of(stage.scene.range, distance)));
  };
  EXPECT_NEAR(stage.scene.range.hi, 1.0, 1e-9);
  for (const double z : {0.0, 0.5, 0.7, 0.83, 0.9, 0.96, -0.83}) {
    EXPECT_EQ(stage.at(image, {0, 0, z}), band_at(z)) << z;
  }
}

// The middle of a ball faces the viewer, where light takes little away; nothing becomes brighter
// than a fifteenth above its own colour, and hues stay.
TEST(Painter, LightKeepsColours) {
  Stage stage;
  stage.model.add_ball({0, 0, 0}, 1.0);
  const Image plain = stage.draw();
  const Colour own = stage.at(plain, {0, 0, 0});
  stage.paint.lighting = true;
  const Image lit = stage.draw();
  for (const Vec3 point : {Vec3{0, 0, 0}, Vec3{0.5, 0, -0.6}, Vec3{-0.4, 0, 0.5}}) {
    const Colour c = stage.at(lit, point);
    EXPECT_LE(c.r, 1.16 * own.r);
    EXPECT_GE(c.r, 0.55 * own.r);
    EXPECT_NEAR(static_cast<double>(c.g) / c.r, static_cast<double>(own.g) / own.r, 0.04);
  }
  EXPECT_GT(stage.at(lit, {-0.4, 0, 0.5}).r, stage.at(lit, {0.5, 0, -0.6}).r);
}

TEST(Painter, PickingGivesTheFirstBodyAtAPixel) {
  Stage stage;
  const BodyId ball = stage.model.add_ball({0, 0, 0}, 1.0);
  const BodyId box = stage.model.add_box({2, 0, -1}, {3, 1, 1});
  const BodyId behind = stage.model.add_box({0, 5, -0.5}, {6, 6, 0.5});
  for (const bool perspective : {false, true}) {
    stage.camera_params.perspective = perspective;
    stage.prepare();
    EXPECT_EQ(stage.pick({0, 0, 0}), ball);
    EXPECT_EQ(stage.pick({-0.7, 0, 0.6}), ball);
    EXPECT_EQ(stage.pick({2.5, 0, 0.9}), box);
    EXPECT_EQ(stage.pick({2.5, 0, 0}), box);  // before the other one
    EXPECT_EQ(stage.pick({5.5, 5, 0}), behind);
    EXPECT_EQ(stage.pick({-0.9, 0, 0.9}), 0);
  }
  EXPECT_EQ(stage.painter.pick(stage.scene, stage.camera, stage.paint, {-1, 5}), 0);
  EXPECT_EQ(stage.painter.pick(stage.scene, stage.camera, stage.paint, {5, kSize}), 0);
}

TEST(Painter, ACutTakesHalfOfBoxAndBallAway) {
  for (const bool box : {true, false}) {
    Stage stage;
    if (box) {
      stage.model.add_box({-1, -1, -1}, {1, 1, 1});
    } else {
      stage.model.add_ball({0, 0, 0}, 1.0);
    }
    const Image whole = stage.draw();
    const Colour body = stage.at(whole, {-0.5, 0, 0});
    stage.scene_params.cuts = {{{1, 0, 0}, 0.0}};
    const Image half = stage.draw();
    EXPECT_NEAR(Stage::covered(half, body) / Stage::covered(whole, body), 0.5, 0.01) << box;
    EXPECT_EQ(stage.at(half, {0.5, 0, 0}), kPaper);
    EXPECT_EQ(stage.pick({0.5, 0, 0}), 0);
    EXPECT_EQ(stage.pick({-0.5, 0, 0}), 1);
  }
}

TEST(Painter, CutsShowTheValueAtThePlane) {
  for (const bool box : {true, false}) {
    Stage stage;  // looks along y
    const BodyId id =
        box ? stage.model.add_box({-1, -1, -1}, {1, 1, 1}) : stage.model.add_ball({0, 0, 0}, 1.0);
    stage.model.domain.set_rigid_velocity(id, {}, {0, 0, 1});
    stage.scene_params.field = find_picture_field("vx");  // -y: 1 at the front
    stage.scene_params.range = {-1.0, 1.0};
    stage.scene_params.cuts = {{{0, -1, 0}, -0.3}};  // keeps y >= 0.3
    const Image image = stage.draw();
    const Colour seen = stage.at(image, {0.1, 0.3, 0.2});
    EXPECT_EQ(seen, band_colours({-1, 1}, false)[2]) << box;  // -0.3 is in -0.5 to -0.25
  }
}

TEST(Painter, EdgesAreDrawnAndHiddenOnesAreNot) {
  Stage stage;
  stage.model.add_box({-1, -1, -1}, {1, 1, 1});
  stage.model.add_box({-0.5, 2, -0.5}, {0.5, 3, 0.5});  // behind
  const Image plain = stage.draw();
  stage.scene_params.edges = true;
  const Image lines = stage.draw();
  EXPECT_EQ(stage.at(lines, {-0.5, 0, 0}), stage.at(plain, {-0.5, 0, 0}));
  EXPECT_LT(stage.at(lines, {-0.999, -1, 0.2}).r, 120);
}

TEST(Painter, TheSameSceneGivesTheSamePixels) {
  Stage stage;
  stage.paint.lighting = true;
  stage.scene_params.edges = true;
  for (int i = 0; i < 20; ++i) stage.model.add_ball({1.5 * i, 0, 0.3 * i}, 1.0);
  stage.model.add_box({0, 2, 0}, {9, 3, 3});
  const Image first = stage.draw();
  EXPECT_EQ(stage.draw().rgb, first.rgb);
  EXPECT_EQ(Stage{}.painter.paint(stage.scene, stage.camera, stage.paint, nullptr).rgb, first.rgb);
}

}  // namespace
}  // namespace solfec
