#pragma once

#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Mass and momentum of a body that may be shifted.
struct MomentumBody {
  double mass{};  // kg
  Vec3 center;    // m
  Vec3 linear;    // velocity of the centre, m/s
  Vec3 spin;      // angular momentum about the centre, kg m²/s
  Mat3 inertia;   // about the centre, world axes, kg m²
};

/// The body after a rigid motion that keeps its velocities in its own axes.
/// @param turn  Rotation vector in world axes, rad.
MomentumBody moved(const MomentumBody& body, Vec3 shift, Vec3 turn);

/// Velocity to be added to a body: linear + angular x (x - centre).
struct RigidVelocity {
  Vec3 linear;   // m/s
  Vec3 angular;  // 1/s
};

/// Sums over the bodies of one group.
struct MomentumSum {
  double mass{};  // kg
  Vec3 moment;    // Σ m x, kg m
  Vec3 lost;      // angular momentum that has to come back, kg m²/s
  Mat3 inertia;   // about the common centre, kg m²
  Vec3 angular;   // Ω, 1/s
};

/// Bodies that act on each other, and whether something else acts on them.
class MomentumGroups {
 public:
  /// Makes each of `bodies` a group of its own on which nothing acts.
  void start(int bodies);
  /// Joins the groups of two bodies; -1 stands for what has no momentum to give, which acts on the
  /// group of the other one.
  void join(int a, int b);
  /// Number of the group of a body, a body of it; -1 when something else acts on the group.
  [[nodiscard]] int free_group(int body);

 private:
  DisjointSets joined_;
  std::vector<char> held_;  // per root
};

/// Smallest velocity change, in the metric of the masses, that gives each free group the angular
/// momentum back which a shift of its bodies has changed.
///
/// With D = Σ (x m v + S) after less before the shift, it is the rigid rotation of the group about
/// its common centre with J Ω = -D, J the inertia of the whole group: the solution of min Σ ½ δv M
/// δv with Σ m δv = 0 and Σ (x m δv + J_i δω) = -D. Relative velocities of points that are in
/// contact stay.
///
/// @param before, after   Bodies before and after the shift, with the same velocities.
/// @param sums         Scratch.
/// @param[out] change  Per body, zero outside of free groups.
void give_momentum_back(std::span<const MomentumBody> before, std::span<const MomentumBody> after,
                        MomentumGroups& groups, std::vector<MomentumSum>& sums,
                        std::vector<RigidVelocity>& change);

}  // namespace solfec
