#include <algorithm>
#include <array>

#include "language/arguments/accuracy_argument.h"
#include "language/arguments/solver_objects.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/bind/newer_newton_keywords.h"
#include "language/python/errors.h"
#include "language/table/solver_names.h"

namespace solfec {

namespace {

template <typename Enum>
std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

/// One dictionary for each stage of the last step.
py::list stages_of(const SolveReport& report) {
  py::list list;
  for (const StageRecord& record : report.stages) {
    py::dict entry;
    entry["stage"] = std::string(name_of(record.stage));
    entry["sweeps"] = record.sweeps;
    entry["steps"] = record.steps;
    entry["factorisations"] = record.factorisations;
    entry["work"] = record.work;
    entry["before"] = record.before;
    entry["after"] = record.after;
    entry["end"] = std::string(name_of(record.end));
    list.append(std::move(entry));
  }
  return list;
}

/// Members of all solvers that end by criteria.
template <typename Object>
void bind_verdict(TypeBinder<Object>& type) {
  type.member(
      "accuracy", [](Object& self) { return to_python(self.solver.params.accuracy); },
      [](Object& self, const Value& value) {
        self.solver.params.accuracy = velocity_accuracy(value);
      });
  type.member("velerr", [](Object& self) { return self.solver.report().worst_error; });
  type.member("velmean", [](Object& self) { return self.solver.report().mean_error; });
  type.member("missed",
              [](Object& self) { return std::string(name_of(self.solver.report().missed)); });
  type.member("stages", [](Object& self) { return stages_of(self.solver.report()); });
}

std::shared_ptr<GaussSeidelObject> make_gauss_seidel(const Arguments& args) {
  GaussSeidelParams params;
  params.relative_tolerance = args["epsilon"].number_or(params.relative_tolerance);
  params.max_sweeps = args["maxiter"].integer_or(params.max_sweeps);
  params.merit_tolerance = args["meritval"].number_or(1e-3);
  const double least = std::min({params.relative_tolerance, params.merit_tolerance, 1e-4});
  params.diagonal_tolerance = args["diagepsilon"].number_or(least / 100.0);
  params.diagonal_max_iterations =
      args["diagmaxiter"].integer_or(std::max(100, params.max_sweeps / 100));
  params.diagonal_solver = static_cast<DiagonalSolver>(args["diagsolver"].choice_or(0));
  params.acceleration = static_cast<Acceleration>(
      args["acceleration"].choice_or(static_cast<int>(Acceleration::automatic)));
  params.accuracy =
      velocity_accuracy(args["accuracy"], args["epsilon"].given() || args["meritval"].given());
  auto object = std::make_shared<GaussSeidelObject>(params);
  object->failure = static_cast<FailurePolicy>(args["failure"].choice_or(0));
  if (args["callback"].given()) object->callback = args["callback"].function();
  if (args["data"].given()) object->data = args["data"].object();
  if (object->failure == FailurePolicy::callback && !object->callback) {
    args["failure"].fail("'CALLBACK' needs a function as 'callback'");
  }
  return object;
}

/// Ranks work row by row, in colours whose rows share no body: no update between ranks is late.
void say_no_effect(const char* member, bool is_changed) {
  if (!is_changed) return;
  note("GAUSS_SEIDEL_SOLVER",
       cat("'", member, "' is kept and has no effect: all ranks have the latest reactions"));
}

void bind_report(TypeBinder<GaussSeidelObject>& type) {
  type.member("failure",
              [](GaussSeidelObject& self) { return kFailureNames.at(index_of(self.failure)); });
  type.member("error", [](GaussSeidelObject& self) {
    return std::string(name_of(outcome(self.solver.report())));
  });
  type.member("iters", [](GaussSeidelObject& self) { return self.solver.report().iterations; });
  type.member("rerhist",
              [](GaussSeidelObject& self) { return to_list(self.solver.report().error_history); });
  type.member("merhist",
              [](GaussSeidelObject& self) { return to_list(self.solver.report().merit_history); });
  type.member("residual", [](GaussSeidelObject& self) { return self.solver.report().residual; });
  type.member("replaced",
              [](GaussSeidelObject& self) { return self.solver.report().replaced_visits; });
}

void bind_number(TypeBinder<GaussSeidelObject>& type, const char* name,
                 double GaussSeidelParams::*entry) {
  type.member(
      name, [entry](GaussSeidelObject& self) { return self.solver.params.*entry; },
      [entry](GaussSeidelObject& self, const Value& value) {
        self.solver.params.*entry = value.number();
      });
}

void bind_count(TypeBinder<GaussSeidelObject>& type, const char* name,
                int GaussSeidelParams::*entry) {
  type.member(
      name, [entry](GaussSeidelObject& self) { return self.solver.params.*entry; },
      [entry](GaussSeidelObject& self, const Value& value) {
        self.solver.params.*entry = value.integer();
      });
}

void bind_gauss_seidel(py::module_& module) {
  TypeBinder<GaussSeidelObject> type(module, "GAUSS_SEIDEL_SOLVER",
                                     garbage_collected<GaussSeidelObject>());
  type.constructor(make_gauss_seidel);
  bind_report(type);
  define_repr(type);
  bind_number(type, "epsilon", &GaussSeidelParams::relative_tolerance);
  bind_count(type, "maxiter", &GaussSeidelParams::max_sweeps);
  bind_number(type, "meritval", &GaussSeidelParams::merit_tolerance);
  bind_number(type, "diagepsilon", &GaussSeidelParams::diagonal_tolerance);
  bind_count(type, "diagmaxiter", &GaussSeidelParams::diagonal_max_iterations);
  type.member(
      "diagsolver",
      [](GaussSeidelObject& self) {
        return kDiagonalSolverNames.at(index_of(self.solver.params.diagonal_solver));
      },
      [](GaussSeidelObject& self, const Value& value) {
        self.solver.params.diagonal_solver = static_cast<DiagonalSolver>(value.choice());
      });
  type.member(
      "reverse",
      [](GaussSeidelObject& self) { return self.solver.params.alternate_direction ? "ON" : "OFF"; },
      [](GaussSeidelObject& self, const Value& value) {
        self.solver.params.alternate_direction = value.flag();
      });
  type.member(
      "variant", [](GaussSeidelObject& self) { return kUpdateNames.at(index_of(self.variant)); },
      [](GaussSeidelObject& self, const Value& value) {
        self.variant = value.choice();
        say_no_effect("variant", self.variant != GaussSeidelObject{{}}.variant);
      });
  type.member(
      "innerloops", [](GaussSeidelObject& self) { return self.inner_loops; },
      [](GaussSeidelObject& self, const Value& value) {
        self.inner_loops = value.integer();
        say_no_effect("innerloops", self.inner_loops != 1);
      });
  type.member(
      "acceleration",
      [](GaussSeidelObject& self) {
        return kAccelerationNames.at(index_of(self.solver.params.acceleration));
      },
      [](GaussSeidelObject& self, const Value& value) {
        self.solver.params.acceleration = static_cast<Acceleration>(value.choice());
      });
  bind_verdict(type);
}

std::shared_ptr<PenaltyObject> make_penalty(const Arguments& args) {
  constexpr auto kImplicit = PenaltyVariant::semi_explicit_force;  // without inner iterations
  constexpr std::array<PenaltyVariant, kPenaltyVariantNames.size()> kVariants = {
      kImplicit, PenaltyVariant::explicit_force, PenaltyVariant::semi_explicit_force};
  const PenaltyVariant variant = kVariants.at(index_of(args["variant"].choice_or(0)));
  return std::make_shared<PenaltyObject>(variant);
}

/// Iterations where an accuracy is the criterion: rocking walls need some tens, most steps a few.
constexpr int kMostIterations = 100;

/// Criterion and iterations of a method of Newton.
/// @param[in,out] params  Has the defaults that go with a merit.
void read_criterion(const Arguments& args, NewtonParams& params) {
  const bool by_merit = args["meritval"].given();
  params.merit_tolerance = args["meritval"].number_or(params.merit_tolerance);
  params.max_iterations =
      args["maxiter"].integer_or(by_merit ? params.max_iterations : kMostIterations);
  params.accuracy = velocity_accuracy(args["accuracy"], by_merit);
}

std::shared_ptr<NewtonObject> make_newton(const Arguments& args) {
  NewtonParams params;
  read_criterion(args, params);
  params.variant =
      static_cast<NewtonVariant>(args["variant"].choice_or(static_cast<int>(params.variant)));
  auto object = std::make_shared<NewtonObject>(params);
  read_later_keywords(args, *object);
  return object;
}

std::shared_ptr<BodySpaceObject> make_body_space(const Arguments& args) {
  NewtonParams params;
  params.merit_tolerance = 1e-5;
  params.max_iterations = 20;
  read_criterion(args, params);
  return std::make_shared<BodySpaceObject>(params);
}

template <typename Object>
void bind_parameter(TypeBinder<Object>& type, const char* name, double NewtonParams::*entry) {
  type.member(
      name, [entry](Object& self) { return self.solver.params.*entry; },
      [entry](Object& self, const Value& value) { self.solver.params.*entry = value.number(); });
}

template <typename Object>
void bind_parameter(TypeBinder<Object>& type, const char* name, int NewtonParams::*entry) {
  type.member(
      name, [entry](Object& self) { return self.solver.params.*entry; },
      [entry](Object& self, const Value& value) { self.solver.params.*entry = value.integer(); });
}

/// Members that both Newton solvers have.
template <typename Object>
void bind_newton_members(TypeBinder<Object>& type) {
  define_repr(type);
  type.member("error",
              [](Object& self) { return std::string(name_of(outcome(self.solver.report()))); });
  type.member("iters", [](Object& self) { return self.solver.report().iterations; });
  type.member("merhist", [](Object& self) { return to_list(self.solver.report().merit_history); });
  type.member("residual", [](Object& self) { return self.solver.report().residual; });
  bind_parameter(type, "meritval", &NewtonParams::merit_tolerance);
  bind_parameter(type, "maxiter", &NewtonParams::max_iterations);
  bind_parameter(type, "linminiter", &NewtonParams::linear_min_iterations);
  type.member(
      "resdec", [](Object& self) { return self.solver.params.residual_decrease; },
      [](Object& self, const Value& value) {
        const double decrease = value.number();
        if (!(decrease < 1.0)) value.fail(cat("must be below 1, got ", decrease));
        self.solver.params.residual_decrease = decrease;
      });
  bind_verdict(type);
}

void bind_newton(py::module_& module) {
  TypeBinder<NewtonObject> type(module, "NEWTON_SOLVER");
  type.constructor(make_newton);
  bind_newton_members(type);
  type.member(
      "variant",
      [](NewtonObject& self) {
        return kNewtonVariantNames.at(index_of(self.solver.params.variant));
      },
      [](NewtonObject& self, const Value& value) {
        self.solver.params.variant = static_cast<NewtonVariant>(value.choice());
      });
  bind_parameter(type, "nonmonlength", &NewtonParams::nonmonotone_length);
  bind_later_members(type);
  bind_command(module, "TEST_SOLVER", [](const Arguments& args) -> py::object {
    return py::cast(make_test_solver(args));
  });
}

void bind_body_space(py::module_& module) {
  TypeBinder<BodySpaceObject> type(module, "BODY_SPACE_SOLVER");
  type.constructor(make_body_space);
  bind_newton_members(type);
  bind_parameter(type, "smooth", &NewtonParams::smoothing);
}

std::shared_ptr<InteriorPointObject> make_interior_point(const Arguments& args) {
  InteriorParams params;
  params.max_iterations = args["maxiter"].integer_or(params.max_iterations);
  params.merit_tolerance = args["meritval"].number_or(params.merit_tolerance);
  params.accuracy = velocity_accuracy(args["accuracy"], args["meritval"].given());
  params.friction =
      static_cast<FrictionLaw>(args["friction"].choice_or(static_cast<int>(params.friction)));
  return std::make_shared<InteriorPointObject>(params);
}

void bind_interior_point(py::module_& module) {
  using Object = InteriorPointObject;
  TypeBinder<Object> type(module, "INTERIOR_POINT_SOLVER");
  type.constructor(make_interior_point);
  define_repr(type);
  type.member("error",
              [](Object& self) { return std::string(name_of(outcome(self.solver.report()))); });
  type.member("iters", [](Object& self) { return self.solver.report().iterations; });
  type.member("residual", [](Object& self) { return self.solver.report().residual; });
  type.member(
      "maxiter", [](Object& self) { return self.solver.params.max_iterations; },
      [](Object& self, const Value& value) {
        self.solver.params.max_iterations = value.integer();
      });
  type.member(
      "meritval", [](Object& self) { return self.solver.params.merit_tolerance; },
      [](Object& self, const Value& value) {
        self.solver.params.merit_tolerance = value.number();
      });
  type.member(
      "friction",
      [](Object& self) { return kFrictionLawNames.at(index_of(self.solver.params.friction)); },
      [](Object& self, const Value& value) {
        self.solver.params.friction = static_cast<FrictionLaw>(value.choice());
      });
  bind_verdict(type);
}

}  // namespace

void bind_solvers(py::module_& module) {
  bind_gauss_seidel(module);
  TypeBinder<PenaltyObject> penalty(module, "PENALTY_SOLVER");
  penalty.constructor(make_penalty);
  define_repr(penalty);
  bind_newton(module);
  bind_body_space(module);
  bind_interior_point(module);
}

}  // namespace solfec
