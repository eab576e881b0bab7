#pragma once

#include "geometry/shape/piece_arrays.h"

namespace solfec {

/// Estimates the distance of the plane faces of a shape from the smooth surface that they
/// approximate. Fills `face_sagitta`, m, one per face, 0 of inner ones.
///
/// A regular polygon with chords c, whose normals turn by the angle θ from one to the next, lies
/// (c / 2) tan (θ / 4) inside its circle. Each edge of an outer face counts with its height, the
/// largest distance of a vertex of the face from the edge, in place of c, where the two faces of
/// the edge meet at less than 42°; other edges are edges of the shape as well. Twice the mean
/// over the edges of a face is twice the sagitta of a cylinder and of a sphere of squares, and one
/// to four times that of a sphere of triangles. Faces find each other by nodes: pieces that do
/// not share nodes are no neighbours.
void find_face_sagittas(ShapePieces& pieces);

}  // namespace solfec
