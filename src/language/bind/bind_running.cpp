#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "language/arguments/callback_data.h"
#include "language/arguments/function_inputs.h"
#include "language/arguments/objects.h"
#include "language/arguments/run_solver.h"
#include "language/bind/bind_groups.h"
#include "language/python/python_numbers.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

/// The viewer computes a RUN when the user wants it.
void plan(Simulation& simulation, PlannedRun run) {
  simulation.planned.add(std::move(run));
  if (simulation.planned.size() == 2) {
    std::fprintf(stderr,
                 "solfec: %s: RUN: the viewer computes it after the one before; what the script "
                 "changes in between holds from the start\n",
                 script_origin().c_str());
  }
}

py::object run(const Arguments& args) {
  // Held for the whole run: a callback may drop the script's own references.
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  RunSolver chosen = run_solver_of(args["solver"], simulation->domain);
  const double duration = args["duration"].number();
  if (simulation->is_in_loop) {
    throw InputError("a TIME_LOOP of this object is still on; its end () ends it",
                     InputErrorKind::runtime);
  }
  simulation->note_line("RUN", script_origin(), acts_in_run(*simulation));
  if (run_context().settings.viewer && simulation->mode() == Mode::write) {
    plan(*simulation, {chosen.solver, duration, std::move(chosen.on_failure),
                       std::make_shared<const py::object>(args["solver"].object())});
    return py::none();
  }
  raise_when_stopped(simulation->run(*chosen.solver, duration, std::move(chosen.on_failure)),
                     "RUN");
  return py::none();
}

/// 'EVERY', 'OFF' or a whole number from 1 on.
ContactFrames read_contact_frames(const Value& value) {
  if (!value.given()) return {};
  if (py::isinstance<py::str>(value.object())) {
    const auto word = value.object().cast<std::string>();
    if (word == "EVERY") return {};
    if (word == "OFF") return {.every = ContactFrames::kNone};
    value.fail_value();
  }
  constexpr double kMost = 1e9;
  double every = 0.0;
  if (!read_number(value.object(), every)) value.fail_type();
  if (!(every >= 1.0 && every <= kMost) || every != std::floor(every)) value.fail_value();
  return {.every = static_cast<int>(every)};
}

py::object output(const Arguments& args) {
  simulation_of(args["solfec"])
      .set_output(args["interval"].number(), args["compression"].flag_or(true),
                  read_contact_frames(args["contacts"]));
  return py::none();
}

py::object extents(const Arguments& args) {
  Simulation& simulation = simulation_of(args["solfec"]);
  const Value& value = args["extents"];
  const std::vector<double> e = value.numbers();
  const Box box = {{e[0], e[1], e[2]}, {e[3], e[4], e[5]}};
  for (int i = 0; i < 3; ++i) {
    if (!(box.lo[i] < box.hi[i])) {
      value.fail(cat("must have min < max, got ", box.lo[i], " and ", box.hi[i], " m"));
    }
  }
  simulation.set_extents(box);
  return py::none();
}

py::object unphysical_penetration(const Arguments& args) {
  simulation_of(args["solfec"]).set_penetration_bound(args["depth"].number());
  return py::none();
}

py::object callback(const Arguments& args) {
  SolfecObject& owner = args["solfec"].as<SolfecObject>();
  const double interval = args["interval"].number();
  const std::shared_ptr<PeriodicCall> earlier = owner.periodic;  // dropped last: may run user code
  const auto call = std::make_shared<PeriodicCall>(
      PeriodicCall{args["callback"].function(), args["data"].object()});
  owner.periodic = call;
  RunCallback callback;
  callback.name = args["callback"].function_name();
  callback.is_nested = acts_in_run(*owner.simulation);
  callback.save = [call] {
    const CallbackScope scope(Inside::step);  // keys and values may run code of the user
    return saved_data(call->data);
  };
  callback.inputs = [call] { return function_inputs(call->function, call->data); };
  callback.load = [call](const std::string& text) {
    const CallbackScope scope(Inside::step);
    restore_data(text, call->data);
  };
  callback.call = [call] {  // RUN calls a copy, as the function may call CALLBACK
    const CallbackScope scope(Inside::run);
    return goes_on(
        call_with_data("CALLBACK", call->function, py::tuple(), call->data, py::tuple()));
  };
  owner.simulation->set_callback(interval, std::move(callback));
  return py::none();
}

py::object geometric_epsilon_command(const Arguments& args) {
  set_geometric_epsilon(args["epsilon"].number(), script_origin());
  return py::none();
}

py::object contact_sparsify(const Arguments& args) {
  ContactParams& params = simulation_of(args["solfec"]).domain.contact_params;
  const double threshold = args["threshold"].number_or(0.01);
  const double area = args["minarea"].number_or(0.0);
  // threshold 0 is the lack of sparsification: every overlap stays unless a distance is asked for
  const double default_distance = threshold == 0.0 ? 0.0 : params.tolerance;
  const double distance = args["mindist"].number_or(default_distance);
  params.sparsify_threshold = threshold;
  params.patch_threshold = args["threshold"].given() ? threshold : 0.0;
  params.minimal_area = area;
  params.minimal_distance = distance;
  params.own_minimal_distance = threshold == 0.0 || args["mindist"].given();
  return py::none();
}

py::object contact_prediction(const Arguments& args) {
  simulation_of(args["solfec"]).domain.contact_params.prediction = args["distance"].number();
  return py::none();
}

py::object contact_points(const Arguments& args) {
  simulation_of(args["solfec"])
      .domain.set_contact_points(static_cast<ContactPoints>(args["rule"].choice()));
  return py::none();
}

/// A speed in m/s or (x, 'GH') for x |g| h.
py::object contact_bounce(const Arguments& args) {
  const Value& value = args["speed"];
  py::object number = value.object();
  const bool is_share = is_sequence(number);
  if (is_share) {
    const auto pair = py::reinterpret_borrow<py::sequence>(number);
    if (py::len(pair) != 2 || !py::isinstance<py::str>(pair[1]) ||
        py::cast<std::string>(pair[1]) != "GH") {
      value.fail_type();
    }
    number = pair[0];
  }
  double least = 0.0;
  if (!read_number(number, least)) value.fail_type();
  if (!(least >= 0.0) || !std::isfinite(least)) {
    value.fail(cat("must be finite and not negative, got ", least, is_share ? " g h" : " m/s"));
  }
  ContactParams& params = simulation_of(args["solfec"]).domain.contact_params;
  params.bounce_share = is_share ? least : 0.0;
  params.bounce_speed = is_share ? 0.0 : least;
  return py::none();
}

py::object contact_projection(const Arguments& args) {
  simulation_of(args["solfec"]).domain.contact_params.projection = args["switch"].choice() == 0;
  return py::none();
}

}  // namespace

void bind_running(py::module_& module) {
  bind_command(module, "RUN", run);
  bind_command(module, "OUTPUT", output);
  bind_command(module, "EXTENTS", extents);
  bind_command(module, "UNPHYSICAL_PENETRATION", unphysical_penetration);
  bind_command(module, "CALLBACK", callback);
  bind_command(module, "GEOMETRIC_EPSILON", geometric_epsilon_command);
  bind_command(module, "CONTACT_SPARSIFY", contact_sparsify);
  bind_command(module, "CONTACT_PREDICTION", contact_prediction);
  bind_command(module, "CONTACT_POINTS", contact_points);
  bind_command(module, "CONTACT_BOUNCE", contact_bounce);
  bind_command(module, "CONTACT_PROJECTION", contact_projection);
}

}  // namespace solfec
