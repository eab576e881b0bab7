#include "assembly/outline_radius.h"

#include <cmath>
#include <limits>
#include <utility>

#include "domain/domain_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class OutlineRadiusTest : public DomainFixture {
 protected:
  /// Radius of a body that is made and then turned by a rotation vector about its centre.
  double radius(Shape shape, Vec3 place, Vec3 outwards, Vec3 around, Vec3 turn = {}) {
    const BodyId id = add(BodyKind::rigid, std::move(shape));
    const int index = domain_.bodies.find(id);
    const BodyRef body = domain_.body_ref(id);
    const Mat3 rotation = exponential_map(turn);
    domain_.bodies.rigid.rotation[static_cast<std::size_t>(body.slot)] = rotation;
    const ContactSide side = contact_side(domain_.bodies, index, 0);
    const Vec3 center = domain_.bodies.rigid.center[static_cast<std::size_t>(body.slot)];
    return outline_radius(domain_.bodies, side, center + rotation * (place - center),
                          {rotation * outwards, rotation * around});
  }
};

TEST_F(OutlineRadiusTest, OfABallIsItsRadiusFromEachSide) {
  for (const Vec3 turn : {Vec3{}, Vec3{0.3, -1.0, 0.7}}) {
    EXPECT_NEAR(radius(ball_shape({1, 2, 3}, 0.4), {1, 2, 3.4}, {0, 0, 1}, {1, 0, 0}, turn), 0.4,
                1e-7);
    EXPECT_NEAR(radius(ball_shape({1, 2, 3}, 0.4), {1.4, 2, 3}, {1, 0, 0}, {0, 0.6, 0.8}, turn),
                0.4, 1e-7);
  }
}

TEST_F(OutlineRadiusTest, IsInfiniteOnFacesAndZeroAtCorners) {
  const Vec3 turn{0.3, -1.0, 0.7};
  const double root = std::sqrt(0.5);
  for (const double size : {1e-3, 1.0, 1e3}) {
    const auto box = [&] { return box_shape({0, 0, 0}, {size, 2 * size, 0.01 * size}); };
    const Vec3 top{0.3 * size, 0.2 * size, 0.01 * size};
    EXPECT_EQ(radius(box(), top, {0, 0, 1}, {1, 0, 0}, turn), kInfinity);
    EXPECT_EQ(radius(box(), top, {0, 0, 1}, {0.6, -0.8, 0}, turn), kInfinity);
    // the edge along y: a corner across, straight along
    const Vec3 edge{size, size, 0.01 * size};
    EXPECT_NEAR(radius(box(), edge, {root, 0, root}, {root, 0, -root}, turn), 0.0, 1e-7 * size);
    EXPECT_EQ(radius(box(), edge, {root, 0, root}, {0, 1, 0}, turn), kInfinity);
  }
}

TEST_F(OutlineRadiusTest, OfARodIsThatOfItsCircleAcrossAndInfiniteAlongAndOnItsEnds) {
  const auto rod = [] {
    Shape shape;
    shape.rods.push_back({{0, 0, 0}, {0, 3, 0}, {0.2, 0, 0}, 1, 1});
    return shape;
  };
  EXPECT_NEAR(radius(rod(), {0, 1, 0.2}, {0, 0, 1}, {1, 0, 0}), 0.2, 1e-6);
  EXPECT_EQ(radius(rod(), {0, 1, 0.2}, {0, 0, 1}, {0, 1, 0}), kInfinity);
  EXPECT_EQ(radius(rod(), {0.05, 3, 0}, {0, 1, 0}, {1, 0, 0}), kInfinity);
}

}  // namespace
}  // namespace solfec
