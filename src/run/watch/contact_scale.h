#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// GEOMETRIC_EPSILON and the sizes of the bodies that move.
///
/// Two bodies touch within the tolerance, so it must be small against the smallest one. The size of
/// a body is the least extent of its reference shape (run/watch/body_extent.h): the smallest side
/// of its box, the thickness of a plate however it is turned, 2 r of a sphere.
class ContactScale {
 public:
  /// Gives a domain whose tolerance no one has set min(1e-4 m, 1e-3 of the least extent of its
  /// rigid, pseudo-rigid and finite-element bodies). Only the first call does so: later bodies
  /// change nothing.
  /// @return A line for the log when that is not 1e-4 m, else ''.
  std::string choose_tolerance(Domain& domain);

  /// Looks at the bodies that have come since the last call; at all when the tolerance changed.
  /// @param line  Of the script that has set the tolerance, '' when none did.
  /// @return A warning about the smallest of them that is below 100 tolerances, '' when none is, or
  ///         after ten warnings.
  std::string warning(const Domain& domain, const std::string& line);

 private:
  bool chosen_ = false;
  int warnings_ = 0;
  BodyId last_ = 0;         // all bodies up to it have been looked at
  double tolerance_ = 0.0;  // with which they were, m
};

}  // namespace solfec
