#include <cmath>
#include <utility>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;  // s
constexpr double kSpin = 30.0;  // rad/s

/// Contacts with obstacles that turn and of bonded bodies that turn: B of the rows of one step.
class SpinningContactsTest : public DomainFixture {
 protected:
  void define(double friction, double cohesion = 0.0) {
    SurfaceMaterial material;
    material.friction = friction;
    material.cohesion = cohesion;
    domain_.surface_materials.define(material);
  }
  BodyId add_spinning(Shape shape, Vec3 spin) {
    const BodyId id = add(BodyKind::obstacle, std::move(shape));
    domain_.set_rigid_velocity(id, {}, spin);
    return id;
  }
  BodyId add_moving(Shape shape, Vec3 velocity, Vec3 spin = {}) {
    const BodyId id = add(BodyKind::rigid, std::move(shape));
    domain_.set_rigid_velocity(id, velocity, spin);
    return id;
  }
  /// Free relative velocity of the deepest row of the next step, in space, of the body less the
  /// obstacle, m/s.
  Vec3 free_velocity_of_contact() {
    run(1, kStep);
    EXPECT_FALSE(domain_.contact_points().empty());
    const ContactPoint& contact = domain_.contact_points().front();
    const Vec3 B = contact.frame * domain_.local_dynamics().B.front();
    const bool body_is_master = dot(contact.frame.column(2), Vec3{0, 0, 1}) > 0.0;
    return body_is_master ? B : -B;
  }
};

constexpr double kTol = 1e-9;
constexpr double kSpeed = 0.5;  // m/s

// The contact stays at the top of the ball, which has the velocity spin x radius there and none
// along the normal.
TEST_F(SpinningContactsTest, UnderAPlankASpinningBallHasTheVelocityOfItsTop) {
  define(0.0);
  add_spinning(ball_shape({0, 0, -0.2}, 0.2), {0, kSpin, 0});
  add_moving(box_shape({-1, -1, 0}, {1, 1, 0.1}), {kSpeed, 0, 0});
  const Vec3 B = free_velocity_of_contact();
  EXPECT_NEAR(B.x, kSpeed - kSpin * 0.2, kTol);
  EXPECT_NEAR(B.z, 0.0, kTol);
}

TEST_F(SpinningContactsTest, UnderAPlankABallThatSpinsAboutTheNormalHasNoVelocity) {
  define(0.0);
  add_spinning(ball_shape({0, 0, -0.2}, 0.2), {0, 0, kSpin});
  add_moving(box_shape({-1, -1, 0}, {1, 1, 0.1}), {kSpeed, 0, 0});
  const Vec3 B = free_velocity_of_contact();
  EXPECT_NEAR(B.x, kSpeed, kTol);
  EXPECT_NEAR(B.y, 0.0, kTol);
}

// The contact between two balls moves with the share r / (r + r') of the speed of the upper one.
TEST_F(SpinningContactsTest, BetweenTwoBallsTheContactMovesWithAShareOfTheSpeed) {
  define(0.0);
  add_spinning(ball_shape({0, 0, -0.3}, 0.3), {0, 0, kSpin});
  add_moving(ball_shape({0, 0, 0.1}, 0.1), {kSpeed, 0, 0});
  const Vec3 B = free_velocity_of_contact();
  const double way = kStep * kSpeed * 0.3 / (0.3 + 0.1);  // in the step
  EXPECT_NEAR(B.y, -kSpin * way, 2e-2 * kSpin * way);
}

// The spin of the lower ball gives no velocity along the normal at either end of the step; that of
// the upper one is along the tangent at its start, at way / (r + r') from the normal of mid-step.
TEST_F(SpinningContactsTest, BetweenTwoBallsTheSpinHasNoVelocityAlongTheNormal) {
  define(0.0);
  add_spinning(ball_shape({0, 0, -0.3}, 0.3), {0, kSpin, 0});
  add_moving(ball_shape({0, 0, 0.1}, 0.1), {kSpeed, 0, 0});
  (void)free_velocity_of_contact();
  const double tilt = 0.5 * kStep * kSpeed / (0.3 + 0.1);
  EXPECT_NEAR(domain_.local_dynamics().B.front().z, kSpeed * tilt, 0.1 * kSpeed * tilt);
  EXPECT_NEAR(domain_.local_dynamics().V.front().z, kSpeed * tilt, 0.1 * kSpeed * tilt);
}

// A corner on a turning table moves with its body, and so does a ball.
TEST_F(SpinningContactsTest, OnAFaceTheContactMovesWithTheBody) {
  define(0.0);
  add_spinning(box_shape({-3, -3, -1}, {3, 3, 0}), {0, 0, kSpin});
  add_moving(ball_shape({0, 0, 0.1}, 0.1), {kSpeed, 0, 0});
  const Vec3 B = free_velocity_of_contact();
  // the ball is at kSpeed kStep / 2 at mid-step, and as much farther at its end
  EXPECT_NEAR(B.y, -kSpin * kSpeed * kStep, 1e-6);
}

// The edge of a turning bar stays where it is under a plank that glides.
TEST_F(SpinningContactsTest, UnderAPlankAnEdgeHasNoVelocityOfThePlank) {
  define(0.0);
  const double root = std::sqrt(0.5);
  Shape bar;
  std::vector<Vec3> corners;
  for (const double y : {-0.5, 0.5}) {
    for (const double x : {-root, root}) corners.push_back({x, y, -root});
    for (const double z : {-2 * root, 0.0}) corners.push_back({0, y, z});
  }
  bar.convices.push_back(make_convex_hull(corners, 1, 1));
  add_spinning(std::move(bar), {0, 1.0, 0});
  add_moving(box_shape({-4, -1, 0}, {4, 1, 0.1}), {kSpeed, 0, 0});
  const Vec3 B = free_velocity_of_contact();
  // w x a of the edge at mid-step, half a step's turn from its place
  EXPECT_NEAR(B.x, kSpeed - root, 1e-4);  // the tolerance of contacts
  EXPECT_NEAR(B.z, 0.5 * kStep * root, 0.1 * kStep * root);
}

// Two bonded cubes that turn about their bond: rows see no velocity, neither along nor across.
TEST_F(SpinningContactsTest, BondedBodiesThatTurnTogetherSeeNoVelocity) {
  define(0.5, 1e6);
  const double spin = 4.0;
  const BodyId left =
      add_moving(box_shape({-1, -0.5, -0.5}, {0, 0.5, 0.5}), {0, -0.5 * spin, 0}, {0, 0, spin});
  const BodyId right =
      add_moving(box_shape({0, -0.5, -0.5}, {1, 0.5, 0.5}), {0, 0.5 * spin, 0}, {0, 0, spin});
  run(2000, kStep);
  const double distance = norm(point(right, {0.5, 0, 0}) - point(left, {-0.5, 0, 0}));
  EXPECT_NEAR(distance, 1.0, 1e-5);  // 1.008 where the normal part is left out
  EXPECT_NEAR(norm(speed(left, {-0.5, 0, 0})), 0.5 * spin, 1e-5);
}

}  // namespace
}  // namespace solfec
