#include "output/restore.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/state_archive.h"
#include "output/setting_hashes.h"
#include "output/setting_rows.h"

namespace solfec {

namespace {

// A frame may be damaged or forged, and a script may build another model than the one that wrote
// it. So all that a step would take for granted is checked first: numbers are finite, bodies,
// pieces and references are there, ids are sound. The order in restore_domain matters: settings
// that decide on pieces come before bodies are made, bodies before loads and constraints.

constexpr int kMostSteps = 1 << 30;           // age of a contact
constexpr double kRotationTolerance = 1e-12;  // of |RᵀR - I|²

[[noreturn]] void fail(const ModelArchive& archive, const std::string& text) {
  throw InputError(cat(archive.file, ": ", text, "; run with -w to compute new results"),
                   InputErrorKind::runtime);
}

// ---- bodies ----------------------------------------------------------------------------------

/// Checks the bodies of the domain against the file and removes those that the frame lacks.
void keep_stored_bodies(const Frame& frame, const ModelArchive& archive, Domain& domain) {
  std::vector<BodyId> gone;
  for (const BodyRecord& record : domain.body_records()) {
    const int index = archive.find(record.id);
    if (index >= 0) {
      const StoredBody& stored = archive.model.bodies[static_cast<std::size_t>(index)];
      const std::string text = body_difference(archive, stored, record, domain);
      if (!text.empty()) fail(archive, cat(describe(record), " ", text));
    } else if (record.ordinal > 0) {
      fail(archive, cat(describe(record), " is not in the results"));
    }
    if (!frame.bodies.holds(record.id)) gone.push_back(record.id);
  }
  domain.remove_bodies(gone);
}

/// Bodies that callbacks had made come from the file; what a script makes it must have made.
void make_missing_bodies(const Frame& frame, const ModelArchive& archive, Domain& domain) {
  for (const BodyState& state : frame.bodies.bodies) {
    const BodyId id = state.id;
    if (domain.find_body(id) != nullptr) continue;
    const int index = archive.find(id);
    if (index < 0) fail(archive, cat("body ", id, " is not described"));
    const StoredBody& stored = archive.model.bodies[static_cast<std::size_t>(index)];
    if (stored.ordinal > 0 || id <= domain.bodies.last_id()) {
      fail(archive, cat(stored.label.empty() ? cat("body ", id) : cat("body '", stored.label, "'"),
                        " of the results is not made by the script"));
    }
    create_stored_body(archive, stored, id, domain);
  }
}

void set_given_velocities(const StoredSettings& settings, Domain& domain) {
  for (const BodyRecord& record : domain.body_records()) {
    if (!has_inertia(record.kind)) domain.set_rigid_velocity(record.id, {}, {});
  }
  for (const GivenVelocity& velocity : settings.velocities) {
    const BodyRecord* const record = domain.find_body(velocity.body);
    if (record == nullptr || has_inertia(record->kind)) continue;
    domain.set_rigid_velocity(velocity.body, velocity.linear, velocity.angular);
  }
}

/// Whether a body is placed as its kind can be: turned, or deformed without being turned inside
/// out.
bool is_placement(BodyKind kind, std::span<const double> state) {
  constexpr double kTolerance = 1e-6;  // far above the rounding of any run
  if (has_mesh(kind)) return true;
  Mat3 gradient;
  std::copy_n(state.begin(), 9, gradient.m);
  if (!turns_only(kind)) return determinant(gradient) > 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (std::fabs(dot(gradient.column(i), gradient.column(j)) - (i == j ? 1.0 : 0.0)) >
          kTolerance) {
        return false;
      }
    }
  }
  return true;
}

/// Nothing that is not finite may go on.
void check_finite(const Frame& frame, const ModelArchive& archive) {
  for (std::size_t i = 0; i < frame.bodies.bodies.size(); ++i) {
    const BodyState& body = frame.bodies.bodies[i];
    const std::span<const double> numbers = frame.bodies.numbers_of(i);
    const bool good = std::all_of(numbers.begin(), numbers.end(),
                                  [](double value) { return std::isfinite(value); });
    if (!good) fail(archive, cat("the state of body ", body.id, " is not finite"));
    if (!is_placement(body.kind, numbers)) {
      fail(archive, cat("the placement of body ", body.id, " is not possible"));
    }
  }
  for (const ConstraintRecord& row : frame.constraints) {
    if (!is_finite(row.R))
      fail(archive, cat("the reaction of constraint ", row.id, " is not finite"));
  }
}

void set_bodies(const BodyStates& states, Domain& domain) {
  for (std::size_t i = 0; i < states.bodies.size(); ++i) {
    set_body_state(states, i, states.bodies[i].id, domain);
  }
}

