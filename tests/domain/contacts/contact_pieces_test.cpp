// What contact knows of a mesh that is convex: one piece with patches, elements by centroids and
// where single elements are excluded.

#include "domain/contacts/contact_pieces.h"

#include <cmath>

#include <gtest/gtest.h>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTimeStep = 1e-3;
constexpr double kWeight = 2.0 * 1000.0 * 9.81;  // of a block 2 x 1 x 1

Shape mesh_block(Vec3 lo, Vec3 size, std::array<int, 3> counts) {
  Shape shape;
  shape.meshes.push_back(test::hexahedra_block(size, counts));
  for (Vec3& p : shape.meshes.front().nodes) p += lo;
  return shape;
}

class ContactPiecesTest : public FiniteElementFixture {
 protected:
  ContactPiecesTest() {
    domain_.contact_params.points = ContactPoints::patch;
    domain_.loads.gravity[2].constant = -9.81;
  }
  /// A block of 2 x 1 x 1 m, of two elements, on a floor of two.
  void add_block(BodyKind kind = BodyKind::rigid) {
    floor_ = add(BodyKind::obstacle, mesh_block({-1, -1, -1}, {4, 3, 1}, {2, 1, 1}));
    block_ = add(kind, mesh_block({0, 0, 0}, {2, 1, 1}, {2, 1, 1}));
  }
  [[nodiscard]] double normal_force() const {
    double sum = 0.0;
    for (const ContactPoint& contact : domain_.contact_points()) sum += contact.state.R.z;
    return sum;
  }
  [[nodiscard]] int pieces_of(BodyId id) const {
    return domain_.find_body(id)->contact_pieces->piece_count();
  }
  void expect_pieces(int of_contact) {
    domain_.detect_contacts();
    EXPECT_EQ(domain_.piece_count(), of_contact);
    for (const ContactPoint& contact : domain_.contact_points()) {
      EXPECT_LT(contact.master_piece, pieces_of(floor_));
      EXPECT_LT(contact.slave_piece, pieces_of(block_));
    }
  }
  BodyId floor_{};
  BodyId block_{};
};

TEST_F(ContactPiecesTest, BodiesThatKeepPlanesPlaneHaveOneAndFiniteElementsTheirElements) {
  for (const BodyKind kind : {BodyKind::obstacle, BodyKind::rigid, BodyKind::pseudo_rigid}) {
    block_ = add(kind, mesh_block({0, 0, 0}, {1, 1, 1}, {3, 3, 3}));
    domain_.detect_contacts();
    EXPECT_EQ(pieces_of(block_), 1);
    EXPECT_EQ(domain_.find_body(block_)->pieces->piece_count(), 26);
  }
  block_ = add(BodyKind::finite_element, mesh_block({0, 0, 0}, {1, 1, 1}, {3, 3, 3}));
  domain_.detect_contacts();
  EXPECT_EQ(pieces_of(block_), 26);
  EXPECT_EQ(domain_.piece_count(), 29);
  domain_.set_contact_points(ContactPoints::centroid);
  domain_.detect_contacts();
  EXPECT_EQ(domain_.piece_count(), 4 * 26);
}

TEST_F(ContactPiecesTest, TheRuleMayChangeBeforeTheRunAndDuringIt) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    add_block(kind);
    expect_pieces(2);
    EXPECT_EQ(domain_.contact_points().size(), 4U);
    domain_.set_contact_points(ContactPoints::centroid);
    EXPECT_TRUE(domain_.contact_points().empty());  // their pieces are gone
    expect_pieces(4);
    EXPECT_EQ(domain_.contact_points().size(), 2U);  // one per pair of elements
    for (const ContactPoints rule :
         {ContactPoints::patch, ContactPoints::centroid, ContactPoints::patch}) {
      domain_.contact_params.points = rule;  // seen by the next detection
      run(20, kTimeStep);
      const bool patches = rule == ContactPoints::patch;
      EXPECT_EQ(domain_.piece_count(), patches ? 2 : 4);
      EXPECT_EQ(domain_.contact_points().size(), patches ? 4U : 2U);
      if (kind == BodyKind::rigid) {
        EXPECT_NEAR(normal_force(), kWeight, 1e-6 * kWeight);
        EXPECT_LE(norm(speed(block_, {1, 0.5, 0.5})), 1e-8);
      }
    }
    domain_.remove_body(floor_);
    domain_.remove_body(block_);
  }
}

TEST_F(ContactPiecesTest, ABodyWithAnExcludedElementKeepsItsElements) {
  add_block();
  const BodyId other = add(BodyKind::rigid, mesh_block({5, 0, 0}, {2, 1, 1}, {2, 1, 1}));
  run(5, kTimeStep);
  EXPECT_EQ(domain_.piece_count(), 3);
  domain_.exclude_contact(block_, 0, floor_, 0);  // the halves x < 1
  EXPECT_EQ(pieces_of(block_), 2);
  EXPECT_EQ(pieces_of(floor_), 2);
  EXPECT_EQ(pieces_of(other), 1);
  domain_.detect_contacts();
  EXPECT_EQ(domain_.piece_count(), 5);
  EXPECT_EQ(domain_.contact_points().size(), 4U);
  for (const ContactPoint& contact : domain_.contact_points()) {
    EXPECT_GE(contact.point.x, 1.0 - 1e-9);
    EXPECT_LE(contact.point.x, 2.0 + 1e-9);
  }
  domain_.set_contact_exclusions({});
  domain_.choose_contact_pieces();
  expect_pieces(3);
  EXPECT_EQ(domain_.contact_points().size(), 4U);
}

TEST_F(ContactPiecesTest, BondsOfAWholeBodyAreNotLostByAnExclusion) {
  SurfaceMaterial glue;
  glue.cohesion = 1e9;
  glue.label = "DEFAULT";
  domain_.surface_materials.define(glue);
  add_block();
  const BodyId free = add(BodyKind::rigid, mesh_block({5, 0, 5}, {2, 1, 1}, {2, 1, 1}));
  run(3, kTimeStep);
  int bonds = 0;
  for (const ContactPoint& contact : domain_.contact_points())
    bonds += contact.state.bonded ? 1 : 0;
  EXPECT_EQ(bonds, 4);
  EXPECT_THROW(domain_.exclude_contact(block_, 0, free, 0), InputError);
  EXPECT_EQ(pieces_of(block_), 1);
  EXPECT_EQ(domain_.contact_points().size(), 4U);
  EXPECT_TRUE(domain_.contact_exclusions().pieces.empty());
  domain_.exclude_contact(free, 0, free, 1);
  EXPECT_EQ(pieces_of(free), 2);
}

TEST_F(ContactPiecesTest, AMotionIsThatOfItsElements) {
  // a block pushed over an edge: as one piece and, by an exclusion that touches nothing, in pieces
  std::array<Vec3, 2> end;
  for (const bool in_elements : {false, true}) {
    add_block();
    if (in_elements) {
      domain_.exclude_contact(block_, 0, block_, 1);
      domain_.exclude_contact(floor_, 0, floor_, 1);
    }
    domain_.set_rigid_velocity(block_, {0.3, 0.1, 0.0}, {0.0, 0.0, 0.2});
    run(100, kTimeStep);
    EXPECT_EQ(domain_.piece_count(), in_elements ? 4 : 2);
    end.at(in_elements ? 1 : 0) = point(block_, {2, 1, 1});
    domain_.remove_body(floor_);
    domain_.remove_body(block_);
  }
  EXPECT_GT(end[0].x, 2.01);
  EXPECT_LE(norm(end[0] - end[1]), 1e-6);
}

}  // namespace
}  // namespace solfec
