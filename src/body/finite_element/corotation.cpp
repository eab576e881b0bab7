#include "body/finite_element/corotation.h"

#include <algorithm>
#include <numeric>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SVD>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/element_tables.h"
#include "math/rotation.h"

namespace solfec {
namespace {

// With G = ∫ F dV = Σ x_i a_iᵀ, which the displacements give once, an iteration works on 3 x 3
// matrices only: U = Rᵀ G, h = axial(U), J = -(tr(U) 1 - U), and d = -(JᵀJ)⁻¹ Jᵀ h turns R to
// R exp(d̂). Where tr(U) 1 - sym(U) is not positive definite R is farther from the answer than the
// iteration can come back from: it goes on from the polar decomposition of G.

constexpr int kIterations = 64;
constexpr double kIncrement = 1e-9;  // relative
constexpr double kSmallTurn = 1e-3;  // rad; increments of smaller turns are measured by this
constexpr int kRowsPerThread = 2000;
constexpr int kRowsPerChunk = 250;

using Matrix3 = Eigen::Matrix3d;

Matrix3 to_eigen(const Mat3& a) { return Eigen::Map<const Matrix3>(a.m); }

/// Integral of the deformation gradient ∫ F dV = Σ x_i a_iᵀ. Constants drop out since Σ a_i = 0;
/// the position of one node is taken away for the digits.
Mat3 gradient_integral(const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
                       std::span<const Vec3> q) {
  const auto position = [&](std::size_t i) {
    return mesh.node[std::size_t(surface.node[i])] + q[std::size_t(surface.node[i])];
  };
  Mat3 sum;
  const Vec3 origin = position(0);
  for (std::size_t i = 0; i < surface.node.size(); ++i) {
    sum += outer(position(i) - origin, surface.area[i]);
  }
  return sum;
}

/// tr(U) 1 - sym(U), minus the derivative of the axial vector below by the rotation.
Mat3 rotation_stiffness(const Mat3& U) {
  const double sum = trace(U);
  return diagonal(sum, sum, sum) - 0.5 * (U + transpose(U));
}

/// h = Σ N × y = axial vector of U - Uᵀ with U = ∮ y Nᵀ dA.
Vec3 axial(const Mat3& U) { return {U(2, 1) - U(1, 2), U(0, 2) - U(2, 0), U(1, 0) - U(0, 1)}; }

/// Calls f(begin, end) for chunks of rows, the same ones for any number of threads.
template <typename Function>
void for_each_chunk(int rows, const Function& f) {
  parallel_for((rows + kRowsPerChunk - 1) / kRowsPerChunk, kRowsPerThread / kRowsPerChunk,
               [&](int chunk) {
                 const int begin = chunk * kRowsPerChunk;
                 f(begin, std::min(begin + kRowsPerChunk, rows));
               });
}

void turn(const Mat3& rotation, std::span<Vec3> v) {
  for (Vec3& one : v) one = rotation * one;
}

bool is_positive_definite(const Mat3& a) {
  return Eigen::LLT<Matrix3>(to_eigen(a)).info() == Eigen::Success;
}

/// Rotation of the polar decomposition by singular values.
Mat3 polar_rotation(const Mat3& G) {
  const Eigen::JacobiSVD<Matrix3> svd(to_eigen(G), Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3 U = svd.matrixU();
  if (U.determinant() * svd.matrixV().determinant() < 0.0) U.col(2) *= -1.0;
  const Matrix3 R = U * svd.matrixV().transpose();
  Mat3 result;
  Eigen::Map<Matrix3>(result.m) = R;
  return result;
}

/// Derivative J of h = axial(Rᵀ exp(-ô) G) by the rotation d = Rᵀ o in the body's frame, o = 0:
/// h changes by axial(-d̂ U) = -(tr(U) 1 - U) d, since d̂ U + Uᵀ d̂ has the axial vector
/// (tr(U) 1 - U) d.
Mat3 derivative(const Mat3& U) {
  const double sum = trace(U);
  return U - diagonal(sum, sum, sum);
}

/// One Newton step towards the closest orthogonal matrix, against rounding of many products.
Mat3 orthogonalised(const Mat3& R) { return R * (1.5 * identity() - 0.5 * (transpose(R) * R)); }

}  // namespace

SurfaceIntegrals surface_integrals(const Mesh& mesh) {
  std::vector<Vec3> sum(mesh.nodes.size());
  std::vector<char> is_outer(mesh.nodes.size(), 0);
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
    std::array<Vec3, 4> vertex;
    const auto size = static_cast<std::size_t>(nodes.size);
    for (std::size_t k = 0; k < size; ++k) vertex[k] = mesh.nodes[std::size_t(nodes.node[k])];
    for (const auto& point : face_quadrature(std::span<const Vec3>(vertex).first(size))) {
      for (std::size_t k = 0; k < size; ++k) {
        sum[std::size_t(nodes.node[k])] += point.value[k] * point.area;
        is_outer[std::size_t(nodes.node[k])] = 1;
      }
    }
  }
  SurfaceIntegrals result;
  for (int i = 0; i < count(mesh.nodes); ++i) {
    if (is_outer[std::size_t(i)] == 0) continue;
    result.node.push_back(i);
    result.area.push_back(sum[std::size_t(i)]);
  }
  return result;
}

namespace {

/// Adds w ∇N_a of all points of one lane.
void add_lane(const ElementGroup& group, int pack, int lane, std::vector<Vec3>& area) {
  const int columns = group.node_count - 1;
  const auto node = [&](int a) { return at(group.node[at(group.node_place(pack, a, lane))]); };
  for (int p = group.point_start[at(pack)]; p < group.point_start[at(pack) + 1]; ++p) {
    const double weight = group.weight[at(p * kElementLanes + lane)];
    for (int a = 0; a < columns; ++a) {
      const double* from = &group.gradient[at((p * columns + a) * 3 * kElementLanes + lane)];
      const Vec3 part = weight * Vec3{from[0], from[kElementLanes], from[2L * kElementLanes]};
      area[node(a + 1)] += part;
      area[node(0)] -= part;
    }
  }
}

}  // namespace

SurfaceIntegrals volume_integrals(const FiniteElementMesh& mesh) {
  SurfaceIntegrals result;
  result.area.resize(mesh.node.size());
  for (int i = 0; i < mesh.node_count(); ++i) result.node.push_back(i);
  for (const ElementGroup& group : mesh.group) {
    for (int slot = 0; slot < group.element_count(); ++slot) {
      add_lane(group, slot / kElementLanes, slot % kElementLanes, result.area);
    }
  }
  return result;
}

Corotation corotation(const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
                      std::span<const Vec3> q, const Mat3& start) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  const Mat3 G = gradient_integral(mesh, surface, q);
  Corotation result{start, 0, false};
  double turned = 0.0;  // sum of the increments
  while (result.iterations < kIterations && !result.converged) {
    ++result.iterations;
    Mat3 U = transpose(result.rotation) * G;
    if (!is_positive_definite(rotation_stiffness(U))) {  // turned too far, or overshot
      result.rotation = polar_rotation(G);
      U = transpose(result.rotation) * G;
    }
    const Matrix3 J = to_eigen(derivative(U));
    const Vec3 h = axial(U);
    const Eigen::Vector3d right = -J.transpose() * Eigen::Vector3d(h.x, h.y, h.z);
    const Eigen::Vector3d d = (J.transpose() * J).eval().ldlt().solve(right);
    const Vec3 increment{d[0], d[1], d[2]};
    if (!is_finite(increment)) return result;
    result.rotation = result.rotation * exponential_map(increment);  // exp(R d̂ Rᵀ) R
    turned += norm(increment);
    result.converged = norm(increment) <= kIncrement * std::fmax(turned, kSmallTurn);
  }
  result.rotation = orthogonalised(result.rotation);
  return result;
}

