#include <memory>
#include <string>
#include <utility>

#include "language/arguments/loop_object.h"
#include "language/arguments/run_solver.h"
#include "language/bind/bind_groups.h"
#include "language/bind/loop_arrays.h"
#include "language/python/python_numbers.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

std::shared_ptr<LoopObject> make_loop(const Arguments& args) {
  const py::object& solfec = args["solfec"].object();
  (void)args["solfec"].as<SolfecObject>();
  const auto owner = solfec.cast<std::shared_ptr<SolfecObject>>();
  Simulation& simulation = *owner->simulation;
  const double duration = args["duration"].number();
  if (simulation.domain.ranks()) {
    throw InputError(
        cat("is for one rank, got ", simulation.domain.comm().size(), "; RUN computes on several"),
        InputErrorKind::runtime);
  }
  if (run_context().settings.viewer && simulation.mode() == Mode::write) {
    throw InputError(
        "the viewer cannot compute the steps of a script: run it without -v, then open its results",
        InputErrorKind::runtime);
  }
  if (simulation.is_in_loop) {
    throw InputError("another TIME_LOOP of this object is still on; its end () ends it",
                     InputErrorKind::runtime);
  }
  (void)run_solver_of(args["solver"], simulation.domain);
  simulation.note_line("RUN", script_origin(), acts_in_run(simulation));
  return std::make_shared<LoopObject>(owner, args["solver"].object(), duration);
}

const char* next_of(const LoopObject& loop) {
  if (!loop.is_on()) return "";
  constexpr const char* kNext[] = {"begin", "predict", "detect", "rows", "solve", "finish"};
  return kNext[static_cast<int>(loop.part())];
}

/// The rows of the step that a loop has under way.
std::shared_ptr<RowsObject> rows_of(const std::shared_ptr<LoopObject>& loop) {
  return std::make_shared<RowsObject>(RowsObject{loop, loop->step_number()});
}

std::shared_ptr<LoopObject> shared(py::handle self) {
  return self.cast<std::shared_ptr<LoopObject>>();
}

/// Source of the reactions that a script hands in, as an array or by a function.
ReactionSource source_of(const Value& given, const std::shared_ptr<LoopObject>& loop) {
  const py::object& object = given.object();
  if (PyCallable_Check(object.ptr()) == 0) {
    return [object](const LocalDynamics& /*problem*/, std::span<Vec3> R) {
      read_reactions(object, R, "'reactions'");
    };
  }
  return [object, loop](const LocalDynamics& /*problem*/, std::span<Vec3> R) {
    const CallbackScope scope(Inside::step);
    const auto function = py::reinterpret_borrow<py::function>(object);
    const py::object result =
        call_with_data("TIME_LOOP.solve", function, py::make_tuple(rows_of(loop)), {}, py::tuple());
    read_reactions(result, R, cat("what the function '", function_name(object), "' returns"));
  };
}

void solve(const std::shared_ptr<LoopObject>& loop, const Value& reactions) {
  if (!reactions.given()) {
    loop->solve();
    return;
  }
  if (holds<PenaltyObject>(loop->solver_object)) {
    reactions.fail("cannot be given: PENALTY_SOLVER has no criteria by which they could be judged");
  }
  if (loop->domain().impacts == ImpactScheme::rattle) {
    reactions.fail("cannot be given with SOLFEC.impacts = 'RATTLE', which solves a second time");
  }
  loop->solve(source_of(reactions, loop));
}

/// End of a `with` block: an exception of the script ends the RUN as an error.
void leave(const std::shared_ptr<LoopObject>& loop, const py::args& exception) {
  if (exception.size() < 2 || exception[0].is_none()) {
    loop->end();
    return;
  }
  loop->give_up(cat(std::string(py::str(exception[0].attr("__name__"))), ": ",
                    std::string(py::str(exception[1]))));
}

void define_protocols(py::handle type) {
  const auto itself = [](py::handle self) { return py::reinterpret_borrow<py::object>(self); };
  define_special(type, "__iter__", itself);
  define_special(type, "__enter__", itself);
  define_special(type, "__next__", [itself](py::handle self) {
    if (shared(self)->begin()) return itself(self);
    throw py::stop_iteration();
  });
  type.attr("__exit__") = py::cpp_function(
      [](const py::object& self, const py::args& exception) {
        return with_python_errors("TIME_LOOP", [&] {
          leave(shared(self), exception);
          return py::none();
        });
      },
      py::name("__exit__"), py::is_method(type));
}

