#include "body/common/body_record.h"

#include "base/cat.h"
#include "base/count.h"

namespace solfec {

NewBody new_body(const BodyRecord& record, const MassProperties& properties,
                 const BulkMaterial& material) {
  return {.id = record.id,
          .kind = record.kind,
          .properties = properties,
          .material = material,
          .shape = record.shape,
          .pieces = record.pieces.get(),
          .form = record.form,
          .element = record.element,
          .base = record.base};
}

bool has_faces(const BodyRecord& record, int piece) {
  const auto& pieces = record.contact_pieces;
  return pieces != nullptr && pieces->kind[at(piece)] == PieceKind::polyhedron;
}

std::string describe(const BodyRecord& record) {
  std::string text =
      record.label.empty() ? cat("body ", record.id) : cat("body '", record.label, "'");
  if (!record.origin.empty()) text += cat(" (created at ", record.origin, ")");
  return text;
}

}  // namespace solfec
