#include "solver/law/spring_bonds.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "math/mat3.h"
#include "math/pseudo_inverse.h"

namespace solfec {
namespace {

constexpr double kSliding = 1e-8;    // of the bound of friction; points that all slide are at it
constexpr double kMotion = 0.1;      // of the velocity that the cohesion gives in a step
constexpr double kOnOneLine = 1e-9;  // of second moments; the patches do not resist a tilt about it

/// Resultant and sliding of the bonded rows of a patch.
struct PatchForce {
  Vec3 force;         // in the axes of space, N
  Vec3 sliding;       // sum of strengths times sliding velocities, then their mean, m/s
  Vec3 point;         // its centroid, from that of the plane, m
  double strength{};  // N
  double weight{};    // strength, or one where no bond of the plane has any
  std::span<const SpringBond> bonds;
};

/// Stresses that the forces of a plane of patches have, as multiples of the cohesion, and the rigid
/// part of its sliding.
class PlaneStress {
 public:
  PlaneStress(const LocalDynamics& problem, std::span<const SpringBond> bonds,
              std::span<const Vec3> R, std::span<const Vec3> U) {
    for (std::size_t begin = 0, end = 0; begin < bonds.size(); begin = end) {
      PatchForce patch;
      for (; end < bonds.size() && bonds[end].patch == bonds[begin].patch; ++end) {
        const std::size_t i = at(bonds[end].row);
        add_row(problem, i, R[i], U[i], patch);
      }
      patch.bonds = bonds.subspan(begin, end - begin);
      patch_.push_back(patch);
    }
    normal_ = normalized(normal_);
    place_patches();
    find_stresses();
    find_sliding();
  }

  [[nodiscard]] std::span<const PatchForce> patches() const { return patch_; }

  [[nodiscard]] bool breaks(const PatchForce& patch) const {
    if (slides_ || pressure_ < -cohesion_) return true;
    if (pressure_ + dot(slope_, patch.point) < -cohesion_) return true;
    const double shear = norm(shear_ + twist_ * cross(normal_, patch.point));
    return shear > 0.0 && shear >= (1.0 - kSliding) * friction_ * (pressure_ + cohesion_);
  }

 private:
  void add_row(const LocalDynamics& problem, std::size_t i, Vec3 R, Vec3 U, PatchForce& patch) {
    const RowLaw& law = problem.law[i];
    const Mat3& frame = problem.body_space.rows()[i].frame;
    patch.force += frame * R;
    patch.sliding += law.cohesion * (frame * Vec3{U.x, U.y, 0.0});
    patch.strength += law.cohesion;
    if (!problem.bond_point.empty()) patch.point += law.cohesion * problem.bond_point[i];
    normal_ += frame.column(2);
    friction_ = law.friction;
    const double bound = law.friction * std::fmax(0.0, R.z + law.cohesion);
    slides_ = slides_ && std::hypot(R.x, R.y) >= (1.0 - kSliding) * bound;
    motion_ = std::fmax(motion_, kMotion * problem.W_diagonal[i](2, 2) * law.cohesion);
  }

  /// Centroids from that of the plane, in its plane. One patch has its centroid there.
  void place_patches() {
    double strength = 0.0;
    Vec3 center;
    for (const PatchForce& patch : patch_) {
      strength += patch.strength;
      center += patch.point;
    }
    cohesion_ = strength > 0.0 ? 1.0 : 0.0;
    for (PatchForce& patch : patch_) {
      patch.weight = strength > 0.0 ? patch.strength : 1.0;
      patch.sliding = patch.sliding / (patch.strength > 0.0 ? patch.strength : 1.0);
      const bool alone = patch_.size() == 1 || !(patch.strength > 0.0);
      const Vec3 arm = alone ? Vec3{} : patch.point / patch.strength - center / strength;
      patch.point = arm - dot(arm, normal_) * normal_;
    }
  }

  void find_stresses() {
    double weight = 0.0;
    double turning = 0.0;
    Vec3 force;
    Vec3 tilting;
    Mat3 second;
    for (const PatchForce& patch : patch_) {
      weight += patch.weight;
      force += patch.force;
      tilting += dot(patch.force, normal_) * patch.point;
      turning += dot(cross(patch.point, patch.force), normal_);
      second += patch.weight * outer(patch.point, patch.point);
    }
    pressure_ = dot(force, normal_) / weight;
    shear_ = force / weight - pressure_ * normal_;
    const double polar = trace(second);
    if (!(polar > 0.0) || !is_finite(second)) return;
    slope_ = pseudo_inverse(second, kOnOneLine * polar) * tilting;
    twist_ = turning / polar;
  }

  /// Whether all rows are at their bounds and several patches slide as a rigid plane.
  void find_sliding() {
    slides_ = slides_ && patch_.size() > 1;
    if (!slides_) return;
    Vec3 shift;
    double weight = 0.0;
    double turning = 0.0;
    double polar = 0.0;
    for (const PatchForce& patch : patch_) {
      weight += patch.weight;
      shift += patch.weight * patch.sliding;
      turning += patch.weight * dot(cross(patch.point, patch.sliding), normal_);
      polar += patch.weight * dot(patch.point, patch.point);
    }
    const Vec3 turn = polar > 0.0 ? turning / polar * normal_ : Vec3{};
    slides_ = std::any_of(patch_.begin(), patch_.end(), [&](const PatchForce& patch) {
      return norm(shift / weight + cross(turn, patch.point)) > motion_;
    });
  }

  std::vector<PatchForce> patch_;
  Vec3 normal_;
  bool slides_ = true;
  double motion_{};  // the largest sliding of a plane that holds, m/s
  double friction_{};
  double cohesion_{};  // one, or zero where no bond has any
  double pressure_{};  // of the resultant
  Vec3 shear_;
  Vec3 slope_;      // of the pressure, 1/m
  double twist_{};  // of the shear, 1/m
};

}  // namespace

void add_overloaded_springs(const LocalDynamics& problem, std::span<const SpringBond> bonds,
                            std::span<const Vec3> R, std::span<const Vec3> U,
                            std::vector<int>& broken) {
  for (std::size_t begin = 0, end = 0; begin < bonds.size(); begin = end) {
    while (end < bonds.size() && bonds[end].plane == bonds[begin].plane) ++end;
    const PlaneStress stress(problem, bonds.subspan(begin, end - begin), R, U);
    for (const PatchForce& patch : stress.patches()) {
      if (!stress.breaks(patch)) continue;
      for (const SpringBond& bond : patch.bonds) broken.push_back(bond.row);
    }
  }
}

}  // namespace solfec
