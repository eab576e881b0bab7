#pragma once

#include <vector>

#include "geometry/convex_patch.h"
#include "geometry/gjk.h"
#include "geometry/polyhedron_view.h"

namespace solfec {

/// Work space of `patch_ahead`, one per thread.
struct AheadScratch {
  std::vector<Vec3> vertex;  // of b where it will be
  std::vector<Vec3> normal;
  std::vector<double> offset;
};

/// Patch of contact of two convex polyhedra at the end of the step, by the motion of b against a in
/// the query: what comes down where they do not touch yet, as on bodies that roll or topple.
///
/// Its points are brought back to where the polyhedra are now, halfway between the two places that
/// will meet, with the gaps that they have now along the normal of that patch.
///
/// @param lowest   Least gap of the points of now, m: what overlaps more is no point to come.
/// @param scratch  As of convex_patch.
/// @return found = false when they do not come closer than the tolerance.
ConvexPatch patch_ahead(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                        double lowest, ConvexPatchScratch& scratch, AheadScratch& moved);

}  // namespace solfec