// ---- materials and settings ------------------------------------------------------------------

void set_bulk_materials(const StoredModel& definitions, Domain& domain) {
  for (const BulkMaterial& material : definitions.bulk_materials) {
    domain.define_bulk_material(material);
  }
  domain.automatic_bulk_labels = definitions.settings.bulk_labels;
}

void set_surface_materials(const StoredModel& definitions, Domain& domain) {
  SurfaceMaterialTable& table = domain.surface_materials;
  for (int i = 0; i < count(definitions.surface_materials); ++i) {
    const SurfaceMaterial& material = definitions.surface_materials[static_cast<std::size_t>(i)];
    validate(material);
    if (i < table.size()) {
      table[i] = material;
    } else {
      table.define(material);
    }
  }
  table.set_definitions(definitions.settings.surface_labels);
}

/// Takes out what callbacks have put and puts in what the frame says they had put, at the places
/// where it stood: sums keep their order.
template <typename Item>
void replace_nested(const std::vector<Placed<Item>>& stored, std::vector<Item>& items) {
  std::erase_if(items, [](const Item& item) { return item.in_callback; });
  for (const Placed<Item>& placed : stored) {
    const auto place = std::min(static_cast<std::size_t>(placed.place), items.size());
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(place), placed.item);
  }
}

/// Functions cannot come from a file: those that callbacks registered must be there already.
void check_force_functions(const StoredSettings& settings, const ModelArchive& archive,
                           const Domain& domain) {
  std::vector<const CallbackForce*> there;
  for (const CallbackForce& force : domain.loads.callbacks) {
    if (force.in_callback) there.push_back(&force);
  }
  for (std::size_t i = 0; i < settings.functions.size(); ++i) {
    const NamedForce& stored = settings.functions[i].item;
    if (i < there.size() && there[i]->body == stored.body && there[i]->name == stored.name) {
      continue;
    }
    const BodyRecord* const record = domain.find_body(stored.body);
    const bool may_be_of_constraint =
        std::any_of(settings.constraints.begin(), settings.constraints.end(),
                    [](const UserConstraint& one) { return is_elastic(one.kind); });
    fail(archive,
         cat(may_be_of_constraint ? "the function '" : "FORCE with the function '", stored.name,
             "' on ", record != nullptr ? describe(*record) : cat("body ", stored.body),
             " was put by a callback and cannot be restored"));
  }
}

void set_loads(const StoredSettings& settings, const ModelArchive& archive, Domain& domain) {
  for (const auto& force : settings.forces) {
    if (domain.find_body(force.item.body) == nullptr) fail(archive, "a force has no body");
  }
  for (const auto& torque : settings.torques) {
    const BodyRecord* const record = domain.find_body(torque.item.body);
    if (record == nullptr || !takes_torques(record->kind)) fail(archive, "a torque has no body");
  }
  for (const auto& pressure : settings.pressures) {
    const BodyRecord* const record = domain.find_body(pressure.item.body);
    if (record == nullptr || !takes_pressure(*record)) fail(archive, "a pressure has no body");
  }
  replace_nested(settings.forces, domain.loads.forces);
  replace_nested(settings.torques, domain.loads.torques);
  replace_nested(settings.pressures, domain.loads.pressures);
  check_force_functions(settings, archive, domain);
}

// ---- constraints -----------------------------------------------------------------------------

bool is_unit(Vec3 v) {
  constexpr double kTolerance = 1e-9;  // of vectors that were normalised
  return std::fabs(norm(v) - 1.0) < kTolerance;
}

/// Definition of a stored user constraint: that of the script, or of a callback from the file.
UserConstraint definition_of(const ConstraintRecord& row, const StoredSettings& settings,
                             const ModelArchive& archive, const Domain& domain) {
  const auto same_id = [&](const UserConstraint& constraint) { return constraint.id == row.id; };
  const UserConstraint* found = nullptr;
  const auto mine = domain.user_constraints();
  const auto nested =
      std::find_if(settings.constraints.begin(), settings.constraints.end(), same_id);
  if (nested != settings.constraints.end()) {
    found = &*nested;
  } else if (const auto at = std::find_if(mine.begin(), mine.end(), same_id); at != mine.end()) {
    found = &*at;
  }
  const bool same = found != nullptr && found->kind == row.kind && found->master == row.master &&
                    found->slave == row.slave;
  const bool directed =
      row.kind == ConstraintKind::fixed_direction || row.kind == ConstraintKind::velocity_direction;
  if (same && directed && !is_unit(found->direction)) {
    fail(archive, cat("the direction of constraint ", row.id, " is no unit vector"));
  }
  if (same) return *found;
  const BodyRecord* const record = domain.find_body(row.master);
  fail(archive,
       cat(record != nullptr ? describe(*record) : cat("body ", row.master), " has constraint ",
           row.id, " (", name_of(row.kind), ") in the results, but ",
           found == nullptr ? "not in the script" : cat(name_of(found->kind), " in the script")));
}

