#include "run/rank_state.h"

#include <array>
#include <span>

#include "archive/content_hash.h"
#include "base/cat.h"
#include "math/vec3_text.h"

namespace solfec {

namespace {

std::uint64_t hash_of(const std::string& text) {
  return content_hash(std::as_bytes(std::span(text.data(), text.size())));
}

Particular body_particular(const Domain& domain, const BodyRecord& record) {
  const BodyRef body = domain.body_ref(record.id);
  const BodyCharacteristics& values = domain.bodies.characteristics(body);
  return {lasting_name(record),
          cat(name_of(record.kind), ", mass ", values.mass, " kg, centre ",
              vec3_text(domain.bodies.motion(body).center), " m"),
          record.origin};
}

}  // namespace

Particulars particulars_of(const RunData& data, const SettingTexts& settings) {
  const Domain& domain = data.domain;
  Particulars all{{"bodies made", cat(domain.next_body_id() - 1), ""},
                  {"constraints made", cat(domain.next_script_constraint_id() - 1), ""}};
  if (!domain.is_whole()) return all;
  for (const SettingText& text : settings) {
    // Each rank may have variables of its own for what a CALLBACK shows, and once functions were
    // called. Code is told at the command that is given the function, with its line.
    const bool is_code = text.name.starts_with("code (");
    if (is_of_function(text) && (text.body.empty() || is_code || data.state.run > 1)) continue;
    all.push_back(
        {text.body.empty() ? text.name : cat(text.name, " of ", text.body), text.value, text.line});
  }
  for (const BodyRecord& record : domain.body_records()) {
    all.push_back(body_particular(domain, record));
  }
  return all;
}

std::uint64_t state_hash(const RunData& data, const SettingTexts& settings) {
  std::uint64_t hash = 0;
  for (const Particular& item : particulars_of(data, settings)) {
    hash = hash_of(cat(hash, item.name, item.value));
  }
  return hash;
}

std::uint64_t step_hash(const RunData& data) {
  const ScheduleState& frames = data.output.state();
  const ScheduleState& calls = data.callback_times.state();
  const auto& configuration = data.state.configuration;
  const std::array numbers = {static_cast<double>(data.domain.next_body_id()),
                              static_cast<double>(data.domain.next_script_constraint_id()),
                              data.step_bound(),
                              data.domain.time(),
                              frames.base,
                              frames.interval,
                              calls.base,
                              calls.interval,
                              configuration.extents ? 1.0 : 0.0,
                              configuration.penetration_bound.value_or(-1.0)};
  return content_hash(std::as_bytes(std::span(numbers)));
}

}  // namespace solfec
