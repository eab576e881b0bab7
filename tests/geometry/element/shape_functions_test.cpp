#include "geometry/element/shape_functions.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "geometry/element/element_quadrature.h"
#include "geometry/element/local_coordinates.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // rounding at unit scale

class ElementKind : public ::testing::TestWithParam<int> {
 protected:
  /// Point inside of the reference element: a random mean of its nodes.
  Vec3 random_inside() {
    Vec3 sum;
    double total = 0.0;
    for (const Vec3& node : reference_nodes(GetParam())) {
      const double share = 0.02 + unit_(rng_);
      sum += share * node;
      total += share;
    }
    return sum / total;
  }
  double random() { return 2.0 * unit_(rng_) - 1.0; }
  Mesh distorted(double size) { return test::single_element(GetParam(), size, rng_); }

 private:
  std::mt19937 rng_{20260301};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{0.0, 1.0};
};

TEST_P(ElementKind, ValuesAreOneAtTheirNodeAndZeroAtTheOthers) {
  const auto nodes = reference_nodes(GetParam());
  ASSERT_EQ(static_cast<int>(nodes.size()), GetParam());
  for (std::size_t b = 0; b < nodes.size(); ++b) {
    const ShapeFunctions shape = shape_functions(GetParam(), nodes[b]);
    for (std::size_t a = 0; a < nodes.size(); ++a) {
      EXPECT_NEAR(shape.value[a], a == b ? 1.0 : 0.0, kTol) << a << " " << b;
    }
  }
}

TEST_P(ElementKind, SumsToOneAndReproducesLocalCoordinates) {
  const auto nodes = reference_nodes(GetParam());
  for (int sample = 0; sample < 100; ++sample) {
    const Vec3 point = random_inside();
    const ShapeFunctions shape = shape_functions(GetParam(), point);
    double sum = 0.0;
    Vec3 position;
    Vec3 slope;
    for (std::size_t a = 0; a < nodes.size(); ++a) {
      sum += shape.value[a];
      position += shape.value[a] * nodes[a];
      slope += shape.gradient[a];
    }
    EXPECT_NEAR(sum, 1.0, kTol);
    EXPECT_LE(norm(position - point), kTol);
    EXPECT_LE(norm(slope), kTol);
  }
}

TEST_P(ElementKind, GradientsAgreeWithFiniteDifferences) {
  constexpr double kStep = 1e-6;
  for (int sample = 0; sample < 50; ++sample) {
    const Vec3 point = random_inside();
    const ShapeFunctions shape = shape_functions(GetParam(), point);
    for (int k = 0; k < 3; ++k) {
      Vec3 up = point;
      Vec3 down = point;
      up[k] += kStep;
      down[k] -= kStep;
      const ShapeFunctions above = shape_functions(GetParam(), up);
      const ShapeFunctions below = shape_functions(GetParam(), down);
      for (std::size_t a = 0; a < static_cast<std::size_t>(GetParam()); ++a) {
        EXPECT_NEAR(shape.gradient[a][k], (above.value[a] - below.value[a]) / (2.0 * kStep), 1e-8);
      }
    }
  }
}

TEST_P(ElementKind, GradientOfALinearFieldIsExactInDistortedElements) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mesh mesh = distorted(0.15);
    ShapeFunctions shape = shape_functions(GetParam(), random_inside());
    const double volume_ratio = to_space_gradients(mesh.nodes, shape);
    EXPECT_GT(volume_ratio, 0.0);
    const Vec3 slope{random(), random(), random()};
    Vec3 gradient;
    for (std::size_t a = 0; a < mesh.nodes.size(); ++a) {
      gradient += (2.0 + dot(slope, mesh.nodes[a])) * shape.gradient[a];
    }
    EXPECT_LE(norm(gradient - slope), 100 * kTol);
  }
}

TEST_P(ElementKind, GradientsAreFiniteAtTheNodes) {
  for (const Vec3& node : reference_nodes(GetParam())) {
    ShapeFunctions shape = shape_functions(GetParam(), node);
    const Mesh mesh = distorted(0.1);
    EXPECT_GT(to_space_gradients(mesh.nodes, shape), 0.0);
    for (std::size_t a = 0; a < mesh.nodes.size(); ++a) EXPECT_TRUE(is_finite(shape.gradient[a]));
  }
}

