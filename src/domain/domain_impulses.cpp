#include <optional>
#include <utility>
#include <vector>

#include "assembly/law_gap.h"
#include "base/cat.h"
#include "base/check.h"
#include "domain/bonds/even_bonds.h"
#include "domain/domain.h"

namespace solfec {

// Functions of Domain for SOLFEC.impacts = 'RATTLE' (domain/impacts/impact_impulses.h).

namespace {

/// Keeps the report of a solver for the time in which it solves something else.
class KeptReport : public ConstraintSolver {
 public:
  explicit KeptReport(const ConstraintSolver& solver) { take_report(solver); }
  void solve(const LocalDynamics& /*problem*/, LocalSolution& /*solution*/) override {}

  /// After another solution, whose report is told where it alone misses its criteria.
  void note(const ConstraintSolver& solver) {
    if (report_.status != SolveStatus::ok || solver.report().status == SolveStatus::ok) return;
    std::vector<int> broken_bonds = std::move(report_.broken_bonds);
    take_report(solver);
    report_.broken_bonds = std::move(broken_bonds);
  }
};

}  // namespace

void Domain::check_impacts(const ConstraintSolver& solver) const {
  if (impacts != ImpactScheme::rattle) return;
  const auto fail = [](const std::string& reason) {
    throw InputError(cat("SOLFEC.impacts = 'RATTLE' ", reason, "; use 'SHAKE'"));
  };
  if (analysis_ != Analysis::dynamic) fail("is for dynamic analyses, and this one is QUASI_STATIC");
  if (ranks_) fail(cat("is for one rank, got ", comm_->size()));
  if (solver.has_springs_only()) fail("is not for PENALTY_SOLVER, whose contacts are springs");
  const int sprung = surface_materials.first_of(SurfaceModel::spring_dashpot);
  if (sprung >= 0) {
    fail(cat("is not for springs, and SURFACE_MATERIAL '", surface_materials[sprung].label,
             "' is SPRING_DASHPOT"));
  }
  const int zone = surface_materials.first_of(SurfaceModel::cohesive_zone);
  if (zone >= 0) {
    fail(cat("is not for bonds that soften, and SURFACE_MATERIAL '", surface_materials[zone].label,
             "' is COHESIVE_ZONE"));
  }
  for (const BodyRecord& record : body_records()) {
    if (has_mesh(record.kind)) {
      fail(cat("is for bodies of one motion, and ", describe(record), " is of finite elements"));
    }
  }
}

/// Impulses that the step reports, once the reactions that move the bodies are known; of these,
/// bonds get the most even ones first.
void Domain::find_impulses(ConstraintSolver& solver, double step) {
  reports_impulses_ = false;
  if (analysis_ == Analysis::dynamic && !solver.has_springs_only()) {
    even_out_bonds(problem_, solution_);
  }
  if (impacts != ImpactScheme::rattle) {
    impulses_.clear();
    return;
  }
  const PhaseScope scope(timers, Phase::CONSOL);
  std::vector<ConstraintId> ids;
  for (const UserConstraint& constraint : constraints_) ids.push_back(constraint.id);
  for (const ContactPoint& contact : std::as_const(contacts_).points()) {
    ids.push_back(contact.state.id);
  }
  const double accuracy = solver.accuracy(problem_.weight_speed);
  const double band = touching_band({contact_params.tolerance, accuracy, step});
  const ImpactStep impact{bodies, assembly_.slots, ids,
                          band,   accuracy,        solver.report().worst_error};
  KeptReport report(solver);
  const auto solve = [&](LocalSolution& solution) {
    fallback_.solve_step(solver, problem_, has_links_, solution);
    timers.add(solver.report().timers);
    report.note(solver);
  };
  reports_impulses_ = impulses_.find(impact, problem_, solution_, solve);
  solver.take_report(report);
}

/// Lists the rows whose reported reactions are not those of the motion. Reactions of driven
/// obstacles are those that their contacts report.
void Domain::list_impulses() {
  if (!reports_impulses_) return;
  const std::span<const Vec3> shown = impulses_.reactions();
  const std::span<const Vec3> late = impulses_.late_reactions();
  const std::span<ContactPoint> contacts = contacts_.points();
  const std::size_t users = constraints_.size();
  std::vector<Vec3> solved;
  for (std::size_t i = 0; i < users; ++i) {
    solved.push_back(constraints_[i].R);
    constraints_[i].R += shown[i] - solution_.R[i];
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    std::swap(contacts[c].state.R, solved.emplace_back(shown[users + c]));
  }
  obstacle_motion_.write_reactions(contacts, {}, constraints_);
  for (std::size_t i = 0; i < users; ++i) {
    impulses_.show({constraints_[i].id, solved[i], late[i], constraints_[i].R});
    constraints_[i].R = solved[i];
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    ContactState& state = contacts[c].state;
    impulses_.show({state.id, solved[users + c], late[users + c], state.R});
    state.R = solved[users + c];
  }
  impulses_.sort_shown();
}

}  // namespace solfec
