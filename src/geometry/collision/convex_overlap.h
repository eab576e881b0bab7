#pragma once

#include "geometry/collision/gjk.h"
#include "geometry/collision/overlap_polygons.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Contact of two convex polyhedra a and b.
struct ConvexOverlap {
  bool found = false;
  Vec3 point;       // m
  Vec3 normal;      // unit, out of a into b
  double gap{};     // m along the normal through the point, negative when overlapping
  double area{};    // m^2, half the boundary of the overlap without slivers
  int face_a = -1;  // outer face of a that is nearest to the point (surface id)
  int face_b = -1;  // outer face of b that is nearest to the point
};

/// Contact point, normal, gap and area of two polyhedra from the boundary of their intersection.
///
/// The boundary consists of the faces of a clipped by the half-spaces of b, and of those of b
/// clipped by a. First a provisional normal n0 is found: along the closest points when the bodies
/// are apart, else the face normal or edge product of least penetration that does not lead through
/// inner faces. Half-spaces that face the contact move outward by delta = tolerance + distance
/// times the cosine to n0, so that lateral limits are exact; when nothing is found (edges or
/// corners that touch) all move by delta. Polygons of area A weigh s(A / largest A), a smoothstep
/// from 0 at 1 % to 1 at 5 %, so slivers have no effect:
///   area = 1/2 Σ s A,  point = Σ s A x / Σ s A with the centroids x,
///   normal ~ Σ_a s (A c)² m - Σ_b s (A c)² m,  m = c ν + (1 - c) n0,
/// where c is the cosine of the face normal ν to n0, zero below 0.01, and s takes A c. Only outer
/// faces enter the normal, and only those that entered the other body through an outer face of it;
/// without any, n0 stands if it leaves both bodies through outer faces. When the normals of
/// touching faces are opposite, the normal is that of a to the bit. The gap is the way from the
/// exit out of a to the entry into b along the normal.
///
/// Faces may have any number of vertices and bodies any number of faces; the cost is the product of
/// the face counts. Overlap of polyhedra by half-spaces: Muller and Preparata (1978), Theor.
/// Comput. Sci. 7, 217-236. Deviations: faces are clipped instead of taking the hull of dual
/// points, and the weights.
///
/// @param a, b       Polyhedra in the same frame; planes and loops agree with the vertices.
/// @param tolerance  Positive, m; gaps up to this count as contact.
/// @param closest    Result of gjk_distance(a, b) that is not beyond its limit (asserted).
/// @param scratch    Work space; does not allocate once it has grown to the largest faces.
/// @return found = false when the pieces touch through inner faces only.
ConvexOverlap convex_overlap(const PolyhedronView& a, const PolyhedronView& b, double tolerance,
                             const GjkResult& closest, OverlapScratch& scratch);

}  // namespace solfec
