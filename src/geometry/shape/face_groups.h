#pragma once

#include "geometry/shape/piece_arrays.h"

namespace solfec {

/// Groups the outer faces of a shape that lie in one plane, look the same way and have equal
/// surface ids, also over several pieces. Two rigid shapes touch on a pair of groups in one patch,
/// however finely they are meshed. Fills `face_group`: number of the group, counted in the order of
/// the first face of each, -1 of inner faces. Faces are one plane when their normals agree to 1e-6
/// and no vertex is farther than 1e-6 of the shape's size from the plane of the first face.
void find_face_groups(ShapePieces& pieces);

}  // namespace solfec
