#include "integrator/static_repeat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "body/finite_element/for_each_mesh.h"
#include "body/turning_inertia.h"
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
constexpr int kMostRough = 2;           // rough passes in a row that are taken back
constexpr int kMostRejected = 8;        // in a row
constexpr int kMostRigidRejected = 2;   // the same where all bodies are rigid
constexpr double kStalled = 0.99;       // rate of passes that lead nowhere
constexpr int kMostStalled = 4;         // of them in a row
constexpr int kMostRigidStalled = 2;    // the same where all bodies are rigid
constexpr double kGoingOn = 0.9;        // of residual or error, for the solver to go on with a pass
constexpr int kMostIdle = 2;            // attempts in a row that gain less
constexpr int kMostReleases = 3;        // of mechanisms
constexpr int kMostPolishes = 4;        // passes for the sake of resultants alone
constexpr double kSlides = 1e-3;        // deformable_way of the passes of mechanisms
constexpr double kMostLeft = 100.0;     // by the last pass; more is due to the inertia of a short p
constexpr double kWorthwhile = 0.5;     // of the first residual; more is not better than that
constexpr double kMostStiffness = 1e8;  // p² λ of the stiffest element: A stays regular
constexpr double kLostLoad = 0.1;       // out of balance: loads that bodies have not handed on
constexpr double kFirstSoftness = 1e4;  // p² ω² of the softest pseudo-rigid body at first
constexpr double kMostFall = 0.1;       // p² F/m of deformable bodies in the first pass, in sizes
constexpr double kLastFall = 0.01;      // way of bodies that fall in the last pass, in sizes

}  // namespace

namespace {

/// Largest speed of the points of moving obstacles at the centres of the rigid bodies of this rank,
/// m/s.
double largest_drive(const Bodies& bodies) {
  const ObstacleSet& obstacles = bodies.obstacles;
  double largest = 0.0;
  for (std::size_t k = 0; k < obstacles.linear.size(); ++k) {
    if (obstacles.linear[k] == Vec3{} && obstacles.angular[k] == Vec3{}) continue;
    for (int slot = 0; slot < bodies.rigid.owned(); ++slot) {
      const Vec3 arm = bodies.rigid.center[at(slot)] - obstacles.center[k];
      largest = std::fmax(largest, norm(obstacles.linear[k] + cross(obstacles.angular[k], arm)));
    }
  }
  return largest;
}

}  // namespace

StaticScales static_scales(const Bodies& bodies) {
  StaticScales scales;
  scales.largest_load = largest_applied_load(bodies);
  scales.fall = scales.softest = std::numeric_limits<double>::infinity();
  const auto add = [&](double mass, double size, double load) {
    if (load > 0.0) scales.fall = std::fmin(scales.fall, size * mass / load);
  };
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    scales.stiffest = std::fmax(scales.stiffest, body.eigenvalue);
    Vec3 load;
    for (const Vec3 one : body.load) load += one;
    add(body.characteristics.mass, std::cbrt(body.characteristics.volume), norm(load));
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int slot = 0; slot < soft.owned(); ++slot) {
    const auto i = at(slot);
    add(soft.mass[i], mean_distance(soft, slot), norm(soft.force[i]));
    const double stiffness = soft.lame_mu[i] * soft.volume[i];
    scales.softest = std::fmin(scales.softest, stiffness / trace(soft.euler[i]));
  }
  scales.drive = largest_drive(bodies);
  scales.bodies = bodies.rigid.owned() + soft.owned() + bodies.finite_element.owned();
  scales.deformable = soft.owned() + bodies.finite_element.owned() > 0;
  return scales;
}

void StaticRepeat::begin(Bodies& bodies, double step, double tolerance,
                         const StaticScales& scales) {
  step_ = step;
  tolerance_ = tolerance;
  deformable_ = scales.deformable;
  pseudo_time_ = step;
  // Up to longest_ A tells rigid motions of elements from rounding.
  meshes_ = scales.stiffest > 0.0;
  longest_ = std::sqrt(kMostStiffness / (meshes_ ? scales.stiffest : scales.softest));
  far_ = 0.0;
  if (tolerance > 0.0) {
    double bound = std::fmin(longest_, std::sqrt(kMostFall * scales.fall));
    if (!meshes_) bound = std::fmin(bound, std::sqrt(kFirstSoftness / scales.softest));
    pseudo_time_ = std::fmin(pseudo_time_, bound);
    // Springs of contacts are not in A.
    const bool is_longer = deformable_ && !scales.springs && bound > pseudo_time_;
    if (scales.bodies > 1 && is_longer) far_ = bound;
  }
  earlier_ = 0;
  largest_load_ = scales.largest_load;
  drive_ = scales.drive;
  forget(bodies);
  restart(bodies);
}

