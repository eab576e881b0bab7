#pragma once

#include <cstdint>

#include "archive/xdr.h"
#include "domain/domain.h"
#include "output/run_state.h"
#include "output/stored_model.h"

namespace solfec {

/// Appends what frames say about a model beside its motion; layout in docs/output-format.md.
void encode_bulk_materials(const Domain& domain, XdrWriter& out);
void encode_surface_materials(const Domain& domain, XdrWriter& out);
/// Kind of analysis, materials and settings: all of the model data but the bodies.
void encode_definitions(const Domain& domain, const RunConfiguration& run, XdrWriter& out);
void encode_body(const BodyRecord& record, const BodyCharacteristics& characteristics,
                 std::uint64_t geometry_hash, XdrWriter& out);
void encode_shape(const Shape& shape, XdrWriter& out);

/// Hash of the encoded shape.
std::uint64_t geometry_hash(const Shape& shape);

/// Reads what the functions above wrote. Every index is checked, every length and coordinate is
/// finite, so the shapes are safe to use.
/// @throws ArchiveError saying what is wrong.
StoredModel decode_model(XdrReader& in);
/// The part that encode_definitions wrote; the bodies stay empty.
StoredModel decode_definitions(XdrReader& in);

}  // namespace solfec
