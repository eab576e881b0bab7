// Factorisations of tangents of finite elements: our own supernodal one, Eigen's, and MUMPS as a
// yardstick where SOLFEC_BENCH_MUMPS is on.
//
//   bench_factorisation [--limit SECONDS] [--own] [CELLS...]
//
// CELLS are cells along an edge of a cube, of six tetrahedra or of one hexahedron each, or along
// the edges of a block, e.g. 31x31x8. --own leaves out what is not ours, tetrahedra and indefinite
// matrices. Seconds of
// the analysis, of the second of two factorisations and of a solution, MB of the factors, and the
// backward error |A x - b| / (|A| |x| + |b|) in the norm of the largest entry. What would take
// longer than the limit by its operations is not tried.
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/total_lagrangian.h"
#include "math/sparse_factor.h"
#include "math/supernodal_ldlt.h"
#include "support/block_mesh.h"

#ifdef SOLFEC_BENCH_MUMPS
#include <dmumps_c.h>
#endif

namespace solfec {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::VectorXd;

constexpr double kMegabyte = 1e6;
constexpr double kEigenRate = 0.5e9;  // operations a second, for what is not tried
constexpr double kLuRate = 1.5e9;

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// D + c K.
struct Problem {
  std::string name;
  std::vector<double> D;
  double c{};
  BlockCsr K;
};

struct Result {
  double analysis{};
  double factorisation{};
  double solution{};
  double megabytes{};
  double error{};
};

using Cells = std::array<int, 3>;

/// A block of cells, of unit size; compressed by a third for an indefinite tangent.
Problem make_problem(const Cells& cells, bool tetrahedra, const std::string& kind) {
  const BulkMaterial material{"steel", BulkModel::kirchhoff, 2e11, 0.3, 7800.0};
  const Mesh mesh = tetrahedra ? test::tetrahedra_block({1, 1, 1}, cells)
                               : test::hexahedra_block({1, 1, 1}, cells);
  const std::vector<int> index(mesh.elements.size(), 0);
  const FiniteElementMesh fe = make_finite_element_mesh(mesh, std::span(&material, 1), index);
  Problem problem;
  problem.name = std::string(tetrahedra ? "tetrahedra " : "hexahedra ") + kind;
  problem.D = fe.mass;
  const double step = kind == "dynamic" ? 1e-4 : 1.0;
  problem.c = 0.25 * step * step;
  std::vector<Vec3> q(mesh.nodes.size());
  for (std::size_t a = 0; a < q.size() && kind == "indefinite"; ++a) {
    q[a] = {0.0, 0.0, -0.33 * mesh.nodes[a].z};
  }
  const StiffnessPlan plan = plan_stiffness(fe, problem.K);
  assemble_stiffness(fe, plan, q, problem.K);
  return problem;
}

Matrix whole_matrix(const Problem& problem, const std::vector<int>& place) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](int i, int j, const Mat3& block) {
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        entries.emplace_back(3 * place[at(i)] + a, 3 * place[at(j)] + b, block(a, b));
      }
    }
  };
  for (int i = 0; i < problem.K.row_count(); ++i) {
    for (int k = problem.K.row_start[at(i)]; k < problem.K.row_start[at(i) + 1]; ++k) {
      const int j = problem.K.column[at(k)];
      Mat3 block = problem.c * problem.K.block[at(k)];
      if (i == j) block += problem.D[at(i)] * identity();
      add(i, j, block);
    }
  }
  const long n = 3L * problem.K.row_count();
  Matrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

double backward_error(const Matrix& A, const Vector& x, const Vector& b) {
  double size = 0.0;
  for (int j = 0; j < A.outerSize(); ++j) {
    double sum = 0.0;  // of a column, which is that of a row
    for (Matrix::InnerIterator entry(A, j); entry; ++entry) sum += std::fabs(entry.value());
    size = std::max(size, sum);
  }
  const double error = (A * x - b).lpNorm<Eigen::Infinity>();
  return error / (size * x.lpNorm<Eigen::Infinity>() + b.lpNorm<Eigen::Infinity>());
}