/// The first of a series of passes from u_k.
void StaticRepeat::restart(Bodies& bodies) {
  passes_ = 1;
  released_ = polished_ = rejected_ = stalled_ = 0;
  takes_sweeps_ = starts_again_ = false;
  last_ = rigid_moved_ = missed_ = false;
  excursion_.clear();
  tangent_ = false;
  first_ = std::numeric_limits<double>::infinity();
  residual_ = soft_residual_ = left_ = std::numeric_limits<double>::max();
  attempt_ = {};
  inertia_.begin(bodies.rigid, step_, largest_load_, drive_);
  linearise(bodies);
}

void StaticRepeat::begin_anew(Bodies& bodies) {
  forget(bodies);
  earlier_ += passes_;
  restart(bodies);
}

void StaticRepeat::refine(Bodies& bodies) {
  keep(bodies);
  earlier_ += passes_;
  restart(bodies);
}

void StaticRepeat::yield(Bodies& bodies, std::span<const char> yields) {
  inertia_.yield(bodies.rigid, yields);
  linearise_rigid(bodies.rigid);
}

/// u of the last pass becomes u_k; that of released bodies stays 0.
void StaticRepeat::keep(const Bodies& bodies) {
  const auto sum = [](const auto& free, const auto& change, auto& kept) {
    kept.resize(free.size());
    for (std::size_t i = 0; i < free.size(); ++i) kept[i] = free[i] + change[i];
  };
  sum(bodies.rigid.angular, bodies.rigid.angular_change, start_.angular);
  sum(bodies.rigid.linear, bodies.rigid.linear_change, start_.linear);
  for (int slot = 0; slot < bodies.rigid.owned(); ++slot) {
    if (inertia_.moves(slot)) start_.angular[at(slot)] = start_.linear[at(slot)] = {};
  }
  sum(bodies.pseudo_rigid.rate, bodies.pseudo_rigid.rate_change, start_.rate);
  sum(bodies.pseudo_rigid.linear, bodies.pseudo_rigid.linear_change, start_.soft_linear);
  const auto meshes = bodies.finite_element.owned_bodies();
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    sum(meshes[k].velocity, meshes[k].change, start_.mesh[k]);
  }
}

/// u_k = 0.
void StaticRepeat::forget(const Bodies& bodies) {
  forget_rigid(bodies);
  start_.rate.assign(bodies.pseudo_rigid.rate.size(), {});
  start_.soft_linear.assign(bodies.pseudo_rigid.linear.size(), {});
  const auto meshes = bodies.finite_element.owned_bodies();
  start_.mesh.resize(meshes.size());
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    start_.mesh[k].assign(meshes[k].velocity.size(), {});
  }
}

void StaticRepeat::forget_rigid(const Bodies& bodies) {
  start_.angular.assign(bodies.rigid.angular.size(), {});
  start_.linear.assign(bodies.rigid.linear.size(), {});
}

double StaticRepeat::deformable_way(const Bodies& bodies) const {
  double largest = 0.0;
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int slot = 0; slot < soft.owned(); ++slot) {
    const auto i = at(slot);
    const Vec3 change = soft.linear[i] + soft.linear_change[i] - start_.soft_linear[i];
    largest = std::fmax(largest, step_ * norm(change) / mean_distance(soft, slot));
  }
  const auto meshes = bodies.finite_element.owned_bodies();
  for (std::size_t k = 0; k < meshes.size(); ++k) {
    const FiniteElementBody& body = meshes[k];
    double most = 0.0;
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      most = std::fmax(most, norm(body.velocity[a] + body.change[a] - start_.mesh[k][a]));
    }
    largest = std::fmax(largest, step_ * most / std::cbrt(body.characteristics.volume));
  }
  return largest;
}

