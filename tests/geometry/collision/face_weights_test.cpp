// Weights of a place on a face: sum, moment, nodal forces of a uniform pressure.

#include "geometry/collision/face_weights.h"

#include <array>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

/// One face as a polyhedron of its own.
struct OneFace {
  std::vector<Vec3> vertex;
  std::vector<int> start;
  std::vector<int> loop;
  std::array<Vec3, 1> normal;
  std::array<double, 1> offset{};
  std::array<unsigned char, 1> outer{1};

  explicit OneFace(std::vector<Vec3> corners) : vertex(std::move(corners)) {
    loop.resize(vertex.size());
    std::iota(loop.begin(), loop.end(), 0);
    start = {0, static_cast<int>(vertex.size())};
    update_face_planes(vertex, start, loop, normal, offset);
  }
  [[nodiscard]] std::vector<double> weights(Vec3 place) const {
    std::vector<double> weight(vertex.size());
    face_weights({vertex, normal, offset, start, loop, outer}, 0, place, weight);
    return weight;
  }
};

Vec3 mean(const OneFace& face, const std::vector<double>& weight) {
  Vec3 sum;
  for (std::size_t k = 0; k < weight.size(); ++k) sum += weight[k] * face.vertex[k];
  return sum;
}

TEST(FaceWeights, SumToOneAndHaveTheMomentOfThePlace) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> unit(0.05, 0.95);
  const OneFace triangle({{0, 0, 1}, {2, 0.5, 1}, {0.3, 1, 1}});
  const OneFace quad({{0, 0, 0}, {2, 0.2, 0.5}, {1.8, 1.5, 0.5}, {-0.2, 1, 0}});
  for (int trial = 0; trial < 100; ++trial) {
    const double s = unit(generator);
    const double t = unit(generator);
    const auto& v = quad.vertex;
    const Vec3 place =
        (1 - s) * (1 - t) * v[0] + s * (1 - t) * v[1] + s * t * v[2] + (1 - s) * t * v[3];
    const auto four = quad.weights(place + 0.3 * quad.normal[0]);  // its height does not matter
    EXPECT_NEAR(std::accumulate(four.begin(), four.end(), 0.0), 1.0, kTol);
    const Vec3 arm = mean(quad, four) - place;
    EXPECT_LE(norm(arm - dot(arm, quad.normal[0]) * quad.normal[0]), 1e-9);

    const auto& w = triangle.vertex;
    const Vec3 inside = w[0] + s * (1 - t) * (w[1] - w[0]) + s * t * (w[2] - w[0]);
    const auto three = triangle.weights(inside - 2.0 * triangle.normal[0]);
    EXPECT_NEAR(std::accumulate(three.begin(), three.end(), 0.0), 1.0, kTol);
    EXPECT_LE(norm(mean(triangle, three) - inside), kTol);
  }
}

TEST(FaceWeights, PlacesOutsideAreMovedToTheBorder) {
  const OneFace quad({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const auto weight = quad.weights({1.5, 0.25, 0});
  EXPECT_NEAR(weight[1], 0.75, kTol);
  EXPECT_NEAR(weight[2], 0.25, kTol);
  for (const double w : quad.weights({-3, -4, 0})) EXPECT_GE(w, 0.0);
  const OneFace triangle({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  for (const double w : triangle.weights({-3, -4, 0})) EXPECT_GE(w, 0.0);
}

TEST(FaceWeights, OfManyCornersTheNearestHasAll) {
  const OneFace hexagon(
      {{1, 0, 0}, {0.5, 1, 0}, {-0.5, 1, 0}, {-1, 0, 0}, {-0.5, -1, 0}, {0.5, -1, 0}});
  const auto weight = hexagon.weights({0.4, 0.9, 0});
  EXPECT_EQ(weight[1], 1.0);
  EXPECT_EQ(std::accumulate(weight.begin(), weight.end(), 0.0), 1.0);
}

}  // namespace
}  // namespace solfec
