#include "geometry/shape/convex_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

namespace {

// The conditions of the header, in the order in which they are cheap to refuse:
//   pair_edges         (1) every edge belongs to two sides, in opposite directions
//   number_faces           sides of one plane that share edges make a face; surface ids agree
//   planes_support     (2) no node above a plane, by a mean plane of each face (find_planes)
//   look_different_ways (4) and no two planes that are nearly one
//   find_outlines      (3) the border of each face is one loop, convex, around once
// A side is an outer face of an element; a face is one of the polyhedron.

constexpr double kOnePlane = 1e-6;  // difference of the normals of outer faces in one plane
constexpr double kHeight = 1e-9;    // of the size: of a node above or below a plane that it is in
constexpr double kFlattest = 0.05;  // difference of the normals of two planes, at least
constexpr int kMostFaces = 32;

/// Side of an element on the boundary.
struct BoundarySide {
  FaceNodes loop;
  Vec3 normal;  // unit
  double area{};
  SurfaceId surface{};
  int face = -1;  // of the polyhedron
};

/// Edge of a side, in the direction in which it goes around it.
struct SideEdge {
  int from{};
  int to{};
  int side{};

  [[nodiscard]] std::pair<int, int> ends() const { return std::minmax(from, to); }
};

/// Face of the polyhedron while it is made.
struct BoundaryFace {
  Vec3 normal;      // unit
  double offset{};  // normal . x in its plane, m
  SurfaceId surface{};
  std::vector<std::pair<int, int>> border;  // directed edges
  std::vector<int> loop;                    // its corners, nodes of the mesh
};

/// The boundary while it is looked at.
struct Boundary {
  const Mesh& mesh;
  std::vector<BoundarySide> sides;
  std::vector<SideEdge> edges;  // those of one line beside each other
  std::vector<BoundaryFace> faces;
  std::vector<int> corner;  // nodes where three faces meet or more, sorted

  [[nodiscard]] Vec3 at(int node) const { return mesh.nodes[static_cast<std::size_t>(node)]; }
  [[nodiscard]] BoundarySide& side(int k) { return sides[static_cast<std::size_t>(k)]; }
  [[nodiscard]] BoundaryFace& face(int k) { return faces[static_cast<std::size_t>(k)]; }
};

/// Outer faces with their area vectors, and their edges.
void list_sides(Boundary& boundary) {
  for (const MeshFace& face : boundary.mesh.faces) {
    const MeshElement& element = boundary.mesh.elements[static_cast<std::size_t>(face.element)];
    BoundarySide side{face_nodes(element, face.side), {}, 0.0, face.surface, -1};
    const auto loop = side.loop.nodes();
    const Vec3 origin = boundary.at(loop[0]);
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      side.normal += 0.5 * cross(boundary.at(loop[k]) - origin, boundary.at(loop[k + 1]) - origin);
    }
    side.area = norm(side.normal);
    side.normal = side.normal / side.area;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      boundary.edges.push_back({loop[k], loop[(k + 1) % loop.size()], count(boundary.sides)});
    }
    boundary.sides.push_back(side);
  }
}

/// Sorts the edges, so that the two of each line stand beside each other.
/// @return whether every line has two, in opposite directions.
bool pair_edges(Boundary& boundary) {
  auto& edges = boundary.edges;
  std::sort(edges.begin(), edges.end(), [](const SideEdge& a, const SideEdge& b) {
    return a.ends() != b.ends() ? a.ends() < b.ends() : a.side < b.side;
  });
  if (edges.size() % 2 != 0) return false;
  for (std::size_t k = 0; k < edges.size(); k += 2) {
    if (edges[k].from != edges[k + 1].to || edges[k].to != edges[k + 1].from) return false;
    if (k > 0 && edges[k].ends() == edges[k - 1].ends()) return false;
  }
  return true;
}

/// Numbers the faces: sides of one plane that share edges.
/// @return whether they are few, and each has one surface id.
bool number_faces(Boundary& boundary) {
  std::vector<int> first(boundary.sides.size());  // a forest: sides of one face have one root
  std::iota(first.begin(), first.end(), 0);
  const auto root = [&](int side) {
    while (first[static_cast<std::size_t>(side)] != side) {
      int& up = first[static_cast<std::size_t>(side)];
      up = first[static_cast<std::size_t>(up)];
      side = up;
    }
    return side;
  };
  for (std::size_t k = 0; k < boundary.edges.size(); k += 2) {
    const int a = boundary.edges[k].side;
    const int b = boundary.edges[k + 1].side;
    if (!(norm(boundary.side(a).normal - boundary.side(b).normal) <= kOnePlane)) continue;
    const int one = root(a);
    const int other = root(b);
    first[static_cast<std::size_t>(std::max(one, other))] = std::min(one, other);
  }
  for (int k = 0; k < count(boundary.sides); ++k) {
    BoundarySide& side = boundary.side(k);
    const int own = root(k);
    if (own == k) {
      if (count(boundary.faces) == kMostFaces) return false;
      side.face = count(boundary.faces);
      boundary.faces.push_back({{}, 0.0, side.surface, {}, {}});
    } else {
      side.face = boundary.side(own).face;  // a root comes before the others
    }
    if (boundary.face(side.face).surface != side.surface) return false;
  }
  return true;
}