/// Whether bodies are in balance.
bool StaticRepeat::is_enough(const PassResult& result) const {
  if (!result.solved || result.rigid > wanted()) return false;
  return (!(tolerance_ > 0.0) && !missed_) || result.deformable <= wanted();
}

/// Whether a pass that is enough comes again with a shorter p, with which rows of deformable bodies
/// are easier.
bool StaticRepeat::is_too_rough(const PassResult& result) const {
  return is_enough(result) && tolerance_ > 0.0 && result.rough && rejected_ < kMostRough;
}

/// Whether another pass follows one that is enough, for the sake of resultants.
bool StaticRepeat::polishes(const PassResult& result) {
  const bool asked = tolerance_ > 0.0 && result.resultant > wanted() && !result.springs;
  if (!asked || passes_ >= kMostPasses) return false;
  if (excursion_.is_on()) return true;
  return polished_++ < kMostPolishes;
}

/// Factor of p² after a pass that was accepted.
double StaticRepeat::gain_of(double residual) const {
  if (!std::isfinite(first_)) return residual > kWantedRate ? kFirstGain : 1.0;
  if (!(residual > 0.0) || (rigid_moved_ && residual >= soft_residual_)) return 1.0;
  const double rate = std::fmin(residual / soft_residual_, 1.0 - 1e-9);
  return std::clamp(rate / (1.0 - rate) / kWantedRate, 1.0, kMostGain);
}

bool StaticRepeat::is_exhausted() const {
  const int rejected = deformable_ ? kMostRejected : kMostRigidRejected;
  const int stalled = deformable_ ? kMostStalled : kMostRigidStalled;
  return passes_ >= kMostPasses || rejected_ > rejected || stalled_ > stalled;
}

void StaticRepeat::accept(Bodies& bodies, const PassResult& result) {
  const double residual = std::fmax(result.rigid, result.deformable);
  const bool grows = (tolerance_ > 0.0 || missed_) && !result.springs;
  const double gain = grows ? gain_of(result.deformable) : 1.0;
  const bool is_longest =
      result.rigid > result.deformable || !(gain > 1.0) || pseudo_time_ >= longest_;
  const bool leads_nowhere = residual > kStalled * residual_ && is_longest && !result.springs;
  stalled_ = leads_nowhere ? stalled_ + 1 : 0;
  accepted_time_ = pseudo_time_;
  pseudo_time_ = std::fmin(pseudo_time_ * std::sqrt(gain), std::fmax(longest_, pseudo_time_));
  if (!std::isfinite(first_)) first_ = residual;
  keep(bodies);
  const double before = left_;
  left_ = left_by(result);
  residual_ = residual;
  soft_residual_ = result.deformable;
  rigid_moved_ = result.rigid > wanted();
  rejected_ = 0;
  attempt_ = {};
  inertia_.lengthen(bodies.rigid, result.balance, {wanted(), result.error});
  const bool is_long = accepted_time_ >= kBelow * longest_;
  if (meshes_ && is_long && result.rigid <= wanted()) begin_excursion(before);
}

/// Largest part that a pass leaves out of balance, of resultants too where they count.
double StaticRepeat::left_by(const PassResult& result) const {
  const bool counts = tolerance_ > 0.0 && !result.springs;
  return std::max({result.rigid, result.deformable, counts ? result.resultant : 0.0});
}

/// After a pass with a p that cannot become much longer. @param before  What the pass before it has
/// left.
void StaticRepeat::begin_excursion(double before) {
  const int room = kMostPasses - passes_;
  const bool polishes = std::fmax(residual_, soft_residual_) <= wanted();
  const int passes = polishes ? std::min(room, kMostPolishes - polished_) : room;
  if (polishes) before = std::fmax(before, kGrowth * left_);  // resultants may stand still
  if (room <= StaticExcursion::kMostAhead || !excursion_.pays(left_, before, wanted(), passes)) {
    return;
  }
  mark();
  const double rate = left_ / before;
  const double gain = std::fmin(rate / (1.0 - rate) / kWantedRate, kMostGain);
  pseudo_time_ = longest_ = accepted_time_ * std::sqrt(gain);
  tangent_ = true;
  stalled_ = 0;
}

