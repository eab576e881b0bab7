#include "integrator/pseudo_inertia.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "integrator/slots.h"

namespace solfec {

namespace {

constexpr double kLeastShare = 0.1;       // of the largest load, as which the load of a body counts
constexpr double kLongestWay = 1.0;       // p² F/m over the size of a body at most
constexpr double kCarriedWay = 4.0;       // likewise over the way of obstacles: friction may be 1/4
constexpr double kFirstGain = 1e3;        // of p² where no rate is known yet
constexpr double kMostGain = 1e6;         // of p² from pass to pass
constexpr double kWantedRate = 1e-3;      // of the residual by one pass
constexpr double kMuchShorter = 0.01;     // of p² after a pass that the solver has missed
constexpr double kYieldingGrowth = 10.0;  // likewise beside bodies that deform
constexpr double kErrorGrowth = 1e3;      // of the force of an error of one row, on other bodies
constexpr double kLeastError = 1e-7;      // over push F/m, that a solver can reach beside rounding
constexpr double kSpringShare = 0.25;     // p² k/m where each spring is solved by itself
constexpr double kReleasedWay = 0.01;     // of the size of a body, in a step of a mechanism

double size_of(const RigidSet& set, int slot) {
  const double distance = mean_distance(set, slot);
  return distance > 0.0 ? distance : std::cbrt(set.volume[at(slot)]);
}

/// An error E of velocities in rows stands for forces of m E/push on a body; those of other rows
/// add up along chains of bodies.
double error_force(const RigidSet& set, std::size_t i, double error) {
  return kErrorGrowth * error * set.mass[i] / set.static_push[i];
}

double load_of(const RigidSet& set, int slot) {
  const double distance = mean_distance(set, slot);
  const double moment = norm(set.torque[at(slot)]);
  const double force = norm(set.force[at(slot)]);
  return distance > 0.0 ? std::hypot(force, moment / distance) : force;
}

}  // namespace

void PseudoInertia::begin(RigidSet& set, double step, double largest_load, double drive) {
  step_ = step;
  const std::size_t owned = at(set.owned());
  first_.resize(owned);
  load_.resize(owned);
  longest_.resize(owned);
  residual_.assign(owned, std::numeric_limits<double>::infinity());
  held_.assign(owned, std::numeric_limits<double>::infinity());
  moves_.assign(owned, 0);
  yields_.assign(owned, 0);
  for_each_slot(set, [&](int slot) {
    const auto i = at(slot);
    load_[i] = std::max(load_of(set, slot), kLeastShare * largest_load);
    const double way = kStandingWay * size_of(set, slot);
    first_[i] = load_[i] > 0.0 ? way * set.mass[i] / (load_[i] * step) : step;
    const double longest = std::fmax(kLongestWay * size_of(set, slot), kCarriedWay * drive * step);
    longest_[i] = load_[i] > 0.0 ? longest * set.mass[i] / (load_[i] * step) : first_[i];
    set.static_push[i] = first_[i];
  });
}

void PseudoInertia::yield(RigidSet& set, std::span<const char> yields) {
  for_each_slot(set, [&](int slot) {
    const auto i = at(slot);
    yields_[i] = yields[i];
    if (yields_[i] == 0 || !(load_[i] > 0.0)) return;
    first_[i] = kYieldingWay * size_of(set, slot) * set.mass[i] / (load_[i] * step_);
    set.static_push[i] = first_[i];
  });
}

void PseudoInertia::bound(const RigidSet& set, std::span<const double> stiffness) {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (!(stiffness[i] > 0.0)) continue;
    longest_[i] = std::fmin(longest_[i], kSpringShare * set.mass[i] / (stiffness[i] * step_));
  }
}

void PseudoInertia::hold(const RigidSet& set, std::span<const ReachedLoad> reached) {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double stiffness = reached[i].line;
    held_[i] = stiffness > 0.0 ? set.mass[i] / (stiffness * step_)
                               : std::numeric_limits<double>::infinity();
  }
}

bool PseudoInertia::is_free(const RigidSet& set, std::size_t i, const BodyBalance& one,
                            LeastBalance least) const {
  if (!(one.residual > least.residual)) return false;
  return yields_[i] != 0 || one.out_of_balance > error_force(set, i, least.error);
}

