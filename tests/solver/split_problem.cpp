#include "solver/split_problem.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/count.h"

namespace solfec {

namespace {

/// A copy of a slot of the whole problem.
void copy_slot(const BodyOperator& whole, int slot, BodyOperator& part) {
  const auto [kind, place] = whole.slots()[at(slot)];
  if (kind == SlotKind::rigid) {
    const RigidSlot& rigid = whole.rigid_slots()[at(place)];
    const double* A = rigid.scaled_inverse;
    const Mat3 inverse = from_columns({A[0], A[3], A[4]}, {A[3], A[1], A[5]}, {A[4], A[5], A[2]});
    part.add_slot(kind, inverse, rigid.scaled_inverse_mass);
    return;
  }
  const AffineSlot& affine = whole.affine_slots()[at(place)];
  if (kind == SlotKind::dense) {
    part.add_dense_slot(whole.dense_inverses()[at(affine.dense)], 1.0, affine.scaled_inverse_mass);
  } else {
    part.add_slot(kind, affine.scaled_inverse, affine.scaled_inverse_mass);
  }
}

/// The smallest colour that no neighbour of a lower rank has.
std::vector<int> colours_of(const std::vector<std::set<int>>& neighbours) {
  std::vector<int> colour(neighbours.size(), -1);
  for (std::size_t rank = 0; rank < neighbours.size(); ++rank) {
    std::set<int> used;
    for (const int other : neighbours[rank]) used.insert(colour[at(other)]);
    int free = 0;
    while (used.contains(free)) ++free;
    colour[rank] = free;
  }
  return colour;
}

}  // namespace

std::vector<ProblemPart> split_problem(const LocalDynamics& problem,
                                       std::span<const int> rank_of_row, int ranks) {
  const auto rows = problem.body_space.rows();
  std::map<std::pair<int, int>, int> rank_of_pair;
  std::vector<ProblemPart> parts(at(ranks));
  std::vector<std::set<int>> slots(at(ranks));
  std::map<int, std::set<int>> holders;
  for (int i = 0; i < problem.size(); ++i) {
    const std::pair<int, int> pair = std::minmax({rows[at(i)].master, rows[at(i)].slave});
    const int rank = rank_of_pair.try_emplace(pair, rank_of_row[at(i)]).first->second;
    parts[at(rank)].row.push_back(i);
    for (const int slot : {pair.first, pair.second}) {
      if (slot < 0) continue;
      slots[at(rank)].insert(slot);
      holders[slot].insert(rank);
    }
  }
  std::vector<std::set<int>> neighbours(at(ranks));
  for (const auto& [slot, sharing] : holders) {
    for (const int a : sharing) {
      for (const int b : sharing) {
        if (a != b) neighbours[at(a)].insert(b);
      }
    }
  }
  const std::vector<int> colour = colours_of(neighbours);
  for (int rank = 0; rank < ranks; ++rank) {
    ProblemPart& part = parts[at(rank)];
    LocalDynamics& own = part.problem;
    own.step = problem.step;
    own.quasi_static = problem.quasi_static;
    own.weight_speed = problem.weight_speed;
    std::map<int, int> number;
    for (const int slot : slots[at(rank)]) {
      number[slot] = count(part.slot);
      part.slot.push_back(slot);
      copy_slot(problem.body_space, slot, own.body_space);
    }
    own.resize(count(part.row));
    own.springs.clear();
    for (int k = 0; k < count(part.row); ++k) {
      const int i = part.row[at(k)];
      if (!problem.key.empty()) own.key[at(k)] = problem.key[at(i)];
      own.law[at(k)] = problem.law[at(i)];
      if (!problem.V.empty()) own.V[at(k)] = problem.V[at(i)];
      own.B[at(k)] = problem.B[at(i)];
      own.rounding[at(k)] = problem.rounding_of(i);
      own.W_diagonal[at(k)] = problem.W_diagonal[at(i)];
      RowJacobian row = rows[at(i)];
      if (row.master >= 0) row.master = number[row.master];
      if (row.slave >= 0) row.slave = number[row.slave];
      own.body_space.row(k) = row;
    }
    SharedSlots& shared = own.shared;
    shared.colour = colour[at(rank)];
    shared.colours = *std::max_element(colour.begin(), colour.end()) + 1;
    shared.is_shared.assign(part.slot.size(), 0);
    shared.has_joint_elsewhere.assign(part.slot.size(), 0);
    for (int i = 0; i < problem.size(); ++i) {
      const bool own_row = std::binary_search(part.row.begin(), part.row.end(), i);
      if (own_row || !is_of_joint(problem.law[at(i)].kind)) continue;
      for (const int slot : {rows[at(i)].master, rows[at(i)].slave}) {
        const auto own_slot = number.find(slot);
        if (own_slot != number.end()) shared.has_joint_elsewhere[at(own_slot->second)] = 1;
      }
    }
    shared.body.assign(part.slot.begin(), part.slot.end());
    for (const int other : neighbours[at(rank)]) {
      SharedSlots::Neighbour neighbour{other, colour[at(other)], {}};
      for (const int slot : part.slot) {
        if (!holders[slot].contains(other)) continue;
        neighbour.slot.push_back(number[slot]);
        shared.is_shared[at(number[slot])] = 1;
      }
      shared.neighbours.push_back(std::move(neighbour));
    }
  }
  return parts;
}

}  // namespace solfec
