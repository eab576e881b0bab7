#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/bind/bind_groups.h"
#include "language/bind/history_forms.h"
#include "language/bind/loop_arrays.h"
#include "language/bind/stressless.h"
#include "language/python/nearest.h"
#include "language/python/script_location.h"
#include "output/history.h"
#include "run/settings/setting_texts.h"

namespace solfec {

namespace {

constexpr std::string_view kForms =
    "; items are 'ENTITY', (object, 'ENTITY'), (body, point, 'ENTITY') and (object, direction, "
    "pair, 'ENTITY')";
constexpr auto kEnergies = all_names<EnergyKind>();

bool is_tuple(py::handle object) { return py::isinstance<py::tuple>(object); }

/// Turns the items of one HISTORY call into requests.
class ItemReader {
 public:
  ItemReader(std::shared_ptr<Simulation> simulation, Value list)
      : simulation_(std::move(simulation)), list_(std::move(list)) {}

  std::vector<HistoryItem> read() const {
    std::vector<HistoryItem> items;
    if (py::isinstance<py::list>(list_.object())) {
      for (const auto& item : list_.object()) items.push_back(read_item(item));
    } else {
      items.push_back(read_item(list_.object()));
    }
    if (items.empty()) list_.fail("must hold at least one history item, got an empty list");
    return items;
  }

 private:
  [[noreturn]] void fail(const std::string& rule,
                         InputErrorKind kind = InputErrorKind::value) const {
    list_.fail(rule, kind);
  }

  std::string entity_of(py::handle object) const {
    if (!py::isinstance<py::str>(object)) {
      fail(cat("Invalid history item: the entity must be a string, got ", shown(object)));
    }
    return object.cast<std::string>();
  }

  HistoryItem read_item(py::handle item) const {
    if (py::isinstance<py::str>(item)) {
      CounterHistory counter{item.cast<std::string>()};
      check_entity(counter.entity, entity_names(counter));
      return counter;
    }
    if (!is_tuple(item)) {
      fail(cat("Invalid history item: must be a string or a tuple, got ", shown(item), kForms),
           InputErrorKind::type);
    }
    const auto parts = py::reinterpret_borrow<py::tuple>(item);
    switch (parts.size()) {
      case 2:
        return read_pair(parts);
      case 3:
        return read_point(parts);
      case 4:
        return read_directed(parts);
      default:
        fail(cat("Invalid tuple size: 2, 3 or 4 are possible, got ", parts.size(), kForms));
    }
  }

  /// Refuses an entity that an item cannot have and names those that it can.
  void check_entity(const std::string& entity, std::span<const std::string_view> names) const {
    if (std::find(names.begin(), names.end(), entity) != names.end()) return;
    fail(cat("Invalid entity kind '", entity, "'", entity_hint(entity, names), ", must be one of ",
             listed(names)));
  }

  /// A body or its label.
  BodyId body_id(py::handle object) const {
    if (py::isinstance<py::str>(object)) return body_by_label(object.cast<std::string>());
    if (!py::isinstance<BodyObject>(object)) {
      fail(cat("Invalid history item: must be a BODY or a label, got ", shown(object)));
    }
    const auto& body = held<BodyObject>(object);
    if (body.simulation != simulation_) fail("Invalid history item: BODY of another SOLFEC object");
    return body.id;
  }

  /// A SOLFEC means all bodies.
  void read_bodies(py::handle object, bool& all, std::vector<BodyId>& bodies) const {
    if (py::isinstance<SolfecObject>(object)) {
      if (held<SolfecObject>(object).simulation != simulation_) {
        fail("Invalid history item: another SOLFEC object");
      }
      all = true;
    } else if (is_sequence(object)) {
      for (const auto& item : object) bodies.push_back(body_id(item));
      if (bodies.empty()) fail("Invalid history item: an empty list of objects");
    } else {
      bodies.push_back(body_id(object));
    }
  }

  static bool is_constraint(py::handle object) {
    if (py::isinstance<ConstraintObject>(object)) return true;
    return is_sequence(object) && py::len(object) > 0 &&
           py::isinstance<ConstraintObject>(py::object(object[py::int_(0)]));
  }

  ConstraintId constraint_id(py::handle object) const {
    if (!py::isinstance<ConstraintObject>(object)) {
      fail(cat("Invalid history item: must be a CONSTRAINT like the first, got ", shown(object)));
    }
    const auto& constraint = held<ConstraintObject>(object);
    if (constraint.simulation != simulation_) {
      fail("Invalid history item: CONSTRAINT of another SOLFEC object");
    }
    return constraint.id;
  }

