#pragma once

#include <algorithm>

#include "solver/sweep/packed_kernel.h"

namespace solfec {

/// Momentum of a series of sweeps and their proximal weight, kept through a solution.
///
/// The momentum is that of Fletcher and Reeves (1964), Comput. J. 7, 149-154: beta = |g|²/|g_old|²,
/// not above 1, none after |g|² has grown. In the first sweeps it may grow by a tenth. More growth
/// tells that single sweeps overshoot, which a larger weight damps, so the weight goes up by a
/// fifth at each such restart and back by a hundredth in each sweep without one. Sweeps with
/// another weight have other gradients: the first one after a restart is compared with nothing.
/// Problems that take longer are those in which reactions go round in circles; there damping does
/// harm, so the weight is that of the start and every growth ends the momentum.
class SweepMomentum {
 public:
  /// Starts without momentum.
  void restart() {
    next_ = {0.0, 0.0, proximal_};
    old_ = 0.0;
  }
  /// Of the sweep to come.
  [[nodiscard]] const Momentum& next() const { return next_; }

  /// Takes |g|² of the last sweep, which kept its gradient.
  void advance(double gradient_squared) {
    const double beta = old_ > 0.0 ? gradient_squared / old_ : 0.0;
    const bool early = ++sweeps_ <= kEarly;
    const bool falls = beta <= (early ? kMostGrowth : 1.0);
    proximal_ = falls ? std::max(kDecay * proximal_, kLeast) : std::min(kRise * proximal_, kMost);
    if (!early) proximal_ = kLeast;
    next_ = falls ? Momentum{std::min(beta, 1.0), 1.0, proximal_} : Momentum{0.0, 0.0, proximal_};
    old_ = falls || !early ? gradient_squared : 0.0;
  }

 private:
  static constexpr int kEarly = 500;
  static constexpr double kLeast = 0.1;  // θ
  static constexpr double kMost = 1.0;
  static constexpr double kRise = 1.2;
  static constexpr double kDecay = 0.99;
  static constexpr double kMostGrowth = 1.1;  // of |g|²

  int sweeps_ = 0;
  double proximal_ = kLeast;
  double old_ = 0.0;  // |g|² of the sweep before, 0: not to be compared with
  Momentum next_{0.0, 0.0, kLeast};
};

}  // namespace solfec