void StaticRepeat::mark() {
  excursion_.mark({start_, left_, residual_, soft_residual_, accepted_time_, longest_});
}

/// Accepts a pass of an excursion, or returns to the best one.
void StaticRepeat::continue_excursion(Bodies& bodies, const PassResult& result) {
  const bool counts = result.solved && passes_ < kMostPasses;
  const StaticExcursion::State state = excursion_.judge(left_by(result), counts);
  if (state != StaticExcursion::State::lost) {
    accept(bodies, result);
    if (state == StaticExcursion::State::marked) mark();
    stalled_ = 0;
    return;
  }
  const StaticSolution& best = excursion_.marked();
  start_ = best.velocity;
  left_ = best.left;
  residual_ = best.residual;
  soft_residual_ = best.soft_residual;
  pseudo_time_ = accepted_time_ = best.time;
  longest_ = best.longest;
  tangent_ = false;
  rejected_ = 1;
}

/// Whether the solver goes on with a pass that it has missed, or whose errors hide the balance of a
/// rigid body.
bool StaticRepeat::goes_on(const PassResult& result) {
  if (passes_ >= kMostPasses || (result.solved ? !result.unsure : deformable_)) return false;
  const bool gains =
      result.rigid <= kGoingOn * attempt_.rigid || result.error <= kGoingOn * attempt_.error;
  attempt_.rigid = std::fmin(attempt_.rigid, result.rigid);
  attempt_.error = std::fmin(attempt_.error, result.error);
  attempt_.idle = gains ? 0 : attempt_.idle + 1;
  return attempt_.idle <= kMostIdle;
}

/// Whether sweeps relieve Newton's method. Beside meshes a shorter p is tried first, which helps
/// it.
bool StaticRepeat::may_take_sweeps(const PassResult& result) const {
  const bool gets_stuck = !result.solved || result.rough || result.unsure;
  if (!result.newton || takes_sweeps_ || !gets_stuck) return false;
  return !meshes_ || rejected_ > 0 || result.unsure;
}

void StaticRepeat::reject(Bodies& bodies, bool solved) {
  ++rejected_;
  missed_ = missed_ || !solved;
  longest_ = std::fmin(longest_, kBelow * pseudo_time_);
  pseudo_time_ = std::fmin(pseudo_time_ * std::sqrt(solved ? kShorter : kMuchShorter), longest_);
  if (!solved) inertia_.shorten(bodies.rigid);
}

/// Where passes lead nowhere: mechanisms are released, else a last pass comes.
PassVerdict StaticRepeat::end_passes(Bodies& bodies, const PassResult& result, double used) {
  const bool is_accepted = rejected_ == 0;
  if (is_accepted && result.springs) return PassVerdict::done;  // it settles step by step
  if (is_accepted && result.free && released_ < kMostReleases && passes_ < kMostPasses) {
    inertia_.release(bodies.rigid, result.balance, {wanted(), result.error});
    forget_rigid(bodies);
    ++released_;
    stalled_ = 0;
    residual_ = std::numeric_limits<double>::max();
    return PassVerdict::again;
  }
  const bool slides = is_accepted && result.moved > kSlides;
  const bool better = std::isfinite(first_) && residual_ <= kWorthwhile * first_ && !slides;
  if (is_accepted && (better || result.deformable <= wanted())) return PassVerdict::done;
  if (!std::isfinite(first_)) return PassVerdict::failed;
  if (!better && deformable_) {
    forget(bodies);
    if (result.free) inertia_.release(bodies.rigid, result.balance, {wanted(), result.error});
  }
  last_ = true;
  pseudo_time_ = better ? accepted_time_ : std::fmin(step_, std::fmax(used, longest_));
  return PassVerdict::again;
}

/// Whether bodies that deform fall too far in the last pass, of which a shorter one takes the
/// place.
bool StaticRepeat::falls_too_far(const PassResult& result) const {
  return last_ && result.deformable > StaticExcursion::kUnheld && result.moved > 2.0 * kLastFall;
}

