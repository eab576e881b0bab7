#include "run/energy_watch.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "integrator/integrator.h"

namespace solfec {
namespace {

constexpr double kNoStrain = 1e-6;

/// Energy without work, J; of that since the start of the run.
double growth(const Energies& e) {
  return e.numerical + std::fmax(0.0, e.contact + e.friction) + std::fmax(0.0, -e.damping);
}

/// Energy and heat without it, J.
double energy_without(const Energies& e) {
  return e.kinetic + e.internal + e.damping - e.numerical - std::fmax(0.0, e.contact + e.friction);
}

/// Strain energy of an isotropic body at the strain that counts as none, to its order, J.
double least_energy(const Bodies& bodies, BodyRef body) {
  double stiffness = 0.0;  // J
  if (body.kind == BodyKind::pseudo_rigid) {
    const PseudoRigidSet& set = bodies.pseudo_rigid;
    const auto i = at(body.slot);
    stiffness = set.volume[i] * (set.lame_lambda[i] + 2.0 * set.lame_mu[i]);
  } else {
    // λ ~ (E / ρ) / a² for elements of the size a
    const FiniteElementBody& mesh = bodies.finite_element[body.slot];
    const double size = std::cbrt(mesh.characteristics.volume / mesh.node_count());
    stiffness = mesh.characteristics.mass * mesh.eigenvalue * size * size;
  }
  return 0.5 * kNoStrain * kNoStrain * stiffness;
}

}  // namespace

void EnergyWatch::begin(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  if (bodies.count() == bodies_ && bodies.last_id() == last_id_) return;  // ids are never reused
  bodies_ = bodies.count();
  last_id_ = bodies.last_id();
  std::vector<Watched> all;
  auto old = watched_.begin();
  for (std::size_t i = 0; i < bodies.ids().size(); ++i) {
    const BodyRef ref = bodies.refs()[i];
    if (ref.kind != BodyKind::pseudo_rigid && ref.kind != BodyKind::finite_element) continue;
    const BodyId id = bodies.ids()[i];
    while (old != watched_.end() && old->id < id) ++old;
    if (old != watched_.end() && old->id == id) {
      all.push_back(*old);
      continue;
    }
    const Energies e = bodies.energies(ref);
    all.push_back({id, growth(e), energy_without(e), least_energy(bodies, ref)});
  }
  watched_ = std::move(all);
}

BodyId EnergyWatch::find_unstable(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  for (Watched& one : watched_) {
    const int index = bodies.find(one.id);
    if (index < 0) continue;
    const Energies e = bodies.energies(bodies.refs()[at(index)]);
    one.largest = std::fmax(one.largest, energy_without(e));
    if (growth(e) - one.start > std::fmax(one.largest, one.least)) return one.id;
  }
  return 0;
}

std::string EnergyWatch::text(const Domain& domain, BodyId id, double step) const {
  const BodyRef ref = domain.body_ref(id);
  const auto one = std::find_if(watched_.begin(), watched_.end(),
                                [id](const Watched& watched) { return watched.id == id; });
  SOLFEC_ASSERT(one != watched_.end());
  const Energies e = domain.bodies.energies(ref);
  return cat("its energy grows without work, by ", short_number(growth(e) - one->start),
             " J where loads and joints account for ", short_number(std::fmax(0.0, one->largest)),
             " J: the step ", short_number(step), " s is too long for its scheme ",
             scheme_name(domain.bodies.scheme(ref)),
             "; take a shorter one or give the body damping (BODY.damping, about one step)");
}

}  // namespace solfec
