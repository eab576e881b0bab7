#include "solver/sweep/growth_watch.h"

#include "solver/measure/natural_residual.h"

namespace solfec {

void GrowthWatch::add(int sweep, double size, double change, double merit) {
  if (sweep < next_) return;
  constexpr int kFirst = 16;       // doublings that end before it do not count
  constexpr double kSteady = 0.9;  // of change and merit over a doubling
  constexpr double kInLine = 0.5;  // of the changes that add up to growth
  const bool steady = change >= kSteady * change_ && merit >= kSteady * merit_ && merit > 0.0;
  const bool grows = size - size_ >= kInLine * 0.5 * sweep * change && change > 0.0;
  if (next_ > kFirst) bad_doublings_ = steady && grows ? bad_doublings_ + 1 : 0;
  size_ = size;
  change_ = change;
  merit_ = merit;
  next_ *= 2;
}

bool reactions_run_away(const LocalDynamics& problem, std::span<const Vec3> R,
                        std::span<const Vec3> U, int sweeps, double residual) {
  constexpr int kSweeps = 256;
  constexpr double kAhead = 100.0;
  constexpr double kViolated = 0.1;
  if (sweeps < kSweeps) return false;
  const SolutionSize size = solution_size(problem, R, U);
  return size.reaction >= kAhead * size.velocity &&
         residual * size.reaction >= kViolated * size.velocity;
}

}  // namespace solfec
