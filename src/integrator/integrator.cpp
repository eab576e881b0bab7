#include "integrator/integrator.h"

#include "integrator/move_obstacles.h"
#include "integrator/scheme_table.h"

namespace solfec {

void first_half_step(Bodies& bodies, double step) {
  first_half_of_obstacles(bodies.obstacles, step);
  for (const SchemeRow& row : scheme_table()) row.first_half(bodies, row.scheme, step);
}

void free_velocity(Bodies& bodies, double step) {
  for (const SchemeRow& row : scheme_table()) row.free_velocity(bodies, row.scheme, step);
}

FinishReport finish_step(Bodies& bodies, double step) {
  second_half_of_obstacles(bodies.obstacles, step);
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
