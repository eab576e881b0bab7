#include "output/settings_archive.h"

#include <algorithm>
#include <cmath>

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

namespace {

/// The items of a list that callbacks made; `form` gives what is stored of one.
template <typename Stored, typename Item, typename Form>
void store_nested(const std::vector<Item>& items, const Form& form,
                  std::vector<Placed<Stored>>& found) {
  found.clear();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].in_callback) found.push_back({static_cast<int>(i), form(items[i])});
  }
}

template <typename Item>
void check_places(const std::vector<Placed<Item>>& items) {
  int previous = -1;
  for (const Placed<Item>& placed : items) {
    if (placed.place <= previous) throw ArchiveError("the places of loads do not increase");
    previous = placed.place;
  }
}

// Frames of earlier versions have a yes or no here, which is the code of contacts in every frame.
constexpr int kContactsInEach = 0;
constexpr int kContactsInNone = 1;

}  // namespace

std::int32_t frames_code(const RunConfiguration& run) {
  int contacts = run.contacts.every;
  if (run.contacts == ContactFrames{}) contacts = kContactsInEach;
  if (run.contacts.every == ContactFrames::kNone) contacts = kContactsInNone;
  return (run.compressed ? 1 : 0) + 2 * contacts;
}

void set_frames_code(RunConfiguration& run, std::int32_t code) {
  if (code < 0) throw ArchiveError(cat("the code of frames to come is ", code));
  run.compressed = code % 2 == 1;
  const int contacts = code / 2;
  run.contacts.every = contacts;
  if (contacts == kContactsInEach) run.contacts = {};
  if (contacts == kContactsInNone) run.contacts.every = ContactFrames::kNone;
}

void store_settings(const Domain& domain, const RunConfiguration& run, StoredSettings& settings) {
  settings.configuration = run;
  static_cast<ModelSettings&>(settings) = static_cast<const ModelSettings&>(domain);
  settings.exclusions = domain.contact_exclusions();
  settings.bulk_labels = domain.automatic_bulk_labels;
  settings.surface_labels = domain.surface_materials.definitions();
  settings.gravity = domain.loads.gravity;
  const auto same = [](const auto& item) { return item; };
  const auto name_only = [](const CallbackForce& force) {
    return NamedForce{force.body, force.name};
  };
  store_nested(domain.loads.forces, same, settings.forces);
  store_nested(domain.loads.torques, same, settings.torques);
  store_nested(domain.loads.pressures, same, settings.pressures);
  store_nested(domain.loads.callbacks, name_only, settings.functions);
  settings.constraints.clear();
  domain.for_each_definition([&](const UserConstraint& constraint) {
    if (constraint.in_callback) settings.constraints.push_back(constraint);
  });
  settings.velocities.clear();
  domain.for_each_record([&](const BodyRecord& record) {
    const bool given = record.given_linear != Vec3{} || record.given_angular != Vec3{};
    if (has_inertia(record.kind) || !given) return;
    settings.velocities.push_back({record.id, record.given_linear, record.given_angular});
  });
  std::sort(settings.velocities.begin(), settings.velocities.end(),
            [](const auto& a, const auto& b) { return a.body < b.body; });
}

void check_values(const StoredSettings& settings) {
  constexpr int kMostLabels = 1 << 30;
  for (const int labels : {settings.bulk_labels, settings.surface_labels}) {
    if (labels >= 0 && labels <= kMostLabels) continue;
    throw ArchiveError(cat("a count of labels is ", labels));
  }
  const std::string impossible = impossible_value(settings);
  if (!impossible.empty()) throw ArchiveError(impossible);
  check_places(settings.forces);
  check_places(settings.torques);
  check_places(settings.pressures);
  check_places(settings.functions);
}

void set_penetration_bound(RunConfiguration& run, double bound) {
  if (!(bound >= 0.0) || !std::isfinite(bound)) {
    throw ArchiveError(cat("the bound of penetrations is ", bound));
  }
  run.penetration_bound.reset();
  if (bound > 0.0) run.penetration_bound = bound;
}

}  // namespace solfec
