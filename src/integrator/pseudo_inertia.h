#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "integrator/static_balance.h"

namespace solfec {

/// Bounds of balance. A body is out of balance with more than a part of its load, and with more
/// than the errors of velocity that the solver has left in rows may explain.
struct LeastBalance {
  double residual{};
  double error{};  // largest of them, m/s
};

/// The fictitious inertia of rigid bodies in quasi-static steps. Nothing but contacts and joints
/// holds a rigid body, so a force r that is out of balance moves it by p² r/m in a pass, where its
/// pseudo-time p is free: h only says how far loads and prescribed motions go on. Each body has the
/// p whose p² F/m is 1e-7 of its size, F being its load (at least a tenth of the largest one, so
/// that bodies which pass loads on resist alike) and its size the mean distance of
/// static_balance.h. A body that loses its whole support then moves by 1e-7 of its size, and a
/// solution with an error e of its forces misplaces bodies by 1e-7 e; the step h, units and sizes
/// do not matter.
///
/// A body that has to move by more - it is driven, hangs on springs, lies above its support or on a
/// body that gives way - is out of balance after the pass, and the p of this body alone grows
/// from pass to pass (static_repeat.h) until p² F/m is its size, or four times the way that an
/// obstacle moves in the step: one that carries the body by friction of 1/4 and more.
class PseudoInertia {
 public:
  static constexpr double kStandingWay = 1e-7;  // on what does not give way
  static constexpr double kYieldingWay = 1e-4;  // beside bodies that deform

  /// Chooses p for all bodies of this rank from the loads in the set.
  /// @param largest_load  Of all bodies on all ranks, N. When it is 0, p is h.
  /// @param drive         Largest speed of an obstacle at a body, m/s.
  void begin(RigidSet& set, double step, double largest_load, double drive = 0.0);
  /// Chooses p anew before the first pass where bodies are connected with some that deform.
  /// @param yields  1 for such a body, by slot.
  void yield(RigidSet& set, std::span<const char> yields);
  /// Whether the body is connected with one that deforms: what a pass leaves out of balance is then
  /// no error of the solver.
  [[nodiscard]] bool yields(int slot) const { return yields_[static_cast<std::size_t>(slot)] != 0; }
  [[nodiscard]] const std::vector<char>& yields() const { return yields_; }  // 1 or 0, by slot
  /// Bounds p to what solvers bear that see each contact as a spring of its own: p² k/m stays
  /// small.
  /// @param stiffness  k, the sum of the springs on each body, N/m, by slot.
  void bound(const RigidSet& set, std::span<const double> stiffness);
  /// Bounds p of bodies that links and springs hold against turning: with p² k/m = 1, what is out
  /// of balance moves a pendulum to its equilibrium.
  /// @param reached  With k = ReachedLoad::line, by slot.
  void hold(const RigidSet& set, std::span<const ReachedLoad> reached);
  /// After a pass: p of bodies that are out of balance grows, by the more the less the pass has
  /// gained.
  /// @param balance  Of the rigid bodies by slot.
  void lengthen(RigidSet& set, std::span<const BodyBalance> balance, LeastBalance least);
  /// After a pass that the solver has missed: p becomes shorter, down to its first value.
  void shorten(RigidSet& set);
  /// Whether a body is out of balance that has not been released.
  [[nodiscard]] bool any_free(const RigidSet& set, std::span<const BodyBalance> balance,
                              LeastBalance least) const;
  /// Whether a body that has not been released has a larger residual, which errors of the solver
  /// may explain.
  [[nodiscard]] bool any_unsure(const RigidSet& set, std::span<const BodyBalance> balance,
                                LeastBalance least) const;
  /// Error of velocity of rows, m/s, with which no body can be unsure; infinite without bodies.
  /// @param standing  Of the bodies alone that do not yield.
  [[nodiscard]] double sure_error(const RigidSet& set, double residual, bool standing) const;
  /// Releases the bodies of any_free, which no pass brings nearer to equilibrium, a mechanism: for
  /// the rest of the step they are plain bodies with the inertia M, p = h, that move by a hundredth
  /// of their size at most. All others begin anew.
  void release(RigidSet& set, std::span<const BodyBalance> balance, LeastBalance least);
  [[nodiscard]] bool moves(int slot) const { return moves_[static_cast<std::size_t>(slot)] != 0; }

 private:
  [[nodiscard]] bool is_free(const RigidSet& set, std::size_t i, const BodyBalance& one,
                             LeastBalance least) const;

  double step_ = 1.0;             // h, s
  std::vector<double> first_;     // push of the first pass, s
  std::vector<double> load_;      // N
  std::vector<double> residual_;  // of the last pass; infinite before the second one
  std::vector<double> longest_;   // bound of push, s
  std::vector<double> held_;      // likewise, by what holds a body against turning
  std::vector<char> yields_;      // 1: its support may deform
  std::vector<char> moves_;       // 1: released
};

/// Shortest push of the rigid bodies of this rank, s; infinite when there are none.
double least_push(const RigidSet& set);
/// Smallest size of the bodies of this rank that are no obstacles, m: a mean distance, of meshes
/// the root of their volume; infinite when there are none.
double least_size(const Bodies& bodies);
/// Error of velocity of rows, m/s, that keeps the balance of deformable bodies of this rank within
/// a residual when a pass adds push (f - f_int + Σ HᵀR)/m; infinite when there are none.
double sure_error(const Bodies& bodies, double push, double largest_load, double residual);

/// Largest load of a rigid or pseudo-rigid body, or sum of the loads of the nodes of a mesh, of the
/// bodies of this rank, N.
double largest_applied_load(const Bodies& bodies);

}  // namespace solfec
