#pragma once

#include "contact/piece/contact_params.h"
#include "geometry/collision/patch_polygon.h"

namespace solfec {

/// Distance below which two points of a patch count as one, and whether the user has set it.
inline PointSpacing point_spacing(const ContactParams& params) {
  return {patch_point_distance(params), params.own_minimal_distance};
}

}  // namespace solfec
