#include "integrator/static_repeat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "body/finite_element/for_each_mesh.h"
#include "integrator/deformable_step.h"
#include "integrator/effective_mass.h"
#include "integrator/finite_element_static.h"
#include "integrator/slots.h"

namespace solfec {

namespace {

constexpr double kWantedRate = 1e-3;    // of the residual by one pass
constexpr double kFirstGain = 1e3;      // of p² where no rate is known yet
constexpr double kMostGain = 1e6;       // of p² from pass to pass
constexpr double kGrowth = 1.001;       // of the residual that is no failure of a pass
constexpr double kShorter = 0.1;        // of p² after a failure
constexpr double kMuchShorter = 0.01;   // the same where the solver has failed
constexpr double kBelow = 0.5;          // of a p that has failed: longer ones are not tried again
constexpr int kMostRejected = 8;        // in a row
constexpr double kStalled = 0.99;       // rate of passes that lead nowhere
constexpr int kMostStalled = 4;         // of them in a row
constexpr double kWorthwhile = 0.5;     // of the first residual; more is not better than that
constexpr double kMostStiffness = 1e8;  // p² λ of the stiffest element: A stays regular
constexpr double kMostStretch = 1e3;    // of p where no element is

/// Pseudo-time up to which A tells rigid motions of elements from rounding, s.
double longest_pseudo_time(const Bodies& bodies, double step) {
  double stiffest = 0.0;
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    stiffest = std::fmax(stiffest, body.eigenvalue);
  }
  if (stiffest > 0.0) return std::sqrt(kMostStiffness / stiffest);
  return bodies.pseudo_rigid.size() > 0 ? kMostStretch * step : step;
}

}  // namespace

void StaticRepeat::begin(double step) {
  step_ = pseudo_time_ = step;
  passes_ = 1;
  rejected_ = 0;
  stalled_ = 0;
  last_ = false;
}

/// u of the last pass becomes u_k.
void StaticRepeat::keep(const Bodies& bodies) {
  const auto sum = [](const auto& free, const auto& change, auto& kept) {
    kept.resize(free.size());
    for (std::size_t i = 0; i < free.size(); ++i) kept[i] = free[i] + change[i];
  };
  sum(bodies.rigid.angular, bodies.rigid.angular_change, start_.angular);
  sum(bodies.rigid.linear, bodies.rigid.linear_change, start_.linear);
  sum(bodies.pseudo_rigid.rate, bodies.pseudo_rigid.rate_change, start_.rate);
  sum(bodies.pseudo_rigid.linear, bodies.pseudo_rigid.linear_change, start_.soft_linear);
  const auto meshes = bodies.finite_element.owned_bodies();
  start_.mesh.resize(meshes.size());
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    sum(meshes[k].velocity, meshes[k].change, start_.mesh[k]);
  }
}

/// u_k = 0: the next pass makes the plain step again.
void StaticRepeat::forget() {
  for (auto* kept : {&start_.angular, &start_.linear, &start_.soft_linear}) {
    std::fill(kept->begin(), kept->end(), Vec3{});
  }
  std::fill(start_.rate.begin(), start_.rate.end(), Mat3{});
  for (std::vector<Vec3>& mesh : start_.mesh) std::fill(mesh.begin(), mesh.end(), Vec3{});
}

/// Of p² after a pass that was accepted.
double StaticRepeat::gain_of(double residual) const {
  if (!std::isfinite(first_)) return residual > kWantedRate ? kFirstGain : 1.0;
  const double rate = std::fmin(residual / residual_, 1.0 - 1e-9);
  return std::clamp(rate / (1.0 - rate) / kWantedRate, 1.0, kMostGain);
}

bool StaticRepeat::is_exhausted() const {
  return passes_ >= kMostPasses || rejected_ > kMostRejected || stalled_ > kMostStalled;
}

bool StaticRepeat::repeat(Bodies& bodies, double residual, bool solved, double tolerance) {
  if (last_) return false;
  if (passes_ == 1) {
    if (solved && !(tolerance > 0.0)) return false;
    longest_ = longest_pseudo_time(bodies, step_);
    keep(bodies);
    forget();
    first_ = std::numeric_limits<double>::infinity();
    // Whatever the first pass leaves: more than the load where inertia resists prescribed motion.
    residual_ = std::numeric_limits<double>::max();
  }
  if (solved && residual <= (tolerance > 0.0 ? tolerance : kPlainTolerance)) return false;
  const bool accepted = solved && residual <= kGrowth * residual_;
  double gain = solved ? kShorter : kMuchShorter;
  if (accepted) {
    gain = gain_of(residual);
    const bool stalls = residual > kStalled * residual_ && pseudo_time_ >= longest_;
    stalled_ = stalls ? stalled_ + 1 : 0;
    if (!std::isfinite(first_)) first_ = residual;
    keep(bodies);
    residual_ = residual;
    rejected_ = 0;
  } else {
    ++rejected_;
    longest_ = std::fmin(longest_, kBelow * pseudo_time_);
  }
  if (is_exhausted()) {
    const bool better = std::isfinite(first_) && residual_ <= kWorthwhile * first_;
    if (accepted && better) return false;
    if (!better) forget();
    last_ = true;
    pseudo_time_ = better ? std::fmin(step_, longest_) : step_;
  } else {
    pseudo_time_ = std::fmin(pseudo_time_ * std::sqrt(gain), longest_);
  }
  ++passes_;
  linearise(bodies);
  return true;
}

/// Free velocities about u_k.
void StaticRepeat::linearise(Bodies& bodies) const {
  const double push_now = push();
  RigidSet& rigid = bodies.rigid;
  for_each_slot(rigid, [&](int slot) {
    const auto i = at(slot);
    rigid.angular[i] = start_.angular[i] + push_now * (rigid.inverse_inertia[i] * rigid.torque[i]);
    rigid.linear[i] = start_.linear[i] + (push_now / rigid.mass[i]) * rigid.force[i];
  });
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for_each_slot(soft, [&](int slot) {
    const auto i = at(slot);
    const Mat3 F = soft.gradient[i] + step_ * start_.rate[i];
    set_effective_mass(soft, slot, F, pseudo_time_ * pseudo_time_, StiffnessPart::positive);
    const Mat3 couple = soft.couple[i] - internal_couple(soft, slot, F);
    soft.rate[i] = start_.rate[i] + push_now * product(soft.effective_inverse[i], couple);
    soft.linear[i] = start_.soft_linear[i] + (push_now / soft.mass[i]) * soft.force[i];
  });
  FiniteElementSet& meshes = bodies.finite_element;
  for_each_mesh(meshes, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    const auto k = static_cast<std::size_t>(&body - meshes.body.data());
    relinearise_static_mesh(body, scratch, start_.mesh[k], step_, pseudo_time_);
  });
}

}  // namespace solfec
