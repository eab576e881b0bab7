#include "run/solver_tally.h"

#include "base/cat.h"
#include "run/body_text.h"
#include "solver/measure/criteria.h"

namespace solfec {

namespace {

/// "body 'a' and body 'b' at (0, 0, 1) m".
std::string place_text(const RowPlace& place, const Domain& domain) {
  const Vec3 p = place.point;
  std::string text = body_text(domain, place.master);
  if (place.slave != 0) text += cat(" and ", body_text(domain, place.slave));
  return text +
         cat(" at (", short_number(p.x), ", ", short_number(p.y), ", ", short_number(p.z), ") m");
}

}  // namespace

void SolverTally::add(double time, const SolveReport& report, const Domain& domain) {
  if (domain.local_dynamics().size() == 0) return;
  ++steps_;
  iterations_ += report.iterations;
  if (report.status != SolveStatus::ok) {
    ++failures_;
    ++missed_.at(static_cast<std::size_t>(report.missed));
    if (!(report.merit <= merit_.value)) merit_ = {report.merit, time, {}};
  }
  const double kept = accuracy_excess(report.worst_error, report.mean_error, 1.0);
  if (!(kept <= errors_.value)) {
    errors_ = {kept, time, {}};
    row_error_ = report.worst_error;
  }
  if (report.residual <= residual_.value) return;
  residual_ = {report.residual, time, domain.row_place(report.worst_row)};
}

/// " (residual 10, merit 2)", the criteria that were missed and how often.
std::string SolverTally::missed_text() const {
  std::string text;
  for (int k = 1; k < kMisses; ++k) {
    const long long steps = missed_.at(static_cast<std::size_t>(k));
    if (steps == 0) continue;
    text += cat(text.empty() ? " (" : ", ", name_of(static_cast<Miss>(k)), " ", steps);
  }
  return text.empty() ? text : text + ")";
}

/// Errors of the steps that have missed their criteria.
std::string SolverTally::worst_text() const {
  if (missed_[static_cast<std::size_t>(Miss::accuracy)] == 0) {
    return cat(", worst merit ", short_number(merit_.value), " at t=", short_number(merit_.time),
               " s");
  }
  return cat(", errors of velocity up to ", short_number(row_error_),
             " m/s at t=", short_number(errors_.time), " s; all steps keep an accuracy of ",
             short_number(errors_.value), " m/s");
}

std::string SolverTally::summary(const Domain& domain) const {
  if (steps_ == 0 || iterations_ == 0) return "";
  const double mean = static_cast<double>(iterations_) / static_cast<double>(steps_);
  std::string text = cat("solver: ", short_number(mean), " iterations per step");
  if (failures_ > 0) {
    text += cat("; ", failures_, " of ", steps_, " steps did not reach the criteria", missed_text(),
                worst_text());
  }
  text += cat("; largest residual ", short_number(residual_.value),
              " at t=", short_number(residual_.time), " s");
  if (residual_.place.id == 0) return text;
  return text + cat(", ", place_text(residual_.place, domain));
}

std::string SolverTally::no_solution(double time, const SolveReport& report, const Domain& domain) {
  if (!report.no_solution) return "";
  const RowPlace place = domain.row_place(report.worst_row);
  if (place.id == 0 || (place.master == told_.master && place.slave == told_.slave)) return "";
  told_ = place;
  return cat("t=", short_number(time),
             " s: the constraints seem to have no solution, reactions grow without end; worst at ",
             place_text(place, domain),
             ": look for obstacles that squeeze a body and for joints or prescribed motions that "
             "work against contacts or each other");
}

}  // namespace solfec
