#pragma once

#include <utility>

#include "language/python/pybind.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Policy for a step that does not converge.
enum class FailurePolicy { carry_on, exit, callback };

/// State of a GAUSS_SEIDEL_SOLVER object.
struct GaussSeidelObject {
  explicit GaussSeidelObject(const GaussSeidelParams& params) : solver(params) {}

  GaussSeidelSolver solver;
  FailurePolicy failure = FailurePolicy::carry_on;
  py::object callback;  // null: none
  py::object data;      // null: none
  int traverse(visitproc visit, void* arg) const {
    Py_VISIT(callback.ptr());
    Py_VISIT(data.ptr());
    return 0;
  }
  void clear() { const py::object dropped[] = {std::move(callback), std::move(data)}; }

  int variant = 0;  // parallel update, number among the choices
  int inner_loops = 1;
};

/// State of a PENALTY_SOLVER object.
struct PenaltyObject {
  explicit PenaltyObject(PenaltyVariant variant) : solver(variant) {}

  PenaltySolver solver;
};

/// Settings that NEWTON_SOLVER has in later versions; kept for scripts, without effect.
struct LaterNewtonSettings {
  std::string linear_solver = "GMRES";          // linver
  int linear_max_iterations = 10;               // linmaxiter
  int max_products = 10000;                     // maxmatvec
  double regularisation = 0.0;                  // delta
  double relaxation = 0.25;                     // theta
  double merit_smoothing = 1e-10;               // omega
  std::string repeat_with_gauss_seidel = "ON";  // gsflag
  std::string relative_regularisation = "OFF";  // reldelta
};

/// State of a NEWTON_SOLVER object.
struct NewtonObject {
  explicit NewtonObject(const NewtonParams& params) : solver(params) {}

  NewtonSolver solver;
  LaterNewtonSettings later;
};

/// State of a BODY_SPACE_SOLVER object.
struct BodySpaceObject {
  explicit BodySpaceObject(const NewtonParams& params) : solver(params) {}

  BodySpaceSolver solver;
};

/// State of an INTERIOR_POINT_SOLVER object.
struct InteriorPointObject {
  explicit InteriorPointObject(const InteriorParams& params) : solver(params) {}

  InteriorPointSolver solver;
};

}  // namespace solfec
