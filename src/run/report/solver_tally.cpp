#include "run/report/solver_tally.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "run/report/body_text.h"
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

double miss_factor(const SolveReport& report) {
  const Criteria& criteria = report.criteria;
  switch (report.missed) {
    case Miss::change:
      return report.relative_error / criteria.change;
    case Miss::residual:
      return report.residual / criteria.residual;
    case Miss::merit:
      return report.merit / criteria.merit;
    case Miss::accuracy:
      return std::fmax(report.worst_error / criteria.row_error,
                       accuracy_excess(report.worst_error, report.mean_error, criteria.accuracy));
    case Miss::velocities:
      return report.stages.empty() ? 0.0 : report.stages.back().after;
    case Miss::nothing:
      break;
  }
  return 0.0;
}

void SolverTally::add(double time, const SolveReport& report, const Domain& domain) {
  if (domain.local_dynamics().size() == 0) return;
  ++steps_;
  iterations_ += report.iterations;
  if (report.status != SolveStatus::ok) add_missed(time, report);
  add_errors(time, report, domain);
  if (report.residual <= residual_.value) return;
  residual_ = {report.residual, time, domain.row_place(report.worst_row)};
}

void SolverTally::add_missed(double time, const SolveReport& report) {
  ++failures_;
  Missed& missed = missed_.at(static_cast<std::size_t>(report.missed));
  ++missed.steps;
  const double factor = miss_factor(report);
  if (factor <= 0.0) return;
  missed.factors.add(factor);
  if (!(factor <= missed.worst.value)) missed.worst = {factor, time, {}};
}

void SolverTally::add_errors(double time, const SolveReport& report, const Domain& domain) {
  const double judged = accuracy_excess(report.worst_error, report.mean_error, 1.0);
  errors_.add(judged);
  if (!(judged <= error_.value)) error_ = {judged, time, {}};
  if (!(report.worst_error <= row_error_.value)) {
    row_error_ = {report.worst_error, time, domain.row_place(report.worst_row)};
  }
  const double bound = std::fmin(report.criteria.accuracy, report.criteria.row_error);
  least_bound_ = std::fmin(least_bound_, bound);
  largest_bound_ = std::fmax(largest_bound_, bound);
}

/// " (residual 10: 2 times the bound in the median, 30 times at most at t=1 s)", the criteria that
/// were missed, how often and by how much.
std::string SolverTally::missed_text() const {
  std::string text;
  for (int k = 1; k < kMisses; ++k) {
    const Missed& missed = missed_.at(static_cast<std::size_t>(k));
    if (missed.steps == 0) continue;
    text += cat(text.empty() ? " (" : "; ", name_of(static_cast<Miss>(k)), " ", missed.steps);
    if (missed.factors.count() == 0) continue;
    text += cat(": ", short_number(missed.factors.value()), " times the bound in the median, ",
                short_number(to_two_digits(missed.worst.value)),
                " times at most at t=", short_number(missed.worst.time), " s");
  }
  return text.empty() ? text : text + ")";
}

std::string SolverTally::summary(const Domain& domain) const {
  if (steps_ == 0 || iterations_ == 0) return "";
  const double mean = static_cast<double>(iterations_) / static_cast<double>(steps_);
  std::string text = cat("solver: ", short_number(mean), " iterations per step");
  if (failures_ > 0) {
    text +=
        cat("; ", failures_, " of ", steps_, " steps did not reach the criteria", missed_text());
  }
  text += cat("; largest residual ", short_number(residual_.value),
              " at t=", short_number(residual_.time), " s");
  if (residual_.place.id == 0) return text;
  return text + cat(", ", place_text(residual_.place, domain));
}

std::string SolverTally::bound_text() const {
  constexpr double kEqual = 1e-6;  // ratio of bounds that are told as one
  if (least_bound_ == Criteria::kNone) return "the criteria of the solver name no bound in m/s";
  if (largest_bound_ == Criteria::kNone) {
    return cat("the criteria allow ", short_number(least_bound_),
               " m/s or more, in some steps they name no bound");
  }
  if (largest_bound_ <= (1.0 + kEqual) * least_bound_) {
    return cat("the criteria allow ", short_number(largest_bound_), " m/s");
  }
  return cat("the criteria allow ", short_number(least_bound_), " to ",
             short_number(largest_bound_), " m/s");
}

std::string SolverTally::error_summary(const Domain& domain) const {
  if (steps_ == 0 || iterations_ == 0) return "";
  if (error_.value == 0.0) return "errors of velocity: none above rounding in any step";
  std::string text =
      cat("errors of velocity: ", short_number(errors_.value()),
          " m/s in the median of the steps, ", short_number(to_two_digits(error_.value)),
          " m/s at most at t=", short_number(error_.time), " s; ", bound_text(),
          "; largest of a single row ", short_number(to_two_digits(row_error_.value)),
          " m/s at t=", short_number(row_error_.time), " s");
  if (row_error_.place.id == 0) return text;
  return text + cat(", ", place_text(row_error_.place, domain));
}

std::string SolverTally::no_solution(double time, const SolveReport& report, const Domain& domain) {
  if (!report.no_solution) return "";
  constexpr std::size_t kMostTold = 5;  // pairs of bodies
  const RowPlace place = domain.row_place(report.worst_row);
  if (place.id == 0 || told_.size() == kMostTold) return "";
  if (!told_.emplace(std::minmax(place.master, place.slave)).second) return "";
  return cat("t=", short_number(time),
             " s: the constraints seem to have no solution, reactions grow without end; worst at ",
             place_text(place, domain),
             ": look for obstacles that squeeze a body and for joints or prescribed motions that "
             "work against contacts or each other");
}

}  // namespace solfec
