#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "base/ids.h"
#include "constraint/user_constraint.h"
#include "domain/ranks/ranked_model.h"

namespace solfec {

/// Bodies with inertia that joints hold together. All ranks know all joints and find the same
/// mechanisms. Bodies without inertia do not move, so they join no mechanisms.
class Mechanisms {
 public:
  /// A joint at whose ends are bodies that move.
  struct Joint {
    const UserConstraint* definition{};
    int master = -1;  // index in `bodies`, -1: it does not move
    int slave = -1;
  };

  /// @param projection  Also by joints that see meshes, whose drift is to be removed.
  void find(const RankedModel& model, bool projection);
  /// Joints of all ranks, by id.
  [[nodiscard]] std::span<const Joint> joints() const { return joint_; }
  /// Bodies that move and have joints, increasing.
  [[nodiscard]] std::span<const BodyId> bodies() const { return body_; }
  /// The body of lowest id of the mechanism of a body.
  /// @param body  Index in `bodies`.
  [[nodiscard]] BodyId lead(int body) const {
    return body_[static_cast<std::size_t>(lead_[static_cast<std::size_t>(body)])];
  }
  /// Whether the mechanism of a body is held twice (domain/joints/joint_upkeep.h).
  /// @param body  Index in `bodies`.
  [[nodiscard]] bool is_held_twice(int body) const {
    return twice_[static_cast<std::size_t>(lead_[static_cast<std::size_t>(body)])] != 0;
  }
  /// How many bodies the mechanism of a body has.
  /// @param body  Index in `bodies`.
  [[nodiscard]] int size(int body) const {
    return size_[static_cast<std::size_t>(lead_[static_cast<std::size_t>(body)])];
  }

 private:
  void list(const RankedModel& model, bool projection);
  void find_held_twice(const RankedModel& model);

  std::vector<Joint> joint_;
  std::vector<BodyId> body_;
  DisjointSets sets_;                // of indices of bodies
  std::vector<int> lead_;            // per body, an index
  std::vector<int> size_;            // per lead
  std::vector<std::uint8_t> twice_;  // per lead
};

/// Whether joints on the errors of whose velocities (domain/joints/joint_velocities.h) mechanisms
/// depend include the constraint.
bool joins_mechanism(const RankedModel& model, const UserConstraint& constraint);

/// Whether a body has inertia; 0 is none. @pre All bodies of the model are known to this rank.
bool moves(const RankedModel& model, BodyId id);

/// The rank that owns a body.
int owner_of(const RankedModel& model, BodyId id);

}  // namespace solfec
