#pragma once

#include <algorithm>

#include "contact/piece/contact_params.h"

namespace solfec {

/// Distances at which a pair of pieces counts as closed and at which it stops being a contact.
///
/// A new pair is in contact when its distance is at most the tolerance, an old one while the
/// distance is less than kLifeDistance tolerances. Within the tolerance the contact is closed: gap
/// = min(gap, 0). Beyond, it is open: gap = distance. Contacts that obey their law at a gap keep
/// the measured gap, and are contacts as soon as the pieces may meet in the coming step. With
/// prediction, the distance of prediction takes the place of a smaller tolerance, it is added to
/// the distance up to which a contact lives, and closed contacts keep their measured gap.
struct Reach {
  bool old;
  bool exact;      // closed contacts keep their measured gap
  double contact;  // distance up to which a new pair is in contact, m
  double life;     // distance up to which an old contact lives, m

  /// @param approach  Bound of the approach in the step, m (contact/piece/approach.h).
  Reach(const ContactParams& params, bool is_old, bool gap_law, double approach)
      : old(is_old),
        exact(params.prediction > 0.0 || gap_law),
        contact(std::max(contact_distance(params), gap_law ? approach : 0.0)),
        life(std::max(life_distance(params), contact)) {}

  [[nodiscard]] double limit() const { return old ? life : contact; }
  [[nodiscard]] bool covers(double distance) const {
    return old ? distance < life : distance <= contact;
  }
  [[nodiscard]] bool closed(double distance) const { return distance <= contact; }
  /// Gap of a pair at a distance, m; a gap that is set to zero is 0, never -0.
  [[nodiscard]] double gap(double distance) const {
    return closed(distance) ? closed_gap(distance) : distance;
  }
  /// Gap of a closed pair, from the measured one, m.
  [[nodiscard]] double closed_gap(double measured) const {
    return exact || measured < 0.0 ? measured : 0.0;
  }
};

}  // namespace solfec
