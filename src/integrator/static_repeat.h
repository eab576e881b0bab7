#pragma once

#include <vector>

#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Repeats a quasi-static step until equilibrium holds, by pseudo-transient continuation (Kelley
/// and Keyes (1998), SIAM J. Numer. Anal. 35, 508-523) of the increment h u of the whole step: pass
/// k+1 finds
///
///   (M + p² K_k) (u - u_k) = p²/h (f - f_int(q_t + h u_k) + Σ HᵀR)
///
/// with the stiffness at q_t + h u_k, the pseudo-time p of the pass, the loads of t + h, and rows
/// that see the whole u: contact, friction and prescribed motion are those of the step, not of its
/// last correction. The first pass, from u_0 = 0 with p = h, is the plain step of quasi_static.h. A
/// pass divides what is out of balance by about 1 + p² ω²; what it has achieved gives ω and with it
/// the next p. Loads and the places of rows stay those of the first pass.
class StaticRepeat {
 public:
  static constexpr int kMostPasses = 40;
  static constexpr double kPlainTolerance = 1e-3;

  void begin(double step);

  /// After a pass whose velocity changes are in the bodies: makes the next one.
  /// @param residual   Of Equilibrium, the same on all ranks, as is the next one.
  /// @param solved     Whether the solver has met its criteria. A pass where it has not counts for
  ///                   nothing: the shorter p, the better the rows are conditioned.
  /// @param tolerance  That the residual is to reach; 0: the step is repeated where the solver
  ///                   fails only, up to kPlainTolerance.
  /// @return False when the last pass is the result.
  bool repeat(Bodies& bodies, double residual, bool solved, double tolerance);

  /// Velocity changes of the present pass are push A⁻¹ Σ HᵀR, p²/h, s.
  [[nodiscard]] double push() const {
    return pseudo_time_ == step_ ? step_ : pseudo_time_ * pseudo_time_ / step_;
  }
  /// Passes of the step beyond the first one.
  [[nodiscard]] int repeats() const { return passes_ - 1; }

 private:
  struct Velocities {
    std::vector<Vec3> angular, linear;  // of rigid bodies
    std::vector<Mat3> rate;             // of pseudo-rigid ones
    std::vector<Vec3> soft_linear;
    std::vector<std::vector<Vec3>> mesh;  // of the nodes of each body
  };

  [[nodiscard]] double gain_of(double residual) const;
  [[nodiscard]] bool is_exhausted() const;
  void keep(const Bodies& bodies);
  void forget();
  void linearise(Bodies& bodies) const;

  double step_ = 1.0;         // h, s
  double pseudo_time_ = 1.0;  // p, s
  double longest_ = 1.0;      // bound of p, s
  int passes_ = 0;
  bool last_ = false;      // no more passes
  double first_ = 0.0;     // residual of the first pass
  double residual_ = 0.0;  // of u_k
  int rejected_ = 0;       // passes since u_k was found
  int stalled_ = 0;        // passes in a row that have led nowhere
  Velocities start_;       // u_k
};

}  // namespace solfec