/// Mean plane of the sides of each face, weighted by their areas.
void find_planes(Boundary& boundary) {
  std::vector<double> area(boundary.faces.size());
  for (const BoundarySide& side : boundary.sides) {
    boundary.face(side.face).normal += side.area * side.normal;
    area[static_cast<std::size_t>(side.face)] += side.area;
  }
  for (BoundaryFace& face : boundary.faces) face.normal = normalized(face.normal);
  for (const BoundarySide& side : boundary.sides) {
    BoundaryFace& face = boundary.face(side.face);
    Vec3 middle;
    for (const int node : side.loop.nodes()) middle += boundary.at(node);
    const double part = side.area / area[static_cast<std::size_t>(side.face)];
    face.offset += part * dot(face.normal, middle) / side.loop.size;
  }
}

/// Whether all sides lie in the planes of their faces and no node above any of them.
bool planes_support(const Boundary& boundary) {
  Box box;
  for (const SideEdge& edge : boundary.edges) box.add(boundary.at(edge.from));
  const double most = kHeight * norm(box.hi - box.lo);
  for (const BoundarySide& side : boundary.sides) {
    for (const int node : side.loop.nodes()) {
      for (int f = 0; f < count(boundary.faces); ++f) {
        const BoundaryFace& face = boundary.faces[static_cast<std::size_t>(f)];
        const double height = dot(face.normal, boundary.at(node)) - face.offset;
        if (!(height <= most) || (f == side.face && height < -most)) return false;
      }
    }
  }
  return true;
}

bool look_different_ways(std::span<const BoundaryFace> faces) {
  for (std::size_t a = 0; a < faces.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (!(norm(faces[a].normal - faces[b].normal) >= kFlattest)) return false;
    }
  }
  return true;
}

/// Nodes at which sides of three faces or more meet.
void find_corners(Boundary& boundary) {
  std::vector<std::pair<int, int>> places;  // node, face
  for (const BoundarySide& side : boundary.sides) {
    for (const int node : side.loop.nodes()) places.emplace_back(node, side.face);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (auto begin = places.begin(), end = begin; begin != places.end(); begin = end) {
    end = std::find_if(begin, places.end(), [&](const auto& p) { return p.first != begin->first; });
    if (end - begin >= 3) boundary.corner.push_back(begin->first);
  }
}

/// Makes the outline of a face from its border.
/// @return whether there is one.
bool trace_outline(const Boundary& boundary, BoundaryFace& face) {
  auto& border = face.border;
  std::sort(border.begin(), border.end());
  if (border.empty()) return false;
  std::size_t steps = 0;
  int node = border.front().first;
  do {
    const bool is_corner = std::binary_search(boundary.corner.begin(), boundary.corner.end(), node);
    if (is_corner) face.loop.push_back(node);
    const auto next = std::lower_bound(border.begin(), border.end(), std::pair(node, -1));
    if (next == border.end() || next->first != node) return false;
    node = next->second;
    ++steps;
  } while (node != border.front().first && steps < border.size());
  return node == border.front().first && steps == border.size();
}

/// Whether the outline turns left at each corner and goes around once.
bool is_convex_outline(const Boundary& boundary, const BoundaryFace& face) {
  const std::size_t n = face.loop.size();
  if (n < 3) return false;
  double turned = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 p = boundary.at(face.loop[k]);
    const Vec3 q = boundary.at(face.loop[(k + 1) % n]);
    const Vec3 r = boundary.at(face.loop[(k + 2) % n]);
    const double angle = std::atan2(dot(cross(q - p, r - q), face.normal), dot(q - p, r - q));
    if (!(angle > 0.0)) return false;
    turned += angle;
  }
  return turned < 3.0 * std::numbers::pi;
}

bool find_outlines(Boundary& boundary) {
  for (std::size_t k = 0; k < boundary.edges.size(); k += 2) {
    const SideEdge& one = boundary.edges[k];
    const SideEdge& other = boundary.edges[k + 1];
    if (boundary.side(one.side).face == boundary.side(other.side).face) continue;
    boundary.face(boundary.side(one.side).face).border.emplace_back(one.from, one.to);
    boundary.face(boundary.side(other.side).face).border.emplace_back(other.from, other.to);
  }
  return std::all_of(boundary.faces.begin(), boundary.faces.end(), [&](BoundaryFace& face) {
    return trace_outline(boundary, face) && is_convex_outline(boundary, face);
  });
}

/// The corners and the loops of the faces in arrays.
ConvexBoundary polyhedron_of(const Boundary& boundary) {
  ConvexBoundary made;
  made.node = boundary.corner;
  made.face_start.push_back(0);
  for (const BoundaryFace& face : boundary.faces) {
    for (const int node : face.loop) {
      const auto at = std::lower_bound(made.node.begin(), made.node.end(), node);
      made.face_vertex.push_back(static_cast<int>(at - made.node.begin()));
    }
    made.face_start.push_back(count(made.face_vertex));
    made.surface.push_back(face.surface);
  }
  return made;
}

}  // namespace

std::optional<ConvexBoundary> convex_boundary(const Mesh& mesh) {
  if (mesh.elements.size() < 2 || mesh.faces.empty()) return std::nullopt;
  Boundary boundary{mesh, {}, {}, {}, {}};
  list_sides(boundary);
  if (!pair_edges(boundary) || !number_faces(boundary)) return std::nullopt;
  find_planes(boundary);
  if (!planes_support(boundary) || !look_different_ways(boundary.faces)) return std::nullopt;
  find_corners(boundary);
  if (!find_outlines(boundary)) return std::nullopt;
  return polyhedron_of(boundary);
}

}  // namespace solfec
