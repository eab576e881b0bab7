#include "output/setting_rows.h"

#include <span>

#include "base/cat.h"
#include "math/vec3_text.h"
#include "output/model_archive.h"

namespace solfec {

namespace {

using Values = std::vector<SettingValue>;

std::string switch_text(bool on) { return on ? "ON" : "OFF"; }

/// ", contacts in one frame of 10"; '' where they stand in all.
std::string contacts_text(ContactFrames contacts) {
  if (contacts == ContactFrames{}) return {};
  if (contacts.every == ContactFrames::kNone) return ", without contacts";
  return cat(", contacts in one frame of ", contacts.every);
}

std::string interval_text(double interval) {
  return interval == 0.0 ? "each step" : cat("each ", interval, " s");
}

// ---- of the run loop ---------------------------------------------------------------------------

void save_output(const SettingSource& source, XdrWriter& out) {
  out.write_double(source.run.output.interval);
  out.write_bool(source.run.configuration.compressed);
  const ContactFrames& contacts = source.run.configuration.contacts;
  if (contacts != ContactFrames{}) out.write_int32(contacts.every);
}

void tell_output(const Domain&, const RunState& run, Values& values) {
  const RunConfiguration& configuration = run.configuration;
  values.push_back(
      {"OUTPUT", "OUTPUT",
       cat(interval_text(run.output.interval), configuration.compressed ? "" : ", not compressed",
           contacts_text(configuration.contacts))});
}

void tell_callback(const Domain&, const RunState& run, Values& values) {
  const std::string& function = run.configuration.callback_function;
  if (function.empty()) return;
  values.push_back({"CALLBACK", "CALLBACK",
                    cat("the function '", function, "' ", interval_text(run.callback.interval))});
}

void tell_extents(const Domain&, const RunState& run, Values& values) {
  const auto& extents = run.configuration.extents;
  if (!extents) return;
  values.push_back(
      {"EXTENTS", "EXTENTS", cat(vec3_text(extents->lo), " to ", vec3_text(extents->hi), " m")});
}

void tell_penetration(const Domain&, const RunState& run, Values& values) {
  const auto& bound = run.configuration.penetration_bound;
  if (!bound) return;
  values.push_back({"UNPHYSICAL_PENETRATION", "UNPHYSICAL_PENETRATION", cat(*bound, " m")});
}

// ---- of the model ------------------------------------------------------------------------------

void tell_contact(const Domain& domain, const RunState&, Values& values) {
  const ContactParams contact = as_set(domain.contact_params);
  const auto tell = [&](std::string_view command, std::string value) {
    values.push_back({std::string(command), command, std::move(value)});
  };
  tell("GEOMETRIC_EPSILON",
       contact.automatic_tolerance ? "that of the bodies" : cat(contact.tolerance, " m"));
  tell("CONTACT_SPARSIFY", cat("threshold ", contact.sparsify_threshold,
                               contact.patch_threshold > 0.0 ? "" : " (not of patches)",
                               ", minarea ", contact.minimal_area, " m^2, mindist ",
                               contact.own_minimal_distance ? cat(contact.minimal_distance, " m")
                                                            : std::string("GEOMETRIC_EPSILON")));
  tell("CONTACT_PREDICTION", cat(contact.prediction, " m"));
  tell("CONTACT_POINTS", std::string(name_of(contact.points)));
  tell("CONTACT_BOUNCE", contact.bounce_speed > 0.0 ? cat(contact.bounce_speed, " m/s")
                                                    : cat(contact.bounce_share, " |g| h"));
  tell("CONTACT_PROJECTION", switch_text(contact.projection));
}

/// All forces, torques, pressures and cracks; functions by their names.
void save_loads(const SettingSource& source, XdrWriter& out) {
  const Loads& loads = source.domain.loads;
  for (const PointForce& force : loads.forces) save(force, out);
  for (const BodyTorque& torque : loads.torques) save(torque, out);
  for (const SurfacePressure& pressure : loads.pressures) save(pressure, out);
  for (const CallbackForce& force : loads.callbacks) save(NamedForce{force.body, force.name}, out);
  for (const SimplifiedCrack& crack : loads.cracks) save(crack, out);
}

template <auto member>
void restore_member(const StoredSettings& stored, Domain& domain) {
  domain.*member = stored.*member;
}

/// Row of a member of ModelSettings that changes how bodies move.
template <auto member>
constexpr SettingRow model_row(Setting setting, std::string_view name,
                               decltype(SettingRow::tell) tell) {
  return {
      .setting = setting,
      .name = name,
      .use = SettingUse::motion,
      .save = [](const SettingSource& source, XdrWriter& out) { save(source.domain.*member, out); },
      .tell = tell,
      .restore = restore_member<member>};
}

void tell_projection(const Domain& domain, const RunState&, Values& values) {
  values.push_back({"projection", "SOLFEC.projection", switch_text(domain.projection)});
}

void tell_equilibrium(const Domain& domain, const RunState&, Values& values) {
  const double part = domain.equilibrium;
  values.push_back(
      {"equilibrium", "SOLFEC.equilibrium", part > 0.0 ? cat(part, " of the load") : "OFF"});
}

void tell_impacts(const Domain& domain, const RunState&, Values& values) {
  values.push_back({"SOLFEC.impacts", "SOLFEC.impacts", std::string(name_of(domain.impacts))});
}

template <auto member>
void go_on_with(const RunConfiguration& stored, RunConfiguration& now) {
  now.*member = stored.*member;
}

using S = ModelSettings;
using C = RunConfiguration;

constexpr std::array<SettingRow, kSettingCount> kRows = {{
    {.setting = Setting::step,
     .name = "SOLFEC.step",
     .use = SettingUse::motion,
     .save = [](const SettingSource& source,
                XdrWriter& out) { out.write_double(source.run.configuration.step_bound); },
     .tell =
         [](const Domain& domain, const RunState& run, Values& values) {
           values.push_back(
               {"step", "SOLFEC",
                cat(run.configuration.step_bound, " s, ", name_of(domain.analysis()))});
         },
     .go_on = go_on_with<&C::step_bound>},
    {.setting = Setting::output,
     .name = "OUTPUT",
     .use = SettingUse::frames,
     .save = save_output,
     .tell = tell_output,
     .go_on =
         [](const RunConfiguration& stored, RunConfiguration& now) {
           now.compressed = stored.compressed;
           now.contacts = stored.contacts;
         }},
    {.setting = Setting::callback,
     .name = "CALLBACK",
     .use = SettingUse::frames,
     .save =
         [](const SettingSource& source, XdrWriter& out) {
           out.write_double(source.run.callback.interval);
           out.write_string(source.run.configuration.callback_function);
         },
     .tell = tell_callback,
     .go_on = go_on_with<&C::callback_is_nested>},
    {.setting = Setting::extents,
     .name = "EXTENTS",
     .use = SettingUse::bodies,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(source.run.configuration.extents, out); },
     .tell = tell_extents,
     .go_on = go_on_with<&C::extents>},
    {.setting = Setting::contact,
     .name = "CONTACT_SPARSIFY, CONTACT_PREDICTION, CONTACT_POINTS, CONTACT_BOUNCE, "
             "CONTACT_PROJECTION or GEOMETRIC_EPSILON",
     .use = SettingUse::motion,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(as_set(source.domain.contact_params), out); },
     .tell = tell_contact,
     .restore = restore_member<&S::contact_params>},
    {.setting = Setting::gravity,
     .name = "GRAVITY",
     .use = SettingUse::motion,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(source.domain.loads.gravity, out); }},
    {.setting = Setting::bulk,
     .name = "BULK_MATERIAL",
     .use = SettingUse::bodies,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(source.definitions.bulk_materials, out); }},
    {.setting = Setting::surface,
     .name = "SURFACE_MATERIAL",
     .use = SettingUse::motion,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(source.definitions.surface_materials, out); }},
    {.setting = Setting::penetration,
     .name = "UNPHYSICAL_PENETRATION",
     .use = SettingUse::frames,
     .save =
         [](const SettingSource& source, XdrWriter& out) {
           out.write_double(source.run.configuration.penetration_bound.value_or(0.0));
         },
     .tell = tell_penetration,
     .go_on = go_on_with<&C::penetration_bound>},
    model_row<&S::projection>(Setting::projection, "SOLFEC.projection", tell_projection),
    model_row<&S::equilibrium>(Setting::equilibrium, "SOLFEC.equilibrium", tell_equilibrium),
    model_row<&S::impacts>(Setting::impacts, "SOLFEC.impacts", tell_impacts),
    {.setting = Setting::exclusions,
     .name = "CONTACT_EXCLUDE_BODIES, CONTACT_EXCLUDE_OBJECTS or CONTACT_EXCLUDE_SURFACES",
     .use = SettingUse::bodies,
     .save = [](const SettingSource& source,
                XdrWriter& out) { save(source.domain.contact_exclusions(), out); },
     .restore = [](const StoredSettings& stored,
                   Domain& domain) { domain.set_contact_exclusions(stored.exclusions); }},
    {.setting = Setting::loads,
     .name = "FORCE, TORQUE or PRESSURE",
     .use = SettingUse::bodies,
     .save = save_loads},
    {.setting = Setting::solver,
     .name = "the solver",
     .use = SettingUse::motion,
     .save =
         [](const SettingSource& source, XdrWriter& out) {
           out.write_array(std::span<const double>(source.run.configuration.solver));
         }},
}};

/// Whether each row stands at the place of its setting.
constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kSettingCount; ++i) {
    if (static_cast<std::size_t>(kRows[i].setting) != i) return false;
  }
  return true;
}
static_assert(are_in_order());

}  // namespace

const std::array<SettingRow, kSettingCount>& setting_rows() { return kRows; }

const SettingRow& setting_row(Setting setting) {
  return kRows.at(static_cast<std::size_t>(setting));
}

}  // namespace solfec
