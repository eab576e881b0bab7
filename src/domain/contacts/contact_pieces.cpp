#include "domain/contacts/contact_pieces.h"

#include <algorithm>

namespace solfec {

void make_pieces(const Shape& shape, double tolerance, BodyRecord& record) {
  record.pieces = std::make_shared<const ShapePieces>(make_shape_pieces(shape, tolerance));
  if (!has_mesh(record.kind)) {
    if (auto whole = make_whole_pieces(shape, tolerance)) {
      record.whole_pieces = std::make_shared<const ShapePieces>(std::move(*whole));
    }
  }
  record.contact_pieces = record.pieces;
  record.ball = bounding_ball(*record.pieces);
}

ContactPieceChoice::ContactPieceChoice(ContactPoints rule, const ContactExclusions& exclusions)
    : rule_(rule) {
  for (const ContactKey& key : exclusions.pieces) {
    in_elements_.push_back(key.first_body);
    in_elements_.push_back(key.second_body);
  }
  std::sort(in_elements_.begin(), in_elements_.end());
}

const std::shared_ptr<const ShapePieces>& ContactPieceChoice::of(const BodyRecord& record) const {
  const bool whole = record.whole_pieces != nullptr && rule_ == ContactPoints::patch &&
                     !std::binary_search(in_elements_.begin(), in_elements_.end(), record.id);
  return whole ? record.whole_pieces : record.pieces;
}

}  // namespace solfec
