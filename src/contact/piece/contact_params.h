#pragma once

#include <algorithm>
#include <string_view>

namespace solfec {

/// Rule for the contact points of two polyhedra.
///
/// centroid  one point at the centroid of the overlap (manual of 2010); it carries no moment
/// patch     the corners of the patch of contact (geometry/collision/convex_patch.h)
enum class ContactPoints { centroid, patch };

/// Name of a rule as CONTACT_POINTS spells it.
constexpr std::string_view name_of(ContactPoints item) {
  switch (item) {
    case ContactPoints::centroid:
      return "CENTROID";
    case ContactPoints::patch:
      return "PATCH";
  }
  return {};
}

/// Default of GEOMETRIC_EPSILON, m. Unless the script sets it, the first RUN chooses less for small
/// bodies.
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
  double patch_threshold = 0.0;  // ratio of areas of whole patches; 0 unless the script sets it
  // Contacts that approach more slowly than bounce_share |g| h + bounce_speed have no restitution;
  // CONTACT_BOUNCE sets one of both. The default is twice |g| h: once for the speed that a body at
  // rest gains in a step, and once for a gap through which it falls.
  double bounce_share = 2.0;
  double bounce_speed = 0.0;  // m/s
  bool projection = false;    // of overlaps, with patches; a SOLFEC of the language starts with it

  friend bool operator==(const ContactParams&, const ContactParams&) = default;
};

/// Sets the tolerance. The least distance of points follows it unless the script has set one.
inline void set_tolerance(double tolerance, ContactParams& params) {
  params.tolerance = tolerance;
  if (!params.own_minimal_distance) params.minimal_distance = tolerance;
}
/// Distance within which pieces of one shape are neighbours, m. A RUN never changes it. Unless the
/// script sets GEOMETRIC_EPSILON, it is the default, but at most a thousandth of the size of the
/// shape. @param size  Cube root of the volume of the shape, m.
inline double shape_tolerance(const ContactParams& params, double size) {
  constexpr double kOfSize = 1e-3;
  if (!params.automatic_tolerance) return params.tolerance;
  return size > 0.0 ? std::min(kDefaultTolerance, kOfSize * size) : kDefaultTolerance;
}
/// Speed of approach below which a contact has no restitution, m/s.
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

/// An old contact lives while the distance of its pieces is below this many tolerances plus the
/// distance of prediction.
inline constexpr double kLifeDistance = 10.0;

/// Distance up to which a pair is a contact that obeys its law.
inline double contact_distance(const ContactParams& params) {
  return std::max(params.tolerance, params.prediction);
}
/// Distance up to which old contacts live.
inline double life_distance(const ContactParams& params) {
  return kLifeDistance * params.tolerance + params.prediction;
}
/// Distance below which two points of a patch count as one, m: that of CONTACT_SPARSIFY, but at
/// least what rounding needs.
inline double patch_point_distance(const ContactParams& params) {
  return std::max(params.minimal_distance, 0.01 * params.tolerance);
}
/// Margin by which boxes are enlarged, so that the boxes of new contacts overlap, m.
inline double box_margin(const ContactParams& params) { return contact_distance(params); }

}  // namespace solfec
