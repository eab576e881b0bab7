// One problem in every published form is solved to the same velocities, which fulfil the laws of
// contact in the form that was written: with v from M v = H r + G λ + f by dense elimination.

#include <gtest/gtest.h>

#include "local_dynamics/stored/chain_problem.h"
#include "local_dynamics/stored/solvable_check.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/named_solvers.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-12;
constexpr double kClose = 1e-9;  // of velocities and laws at that residual

/// Reactions of the file's order, contacts then equalities.
Eigen::VectorXd reactions_of(const std::string& path) {
  const StoredProblem stored = read_stored_problem(path);
  require_solvable(stored, path);
  SolvableProblem problem = solvable(stored);
  std::vector<Vec3> R(problem.dynamics.law.size());
  std::vector<Vec3> U(R.size());
  const ResidualSolution solution =
      solve_to_residual(*find_solver("auto"), problem.dynamics, &problem.W, {kTolerance, 0}, R, U);
  EXPECT_TRUE(solution.reached()) << path << ": " << solution.map.natural();
  const auto contacts = stored.mu.size();
  Eigen::VectorXd r(static_cast<Eigen::Index>(2 * contacts + R.size()));
  for (std::size_t i = 0; i < R.size(); ++i) {
    const int components = i < contacts ? 3 : 1;
    const std::size_t first = i < contacts ? 3 * i : 2 * contacts + i;
    for (int k = 0; k < components; ++k) {
      r[static_cast<Eigen::Index>(first) + k] = R[i][from_normal_first(k)];
    }
  }
  return r;
}

Eigen::VectorXd velocities(const ChainProblem& chain, const Eigen::VectorXd& r) {
  const Eigen::VectorXd forces =
      chain.H * r.head(chain.H.cols()) + chain.G * r.tail(chain.G.cols()) + chain.f;
  return chain.M.fullPivLu().solve(forces);
}

void expect_laws(const ChainProblem& chain, const Eigen::VectorXd& r, const std::string& what) {
  const Eigen::VectorXd v = velocities(chain, r);
  const Eigen::VectorXd u = chain.H.transpose() * v + chain.w;
  EXPECT_LE((chain.G.transpose() * v + chain.b).norm(), kClose) << what;
  for (int c = 0; c < chain.contacts(); ++c) {
    const double mu = chain.mu[static_cast<std::size_t>(c)];
    const double slip = std::hypot(u[3L * c + 1], u[3L * c + 2]);
    const double pull = std::hypot(r[3L * c + 1], r[3L * c + 2]);
    EXPECT_GE(u[3L * c], -kClose) << what;
    EXPECT_LE(std::min(u[3L * c], r[3L * c]), kClose) << what;
    EXPECT_LE(pull, mu * r[3L * c] + kClose) << what;
    // dissipation at the limit of friction, or no slip
    const double power = u[3L * c + 1] * r[3L * c + 1] + u[3L * c + 2] * r[3L * c + 2];
    EXPECT_NEAR(power, -mu * r[3L * c] * slip, kClose) << what;
  }
}

/// Paths of files of the chain in every form.
std::vector<std::string> files_of(const ChainProblem& chain, const TemporaryFolder& folder) {
  std::vector<std::string> paths;
  const auto keep = [&](const std::string& text) {
    paths.push_back(folder.file_with(cat("p", paths.size(), ".dat"), text));
  };
  if (chain.G.cols() == 0) {
    const DenseLocal local = dense_local(chain);
    const std::string rest = text_of_vector(local.q) + text_of_friction(chain);
    keep(cat("3\n", chain.contacts(), "\n", dense_text(local.W), rest));
    keep(cat("3\n", chain.contacts(), "\n", blocks_text(local.W, 3, 3), rest, "0\n"));
    keep(global_text(chain, dense_text(chain.M), dense_text(chain.H)));
    keep(global_text(chain, blocks_text(chain.M, 6, 6), blocks_text(chain.H, 6, 3)) + "1\n");
  }
  for (const int form : {-2, -1, 0}) {
    for (const bool upper_only : {false, true}) {
      paths.push_back(folder.file(cat("p", paths.size(), ".hdf5")));
      write_global_hdf5(chain, paths.back(), form, upper_only);
    }
  }
  // and what is written of what was read
  for (const char* name : {"again.hdf5", "again.dat"}) {
    if (chain.G.cols() > 0 && std::string(name) == "again.dat") continue;
    write_stored_problem(read_stored_problem(paths.front()), folder.file(name));
    paths.push_back(folder.file(name));
  }
  return paths;
}

class StoredForms : public ::testing::TestWithParam<bool> {};

TEST_P(StoredForms, GiveTheSameVelocities) {
  const ChainProblem chain = chain_problem(5, 2, GetParam());
  const TemporaryFolder folder;
  Eigen::VectorXd expected;
  for (const std::string& path : files_of(chain, folder)) {
    const Eigen::VectorXd r = reactions_of(path);
    expect_laws(chain, r, path);
    const Eigen::VectorXd v = velocities(chain, r);
    if (expected.size() == 0) expected = v;
    EXPECT_GT(r.norm(), 1.0);  // the blocks do rest on each other
    EXPECT_LE((v - expected).norm(), kClose * (1.0 + expected.norm())) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Equalities, StoredForms, ::testing::Bool());

}  // namespace
}  // namespace solfec
