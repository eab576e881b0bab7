#pragma once

#include <algorithm>

#include "solver/sweep/packed_kernel.h"

namespace solfec {

/// Bounds of momentum and proximal weight θ.
struct DampingSettings {
  int early = 500;           // sweeps in which θ changes and |g|² may grow
  double least = 0.1;        // θ, and its value from then on
  double most = 1.0;         // θ
  double rise = 1.2;         // of θ at a restart
  double decay = 0.99;       // of θ in a sweep without one
  double most_growth = 1.1;  // of |g|² without a restart
};

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
  explicit SweepMomentum(const DampingSettings& settings = {}) : settings_(settings) {}
  /// Starts without momentum.
  void restart() {
    next_ = {0.0, 0.0, proximal_};
    old_ = 0.0;
  }
  /// Returns the momentum of the sweep to come.
  [[nodiscard]] const Momentum& next() const { return next_; }

  /// Takes |g|² of the last sweep, which kept its gradient.
  void advance(double gradient_squared) {
    const double beta = old_ > 0.0 ? gradient_squared / old_ : 0.0;
    const bool early = ++sweeps_ <= settings_.early;
    const bool falls = beta <= (early ? settings_.most_growth : 1.0);
    proximal_ = falls ? std::max(settings_.decay * proximal_, settings_.least)
                      : std::min(settings_.rise * proximal_, settings_.most);
    if (!early) proximal_ = settings_.least;
    next_ = falls ? Momentum{std::min(beta, 1.0), 1.0, proximal_} : Momentum{0.0, 0.0, proximal_};
    old_ = falls || !early ? gradient_squared : 0.0;
  }

 private:
  DampingSettings settings_;
  int sweeps_ = 0;
  double proximal_ = settings_.least;
  double old_ = 0.0;  // |g|² of the sweep before, 0: not to be compared with
  Momentum next_{0.0, 0.0, settings_.least};
};

}  // namespace solfec
