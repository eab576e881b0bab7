#include "geometry/shape/element_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_locator.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/local_coordinates.h"
#include "geometry/element/loose_nodes.h"
#include "geometry/element/shape_functions.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/split.h"
#include "math/box.h"

namespace solfec {
namespace {

// For each element (planes_of): the polyhedra whose boxes meet its own are cut by its planes one
// after the other (intersection), and what is left is integrated (PartIntegrals) and summed up by
// volume id. A part that has the volume of the element counts as the whole. Elements without a part
// go at the end (reduced). Every element is tested against every box.

constexpr double kWhole = 1e-9;     // of the volume of an element
constexpr double kCoverage = 1e-3;  // of the volume of the shape
constexpr double kSliver = 1e-12;   // of the volume of an element; smaller parts are nothing

/// Planes of an element: points and outward unit normals.
struct Planes {
  std::vector<std::pair<Vec3, Vec3>> plane;
  Box box;
  ElementCorners corners;
  double volume{};
};

/// Planes of the faces; a bent quadrilateral has two, along the diagonal that lies outside of the
/// other one.
Planes planes_of(const Mesh& mesh, const MeshElement& element) {
  Planes planes;
  planes.corners = corners_of(element, [&](int node) { return mesh.nodes[at(node)]; });
  planes.box = box_of(planes.corners.all());
  const ElementFaces& faces = element_faces(element.node_count);
  const auto add = [&](int a, int b, int c) {
    const auto& x = planes.corners.at;
    const Vec3 normal = cross(x[at(b)] - x[at(a)], x[at(c)] - x[at(a)]);
    if (norm(normal) > 0.0) planes.plane.emplace_back(x[at(a)], normalized(normal));
  };
  for (int side = 0; side < faces.face_count; ++side) {
    const auto face = faces.face(side);
    if (face.size() == 3) {
      add(face[0], face[1], face[2]);
      continue;
    }
    const auto& x = planes.corners.at;
    const Vec3 normal = cross(x[at(face[1])] - x[at(face[0])], x[at(face[2])] - x[at(face[0])]);
    const bool ridge = dot(normal, x[at(face[3])] - x[at(face[0])]) <= 0.0;
    const std::size_t k = ridge ? 0 : 1;  // diagonal 0-2 or 1-3
    add(face[k], face[k + 1], face[(k + 2) % 4]);
    add(face[k], face[(k + 2) % 4], face[(k + 3) % 4]);
  }
  const int n = element.node_count;
  for (const QuadraturePoint& point : mass_quadrature(n)) {
    const ShapeFunctions shape = shape_functions(n, point.local);
    planes.volume += point.weight * determinant(element_jacobian(planes.corners.all(), shape));
  }
  return planes;
}

std::optional<Convex> intersection(const Convex& convex, const Planes& planes) {
  std::optional<Convex> part = convex;
  for (const auto& [point, normal] : planes.plane) {
    part = part_below(*part, point, normal, 0);
    if (!part) return part;
  }
  return part;
}

/// Adds the tetrahedra of a polyhedron, a fan about its centre.
class PartIntegrals {
 public:
  PartIntegrals(const Planes& planes, ElementPart& part) : planes_(planes), part_(part) {}

  void add(const Convex& convex) {
    Vec3 center;
    for (const Vec3 vertex : convex.vertices) center += vertex;
    center = center / static_cast<double>(convex.vertices.size());
    for (int f = 0; f < convex.face_count(); ++f) {
      const auto face = convex.face(f);
      const auto vertex = [&](std::size_t k) { return convex.vertices[at(face[k])]; };
      for (std::size_t k = 2; k < face.size(); ++k) {
        add_tetrahedron({vertex(0), vertex(k - 1), vertex(k), center});
      }
    }
  }
  [[nodiscard]] double volume() const { return volume_; }

