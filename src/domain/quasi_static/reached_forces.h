#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/loads/loads.h"
#include "domain/quasi_static/reached_places.h"
#include "integrator/static_balance.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

class Ranks;

/// Forces of a solution of a quasi-static step. R follows constraints, then contacts.
struct StaticForces {
  const Loads& loads;
  double time{};  // t + h, s
  double step{};  // h, s
  std::span<const UserConstraint> constraints;
  std::span<const ContactPoint> contacts;
  std::span<const Vec3> R;  // N
};

/// Loads and reactions on rigid bodies where a quasi-static step takes them.
///
/// Rows and loads of a step are placed at q_t. In q_t + h u a body that has turned has other arms,
/// and joints and contacts that go with it have other directions. What forces and moments differ by
/// there is added to the loads of the next pass, so that equilibrium holds at the end of the step:
///
///   f(q_t + h u) + Σ H(q_t + h u)ᵀ R = 0,
///
/// to first order of moments that turn with a body by the vector θ, δm = Σ (θ × r) × F = -K θ with
/// K = Σ (r·F) 1 - r Fᵀ. The positive part of K is the stiffness of a pendulum and goes into the
/// next pass (RigidSet::turning_stiffness), which would run past the equilibrium without it. Links
/// and springs that pull with T over a length L hold their ends with T/L, which bounds the
/// pseudo-time of a body (PseudoInertia::hold).
///
/// Bodies that deform have material arms, and their contacts keep their directions within the step.
/// Force functions of the user are called once, at q_t.
class ReachedForces {
 public:
  /// Turns, and ways past each other over arms of contacts, that matter to a balance, rad.
  static constexpr double kWay = 1e-8;

  /// Before the first pass of a step.
  void begin(Bodies& bodies);
  /// Renews the loads in the sets after a solution whose velocity changes are in the bodies.
  /// Collective on ranks.
  /// @return Whether they may have changed.
  bool renew(Bodies& bodies, const StaticForces& forces, Ranks* ranks);
  /// Takes them back, so that loads are those of q_t.
  void take_back(Bodies& bodies);
  /// Returns by slot of rigid bodies what the loads in the sets have been changed by.
  [[nodiscard]] std::span<const ReachedLoad> changes() const { return change_; }

 private:
  /// A force of a row at its point, m and N.
  struct PlacedForce {
    Vec3 point;
    Vec3 force;
  };

  void find_rows(const Bodies& bodies, const StaticForces& forces);
  void add_row(const Bodies& bodies, BodyRef body, const PlacedForce& start,
               const PlacedForce& reached, double line = 0.0);
  void find_loads(Bodies& bodies, const StaticForces& forces, bool reached);

  ReachedPlaces places_;
  bool has_changes_ = false;
  std::vector<ReachedLoad> change_;  // of the loads in the sets
  std::vector<ReachedLoad> found_;   // for the present solution
  std::vector<Vec3> force_;          // loads of the sets, put aside
  std::vector<Vec3> torque_;
};

}  // namespace solfec
