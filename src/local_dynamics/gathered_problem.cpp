#include "local_dynamics/gathered_problem.h"

#include <span>

#include "base/count.h"
#include "local_dynamics/gathered_operator.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

struct SentRow {
  RowKey key;
  RowLaw law;
  CohesiveRow cohesive;
  Mat3 W;
  Vec3 V;
  Vec3 B;
};

}  // namespace

int gather_problem(const LocalDynamics& part, LocalDynamics& whole) {
  whole.step = part.step;
  whole.quasi_static = part.quasi_static;
  whole.weight_speed = part.weight_speed;
  whole.speed_error_bound = part.speed_error_bound;
  gather_operator(part, whole.body_space);
  std::vector<SentRow> rows;
  rows.reserve(part.law.size());
  for (int i = 0; i < part.size(); ++i) {
    const bool softens = part.law[at(i)].kind == ConstraintKind::cohesive_zone;
    rows.push_back({part.key[at(i)], part.law[at(i)],
                    softens ? part.cohesive[at(i)] : CohesiveRow{}, part.W_diagonal[at(i)],
                    part.V[at(i)], part.B[at(i)]});
  }
  Comm& comm = *part.shared.comm;
  int first = 0;
  const auto lists = gather_lists(comm, std::span<const SentRow>(rows));
  for (int rank = 0; rank < count(lists); ++rank) {
    if (rank == comm.rank()) first = whole.size();
    for (const SentRow& row : lists[at(rank)]) {
      whole.key.push_back(row.key);
      whole.law.push_back(row.law);
      whole.cohesive.push_back(row.cohesive);
      whole.W_diagonal.push_back(row.W);
      whole.V.push_back(row.V);
      whole.B.push_back(row.B);
    }
  }
  return first;
}

}  // namespace solfec
