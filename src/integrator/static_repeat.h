#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "integrator/pseudo_inertia.h"
#include "integrator/static_balance.h"
#include "integrator/static_excursion.h"

namespace solfec {

/// Quantities by which pseudo-times are chosen. All ranks have equal ones.
struct StaticScales {
  double largest_load{};    // of a body, N
  double stiffest{};        // largest eigenvalue ω² of an element, 1/s²; 0: no finite elements
  double softest{};         // smallest ω² of a pseudo-rigid body, 1/s²; infinite: there is none
  double fall{};            // least m L/F of deformable bodies, L being their size, s²
  double drive{};           // largest speed of an obstacle at the centre of a rigid body, m/s
  int bodies{};             // of all ranks, without obstacles
  bool deformable = false;  // some body of some rank is
  bool springs = false;     // the solver sees each contact as a spring of its own
};

/// The scales of the bodies of this rank, loads being in the sets; joined by largest, largest,
/// least, least, largest, sum and largest.
StaticScales static_scales(const Bodies& bodies);

/// Result of a pass. All ranks have an equal one but for `balance`.
struct PassResult {
  std::span<const BodyBalance> balance;  // of this rank, by find_balance and set_residuals
  double rigid{};                        // largest residual of rigid bodies that are not released
  double standing{};                     // likewise of those that do not yield
  double deformable{};                   // largest residual of the other bodies
  double resultant{};                    // largest one of resultants of finite elements
  double moved{};                        // deformable_way of the pass
  double error{};        // largest error of velocity that the solver has left in a row, m/s
  bool free = false;     // any_free of rigid bodies
  bool unsure = false;   // any_unsure of them
  bool solved = false;   // whether the solver has met its criteria, or no row is off by a way that
                         // matters
  bool missed = false;   // whether it has missed them all the same, where bodies deform
  bool rough = false;    // whether, where bodies deform, it has missed them, or rows miss the error
                         // that the pass asks for
  bool newton = false;   // whether it is one that sweeps may relieve
  bool springs = false;  // whether it sees each contact as a spring of its own
};

enum class PassVerdict : std::uint8_t { again, done, failed };

/// Repeats a quasi-static step until equilibrium holds, by pseudo-transient continuation (Kelley
/// and Keyes (1998), SIAM J. Numer. Anal. 35, 508-523) of the increment h u of the whole step: pass
/// k+1 finds
///
///   (M + p² K_k) (u - u_k) = p²/h (f - f_int(q_t + h u_k) + Σ HᵀR)
///
/// with the stiffness at q_t + h u_k, the pseudo-time p of the pass, the loads of t + h, and rows
/// that see the whole u: contact, friction, dashpots and prescribed motion are those of the step
/// h, not of its last correction. The first pass has u_0 = 0. Inertia is fictitious: rigid bodies
/// have their own p (pseudo_inertia.h), deformable ones share the largest that they bear: what a
/// pass leaves out of balance is divided by about 1 + p² ω²; what it has achieved gives ω and with
/// it the next p. Loads and the places of rows stay those of the first pass.
///
/// Where resultants of finite elements are all that is out of balance, a few more passes follow.
/// Where passes with the largest p of meshes would not arrive, as those of a slender body that
/// bends far more softly than its stiffest element, the step leaves that bound in an excursion
/// (static_excursion.h).
///
/// A pass that the solver has missed is taken back: the next one starts again from u_k and its
/// reactions. The solver first goes on with the same pass, as long as that gains, where all bodies
/// are rigid, for which no p makes rows easier, or where its errors may explain what a rigid body
/// has out of balance. A rough pass (PassResult) is taken back, too, but counts once shorter p have
/// not helped. Where no pass counts, the step has failed. Where several bodies hand loads on and
/// the passes have failed, or have left a good part of a load out of balance, a second series
/// begins with the longest p.
class StaticRepeat {
 public:
  static constexpr int kMostPasses = 40;
  static constexpr double kPlainTolerance = 1e-3;

  /// Free velocities of the first pass.
  /// @param tolerance  That residuals are to reach; 0: deformable bodies make one pass with p = h
  ///                   whatever it leaves, and further ones, up to kPlainTolerance, only where the
  ///                   solver fails or rigid bodies are out of balance.
  void begin(Bodies& bodies, double step, double tolerance, const StaticScales& scales);

  /// Before the first pass, once rows are known: PseudoInertia::yield.
  void yield(Bodies& bodies, std::span<const char> yields);
  /// PseudoInertia::bound.
  void bound(const Bodies& bodies, std::span<const double> stiffness) {
    inertia_.bound(bodies.rigid, stiffness);
  }

  /// Further passes from the solution of the last one, once loads and rows are others: pseudo-times
  /// begin anew.
  void refine(Bodies& bodies);
  /// Further passes from u_0 = 0 in its place.
  void begin_anew(Bodies& bodies);
  /// Whether bodies were released since `begin` or `refine`.
  [[nodiscard]] bool has_released() const { return released_ > 0; }
  /// PseudoInertia::hold.
  void hold(const Bodies& bodies, std::span<const ReachedLoad> reached) {
    inertia_.hold(bodies.rigid, reached);
  }

