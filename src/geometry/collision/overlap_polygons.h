#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Face polygon of one body clipped by the other body.
struct OverlapPolygon {
  double area{};    // m^2
  Vec3 centroid;    // m
  double weight{};  // in [0, 1], zero for slivers
  bool counts{};    // its face is outer and has entered the other body through an outer face
};

/// Heights of the vertices of one body over the planes of another, m: row f, column v.
class HeightTable {
 public:
  void fill(const PolyhedronView& planes, std::span<const Vec3> vertices);
  void reserve(int faces, int vertices);
  [[nodiscard]] std::span<const double> row(std::size_t face) const {
    return std::span(height_).subspan(face * columns_, columns_);
  }

 private:
  std::vector<double> height_;
  std::vector<double> x_;  // of the vertices
  std::vector<double> y_;
  std::vector<double> z_;
  std::size_t columns_ = 0;  // vertices
};

/// Work space of `convex_overlap`, one per thread; grows to the largest pair seen and then stays.
struct OverlapScratch {
  HeightTable over_a;  // vertices of b over the planes of a
  HeightTable over_b;  // the reverse
  std::vector<std::uint64_t>
      above;  // per vertex and block of 64 planes: bits of planes it is beyond
  std::vector<std::uint64_t> below;     // per vertex and block: bits of planes it is behind
  std::vector<OverlapPolygon> polygon;  // faces of a, then faces of b
  std::vector<Vec3> loop;               // polygon being clipped
  std::vector<Vec3> clipped;
  std::vector<double> height;  // of the loop above the cutting plane; depth per face; m
};

/// Weight of a polygon by its share of the largest area: smoothstep from 0 at 1 % to 1 at 5 %.
double sliver_weight(double share);

/// Outward motion of half-spaces before they clip.
struct Swelling {
  double delta{};        // m
  bool lateral = false;  // true: all half-spaces move; false: only those that face the contact
  Vec3 contact_normal;   // out of a into b, unit

  /// Outward motion of a half-space; `facing` is +1 for planes of a and -1 for those of b.
  [[nodiscard]] double of(Vec3 plane_normal, double facing) const {
    if (lateral) return delta;
    const double cosine = facing * dot(plane_normal, contact_normal);
    return cosine > 0.0 ? delta * cosine : 0.0;
  }
};

/// Fills both tables; `clip_faces` needs them.
void fill_heights(const PolyhedronView& a, const PolyhedronView& b, OverlapScratch& scratch);

/// Clips every face of a by the swollen half-spaces of b and the reverse; fills scratch.polygon
/// with areas, centroids and weights, and returns the sum of all areas, m².
///
/// Clipping one half-space after the other: Sutherland and Hodgman (1974), Commun. ACM 17, 32-42.
/// Most faces and half-spaces never get there: outcodes of the vertices (one bit per half-space,
/// Cohen and Sutherland in Newman and Sproull (1979), Principles of Interactive Computer Graphics)
/// tell which faces lie beyond a half-space and which half-spaces cut a face.
/// Nothing farther than delta from the other body along the contact normal is kept either, so that
/// swollen blades do not reach far. A polygon that lies in a cutting plane up to `snap` is kept
/// whole, so faces that are flush with each other do not flicker. The weight is sliver_weight(A /
/// largest A).
///
/// @param snap  Distance that counts as rounding, m.
/// @pre fill_heights(a, b, scratch).
double clip_faces(const PolyhedronView& a, const PolyhedronView& b, const Swelling& swelling,
                  double snap, OverlapScratch& scratch);

/// Face through which a ray leaves a polyhedron, and the signed length up to it; face = -1 when no
/// face looks along the direction.
struct RayExit {
  int face = -1;
  double length{};  // m
};
/// Face through which the ray from `point` along `direction` (unit) leaves the polyhedron: the
/// least (offset - normal . point) / (normal . direction) of the faces that look along it.
RayExit ray_exit(const PolyhedronView& polyhedron, Vec3 point, Vec3 direction);

/// Returns the exit of the ray through outer faces only, also for points that may lie outside by
/// `outside` (m): the length is at least -outside, and faces that are grazed (cosine below 0.1) by
/// a ray that starts outside of them decide only when no other face does.
RayExit outer_ray_exit(const PolyhedronView& polyhedron, Vec3 point, Vec3 direction,
                       double outside);

}  // namespace solfec
