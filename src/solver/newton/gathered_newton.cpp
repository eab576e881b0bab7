#include "solver/newton/gathered_newton.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/check.h"
#include "base/count.h"
#include "parallel/gather_lists.h"
#include "solver/sweep/row_reaction.h"

namespace solfec {

namespace {

struct SentSlot {
  std::int64_t body{};
  SlotKind kind{};
  Mat3 inverse;  // A
  double inverse_mass{};
};

struct SentRow {
  RowJacobian jacobian;
  RowLaw law;
  Mat3 W;
};

SentSlot sent(const LocalDynamics& part, int slot) {
  const BodyOperator& space = part.body_space;
  const auto [kind, place] = space.slots()[at(slot)];
  SentSlot one{part.shared.body[at(slot)], kind, {}, 0.0};
  if (kind == SlotKind::rigid) {
    const RigidSlot& rigid = space.rigid_slots()[at(place)];
    const double(&A)[6] = rigid.scaled_inverse;
    one.inverse = from_columns({A[0], A[3], A[4]}, {A[3], A[1], A[5]}, {A[4], A[5], A[2]});
    one.inverse_mass = rigid.scaled_inverse_mass;
  } else {
    SOLFEC_ASSERT(!is_mesh(kind));
    const AffineSlot& affine = space.affine_slots()[at(place)];
    one.inverse = affine.scaled_inverse;
    one.inverse_mass = affine.scaled_inverse_mass;
  }
  return one;
}

template <typename Item>
std::vector<std::vector<Item>> lists_of_ranks(const LocalDynamics& part,
                                              const std::vector<Item>& own) {
  return gather_lists(*part.shared.comm, std::span<const Item>(own));
}

}  // namespace

/// Slots of the whole, one per body.
/// @return Those of the slots of each rank.
std::vector<std::vector<int>> GatheredNewton::gather_slots() {
  std::vector<SentSlot> slots;
  slots.reserve(part_.body_space.slots().size());
  for (int s = 0; s < part_.body_space.slot_count(); ++s) slots.push_back(sent(part_, s));
  const std::span<const DenseInverse> dense = part_.body_space.dense_inverses();
  const auto all_slots = lists_of_ranks(part_, slots);
  const auto all_dense =
      lists_of_ranks(part_, std::vector<DenseInverse>(dense.begin(), dense.end()));
  std::unordered_map<std::int64_t, int> slot_of_body;
  std::vector<std::vector<int>> slot_of(all_slots.size());
  for (std::size_t rank = 0; rank < all_slots.size(); ++rank) {
    std::size_t next_dense = 0;
    for (const SentSlot& one : all_slots[rank]) {
      const bool is_dense = one.kind == SlotKind::dense;
      const DenseInverse* const inverse = is_dense ? &all_dense[rank][next_dense++] : nullptr;
      const auto [known, is_new] =
          slot_of_body.try_emplace(one.body, whole_.body_space.slot_count());
      slot_of[rank].push_back(known->second);
      if (!is_new) continue;
      if (is_dense) {
        whole_.body_space.add_dense_slot(*inverse, 1.0, one.inverse_mass);
      } else {
        whole_.body_space.add_slot(one.kind, one.inverse, one.inverse_mass);
      }
    }
  }
  return slot_of;
}

void GatheredNewton::gather_rows(const std::vector<std::vector<int>>& slot_of) {
  std::vector<SentRow> rows;
  rows.reserve(part_.law.size());
  for (int i = 0; i < part_.size(); ++i) {
    rows.push_back({part_.body_space.rows()[at(i)], part_.law[at(i)], part_.W_diagonal[at(i)]});
  }
  const auto all_rows = lists_of_ranks(part_, rows);
  for (std::size_t rank = 0; rank < all_rows.size(); ++rank) {
    if (static_cast<int>(rank) == part_.shared.comm->rank()) first_ = whole_.size();
    for (const SentRow& one : all_rows[rank]) {
      RowJacobian jacobian = one.jacobian;
      if (jacobian.master >= 0) jacobian.master = slot_of[rank][at(jacobian.master)];
      if (jacobian.slave >= 0) jacobian.slave = slot_of[rank][at(jacobian.slave)];
      whole_.body_space.add_row(jacobian);
      whole_.law.push_back(one.law);
      whole_.W_diagonal.push_back(one.W);
    }
  }
}

void GatheredNewton::gather() {
  gathered_ = true;
  const double rows = part_.shared.comm->all_reduce(Reduction::sum, double(part_.size()));
  if (rows > kMostRows) return;
  whole_.step = part_.step;
  whole_.quasi_static = part_.quasi_static;
  gather_rows(gather_slots());
  newton_ = std::make_unique<BodySpaceNewton>(whole_, factor_);
}

bool GatheredNewton::compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) {
  if (!gathered_) gather();
  if (!newton_) return false;
  std::vector<RowLinearisation> own(R.size());
  for (int i = 0; i < part_.size(); ++i) {
    if (stays_at_rest(part_.law[at(i)], part_.W_diagonal[at(i)])) continue;
    own[at(i)] = linearise_row(part_, i, R[at(i)], U[at(i)]);
  }
  return step(own, dR);
}

bool GatheredNewton::step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) {
  if (!gathered_) gather();
  if (!newton_) return false;
  rows_.clear();
  for (const auto& list : gather_lists(*part_.shared.comm, rows)) {
    rows_.insert(rows_.end(), list.begin(), list.end());
  }
  step_.resize(rows_.size());
  if (!newton_->step(rows_, step_)) return false;
  std::copy_n(step_.begin() + first_, dR.size(), dR.begin());
  return true;
}

bool GatheredNewton::is_complete() {
  if (!gathered_) gather();
  return newton_ && newton_->is_complete();
}

double GatheredNewton::cost_in_sweeps() {
  if (!gathered_) gather();
  return newton_ ? newton_->cost_in_sweeps() : std::numeric_limits<double>::infinity();
}

}  // namespace solfec
