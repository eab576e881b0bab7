#include "run/penalty_springs.h"

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

/// Contacts of SPRING_DASHPOT that push nothing: bodies would fall through each other.
void check_spring_dashpots(const SurfaceMaterialTable& materials) {
  for (int i = 0; i < materials.size(); ++i) {
    const SurfaceMaterial& one = materials[i];
    if (one.model != SurfaceModel::spring_dashpot || one.spring > 0.0 || one.dashpot > 0.0)
      continue;
    throw InputError(
        cat("SURFACE_MATERIAL '", one.label,
            "': model 'SPRING_DASHPOT' needs a positive spring or dashpot, got spring ", one.spring,
            " N/m: bodies would fall through each other"));
  }
}

/// A contact that holds less once it slides has no equilibrium while it slides.
void check_sliding(const Domain& domain) {
  if (domain.analysis() != Analysis::quasi_static) return;
  const SurfaceMaterialTable& materials = domain.surface_materials;
  const int model = materials.first_of(SurfaceModel::static_dynamic);
  if (model < 0) return;
  throw InputError(cat("SURFACE_MATERIAL '", materials[model].label,
                       "' is STATIC_DYNAMIC, which is for DYNAMIC analyses, and this one is "
                       "QUASI_STATIC; use SIGNORINI_COULOMB"));
}

/// Couples against rolling are solved by sweeps of one rank in dynamic steps.
void check_rolling(const Domain& domain, const ConstraintSolver& solver) {
  const SurfaceMaterialTable& materials = domain.surface_materials;
  const int model = materials.first_of(SurfaceModel::rolling_resistance);
  if (model < 0) return;
  const auto refuse = [&](const char* why) {
    throw InputError(
        cat("SURFACE_MATERIAL '", materials[model].label, "' is ROLLING_RESISTANCE, which ", why));
  };
  if (domain.analysis() != Analysis::dynamic) {
    refuse("is for DYNAMIC analyses, and this one is QUASI_STATIC; use SIGNORINI_COULOMB");
  }
  if (domain.ranks() != nullptr) {
    refuse("is not computed on several ranks; run the model on one, with threads");
  }
  if (domain.impacts == ImpactScheme::rattle) {
    refuse("the impulses of SOLFEC.impacts = 'RATTLE' do not know; use 'SHAKE'");
  }
  if (!solver.solves_rolling() && !solver.fallback()) {
    refuse("this solver does not solve; GAUSS_SEIDEL_SOLVER does");
  }
}

}  // namespace

void check_springs(const Domain& domain, const ConstraintSolver& solver) {
  const SurfaceMaterialTable& materials = domain.surface_materials;
  check_sliding(domain);
  check_rolling(domain, solver);
  if (!solver.has_springs_only()) {
    check_spring_dashpots(materials);
    return;
  }
  if (const int zone = materials.first_of(SurfaceModel::cohesive_zone); zone >= 0) {
    throw InputError(cat("PENALTY_SOLVER makes every contact a spring, and SURFACE_MATERIAL '",
                         materials[zone].label,
                         "' is COHESIVE_ZONE, whose bonds it does not solve; GAUSS_SEIDEL_SOLVER "
                         "and NEWTON_SOLVER do"));
  }
  for (int i = 0; i < materials.size(); ++i) {
    const bool built_in = i == 0 && !materials.defines_default();
    if (built_in || materials[i].spring > 0.0) continue;
    throw InputError(cat("PENALTY_SOLVER makes every contact a spring: SURFACE_MATERIAL '",
                         materials[i].label, "' must have a positive spring, got ",
                         materials[i].spring, " N/m"));
  }
}

void check_sprung_contacts(const Domain& domain, const ConstraintSolver& solver) {
  if (!solver.has_springs_only()) return;
  const LocalDynamics& problem = domain.local_dynamics();
  const int first_contact = problem.size() - count(domain.contact_points());
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    if (!is_contact(law.kind) || law.spring > 0.0 || !(law.gap < 0.0)) continue;
    const bool shares =
        i < first_contact || domain.contact_points()[at(i - first_contact)].part > 0;
    if (!shares) continue;  // it has no part of the spring of its patch
    const RowPlace place = domain.row_place(i);
    if (place.id == 0) continue;
    throw InputError(cat("t=", short_number(domain.time()),
                         " s: ", describe(*domain.find_body(place.master)), " and ",
                         describe(*domain.find_body(place.slave)),
                         " touch, but no SURFACE_MATERIAL with a spring is defined for their "
                         "surfaces, which PENALTY_SOLVER needs"));
  }
}

}  // namespace solfec
