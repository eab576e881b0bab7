#include "solver/stages/finishing_watch.h"

#include <cmath>

namespace solfec {

bool FinishingWatch::is_bad(int sweeps, double excess) const {
  if (!std::isfinite(last_)) return false;
  const double fall = excess / last_;
  if (excess <= 1.0) return fall > settings_.little;
  if (!(fall < 1.0)) return true;
  const double needed = settings_.interval * std::log(excess) / -std::log(fall);
  return needed > settings_.share * (most_ - sweeps);
}

bool FinishingWatch::ends(int sweeps, double excess) {
  bad_looks_ = is_bad(sweeps, excess) ? bad_looks_ + 1 : 0;
  last_ = excess;
  return bad_looks_ >= settings_.bad_looks;
}

}  // namespace solfec