 private:
  void add_tetrahedron(const std::array<Vec3, 4>& x) {
    const double six = dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
    // seen from the centre the faces turn the other way
    const double determinant_J = std::fabs(six);
    if (determinant_J == 0.0) return;
    volume_ += determinant_J / 6.0;
    for (const QuadraturePoint& point : fine_tetrahedron_quadrature()) {
      part_.points.push_back({local(x, point.local), point.weight * determinant_J});
    }
    const int n = planes_.corners.count;
    for (const QuadraturePoint& point : mass_quadrature(4)) {
      const ShapeFunctions shape = shape_functions(n, local(x, point.local));
      for (std::size_t a = 0; a < at(n); ++a) {
        part_.shape_integral[a] += point.weight * determinant_J * shape.value[a];
      }
    }
  }

  /// Coordinates in the element of a point of a tetrahedron.
  [[nodiscard]] Vec3 local(const std::array<Vec3, 4>& x, Vec3 in_tetrahedron) const {
    const ShapeFunctions shape = shape_functions(4, in_tetrahedron);
    Vec3 point;
    for (std::size_t a = 0; a < 4; ++a) point += shape.value[a] * x[a];
    return local_coordinates(planes_.corners.all(), point).local;
  }

  const Planes& planes_;
  ElementPart& part_;
  double volume_ = 0.0;
};

/// ∫ N_a dV over the whole element.
std::array<double, 8> whole_integral(const ElementCorners& corners) {
  std::array<double, 8> integral{};
  for (const QuadraturePoint& point : mass_quadrature(corners.count)) {
    const ShapeFunctions shape = shape_functions(corners.count, point.local);
    const double weight = point.weight * determinant(element_jacobian(corners.all(), shape));
    for (std::size_t a = 0; a < at(corners.count); ++a) integral[a] += weight * shape.value[a];
  }
  return integral;
}

/// Parts of one element by volume id.
std::vector<ElementPart> parts_of(std::span<const Convex> convices, std::span<const Box> boxes,
                                  const Planes& planes, double& covered) {
  std::map<VolumeId, std::pair<ElementPart, double>> parts;
  for (std::size_t c = 0; c < convices.size(); ++c) {
    if (!overlap(boxes[c], planes.box)) continue;
    const std::optional<Convex> common = intersection(convices[c], planes);
    if (!common) continue;
    auto& [part, volume] = parts[convices[c].volume];
    part.volume = convices[c].volume;
    PartIntegrals integrals(planes, part);
    integrals.add(*common);
    volume += integrals.volume();
  }
  std::vector<ElementPart> result;
  for (auto& [id, entry] : parts) {
    auto& [part, volume] = entry;
    if (volume <= kSliver * planes.volume) continue;
    covered += volume;
    part.whole = volume >= (1.0 - kWhole) * planes.volume;
    if (part.whole) {
      part.points.clear();
      part.shape_integral = whole_integral(planes.corners);
    }
    result.push_back(std::move(part));
  }
  return result;
}

/// Keeps the listed elements and their nodes; outer faces stay where they are, new ones are none:
/// nothing touches a background mesh.
Mesh reduced(const Mesh& mesh, std::span<const int> elements) {
  Mesh part;
  part.nodes = mesh.nodes;
  for (const int e : elements) part.elements.push_back(mesh.elements[at(e)]);
  drop_loose_nodes(part);
  return part;
}

}  // namespace

BackgroundMesh cut_by_elements(const Shape& shape, const Mesh& mesh) {
  const std::vector<Convex>& convices = shape.convices;
  std::vector<Box> boxes;
  boxes.reserve(convices.size());
  for (const Convex& convex : convices) boxes.push_back(box_of(convex.vertices));
  const double total = mass_properties(shape).volume;
  BackgroundMesh background;
  std::vector<int> chosen;
  double covered = 0.0;
  for (int e = 0; e < count(mesh.elements); ++e) {
    const Planes planes = planes_of(mesh, mesh.elements[at(e)]);
    std::vector<ElementPart> parts = parts_of(convices, boxes, planes, covered);
    if (parts.empty()) continue;
    for (ElementPart& part : parts) {
      part.element = count(chosen);
      background.parts.push_back(std::move(part));
    }
    chosen.push_back(e);
  }
  if (!(std::fabs(covered - total) <= kCoverage * total)) {
    throw InputError(cat("the elements of the background mesh hold ", covered,
                         " m^3 of the shape, which has ", total,
                         " m^3: they must cover it to 0.1 %"));
  }
  background.mesh = reduced(mesh, chosen);
  return background;
}

}  // namespace solfec
