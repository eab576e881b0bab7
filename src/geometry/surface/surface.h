#pragma once

#include <array>
#include <numbers>
#include <span>
#include <vector>

#include "base/ids.h"
#include "geometry/shape/point_in_shape.h"  // ShapePart
#include "geometry/shape/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A simple shape as the image of the unit sphere, for programs that draw copies of one sphere.
struct SurfaceSphere {
  Vec3 center;         // reference position, m
  double radius{};     // m, the largest
  ShapePart part;      // among the simple shapes of its kind
  int first_vertex{};  // its vertices in the surface: none without triangles
  int vertex_count{};
  SurfaceId surface{};
  VolumeId volume{};
  Mat3 half_axes;  // of geometry/shape/round_image.h, m
};

using CornerNormals = std::array<Vec3, 3>;

/// Surface of a shape for pictures and exports: triangles and edges, with the parts and faces to
/// which they belong. The triangles of each convex, mesh and sphere form a closed surface: they
/// share vertices, and every edge is used equally often in both directions.
struct Surface {
  // vertices
  std::vector<Vec3> vertex;  // reference position, m
  std::vector<int> node;     // of the meshes of the shape, counted on from mesh to mesh; -1: none

  // triangles: those of a face come one after another
  std::vector<std::array<int, 3>> triangle;  // vertices, counter-clockwise seen from outside
  std::vector<CornerNormals> normal;         // outward, unit: of the face; of round parts their own
  std::vector<int> face;        // number: polygon of a convex, side of an element, round part
  std::vector<ShapePart> part;  // convex, element among those of all meshes, or simple shape
  std::vector<SurfaceId> surface;
  std::vector<VolumeId> volume;

  // edges of faces of convices and meshes, each once, as pairs of vertices
  std::vector<std::array<int, 2>> feature_edge;
  std::vector<std::array<int, 2>> mesh_edge;

  std::vector<SurfaceSphere> sphere;
  double chord_error{};  // m, the largest of the round parts' triangles

  [[nodiscard]] int vertex_count() const { return static_cast<int>(vertex.size()); }
  [[nodiscard]] int triangle_count() const { return static_cast<int>(triangle.size()); }
};

/// Parameters with which a surface is made.
struct SurfaceParams {
  double feature_angle = std::numbers::pi / 6.0;  // rad, between the normals of two faces
  double chord_error{};  // m, largest distance of triangles from a round part; 0: it has none
};

/// Makes the surface of a shape.
///
/// Only outer faces of meshes have triangles; a background mesh has none. Polygons are cut by
/// `polygon_triangles`, bent quadrilaterals along the diagonal of `ridge_of_quadrilateral`, as
/// contact does; a face has one normal, that of its area vector. Round parts are images of
/// `make_unit_sphere` with their corners on the surface.
///
/// An edge of two faces whose normals differ by more than the angle, or whose surface ids differ,
/// is a feature edge, as is one that belongs to another number of faces (elements that share
/// nothing but an edge); all others are mesh edges. Diagonals along which a face is cut are no
/// edges.
///
/// @pre params.feature_angle >= 0, params.chord_error >= 0.
/// @throws InputError (value) as make_unit_sphere does.
Surface make_surface(const Shape& shape, const SurfaceParams& params);

/// Normals of the corners for other positions of the vertices: of faces from the positions, of
/// spheres those of the ellipsoid that the homogeneous motion with gradient F makes of them,
/// cof(F) N normalised. A face without area gets zero.
/// @param position, normal  One entry per vertex, m, and per triangle.
void corner_normals(const Surface& surface, std::span<const Vec3> position, const Mat3& gradient,
                    std::span<CornerNormals> normal);

}  // namespace solfec
