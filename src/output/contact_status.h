#pragma once

#include <cmath>
#include <string_view>

#include "domain/records/constraint_record.h"

namespace solfec {

/// Status of a contact: the numbers of the array `status`.
enum class ContactStatus { open, stick, slip };

constexpr std::string_view name_of(ContactStatus item) {
  switch (item) {
    case ContactStatus::open:
      return "open";
    case ContactStatus::stick:
      return "stick";
    case ContactStatus::slip:
      return "slip";
  }
  return {};
}

/// Share of the bound of friction from which on a contact counts as slipping: solvers reach the
/// bound to their tolerance only.
inline constexpr double kSlipShare = 0.999;

/// Open without a reaction, slip where |R_T| reaches μ R_N, stick elsewhere and where a bond holds.
/// @param friction  μ with which the contact slides (sliding_friction).
inline ContactStatus contact_status(const ConstraintRecord& contact, double friction) {
  if (contact.R.x == 0.0 && contact.R.y == 0.0 && contact.R.z == 0.0) return ContactStatus::open;
  if (contact.bonded && contact.damage < 1.0) return ContactStatus::stick;
  const double tangential = std::hypot(contact.R.x, contact.R.y);
  return tangential >= kSlipShare * friction * contact.R.z ? ContactStatus::slip
                                                           : ContactStatus::stick;
}

}  // namespace solfec
