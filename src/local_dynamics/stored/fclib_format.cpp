#include "local_dynamics/stored/fclib_format.h"

#include <cstdint>

#include "base/cat.h"
#include "base/count.h"
#include "local_dynamics/stored/fclib_datasets.h"
#include "local_dynamics/stored/global_problem.h"

namespace solfec {
namespace {

/// Components of the equalities: as /solfec/equality_components says, else one each.
std::vector<int> read_components(const FclibDatasets& file, int equalities) {
  const std::string path = "/solfec/equality_components";
  if (!file.has(path)) return std::vector<int>(at(equalities), 1);
  std::vector<int> components = file.integers(path);
  std::int64_t sum = 0;
  for (const int value : components) {
    if (value != 1 && value != 3) file.fail(path, cat("must hold 1 or 3, got ", value));
    sum += value;
  }
  if (sum != equalities) {
    file.fail(path, cat("must add up to the number of equalities, ", equalities, ", got ", sum));
  }
  return components;
}

/// Adds V, Vᵀ and R, the rows and columns of the equalities.
void append_equalities(const FclibDatasets& file, const ScalarMatrix& V,
                       std::vector<ScalarEntry>& entries) {
  const int first = V.rows;
  for (const ScalarEntry& e : V.entries) {
    entries.push_back({e.row, first + e.column, e.value});
    entries.push_back({first + e.column, e.row, e.value});
  }
  if (!file.has("/fclib_local/R/m")) file.fail("/fclib_local/R", "is missing beside V");
  const ScalarMatrix R = file.matrix("/fclib_local/R");
  if (R.rows != V.columns || R.columns != V.columns) {
    file.fail("/fclib_local/R", cat("must be square with the columns of V, ", V.columns, ", got ",
                                    R.rows, " x ", R.columns));
  }
  for (const ScalarEntry& e : R.entries)
    entries.push_back({first + e.row, first + e.column, e.value});
}

StoredSolution read_solution(const FclibDatasets& file, const std::string& path,
                             const ScalarUnknowns& unknowns, int rows) {
  const int equalities = unknowns.equality_scalars();
  const std::vector<double> zero(at(equalities), 0.0);
  const auto contact_numbers = [&](const std::string& name) -> const std::vector<double>& {
    return file.numbers(path + name, unknowns.contact_scalars);
  };
  StoredSolution solution;
  solution.r = vectors_of(unknowns, rows, contact_numbers("/r"),
                          equalities > 0 ? file.numbers(path + "/l", equalities) : zero);
  solution.u = vectors_of(unknowns, rows, contact_numbers("/u"), zero);
  return solution;
}

void check_dimension(const FclibDatasets& file, const std::string& root) {
  const int dimension = file.integer(root + "/spacedim");
  if (dimension == 2) {
    file.fail(
        root + "/spacedim",
        "is 2: a problem in the plane, with two unknowns per contact; only those in space, of "
        "dimension 3, are solved");
  }
  if (dimension != 3) file.fail(root + "/spacedim", cat("must be 3, got ", dimension));
}

/// Problems with moments at contacts have a group of their own, or coefficients mu_r.
void check_no_rolling(const FclibDatasets& file) {
  for (const char* const root : {"/fclib_local", "/fclib_global"}) {
    for (const std::string& path : {cat(root, "_rolling/spacedim"), cat(root, "/vectors/mu_r")}) {
      if (!file.has(path)) continue;
      file.fail(path,
                "belongs to a problem with rolling friction, with five unknowns per contact; "
                "only those with friction alone, three unknowns per contact, are solved");
    }
  }
}

std::vector<double> read_friction(const FclibDatasets& file, const std::string& root,
                                  int contacts) {
  const std::vector<double>& friction = file.numbers(root + "/vectors/mu", contacts);
  for (const double mu : friction) {
    if (!(mu >= 0.0)) file.fail(root + "/vectors/mu", cat("must not be negative, got ", mu));
  }
  return friction;
}

StoredProblem read_local(const FclibDatasets& file) {
  const std::string root = "/fclib_local";
  check_dimension(file, root);
  ScalarMatrix W = file.matrix(root + "/W");
  if (W.rows != W.columns || W.rows % 3 != 0) {
    file.fail(root + "/W",
              cat("must be square with 3 rows per contact, got ", W.rows, " x ", W.columns));
  }
  const int contacts = W.rows / 3;
  StoredProblem problem;
  problem.mu = read_friction(file, root, contacts);
  const std::vector<double>& q = file.numbers(root + "/vectors/q", W.rows);
  std::vector<double> s;
  if (file.has(root + "/V/m")) {
    const ScalarMatrix V = file.matrix(root + "/V");
    if (V.rows != W.rows) file.fail(root + "/V", cat("must have ", W.rows, " rows, got ", V.rows));
    s = file.numbers(root + "/vectors/s", V.columns);
    problem.equality_components = read_components(file, V.columns);
    append_equalities(file, V, W.entries);
  }
  const ScalarUnknowns unknowns(contacts, problem.equality_components);
  const int rows = contacts + count(problem.equality_components);
  problem.W = blocks_of(unknowns, rows, W.entries);
  problem.q = vectors_of(unknowns, rows, q, s);
  return problem;
}

/// A matrix with a row for each velocity of the bodies.
ScalarMatrix read_columns(const FclibDatasets& file, const std::string& path, int velocities) {
  ScalarMatrix matrix = file.matrix(path);
  if (matrix.rows != velocities) {
    file.fail(path, cat("must have ", velocities, " rows as M has, got ", matrix.rows));
  }
  return matrix;
}

GlobalProblem read_global(const FclibDatasets& file) {
  const std::string root = "/fclib_global";
  check_dimension(file, root);
  GlobalProblem problem;
  problem.M = file.matrix(root + "/M");
  const int velocities = problem.M.rows;
  if (problem.M.columns != velocities) {
    file.fail(root + "/M", cat("must be square, got ", velocities, " x ", problem.M.columns));
  }
  problem.f = file.numbers(root + "/vectors/f", velocities);
  problem.H = read_columns(file, root + "/H", velocities);
  if (problem.H.columns % 3 != 0) {
    file.fail(root + "/H", cat("must have 3 columns per contact, got ", problem.H.columns));
  }
  problem.w = file.numbers(root + "/vectors/w", problem.H.columns);
  problem.mu = read_friction(file, root, problem.H.columns / 3);
  if (!file.has(root + "/G/m")) return problem;
  problem.G = read_columns(file, root + "/G", velocities);
  problem.b = file.numbers(root + "/vectors/b", problem.G.columns);
  problem.equality_components = read_components(file, problem.G.columns);
  return problem;
}

}  // namespace

StoredProblem fclib_problem(const Hdf5Contents& contents, const std::string& name) {
  const FclibDatasets file(contents, name);
  check_no_rolling(file);
  const bool global = !file.has("/fclib_local/spacedim") && file.has("/fclib_global/spacedim");
  StoredProblem problem = global ? condensed(read_global(file), name) : read_local(file);
  const ScalarUnknowns unknowns(problem.contact_count(), problem.equality_components);
  const int rows = problem.row_count();
  if (file.has("/solution/r")) problem.solution = read_solution(file, "/solution", unknowns, rows);
  for (int k = 1; file.has(cat("/guesses/", k, "/r")); ++k) {
    problem.guesses.push_back(read_solution(file, cat("/guesses/", k), unknowns, rows));
  }
  const std::string root = global ? "/fclib_global" : "/fclib_local";
  problem.title = file.text(root + "/info/title");
  problem.description = file.text(root + "/info/description");
  return problem;
}

}  // namespace solfec
