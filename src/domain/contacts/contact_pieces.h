#pragma once

#include <memory>

#include "body/common/body_record.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/exclusions.h"

namespace solfec {

/// Makes the pieces of a new body's shape. Those of bodies that keep planes plane come with one for
/// each convex mesh as well; contact knows them by elements until it has chosen.
/// @param tolerance  As of make_shape_pieces, m.
void make_pieces(const Shape& shape, double tolerance, BodyRecord& record);

/// Which pieces contact knows of a body. A mesh that is convex as a whole is one of them where
/// contact has patches; by centroids each pair of elements has a point of its own. Bodies of which
/// single elements are excluded from contact keep these.
class ContactPieceChoice {
 public:
  ContactPieceChoice(ContactPoints rule, const ContactExclusions& exclusions);

  [[nodiscard]] const std::shared_ptr<const ShapePieces>& of(const BodyRecord& record) const;

 private:
  ContactPoints rule_;
  std::vector<BodyId> in_elements_;  // sorted
};

}  // namespace solfec
