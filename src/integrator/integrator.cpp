#include "integrator/integrator.h"

#include "integrator/rigid_step.h"
#include "integrator/scheme_table.h"

namespace solfec {

namespace {

/// Half a step of the constant rigid motion of obstacles; the angular velocity is spatial.
void move_obstacles(ObstacleSet& set, double half_step) {
  for (int i = 0; i < set.size(); ++i) {
    set.center[i] += half_step * set.linear[i];
    if (set.angular[i] == Vec3{}) continue;
    set.rotation[i] =
        orthonormalized(exponential_map(half_step * set.angular[i]) * set.rotation[i]);
  }
}

}  // namespace

std::string_view scheme_name(Scheme scheme) {
  for (const SchemeRow& row : scheme_table()) {
    if (row.scheme == scheme) return row.name;
  }
  return "";
}

Scheme scheme_by_name(std::string_view name) {
  for (const SchemeRow& row : scheme_table()) {
    if (row.name == name) return row.scheme;
  }
  return Scheme::none;
}

void first_half_step(Bodies& bodies, double step) {
  move_obstacles(bodies.obstacles, 0.5 * step);
  for (const SchemeRow& row : scheme_table()) row.first_half(bodies, row.scheme, step);
}

void free_velocity(Bodies& bodies, double step) {
  for (const SchemeRow& row : scheme_table()) row.free_velocity(bodies, row.scheme, step);
}

FinishReport finish_step(Bodies& bodies, double step) {
  move_obstacles(bodies.obstacles, 0.5 * step);
  FinishReport report;
  for (const SchemeRow& row : scheme_table()) {
    const BodyId failed = row.finish(bodies, step);
    if (failed != 0 && (report.not_converged == 0 || failed < report.not_converged)) {
      report.not_converged = failed;
    }
  }
  return report;
}

}  // namespace solfec
