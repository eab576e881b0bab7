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

/// A contact slips when |R_T| reaches this part of the bound of friction; it is below 1 because
/// solvers reach the bound only within their tolerance.
inline constexpr double kSlipShare = 0.999;

/// Status of a contact: open without a reaction, slip when |R_T| reaches μ R_N, else stick; a bond
/// that holds sticks. @param friction  μ with which the contact slides (sliding_friction).
inline ContactStatus contact_status(const ConstraintRecord& contact, double friction) {
  if (contact.R.x == 0.0 && contact.R.y == 0.0 && contact.R.z == 0.0) return ContactStatus::open;
  if (contact.bonded && contact.damage < 1.0) return ContactStatus::stick;
  const double tangential = std::hypot(contact.R.x, contact.R.y);
  return tangential >= kSlipShare * friction * contact.R.z ? ContactStatus::slip
                                                           : ContactStatus::stick;
}

}  // namespace solfec
