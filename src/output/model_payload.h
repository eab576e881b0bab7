#pragma once

#include <cstdint>

#include "archive/xdr.h"
#include "domain/domain.h"
#include "output/stored_model.h"

namespace solfec {

/// Appends what frames say about a model beside its motion; layout in docs/output-format.md.
void encode_materials(const Domain& domain, XdrWriter& out);
void encode_body(const BodyRecord& record, const BodyCharacteristics& characteristics,
                 std::uint64_t geometry_hash, XdrWriter& out);
void encode_shape(const Shape& shape, XdrWriter& out);

/// FNV-1a hash of 64 bits (Fowler, Noll, Vo; IETF draft-eastlake-fnv) of the encoded shape. Equal
/// shapes have equal hashes; shapes that differ in one bit almost surely do not.
std::uint64_t geometry_hash(const Shape& shape);

/// Reads what the functions above wrote. Every index is checked, every length and coordinate is
/// finite, so the shapes are safe to use.
/// @throws ArchiveError saying what is wrong.
StoredModel decode_model(XdrReader& in);

}  // namespace solfec