/// ∫ x^i y^j z^k over the reference element in closed form.
double monomial_integral(int node_count, int i, int j, int k) {
  const auto line = [](int p) { return p % 2 == 0 ? 2.0 / (p + 1) : 0.0; };  // over [-1, 1]
  const auto factorial = [](int n) { return std::tgamma(n + 1.0); };
  if (node_count == 4) {
    return factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
  }
  if (node_count == 5) {  // ∫ z^k (1 - z)^(i + j + 2) dz times the square
    return line(i) * line(j) * factorial(k) * factorial(i + j + 2) / factorial(i + j + k + 3);
  }
  if (node_count == 6) return factorial(i) * factorial(j) / factorial(i + j + 2) * line(k);
  return line(i) * line(j) * line(k);
}

double rule_integral(std::span<const QuadraturePoint> rule, int i, int j, int k) {
  double sum = 0.0;
  for (const QuadraturePoint& point : rule) {
    sum += point.weight * std::pow(point.local.x, i) * std::pow(point.local.y, j) *
           std::pow(point.local.z, k);
  }
  return sum;
}

/// Largest error of the rule over the monomials up to a total degree.
double largest_error(int node_count, std::span<const QuadraturePoint> rule, int degree) {
  double largest = 0.0;
  for (int i = 0; i <= degree; ++i) {
    for (int j = 0; i + j <= degree; ++j) {
      for (int k = 0; i + j + k <= degree; ++k) {
        const double error = rule_integral(rule, i, j, k) - monomial_integral(node_count, i, j, k);
        largest = std::max(largest, std::fabs(error));
      }
    }
  }
  return largest;
}

TEST_P(ElementKind, RulesIntegratePolynomialsExactly) {
  const int n = GetParam();
  const int body_degree = n == 8 ? 3 : (n == 5 ? 1 : 2);
  EXPECT_LE(largest_error(n, body_quadrature(n), body_degree), kTol);
  EXPECT_LE(largest_error(n, mass_quadrature(n), n == 8 ? 7 : 5), kTol);
  if (n == 4) {
    EXPECT_LE(largest_error(n, fine_tetrahedron_quadrature(), 5), kTol);
  }
  // and the degree is not by chance higher
  EXPECT_GT(largest_error(n, body_quadrature(n), body_degree + 1), 1e-4);
}

TEST_P(ElementKind, RulesHaveTheSpecifiedNumberOfPoints) {
  const int n = GetParam();
  EXPECT_EQ(static_cast<int>(body_quadrature(n).size()), n == 5 ? 8 : n);
  EXPECT_EQ(mass_quadrature(n).size(), 64u);
  for (const QuadraturePoint& point : body_quadrature(n)) {
    EXPECT_LT(reference_distance(n, point.local), 0.0);
  }
}

Shape shape_of(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return shape;
}

TEST_P(ElementKind, VolumeOfDistortedElementsIsThatOfTheirSurface) {
  for (int sample = 0; sample < 20; ++sample) {
    const Mesh mesh = distorted(0.2);
    const MassProperties expected = mass_properties(shape_of(mesh));
    for (const auto rule : {body_quadrature(GetParam()), mass_quadrature(GetParam())}) {
      double volume = 0.0;
      for (const QuadraturePoint& point : rule) {
        const ShapeFunctions shape = shape_functions(GetParam(), point.local);
        volume += point.weight * determinant(element_jacobian(mesh.nodes, shape));
      }
      EXPECT_NEAR(volume, expected.volume, 10 * kTol);
    }
  }
}

/// ∮ N_a N dA of a mesh of one element from the nodes of its faces alone.
std::vector<Vec3> surface_integrals(const Mesh& mesh) {
  std::vector<Vec3> sum(mesh.nodes.size());
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[0], face.side);
    std::vector<Vec3> vertices(static_cast<std::size_t>(nodes.size));
    for (std::size_t k = 0; k < vertices.size(); ++k) {
      vertices[k] = mesh.nodes[std::size_t(nodes.node[k])];
    }
    for (const FaceQuadraturePoint& point : face_quadrature(vertices)) {
      for (std::size_t k = 0; k < vertices.size(); ++k) {
        sum[std::size_t(nodes.node[k])] += point.value[k] * point.area;
      }
    }
  }
  return sum;
}

