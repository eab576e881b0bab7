#include "viewer/image/ambient_occlusion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr float kNothing = std::numeric_limits<float>::infinity();

/// Parallel rays, 100 x 80 pixels of 0.01 m.
template <typename Distance>
DepthImage picture_of(const Distance& distance) {
  DepthImage image{100, 80, {}, false, 0.4};
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 100; ++x) {
      image.distance.push_back(static_cast<float>(distance(0.01 * (x - 49.5), 0.01 * (y - 39.5))));
    }
  }
  return image;
}

int at_pixel(const std::vector<std::uint8_t>& darkness, int x, int y) {
  return darkness[static_cast<std::size_t>(100 * y + x)];
}

TEST(AmbientOcclusion, AFlatFaceAndEmptyPaperHaveAllTheirLight) {
  const auto flat =
      ambient_darkness(picture_of([](double x, double y) { return 5.0 + 0.7 * x - 0.4 * y; }), 0.1);
  EXPECT_EQ(*std::max_element(flat.begin(), flat.end()), 0);
  const auto none = ambient_darkness(picture_of([](double, double) { return kNothing; }), 0.1);
  EXPECT_EQ(*std::max_element(none.begin(), none.end()), 0);
}

TEST(AmbientOcclusion, InnerEdgesAreDarkWithinTheRadiusAndOuterOnesAreNot) {
  // two faces that meet at x = 0 in a right angle, open to the viewer
  const auto inner =
      ambient_darkness(picture_of([](double x, double) { return 5.0 - std::fabs(x); }), 0.1);
  const auto outer =
      ambient_darkness(picture_of([](double x, double) { return 5.0 + std::fabs(x); }), 0.1);
  EXPECT_GT(at_pixel(inner, 50, 40), 80);
  EXPECT_GT(at_pixel(inner, 50, 40), at_pixel(inner, 54, 40));
  EXPECT_GT(at_pixel(inner, 54, 40), at_pixel(inner, 57, 40));
  EXPECT_NEAR(at_pixel(inner, 46, 40), at_pixel(inner, 53, 40), 12);  // alike on both sides
  EXPECT_EQ(at_pixel(inner, 75, 40), 0);
  EXPECT_EQ(*std::max_element(outer.begin(), outer.end()), 0);
}

TEST(AmbientOcclusion, WhatIsFartherInFrontThanTheRadiusDarkensNothing) {
  const auto step = [](double height) {
    return ambient_darkness(
        picture_of([=](double x, double) { return x < 0.0 ? 5.0 - height : 5.0; }), 0.1);
  };
  EXPECT_GT(at_pixel(step(0.05), 52, 40), 10);
  EXPECT_EQ(at_pixel(step(1.0), 53, 40), 0);
}

TEST(AmbientOcclusion, PerspectiveMeasuresAtTheDistanceOfAPixel) {
  DepthImage image = picture_of([](double x, double) { return 5.0 - std::fabs(x); });
  image.perspective = true;
  image.half_height = 0.4 / 5.0;
  const auto near = ambient_darkness(image, 0.1);
  EXPECT_GT(at_pixel(near, 50, 40), 80);
  EXPECT_EQ(at_pixel(near, 75, 40), 0);
}

}  // namespace
}  // namespace solfec
