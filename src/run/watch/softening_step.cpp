#include "run/watch/softening_step.h"

#include <cmath>

#include "base/cat.h"
#include "run/report/body_text.h"
#include "solver/law/cohesive_contact.h"

namespace solfec {

void SofteningStep::add(const Domain& domain) {
  const LocalDynamics& problem = domain.local_dynamics();
  if (problem.cohesive.empty() || !domain.has_local_dynamics()) return;
  const std::span<const ContactPoint> contacts = domain.contact_points();
  const std::size_t first = problem.law.size() - contacts.size();
  bool any = false;
  for (std::size_t i = first; i < problem.cohesive.size(); ++i) {
    const CohesiveRow& row = problem.cohesive[i];
    if (problem.law[i].kind != ConstraintKind::cohesive_zone || !row.lags()) continue;
    if (!(damage_after(row, contacts[i - first].state.U) > row.damage)) continue;
    any = true;
    if (!(row.softening > worst_)) continue;
    worst_ = row.softening;
    step_ = problem.step;
    time_ = domain.time();
    place_ = domain.row_place(static_cast<int>(i));
  }
  if (any) ++steps_;
}

std::string SofteningStep::text(const Domain& domain) const {
  if (steps_ == 0) return "";
  // W and the way of a step are both proportional to the step
  const double allowed = step_ * std::sqrt(kMostSoftening / worst_);
  return cat("in ", steps_, steps_ == 1 ? " step" : " steps",
             " bonds softened faster than the step can follow, so that their damage was that of "
             "the velocity of its start and the energy of their break is not exact: worst at t=",
             short_number(time_), " s between ", body_text(domain, place_.master), " and ",
             body_text(domain, place_.slave), "; take a step of at most ", short_number(allowed),
             " s or a larger fracture energy");
}

}  // namespace solfec