Vector right_side(long n) {
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Vector b(n);
  for (double& entry : b) entry = unit(rng);
  return b;
}

std::optional<Result> own(const Problem& problem, const Matrix& A, int threads) {
  set_thread_count(threads);
  Result result;
  SupernodalLdlt ldlt;
  const double start = now();
  ldlt.analyse(problem.K, nested_dissection_order(problem.K));
  result.analysis = now() - start;
  bool good = true;
  for (int k = 0; k < 2; ++k) {
    const double before = now();
    good = good && ldlt.factor(problem.D, problem.c, problem.K);
    result.factorisation = now() - before;
  }
  set_thread_count(1);
  if (!good) return std::nullopt;
  const Vector b = right_side(A.rows());
  std::vector<Vec3> x(problem.D.size());
  for (int i = 0; i < count(x); ++i) x[at(i)] = {b[3L * i], b[3L * i + 1], b[3L * i + 2]};
  const double before = now();
  ldlt.solve(x, x);
  result.solution = now() - before;
  result.megabytes = 8.0 * ldlt.entries() / kMegabyte;
  Vector solution(A.rows());
  for (int i = 0; i < count(x); ++i) {
    for (int k = 0; k < 3; ++k) solution[3L * i + k] = x[at(i)][k];
  }
  result.error = backward_error(A, solution, b);
  return result;
}

template <typename Solver>
std::optional<Result> by_eigen(Solver& solver, const Matrix& A) {
  Result result;
  double before = now();
  solver.analyzePattern(A);
  result.analysis = now() - before;
  for (int k = 0; k < 2; ++k) {
    before = now();
    solver.factorize(A);
    result.factorisation = now() - before;
    if (solver.info() != Eigen::Success) return std::nullopt;
  }
  const Vector b = right_side(A.rows());
  before = now();
  const Vector x = solver.solve(b);
  result.solution = now() - before;
  result.error = backward_error(A, x, b);
  return result;
}

template <typename Ordering>
std::optional<Result> simplicial(const Matrix& A) {
  Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Ordering> solver;
  std::optional<Result> result = by_eigen(solver, A);
  if (result)
    result->megabytes = 12.0 * double(solver.matrixL().nestedExpression().nonZeros()) / kMegabyte;
  return result;
}

std::optional<Result> sparse_lu(const Matrix& A) {
  Eigen::SparseLU<Matrix, Eigen::NaturalOrdering<int>> solver;
  solver.isSymmetric(true);
  std::optional<Result> result = by_eigen(solver, A);
  if (result) result->megabytes = 8.0 * double(solver.nnzL() + solver.nnzU()) / kMegabyte;
  return result;
}

#ifdef SOLFEC_BENCH_MUMPS
/// Sequential, symmetric with pivots; ICNTL and INFO as numbered in its manual.
std::optional<Result> by_mumps(const Matrix& A) {
  std::vector<int> row;
  std::vector<int> column;
  std::vector<double> value;
  for (int j = 0; j < A.outerSize(); ++j) {
    for (Matrix::InnerIterator entry(A, j); entry; ++entry) {
      if (entry.row() < j) continue;
      row.push_back(static_cast<int>(entry.row()) + 1);
      column.push_back(j + 1);
      value.push_back(entry.value());
    }
  }
  DMUMPS_STRUC_C mumps{};
  const auto call = [&](int job) {
    const double before = now();
    mumps.job = job;
    dmumps_c(&mumps);
    return now() - before;
  };
  constexpr int kSymmetric = 2;
  constexpr int kMetis = 5;
  mumps.sym = kSymmetric;
  mumps.par = 1;
  mumps.comm_fortran = -987654;
  call(-1);
  for (int k = 0; k < 4; ++k) mumps.icntl[k] = k == 3 ? 1 : -1;  // prints errors alone
  mumps.icntl[6] = kMetis;
  mumps.icntl[13] = 50;  // per cent of memory over the estimate
  mumps.n = static_cast<int>(A.rows());
  mumps.nnz = static_cast<MUMPS_INT8>(value.size());
  mumps.irn = row.data();
  mumps.jcn = column.data();
  mumps.a = value.data();
  Result result;
  result.analysis = call(1);
  call(2);
  result.factorisation = call(2);
  const bool good = mumps.infog[0] >= 0;
  const Vector b = right_side(A.rows());
  Vector x = b;
  mumps.nrhs = 1;
  mumps.lrhs = mumps.n;
  mumps.rhs = x.data();
  result.solution = call(3);
  const double entries = mumps.infog[28] >= 0 ? mumps.infog[28] : -1e6 * mumps.infog[28];
  result.megabytes = 8.0 * entries / kMegabyte;
  if (good) result.error = backward_error(A, x, b);
  call(-2);
  if (!good) return std::nullopt;
  return result;
}
#endif

