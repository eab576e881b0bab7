#include "geometry/surface/surface.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/bent_quadrilateral.h"
#include "geometry/element/element_tables.h"
#include "geometry/shape/simple_shape.h"
#include "geometry/surface/geodesic_sphere.h"
#include "geometry/surface/polygon_triangles.h"
#include "geometry/surface/surface_edges.h"

namespace solfec {
namespace {

// SurfaceBuilder goes through the parts of a shape; each has vertices of its own, made when a face
// asks for them first. Normals and edges come at the end (finish): they need all faces.

/// Part, surface and volume that the triangles of a face have in common.
struct FaceOwner {
  ShapePart part;
  SurfaceId surface{};
  VolumeId volume{};
};

Vec3 unit_or_zero(Vec3 v) {
  const double length = norm(v);
  return length > 0.0 ? v / length : Vec3{};
}

/// Twice the area vector of a triangle, m^2.
Vec3 twice_area(std::span<const Vec3> position, const std::array<int, 3>& t) {
  const Vec3 a = position[at(t[0])];
  return cross(position[at(t[1])] - a, position[at(t[2])] - a);
}

/// Triangles of a plane polygon, or of a bent quadrilateral, as indices into the loop.
std::vector<std::array<int, 3>> face_triangles(std::span<const Vec3> vertex,
                                               std::span<const int> loop) {
  if (loop.size() == 3) return {{0, 1, 2}};
  if (loop.size() == 4) {
    const auto x = [&](std::size_t k) { return vertex[at(loop[k])]; };
    const int ridge = ridge_of_quadrilateral({x(0), x(1), x(2), x(3)});
    if (ridge == 0) return {{0, 1, 2}, {0, 2, 3}};
    if (ridge == 1) return {{1, 2, 3}, {1, 3, 0}};
  }
  return polygon_triangles(vertex, loop);
}

/// Makes a surface part by part.
class SurfaceBuilder {
 public:
  explicit SurfaceBuilder(const SurfaceParams& params) : params_(params) {}

  void add(const Convex& convex, int number);
  /// @param first_element, first_node  Numbers of those in earlier meshes.
  void add(const Mesh& mesh, int first_element, int first_node);
  template <RoundImaged Part>
  void add(const Part& part, int number);
  template <Faceted Part>
  void add(const Part& part, int number);
  Surface finish();

 private:
  /// Starts a part of the shape with own vertices.
  void open_part(std::size_t points) { vertex_of_.assign(points, -1); }
  /// Vertex of a point of the part; made when it is asked for first.
  int vertex(int point, Vec3 position, int node);
  void add_face(std::span<const int> loop, const FaceOwner& owner);
  void add_triangle(const std::array<int, 3>& corners, const FaceOwner& owner);
  const UnitSphere& unit_sphere(double radius);

