#pragma once

#include "body/common/body_record.h"
#include "material/bulk_material.h"

namespace solfec {

/// True when a body, or a part of it, is of the bulk material with this index.
[[nodiscard]] bool uses_material(const BodyRecord& record, int index);

/// @throws InputError when a body that strains would be of a material that cannot.
void check_strain(const BodyRecord& record, const BulkMaterial& material);

}  // namespace solfec
