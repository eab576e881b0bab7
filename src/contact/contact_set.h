#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/contact_point.h"
#include "contact/piece_set.h"

namespace solfec {

/// Rules of contact detection that a user may set.
struct ContactParams {
  double tolerance = 1e-4;             // m, GEOMETRIC_EPSILON
  double sparsify_threshold = 0.01;    // ratio of areas in [0, 1]; 0 switches the rule off
  double minimal_area = 0.0;           // m^2
  double minimal_distance = 1e-4;      // m, between distinct points
};

/// Contacts of the current step, kept sorted by key.
///
/// `detect` looks at every pair of pieces whose boxes meet, once per step, old pairs included: a new
/// contact is made when the pieces are closer than the tolerance, an old one lives while they are
/// closer than ten tolerances; then sparsification removes superfluous points.
class ContactSet {
 public:
  ContactSet();
  ~ContactSet();
  ContactSet(ContactSet&&) noexcept;
  ContactSet& operator=(ContactSet&&) noexcept;

  /// Detects the contacts of the current placement; states of pairs that still exist are kept.
  /// No allocation once the buffers have grown to the size of the problem.
  /// @param next_id  First unused constraint id; advanced by the number of new contacts.
  void detect(const PieceSet& pieces, const ContactParams& params, ConstraintId& next_id);

  [[nodiscard]] std::span<const ContactPoint> points() const { return points_; }
  /// Points whose `state` (reaction, bond) the step writes back.
  [[nodiscard]] std::span<ContactPoint> points() { return points_; }
  /// Number of points that sparsification removed in the last detection.
  [[nodiscard]] int sparsified() const { return sparsified_; }

  /// Replaces all contacts, e.g. from a stored frame.
  void assign(std::vector<ContactPoint> points);
  /// Excludes all contacts between two bodies.
  void exclude_bodies(BodyId a, BodyId b);

 private:
  struct Buffers;

  std::vector<ContactPoint> points_;
  int sparsified_ = 0;
  std::unique_ptr<Buffers> buffers_;
};

}  // namespace solfec