TEST_P(ElementKind, BodyRuleIntegratesGradientsExactlyInDistortedElements) {
  // Divergence theorem: ∫ ∂N_a/∂X dV = ∮ N_a N dA, from the nodes of the faces alone.
  for (int sample = 0; sample < 20; ++sample) {
    const Mesh mesh = distorted(0.2);
    std::vector<Vec3> difference(mesh.nodes.size());
    for (const QuadraturePoint& point : body_quadrature(GetParam())) {
      ShapeFunctions shape = shape_functions(GetParam(), point.local);
      const double weight = point.weight * to_space_gradients(mesh.nodes, shape);
      for (std::size_t a = 0; a < difference.size(); ++a) {
        difference[a] += weight * shape.gradient[a];
      }
    }
    const std::vector<Vec3> surface = surface_integrals(mesh);
    for (std::size_t a = 0; a < difference.size(); ++a) {
      EXPECT_LE(norm(difference[a] - surface[a]), 10 * kTol);
    }
  }
}

TEST_P(ElementKind, LocalCoordinatesOfInnerPointsAreFound) {
  for (int sample = 0; sample < 500; ++sample) {
    Mesh mesh = distorted(0.25);
    const Vec3 offset{random() * 10.0, random() * 10.0, random() * 10.0};
    for (Vec3& node : mesh.nodes) node += offset;
    const Vec3 local = random_inside();
    const ShapeFunctions shape = shape_functions(GetParam(), local);
    Vec3 point;
    for (std::size_t a = 0; a < mesh.nodes.size(); ++a) point += shape.value[a] * mesh.nodes[a];
    const LocalCoordinates result = local_coordinates(mesh.nodes, point);
    ASSERT_TRUE(result.found);
    EXPECT_LE(norm(result.local - local), 1e-11);  // ten units away: 1e-15 x 10 x condition
    EXPECT_LE(result.distance, 0.0);
  }
}

TEST_P(ElementKind, NodesAreOnTheBorderAndFarPointsOutside) {
  const Mesh mesh = distorted(0.1);
  const auto nodes = reference_nodes(GetParam());
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    const LocalCoordinates result = local_coordinates(mesh.nodes, mesh.nodes[a]);
    ASSERT_TRUE(result.found);
    EXPECT_LE(norm(result.local - nodes[a]), 1e-10);
    EXPECT_NEAR(result.distance, 0.0, 1e-10);
  }
  for (int sample = 0; sample < 100; ++sample) {
    const Vec3 direction = normalized({random(), random(), random()});
    for (const double radius : {3.0, 30.0, 1e6}) {
      EXPECT_GT(local_coordinates(mesh.nodes, radius * direction).distance, 0.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ElementKind, ::testing::Values(4, 5, 6, 8));

TEST(MixedMesh, HasAllKindsAndTheVolumeOfTheBlock) {
  std::mt19937 rng(20260302);
  const Mesh mesh = test::MixedMesh::make(0.0, rng);
  check_elements("test", mesh);
  std::array<int, 9> kinds{};
  for (const MeshElement& element : mesh.elements) ++kinds[std::size_t(element.node_count)];
  for (const int kind : {4, 5, 6, 8}) EXPECT_GT(kinds[std::size_t(kind)], 0);
  double area = 0.0;
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
    std::vector<Vec3> vertices;
    for (const int node : nodes.nodes()) vertices.push_back(mesh.nodes[std::size_t(node)]);
    for (const FaceQuadraturePoint& point : face_quadrature(vertices)) area += norm(point.area);
  }
  EXPECT_NEAR(area, 2 * 4.0 + 4 * 10.0, 1e-12);  // so the faces inside fit together
  EXPECT_NEAR(mass_properties(shape_of(mesh)).volume, 20.0, 1e-12);
}

}  // namespace
}  // namespace solfec
