#pragma once

#include <span>
#include <unordered_map>

#include "base/ids.h"
#include "body/bodies.h"
#include "body/common/body_record.h"
#include "body/common/characteristics.h"
#include "body/common/scheme.h"
#include "material/bulk_material.h"

namespace solfec {

/// Bodies of other ranks that this one has no copy of. All ranks have made them, as the script
/// says, so only motion has to be sent when one is needed here; Koziara and Bicanic (2011), Int. J.
/// Numer. Meth. Engng 87, 437-456, sec. 3, keep all bodies on all ranks for the same reason.
class AbsentBodies {
 public:
  /// Takes a body out of those of this rank. @param owner  Its rank.
  void take(BodyId id, int owner, Bodies& bodies);
  /// Puts a body back, at its reference placement and at rest, as one of its owner.
  void give_back(BodyId id, std::span<const BulkMaterial> materials, Bodies& bodies);

  [[nodiscard]] bool has(BodyId id) const { return absent_.contains(id); }
  /// @pre it is absent.
  [[nodiscard]] int owner(BodyId id) const { return absent_.at(id).owner; }
  [[nodiscard]] const BodyRecord& record(BodyId id) const { return absent_.at(id).record; }
  void set_owner(BodyId id, int owner) { absent_.at(id).owner = owner; }
  [[nodiscard]] const BodyCharacteristics& characteristics(BodyId id) const {
    return absent_.at(id).characteristics;
  }
  /// In no order. @param visit  visit(record)
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [id, absent] : absent_) visit(absent.record);
  }
  [[nodiscard]] int count() const { return static_cast<int>(absent_.size()); }

 private:
  struct Absent {
    BodyRecord record;
    BodyCharacteristics characteristics;
    Scheme scheme{};
    double damping{};
    bool rotation_disabled = false;
    int owner{};
  };

  std::unordered_map<BodyId, Absent> absent_;
};

}  // namespace solfec
