#include "assembly/bond_planes.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "body/bodies.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

/// Bonded contacts of an obstacle, which is the slave, with other bodies; each is a patch. The
/// parameter is the size of the model, in a turned frame far from the origin.
class BondPlanesTest : public ::testing::TestWithParam<double> {
 protected:
  BondPlanesTest() {
    const MassProperties mass{1.0, {}, identity()};
    bodies_.add(1, BodyKind::obstacle, mass, {});
    bodies_.add(2, BodyKind::rigid, mass, {});
    bodies_.add(3, BodyKind::pseudo_rigid, mass, {});
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
    bodies_.add_finite_element(4, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                               {}, FiniteElementForm::total_lagrangian);
    SurfaceMaterial other;
    other.surface1 = 7;
    other.surface2 = 8;
    materials_.define(other);
  }

  /// A contact of the obstacle with a body, at a place and along a normal of the anchor.
  void touch(BodyId body, Vec3 place, Vec3 normal = {0, 0, 1}) {
    const double size = GetParam();
    const Mat3 turn = rotation_about({1, 2, 3}, 37.0);
    const Vec3 along = turn * normalized(normal);
    ContactPoint contact;
    contact.key = {1, count(contacts_), body, 0, 0};
    contact.slave = 0;
    contact.master = body - 1;
    contact.frame = contact_frame(along);
    contact.state.bonded = true;
    BondAnchor& anchor = memories_.of(contact.state.memory).anchor;
    anchor.area = 0.25 * size * size;
    anchor.normal = along;
    anchor.slave = size * (Vec3{100, 0, 0} + turn * place);
    contacts_.push_back(contact);
  }

  std::vector<int> planes(bool with_memories = true) {
    LocalDynamics problem;
    problem.resize(count(contacts_));
    for (RowLaw& law : problem.law) law.bonded = true;
    ContactPatches patches;
    BondPlaneInput input{bodies_.refs(), contacts_, materials_};
    if (with_memories) input.memories = &memories_;
    set_bond_planes(input, patches, problem);
    EXPECT_EQ(problem.bond_patch.size(), contacts_.size());
    EXPECT_EQ(problem.bond_point.size(), contacts_.size());
    return problem.bond_plane;
  }

  Bodies bodies_;
  SurfaceMaterialTable materials_;
  ContactMemories memories_;
  std::vector<ContactPoint> contacts_;
};

TEST_P(BondPlanesTest, PatchesOfOnePlaneAreJoinedAndOthersOfThePairAreNot) {
  touch(2, {0, 0, 0});
  touch(2, {1, 0, 0});
  touch(2, {1, 0, 0.1});              // a step higher
  touch(2, {2, 0, 0}, {1, 0, 0});     // the wall of an L
  touch(2, {0.5, 3, 1e-9});           // the plane of the first two, but for rounding
  touch(2, {2, 1, 0.2}, {1, 0, 0});   // the wall once more
  touch(2, {3, 0, 0}, {0.01, 0, 1});  // tilted
  EXPECT_EQ(planes(), (std::vector<int>{0, 0, 2, 3, 0, 3, 6}));
  EXPECT_EQ(planes(false), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
}

TEST_P(BondPlanesTest, OtherBodiesAndMaterialsHavePlanesOfTheirOwn) {
  for (const BodyId body : {2, 3, 2, 3, 2}) touch(body, {1.0 * count(contacts_), 0, 0});
  contacts_.back().slave_surface = 7;
  contacts_.back().master_surface = 8;
  EXPECT_EQ(planes(), (std::vector<int>{0, 1, 0, 1, 4}));
}

TEST_P(BondPlanesTest, BondsOfMeshesAreNotJoined) {
  touch(4, {0, 0, 0});
  touch(4, {1, 0, 0});
  EXPECT_EQ(planes(), (std::vector<int>{0, 1}));
}

INSTANTIATE_TEST_SUITE_P(Size, BondPlanesTest, ::testing::Values(1e-3, 1.0, 1e3));

}  // namespace
}  // namespace solfec
