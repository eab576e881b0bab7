#include "output/setting_hashes.h"

#include <map>
#include <span>

#include "output/content_hash.h"
#include "output/model_payload.h"
#include "output/settings_payload.h"

namespace solfec {

std::string_view setting_name(Setting setting) {
  static constexpr std::array<std::string_view, kSettingCount> kNames = {
      "SOLFEC.step",
      "OUTPUT",
      "CALLBACK",
      "EXTENTS",
      "CONTACT_SPARSIFY, CONTACT_PREDICTION, CONTACT_POINTS, CONTACT_PROJECTION or "
      "GEOMETRIC_EPSILON",
      "GRAVITY",
      "BULK_MATERIAL",
      "SURFACE_MATERIAL",
      "UNPHYSICAL_PENETRATION",
      "SOLFEC.projection",
      "CONTACT_EXCLUDE_BODIES or CONTACT_EXCLUDE_OBJECTS",
      "FORCE or TORQUE",
      "the solver"};
  return kNames[static_cast<std::size_t>(setting)];
}

SettingHashes setting_hashes(const Domain& domain, const RunState& run) {
  SettingHashes hashes{};
  XdrWriter scratch;
  const auto hash = [&](Setting setting, const auto& encode) {
    scratch.clear();
    encode();
    hashes[static_cast<std::size_t>(setting)] = content_hash(scratch.bytes());
  };
  hash(Setting::step, [&] { scratch.write_double(run.configuration.step_bound); });
  hash(Setting::output, [&] {
    scratch.write_double(run.output.interval);
    scratch.write_bool(run.configuration.compressed);
  });
  hash(Setting::callback, [&] {
    scratch.write_double(run.callback.interval);
    scratch.write_string(run.configuration.callback_function);
  });
  hash(Setting::extents, [&] { encode_extents(run.configuration.extents, scratch); });
  hash(Setting::contact, [&] { encode_contact_params(as_set(domain.contact_params), scratch); });
  hash(Setting::gravity, [&] { encode_gravity(domain.loads, scratch); });
  hash(Setting::bulk, [&] { encode_bulk_materials(domain, scratch); });
  hash(Setting::surface, [&] { encode_surface_materials(domain, scratch); });
  hash(Setting::penetration,
       [&] { scratch.write_double(run.configuration.penetration_bound.value_or(0.0)); });
  hash(Setting::projection, [&] { scratch.write_bool(domain.projection); });
  hash(Setting::exclusions, [&] { encode_exclusions(domain.contact_exclusions(), scratch); });
  hash(Setting::loads, [&] { encode_loads(domain.loads, scratch); });
  hash(Setting::solver,
       [&] { scratch.write_array(std::span<const double>(run.configuration.solver)); });
  return hashes;
}

std::vector<ConstraintHash> constraint_hashes(const Domain& domain) {
  std::vector<ConstraintHash> hashes;
  std::map<const TimeSeries*, std::uint64_t> series;  // each long one is read once
  XdrWriter scratch;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    const TimeSeries* const motion = constraint.motion.series.get();
    const auto [at, is_new] = series.try_emplace(motion, 0);
    if (is_new) {
      scratch.clear();
      encode_load_value({0.0, constraint.motion.series}, scratch);
      at->second = content_hash(scratch.bytes());
    }
    scratch.clear();
    encode_constraint_definition(constraint, at->second, scratch);
    hashes.push_back({constraint.master, content_hash(scratch.bytes())});
  }
  return hashes;
}

}  // namespace solfec
