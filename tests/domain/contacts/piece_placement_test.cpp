#include "domain/contacts/piece_placement.h"

#include <cmath>
#include <random>

#include "contact/piece/approach.h"
#include "domain/finite_element_fixture.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kLength = 2e-3;  // s, of a step

/// Travel of bodies that are turned, moved and spin; the oracle is h times the velocity of each
/// point of the body.
class TravelTest : public FiniteElementFixture {
 protected:
  /// @return of the body that was added last.
  void expect_ways_of_points(BodyId id) {
    const BodyRef body = domain_.body_ref(id);
    PieceSet pieces;
    list_pieces(domain_.bodies, pieces);
    place_pieces(domain_.bodies, pieces);
    set_travel(domain_.bodies, kLength, pieces);
    const int b = find_body(pieces, id);
    ASSERT_GE(b, 0);
    double farthest = 0.0;
    for (const Vec3 X : domain_.find_body(id)->pieces->vertex) {
      const Vec3 exact = kLength * domain_.bodies.velocity(body, X);
      const Vec3 place = domain_.bodies.current_point(body, X);
      EXPECT_LE(norm(travel_at(pieces, b, place) - exact), 1e-13);
      EXPECT_LE(norm(exact - pieces.body_travel[b]), pieces.body_swing[b] * (1.0 + 1e-12));
      farthest = std::max(farthest, norm(exact));
    }
    EXPECT_GT(farthest, 1e-3);
    EXPECT_GE(pieces.body_way[b], farthest);
    EXPECT_LE(pieces.body_way[b], 3.0 * farthest);  // a bound, and no wild one
  }

  /// A body that is turned by 0.7 rad about an odd axis and moves with an angular velocity.
  BodyId add_spinning(BodyKind kind) {
    const BodyId id = add(kind, box_shape({0, 0, 0}, {1, 2, 0.5}));
    const Mat3 rotation = exponential_map({0.3, -0.5, 0.4});
    const Vec3 omega{1.0, -2.0, 0.5};
    const Mat3 rate = skew(omega) * rotation;
    const BodyRef body = domain_.body_ref(id);
    if (kind == BodyKind::rigid) {
      domain_.bodies.rigid.rotation[body.slot] = rotation;
      domain_.bodies.rigid.center[body.slot] = {3, 1, 2};
      domain_.bodies.set_rigid_velocity(body, {0.2, -0.1, 0.4}, omega);
    } else {
      PseudoRigidSet& set = domain_.bodies.pseudo_rigid;
      set.gradient[body.slot] = rotation;
      set.rate[body.slot] = rate;
      set.center[body.slot] = {3, 1, 2};
      set.linear[body.slot] = {0.2, -0.1, 0.4};
    }
    return id;
  }
};

TEST_F(TravelTest, RigidBodiesTravelWithTheVelocitiesOfTheirPoints) {
  expect_ways_of_points(add_spinning(BodyKind::rigid));
}

TEST_F(TravelTest, PseudoRigidBodiesThatSpinDoAsWell) {
  expect_ways_of_points(add_spinning(BodyKind::pseudo_rigid));
}

TEST_F(TravelTest, TheRoundedWayOfAMeshHoldsThatOfEachNode) {
  // Way and swing of a mesh are rounded to 20 binary digits, and hold each node all the same.
  const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  FiniteElementBody& mesh = mesh_of(id);
  PieceSet pieces;
  list_pieces(domain_.bodies, pieces);
  const int b = find_body(pieces, id);
  std::mt19937 rng(9);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int sample = 0; sample < 200; ++sample) {
    for (Vec3& u : mesh.velocity) u = {unit(rng), unit(rng), unit(rng)};
    set_travel(domain_.bodies, kLength, pieces);
    double farthest = 0.0;
    for (const Vec3 u : mesh.velocity) {
      farthest = std::max(farthest, norm(kLength * u - pieces.body_travel[b]));
    }
    EXPECT_LE(farthest, pieces.body_swing[b]);
    EXPECT_LE(pieces.body_swing[b], farthest * (1.0 + 1e-4));
  }
}

TEST_F(TravelTest, WithoutAStepNothingTravels) {
  const BodyId id = add_spinning(BodyKind::rigid);
  PieceSet pieces;
  list_pieces(domain_.bodies, pieces);
  place_pieces(domain_.bodies, pieces);
  set_travel(domain_.bodies, kLength, pieces);
  set_travel(domain_.bodies, 0.0, pieces);
  const int b = find_body(pieces, id);
  EXPECT_EQ(pieces.body_travel[b], Vec3{});
  EXPECT_EQ(pieces.body_turn[b], Vec3{});
  EXPECT_EQ(pieces.body_swing[b], 0.0);
  EXPECT_EQ(pieces.body_way[b], 0.0);
}

}  // namespace
}  // namespace solfec
