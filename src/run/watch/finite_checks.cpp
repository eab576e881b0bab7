#include "run/watch/finite_checks.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "domain/constraint_rows.h"

namespace solfec {

namespace {

/// "the constraint (VELODIR, drop.py:8)" or "the contact with body 'a'" of the master.
std::string row_text(const ConstraintRecord& row, const Domain& domain, const ScriptLines& lines) {
  if (row.kind == ConstraintKind::contact) {
    const BodyRecord* const slave = domain.find_body(row.slave);
    return slave == nullptr ? "a contact" : cat("its contact with ", describe(*slave));
  }
  const auto all = domain.user_constraints();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == row.id; });
  const auto place = static_cast<std::size_t>(found - all.begin());
  const std::string line = place < all.size() ? lines.line("constraint", place, all.size()) : "";
  return cat("its constraint (", name_of(row.kind), line.empty() ? "" : ", ", line, ")");
}

double size_of(const ConstraintRecord& row) {
  const double size = norm(row.R) + norm(row.U) + norm(row.V);
  return std::isnan(size) ? HUGE_VAL : size;
}

}  // namespace

std::optional<NotFinite> find_in_solution(const Domain& domain, const StepSummary& summary,
                                          const ScriptLines& lines) {
  if (std::isfinite(summary.residual) && std::isfinite(summary.merit)) return {};
  const char* const what = std::isfinite(summary.residual) ? "merit" : "residual";
  const auto& rows = domain.constraints();
  auto worst = std::find_if(rows.begin(), rows.end(),
                            [&](const auto& row) { return row.id == summary.worst; });
  if (worst == rows.end()) {
    worst = std::max_element(rows.begin(), rows.end(),
                             [](const auto& a, const auto& b) { return size_of(a) < size_of(b); });
  }
  if (worst == rows.end()) return NotFinite{0, cat("the ", what, " of the solver is not finite")};
  return NotFinite{worst->master, cat("the ", what, " of the solver is not finite at ",
                                      row_text(*worst, domain, lines))};
}

std::optional<NotFinite> find_in_results(const Domain& domain, const ScriptLines& lines) {
  const Bodies& bodies = domain.bodies;
  for (std::size_t i = 0; i < bodies.ids().size(); ++i) {
    const Energies e = bodies.energies(bodies.refs()[i]);
    for (const auto field : kEnergyFields) {
      if (!std::isfinite(e.*field)) return NotFinite{bodies.ids()[i], "energy is not finite"};
    }
  }
  std::optional<NotFinite> found;
  for_each_row(domain, [&](const ConstraintRecord& row) {
    const bool good = is_finite(row.R) && is_finite(row.U) && is_finite(row.V) &&
                      is_finite(row.point) && is_finite(row.slave_point) &&
                      std::isfinite(row.gap) && std::isfinite(row.area) && std::isfinite(row.merit);
    if (good || found) return;
    found = NotFinite{row.master,
                      cat("the reaction of ", row_text(row, domain, lines), " is not finite")};
  });
  return found;
}

std::string lost_step(double start, double step, double done, double end) {
  const double now = start + done * step;
  if (!(start + (done + 1.0) * step > now)) {
    return cat("the step ", short_number(step), " s no longer changes the time");
  }
  constexpr double kCountable = 9007199254740992.0;  // 2^53
  const double steps = (end - start) / step;
  if (steps < kCountable) return "";
  return cat("with the step ", short_number(step), " s the end at t=", short_number(end), " s is ",
             short_number(steps), " steps away, more than can be counted");
}

}  // namespace solfec
