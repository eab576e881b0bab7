#include "local_dynamics/gathered_operator.h"

#include <unordered_map>

#include "base/check.h"
#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

struct SentSlot {
  std::int64_t body{};
  SlotKind kind{};
  Mat3 inverse;  // A
  double inverse_mass{};
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

/// Slots of the whole, one per body.
/// @return Those of the slots of each rank.
std::vector<std::vector<int>> gather_slots(const LocalDynamics& part, BodyOperator& whole) {
  std::vector<SentSlot> slots;
  slots.reserve(part.body_space.slots().size());
  for (int s = 0; s < part.body_space.slot_count(); ++s) slots.push_back(sent(part, s));
  const std::span<const DenseInverse> dense = part.body_space.dense_inverses();
  const auto all_slots = lists_of_ranks(part, slots);
  const auto all_dense =
      lists_of_ranks(part, std::vector<DenseInverse>(dense.begin(), dense.end()));
  std::unordered_map<std::int64_t, int> slot_of_body;
  std::vector<std::vector<int>> slot_of(all_slots.size());
  for (std::size_t rank = 0; rank < all_slots.size(); ++rank) {
    std::size_t next_dense = 0;
    for (const SentSlot& one : all_slots[rank]) {
      const bool is_dense = one.kind == SlotKind::dense;
      const DenseInverse* const inverse = is_dense ? &all_dense[rank][next_dense++] : nullptr;
      const auto [known, is_new] = slot_of_body.try_emplace(one.body, whole.slot_count());
      slot_of[rank].push_back(known->second);
      if (!is_new) continue;
      if (is_dense) {
        whole.add_dense_slot(*inverse, 1.0, one.inverse_mass);
      } else {
        whole.add_slot(one.kind, one.inverse, one.inverse_mass);
      }
    }
  }
  return slot_of;
}

}  // namespace

bool can_gather(const LocalDynamics& part) {
  const int meshes = part.body_space.has_mesh_slots() ? 1 : 0;
  return part.shared.comm->all_reduce(Reduction::largest, meshes) == 0;
}

void gather_operator(const LocalDynamics& part, BodyOperator& whole) {
  const std::vector<std::vector<int>> slot_of = gather_slots(part, whole);
  const std::span<const RowJacobian> own = part.body_space.rows();
  const auto all_rows = lists_of_ranks(part, std::vector<RowJacobian>(own.begin(), own.end()));
  for (std::size_t rank = 0; rank < all_rows.size(); ++rank) {
    for (RowJacobian row : all_rows[rank]) {
      if (row.master >= 0) row.master = slot_of[rank][at(row.master)];
      if (row.slave >= 0) row.slave = slot_of[rank][at(row.slave)];
      whole.add_row(row);
    }
  }
}

}  // namespace solfec
