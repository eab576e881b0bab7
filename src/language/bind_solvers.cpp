#include <algorithm>
#include <array>

#include "language/bind_groups.h"
#include "language/solver_objects.h"

namespace solfec {

namespace {

constexpr std::array<const char*, 3> kFailures = {"CONTINUE", "EXIT", "CALLBACK"};
constexpr std::array<const char*, 5> kDiagonalSolvers = {
    "EXACT", "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "DE_SAXCE_FENG", "PROJECTED_NEWTON"};
constexpr std::array<const char*, 3> kAccelerations = {"OFF", "NNCG", "AUTO"};
constexpr std::array<const char*, 4> kVariants = {"FULL", "MIDDLE_JACOBI", "BOUNDARY_JACOBI",
                                                  "SIMPLIFIED"};

template <typename Enum>
std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

std::shared_ptr<GaussSeidelObject> make_gauss_seidel(const Arguments& args) {
  GaussSeidelParams params;
  params.relative_tolerance = args["epsilon"].number();
  params.max_sweeps = args["maxiter"].integer();
  params.merit_tolerance = args["meritval"].number_or(1e-3);
  const double least = std::min({params.relative_tolerance, params.merit_tolerance, 1e-4});
  params.diagonal_tolerance = args["diagepsilon"].number_or(least / 100.0);
  params.diagonal_max_iterations =
      args["diagmaxiter"].integer_or(std::max(100, params.max_sweeps / 100));
  params.diagonal_solver = static_cast<DiagonalSolver>(args["diagsolver"].choice_or(0));
  params.acceleration = static_cast<Acceleration>(
      args["acceleration"].choice_or(static_cast<int>(Acceleration::automatic)));
  auto object = std::make_shared<GaussSeidelObject>(params);
  object->failure = static_cast<FailurePolicy>(args["failure"].choice_or(0));
  if (args["callback"].given()) object->callback = args["callback"].function();
  if (args["data"].given()) object->data = args["data"].object();
  if (object->failure == FailurePolicy::callback && !object->callback) {
    args["failure"].fail("'CALLBACK' needs a function as 'callback'");
  }
  return object;
}

void bind_report(TypeBinder<GaussSeidelObject>& type) {
  type.member("failure",
              [](GaussSeidelObject& self) { return kFailures.at(index_of(self.failure)); });
  type.member("error", [](GaussSeidelObject& self) {
    return std::string(status_name(outcome(self.solver.report())));
  });
  type.member("iters", [](GaussSeidelObject& self) { return self.solver.report().iterations; });
  type.member("rerhist",
              [](GaussSeidelObject& self) { return to_list(self.solver.report().error_history); });
  type.member("merhist",
              [](GaussSeidelObject& self) { return to_list(self.solver.report().merit_history); });
  type.member("residual", [](GaussSeidelObject& self) { return self.solver.report().residual; });
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
  bind_number(type, "epsilon", &GaussSeidelParams::relative_tolerance);
  bind_count(type, "maxiter", &GaussSeidelParams::max_sweeps);
  bind_number(type, "meritval", &GaussSeidelParams::merit_tolerance);
  bind_number(type, "diagepsilon", &GaussSeidelParams::diagonal_tolerance);
  bind_count(type, "diagmaxiter", &GaussSeidelParams::diagonal_max_iterations);
  type.member(
      "diagsolver",
      [](GaussSeidelObject& self) {
        return kDiagonalSolvers.at(index_of(self.solver.params.diagonal_solver));
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
      "variant", [](GaussSeidelObject& self) { return kVariants.at(index_of(self.variant)); },
      [](GaussSeidelObject& self, const Value& value) { self.variant = value.choice(); });
  type.member(
      "innerloops", [](GaussSeidelObject& self) { return self.inner_loops; },
      [](GaussSeidelObject& self, const Value& value) { self.inner_loops = value.integer(); });
  type.member(
      "acceleration",
      [](GaussSeidelObject& self) {
        return kAccelerations.at(index_of(self.solver.params.acceleration));
      },
      [](GaussSeidelObject& self, const Value& value) {
        self.solver.params.acceleration = static_cast<Acceleration>(value.choice());
      });
}

std::shared_ptr<PenaltyObject> make_penalty(const Arguments& args) {
  const auto variant = static_cast<PenaltyVariant>(args["variant"].choice_or(0));
  return std::make_shared<PenaltyObject>(variant);
}

}  // namespace

void bind_solvers(py::module_& module) {
  bind_gauss_seidel(module);
  TypeBinder<PenaltyObject> penalty(module, "PENALTY_SOLVER");
  penalty.constructor(make_penalty);
}

}  // namespace solfec
