#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/fields.h"
#include "base/ids.h"
#include "body/body_archive.h"
#include "body/common/body_record.h"
#include "body/common/characteristics.h"
#include "body/common/reduced_base.h"
#include "domain/domain.h"
#include "geometry/shape/shape_archive.h"
#include "material/bulk_material.h"

namespace solfec {

/// Reference of a body: what it is, beside its motion. Result files store it once.
struct StoredBody {
  BodyId id{};
  BodyKind kind{};
  FiniteElementForm form{};      // of finite elements
  ElementFormulation element{};  // likewise
  ReducedBase base;              // of reduced forms, else empty
  std::string label;             // '' when the user gave none
  std::string origin;            // script line that made it
  int ordinal{};                 // n-th BODY call of the script, 0 when made in a callback
  int material{};                // index into the stored bulk materials
  std::vector<std::pair<VolumeId, int>> part_materials;  // likewise, by volume id
  bool self_contact = false;
  BodyCharacteristics characteristics;
  std::uint64_t geometry_hash{};  // geometry_hash(shape)
  Shape shape;
};

/// The reference of a body of a domain. Its shape is copied.
StoredBody stored_body(const BodyRecord& record, const BodyCharacteristics& characteristics);

/// Makes a stored body in a domain, as made in a callback.
/// @param materials  Those that the body refers to; the domain's with equal labels are taken,
///                   others are defined.
/// @param wanted     Its id, 0: the next one.
/// @throws InputError when it is no sound body.
BodyId add_stored_body(const StoredBody& stored, std::span<const BulkMaterial> materials,
                       BodyId wanted, Domain& domain);

/// Returns the base of a stored body of a reduced form, null of others.
std::shared_ptr<const ReducedBase> base_of(const StoredBody& stored);

constexpr std::string_view type_name(const ReducedBase*) { return "ReducedBase"; }
constexpr std::string_view type_name(const StoredBody*) { return "Body"; }

/// Form and formulation of the elements in one number; linear elements, which are all that earlier
/// programs had, leave that of the form. Forms with a base share the number 3.
/// @throws ArchiveError from the inverse.
std::int32_t form_code(const StoredBody& body);
void set_form_code(StoredBody& body, std::int32_t code);
/// Form and formulation of a body with a base in one number. @throws ArchiveError from the inverse.
std::int32_t base_form_code(const StoredBody& body);
void set_base_form_code(StoredBody& body, std::int32_t code);
/// Condition of the fields that bodies with a base have.
constexpr auto has_base() {
  const auto test = [](const StoredBody& body) { return is_reduced(body.form); };
  return Condition<decltype(test)>{"form", "3", true, test};
}

/// @throws ArchiveError saying what is wrong.
void check_keys(const StoredBody& body);
/// Checks that the numbers of a base go together. @throws ArchiveError when they do not.
void check_base(const StoredBody& body);
/// Checks that the shape and the background mesh are ones that a body of finite elements can have.
/// @throws ArchiveError when they are not.
void check_background(const StoredBody& body);

template <typename Fields>
void list_fields(Fields& fields, const ReducedBase*) {
  fields("label", "of REGISTER_BASE", &ReducedBase::label);
  fields("eigenvalues", "1/s²; one for each vector", &ReducedBase::eigenvalue);
  fields("vectors", "three numbers for each node, vector by vector", &ReducedBase::vector);
  fields("ratios", "of critical damping, one for each vector, or none", &ReducedBase::ratio);
}

template <typename Fields>
void list_fields(Fields& fields, const StoredBody*) {
  using B = StoredBody;
  const auto is_mesh = is("kind", &B::kind, BodyKind::finite_element);
  fields("id", "", &B::id);
  fields("kind", "", &B::kind);
  fields.when(is_mesh, [](auto& f) {
    f.through(
        "form",
        "0 'TL', 1 'BC', 2 'BC_MANUAL'; plus 256 with elements 'BENDING', plus 512 'MIXED'; 3 of "
        "forms with a base",
        [](const B& body) { return form_code(body); },
        [](B& body, std::int32_t code) { set_form_code(body, code); });
    f.when(has_base(), [](auto& g) {
      g.through(
          "base_form", "3 'BC-MODAL', 4 'BC-RO'; plus 256 or 512 as in `form`",
          [](const B& body) { return base_form_code(body); },
          [](B& body, std::int32_t code) { set_base_form_code(body, code); });
      g("base", "", &B::base);
      g.check([](const B& body) { check_base(body); });
    });
  });
  fields("label", "", &B::label);
  fields("origin", "script line that made it, e.g. `arch.py:33`", &B::origin);
  fields("ordinal", "number of the BODY call in the script, 0 when it was made in a callback",
         &B::ordinal);
  fields("material", "index of the bulk material", &B::material);
  fields("part_materials", "parts with another one: volume id, index", &B::part_materials);
  fields("self_contact", "", &B::self_contact);
  fields("characteristics", "", &B::characteristics);
  fields("geometry_hash", "FNV-1a (64 bits) of the bytes of the shape", &B::geometry_hash);
  fields.check([](const B& body) { check_keys(body); });
  fields("shape", "", &B::shape);
  fields.when(is_mesh, [](auto& f) {
    f(
        "background", "one mesh, none when the shape is the mesh",
        [](auto& body) -> auto& { return body.shape.background; });
    f.check([](const B& body) { check_background(body); });
  });
}

}  // namespace solfec
