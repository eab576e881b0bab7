#include "domain/contacts/placement_copy.h"

#include "domain/finite_element_fixture.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

class PlacementCopyTest : public FiniteElementFixture {
 protected:
  /// All that a step may have changed before the loads are known, as numbers.
  [[nodiscard]] std::vector<double> numbers() const {
    std::vector<double> all;
    const Bodies& bodies = domain_.bodies;
    const auto add_vector = [&](Vec3 v) { all.insert(all.end(), {v.x, v.y, v.z}); };
    const auto add_matrix = [&](const Mat3& A) { all.insert(all.end(), A.m, A.m + 9); };
    for (const Mat3& A : bodies.obstacles.rotation) add_matrix(A);
    for (const Vec3 v : bodies.obstacles.center) add_vector(v);
    for (const Vec3 v : bodies.obstacles.angular) add_vector(v);
    for (const Vec3 v : bodies.obstacles.linear) add_vector(v);
    for (const Mat3& A : bodies.rigid.rotation) add_matrix(A);
    for (const Vec3 v : bodies.rigid.center) add_vector(v);
    for (const Mat3& A : bodies.pseudo_rigid.gradient) add_matrix(A);
    for (const Vec3 v : bodies.pseudo_rigid.center) add_vector(v);
    for (const FiniteElementBody& body : bodies.finite_element.body) {
      add_matrix(body.rotation);
      for (const Vec3 v : body.displacement) add_vector(v);
    }
    return all;
  }
};

TEST_F(PlacementCopyTest, GivesEveryKindOfBodyItsPlaceBackBitForBit) {
  for (int k = 0; k < 2; ++k) {
    const double x = 3.0 * k;
    add(BodyKind::obstacle, box_shape({x, 0, -1}, {x + 1, 1, 0}));
    add(BodyKind::rigid, box_shape({x, 0, 0}, {x + 1, 1, 1}));
    add(BodyKind::pseudo_rigid, box_shape({x, 2, 0}, {x + 1, 3, 1}));
    add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}),
             k == 0 ? FiniteElementForm::total_lagrangian : FiniteElementForm::corotational);
  }
  Bodies& bodies = domain_.bodies;
  const std::vector<double> before = numbers();
  PlacementCopy copy;
  copy.store(bodies);

  const Mat3 turn = exponential_map({0.1, -0.2, 0.3});
  const auto shift = [](std::vector<Vec3>& all) {
    for (Vec3& v : all) v += {0.1, 0.2, -0.3};
  };
  const auto turn_all = [&](std::vector<Mat3>& all) {
    for (Mat3& A : all) A = turn * A;
  };
  turn_all(bodies.obstacles.rotation);
  turn_all(bodies.rigid.rotation);
  turn_all(bodies.pseudo_rigid.gradient);
  for (auto* const all :
       {&bodies.obstacles.center, &bodies.obstacles.angular, &bodies.obstacles.linear,
        &bodies.rigid.center, &bodies.pseudo_rigid.center}) {
    shift(*all);
  }
  for (FiniteElementBody& body : bodies.finite_element.body) {
    body.rotation = turn * body.rotation;
    shift(body.displacement);
  }
  const std::vector<double> changed = numbers();
  ASSERT_EQ(changed.size(), before.size());
  EXPECT_NE(changed, before);

  copy.restore(bodies);
  EXPECT_EQ(numbers(), before);
}

}  // namespace
}  // namespace solfec
