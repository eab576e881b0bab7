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

void check_model(const BodyRecord& record, const BulkMaterial& material) {
  if (!has_stiffness(record.kind) || material.model == BulkModel::kirchhoff) return;
  const auto fail = [&](const std::string& rule) {
    throw InputError(cat("BULK_MATERIAL '", material.label, "': the model '",
                         name_of(material.model), "' ", rule, ", got ", describe(record)));
  };
  if (!has_mesh(record.kind)) {
    fail("is for FINITE_ELEMENT bodies of form 'TL', PSEUDO_RIGID ones have 'KIRCHHOFF'");
  }
  if (is_corotational(record.form)) {
    fail(cat("is for large strains: it needs form = 'TL', with form = '", name_of(record.form),
             "' stress is linear in the strain and 'KIRCHHOFF'"));
  }
  if (record.element == ElementFormulation::bending) {
    fail(
        "is for element = 'LINEAR' and 'MIXED', the strains of element = 'BENDING' are those of "
        "'KIRCHHOFF'");
  }
}

void check_kept_model(const BodyRecord& record, const BulkMaterial& old,
                      const BulkMaterial& changed) {
  if (!has_stiffness(record.kind) || old.model == changed.model) return;
  throw InputError(cat("the model of '", old.label, "' must stay '", name_of(old.model), "', got '",
                       name_of(changed.model), "': ", describe(record), " is made of it"));
}

void check_part_model(const BodyRecord& record, const BulkMaterial& whole,
                      const BulkMaterial& part) {
  check_strain(record, part);
  if (!has_stiffness(record.kind) || whole.model == part.model) return;
  throw InputError(cat("BULK_MATERIAL '", part.label, "': all parts of a body have one model, '",
                       name_of(whole.model), "' of '", whole.label, "', got '", name_of(part.model),
                       "' for ", describe(record)));
}

}  // namespace solfec
