#pragma once

#include <random>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include "archive/hdf5_file.h"
#include "base/cat.h"
#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

/// A chain of rigid blocks, each 6 velocities, on a floor: contacts of block k with block k - 1 (or
/// the floor) at `points` points, in the order of published files, (N, T1, T2).
struct ChainProblem {
  Eigen::MatrixXd M;  // 6 x 6 blocks, full inside
  Eigen::MatrixXd H;  // 6 bodies x 3 contacts
  Eigen::MatrixXd G;  // equalities; no columns, or the first block turns about no axis
  Eigen::VectorXd f;
  Eigen::VectorXd w;
  Eigen::VectorXd b;
  std::vector<double> mu;

  int contacts() const { return static_cast<int>(mu.size()); }
};

inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& a) {
  Eigen::Matrix3d matrix;
  matrix << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return matrix;
}

inline ChainProblem chain_problem(int bodies, int points, bool equalities) {
  std::mt19937 rng(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Eigen::Vector3d(unit(rng), unit(rng), unit(rng)); };
  ChainProblem chain;
  const Eigen::Index n = 6L * bodies;
  const int nc = bodies * points;
  chain.M = Eigen::MatrixXd::Zero(n, n);
  chain.H = Eigen::MatrixXd::Zero(n, 3L * nc);
  chain.f = Eigen::VectorXd::Zero(n);
  chain.w = Eigen::VectorXd::Zero(3L * nc);
  for (int k = 0; k < bodies; ++k) {
    const double mass = 2.0 + unit(rng);
    const Eigen::Vector3d offset = 0.3 * vector();  // of the centre of mass: couples all six
    const Eigen::Matrix3d cross = cross_matrix(offset);
    Eigen::Matrix<double, 6, 6> body;
    body << mass * Eigen::Matrix3d::Identity(), -mass * cross, mass * cross,
        mass * (0.4 * Eigen::Matrix3d::Identity() - cross * cross);
    chain.M.block(6L * k, 6L * k, 6, 6) = 0.5 * (body + body.transpose());
    chain.f.segment(6L * k, 6) << 0.1 * vector() - Eigen::Vector3d(0, 0, mass), 0.1 * vector();
    for (int p = 0; p < points; ++p) {
      const int c = points * k + p;
      const Eigen::Vector3d normal = (Eigen::Vector3d(0, 0, 1) + 0.2 * vector()).normalized();
      Eigen::Matrix3d frame;
      frame.col(0) = normal;
      frame.col(1) = normal.unitOrthogonal();
      frame.col(2) = normal.cross(frame.col(1));
      const Eigen::Vector3d below = Eigen::Vector3d(0, 0, -0.5) + 0.5 * vector();
      chain.H.block(6L * k, 3L * c, 3, 3) = frame;
      chain.H.block(6L * k + 3, 3L * c, 3, 3) = cross_matrix(below) * frame;
      if (k > 0) {
        chain.H.block(6L * k - 6, 3L * c, 3, 3) = -frame;
        chain.H.block(6L * k - 3, 3L * c, 3, 3) =
            -cross_matrix(below + Eigen::Vector3d(0, 0, 1)) * frame;
      }
      chain.w.segment(3L * c, 3) = 0.01 * vector();
      chain.mu.push_back(0.3 + 0.1 * (c % 3));
    }
  }
  chain.G = Eigen::MatrixXd::Zero(n, equalities ? 3 : 0);
  chain.b = Eigen::VectorXd::Zero(chain.G.cols());
  for (int k = 0; k < chain.G.cols(); ++k) {
    chain.G(3 + k, k) = 1.0;
    chain.b[k] = 0.01 * (k + 1);
  }
  return chain;
}

// ---- text

/// Numbers that read back to the same bits.
inline std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g\n", value);
  return text;
}

inline std::string text_of_vector(const Eigen::VectorXd& v) {
  std::string text;
  for (const double x : v) text += digits(x);
  return text;
}

inline std::string dense_text(const Eigen::MatrixXd& A) {
  std::string text = cat("0\n", A.rows(), " ", A.cols(), "\n", A.rows(), " ", A.cols(), "\n");
  for (int j = 0; j < A.cols(); ++j) text += text_of_vector(A.col(j));
  return text;
}

/// Blocks of rows x columns numbers, those that are zero left out.
inline std::string blocks_text(const Eigen::MatrixXd& A, int rows, int columns) {
  const Eigen::Index m = A.rows() / rows;
  const Eigen::Index n = A.cols() / columns;
  std::string starts = "0";
  std::string indices;
  std::string values;
  int blocks = 0;
  for (Eigen::Index i = 0; i < m; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::MatrixXd block = A.block(i * rows, j * columns, rows, columns);
      if (block.isZero(0.0)) continue;
      indices += cat(j, " ");
      values += cat(blocks++, "\n");
      for (int c = 0; c < columns; ++c) values += text_of_vector(block.col(c));
    }
    starts += cat(" ", blocks);
  }
  std::string sizes;
  for (Eigen::Index i = 1; i <= m; ++i) sizes += cat(i * rows, " ");
  sizes += "\n";
  for (Eigen::Index j = 1; j <= n; ++j) sizes += cat(j * columns, " ");
  return cat("1\n", A.rows(), " ", A.cols(), "\n", blocks, "\n", m, " ", n, "\n", sizes, "\n",
             m + 1, " ", blocks, "\n", starts, "\n", indices, "\n", values);
}

