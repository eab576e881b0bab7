#pragma once

#include <span>
#include <utility>

#include "body/bodies.h"
#include "geometry/shape.h"
#include "material/bulk_material.h"

namespace solfec {

/// Bulk materials of a body whose parts with some volume ids have their own.
struct PartMaterials {
  std::span<const BulkMaterial> all;
  int base = 0;                                       // into `all`
  std::span<const std::pair<VolumeId, int>> by_part;  // likewise

  [[nodiscard]] int index(VolumeId volume) const;
  [[nodiscard]] const BulkMaterial& of(VolumeId volume) const {
    return all[static_cast<std::size_t>(index(volume))];
  }
};

/// Gives a deformable body the stiffness of its parts. With one homogeneous deformation the strain
/// energies of the parts add up, so the elastic constants of a pseudo-rigid body are their means
/// weighted by volume, exactly; the elements of a mesh get their own materials, and with these
/// their mass.
void set_part_stiffness(Bodies& bodies, BodyRef body, const Shape& shape,
                        const PartMaterials& parts);

}  // namespace solfec
