#pragma once

#include <array>
#include <vector>

#include "base/ids.h"
#include "geometry/element/mesh_cut.h"
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
  std::vector<CutPoint> samples;       // reference points at which the stress is looked at
  bool in_callback = false;            // always false: functions that RUN calls make none
};

}  // namespace solfec
