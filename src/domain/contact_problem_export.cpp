#include "domain/contact_problem_export.h"

#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"

namespace solfec {

StoredProblem contact_problem(const Domain& domain) {
  if (!domain.has_local_dynamics()) {
    throw InputError(
        "there are no local dynamics: no step yet, or constraints were added or deleted since",
        InputErrorKind::runtime);
  }
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  for (const ConstraintRecord& record : domain.constraints()) {
    R.push_back(record.R);
    U.push_back(record.U);
  }
  StoredProblem problem = store(domain.local_dynamics(), R, U).problem;
  problem.title = "one step of a run of Solfec";
  problem.description =
      cat("end of the step at ", domain.time(), " s, step ", domain.local_dynamics().step, " s, ",
          problem.contact_count(), " contacts, ", problem.equality_components.size(),
          " joints and prescribed velocities; impulses in N s, velocities in m/s");
  return problem;
}

void export_contact_problem(const Domain& domain, const std::string& path) {
  write_stored_problem(contact_problem(domain), path);
}

}  // namespace solfec