void bind_loop(py::module_& module) {
  TypeBinder<LoopObject> type(module, "TIME_LOOP");
  type.constructor(make_loop);
  type.repr([](const LoopObject& self) {
    return cat("<TIME_LOOP at t=", short_number(self.domain().time()), " s, ",
               self.is_on() ? cat("next part ", next_of(self), ">") : "ended>");
  });
  type.method("begin", [](LoopObject& self, const Arguments&) { return self.begin(); });
  type.method("predict", [](LoopObject& self, const Arguments&) {
    self.predict();
    return py::none();
  });
  type.method("detect", [](LoopObject& self, const Arguments&) {
    self.detect();
    return py::none();
  });
  const CommandSpec& spec = declared("TIME_LOOP");
  const py::object python_type = module.attr("TIME_LOOP");
  define_method(python_type, spec, declared_member(spec, "rows"),
                [](py::handle self, const Arguments&) {
                  const auto loop = shared(self);
                  loop->form_rows();
                  return py::cast(rows_of(loop));
                });
  define_method(python_type, spec, declared_member(spec, "solve"),
                [](py::handle self, const Arguments& args) -> py::object {
                  solve(shared(self), args["reactions"]);
                  return py::none();
                });
  type.method("finish", [](LoopObject& self, const Arguments&) {
    self.finish();
    return py::none();
  });
  type.method("end", [](LoopObject& self, const Arguments&) {
    self.end();
    return py::none();
  });
  type.member("time", [](LoopObject& self) { return self.simulation().time(); });
  type.member("step", [](LoopObject& self) { return self.simulation().current_step(); });
  type.member("number", [](LoopObject& self) { return self.step_number(); });
  type.member("next", [](LoopObject& self) { return next_of(self); });
  type.member("bodies", [](LoopObject& self) { return all_ids(self.domain()); });
  type.member("q", [](LoopObject& self) { return all_configurations(self.domain()); });
  type.member(
      "u", [](LoopObject& self) { return all_velocities(self.domain()); },
      [](LoopObject& self, const Value& value) {
        if (!self.is_on() || self.part() > StepPart::begun) {
          throw InputError("can be written between finish () and predict () of a loop that is on",
                           InputErrorKind::runtime);
        }
        set_all_velocities(value, self.domain());
      });
  type.member("q_start", [](LoopObject& self) { return configuration_starts(self.domain()); });
  type.member("u_start", [](LoopObject& self) { return velocity_starts(self.domain()); });
  define_protocols(python_type);
}

/// Gets of a member of ROWS. @param get  get(domain)
template <typename Get>
void bind_row_member(TypeBinder<RowsObject>& type, const char* name, Get get) {
  type.member(name, [get](RowsObject& self) {
    self.check();
    return get(self.loop->domain());
  });
}

void bind_numbers(TypeBinder<RowsObject>& type, const char* name, double RowLaw::*number) {
  bind_row_member(type, name, [number](const Domain& domain) {
    return row_numbers(domain.local_dynamics(), number);
  });
}

void bind_rows(py::module_& module) {
  TypeBinder<RowsObject> type(module, "ROWS");
  type.refuse_constructor();
  type.repr([](const RowsObject& self) {
    return cat("<ROWS of step ", self.step_number, " of a TIME_LOOP>");
  });
  bind_row_member(type, "count", [](const Domain& d) { return d.local_dynamics().size(); });
  bind_row_member(type, "kinds", [](const Domain& d) {
    py::list kinds;
    for (const RowLaw& law : d.local_dynamics().law) {
      kinds.append(std::string(name_of(is_contact(law.kind) ? ConstraintKind::contact : law.kind)));
    }
    return kinds;
  });
  bind_row_member(type, "bodies", [](const Domain& d) { return row_bodies(d); });
  bind_row_member(type, "point", [](const Domain& d) { return row_points(d); });
  bind_row_member(type, "frame", [](const Domain& d) { return row_frames(d); });
  bind_numbers(type, "gap", &RowLaw::gap);
  bind_row_member(type, "open", [](const Domain& d) { return open_rows(d.local_dynamics()); });
  bind_numbers(type, "friction", &RowLaw::friction);
  bind_numbers(type, "shift", &RowLaw::velocity_shift);
  bind_numbers(type, "cohesion", &RowLaw::cohesion);
  bind_numbers(type, "target", &RowLaw::target);
  bind_row_member(type, "V", [](const Domain& d) { return vectors(d.local_dynamics().V); });
  bind_row_member(type, "B", [](const Domain& d) { return vectors(d.local_dynamics().B); });
  bind_row_member(type, "U", [](const Domain& d) { return vectors(d.local_solution().U); });
  bind_row_member(type, "R", [](const Domain& d) { return vectors(d.local_solution().R); });
  bind_row_member(type, "W", [](const Domain& d) { return row_matrix(d.local_dynamics()); });
}

}  // namespace

void bind_time_loop(py::module_& module) {
  bind_rows(module);
  bind_loop(module);
}

}  // namespace solfec