/// The script must have the constraints that the stored run had when the RUN began.
///
/// @param mine   Hashes of those of the script.
/// @param kinds  Their kinds.
void check_constraints(const std::vector<ConstraintHash>& mine,
                       const std::vector<ConstraintKind>& kinds,
                       const std::vector<ConstraintHash>& stored, const ModelArchive& archive,
                       const Domain& domain) {
  const auto at = static_cast<std::size_t>(
      std::mismatch(mine.begin(), mine.end(), stored.begin(), stored.end()).first - mine.begin());
  if (at == mine.size() && at == stored.size()) return;
  const bool lacks_one = mine.size() < stored.size();
  const BodyId id = lacks_one ? stored[at].body : mine[at].body;
  const BodyRecord* const record = domain.find_body(id);
  const std::string name = record != nullptr ? describe(*record) : cat("body ", id);
  if (lacks_one) fail(archive, cat(name, " has a constraint in the results but not in the script"));
  const bool has_more = mine.size() > stored.size();
  fail(archive, cat(name, " has a constraint (", name_of(kinds[at]), ") that is ",
                    has_more ? "not in the results" : "another one in the results"));
}

bool is_sound(const BondAnchor& anchor) {
  if (anchor.area == 0.0) return true;  // still to be made
  return anchor.area > 0.0 && std::isfinite(anchor.area) && anchor.part >= 0.0 &&
         std::isfinite(anchor.part) && is_finite(anchor.master) && is_finite(anchor.slave) &&
         is_unit(anchor.normal);
}

/// A step must be safe with what the file says, also when a forged one says it.
void check_row(const ConstraintRecord& row, const ModelArchive& archive, const Domain& domain) {
  const BodyRecord* const master = domain.find_body(row.master);
  const BodyRecord* const slave = domain.find_body(row.slave);
  const auto has_piece = [](const BodyRecord* record, int piece) {
    return record != nullptr && piece < record->contact_pieces->piece_count();
  };
  const auto can_be_held = [&row](const BodyRecord* record) {
    return has_inertia(record->kind) || row.kind == ConstraintKind::velocity_direction;
  };
  bool sound = false;
  if (row.kind == ConstraintKind::contact) {
    const bool two_pieces = row.master != row.slave || row.master_piece != row.slave_piece;
    sound = has_piece(master, row.master_piece) && has_piece(slave, row.slave_piece) &&
            two_pieces && row.age >= 0 && row.age < kMostSteps &&
            (!row.bonded || is_sound(row.anchor));
  } else {
    sound = master != nullptr && can_be_held(master) &&
            (slave == nullptr || can_be_held(slave) || has_inertia(master->kind)) &&
            row.master != row.slave;
  }
  if (!sound) fail(archive, cat("constraint ", row.id, " joins bodies that cannot be joined"));
}

/// Ids to be given next lie above all that are given, and far below what an id can count.
void check_ids(const Frame& frame, const ModelArchive& archive) {
  constexpr std::int64_t kMostIds = std::int64_t{1} << 60;
  ConstraintId last = kFirstFoundConstraint - 1;
  ConstraintId last_of_script = 0;
  for (const ConstraintRecord& row : frame.constraints) {
    auto& latest = is_of_script(row.id) ? last_of_script : last;
    latest = std::max(latest, row.id);
  }
  const bool sound = frame.next_body > 0 && frame.next_body < kMostIds &&
                     frame.next_script_constraint > last_of_script &&
                     frame.next_script_constraint <= kFirstFoundConstraint &&
                     frame.next_constraint > last && frame.next_constraint < kMostIds;
  const auto is_id = [](std::int64_t id) { return id >= kFirstFoundConstraint && id < kMostIds; };
  const auto& ids = frame.next_of_ranks;
  if (!sound || !std::all_of(ids.begin(), ids.end(), is_id)) {
    fail(archive, "the ids to come are not sound");
  }
}

bool is_sound(const PairReference& pair, const Domain& domain) {
  const auto is_rigid = [&](BodyId id) {
    const BodyRecord* const record = domain.find_body(id);
    return record != nullptr && turns_only(record->kind);
  };
  constexpr int kMostRemoved = 1 << 24;
  const Mat3 unit = transpose(pair.rotation) * pair.rotation - identity();
  return pair.first < pair.second && is_rigid(pair.first) && is_rigid(pair.second) &&
         pair.removed >= 0 && pair.removed < kMostRemoved && is_finite(pair.shift) &&
         double_dot(unit, unit) < kRotationTolerance;
}

