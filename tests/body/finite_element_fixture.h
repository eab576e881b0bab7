#pragma once

#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "body/finite_element/corotation.h"
#include "body/finite_element/finite_element_mesh.h"
#include "body/finite_element/total_lagrangian.h"
#include "geometry/element/mesh.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "support/mixed_mesh.h"

namespace solfec::test {

/// Young's modulus of order one, so that tolerances are plain numbers.
inline BulkMaterial unit_material(double young = 2.5, double poisson = 0.25, double density = 2.0) {
  return {"unit", BulkModel::kirchhoff, young, poisson, density};
}

inline FiniteElementMesh uniform(const Mesh& mesh, const BulkMaterial& material) {
  const std::vector<int> index(mesh.elements.size(), 0);
  return make_finite_element_mesh(mesh, std::span(&material, 1), index);
}

/// Mixed mesh with one of two materials per layer.
inline FiniteElementMesh mixed_body(const Mesh& mesh) {
  const std::vector<BulkMaterial> materials{unit_material(), unit_material(5.0, 0.1, 3.0)};
  std::vector<int> index(mesh.elements.size());
  for (std::size_t e = 0; e < index.size(); ++e) index[e] = mesh.elements[e].volume % 2;
  return make_finite_element_mesh(mesh, materials, index);
}

inline std::vector<Vec3> random_vectors(std::size_t size, double largest, std::mt19937& rng) {
  std::uniform_real_distribution<double> entry(-largest, largest);
  std::vector<Vec3> result(size);
  for (Vec3& v : result) v = {entry(rng), entry(rng), entry(rng)};
  return result;
}

/// Displacements of the affine map X -> A X + shift.
inline std::vector<Vec3> affine(std::span<const Vec3> nodes, const Mat3& A, Vec3 shift) {
  std::vector<Vec3> q;
  q.reserve(nodes.size());
  for (const Vec3& node : nodes) q.push_back(A * node + shift - node);
  return q;
}

/// q after a superposed rigid motion x -> Q x + shift.
inline std::vector<Vec3> moved(std::span<const Vec3> nodes, std::span<const Vec3> q, const Mat3& Q,
                               Vec3 shift) {
  std::vector<Vec3> result(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) result[i] = Q * (nodes[i] + q[i]) + shift - nodes[i];
  return result;
}

inline double largest(std::span<const Vec3> a) {
  double result = 0.0;
  for (const Vec3& v : a) result = std::fmax(result, norm_inf(v));
  return result;
}

inline double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  double result = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::fmax(result, norm_inf(a[i] - b[i]));
  return result;
}

inline double inner_product(std::span<const Vec3> a, std::span<const Vec3> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// A mixed mesh with the stiffness of its rest state and the surface integrals of its frame.
class MixedBodyTest : public ::testing::Test {
 protected:
  explicit MixedBodyTest(unsigned seed)
      : rng_(seed),
        mesh_(MixedMesh::make(0.08, rng_)),
        body_(mixed_body(mesh_)),
        surface_(surface_integrals(mesh_)),
        plan_(plan_stiffness(body_, K_)) {
    const std::vector<Vec3> zero(mesh_.nodes.size());
    assemble_stiffness(body_, plan_, zero, K_);
  }

  std::mt19937 rng_;
  Mesh mesh_;
  FiniteElementMesh body_;
  SurfaceIntegrals surface_;
  BlockCsr K_;
  StiffnessPlan plan_;
};

}  // namespace solfec::test