void corotated_displacements(const FiniteElementMesh& mesh, const Mat3& rotation,
                             std::span<const Vec3> q, std::span<Vec3> d) {
  SOLFEC_ASSERT(count(q) == mesh.node_count() && d.size() == q.size());
  Vec3 reference_mean;
  Vec3 displacement_mean;
  for (std::size_t i = 0; i < q.size(); ++i) {
    reference_mean += mesh.node[i];
    displacement_mean += q[i];
  }
  const double share = 1.0 / static_cast<double>(q.size());
  reference_mean *= share;
  displacement_mean *= share;
  parallel_for(mesh.node_count(), kRowsPerThread, [&](int i) {
    const Vec3 arm = mesh.node[i] - reference_mean;
    d[i] = transposed_times(rotation, arm + (q[i] - displacement_mean)) - arm;
  });
}

void rotated_product(const BlockCsr& K, const Mat3& rotation, std::span<const Vec3> x,
                     std::span<Vec3> y) {
  SOLFEC_ASSERT(count(x) == K.row_count() && y.size() == x.size());
  for_each_chunk(K.row_count(), [&](int begin, int end) {
    const std::span<Vec3> part = y.subspan(at(begin), at(end - begin));
    block_row_kernels().product(block_rows(K), begin, end, &x[0].x, &part[0].x);
    turn(rotation, part);
  });
}

