#include "body/finite_element/finite_element_inverse.h"

#include <cmath>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "body/bodies.h"
#include "body/finite_element_fixture.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;  // of solutions with a few hundred unknowns

/// A bent and turned block in form 'TL' or 'BC'.
class FiniteElementInverse : public ::testing::TestWithParam<FiniteElementForm> {
 protected:
  FiniteElementInverse() {
    auto shape = std::make_shared<Shape>();
    shape->meshes.push_back(test::hexahedra_block({1, 1, 2}, {3, 3, 5}));
    bodies_.add_finite_element(1, mass_properties(*shape), shape, make_shape_pieces(*shape, 1e-6),
                               test::unit_material(), GetParam());
    FiniteElementBody& mesh = body();
    const std::vector<Vec3>& nodes = mesh.elements.node;
    const Mat3 turn = exponential_map({0.3, -0.2, 0.9});
    mesh.displacement =
        test::moved(nodes, test::random_vectors(nodes.size(), 0.02, rng_), turn, {1.0, 2.0, 3.0});
    if (GetParam() == FiniteElementForm::corotational) mesh.rotation = turn;
  }

  FiniteElementBody& body() { return bodies_.finite_element[0]; }
  /// (M + c K) v.
  std::vector<Vec3> product(double c, const std::vector<Vec3>& v) {
    std::vector<Vec3> turned(v.size());
    std::vector<Vec3> x(v.size());
    tangent_product(body(), v, turned, x);
    for (std::size_t a = 0; a < v.size(); ++a) x[a] = body().elements.mass[a] * v[a] + c * x[a];
    return x;
  }

  std::mt19937 rng_{20260901};
  Bodies bodies_;
};

// c of undamped, damped and nearly static steps: ¼h² + ½ηh, h².
TEST_P(FiniteElementInverse, IsSymmetricAndSolvesWithDampingToo) {
  for (const double c : {0.25e-2, 0.25e-2 + 0.5e-1, 1e2}) {
    ASSERT_TRUE(make_inverse(body(), c));
    for (int sample = 0; sample < 5; ++sample) {
      const std::size_t n = body().elements.node.size();
      const std::vector<Vec3> b = test::random_vectors(n, 1.0, rng_);
      const std::vector<Vec3> d = test::random_vectors(n, 1.0, rng_);
      std::vector<Vec3> x(n);
      std::vector<Vec3> y(n);
      apply_inverse(body(), b, x);
      apply_inverse(body(), d, y);
      EXPECT_LE(test::largest_difference(product(c, x), b), kTol);
      const double size = std::sqrt(test::inner_product(x, x) * test::inner_product(d, d));
      EXPECT_NEAR(test::inner_product(x, d), test::inner_product(y, b), kTol * size);
      // K itself
      const double one = test::inner_product(product(c, b), d);
      EXPECT_NEAR(one, test::inner_product(product(c, d), b), kTol * (1.0 + std::fabs(one)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, FiniteElementInverse,
                         ::testing::Values(FiniteElementForm::total_lagrangian,
                                           FiniteElementForm::corotational));

}  // namespace
}  // namespace solfec