  SurfaceParams params_;
  Surface surface_;
  std::vector<int> vertex_of_;  // of each point of the part, -1: none yet
  std::vector<int> loop_;
  int faces_ = 0;
  std::vector<FaceEdge> edges_;
  std::vector<SurfaceId> face_surface_;
  std::map<double, UnitSphere> unit_spheres_;  // by radius
};

int SurfaceBuilder::vertex(int point, Vec3 position, int node) {
  int& number = vertex_of_[at(point)];
  if (number < 0) {
    number = surface_.vertex_count();
    surface_.vertex.push_back(position);
    surface_.node.push_back(node);
  }
  return number;
}

void SurfaceBuilder::add_triangle(const std::array<int, 3>& corners, const FaceOwner& owner) {
  surface_.triangle.push_back(corners);
  surface_.face.push_back(faces_);
  surface_.part.push_back(owner.part);
  surface_.surface.push_back(owner.surface);
  surface_.volume.push_back(owner.volume);
}

void SurfaceBuilder::add_face(std::span<const int> loop, const FaceOwner& owner) {
  for (const auto& t : face_triangles(surface_.vertex, loop)) {
    add_triangle({loop[at(t[0])], loop[at(t[1])], loop[at(t[2])]}, owner);
  }
  surface_.normal.resize(surface_.triangle.size());
  for (std::size_t k = 0; k < loop.size(); ++k) {
    edges_.push_back({loop[k], loop[(k + 1) % loop.size()], faces_});
  }
  face_surface_.push_back(owner.surface);
  ++faces_;
}

void SurfaceBuilder::add(const Convex& convex, int number) {
  open_part(convex.vertices.size());
  for (int f = 0; f < convex.face_count(); ++f) {
    if (convex.surface[at(f)] == kInnerSurface) continue;
    loop_.clear();
    for (const int v : convex.face(f)) loop_.push_back(vertex(v, convex.vertices[at(v)], -1));
    add_face(loop_, {{ShapePartKind::convex, number}, convex.surface[at(f)], convex.volume});
  }
}

void SurfaceBuilder::add(const Mesh& mesh, int first_element, int first_node) {
  open_part(mesh.nodes.size());
  for (const MeshFace& face : mesh.faces) {
    const MeshElement& element = mesh.elements[at(face.element)];
    const FaceNodes nodes = face_nodes(element, face.side);
    loop_.clear();
    for (const int n : nodes.nodes()) {
      loop_.push_back(vertex(n, mesh.nodes[at(n)], first_node + n));
    }
    add_face(
        loop_,
        {{ShapePartKind::element, first_element + face.element}, face.surface, element.volume});
  }
}

const UnitSphere& SurfaceBuilder::unit_sphere(double radius) {
  const auto known = unit_spheres_.find(radius);
  if (known != unit_spheres_.end()) return known->second;
  return unit_spheres_.emplace(radius, make_unit_sphere(params_.chord_error / radius))
      .first->second;
}

/// Outward normal at a corner of a facet: that of the round side, or of the facet on a flat end.
template <Faceted Part>
Vec3 facet_normal(const Part& part, Vec3 corner, Vec3 flat) {
  const Vec3 axis = normalized(part.half_axis);
  if (std::abs(dot(flat, axis)) > 0.5) return flat;
  const Vec3 arm = corner - part.center;
  const Vec3 side = normalized(arm - dot(arm, axis) * axis);
  return dot(side, flat) < 0.0 ? -side : side;
}

template <Faceted Part>
void SurfaceBuilder::add(const Part& part, int number) {
  const Mesh mesh = facets_of(part);
  open_part(mesh.nodes.size());
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    loop_.clear();
    for (const int n : nodes.nodes()) loop_.push_back(vertex(n, mesh.nodes[at(n)], -1));
    const std::size_t first = surface_.triangle.size();
    add_face(loop_, {{Part::kPart, number}, part.surface, part.volume});
    for (std::size_t t = first; t < surface_.triangle.size(); ++t) {
      const auto& corner = surface_.triangle[t];
      const auto at_corner = [&](std::size_t k) { return surface_.vertex[at(corner[k])]; };
      const Vec3 flat = normalized(cross(at_corner(1) - at_corner(0), at_corner(2) - at_corner(0)));
      for (std::size_t k = 0; k < 3; ++k) {
        surface_.normal[t][k] = facet_normal(part, at_corner(k), flat);
      }
    }
  }
}

template <RoundImaged Part>
void SurfaceBuilder::add(const Part& part, int number) {
  const RoundImage image = round_image_of(part);
  const int first = surface_.vertex_count();
  SurfaceSphere instance{image.center, image.radius, {Part::kPart, number}, first, 0,
                         part.surface, part.volume,  image.half_axes};
  if (params_.chord_error > 0.0) {
    const UnitSphere& unit = unit_sphere(image.radius);
    instance.vertex_count = count(unit.vertex);
    for (const Vec3& direction : unit.vertex) {
      surface_.vertex.push_back(image.place(direction));
      surface_.node.push_back(-1);
    }
    for (const auto& t : unit.triangle) {
      add_triangle({first + t[0], first + t[1], first + t[2]},
                   {instance.part, part.surface, part.volume});
      const auto normal = [&](int corner) {
        return unit_or_zero(image.normal(unit.vertex[at(corner)]));
      };
      surface_.normal.push_back({normal(t[0]), normal(t[1]), normal(t[2])});
    }
    face_surface_.push_back(part.surface);
    ++faces_;
    surface_.chord_error = std::max(surface_.chord_error, image.radius * unit.chord_error);
  }
  surface_.sphere.push_back(instance);
}

Surface SurfaceBuilder::finish() {
  corner_normals(surface_, surface_.vertex, identity(), surface_.normal);
  std::vector<Vec3> normal(at(faces_));
  for (std::size_t t = 0; t < surface_.triangle.size(); ++t) {
    normal[at(surface_.face[t])] = surface_.normal[t][0];
  }
  SurfaceEdges edges = part_edges(edges_, normal, face_surface_, params_.feature_angle);
  surface_.feature_edge = std::move(edges.feature);
  surface_.mesh_edge = std::move(edges.mesh);
  return std::move(surface_);
}

}  // namespace

Surface make_surface(const Shape& shape, const SurfaceParams& params) {
  SOLFEC_ASSERT(params.feature_angle >= 0.0 && params.chord_error >= 0.0);
  SurfaceBuilder builder(params);
  for (int i = 0; i < count(shape.convices); ++i) builder.add(shape.convices[at(i)], i);
  int elements = 0;
  int nodes = 0;
  for (const Mesh& mesh : shape.meshes) {
    builder.add(mesh, elements, nodes);
    elements += count(mesh.elements);
    nodes += count(mesh.nodes);
  }
  for_each_simple_list(shape, [&](const auto& list) {
    for (int i = 0; i < count(list); ++i) builder.add(list[at(i)], i);
  });
  return builder.finish();
}

void corner_normals(const Surface& surface, std::span<const Vec3> position, const Mat3& gradient,
                    std::span<CornerNormals> normal) {
  const std::size_t n = surface.triangle.size();
  SOLFEC_ASSERT(position.size() == surface.vertex.size() && normal.size() == n);
  const Mat3 cofactor = from_columns(cross(gradient.column(1), gradient.column(2)),
                                     cross(gradient.column(2), gradient.column(0)),
                                     cross(gradient.column(0), gradient.column(1)));
  for (std::size_t t = 0; t < n;) {
    if (is_round(surface.part[t].kind)) {
      for (std::size_t k = 0; k < 3; ++k) {
        normal[t][k] = unit_or_zero(cofactor * surface.normal[t][k]);
      }
      ++t;
      continue;
    }
    std::size_t end = t;
    Vec3 area;
    for (; end < n && surface.face[end] == surface.face[t]; ++end) {
      area += twice_area(position, surface.triangle[end]);
    }
    const Vec3 of_face = unit_or_zero(area);
    for (; t < end; ++t) normal[t] = {of_face, of_face, of_face};
  }
}

}  // namespace solfec