  /// Bodies or constraints whose constraints are sampled.
  void read_subject(py::handle object, ConstraintHistory& history) const {
    if (!is_constraint(object)) {
      read_bodies(object, history.all, history.bodies);
    } else if (is_sequence(object)) {
      for (const auto& item : object) history.constraints.push_back(constraint_id(item));
    } else {
      history.constraints.push_back(constraint_id(object));
    }
  }

  HistoryItem read_pair(const py::tuple& parts) const {
    const std::string entity = entity_of(parts[1]);
    if (py::isinstance<JointObject>(parts[0])) return read_joint(parts[0], entity);
    for (const std::string_view energy : kEnergies) {
      if (entity != energy || is_constraint(parts[0])) continue;
      EnergyHistory history;
      history.entity = entity;
      read_bodies(parts[0], history.all, history.bodies);
      return history;
    }
    ConstraintHistory history;
    history.entity = entity;
    std::vector<std::string_view> names = entity_names(history);
    if (!is_constraint(parts[0])) names.insert(names.end(), kEnergies.begin(), kEnergies.end());
    check_entity(entity, names);
    read_subject(parts[0], history);
    check_contacts(history);
    return history;
  }

  HistoryItem read_joint(py::handle object, const std::string& entity) const {
    const auto& joint = held<JointObject>(object);
    if (joint.simulation != simulation_)
      fail("Invalid history item: JOINT of another SOLFEC object");
    JointHistory history{joint.joint, entity};
    check_entity(entity, entity_names(history));
    return history;
  }

  HistoryItem read_point(const py::tuple& parts) const {
    PointHistory history;
    history.body = body_id(parts[0]);
    history.point = read_vector(parts[1], "the point");
    check_point(simulation_->domain, history.body, history.point);
    history.entity = entity_of(parts[2]);
    check_entity(history.entity, entity_names(history));
    if (history.entity.starts_with('S') || history.entity == "MISES") tell_stress(history.body);
    return history;
  }

  /// Tells of a body of the script that has no stress.
  void tell_stress(BodyId id) const {
    for (const BodyRecord& record : simulation_->domain.body_records()) {
      if (record.id == id) tell_without_stress(*simulation_, record, "HISTORY");
    }
  }

  BodyId body_by_label(const std::string& label) const {
    for (const BodyRecord& record : simulation_->domain.body_records()) {
      if (record.label == label && !label.empty()) return record.id;
    }
    std::vector<std::string_view> labels;
    if (ResultReader* const reader = simulation_->results(); reader != nullptr) {
      for (const StoredBody& stored : reader->bodies()) {
        if (stored.label == label && !label.empty()) return body_of_results(stored.id);
        if (!stored.label.empty()) labels.push_back(stored.label);
      }
    }
    for (const BodyRecord& record : simulation_->domain.body_records()) {
      if (!record.label.empty()) labels.push_back(record.label);
    }
    fail(cat("Invalid history item: there is no body '", label, "'", suggestion(label, labels)));
  }

  /// Gaps and the sums over contacts are of contacts: another constraint has nothing of them.
  void check_contacts(const ConstraintHistory& history) const {
    const std::string& entity = history.entity;
    if (entity != "GAP" && entity != "CR" && entity != "CU") return;
    for (const ConstraintId id : history.constraints) {
      const ConstraintRecord* const record = simulation_->find_constraint(id);
      const bool is_contact =
          record == nullptr ? !is_of_script(id) : record->kind == ConstraintKind::contact;
      if (is_contact) continue;
      const std::string kind = record == nullptr ? "" : cat(" of kind ", name_of(record->kind));
      fail(cat("Invalid history item: '", entity, "' is of contacts, got a CONSTRAINT", kind,
               entity == "GAP" ? "" : cat("; take '", entity.substr(1), "'")));
    }
  }

  Vec3 read_vector(py::handle object, std::string_view what) const {
    std::vector<double> numbers;
    const bool valid = read_numbers(object, numbers) && numbers.size() == 3;
    if (!valid || !is_finite(Vec3{numbers[0], numbers[1], numbers[2]})) {
      fail(cat("Invalid history item: ", what, " must be three numbers, got ", shown(object)));
    }
    return {numbers[0], numbers[1], numbers[2]};
  }

  HistoryItem read_directed(const py::tuple& parts) const {
    ConstraintHistory history;
    history.entity = entity_of(parts[3]);
    check_entity(history.entity, entity_names(history));
    read_subject(parts[0], history);
    check_contacts(history);
    if (!parts[1].is_none()) {
      const Vec3 direction = read_vector(parts[1], "the direction");
      if (!(norm(direction) > 0.0)) fail("Invalid history item: the direction is zero");
      history.direction = direction;
    }
    if (!parts[2].is_none()) history.surfaces = read_surfaces(parts[2]);
    return history;
  }

