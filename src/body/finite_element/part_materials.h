#pragma once

#include <span>
#include <utility>

#include "base/ids.h"
#include "material/bulk_material.h"

namespace solfec {

/// Bulk materials of a body whose parts with some volume ids have their own.
struct PartMaterials {
  std::span<const BulkMaterial> all;
  int base = 0;                                       // into `all`
  std::span<const std::pair<VolumeId, int>> by_part;  // likewise

  /// Number in `all` of the material of parts with a volume id: their own, else `base`.
  [[nodiscard]] int index(VolumeId volume) const;
  [[nodiscard]] const BulkMaterial& of(VolumeId volume) const {
    return all[static_cast<std::size_t>(index(volume))];
  }
};

}  // namespace solfec
