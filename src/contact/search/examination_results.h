#pragma once

#include <span>
#include <vector>

#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "contact/search/body_pair_list.h"
#include "contact/search/sphere_pair_list.h"

namespace solfec {

/// Results of the examination of a step, without the contacts of bodies at rest.
struct ExaminationResults {
  const PieceSet& pieces;
  const ContactParams& params;
  std::span<PairQuery> queries;
  const PairContacts& contacts;  // one entry per query
  SpherePairList& spheres;
  BodyPairList& bodies;
};

enum class ContactChange { nothing_new, same_contacts, other_contacts };

/// Compares the contacts that were found with the old ones, by pair and feature; bonds stay.
///
/// other_contacts  some contacts came or went
/// same_contacts   no contact came or went, and some were examined
/// nothing_new     all contacts belong to bodies at rest
ContactChange compare(const ExaminationResults& found, std::span<const ContactPoint> points);

/// Gives old contacts that were examined their present geometry. Ended contacts stay unchanged
/// until they are dropped. Contacts of spheres have been updated already.
void update_points(const ExaminationResults& found, std::span<ContactPoint> points);

}  // namespace solfec