  std::pair<SurfaceId, SurfaceId> read_surfaces(py::handle object) const {
    std::vector<double> numbers;
    const bool pair = read_numbers(object, numbers) && numbers.size() == 2;
    const auto usable = [](double number) {
      return number == std::floor(number) && std::fabs(number) <= kAnySurface;
    };
    if (!pair || !usable(numbers[0]) || !usable(numbers[1])) {
      fail(cat("Invalid history item: the surface pair must be two integers, got ", shown(object)));
    }
    return {static_cast<SurfaceId>(numbers[0]), static_cast<SurfaceId>(numbers[1])};
  }

  std::shared_ptr<Simulation> simulation_;
  Value list_;
};

/// Percentage on standard error, renewed in place on a terminal, else at the end only.
void print_progress(double share) {
  const bool terminal = isatty(STDERR_FILENO) == 1;
  if (!terminal && share < 1.0) return;
  std::fprintf(stderr, "%sHISTORY: %3.0f %%%s", terminal ? "\r" : "", 100.0 * share,
               share >= 1.0 ? "\n" : "");
}

/// Name of what frames lack: a body, or a constraint of the script.
std::string name_of(const ItemGap& absent, ResultReader& reader) {
  if (absent.body == 0) return cat("constraint number ", absent.constraint, " of the script");
  const auto& all = reader.bodies();
  const auto stored = std::find_if(all.begin(), all.end(),
                                   [&](const StoredBody& one) { return one.id == absent.body; });
  return lasting_name(stored->label, stored->ordinal, stored->id);
}

/// Says once for each body or constraint of an object that values are missing.
void tell_absent(const History& samples, ResultReader& reader, Simulation& simulation) {
  for (const ItemGap& absent : samples.absent) {
    const std::string name = name_of(absent, reader);
    if (!simulation.told_absent.insert(name).second) continue;
    warn("HISTORY", cat(name,
                        absent.members > 1 ? cat(" and the ", absent.members - 1, " others are")
                                           : std::string(" is"),
                        " not there in ", absent.frames, " of ", samples.times.size(),
                        " frames; the values of these are nan"));
  }
}

/// Says once that frames hold no contacts.
void tell_without_contacts(const History& samples, Simulation& simulation) {
  if (samples.without_contacts == 0 || simulation.told_without_contacts) return;
  simulation.told_without_contacts = true;
  warn("HISTORY", cat(samples.without_contacts, " of ", samples.times.size(),
                      " frames hold no contacts (OUTPUT, contacts); values that need them are nan "
                      "there"));
}

py::object history(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  HistoryRequest request;
  request.items = ItemReader(simulation, args["list"]).read();
  for (const HistoryItem& item : request.items) validate(item);
  request.t0 = args["t0"].number();
  request.t1 = args["t1"].number();
  if (request.t0 > request.t1) {
    args["t1"].fail(cat("must not be less than 't0', got ", request.t1, " < ", request.t0, " s"));
  }
  request.skip = args["skip"].integer_or(1);
  const bool arrays = args["arrays"].flag_or(false);
  if (args["progress"].flag_or(false)) request.progress = print_progress;
  ResultReader* const reader = simulation->results();
  if (reader == nullptr) {
    const RunSettings& settings = run_context().settings;
    if (settings.viewer) {
      std::fprintf(stderr, "solfec: %s: HISTORY: nothing is computed yet; the script ends here\n",
                   script_origin().c_str());
    }
    if (settings.check_only || settings.pictures_only ||
        settings.viewer) {  // the model is built, nothing to read
      PyErr_SetObject(PyExc_SystemExit, py::int_(0).ptr());
      throw py::error_already_set();
    }
    note("HISTORY", "there are no frames before the first RUN; the result is None");
    return py::none();
  }
  const History samples = read_history(*reader, simulation->domain, request);
  tell_absent(samples, *reader, *simulation);
  tell_without_contacts(samples, *simulation);
  py::tuple result(samples.values.size() + 1);
  const auto column = [arrays](std::span<const double> numbers) -> py::object {
    if (arrays) return number_array(numbers);
    return to_list(numbers);
  };
  result[0] = column(samples.times);
  for (std::size_t i = 0; i < samples.values.size(); ++i) result[i + 1] = column(samples.values[i]);
  return result;
}

}  // namespace

void bind_history(py::module_& module) { bind_command(module, "HISTORY", history); }

}  // namespace solfec
