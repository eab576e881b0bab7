#include "domain/contact_problem_export.h"

#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "domain/record_index.h"
#include "local_dynamics/gathered_operator.h"
#include "local_dynamics/gathered_problem.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"

namespace solfec {

namespace {

/// The rows of all ranks in the order of the records. Collective.
LocalDynamics problem_of_ranks(const Domain& domain) {
  if (!can_gather(domain.local_dynamics())) {
    throw InputError("rows of finite elements are not gathered from several ranks",
                     InputErrorKind::runtime);
  }
  LocalDynamics gathered;
  gather_problem(domain.local_dynamics(), gathered);
  LocalDynamics problem = gathered;
  const RecordIndex records(domain);
  for (int i = 0; i < gathered.size(); ++i) {
    const int record = records.of(gathered.key[at(i)]);
    problem.key[at(record)] = gathered.key[at(i)];
    problem.law[at(record)] = gathered.law[at(i)];
    problem.W_diagonal[at(record)] = gathered.W_diagonal[at(i)];
    problem.V[at(record)] = gathered.V[at(i)];
    problem.B[at(record)] = gathered.B[at(i)];
    problem.body_space.row(record) = gathered.body_space.rows()[at(i)];
  }
  return problem;
}

}  // namespace

StoredProblem contact_problem(const Domain& domain) {
  if (!domain.has_local_dynamics() && !domain.has_part_of_local_dynamics()) {
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
  const bool in_parts = !domain.has_local_dynamics();
  const LocalDynamics gathered = in_parts ? problem_of_ranks(domain) : LocalDynamics{};
  const LocalDynamics& rows = in_parts ? gathered : domain.local_dynamics();
  StoredProblem problem = store(rows, R, U).problem;
  problem.title = "one step of a run of Solfec";
  problem.description =
      cat("end of the step at ", domain.time(), " s, step ", rows.step, " s, ",
          problem.contact_count(), " contacts, ", problem.equality_components.size(),
          " joints and prescribed velocities; impulses in N s, velocities in m/s");
  return problem;
}

void export_contact_problem(const Domain& domain, const std::string& path) {
  const StoredProblem problem = contact_problem(domain);
  if (domain.comm().rank() == 0) write_stored_problem(problem, path);
}

}  // namespace solfec