void print(const char* method, const std::optional<Result>& result) {
  if (!result) {
    std::printf("| %s | - | - | - | - | - |\n", method);
  } else {
    std::printf("| %s | %.3g | %.3g | %.3g | %.3g | %.0e |\n", method, result->analysis,
                result->factorisation, result->solution, result->megabytes, result->error);
  }
  std::fflush(stdout);
}

void measure(const Problem& problem, double limit, bool own_alone) {
  const std::vector<int> order = nested_dissection_order(problem.K);
  SupernodalLdlt ldlt;
  ldlt.analyse(problem.K, order);
  std::vector<int> natural(order.size());
  for (int i = 0; i < count(natural); ++i) natural[at(i)] = i;
  const Matrix A = whole_matrix(problem, natural);
  std::printf("\n%s, %ld unknowns, %.3g entries of A, %.2g operations\n\n", problem.name.c_str(),
              long(A.rows()), double(A.nonZeros()), ldlt.operations());
  std::printf("| method | analysis s | factorisation s | solution s | MB | error |\n");
  std::printf("|---|---|---|---|---|---|\n");
  print("own supernodal LDLT", own(problem, A, 1));
  print("the same, two threads", own(problem, A, 2));
  if (own_alone) return;
  const bool simple = ldlt.operations() <= limit * kEigenRate;
  const Matrix ordered =
      simple || ldlt.operations() <= limit * kLuRate ? whole_matrix(problem, order) : Matrix();
  print("Eigen SimplicialLDLT, AMD",
        simple ? simplicial<Eigen::AMDOrdering<int>>(A) : std::nullopt);
  print("Eigen SimplicialLDLT, Metis",
        simple ? simplicial<Eigen::NaturalOrdering<int>>(ordered) : std::nullopt);
  print("Eigen SparseLU, Metis",
        ldlt.operations() <= limit * kLuRate ? sparse_lu(ordered) : std::nullopt);
#ifdef SOLFEC_BENCH_MUMPS
  print("MUMPS, Metis", by_mumps(A));
#endif
}

}  // namespace
}  // namespace solfec

int main(int argc, char** argv) {
  double limit = 60.0;
  bool own_alone = false;
  std::vector<solfec::Cells> cells;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    solfec::Cells block{};
    if (word == "--limit" && k + 1 < argc) {
      limit = std::atof(argv[++k]);
    } else if (word == "--own") {
      own_alone = true;
    } else if (std::sscanf(argv[k], "%dx%dx%d", &block[0], &block[1], &block[2]) == 3) {
      cells.push_back(block);
    } else {
      cells.push_back({std::atoi(argv[k]), std::atoi(argv[k]), std::atoi(argv[k])});
    }
  }
  if (cells.empty()) cells = {{6, 6, 6}, {14, 14, 14}, {20, 20, 20}};
  for (const solfec::Cells& block : cells) {
    for (const bool tetrahedra : {false, true}) {
      for (const std::string kind : {"dynamic", "quasi-static", "indefinite"}) {
        if (own_alone && (tetrahedra || kind != "quasi-static")) continue;
        solfec::measure(solfec::make_problem(block, tetrahedra, kind), limit, own_alone);
      }
    }
  }
  return 0;
}
