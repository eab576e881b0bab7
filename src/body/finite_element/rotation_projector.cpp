#include "body/finite_element/rotation_projector.h"

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {
namespace {

constexpr double kRegular = 1e-9;  // of the determinant of C⁻¹ over the cube of its mean eigenvalue
constexpr int kNodesPerThread = 2000;

Vec3 mean_position(const FiniteElementMesh& mesh, std::span<const Vec3> q) {
  Vec3 sum;
  for (std::size_t i = 0; i < q.size(); ++i) sum += mesh.node[i] + q[i];
  return (1.0 / static_cast<double>(q.size())) * sum;
}

}  // namespace

RotationProjector::RotationProjector(const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
                                     const Mat3& rotation, std::span<const Vec3> q)
    : mesh_(mesh), surface_(surface), rotation_(rotation), q_(q), center_(mean_position(mesh, q)) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  Mat3 G;
  for (std::size_t k = 0; k < surface.node.size(); ++k) {
    G += outer(arm(std::size_t(surface.node[k])), surface.area[k]);
  }
  const Mat3 U = G * transpose(rotation);
  const double sum = trace(U);
  const Mat3 B = diagonal(sum, sum, sum) - U;
  const double mean = 2.0 / 3.0 * sum;  // eigenvalue
  if (mean > 0.0 && determinant(B) > kRegular * mean * mean * mean) response_ = inverse(B);
}

Vec3 RotationProjector::spin(std::span<const Vec3> v) const {
  Vec3 sum;
  for (std::size_t k = 0; k < surface_.node.size(); ++k) {
    sum += cross(rotation_ * surface_.area[k], v[std::size_t(surface_.node[k])]);
  }
  return response_ * sum;
}

void RotationProjector::turn_back(std::span<const Vec3> v, std::span<Vec3> turned) const {
  SOLFEC_ASSERT(v.size() == q_.size() && turned.size() == q_.size());
  const Vec3 omega = spin(v);
  parallel_for(count(v), kNodesPerThread, [&](int i) {
    turned[at(i)] = transposed_times(rotation_, v[at(i)] - cross(omega, arm(at(i))));
  });
}

void RotationProjector::project(std::span<Vec3> force) const {
  SOLFEC_ASSERT(force.size() == q_.size());
  Vec3 moment;
  for (std::size_t i = 0; i < force.size(); ++i) moment += cross(arm(i), force[i]);
  const Vec3 w = transposed_times(response_, moment);
  for (std::size_t k = 0; k < surface_.node.size(); ++k) {
    force[std::size_t(surface_.node[k])] -= cross(w, rotation_ * surface_.area[k]);
  }
}

}  // namespace solfec
