#include "output/history_samplers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string_view>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/plastic_strain.h"
#include "domain/records/joint_values.h"
#include "domain/state_archive.h"
#include "material/von_mises.h"
#include "output/stored_bodies.h"

namespace solfec {
namespace {

// A sampler is a function of one frame. What can be looked up once, as the stored body of a point
// or the ids of bodies, is looked up when it is made.

constexpr std::string_view kNewConstraints = "NEWCONS";

/// Place of a name in a list, -1 when it is not there.
template <typename Names>
int index_in(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

// ---- counters --------------------------------------------------------------------------------

using CounterValue = double (*)(const Frame& frame);

double iterations(const Frame& frame, IterationKind kind) {
  return frame.summary.iteration_kind == kind ? static_cast<double>(frame.summary.iterations) : 0.0;
}

/// Counters that frames hold.
const std::map<std::string_view, CounterValue>& counters() {
  static const std::map<std::string_view, CounterValue> table = {
      {"STEP", [](const Frame& f) { return f.summary.step; }},
      {"CONS", [](const Frame& f) { return static_cast<double>(f.constraint_count); }},
      {"BODS", [](const Frame& f) { return static_cast<double>(f.bodies.bodies.size()); }},
      {"NEWBODS", [](const Frame& f) { return static_cast<double>(f.new_bodies.size()); }},
      {"DELBODS", [](const Frame& f) { return static_cast<double>(f.deleted_bodies.size()); }},
      {"GSITERS", [](const Frame& f) { return iterations(f, IterationKind::sweep); }},
      {"NTITERS", [](const Frame& f) { return iterations(f, IterationKind::newton); }},
      {"BSITERS", [](const Frame& f) { return iterations(f, IterationKind::body_space); }},
      {"MERIT", [](const Frame& f) { return f.summary.merit; }},
      {"RESIDUAL", [](const Frame& f) { return f.summary.residual; }},
      {"OUT_OF_BALANCE", [](const Frame& f) { return f.summary.out_of_balance; }},
      {"REPEATS", [](const Frame& f) { return static_cast<double>(f.summary.repeats); }},
      {"GSCOLORS", [](const Frame& f) { return static_cast<double>(f.summary.sets.colours); }},
      {"GSBOT", [](const Frame& f) { return static_cast<double>(f.summary.sets.bottom); }},
      {"GSMID", [](const Frame& f) { return static_cast<double>(f.summary.sets.middle); }},
      {"GSTOP", [](const Frame& f) { return static_cast<double>(f.summary.sets.top); }},
      {"GSINN", [](const Frame& f) { return static_cast<double>(f.summary.sets.inner); }}};
  return table;
}

/// How many constraints were made up to a frame, plus a constant.
double ids_given(const Frame& frame) {
  return static_cast<double>(frame.next_script_constraint) +
         static_cast<double>(frame.next_constraint);
}

/// Constraints made since the frame before, also those that have vanished again.
HistorySampler new_constraints(ResultReader& reader) {
  struct Last {
    int frame = -1;
    double next{};
    Frame content;
  };
  return [&reader, last = std::make_shared<Last>()](int frame, const Frame& content) {
    if (frame > 0 && last->frame != frame - 1) {
      reader.load(frame - 1, last->content, FrameParts::bodies);
      last->next = ids_given(last->content);
    }
    const double next = ids_given(content);
    const double before = frame > 0 ? last->next : next;
    last->frame = frame;
    last->next = next;
    return next - before;
  };
}

HistorySampler sampler_of(const CounterHistory& item, ResultReader& reader,
                          const Domain& /*domain*/) {
  if (const auto found = counters().find(item.entity); found != counters().end()) {
    return [value = found->second](int, const Frame& content) { return value(content); };
  }
  if (item.entity == kNewConstraints) return new_constraints(reader);
  const std::optional<Phase> phase = find_item<Phase>(item.entity);
  if (!phase) return [](int, const Frame&) { return 0.0; };
  return [index = static_cast<int>(*phase), &reader](int frame, const Frame&) {
    return reader.timing(frame).seconds[index];
  };
}

// ---- points ----------------------------------------------------------------------------------

int stored_index(BodyId body, ResultReader& reader, const Domain& domain) {
  const int index = reader.find_stored(body, domain);
  if (index >= 0) return index;
  const BodyRecord* record = domain.find_body(body);
  throw InputError(
      cat(record == nullptr ? cat("body ", body) : describe(*record), " is not in the results"));
}

double displacement(const Bodies& bodies, BodyRef body, Vec3 point, int axis) {
  return (bodies.current_point(body, point) - point)[axis];
}
double velocity(const Bodies& bodies, BodyRef body, Vec3 point, int axis) {
  return bodies.velocity(body, point)[axis];
}
double coordinate(const Bodies& bodies, BodyRef body, Vec3 point, int axis) {
  return bodies.current_point(body, point)[axis];
}
double stress(const Bodies& bodies, BodyRef body, Vec3 point, int component) {
  std::array<double, 6> s{};
  bodies.stress(body, point, s);
  return s[static_cast<std::size_t>(component)];
}
double mises(const Bodies& bodies, BodyRef body, Vec3 point, int /*component*/) {
  std::array<double, 6> s{};
  bodies.stress(body, point, s);
  return von_mises(s);
}

double plastic_strain(const Bodies& bodies, BodyRef body, Vec3 point, int /*component*/) {
  const FiniteElementBody* const mesh = bodies.mesh(body);
  return mesh == nullptr ? 0.0 : plastic_strain_at(*mesh, point);
}

/// Quantity that HISTORY gives of a reference point of a body.
struct PointQuantity {
  std::string_view name;
  double (*of)(const Bodies& bodies, BodyRef body, Vec3 point, int component);
  int component{};

  [[nodiscard]] double value(const Bodies& bodies, BodyRef body, Vec3 point) const {
    return of(bodies, body, point, component);
  }
};

constexpr std::array<PointQuantity, 17> kPointQuantities = {
    {{"DX", displacement, 0},
     {"DY", displacement, 1},
     {"DZ", displacement, 2},
     {"VX", velocity, 0},
     {"VY", velocity, 1},
     {"VZ", velocity, 2},
     {"CX", coordinate, 0},
     {"CY", coordinate, 1},
     {"CZ", coordinate, 2},
     {"SX", stress, 0},
     {"SY", stress, 1},
     {"SZ", stress, 2},
     {"SXY", stress, 3},
     {"SXZ", stress, 4},
     {"SYZ", stress, 5},
     {"MISES", mises, 0},
     {"PLASTIC_STRAIN", plastic_strain, 0}}};

/// The row of a table with a name. @pre there is one
template <typename Table>
const auto& row_named(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [name](const auto& row) { return row.name == name; });
  SOLFEC_ASSERT(found != table.end());
  return *found;
}

/// One stored body alone, to be placed as the frames say.
class LoneBody {
 public:
  LoneBody(const StoredBody& stored, std::span<const BulkMaterial> materials)
      : id_(stored.id),
        body_(add_stored_body(stored, std::make_shared<const Shape>(stored.shape), materials,
                              bodies_)) {}

