#pragma once

#include <optional>
#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"
#include "domain/quasi_static/reached_contact.h"
#include "domain/quasi_static/reached_places.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Points and frames of the rows of a quasi-static step at the places that it reaches, to which its
/// reactions belong once the balance has been found there.
class ReachedRows {
 public:
  /// Forgets the last step.
  void clear();
  /// Finds the places of the rows with the velocities and changes in the sets.
  /// @param step  h, s.
  void find(Bodies& bodies, double step, std::span<const UserConstraint> constraints,
            std::span<const ContactPoint> contacts);
  /// Places the rows there. Reactions and velocities of contacts keep their components along
  /// material axes, and are restated in contact_frame of the new normal. Without `find` rows stay.
  void place(std::span<UserConstraint> constraints, std::span<ContactPoint> contacts) const;

 private:
  struct ConstraintPlace {
    Vec3 point;        // m
    Vec3 slave_point;  // m
    Mat3 frame;
  };

  ReachedPlaces places_;
  std::vector<ConstraintPlace> constraints_;
  std::vector<std::optional<ReachedContact>> contacts_;
};

}  // namespace solfec
