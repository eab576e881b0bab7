#include <array>
#include <set>
#include <string>

#include "body/finite_element/stress_recovery.h"
#include "language/arguments/objects.h"
#include "language/bind/bind_groups.h"
#include "language/bind/stressless.h"
#include "language/python/errors.h"
#include "material/stress_components.h"
#include "material/von_mises.h"

namespace solfec {

namespace {

py::object duration(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  if (simulation.mode() == Mode::write) return py::float_(simulation.time());
  const ResultReader& reader = *simulation.results();
  return py::make_tuple(reader.time(0), reader.time(reader.frame_count() - 1));
}

/// Says once for a command that it needs READ mode.
void say_no_frames(const char* command) {
  static std::set<std::string> said;
  if (said.insert(command).second) note(command, "has no effect in WRITE mode");
}

/// Moves by some frames from the shown one; nothing in WRITE mode.
void move(const Arguments& args, int direction) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const int steps = args["steps"].integer();
  if (simulation.mode() == Mode::write)
    return say_no_frames(direction > 0 ? "FORWARD" : "BACKWARD");
  const int shown = std::max(simulation.shown_frame(), 0);
  const int last = simulation.results()->frame_count() - 1;
  const int frames_ahead = direction > 0 ? last - shown : shown;
  simulation.show_frame(shown + direction * std::min(steps, frames_ahead));
}

py::object forward(const Arguments& args) {
  move(args, 1);
  return py::none();
}

py::object backward(const Arguments& args) {
  move(args, -1);
  return py::none();
}

py::object seek(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const double time = args["time"].number();
  if (simulation.mode() == Mode::read) simulation.show_frame(simulation.results()->nearest(time));
  if (simulation.mode() == Mode::write) say_no_frames("SEEK");
  return py::none();
}

/// Value of `evaluate(bodies, body, point)` for the arguments `body` and `point`; None for a body
/// that the shown frame does not hold.
template <typename Evaluate>
py::object at_point(const Arguments& args, Evaluate evaluate) {
  const BodyObject& body = body_of(args["body"]);
  const Vec3 point = args["point"].vector3();
  if (!is_here(body)) return py::none();
  const Simulation& simulation = *body.simulation;
  check_point(simulation.domain, body.id, point);
  return evaluate(simulation.bodies(), simulation.place_of(body.id), point);
}

py::object displacement(const Arguments& args) {
  return at_point(args, [](const Bodies& bodies, BodyRef body, Vec3 point) {
    return to_tuple(bodies.current_point(body, point) - point);
  });
}

py::object velocity(const Arguments& args) {
  return at_point(args, [](const Bodies& bodies, BodyRef body, Vec3 point) {
    return to_tuple(bodies.velocity(body, point));
  });
}

py::object stress(const Arguments& args) {
  const auto value = static_cast<StressValue>(args["value"].choice_or(0));
  py::object found = at_point(args, [value](const Bodies& bodies, BodyRef body, Vec3 point) {
    std::array<double, 6> s{};
    const FiniteElementBody* const mesh = bodies.mesh(body);
    if (mesh != nullptr) {
      s = stress_components(stress_at(*mesh, point, value));
    } else {
      bodies.stress(body, point, s);
    }
    return py::make_tuple(s[0], s[1], s[2], s[3], s[4], s[5], von_mises(s));
  });
  const BodyObject& body = body_of(args["body"]);
  if (!found.is_none()) tell_without_stress(*body.simulation, record_of(body), "STRESS");
  return found;
}

py::object energy(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const Value& object = args["object"];
  std::vector<BodyId> ids;
  const auto add = [&](const py::handle item) {
    const auto& body = Value(py::reinterpret_borrow<py::object>(item), object.spec());
    const BodyObject& found = body_of(body);
    if (found.simulation != simulation) object.fail("belongs to another SOLFEC object");
    ids.push_back(found.id);
  };
  if (!object.given() || holds<SolfecObject>(object.object())) {
    if (object.given() && object.as<SolfecObject>().simulation != simulation) {
      object.fail("is another SOLFEC object than 'solfec'");
    }
    for (const BodyRecord& record : simulation->domain.body_records()) ids.push_back(record.id);
  } else if (is_sequence(object.object())) {
    for (const auto& item : object.object()) add(item);
  } else {
    add(object.object());
  }
  const Energies e = simulation->energies(ids);
  return py::make_tuple(e.kinetic, e.internal, e.external, e.contact, e.friction);
}

py::object timing(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const int kind = args["kind"].choice();
  return py::float_(simulation.timing(static_cast<Phase>(kind)));  // choices in the order of Phase
}

}  // namespace

void bind_results(py::module_& module) {
  bind_command(module, "DURATION", duration);
  bind_command(module, "FORWARD", forward);
  bind_command(module, "BACKWARD", backward);
  bind_command(module, "SEEK", seek);
  bind_command(module, "DISPLACEMENT", displacement);
  bind_command(module, "VELOCITY", velocity);
  bind_command(module, "STRESS", stress);
  bind_command(module, "ENERGY", energy);
  bind_command(module, "TIMING", timing);
}

}  // namespace solfec
