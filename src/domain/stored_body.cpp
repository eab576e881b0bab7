#include "domain/stored_body.h"

#include <algorithm>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/enum_names.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {

StoredBody stored_body(const BodyRecord& record, const BodyCharacteristics& characteristics) {
  StoredBody body;
  body.id = record.id;
  body.kind = record.kind;
  body.form = record.form;
  body.element = record.element;
  if (record.base != nullptr) body.base = *record.base;
  body.label = record.label;
  body.origin = record.origin;
  body.ordinal = record.ordinal;
  body.material = record.material;
  body.part_materials = record.part_materials;
  body.self_contact = record.self_contact;
  body.characteristics = characteristics;
  body.shape = *record.shape;
  body.geometry_hash = geometry_hash(body.shape);
  return body;
}

std::shared_ptr<const ReducedBase> base_of(const StoredBody& stored) {
  return is_reduced(stored.form) ? std::make_shared<const ReducedBase>(stored.base) : nullptr;
}

namespace {

/// Index in the domain of a stored bulk material, which is defined there when it is missing.
int bulk_material_in(const BulkMaterial& stored, Domain& domain) {
  const auto all = domain.bulk_materials();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.label == stored.label; });
  if (found != all.end()) return static_cast<int>(found - all.begin());
  return domain.define_bulk_material(stored).first;
}

}  // namespace

BodyId add_stored_body(const StoredBody& stored, std::span<const BulkMaterial> materials,
                       BodyId wanted, Domain& domain) {
  const auto material = [&](int index) {
    return bulk_material_in(materials[static_cast<std::size_t>(index)], domain);
  };
  BodyDefinition definition;
  definition.kind = stored.kind;
  definition.form = stored.form;
  definition.element = stored.element;
  definition.base = base_of(stored);
  definition.shape = stored.shape;
  definition.material = material(stored.material);
  definition.label = stored.label;
  definition.origin = stored.origin;
  definition.in_callback = true;
  definition.id = wanted;
  const BodyId id = domain.add_body(std::move(definition));
  for (const auto& [volume, part] : stored.part_materials) {
    domain.set_part_material(id, volume, material(part));
  }
  domain.bodies.set_characteristics(domain.body_ref(id), stored.characteristics);
  domain.set_self_contact(id, stored.self_contact);
  return id;
}

namespace {

constexpr std::int32_t kElementStep = 256;  // between the codes of two formulations
constexpr auto kReduced = static_cast<std::int32_t>(FiniteElementForm::corotational_modal);

void set_code(StoredBody& body, std::int32_t code, std::string_view field) {
  if (code < 0 || !is_item<FiniteElementForm>(code % kElementStep) ||
      !is_item<ElementFormulation>(code / kElementStep)) {
    throw ArchiveError(cat(field, " of Body has the unknown number ", code));
  }
  body.form = static_cast<FiniteElementForm>(code % kElementStep);
  body.element = static_cast<ElementFormulation>(code / kElementStep);
}

}  // namespace

std::int32_t base_form_code(const StoredBody& body) {
  return static_cast<std::int32_t>(body.form) +
         kElementStep * static_cast<std::int32_t>(body.element);
}

void set_base_form_code(StoredBody& body, std::int32_t code) {
  set_code(body, code, "base_form");
  if (!is_reduced(body.form)) {
    throw ArchiveError(cat("base_form of Body has the number ", code, " of a form without a base"));
  }
}

std::int32_t form_code(const StoredBody& body) {
  return is_reduced(body.form) ? kReduced : base_form_code(body);
}

void set_form_code(StoredBody& body, std::int32_t code) {
  set_code(body, code, "form");
  if (is_reduced(body.form) && code != kReduced) {
    throw ArchiveError(cat("form of Body has the unknown number ", code));
  }
}

void check_keys(const StoredBody& body) {
  if (body.id <= 0) throw ArchiveError(cat("a body has the id ", body.id));
  if (body.ordinal < 0) throw ArchiveError(cat("a body has the ordinal ", body.ordinal));
}

void check_base(const StoredBody& body) {
  const ReducedBase& base = body.base;
  const std::size_t count = base.eigenvalue.size();
  if (count == 0 || base.vector.empty() || base.vector.size() % (3 * count) != 0) {
    throw ArchiveError(cat("a base has ", count, " vectors of ", base.vector.size(), " numbers"));
  }
  if (!base.ratio.empty() && base.ratio.size() != count) {
    throw ArchiveError(cat("a base has ", count, " vectors and ", base.ratio.size(), " ratios"));
  }
}

void check_background(const StoredBody& body) {
  const Shape& shape = body.shape;
  const bool fitted = shape.meshes.size() == 1 && shape.convices.empty();
  const bool cut = shape.meshes.empty() && !shape.convices.empty();
  const std::size_t meshes = shape.background.size();
  if (meshes > 1 || simple_count(shape) > 0 || !(meshes == 1 ? cut : fitted)) {
    throw ArchiveError("a finite-element body has not one mesh");
  }
}

}  // namespace solfec