inline std::string text_of_friction(const ChainProblem& chain) {
  std::string text;
  for (const double mu : chain.mu) text += digits(mu);
  return text;
}

/// A global text problem; `M` and `H` as dense_text or blocks_text gives them.
inline std::string global_text(const ChainProblem& chain, const std::string& M,
                               const std::string& H) {
  return cat("3\n", chain.contacts(), "\n", M, H, text_of_vector(chain.f), text_of_vector(chain.w),
             text_of_friction(chain));
}

// ---- HDF5

constexpr int kSwappedTriplets = 1;  // rows in p, columns in i

/// nz of a matrix in a file: -2 compressed rows, -1 compressed columns, 0 triplets as published
/// files have them, kSwappedTriplets.
inline void write_sparse(Hdf5Writer& file, const std::string& path, const Eigen::MatrixXd& A,
                         int form, bool upper_only = false) {
  const bool by_columns = form == -1;
  const int majors = static_cast<int>(by_columns ? A.cols() : A.rows());
  const int minors = static_cast<int>(by_columns ? A.rows() : A.cols());
  std::vector<std::int32_t> start{0};
  std::vector<std::int32_t> major;
  std::vector<std::int32_t> minor;
  std::vector<double> values;
  for (int i = 0; i < majors; ++i) {
    for (int j = 0; j < minors; ++j) {
      const int row = by_columns ? j : i;
      const int column = by_columns ? i : j;
      if (A(row, column) == 0.0 || (upper_only && row > column)) continue;
      major.push_back(i);
      minor.push_back(j);
      values.push_back(A(row, column));
    }
    start.push_back(static_cast<std::int32_t>(values.size()));
  }
  const auto entries = static_cast<std::int32_t>(values.size());
  file.group(path);
  file.integer(path + "/m", static_cast<std::int32_t>(A.rows()));
  file.integer(path + "/n", static_cast<std::int32_t>(A.cols()));
  file.integer(path + "/nz", form >= 0 ? entries : form);
  file.integer(path + "/nzmax", entries);
  const bool published = form == 0;
  file.integers(path + "/p", form < 0 ? start : published ? minor : major);
  file.integers(path + "/i", published ? major : minor);
  file.numbers(path + "/x", values);
}

/// Writes the chain as fclib_global.
inline void write_global_hdf5(const ChainProblem& chain, const std::string& path, int form,
                              bool upper_only = false) {
  Hdf5Writer file(path);
  file.group("/fclib_global");
  file.integer("/fclib_global/spacedim", 3);
  write_sparse(file, "/fclib_global/M", chain.M, form, upper_only);
  write_sparse(file, "/fclib_global/H", chain.H, form);
  file.group("/fclib_global/vectors");
  const auto write = [&](const char* name, const Eigen::VectorXd& v) {
    file.numbers(cat("/fclib_global/vectors/", name), std::vector<double>(v.begin(), v.end()));
  };
  write("f", chain.f);
  write("w", chain.w);
  file.numbers("/fclib_global/vectors/mu", chain.mu);
  if (chain.G.cols() > 0) {
    write_sparse(file, "/fclib_global/G", chain.G, form);
    write("b", chain.b);
  }
  file.close();
}

// ---- the oracle

/// W, V, R in one matrix and q, s in one vector by dense elimination with full pivoting.
struct DenseLocal {
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
};

inline DenseLocal dense_local(const ChainProblem& chain) {
  Eigen::MatrixXd A(chain.H.rows(), chain.H.cols() + chain.G.cols());
  A << chain.H, chain.G;
  Eigen::VectorXd shift(A.cols());
  shift << chain.w, chain.b;
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(chain.M);
  return {A.transpose() * lu.solve(A), A.transpose() * lu.solve(chain.f) + shift};
}

/// Returns W and q of a problem that was read, as dense matrices: contacts in the order of files,
/// then equalities.
inline DenseLocal dense_local(const StoredProblem& problem) {
  std::vector<std::pair<int, int>> place;  // row and component of each scalar
  for (int i = 0; i < problem.row_count(); ++i) {
    const int equality = i - problem.contact_count();
    const int components =
        equality < 0 ? 3 : problem.equality_components[static_cast<std::size_t>(equality)];
    for (int k = 0; k < components; ++k) place.emplace_back(i, from_normal_first(k));
  }
  const auto n = static_cast<Eigen::Index>(place.size());
  DenseLocal dense{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  for (Eigen::Index a = 0; a < n; ++a) {
    const auto [i, component] = place[static_cast<std::size_t>(a)];
    dense.q[a] = problem.q[static_cast<std::size_t>(i)][component];
    for (Eigen::Index b = 0; b < n; ++b) {
      const auto [j, other] = place[static_cast<std::size_t>(b)];
      const Mat3* const block = problem.W.find(i, j);
      if (block != nullptr) dense.W(a, b) = (*block)(component, other);
    }
  }
  return dense;
}

}  // namespace solfec
