#pragma once

#include <string>
#include <vector>

namespace solfec {

/// Path of a stored problem, "" when there is none of that name. Problems of our own stand in
/// tests/data/problems and are always there; public ones stand in the folder SOLFEC_PROBLEM_DIR,
/// which a clone may lack. The environment variable of that name wins over the folder given at
/// build time.
std::string stored_problem_path(const std::string& name);

/// The rows whose stored problem is there: `problem_of(row)` is its name, "" for none. So tests
/// have rows for public problems, which are left out where these are missing, beside rows for our
/// own.
template <typename Row, typename ProblemOf>
std::vector<Row> rows_that_are_here(const std::vector<Row>& rows, const ProblemOf& problem_of) {
  std::vector<Row> here;
  for (const Row& row : rows) {
    const std::string problem = problem_of(row);
    if (problem.empty() || !stored_problem_path(problem).empty()) here.push_back(row);
  }
  return here;
}

/// Names of the stored problems that are there.
inline std::vector<std::string> problems_that_are_here(const std::vector<std::string>& names) {
  return rows_that_are_here(names, [](const std::string& name) { return name; });
}

}  // namespace solfec
