#pragma once

#include <algorithm>

#include "contact/piece/contact_params.h"

namespace solfec {

/// Distances at which a pair of pieces counts as closed and at which it stops being a contact.
///
/// A new pair is in contact when its distance is at most the tolerance, an old one while it is less
/// than kLifeDistance tolerances. Within the tolerance the contact is closed: gap = min(gap, 0);
/// beyond it is open: gap = distance. Contacts that obey their law at a gap have it as it is, and
/// are contacts as soon as they may meet in the coming step. With prediction the distance of
/// prediction takes the place of a smaller tolerance here, adds to the life of a contact, and
/// closed contacts have their gap as it is.
struct Reach {
  bool old;
  bool exact;      // gaps of closed contacts are not cut off
  double contact;  // m
  double life;     // m

  /// @param approach  How far the pieces may come nearer in the step, m (contact/piece/approach.h).
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
  /// Gap of a pair that is covered, m; a gap that is cut off is 0, never -0.
  [[nodiscard]] double gap(double distance) const {
    return closed(distance) ? closed_gap(distance) : distance;
  }
  /// Gap of a closed pair, from the measured one, m.
  [[nodiscard]] double closed_gap(double measured) const {
    return exact || measured < 0.0 ? measured : 0.0;
  }
};

}  // namespace solfec