void PseudoInertia::lengthen(RigidSet& set, std::span<const BodyBalance> balance,
                             LeastBalance least) {
  for_each_slot(set, [&](int slot) {
    const auto i = at(slot);
    if (moves(slot)) return;
    const double residual = balance[i].residual;
    const double rate = std::fmin(residual / residual_[i], 1.0 - 1e-9);
    const double gain = std::isfinite(residual_[i])
                            ? std::clamp(rate / (1.0 - rate) / kWantedRate, 1.0, kMostGain)
                            : kFirstGain;
    residual_[i] = residual;
    if (!is_free(set, i, balance[i], least)) return;
    const double longest = std::fmax(std::isfinite(held_[i]) ? held_[i] : longest_[i], first_[i]);
    set.static_push[i] = std::fmin(set.static_push[i] * gain, longest);
  });
}

void PseudoInertia::shorten(RigidSet& set) {
  for_each_slot(set, [&](int slot) {
    const auto i = at(slot);
    if (moves(slot) || set.static_push[i] <= first_[i]) return;
    set.static_push[i] = std::fmax(kMuchShorter * set.static_push[i], first_[i]);
  });
}

bool PseudoInertia::any_free(const RigidSet& set, std::span<const BodyBalance> balance,
                             LeastBalance least) const {
  for (std::size_t i = 0; i < balance.size(); ++i) {
    if (moves_[i] == 0 && is_free(set, i, balance[i], least)) return true;
  }
  return false;
}

bool PseudoInertia::any_unsure(const RigidSet& set, std::span<const BodyBalance> balance,
                               LeastBalance least) const {
  for (std::size_t i = 0; i < balance.size(); ++i) {
    const bool large = moves_[i] == 0 && balance[i].residual > least.residual;
    if (large && !is_free(set, i, balance[i], least)) return true;
  }
  return false;
}

double PseudoInertia::sure_error(const RigidSet& set, double residual, bool standing) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double speed = set.static_push[i] * load_[i] / set.mass[i];
    if (!(speed > 0.0) || (standing && yields_[i] != 0)) continue;
    const double growth = yields_[i] != 0 ? kYieldingGrowth : kErrorGrowth;
    least = std::fmin(least, std::fmax(residual / growth, kLeastError) * speed);
  }
  return least;
}

void PseudoInertia::release(RigidSet& set, std::span<const BodyBalance> balance,
                            LeastBalance least) {
  for_each_slot(set, [&](int slot) {
    const auto i = at(slot);
    if (moves(slot)) return;
    const bool free = is_free(set, i, balance[i], least);
    set.static_push[i] = first_[i];
    residual_[i] = std::numeric_limits<double>::infinity();
    if (!free) return;
    moves_[i] = 1;
    const double way = kReleasedWay * size_of(set, slot);
    set.static_push[i] = std::fmin(step_, way * set.mass[i] / (balance[i].out_of_balance * step_));
  });
}

double least_push(const RigidSet& set) {
  double least = std::numeric_limits<double>::infinity();
  for (int slot = 0; slot < set.owned(); ++slot)
    least = std::fmin(least, set.static_push[at(slot)]);
  return least;
}

double least_size(const Bodies& bodies) {
  double least = std::numeric_limits<double>::infinity();
  for (int slot = 0; slot < bodies.rigid.owned(); ++slot) {
    least = std::fmin(least, size_of(bodies.rigid, slot));
  }
  for (int slot = 0; slot < bodies.pseudo_rigid.owned(); ++slot) {
    least = std::fmin(least, mean_distance(bodies.pseudo_rigid, slot));
  }
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    least = std::fmin(least, std::cbrt(body.characteristics.volume));
  }
  return least;
}

double sure_error(const Bodies& bodies, double push, double largest_load, double residual) {
  const double least_force = kLeastShare * largest_load;
  double least = std::numeric_limits<double>::infinity();
  const auto add = [&](double load, double mass) {
    const double force = std::fmax(load, least_force);
    if (force > 0.0) least = std::fmin(least, residual / kYieldingGrowth * push * force / mass);
  };
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int i = 0; i < soft.owned(); ++i) add(norm(soft.force[at(i)]), soft.mass[at(i)]);
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    Vec3 load;
    for (const Vec3 one : body.load) load += one;
    add(norm(load), body.characteristics.mass);
  }
  return least;
}

double largest_applied_load(const Bodies& bodies) {
  double largest = 0.0;
  for (int i = 0; i < bodies.rigid.owned(); ++i) {
    largest = std::fmax(largest, load_of(bodies.rigid, i));
  }
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (int i = 0; i < soft.owned(); ++i) largest = std::fmax(largest, norm(soft.force[at(i)]));
  for (const FiniteElementBody& body : bodies.finite_element.owned_bodies()) {
    double sum = 0.0;
    for (const Vec3 load : body.load) sum += norm(load);
    largest = std::fmax(largest, sum);
  }
  return largest;
}

}  // namespace solfec