  /// Takes the state over. @pre the frame holds the body
  void place(const Frame& frame) {
    const int index = frame.bodies.find(id_);
    SOLFEC_ASSERT(index >= 0);
    check_placement(frame.bodies, static_cast<std::size_t>(index), bodies_, body_);
    set_placement(frame.bodies, static_cast<std::size_t>(index), bodies_, body_);
  }

  [[nodiscard]] double value(const PointQuantity& quantity, Vec3 point) const {
    return quantity.value(bodies_, body_, point);
  }

 private:
  BodyId id_;
  Bodies bodies_;
  BodyRef body_;
};

HistorySampler sampler_of(const PointHistory& item, ResultReader& reader, const Domain& domain) {
  const auto index = static_cast<std::size_t>(stored_index(item.body, reader, domain));
  const StoredBody& stored = reader.bodies()[index];
  const auto body = std::make_shared<LoneBody>(stored, reader.bulk_materials());
  const PointQuantity& quantity = row_named(kPointQuantities, item.entity);
  return [body, &quantity, point = item.point](int, const Frame& content) {
    body->place(content);
    return body->value(quantity, point);
  };
}

// ---- sums over bodies --------------------------------------------------------------------------

/// Stored ids of a selection, sorted.
std::vector<BodyId> stored_ids(const std::vector<BodyId>& bodies, ResultReader& reader,
                               const Domain& domain) {
  std::vector<BodyId> ids;
  for (const BodyId body : bodies) {
    const auto index = static_cast<std::size_t>(stored_index(body, reader, domain));
    ids.push_back(reader.bodies()[index].id);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

bool contains(const std::vector<BodyId>& sorted, BodyId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

HistorySampler sampler_of(const EnergyHistory& item, ResultReader& reader, const Domain& domain) {
  const auto kind = static_cast<std::size_t>(find_item<EnergyKind>(item.entity).value());
  return [ids = stored_ids(item.bodies, reader, domain), all = item.all,
          field = kEnergyFields[kind]](int, const Frame& content) {
    double sum = 0.0;
    for (const BodyState& body : content.bodies.bodies) {
      if (all || contains(ids, body.id)) sum += body.energies.*field;
    }
    return sum;
  };
}

// ---- constraints -----------------------------------------------------------------------------

/// A constraint of the script as the results know its bodies.
struct KnownConstraint {
  ConstraintId id{};
  ConstraintKind kind{};
  BodyId master{};
  BodyId slave{};
};

/// Throws InputError when a stored constraint has the id of a constraint of the script but is
/// another one: the script that wrote has made more constraints or fewer before it.
void check_same(const KnownConstraint& known, const ConstraintRecord& stored) {
  const bool same =
      known.kind == stored.kind && known.master == stored.master && known.slave == stored.slave;
  if (same) return;
  throw InputError(cat("constraint number ", known.id, " of the script is ", name_of(known.kind),
                       ", but ", name_of(stored.kind),
                       known.kind == stored.kind ? " of other bodies" : "",
                       " in the results; run with -w to compute new results"));
}

/// Which constraints count, and which part of their vectors.
struct ConstraintSelection {
  bool all = false;
  std::vector<BodyId> bodies;             // stored ids, sorted
  std::vector<ConstraintId> constraints;  // sorted; not empty: instead of bodies
  std::vector<KnownConstraint> known;     // those of them that the script made
  std::optional<Vec3> direction;          // unit
  std::optional<std::pair<SurfaceId, SurfaceId>> surfaces;
  bool contacts_only = false;

  [[nodiscard]] bool accepts(const ConstraintRecord& row) const {
    const bool contact = row.kind == ConstraintKind::contact;
    if (contacts_only && !contact) return false;
    if (!concerns(row)) return false;
    if (!contact || !surfaces) return true;
    const std::pair<SurfaceId, SurfaceId> pair{row.master_surface, row.slave_surface};
    return pair == *surfaces || (pair.first == surfaces->second && pair.second == surfaces->first);
  }

  [[nodiscard]] bool holds(BodyId body) const {
    return body != 0 && (all || contains(bodies, body));
  }

  [[nodiscard]] bool concerns(const ConstraintRecord& row) const {
    if (constraints.empty()) return holds(row.master) || holds(row.slave);
    if (!std::binary_search(constraints.begin(), constraints.end(), row.id)) return false;
    for (const KnownConstraint& one : known) {
      if (one.id == row.id) check_same(one, row);
    }
    return true;
  }

  /// Factor of the vectors of a constraint, which are those of its master; 0: of no interest.
  [[nodiscard]] double sign(const ConstraintRecord& row) const {
    if (!direction || !constraints.empty()) return 1.0;
    return (holds(row.master) ? 1.0 : 0.0) - (holds(row.slave) ? 1.0 : 0.0);  // 0: both inside
  }

  [[nodiscard]] double part(const ConstraintRecord& row, Vec3 local) const {
    return direction ? sign(row) * dot(*direction, row.frame * local) : local.z;
  }
};

double least_gap(const ConstraintSelection& selection, const Frame& frame) {
  double gap = std::numeric_limits<double>::infinity();
  for (const ConstraintRecord& row : frame.constraints) {
    if (selection.accepts(row)) gap = std::min(gap, row.gap);
  }
  return gap;
}

double sum_of_reactions(const ConstraintSelection& selection, const Frame& frame) {
  double sum = 0.0;
  for (const ConstraintRecord& row : frame.constraints) {
    if (selection.accepts(row)) sum += selection.part(row, row.R);
  }
  return sum;
}

double mean_velocity(const ConstraintSelection& selection, const Frame& frame) {
  double sum = 0.0;
  int rows = 0;
  for (const ConstraintRecord& row : frame.constraints) {
    if (!selection.accepts(row) || selection.sign(row) == 0.0) continue;
    sum += selection.part(row, row.U);
    ++rows;
  }
  return rows == 0 ? 0.0 : sum / rows;
}

/// Quantity that HISTORY gives of the constraints of bodies.
struct ConstraintQuantity {
  std::string_view name;
  double (*value)(const ConstraintSelection& selection, const Frame& frame);
  bool contacts_only = false;
};

constexpr std::array<ConstraintQuantity, 5> kConstraintQuantities = {
    {{"GAP", least_gap, true},
     {"R", sum_of_reactions, false},
     {"CR", sum_of_reactions, true},
     {"U", mean_velocity, false},
     {"CU", mean_velocity, true}}};

std::vector<KnownConstraint> known_constraints(const std::vector<ConstraintId>& ids,
                                               ResultReader& reader, const Domain& domain) {
  const auto stored_id = [&](BodyId body) {
    if (body == 0) return body;
    return reader.bodies()[static_cast<std::size_t>(stored_index(body, reader, domain))].id;
  };
  std::vector<KnownConstraint> known;
  for (const UserConstraint& one : domain.user_constraints()) {
    if (std::find(ids.begin(), ids.end(), one.id) == ids.end()) continue;
    known.push_back({one.id, one.kind, stored_id(one.master), stored_id(one.slave)});
  }
  return known;
}

/// Ids in the results, sorted.
std::vector<ConstraintId> stored_constraints(const ConstraintHistory& item) {
  std::vector<ConstraintId> ids;
  for (const ConstraintId id : item.constraints) {
    ids.push_back(is_other_constraint(id) ? -id : id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

HistorySampler sampler_of(const ConstraintHistory& item, ResultReader& reader,
                          const Domain& domain) {
  ConstraintSelection selection;
  selection.all = item.all;
  selection.bodies = stored_ids(item.bodies, reader, domain);
  selection.constraints = stored_constraints(item);
  selection.known = known_constraints(item.constraints, reader, domain);
  if (item.direction) selection.direction = normalized(*item.direction);
  selection.surfaces = item.surfaces;
  const ConstraintQuantity& quantity = row_named(kConstraintQuantities, item.entity);
  selection.contacts_only = quantity.contacts_only;
  return [selection, evaluate = quantity.value](int, const Frame& content) {
    return evaluate(selection, content);
  };
}

/// Row of a frame by its id, null: it has none. User constraints come first, by id.
const ConstraintRecord* row_of(const Frame& frame, ConstraintId id) {
  const auto& rows = frame.constraints;
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [id](const ConstraintRecord& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

HistorySampler sampler_of(const JointHistory& item, ResultReader& reader, const Domain& domain) {
  std::vector<ConstraintId> ids;
  ids.reserve(static_cast<std::size_t>(item.joint.rows));
  for (int i = 0; i < item.joint.rows; ++i) ids.push_back(item.joint.id + i);
  const std::vector<KnownConstraint> known = known_constraints(ids, reader, domain);
  return [item, known](int, const Frame& content) {
    for (const KnownConstraint& one : known) {
      const ConstraintRecord* const row = row_of(content, one.id);
      if (row != nullptr) check_same(one, *row);
    }
    const auto values =
        joint_values(item.joint, [&](ConstraintId id) { return row_of(content, id); });
    if (!values) return std::numeric_limits<double>::quiet_NaN();
    return joint_value(item.joint, *values, item.entity);
  };
}

// ---- validity --------------------------------------------------------------------------------

using Names = std::vector<std::string_view>;

template <typename Table>
Names names_in(const Table& table) {
  Names names;
  for (const auto& row : table) names.push_back(row.name);
  return names;
}

Names entity_names_of(const PointHistory& /*item*/) { return names_in(kPointQuantities); }
Names entity_names_of(const EnergyHistory& /*item*/) {
  constexpr auto kNames = all_names<EnergyKind>();
  return {kNames.begin(), kNames.end()};
}
Names entity_names_of(const ConstraintHistory& /*item*/) { return names_in(kConstraintQuantities); }
Names entity_names_of(const JointHistory& item) { return joint_value_names(item.joint.kind); }
Names entity_names_of(const CounterHistory& /*item*/) {
  Names names;
  for (const auto& [name, value] : counters()) names.push_back(name);
  names.push_back(kNewConstraints);
  for (const std::string_view phase : all_names<Phase>()) names.push_back(phase);
  return names;
}

}  // namespace

std::vector<std::string_view> entity_names(const HistoryItem& item) {
  return std::visit([](const auto& one) { return entity_names_of(one); }, item);
}

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += cat(text.empty() ? "'" : ", '", name, "'");
  return text;
}

void validate(const HistoryItem& item) {
  const std::string& entity =
      std::visit([](const auto& one) -> const std::string& { return one.entity; }, item);
  const Names names = entity_names(item);
  if (index_in(names, entity) < 0) {
    throw InputError(cat("Invalid entity kind '", entity, "', must be one of ", listed(names)));
  }
  const auto* constraints = std::get_if<ConstraintHistory>(&item);
  if (constraints == nullptr || !constraints->direction) return;
  const Vec3 d = *constraints->direction;
  if (!(norm(d) > 0.0) || !std::isfinite(norm(d))) {
    throw InputError(
        cat("direction must be finite and not zero, got (", d.x, ", ", d.y, ", ", d.z, ")"));
  }
}

HistorySampler make_sampler(const HistoryItem& item, ResultReader& reader, const Domain& domain) {
  return std::visit([&](const auto& one) { return sampler_of(one, reader, domain); }, item);
}

std::vector<BodyId> stored_bodies_of(const HistoryItem& item, ResultReader& reader,
                                     const Domain& domain) {
  if (const auto* const point = std::get_if<PointHistory>(&item)) {
    return stored_ids({point->body}, reader, domain);
  }
  if (const auto* const energy = std::get_if<EnergyHistory>(&item)) {
    return energy->all ? std::vector<BodyId>{} : stored_ids(energy->bodies, reader, domain);
  }
  const auto* const rows = std::get_if<ConstraintHistory>(&item);
  if (rows == nullptr || rows->all || !rows->constraints.empty()) return {};
  return stored_ids(rows->bodies, reader, domain);
}

std::vector<ConstraintId> lasting_constraints_of(const HistoryItem& item) {
  const auto* const rows = std::get_if<ConstraintHistory>(&item);
  if (rows == nullptr || needs_contacts(item)) return {};
  return stored_constraints(*rows);
}

bool needs_constraints(const HistoryItem& item) {
  return std::holds_alternative<ConstraintHistory>(item) ||
         std::holds_alternative<JointHistory>(item);
}

bool needs_contacts(const HistoryItem& item) {
  const auto* const rows = std::get_if<ConstraintHistory>(&item);
  if (rows == nullptr) return false;
  const auto is_contact = [](ConstraintId id) { return !is_of_script(id < 0 ? -id : id); };
  return rows->constraints.empty() ||
         std::any_of(rows->constraints.begin(), rows->constraints.end(), is_contact);
}

}  // namespace solfec
