#pragma once

#include <map>

#include "domain/domain.h"

namespace solfec {

/// Where the record of a row is among those of the domain: users' constraints, then contacts.
class RecordIndex {
 public:
  explicit RecordIndex(const Domain& domain) {
    int record = 0;
    for (const UserConstraint& one : domain.user_constraints()) of_constraint_[one.id] = record++;
    for (const ContactPoint& one : domain.contact_points()) of_contact_[one.key] = record++;
  }
  [[nodiscard]] int of(const RowKey& key) const {
    if (key.constraint != 0) return of_constraint_.at(key.constraint);
    return of_contact_.at(
        {key.first_body, key.first_piece, key.second_body, key.second_piece, key.feature});
  }

 private:
  std::map<ConstraintId, int> of_constraint_;
  std::map<ContactKey, int> of_contact_;
};

}  // namespace solfec
