#include "integrator/static_excursion.h"

#include <cmath>
#include <utility>

namespace solfec {

namespace {

constexpr double kFurther = 0.9;  // of what the marked pass has left
constexpr int kMostFailed = 2;    // excursions of a step

}  // namespace

bool StaticExcursion::pays(double left, double before, double wanted, int passes) const {
  if (is_on() || failed_ >= kMostFailed) return false;
  if (left <= wanted || left >= kUnheld || left >= before) return false;
  return left * std::pow(left / before, passes) > wanted;
}

void StaticExcursion::mark(StaticSolution solution) {
  marked_ = std::move(solution);
  state_ = State::marked;
  ahead_ = 0;
}

StaticExcursion::State StaticExcursion::judge(double left, bool counts) {
  ++ahead_;
  if (counts && left <= kFurther * marked_.left) return state_ = State::marked;
  if (counts && ahead_ < kMostAhead) return state_ = State::ahead;
  ++failed_;
  return state_ = State::lost;
}

}  // namespace solfec
