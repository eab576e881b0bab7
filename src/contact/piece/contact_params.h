#pragma once

#include <algorithm>
#include <string_view>

namespace solfec {

/// Which points a pair of polyhedra presses on.
///
/// centroid  one at the centroid of the overlap, that of the 2010 manual: it carries no moment
/// patch     the corners of the patch of contact (geometry/collision/convex_patch.h)
enum class ContactPoints { centroid, patch };

/// As CONTACT_POINTS spells it.
constexpr std::string_view name_of(ContactPoints item) {
  switch (item) {
    case ContactPoints::centroid:
      return "CENTROID";
    case ContactPoints::patch:
      return "PATCH";
  }
  return {};
}

/// GEOMETRIC_EPSILON when no one has set it, and no body is so small that a run chooses less, m.
inline constexpr double kDefaultTolerance = 1e-4;

/// Rules of contact detection that a user may set.
struct ContactParams {
  double tolerance = kDefaultTolerance;  // m, GEOMETRIC_EPSILON
  double sparsify_threshold = 0.01;      // ratio of areas in [0, 1]; 0 switches the rule off
  double minimal_area = 0.0;             // m^2
  double minimal_distance = 1e-4;        // m, between distinct points
  double prediction = 0.0;               // m, pairs closer than this are rows; 0 switches it off
  ContactPoints points = ContactPoints::centroid;  // a SOLFEC of the language starts with patch
  bool automatic_tolerance =
      false;  // chosen for the bodies by the first RUN (run/watch/contact_scale.h)
  bool own_minimal_distance = false;  // else the least distance is the tolerance
  double patch_threshold = 0.0;       // ratio of areas of whole patches; the user asks for it or 0
  // contacts that approach slower than bounce_share |g| h + bounce_speed have no restitution;
  // CONTACT_BOUNCE sets one of both. In multiples of |g| h, what a body at rest gains in a step,
  // one is for that body itself and the second for a gap that it falls through.
  double bounce_share = 2.0;
  double bounce_speed = 0.0;  // m/s
  bool projection = false;    // of overlaps, with patches; a SOLFEC of the language starts with it

  friend bool operator==(const ContactParams&, const ContactParams&) = default;
};

/// Sets the tolerance, and with it the least distance of points that has no value of its own.
inline void set_tolerance(double tolerance, ContactParams& params) {
  params.tolerance = tolerance;
  if (!params.own_minimal_distance) params.minimal_distance = tolerance;
}
/// Distance within which pieces of one shape are neighbours, m. No choice of a run changes it:
/// where no one has set GEOMETRIC_EPSILON, it is its default and at most a thousandth of the shape.
/// @param size  Of the shape, m: cube root of its volume.
inline double shape_tolerance(const ContactParams& params, double size) {
  constexpr double kOfSize = 1e-3;
  if (!params.automatic_tolerance) return params.tolerance;
  return size > 0.0 ? std::min(kDefaultTolerance, kOfSize * size) : kDefaultTolerance;
}
/// Approach of contacts below which they have no restitution, m/s.
/// @param weight_speed  |g| h, what gravity gives a body in the step, m/s.
inline double least_bounce(const ContactParams& params, double weight_speed) {
  return params.bounce_share * weight_speed + params.bounce_speed;
}
/// Returns the parameters as the script sets them: a tolerance that the run has chosen is replaced
/// by kDefaultTolerance.
inline ContactParams as_set(ContactParams params) {
  if (params.automatic_tolerance) set_tolerance(kDefaultTolerance, params);
  return params;
}

/// An old contact lives while its pieces are closer than this many tolerances, beside the distance
/// of prediction.
inline constexpr double kLifeDistance = 10.0;

/// Distance up to which a pair is a contact that obeys its law.
inline double contact_distance(const ContactParams& params) {
  return std::max(params.tolerance, params.prediction);
}
/// Distance up to which old contacts live.
inline double life_distance(const ContactParams& params) {
  return kLifeDistance * params.tolerance + params.prediction;
}
/// Distance below which two points of a patch are one, m: the rule of CONTACT_SPARSIFY, and what
/// rounding may do.
inline double patch_point_distance(const ContactParams& params) {
  return std::max(params.minimal_distance, 0.01 * params.tolerance);
}
/// How much boxes are enlarged, so that those of new contacts meet.
inline double box_margin(const ContactParams& params) { return contact_distance(params); }

}  // namespace solfec
