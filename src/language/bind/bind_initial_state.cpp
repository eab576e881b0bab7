#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "domain/given_state.h"
#include "language/arguments/objects.h"
#include "language/bind/bind_groups.h"
#include "language/python/label_pattern.h"
#include "output/result_reader.h"

namespace solfec {

namespace {

/// Gives a body of the script the state of a stored one. @return Whether it is such a body.
using GiveState = bool (*)(const StoredBody& stored, std::span<const double> numbers,
                           Domain& domain, BodyId id);

/// Bodies of stored results at one time.
struct StoredFrame {
  std::vector<StoredBody> bodies;
  BodyStates states;

  /// The stored body of the label, without one that of the number; null: there is none.
  [[nodiscard]] const StoredBody* find(const BodyRecord& record) const {
    for (const StoredBody& body : bodies) {
      const bool same = record.label.empty() ? body.id == record.id : body.label == record.label;
      if (same && states.holds(body.id)) return &body;
    }
    return nullptr;
  }
};

/// Patterns of labels; none: all bodies.
std::vector<LabelPattern> patterns_of(const Value& subset) {
  std::vector<LabelPattern> patterns;
  if (!subset.given()) return patterns;
  const auto add = [&](py::handle item) {
    if (!py::isinstance<py::str>(item)) subset.fail_type();
    try {
      patterns.emplace_back(item.cast<std::string>());
    } catch (const InputError& error) {
      subset.fail(cat("Invalid subset definition: ", error.what()));
    }
  };
  if (is_sequence(subset.object())) {
    for (const auto& item : subset.object()) add(item);
  } else {
    add(subset.object());
  }
  if (patterns.empty()) subset.fail("must hold at least one pattern, got an empty list");
  return patterns;
}

bool is_wanted(const std::vector<LabelPattern>& patterns, const BodyRecord& record) {
  if (patterns.empty()) return true;
  for (const LabelPattern& pattern : patterns) {
    if (!record.label.empty() && pattern.is_found_in(record.label)) return true;
  }
  return false;
}

/// Frame nearest to a time. @throws InputError for a time outside of the results.
int frame_of(const Value& time, const ResultReader& reader) {
  const double wanted = time.number();
  const double first = reader.time(0);
  const double last = reader.time(reader.frame_count() - 1);
  const double rounding = 1e-9 * std::fabs(last);
  if (wanted < first - rounding || wanted > last + rounding) {
    time.fail(cat("must lie in the results, from ", first, " to ", last, " s, got ", wanted, " s"));
  }
  return reader.nearest(wanted);
}

StoredFrame stored_frame(const Arguments& args) {
  ResultReader reader(args["path"].text());
  Frame frame;
  reader.load(frame_of(args["time"], reader), frame, FrameParts::bodies);
  return {reader.bodies(), std::move(frame.bodies)};
}

/// Gives all bodies that are wanted, and that the results hold, their stored states.
void take_states(const Arguments& args, const std::vector<LabelPattern>& patterns, Domain& domain,
                 GiveState give) {
  const StoredFrame frame = stored_frame(args);
  int taken = 0;
  const std::vector<BodyId> ids(domain.bodies.ids().begin(), domain.bodies.ids().end());
  for (const BodyId id : ids) {
    const BodyRecord& record = *domain.find_body(id);
    const StoredBody* const stored = is_wanted(patterns, record) ? frame.find(record) : nullptr;
    if (stored == nullptr) continue;
    const int index = frame.states.find(stored->id);
    taken += give(*stored, frame.states.numbers_of(at(index)), domain, id) ? 1 : 0;
  }
  if (taken > 0) return;
  throw InputError(cat("the results in '", args["path"].text(), "' hold none of these bodies"));
}

/// Runs take_states for a command; what the results do not give is an error of the run, but where
/// a script reads its results a warning, as these tell how the bodies have begun.
/// @param failed  First words of the message.
py::object begin_with_states(const Arguments& args, const std::string& command,
                             const std::string& failed, GiveState give) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const std::vector<LabelPattern> patterns = patterns_of(args["subset"]);
  (void)args["time"].number();
  if (args["path"].text().empty()) args["path"].fail("must not be empty");
  if (!simulation.is_building()) return py::none();
  simulation.need_all();
  std::string reason;
  try {
    take_states(args, patterns, simulation.domain, give);
    return py::none();
  } catch (const ArchiveError& error) {
    reason = error.what();
  } catch (const InputError& error) {
    reason = error.what();
  }
  const std::string text = cat(failed, ": ", reason);
  if (simulation.mode() == Mode::write) throw InputError(text, InputErrorKind::runtime);
  warn(command, text);
  return py::none();
}

py::object initialize_state(const Arguments& args) {
  return begin_with_states(
      args, "INITIALIZE_STATE", "State initialization has failed",
      [](const StoredBody& stored, std::span<const double> numbers, Domain& domain, BodyId id) {
        give_stored_state(stored, numbers, domain, id);
        return true;
      });
}

py::object rigid_to_fem(const Arguments& args) {
  return begin_with_states(
      args, "RIGID_TO_FEM", "Rigid to FEM state mapping has failed",
      [](const StoredBody& stored, std::span<const double> numbers, Domain& domain, BodyId id) {
        if (!has_mesh(domain.find_record(id)->kind)) return false;
        give_rigid_motion(stored, numbers, domain, id);
        return true;
      });
}

}  // namespace

void bind_initial_state(py::module_& module) {
  bind_command(module, "INITIALIZE_STATE", initialize_state);
  bind_command(module, "RIGID_TO_FEM", rigid_to_fem);
}

}  // namespace solfec
