#pragma once

#include <array>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// Plane along which a body is cut once it is pulled too much there (SIMPLIFIED_CRACK).
struct SimplifiedCrack {
  BodyId body{};
  Vec3 point;                          // of the plane, reference, m
  Vec3 normal;                         // reference, unit
  std::array<SurfaceId, 2> surface{};  // of the new faces below and above the plane
  bool adjacent_only = false;          // cuts elements that hang together with that at the point
  double tension{};                    // normal stress above which the body is cut, Pa, >= 0
  double fracture_energy{};            // of the bond between the new faces, J/m², 0: none
  std::vector<Vec3> samples;           // reference points at which the stress is looked at, m
  bool in_callback = false;            // always false: functions that RUN calls make none
};

}  // namespace solfec
