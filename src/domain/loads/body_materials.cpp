#include "domain/loads/body_materials.h"

#include <algorithm>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

bool uses_material(const BodyRecord& record, int index) {
  return record.material == index ||
         std::any_of(record.part_materials.begin(), record.part_materials.end(),
                     [index](const auto& part) { return part.second == index; });
}

void check_strain(const BodyRecord& record, const BulkMaterial& material) {
  if (!has_stiffness(record.kind) || can_strain(material)) return;
  throw InputError(cat("BULK_MATERIAL '", material.label, "': poisson must be below 0.5 for ",
                       name_of(record.kind), " bodies, which strain, got ", material.poisson,
                       " for ", describe(record)));
}

}  // namespace solfec
