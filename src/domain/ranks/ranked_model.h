#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/contact_set.h"
#include "contact/piece/contact_params.h"
#include "domain/ranks/absent_bodies.h"
#include "material/bulk_material.h"

namespace solfec {

/// Parts of the model that ranks hand to each other, as one of them has it.
struct RankedModel {
  std::span<const BulkMaterial> materials;
  const ContactParams& contact_params;
  Bodies& bodies;                            // own ones and ghosts
  AbsentBodies& absent;                      // all others
  std::vector<UserConstraint>& constraints;  // whose masters are own bodies; by id
  std::vector<UserConstraint>& others;       // of other ranks, as the script made them; by id
  ContactSet& contacts;                      // that this rank holds
};

}  // namespace solfec