/// Relative rest is of rigid bodies; places and normals are what they should be.
void check_references(const Frame& frame, const ModelArchive& archive, const Domain& domain) {
  for (const PairReference& pair : frame.references) {
    if (is_sound(pair, domain)) continue;
    fail(archive, cat("the relative rest of the bodies ", pair.first, " and ", pair.second,
                      " is not sound"));
  }
  for (const ConstraintRecord& row : frame.constraints) {
    const ContactReference& reference = row.reference;
    const bool sound = is_unit(reference.normal) && is_finite(reference.first_point) &&
                       std::isfinite(reference.gap);
    if (!row.referenced || sound) continue;
    fail(archive, cat("the reference of contact ", row.id, " is not sound"));
  }
}

/// Built overlaps are of two rigid bodies that are there, and finite.
void check_built(const Frame& frame, const ModelArchive& archive, const Domain& domain) {
  for (const BuiltOverlap& overlap : frame.built) {
    const BodyRecord* const first = domain.find_body(overlap.pieces.first_body);
    const BodyRecord* const second = domain.find_body(overlap.pieces.second_body);
    const bool sound = first != nullptr && second != nullptr && turns_only(first->kind) &&
                       turns_only(second->kind) && is_finite(overlap.first_point) &&
                       is_finite(overlap.second_point) && is_finite(overlap.slope) &&
                       is_unit(overlap.normal) && overlap.deepest > 0.0 && overlap.width > 0.0;
    if (sound) continue;
    fail(archive, cat("the overlap of the bodies ", overlap.pieces.first_body, " and ",
                      overlap.pieces.second_body, " is not sound"));
  }
}

/// Contacts of two pieces, by key, must be different ones in the same roles.
void check_contacts(const std::vector<ContactPoint>& contacts, const ModelArchive& archive) {
  const auto wrong = std::adjacent_find(
      contacts.begin(), contacts.end(), [](const ContactPoint& a, const ContactPoint& b) {
        return same_pieces(a.key, b.key) &&
               (a.key == b.key || a.state.first_is_slave != b.state.first_is_slave);
      });
  if (wrong == contacts.end()) return;
  fail(archive, cat("the contacts ", wrong->state.id, " and ", std::next(wrong)->state.id,
                    " of two pieces are not sound"));
}

/// State for Domain::restore; takes the constraints out of the frame.
RestoredState state_of(Frame& frame, const StoredSettings& settings, const ModelArchive& archive,
                       const Domain& domain) {
  check_ids(frame, archive);
  check_references(frame, archive, domain);
  check_built(frame, archive, domain);
  std::vector<UserConstraint> definitions;
  for (const ConstraintRecord& row : frame.constraints) {
    check_row(row, archive, domain);
    if (row.kind == ConstraintKind::contact) continue;
    definitions.push_back(definition_of(row, settings, archive, domain));
  }
  RestoredState state;
  try {
    state = restored_state(frame, definitions);
  } catch (const ArchiveError& error) {
    fail(archive, error.what());
  }
  check_contacts(state.contacts, archive);
  state.time = frame.time;
  state.next_body = std::max(frame.next_body, domain.bodies.last_id() + 1);
  state.next_constraint = frame.next_constraint;
  state.next_of_ranks.assign(frame.next_of_ranks.begin(), frame.next_of_ranks.end());
  state.found_with = settings.contact_params;
  state.records = std::move(frame.constraints);
  return state;
}

/// Cells of as many ranks as there are now; else they are made anew.
void set_cells(const FrameHead& head, Domain& domain) {
  const int ranks = domain.comm().size();
  if (domain.ranks() == nullptr || head.cells.empty() || head.cells.front() != ranks) return;
  domain.ranks()->owners().balance().set_state(std::span(head.cells).subspan(1), ranks);
}

}  // namespace