/// Whether passes begin anew with the longest p: where they end with loads that bodies have not
/// handed on. In a p that is short against the time in which waves cross the bodies a load stays
/// where it acts, and what arrives at the next body seems large beside the force that strains it.
bool StaticRepeat::begins_far(const PassResult& result, PassVerdict verdict) const {
  if (verdict == PassVerdict::again || !(far_ > 0.0) || released_ > 0) return false;
  return verdict == PassVerdict::failed || left_by(result) > kLostLoad;
}

void StaticRepeat::begin_far(Bodies& bodies) {
  const std::vector<char> yields = inertia_.yields();  // a copy, which beginning anew leaves
  pseudo_time_ = far_;
  longest_ = std::fmax(longest_, far_);
  far_ = 0.0;
  begin_anew(bodies);
  yield(bodies, yields);
  starts_again_ = true;
}

PassVerdict StaticRepeat::repeat(Bodies& bodies, const PassResult& result) {
  PassVerdict verdict = judge(bodies, result);
  const bool is_bad = result.missed && tolerance_ > 0.0 && !is_enough(result);
  if (verdict == PassVerdict::done && is_bad) verdict = PassVerdict::failed;
  if (!begins_far(result, verdict)) return verdict;
  begin_far(bodies);
  return PassVerdict::again;
}

PassVerdict StaticRepeat::judge(Bodies& bodies, const PassResult& result) {
  if (falls_too_far(result)) {
    pseudo_time_ *= std::sqrt(kLastFall / result.moved);
    ++passes_;
    linearise(bodies);
    return PassVerdict::again;
  }
  if (last_ || (is_enough(result) && !is_too_rough(result) && !polishes(result))) {
    rejected_ = 0;
    const bool is_absurd = std::fmax(result.deformable, result.resultant) > kMostLeft;
    return result.solved && !is_absurd ? PassVerdict::done : PassVerdict::failed;
  }
  const double used = pseudo_time_;
  starts_again_ = false;
  bool same_pass = false;  // another attempt at it
  const bool grows = !rigid_moved_ && result.deformable > kGrowth * soft_residual_;
  excursion_.settle();
  if (excursion_.is_on()) {
    continue_excursion(bodies, result);
  } else if (goes_on(result)) {
    same_pass = true;
  } else if (may_take_sweeps(result)) {
    takes_sweeps_ = starts_again_ = same_pass = true;
    attempt_ = {};
  } else if (result.solved && !grows && !is_too_rough(result)) {
    accept(bodies, result);
  } else {
    reject(bodies, result.solved && !is_too_rough(result));
  }
  if (!same_pass && is_exhausted()) {
    const PassVerdict verdict = end_passes(bodies, result, used);
    if (verdict != PassVerdict::again) return verdict;
  }
  ++passes_;
  linearise(bodies);
  return PassVerdict::again;
}

void StaticRepeat::linearise_rigid(RigidSet& rigid) const {
  for_each_slot(rigid, [&](int slot) {
    const auto i = at(slot);
    const double own = rigid.static_push[i];
    rigid.angular[i] = start_.angular[i] +
                       own * (turning_inverse_inertia(rigid, slot, step_ * own) * rigid.torque[i]);
    rigid.linear[i] = start_.linear[i] + (own / rigid.mass[i]) * rigid.force[i];
  });
}

/// Free velocities about u_k.
void StaticRepeat::linearise(Bodies& bodies) const {
  const double push_now = push();
  linearise_rigid(bodies.rigid);
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for_each_slot(soft, [&](int slot) {
    const auto i = at(slot);
    const Mat3 F = soft.gradient[i] + step_ * start_.rate[i];
    set_effective_mass(soft, slot, F, pseudo_time_ * pseudo_time_, {.positive = true});
    const Mat3 couple = soft.couple[i] - internal_couple(soft, slot, F);
    soft.rate[i] = start_.rate[i] + push_now * product(soft.effective_inverse[i], couple);
    soft.linear[i] = start_.soft_linear[i] + (push_now / soft.mass[i]) * soft.force[i];
  });
  FiniteElementSet& meshes = bodies.finite_element;
  for_each_mesh(meshes, [&](FiniteElementBody& body, FiniteElementScratch& scratch) {
    const auto k = static_cast<std::size_t>(&body - meshes.body.data());
    relinearise_static_mesh(body, scratch, start_.mesh[k], {step_, pseudo_time_, tangent_});
  });
}

}  // namespace solfec
