#include "run/watch/energy_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/cat.h"
#include "base/count.h"
#include "integrator/critical_step.h"
#include "integrator/integrator.h"
#include "run/report/body_text.h"
#include "run/watch/row_error.h"
#include "run/watch/watched_exchange.h"
#include "solver/measure/natural_residual.h"

namespace solfec {
namespace {

// Per step: `begin` takes up new bodies; add_contact_errors adds, in one pass over the rows, what
// contacts may have brought wrongly and what work has passed; find_unstable compares the growth
// less these excuses with the largest energy without it.

constexpr double kNoStrain = 1e-6;
constexpr double kShare = 0.1;  // of the work that passes through a body
constexpr double kLoss = 0.1;   // of the largest energy of a body: so much lost is told

/// Work that contacts have brought, which they should not, J.
double by_contacts(const Energies& e) { return std::fmax(0.0, e.contact + e.friction); }

/// Energy without work, J; of that since the start of the run.
double growth(const Energies& e) {
  return e.numerical + by_contacts(e) + std::fmax(0.0, -e.damping);
}

/// Energy and heat without it, J.
double energy_without(const Energies& e) {
  return e.kinetic + e.internal + e.plastic + e.damping - e.numerical - by_contacts(e);
}

/// Returns the energy that a scheme adds and takes again, as a share of the energy of the body.
///
/// With the step h = s h_c, s < 1, of an explicit scheme (1 - s²) kinetic + internal energy of the
/// fastest mode at the ends of steps keeps its value, not their sum: that is H where all is
/// strained and H / (1 - s²) where nothing is, again and again.
double swing_of(Scheme scheme) {
  constexpr double kShared = kCriticalShare * kCriticalShare;
  return scheme == Scheme::def_exp ? kShared / (1.0 - kShared) : 0.0;
}

double speed_of(const Energies& e, const Bodies& bodies, BodyRef body) {
  return std::sqrt(2.0 * e.kinetic / bodies.characteristics(body).mass);
}

/// Strain energy of an isotropic body at the strain that counts as none, to its order, J.
double least_energy(const Bodies& bodies, BodyRef body) {
  return 0.5 * kNoStrain * kNoStrain * bodies.stiffness(body);
}

/// A body with its present energies.
WatchedBody watched_from_now_on(const Bodies& bodies, BodyRef ref, BodyId id) {
  Energies e = bodies.energies(ref);
  WatchedBody one;
  one.id = id;
  // Before the watch: it cannot tell shifts from errors of the scheme, but it looks at none.
  one.shifted = std::fmax(0.0, e.numerical);
  e.numerical -= one.shifted;
  one.start = growth(e);
  one.contacts = by_contacts(e);
  one.numerical = e.numerical;
  one.scheme = bodies.scheme(ref);
  one.speed = speed_of(e, bodies, ref);
  one.initial = one.largest = energy_without(e);
  one.least = least_energy(bodies, ref);
  return one;
}

std::string text_of(const Domain& domain, const WatchedBody& one, double step) {
  const BodyRef ref = domain.body_ref(one.id);
  Energies e = domain.bodies.energies(ref);
  e.numerical -= one.shifted;
  const double begun = std::fmax(0.0, one.initial);
  const double brought = std::fmax(0.0, one.largest - begun);
  const std::string grown =
      cat("its energy grows without work, by ", short_number(growth(e) - one.start),
          " J; it began with ", short_number(begun), " J, and loads and joints have brought ",
          short_number(brought), " J");
  if (by_contacts(e) > std::fmax(0.0, e.numerical) + std::fmax(0.0, -e.damping)) {
    return cat(grown, ": most of it comes from its contacts, through which ",
               short_number(one.passed), " J have passed; the residual of the solver explains ",
               short_number(one.error), " J of it; take a shorter step than ", short_number(step),
               " s or a smaller tolerance of the solver");
  }
  return cat(grown, ": the step ", short_number(step), " s is too long for its scheme ",
             name_of(domain.bodies.scheme(ref)),
             "; take a shorter one or give the body damping (BODY.damping, about one step)");
}

}  // namespace

void EnergyWatch::begin(const Domain& domain) {
  // when all have all bodies, nobody knows whose they will be
  if (domain.ranks() && domain.is_whole() && !everywhere_) {
    share_watched(domain.comm(), watched_);
    everywhere_ = true;
    revision_ = 0;
  }
  if (domain.bodies.table().revision() != revision_) take_up(domain);
}

void EnergyWatch::take_up(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  revision_ = bodies.table().revision();
  std::vector<WatchedBody> all;
  auto old = watched_.begin();
  for (std::size_t i = 0; i < bodies.ids().size(); ++i) {
    const BodyRef ref = bodies.refs()[i];
    const BodyId id = bodies.ids()[i];
    if (!has_stiffness(ref.kind) || bodies.is_ghost(id)) continue;
    while (old != watched_.end() && old->id < id) ++old;
    if (old != watched_.end() && old->id == id) {
      all.push_back(*old);
      continue;
    }
    all.push_back(watched_from_now_on(bodies, ref, id));
  }
  watched_ = std::move(all);
}

WatchedBody* EnergyWatch::find(BodyId id) {
  const auto found =
      std::lower_bound(watched_.begin(), watched_.end(), id,
                       [](const WatchedBody& one, BodyId key) { return one.id < key; });
  return found == watched_.end() || found->id != id ? nullptr : &*found;
}

void EnergyWatch::add_row(const Domain& domain, BodyId id, const RowSums& sums) {
  WatchedBody* const one = find(id);
  if (one != nullptr) {
    one->rows += sums;
  } else if (id != 0 && domain.bodies.is_ghost(id)) {
    ghosts_[id] += sums;
  }
}

/// Adds up what the rows of all ranks do to the bodies that are watched here.
void EnergyWatch::add_rows(const Domain& domain) {
  for (WatchedBody& one : watched_) one.rows = {};
  ghosts_.clear();
  const auto add = [&](BodyId first, BodyId second, Vec3 R, Vec3 U) {
    const double squared = dot(R, R);
    const RowSums sums{std::sqrt(squared), squared, dot(U, U)};
    add_row(domain, first, sums);
    if (second != first) add_row(domain, second, sums);
  };
  for (const UserConstraint& row : domain.user_constraints()) {
    add(row.master, row.slave, row.R, row.U);
  }
  for (const ContactPoint& row : domain.contact_points()) {
    add(row.key.first_body, row.key.second_body, row.state.R, row.state.U);
  }
  if (domain.is_whole()) return;
  for (const auto& [id, sums] : return_row_sums(domain, ghosts_)) {
    if (WatchedBody* const one = find(id)) one->rows += sums;
  }
}

/// Adds to each body what contacts can have brought wrongly in the last step. They work on the mean
/// of the velocities at both ends of the step, so two solutions count.
void EnergyWatch::add_contact_errors(const Domain& domain, double residual) {
  const LocalDynamics& problem = domain.local_dynamics();
  const double error_before = row_error_;
  const std::optional<double> row_error = row_speed_error(domain, residual);
  row_error_ = row_error.value_or(0.0);
  if (!row_error) return;
  add_rows(domain);
  const double error = problem.step * std::fmax(row_error_, error_before);
  const double inverse_mass = mean_inverse_mass_of_all(problem);
  const Bodies& bodies = domain.bodies;
  for (WatchedBody& one : watched_) {
    const int index = bodies.find(one.id);
    if (index < 0) continue;
    const BodyRef ref = bodies.refs()[at(index)];
    const double speed_before = one.speed;
    one.speed = speed_of(bodies.energies(ref), bodies, ref);
    one.passed += problem.step * one.rows.reaction * std::fmax(one.speed, speed_before);
    one.error +=
        error * (std::sqrt(one.rows.reaction2) + std::sqrt(one.rows.velocity2) / inverse_mass);
  }
}

void EnergyWatch::add_shifts(const Domain& domain) {
  for (const ShiftWork& shift : domain.contact_projection().work()) {
    WatchedBody* const one = find(shift.body);
    if (one != nullptr) one->shifted -= shift.work;
  }
}

BodyId EnergyWatch::find_unstable(const Domain& domain, double residual) {
  const bool on_ranks = domain.ranks() != nullptr;
  const bool is_any = on_ranks ? domain.comm().all_reduce(Reduction::largest, count(watched_)) > 0
                               : !watched_.empty();
  if (!is_any) return 0;
  if (!domain.is_whole()) {
    hand_on_watched(domain, everywhere_, watched_);
    everywhere_ = false;
  }
  add_contact_errors(domain, residual);
  add_shifts(domain);
  const BodyId own = first_unstable(domain.bodies);
  if (!on_ranks) return own;
  constexpr BodyId kNone = std::numeric_limits<BodyId>::max();
  const BodyId first = domain.comm().all_reduce(Reduction::least, own == 0 ? kNone : own);
  return first == kNone ? 0 : first;
}

/// Returns the first unstable body of those that are watched here, 0 when there is none.
BodyId EnergyWatch::first_unstable(const Bodies& bodies) {
  BodyId first = 0;
  for (WatchedBody& one : watched_) {
    const int index = bodies.find(one.id);
    if (index < 0) continue;
    const BodyRef ref = bodies.refs()[at(index)];
    if (bodies.scheme(ref) != one.scheme) {  // what the last one has added it does not take again
      one = watched_from_now_on(bodies, ref, one.id);
      continue;
    }
    Energies e = bodies.energies(ref);
    e.numerical -= one.shifted;
    one.largest = std::fmax(one.largest, energy_without(e));
    const double size = std::fmax(one.largest, one.least);
    const double contacts = std::fmax(0.0, by_contacts(e) - one.contacts);
    const double numerical = std::fmax(0.0, e.numerical - one.numerical);
    const double excused = std::fmin(contacts, kShare * one.passed + one.error) +
                           std::fmin(numerical, swing_of(one.scheme) * size);
    const bool unstable = growth(e) - one.start - excused > size;
    if (unstable && first == 0) first = one.id;
  }
  return first;
}

std::string EnergyWatch::news_of_loss(const Domain& domain, double step) {
  if (told_loss_) return {};
  for (const WatchedBody& one : watched_) {
    const int index = domain.bodies.find(one.id);
    if (index < 0) continue;
    const BodyRef ref = domain.bodies.refs()[at(index)];
    const double lost = one.numerical - (domain.bodies.energies(ref).numerical - one.shifted);
    if (!(lost > kLoss * std::fmax(one.largest, one.least))) continue;
    told_loss_ = true;
    return cat("t=", short_number(domain.time()), " s: the scheme ",
               name_of(domain.bodies.scheme(ref)), " has taken ", short_number(lost), " J of the ",
               short_number(one.largest), " J of ", body_text(domain, one.id), ": the step ",
               short_number(step),
               " s is long for how it moves and turns; take a shorter one or another scheme "
               "(docs/time-step.md)");
  }
  return {};
}

std::string EnergyWatch::text(const Domain& domain, BodyId id, double step) {
  const WatchedBody* const one = find(id);
  const std::string own = one == nullptr ? "" : text_of(domain, *one, step);
  return domain.ranks() ? text_of_ranks(domain.comm(), own) : own;
}

}  // namespace solfec
