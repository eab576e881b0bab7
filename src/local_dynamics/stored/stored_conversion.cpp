#include "local_dynamics/stored/stored_conversion.h"

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "local_dynamics/held_velocity.h"

namespace solfec {
namespace {

bool along_normal(ConstraintKind kind) {
  return kind != ConstraintKind::contact && kind != ConstraintKind::fixed_point;
}

/// Rows that take part, contacts first.
std::vector<int> rows_to_store(const LocalDynamics& problem) {
  std::vector<int> rows;
  std::vector<int> equalities;
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
    const bool contact = is_contact(law.kind);
    if (contact && law.open && !law.bonded) continue;
    if (is_elastic(law.kind)) {
      throw InputError(cat("row ", i, " is a ", contact ? "SPRING_DASHPOT contact" : "spring",
                           "; stored problems hold contacts of Signorini and Coulomb and joints"),
                       InputErrorKind::runtime);
    }
    (contact ? rows : equalities).push_back(i);
  }
  rows.insert(rows.end(), equalities.begin(), equalities.end());
  if (rows.empty()) {
    throw InputError("there is no closed contact and no joint to store", InputErrorKind::runtime);
  }
  return rows;
}

Vec3 asked_velocity(const LocalDynamics& problem, int i, std::span<const Vec3> U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  if (law.kind == ConstraintKind::velocity_direction) return {0, 0, law.target};
  if (law.kind != ConstraintKind::rigid_link) return held_velocity(problem, i);
  if (U.empty()) {
    throw InputError(cat("row ", i, " is a rigid link, whose velocity is known after a step only"),
                     InputErrorKind::runtime);
  }
  return U[static_cast<std::size_t>(i)];
}

/// Keeps the normal entry of rows or columns along a direction.
Mat3 block_between(const Mat3& block, bool normal_row, bool normal_column) {
  Mat3 components = block;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if ((normal_row && i != 2) || (normal_column && j != 2)) components(i, j) = 0.0;
    }
  }
  return components;
}

/// W between the stored rows, without h.
BlockCsr stored_matrix(const LocalDynamics& problem, const std::vector<int>& rows) {
  BlockCsr all;
  assemble_block_csr(problem.body_space, all);
  std::vector<int> place(problem.law.size(), -1);
  for (int k = 0; k < count(rows); ++k) {
    place[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])] = k;
  }
  const auto normal_only = [&](int i) {
    return along_normal(problem.law[static_cast<std::size_t>(i)].kind);
  };
  BlockCsr W;
  // Contacts keep their order and equalities follow: two passes give ascending columns.
  for (const int i : rows) {
    const auto at = static_cast<std::size_t>(i);
    for (const bool contacts : {true, false}) {
      for (auto k = static_cast<std::size_t>(all.row_start[at]);
           k < static_cast<std::size_t>(all.row_start[at + 1]); ++k) {
        const auto j = static_cast<std::size_t>(all.column[k]);
        if (place[j] < 0 || is_contact(problem.law[j].kind) != contacts) continue;
        W.column.push_back(place[j]);
        W.block.push_back((1.0 / problem.step) *
                          block_between(all.block[k], normal_only(i), normal_only(all.column[k])));
      }
    }
    W.row_start.push_back(count(W.column));
  }
  return W;
}

}  // namespace

StoredRows store(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U) {
  SOLFEC_ASSERT(count(R) == problem.size() && (U.empty() || count(U) == problem.size()));
  SOLFEC_ASSERT(problem.body_space.row_count() == problem.size());
  StoredRows stored;
  stored.row = rows_to_store(problem);
  StoredProblem& file = stored.problem;
  file.W = stored_matrix(problem, stored.row);
  std::vector<Vec3> cohesion;
  std::vector<Vec3> shift;  // of u against U
  for (const int i : stored.row) {
    const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
    const bool contact = law.kind == ConstraintKind::contact;
    cohesion.push_back({0.0, 0.0, contact ? problem.step * law.cohesion : 0.0});
    Vec3 difference{0.0, 0.0, law.velocity_shift};
    if (!contact) difference = -asked_velocity(problem, i, U);
    if (along_normal(law.kind)) difference = {0.0, 0.0, difference.z};
    shift.push_back(difference);
    if (contact) file.mu.push_back(law.friction);
    if (!contact) file.equality_components.push_back(along_normal(law.kind) ? 1 : 3);
  }
  for (int k = 0; k < file.row_count(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto i = static_cast<std::size_t>(stored.row[at]);
    const bool normal_only = along_normal(problem.law[i].kind);
    const auto components = [&](Vec3 v) { return normal_only ? Vec3{0.0, 0.0, v.z} : v; };
    file.q.push_back(components(problem.B[i]) + shift[at] - file.W.row_product(k, cohesion));
    if (U.empty()) continue;
    file.solution.r.push_back(problem.step * R[i] + cohesion[at]);
    file.solution.u.push_back(components(U[i]) + shift[at]);
  }
  return stored;
}

SolvableProblem solvable(const StoredProblem& stored) {
  SolvableProblem solve;
  solve.W = BlockCsrOperator(stored.W);
  LocalDynamics& dynamics = solve.dynamics;
  dynamics.step = 1.0;
  for (int i = 0; i < stored.row_count(); ++i) {
    const int equality = i - stored.contact_count();
    RowLaw law;
    law.kind = ConstraintKind::contact;
    if (equality < 0) {
      law.friction = stored.mu[static_cast<std::size_t>(i)];
    } else {
      const int components = stored.equality_components[static_cast<std::size_t>(equality)];
      law.kind = components == 3 ? ConstraintKind::fixed_point : ConstraintKind::velocity_direction;
    }
    dynamics.key.push_back({.feature = static_cast<std::uint64_t>(i)});  // its number in the file
    dynamics.law.push_back(law);
    dynamics.V.emplace_back();
    dynamics.B.push_back(stored.q[static_cast<std::size_t>(i)]);
    dynamics.W_diagonal.push_back(solve.W.diagonal(i));
  }
  return solve;
}

}  // namespace solfec