void check_first_constraints(const Frame& first, const ModelArchive& archive,
                             const BodyBinding& binding, const Domain& domain) {
  const auto in_script = [&](BodyId stored) {
    const int index = stored == 0 ? -1 : archive.find(stored);
    return index < 0 ? BodyId{0} : binding.domain_id(index);
  };
  std::vector<const ConstraintRecord*> stored;
  for (const ConstraintRecord& row : first.constraints) {
    const bool known = in_script(row.master) != 0 && (row.slave == 0 || in_script(row.slave) != 0);
    if (row.kind != ConstraintKind::contact && known) stored.push_back(&row);
  }
  const auto mine = domain.user_constraints();
  const auto body_text = [&](BodyId id) {
    const BodyRecord* const record = id == 0 ? nullptr : domain.find_body(id);
    return record != nullptr ? describe(*record) : id == 0 ? "space" : "another body";
  };
  const auto kind_of = [&](std::size_t i, bool script) {
    const std::size_t size = script ? mine.size() : stored.size();
    if (i >= size) return std::string("no constraint");
    const BodyId slave = script ? mine[i].slave : in_script(stored[i]->slave);
    return cat(name_of(script ? mine[i].kind : stored[i]->kind), " to ", body_text(slave));
  };
  for (std::size_t i = 0; i < std::max(mine.size(), stored.size()); ++i) {
    const bool same = i < mine.size() && i < stored.size() && mine[i].kind == stored[i]->kind &&
                      mine[i].master == in_script(stored[i]->master) &&
                      mine[i].slave == in_script(stored[i]->slave);
    if (same) continue;
    const BodyRecord* const record =
        domain.find_body(i < mine.size() ? mine[i].master : in_script(stored[i]->master));
    fail(archive, cat(record != nullptr ? describe(*record) : cat("body ", stored[i]->master),
                      " has as number ", i + 1, " of the constraints ", kind_of(i, true), ", but ",
                      kind_of(i, false), " in the results"));
  }
}

RestoreReport restore_domain(Frame& frame, const StoredModel& definitions,
                             const ModelArchive& archive, const SettingHashes& script,
                             Domain& domain) {
  const StoredSettings& settings = definitions.settings;
  RestoreReport report;
  report.configuration = settings.configuration;
  for (std::size_t i = 0; i < kSettingCount; ++i) {
    report.differs.at(i) = script.at(i) != settings.configuration.at_run_start.at(i);
  }
  const auto stored_holds = [&](Setting setting) {
    return !report.differs.at(static_cast<std::size_t>(setting));
  };
  if (definitions.analysis != domain.analysis()) {
    fail(archive, "the kind of analysis is another one in the results");
  }
  check_finite(frame, archive);
  const std::vector<ConstraintHash> constraints = constraint_hashes(domain);
  std::vector<ConstraintKind> kinds;
  for (const UserConstraint& mine : domain.user_constraints()) kinds.push_back(mine.kind);
  for (const SettingRow& row : setting_rows()) {
    if (row.restore != nullptr && stored_holds(row.setting)) row.restore(settings, domain);
  }
  keep_stored_bodies(frame, archive, domain);
  if (stored_holds(Setting::bulk)) set_bulk_materials(definitions, domain);
  if (stored_holds(Setting::surface)) set_surface_materials(definitions, domain);
  make_missing_bodies(frame, archive, domain);
  set_given_velocities(settings, domain);
  set_bodies(frame.bodies, domain);
  if (stored_holds(Setting::gravity) && settings.configuration.gravity_changed) {
    domain.loads.gravity = settings.gravity;
  }
  set_loads(settings, archive, domain);
  domain.choose_contact_pieces(settings.contact_params.points,
                               settings.exclusions);  // those of the rows
  RestoredState state = state_of(frame, settings, archive, domain);
  check_constraints(constraints, kinds, settings.configuration.constraints, archive, domain);
  domain.restore(std::move(state));
  set_cells(frame, domain);
  domain.choose_contact_pieces();
  return report;
}

void place_domain(Frame& frame, const StoredModel& definitions, const ModelArchive& archive,
                  Domain& domain) {
  SOLFEC_ASSERT(domain.body_records().empty());
  const StoredSettings& settings = definitions.settings;
  check_finite(frame, archive);
  set_bulk_materials(definitions, domain);
  set_surface_materials(definitions, domain);
  domain.contact_params = settings.contact_params;
  for (const BodyState& state : frame.bodies.bodies) {
    const int index = archive.find(state.id);
    if (index < 0) fail(archive, cat("body ", state.id, " is not described"));
    const StoredBody& stored = archive.model.bodies[static_cast<std::size_t>(index)];
    create_stored_body(archive, stored, state.id, domain);
  }
  set_given_velocities(settings, domain);
  set_bodies(frame.bodies, domain);
  std::erase_if(frame.constraints, [](const ConstraintRecord& row) {
    return row.kind != ConstraintKind::contact;  // what the script or a callback has defined
  });
  domain.set_contact_exclusions(settings.exclusions);
  domain.choose_contact_pieces();
  domain.restore(state_of(frame, settings, archive, domain));
}

}  // namespace solfec
