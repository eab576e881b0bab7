#include "constraint/followed_displacement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr int kTerms = 8;         // of the series for G at most
constexpr double kDecay = 0.25;   // from term to term of a smooth motion
constexpr double kOnGrid = 1e-6;  // of a step

}  // namespace

FollowedDisplacement::FollowedDisplacement(const PrescribedMotion& motion, double h, double given)
    : motion_(motion), h_(h), start_velocity_(given), velocity_before_(given), even_(true) {
  SOLFEC_ASSERT(motion.kind == MotionKind::displacement);
  constexpr double kRounding = 1e-12;
  std::array<double, 5> D{};
  for (int k = 0; k < 5; ++k) D[at(k)] = motion.displacement(motion.start + k * h);
  const double first = D[1] / h;
  const double change = std::abs(D[2] - 2.0 * D[1]) / h;
  const double rounding = kRounding * (std::abs(first) + std::abs(given));
  if (!(std::abs(first - given) <= change + rounding)) {
    start_velocity_ = first;
    // of the polynomial of fourth degree
    velocity_before_ = (48.0 * D[1] - 36.0 * D[2] + 16.0 * D[3] - 3.0 * D[4]) / (12.0 * h);
  }
  // fourth difference one step after the start, of what the linear motion leaves
  const auto E = [&](int k) { return D[at(k)] - velocity_before_ * k * h; };
  const double apart = E(3) - 4.0 * E(2) + 6.0 * E(1);
  even_ = std::abs(apart + E(1)) <= std::abs(apart - E(1));
}

double FollowedDisplacement::displacement(double t) const {
  const double before = motion_.start - t;
  if (!(before > 0.0)) return motion_.displacement(t);
  const double mirrored = motion_.displacement(motion_.start + before);
  return even_ ? mirrored - 2.0 * velocity_before_ * before : -mirrored;
}

double FollowedDisplacement::smoothed(double t) const {
  constexpr int kEnds = kTerms + 2;  // the last term is judged by the next one of its neighbours
  std::array<double, 2 * kEnds + 1> term{};
  for (int k = -kEnds; k <= kEnds; ++k) term[at(kEnds + k)] = displacement(t + k * h_);
  const auto size = [&] {
    const double* const middle = &term[kEnds];
    return std::max({std::abs(middle[-1]), std::abs(middle[0]), std::abs(middle[1])});
  };
  double sum = term[kEnds];
  double pending = 0.0;
  double last = 0.0;
  for (int j = 1; j <= kTerms + 1; ++j) {
    double left = term[at(j - 1)];
    for (int k = j; k <= 2 * kEnds - j; ++k) {
      const double here = term[at(k)];
      term[at(k)] = -0.25 * ((term[at(k + 1)] - here) - (here - left));
      left = here;
    }
    const double now = size();
    if (j > 1 && !(now <= kDecay * last)) break;
    sum += pending;
    pending = term[kEnds];
    last = now;
  }
  return sum;
}

double FollowedDisplacement::slope(double t) const {
  return (smoothed(t + h_) - smoothed(t - h_)) / (2.0 * h_);
}

double FollowedDisplacement::velocity(double t) const {
  constexpr int kFirst = kTerms + 4;  // steps until no value before the start counts, and two more
  const double passed = (t - motion_.start) / h_;
  const double steps = std::round(passed);
  if (steps > kFirst || std::abs(passed - steps) > kOnGrid) return slope(t);
  double way = 0.0;
  double velocity = start_velocity_;
  for (int k = 1; k <= static_cast<int>(steps); ++k) {
    const double time = motion_.start + k * h_;
    const double middle = way + 0.5 * h_ * velocity;
    velocity = (motion_.displacement(time) - middle) / h_ + 0.5 * slope(time);
    way = middle + 0.5 * h_ * velocity;
  }
  return velocity;
}

double followed_velocity(const PrescribedMotion& motion, double t, double h, double given) {
  if (motion.kind != MotionKind::displacement) return motion.velocity(t);
  return FollowedDisplacement(motion, h, given).velocity(t);
}

double prescribed_end_velocity(const PrescribedMotion& motion, double moved, double t, double h,
                               bool quasi_static) {
  if (motion.kind == MotionKind::displacement) {
    const double to_go = (motion.displacement(t + h) - moved) / h;
    if (quasi_static) return to_go;
    return to_go + 0.5 * FollowedDisplacement(motion, h, 0.0).slope(t + h);
  }
  if (!quasi_static) return motion.velocity(t + h);
  return (motion.displacement(t + h) - motion.displacement(t)) / h;
}

}  // namespace solfec