  /// After a pass whose velocity changes are in the bodies: makes the next one, or ends the step.
  PassVerdict repeat(Bodies& bodies, const PassResult& result);
  /// Whether the next pass starts from the reactions of the last one: not where that was taken
  /// back.
  [[nodiscard]] bool keeps_reactions() const { return rejected_ == 0 && !starts_again_; }
  /// State of an excursion after the last pass: where it is lost, the next pass starts
  /// from the reactions of the pass that was marked last.
  [[nodiscard]] StaticExcursion::State excursion() const { return excursion_.state(); }
  /// Whether the rest of the step is solved by sweeps, since Newton's method has got stuck.
  [[nodiscard]] bool takes_sweeps() const { return takes_sweeps_; }

  /// Velocity changes of deformable bodies in the present pass are push A⁻¹ Σ HᵀR, p²/h, s.
  [[nodiscard]] double push() const {
    return pseudo_time_ == step_ ? step_ : pseudo_time_ * pseudo_time_ / step_;
  }
  /// Residual that a step should reach.
  [[nodiscard]] double wanted() const { return tolerance_ > 0.0 ? tolerance_ : kPlainTolerance; }
  /// Passes of the step beyond the first one.
  [[nodiscard]] int repeats() const { return earlier_ + passes_ - 1; }
  [[nodiscard]] const PseudoInertia& inertia() const { return inertia_; }
  /// Largest displacement by which the last pass differs from u_k, of the bodies of this rank that
  /// deform, over their size.
  [[nodiscard]] double deformable_way(const Bodies& bodies) const;

 private:
  [[nodiscard]] bool is_enough(const PassResult& result) const;
  PassVerdict judge(Bodies& bodies, const PassResult& result);
  [[nodiscard]] bool begins_far(const PassResult& result, PassVerdict verdict) const;
  void begin_far(Bodies& bodies);
  [[nodiscard]] bool is_too_rough(const PassResult& result) const;
  bool polishes(const PassResult& result);
  [[nodiscard]] double gain_of(double residual) const;
  [[nodiscard]] bool is_exhausted() const;
  void accept(Bodies& bodies, const PassResult& result);
  [[nodiscard]] double left_by(const PassResult& result) const;
  void begin_excursion(double before);
  void mark();
  void continue_excursion(Bodies& bodies, const PassResult& result);
  bool goes_on(const PassResult& result);
  [[nodiscard]] bool may_take_sweeps(const PassResult& result) const;
  void reject(Bodies& bodies, bool solved);
  [[nodiscard]] bool falls_too_far(const PassResult& result) const;
  PassVerdict end_passes(Bodies& bodies, const PassResult& result, double used);
  void restart(Bodies& bodies);
  void keep(const Bodies& bodies);
  void forget(const Bodies& bodies);
  void forget_rigid(const Bodies& bodies);
  void linearise(Bodies& bodies) const;
  void linearise_rigid(RigidSet& rigid) const;

  PseudoInertia inertia_;
  double step_ = 1.0;  // h, s
  double tolerance_ = 0.0;
  double largest_load_ = 0.0;   // of a body, N
  double drive_ = 0.0;          // StaticScales::drive
  double pseudo_time_ = 1.0;    // p, s
  double accepted_time_ = 1.0;  // p of the pass that has found u_k, s
  double longest_ = 1.0;        // bound of p, s
  double far_ = 0.0;            // p of a second series of passes, s; 0: there is none
  bool deformable_ = false;     // some body of some rank is
  bool meshes_ = false;         // likewise a mesh
  int passes_ = 0;
  int earlier_ = 0;             // passes before `refine`
  bool last_ = false;           // no more passes
  double first_ = 0.0;          // residual of the first pass
  double residual_ = 0.0;       // of u_k
  double soft_residual_ = 0.0;  // likewise of deformable bodies
  double left_ = 0.0;           // likewise by left_by
  bool missed_ = false;         // the solver has missed a pass
  bool rigid_moved_ = false;    // rigid bodies were out of balance in the pass of u_k
  int released_ = 0;            // how often bodies were released
  int polished_ = 0;            // passes for the sake of resultants alone
  int rejected_ = 0;            // passes since u_k was found
  /// Best values that attempts at one pass have reached.
  struct Attempt {
    double rigid = std::numeric_limits<double>::infinity();
    double error = std::numeric_limits<double>::infinity();  // m/s
    int idle = 0;                                            // in a row that have gained little
  };
  Attempt attempt_;
  bool takes_sweeps_ = false;
  bool starts_again_ = false;  // the next solution starts from the reactions of u_k
  int stalled_ = 0;            // passes in a row that have led nowhere
  StaticVelocities start_;     // u_k
  StaticExcursion excursion_;
  bool tangent_ = false;  // StaticPass::tangent
};

}  // namespace solfec
