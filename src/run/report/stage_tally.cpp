#include "run/report/stage_tally.h"

#include <cmath>
#include <cstdio>
#include <span>

#include "base/cat.h"

namespace solfec {

namespace {

template <typename... Parts>
std::string formatted(const char* format, Parts... parts) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, parts...);
  return buffer;
}

/// "accuracy 9.81e-06 m/s", or the bounds of the other criteria.
std::string criteria_text(const Criteria& criteria) {
  std::string text;
  const auto add = [&](const char* name, double bound, const char* unit) {
    if (!std::isfinite(bound)) return;
    text += cat(text.empty() ? "" : ", ", name, formatted(" %.3g", bound), unit);
  };
  add("accuracy", criteria.accuracy, " m/s");
  add("change", criteria.change, "");
  add("residual", criteria.residual, "");
  add("merit", criteria.merit, "");
  add("each row", criteria.row_error, " m/s");
  return text.empty() ? "none" : text;
}

std::string line_of(const StageRecord& record) {
  return formatted(
             "  %-16s %6d sweeps %4d steps %4d factorisations  work %9.1f  excess %8.2g -> %8.2g  ",
             std::string(name_of(record.stage)).c_str(), record.sweeps, record.steps,
             record.factorisations, record.work, record.before, record.after) +
         std::string(name_of(record.end)) + "\n";
}

/// The last stage that met the criteria: a refinement may follow it.
Stage ending_stage(std::span<const StageRecord> stages) {
  Stage ending = stages.back().stage;
  for (const StageRecord& record : stages) {
    if (record.end == StageEnd::met) ending = record.stage;
  }
  return ending;
}

}  // namespace

std::string stage_text(double time, int rows, const SolveReport& report) {
  if (report.stages.empty()) return "";
  const bool met = report.status == SolveStatus::ok;
  std::string text =
      cat("t=", short_number(time), " s  ", rows, rows == 1 ? " row" : " rows",
          "  asked: ", criteria_text(report.criteria),
          "  errors:", formatted(" row %.2g, mean %.2g m/s", report.worst_error, report.mean_error),
          "  ", name_of(report.status));
  if (!met && report.missed != Miss::nothing) text += cat(" (", name_of(report.missed), ")");
  text += '\n';
  for (const StageRecord& record : report.stages) text += line_of(record);
  return text;
}

void StageTally::add(const SolveReport& report) {
  if (report.stages.empty()) return;
  ++steps_;
  for (const StageRecord& record : report.stages) {
    Sums& sums = sums_.at(static_cast<std::size_t>(record.stage));
    ++sums.runs;
    if (std::isfinite(record.work)) sums.work += record.work;
  }
  if (report.status == SolveStatus::ok) {
    ++sums_.at(static_cast<std::size_t>(ending_stage(report.stages))).ended;
  } else {
    ++missed_;
  }
}

std::string StageTally::summary() const {
  if (steps_ == 0) return "stages of the solver: none (no step had rows, or PENALTY_SOLVER)\n";
  double all = 0.0;
  for (const Sums& sums : sums_) all += sums.work;
  std::string text =
      cat("stages of the solver in ", steps_, steps_ == 1 ? " step" : " steps", " with rows:\n");
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const Sums& sums = sums_[k];
    if (sums.runs == 0) continue;
    text += formatted("  %-16s ran %7lld times, ended %7lld steps, %5.1f %% of the work\n",
                      std::string(name_of(static_cast<Stage>(k))).c_str(), sums.runs, sums.ended,
                      all > 0.0 ? 100.0 * sums.work / all : 0.0);
  }
  if (missed_ > 0) text += formatted("  no stage ended %lld steps\n", missed_);
  return text;
}

}  // namespace solfec
