#include "run/watch/energy_watch.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "integrator/integrator.h"
#include "solver/measure/natural_residual.h"

namespace solfec {
namespace {

// Per step: `begin` takes up new bodies; add_contact_errors adds, in one pass over the rows, what
// contacts may have brought wrongly and what work has passed; find_unstable compares the growth
// less these excuses with the largest energy without it.

constexpr double kNoStrain = 1e-6;
constexpr double kShare = 0.1;  // of the work that passes through a body

/// Work that contacts have brought, which they should not, J.
double by_contacts(const Energies& e) { return std::fmax(0.0, e.contact + e.friction); }

/// Energy without work, J; of that since the start of the run.
double growth(const Energies& e) {
  return e.numerical + by_contacts(e) + std::fmax(0.0, -e.damping);
}

/// Energy and heat without it, J.
double energy_without(const Energies& e) {
  return e.kinetic + e.internal + e.damping - e.numerical - by_contacts(e);
}

double speed_of(const Energies& e, const Bodies& bodies, BodyRef body) {
  return std::sqrt(2.0 * e.kinetic / bodies.characteristics(body).mass);
}

/// Strain energy of an isotropic body at the strain that counts as none, to its order, J.
double least_energy(const Bodies& bodies, BodyRef body) {
  return 0.5 * kNoStrain * kNoStrain * bodies.stiffness(body);
}

}  // namespace

void EnergyWatch::begin(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  if (bodies.table().revision() == revision_) return;
  revision_ = bodies.table().revision();
  std::vector<Watched> all;
  auto old = watched_.begin();
  for (std::size_t i = 0; i < bodies.ids().size(); ++i) {
    const BodyRef ref = bodies.refs()[i];
    if (!has_stiffness(ref.kind)) continue;
    const BodyId id = bodies.ids()[i];
    while (old != watched_.end() && old->id < id) ++old;
    if (old != watched_.end() && old->id == id) {
      all.push_back(*old);
      continue;
    }
    Energies e = bodies.energies(ref);
    Watched one;
    one.id = id;
    // Before the watch: it cannot tell shifts from errors of the scheme, but it looks at none.
    one.shifted = std::fmax(0.0, e.numerical);
    e.numerical -= one.shifted;
    one.start = growth(e);
    one.contacts = by_contacts(e);
    one.speed = speed_of(e, bodies, ref);
    one.initial = one.largest = energy_without(e);
    one.least = least_energy(bodies, ref);
    all.push_back(one);
  }
  watched_ = std::move(all);
}

EnergyWatch::Watched* EnergyWatch::find(BodyId id) {
  const auto found = std::lower_bound(watched_.begin(), watched_.end(), id,
                                      [](const Watched& one, BodyId key) { return one.id < key; });
  return found == watched_.end() || found->id != id ? nullptr : &*found;
}

void EnergyWatch::add_row(BodyId id, Vec3 R, Vec3 U) {
  Watched* const one = find(id);
  if (one == nullptr) return;
  const double squared = dot(R, R);
  one->reaction += std::sqrt(squared);
  one->reaction2 += squared;
  one->velocity2 += dot(U, U);
}

/// Adds to each body what contacts can have brought wrongly in the last step. They work on the mean
/// of the velocities at both ends of the step, so two solutions count.
void EnergyWatch::add_contact_errors(const Domain& domain, double residual) {
  const LocalDynamics& problem = domain.local_dynamics();
  const double error_before = row_error_;
  row_error_ = 0.0;
  if (!domain.has_local_dynamics() || problem.size() == 0 || !std::isfinite(residual)) return;
  for (Watched& one : watched_) one.reaction = one.reaction2 = one.velocity2 = 0.0;
  double free2 = 0.0;
  double end2 = 0.0;
  for (const Vec3 B : problem.B) free2 += dot(B, B);
  const auto add = [&](BodyId first, BodyId second, Vec3 R, Vec3 U) {
    end2 += dot(U, U);
    add_row(first, R, U);
    if (second != first) add_row(second, R, U);
  };
  for (const UserConstraint& row : domain.user_constraints()) {
    add(row.master, row.slave, row.R, row.U);
  }
  for (const ContactPoint& row : domain.contact_points()) {
    add(row.key.first_body, row.key.second_body, row.state.R, row.state.U);
  }
  row_error_ = residual * std::sqrt(std::fmax(free2, end2));
  const double error = problem.step * std::fmax(row_error_, error_before);
  const double inverse_mass = mean_inverse_mass(problem);
  const Bodies& bodies = domain.bodies;
  for (Watched& one : watched_) {
    const int index = bodies.find(one.id);
    if (index < 0) continue;
    const BodyRef ref = bodies.refs()[at(index)];
    const double speed_before = one.speed;
    one.speed = speed_of(bodies.energies(ref), bodies, ref);
    one.passed += problem.step * one.reaction * std::fmax(one.speed, speed_before);
    one.error += error * (std::sqrt(one.reaction2) + std::sqrt(one.velocity2) / inverse_mass);
  }
}

void EnergyWatch::add_shifts(const Domain& domain) {
  for (const ShiftWork& shift : domain.contact_projection().work()) {
    Watched* const one = find(shift.body);
    if (one != nullptr) one->shifted -= shift.work;
  }
}

BodyId EnergyWatch::find_unstable(const Domain& domain, double residual) {
  const Bodies& bodies = domain.bodies;
  if (!watched_.empty()) add_contact_errors(domain, residual);
  add_shifts(domain);
  for (Watched& one : watched_) {
    const int index = bodies.find(one.id);
    if (index < 0) continue;
    Energies e = bodies.energies(bodies.refs()[at(index)]);
    e.numerical -= one.shifted;
    one.largest = std::fmax(one.largest, energy_without(e));
    const double contacts = std::fmax(0.0, by_contacts(e) - one.contacts);
    const double excused = std::fmin(contacts, kShare * one.passed + one.error);
    if (growth(e) - one.start - excused > std::fmax(one.largest, one.least)) return one.id;
  }
  return 0;
}

std::string EnergyWatch::text(const Domain& domain, BodyId id, double step) const {
  const BodyRef ref = domain.body_ref(id);
  const auto one = std::find_if(watched_.begin(), watched_.end(),
                                [id](const Watched& watched) { return watched.id == id; });
  SOLFEC_ASSERT(one != watched_.end());
  Energies e = domain.bodies.energies(ref);
  e.numerical -= one->shifted;
  const double begun = std::fmax(0.0, one->initial);
  const double brought = std::fmax(0.0, one->largest - begun);
  const std::string grown =
      cat("its energy grows without work, by ", short_number(growth(e) - one->start),
          " J; it began with ", short_number(begun), " J, and loads and joints have brought ",
          short_number(brought), " J");
  if (by_contacts(e) > std::fmax(0.0, e.numerical) + std::fmax(0.0, -e.damping)) {
    return cat(grown, ": most of it comes from its contacts, through which ",
               short_number(one->passed), " J have passed; the residual of the solver explains ",
               short_number(one->error), " J of it; take a shorter step than ", short_number(step),
               " s or a smaller tolerance of the solver");
  }
  return cat(grown, ": the step ", short_number(step), " s is too long for its scheme ",
             name_of(domain.bodies.scheme(ref)),
             "; take a shorter one or give the body damping (BODY.damping, about one step)");
}

}  // namespace solfec
