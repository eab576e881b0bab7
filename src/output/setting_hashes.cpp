#include "output/setting_hashes.h"

#include <map>
#include <span>

#include "archive/content_hash.h"
#include "output/model_archive.h"

namespace solfec {

namespace {

/// All forces, torques and pressures; functions by their names.
void save_loads(const Loads& loads, XdrWriter& out) {
  for (const PointForce& force : loads.forces) save(force, out);
  for (const BodyTorque& torque : loads.torques) save(torque, out);
  for (const SurfacePressure& pressure : loads.pressures) save(pressure, out);
  for (const CallbackForce& force : loads.callbacks) save(NamedForce{force.body, force.name}, out);
}

/// Definition of a constraint; `series` stands for its time series. The slave's point of a row of a
/// joint moves with each placement and is left out.
void save_definition(const UserConstraint& constraint, std::uint64_t series, XdrWriter& out) {
  UserConstraint defined = constraint;
  if (is_joint_row(defined)) defined.slave_reference = {};
  FieldWriter<UserConstraint, XdrWriter> writer(defined, out);
  list_placement(writer);
  save(constraint.motion.kind, out);
  save(constraint.motion.constant, out);
  save(series, out);
  save(constraint.motion.start, out);
}

}  // namespace

std::string_view setting_name(Setting setting) {
  static constexpr std::array<std::string_view, kSettingCount> kNames = {
      "SOLFEC.step",
      "OUTPUT",
      "CALLBACK",
      "EXTENTS",
      "CONTACT_SPARSIFY, CONTACT_PREDICTION, CONTACT_POINTS, CONTACT_BOUNCE, "
      "CONTACT_PROJECTION or GEOMETRIC_EPSILON",
      "GRAVITY",
      "BULK_MATERIAL",
      "SURFACE_MATERIAL",
      "UNPHYSICAL_PENETRATION",
      "SOLFEC.projection",
      "SOLFEC.equilibrium",
      "SOLFEC.impacts",
      "CONTACT_EXCLUDE_BODIES or CONTACT_EXCLUDE_OBJECTS",
      "FORCE, TORQUE or PRESSURE",
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
    const ContactFrames& contacts = run.configuration.contacts;
    if (contacts != ContactFrames{}) scratch.write_int32(contacts.every);
  });
  hash(Setting::callback, [&] {
    scratch.write_double(run.callback.interval);
    scratch.write_string(run.configuration.callback_function);
  });
  hash(Setting::extents, [&] { save(run.configuration.extents, scratch); });
  hash(Setting::contact, [&] { save(as_set(domain.contact_params), scratch); });
  hash(Setting::gravity, [&] { save(domain.loads.gravity, scratch); });
  StoredModel model;
  store_definitions(domain, run.configuration, model);
  hash(Setting::bulk, [&] { save(model.bulk_materials, scratch); });
  hash(Setting::surface, [&] { save(model.surface_materials, scratch); });
  hash(Setting::penetration,
       [&] { scratch.write_double(run.configuration.penetration_bound.value_or(0.0)); });
  hash(Setting::projection, [&] { scratch.write_bool(domain.projection); });
  hash(Setting::equilibrium, [&] { scratch.write_double(domain.equilibrium); });
  hash(Setting::impacts, [&] { save(domain.impacts, scratch); });
  hash(Setting::exclusions, [&] { save(domain.contact_exclusions(), scratch); });
  hash(Setting::loads, [&] { save_loads(domain.loads, scratch); });
  hash(Setting::solver,
       [&] { scratch.write_array(std::span<const double>(run.configuration.solver)); });
  return hashes;
}

std::vector<ConstraintHash> constraint_hashes(const Domain& domain) {
  std::vector<ConstraintHash> hashes;
  std::map<const TimeSeries*, std::uint64_t> series;  // each long one is read once
  XdrWriter scratch;
  domain.for_each_definition([&](const UserConstraint& constraint) {
    const TimeSeries* const motion = constraint.motion.series.get();
    const auto [at, is_new] = series.try_emplace(motion, 0);
    if (is_new) {
      scratch.clear();
      save(StoredFunction(0.0, motion), scratch);
      at->second = content_hash(scratch.bytes());
    }
    scratch.clear();
    save_definition(constraint, at->second, scratch);
    hashes.push_back({constraint.master, content_hash(scratch.bytes())});
  });
  return hashes;
}

}  // namespace solfec
