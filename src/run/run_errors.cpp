#include "run/run_errors.h"

#include "base/cat.h"
#include "integrator/integrator.h"
#include "run/stop/agreement.h"
#include "run/watch/finite_checks.h"

namespace solfec {

namespace {

/// Returns the stiffest of the materials of a body and its parts.
const BulkMaterial& stiffest_material(const Domain& domain, const BodyRecord& record) {
  const auto materials = domain.bulk_materials();
  const BulkMaterial* stiffest = &materials[static_cast<std::size_t>(record.material)];
  for (const auto& [volume, part] : record.part_materials) {
    const BulkMaterial& other = materials[static_cast<std::size_t>(part)];
    if (other.young > stiffest->young) stiffest = &other;
  }
  return *stiffest;
}

}  // namespace

namespace {

std::string numerical_text(const RunData& run, BodyId id, const std::string& what) {
  const std::string last =
      run.last_frame_time < 0.0
          ? "there is no frame yet"
          : cat("the last good frame is t=", short_number(run.last_frame_time), " s");
  const BodyRecord* const record = run.domain.find_record(id);
  return cat("t=", short_number(run.domain.time()),
             " s: ", record == nullptr ? "" : cat(describe(*record), ": "), what, "; ", last);
}

/// Names the material of a deformable body.
std::string material_text(const RunData& run, BodyId id, const std::string& what) {
  const BodyRecord* const record = run.domain.find_record(id);
  const bool is_deformable = record != nullptr && has_stiffness(record->kind);
  if (!is_deformable) return numerical_text(run, id, what);
  const BulkMaterial& material = stiffest_material(run.domain, *record);
  const std::string line = run.lines.line(bulk_material_key(material));
  return numerical_text(run, id,
                        cat(what, "; its BULK_MATERIAL '", material.label, "'",
                            line.empty() ? "" : cat(" (", line, ")"), " has young ",
                            short_number(material.young), " Pa"));
}

}  // namespace

void fail_numerically(const RunData& run, BodyId id, const std::string& what) {
  throw NumericalError(numerical_text(run, id, what));
}

void fail_of_material(const RunData& run, BodyId id, const std::string& what) {
  throw NumericalError(material_text(run, id, what));
}

void check_results(const RunData& run) {
  const auto bad = find_in_results(run.domain, run.lines);
  const std::string own = bad ? material_text(run, bad->body, bad->what) : "";
  const std::string text = first_text(run.domain.comm(), own);
  if (!text.empty()) throw NumericalError(text);
}

void check_step_counts(const RunData& run, double end) {
  const std::string lost =
      lost_step(run.state.segment_start, run.state.segment_step, run.state.segment_steps, end);
  if (lost.empty()) return;
  const bool chosen = run.state.segment_step < run.step_bound();  // by a body
  const std::string line = run.lines.line("SOLFEC");
  const std::string origin = line.empty() ? "" : cat(" (SOLFEC.step, ", line, ")");
  if (!chosen) fail_numerically(run, 0, lost + origin);
  fail_of_material(run, critical_step(run.domain.bodies).body,
                   cat(lost, ", ", kCriticalShare, " of the critical step of this body"));
}

std::string unphysical_penetration(const RunData& run) {
  if (!run.state.configuration.penetration_bound) return "";
  const double bound = *run.state.configuration.penetration_bound;
  const ContactPoint* deepest = nullptr;
  for (const ContactPoint& contact : run.domain.contact_points()) {
    if (contact.gap < (deepest == nullptr ? -bound : deepest->gap)) {
      deepest = &contact;
    }
  }
  if (deepest == nullptr) return "";
  const Vec3 p = deepest->point;
  return cat("t=", short_number(run.domain.time()),
             " s: Unphysical interpenetration has occurred: ",
             describe(*run.domain.find_body(deepest->key.first_body)), " and ",
             describe(*run.domain.find_body(deepest->key.second_body)), " have the gap ",
             deepest->gap, " m at (", p.x, ", ", p.y, ", ", p.z, ") m, below -", bound, " m");
}

}  // namespace solfec