void rotated_products(const BlockCsr& K, const Mat3& rotation,
                      const std::array<std::span<const Vec3>, 2>& x,
                      const std::array<std::span<Vec3>, 2>& y) {
  SOLFEC_ASSERT(count(x[0]) == K.row_count() && x[1].size() == x[0].size());
  SOLFEC_ASSERT(y[0].size() == x[0].size() && y[1].size() == x[0].size());
  for_each_chunk(K.row_count(), [&](int begin, int end) {
    const std::span<Vec3> one = y[0].subspan(at(begin), at(end - begin));
    const std::span<Vec3> other = y[1].subspan(at(begin), at(end - begin));
    block_row_kernels().two_products(block_rows(K), begin, end, {&x[0][0].x, &x[1][0].x},
                                     {&one[0].x, &other[0].x});
    turn(rotation, one);
    turn(rotation, other);
  });
}

void corotated_force(const FiniteElementMesh& mesh, const BlockCsr& K, const Mat3& rotation,
                     std::span<const Vec3> q, std::span<Vec3> d, std::span<Vec3> force) {
  corotated_displacements(mesh, rotation, q, d);
  rotated_product(K, rotation, d, force);
}

double corotated_energy(const BlockCsr& K, std::span<const Vec3> d, std::span<Vec3> sums) {
  SOLFEC_ASSERT(count(d) == K.row_count() && sums.size() >= d.size());
  for_each_chunk(K.row_count(), [&](int begin, int end) {
    std::array<double, kRowsPerChunk> energy{};
    block_row_kernels().half_energy(block_rows(K), begin, end, &d[0].x, energy.data());
    sums[at(begin)].x = std::accumulate(energy.begin(), energy.begin() + (end - begin), 0.0);
  });
  double sum = 0.0;
  for (int begin = 0; begin < K.row_count(); begin += kRowsPerChunk) sum += sums[at(begin)].x;
  return sum;
}

void turn_back(const Mat3& rotation, std::span<const Vec3> v, std::span<Vec3> turned) {
  SOLFEC_ASSERT(turned.size() == v.size());
  parallel_for(count(v), kRowsPerThread,
               [&](int i) { turned[i] = transposed_times(rotation, v[i]); });
}

void corotated_stiffness_product(const BlockCsr& K, const Mat3& rotation, std::span<const Vec3> v,
                                 std::span<Vec3> turned, std::span<Vec3> force) {
  SOLFEC_ASSERT(turned.size() == v.size() && force.size() == v.size());
  turn_back(rotation, v, turned);
  rotated_product(K, rotation, turned, force);
}

}  // namespace solfec
