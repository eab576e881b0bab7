#pragma once

#include "body/common/body_record.h"
#include "material/bulk_material.h"

namespace solfec {

/// True when a body, or a part of it, is of the bulk material with this index.
[[nodiscard]] bool uses_material(const BodyRecord& record, int index);

/// @throws InputError when a body that strains would be of a material that cannot.
void check_strain(const BodyRecord& record, const BulkMaterial& material);

/// @throws InputError when bodies of this kind, form or element do not have the law of a material.
void check_model(const BodyRecord& record, const BulkMaterial& material);

/// @throws InputError when a new definition would give the law of a body that strains up.
void check_kept_model(const BodyRecord& record, const BulkMaterial& old,
                      const BulkMaterial& changed);

/// @throws InputError when a part of a body that strains would have another law than the body, or
/// a material that cannot strain.
/// @param whole  Material of the body.
void check_part_model(const BodyRecord& record, const BulkMaterial& whole,
                      const BulkMaterial& part);

}  // namespace solfec
