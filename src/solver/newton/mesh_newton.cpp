#include "solver/newton/mesh_newton.h"

namespace solfec {

NewtonDirection& MeshNewton::chosen() {
  if (chosen_ == nullptr) {
    const bool sparse =
        problem_.body_space.has_deferred() || tangent_.cost_in_sweeps() < dense_.cost_in_sweeps();
    chosen_ = sparse ? static_cast<NewtonDirection*>(&tangent_) : &dense_;
  }
  return *chosen_;
}

bool has_mesh_newton(const LocalDynamics& problem) {
  const bool repeated = problem.quasi_static && problem.push > problem.step;
  return (problem.body_space.has_factored_slots() || repeated) && problem.shared.one_rank();
}

bool refines_by_mesh_newton(const LocalDynamics& problem) {
  return problem.quasi_static && has_mesh_newton(problem);
}

}  // namespace solfec
