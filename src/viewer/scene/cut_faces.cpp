#include "viewer/scene/cut_faces.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "geometry/element/element_tables.h"

namespace solfec {

namespace {

/// The edges of a closed face, each of which another face has in the other direction.
void add_edges(std::span<const int> face, int base, CutPieces& pieces) {
  for (std::size_t i = 0; i < face.size(); ++i) {
    const int a = base + face[i];
    const int b = base + face[(i + 1) % face.size()];
    if (a < b) pieces.edge.push_back({a, b});
  }
}

/// Two directions that make a right-handed frame with a normal.
std::array<Vec3, 2> across(Vec3 normal) {
  const Vec3 other = std::fabs(normal.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(other, normal));
  return {u, cross(normal, u)};
}

void sort_around_middle(Vec3 normal, std::vector<CutCorner>& corners) {
  Vec3 middle;
  for (const CutCorner& corner : corners) middle += corner.position / count(corners);
  const auto [u, v] = across(normal);
  const auto angle = [&, u = u, v = v](const CutCorner& corner) {
    const Vec3 r = corner.position - middle;
    return std::atan2(dot(r, v), dot(r, u));
  };
  std::sort(corners.begin(), corners.end(),
            [&](const CutCorner& a, const CutCorner& b) { return angle(a) < angle(b); });
}

}  // namespace

CutPieces make_cut_pieces(const Shape& shape) {
  CutPieces pieces;
  const auto begin_piece = [&] { pieces.first_edge.push_back(count(pieces.edge)); };
  for (const Convex& convex : shape.convices) {
    begin_piece();
    const int base = count(pieces.point);
    pieces.point.insert(pieces.point.end(), convex.vertices.begin(), convex.vertices.end());
    for (int f = 0; f < convex.face_count(); ++f) add_edges(convex.face(f), base, pieces);
  }
  pieces.node.assign(pieces.point.size(), -1);
  int nodes = 0;
  for (const Mesh& mesh : shape.meshes) {
    const int base = count(pieces.point);
    pieces.point.insert(pieces.point.end(), mesh.nodes.begin(), mesh.nodes.end());
    for (int n = 0; n < count(mesh.nodes); ++n) pieces.node.push_back(nodes++);
    for (const MeshElement& element : mesh.elements) {
      begin_piece();
      for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
        add_edges(face_nodes(element, side).nodes(), base, pieces);
      }
    }
  }
  begin_piece();
  return pieces;
}

void cut_pieces(const CutPieces& pieces, std::span<const Vec3> position, const CutPlane& plane,
                const std::function<void(std::span<const CutCorner>)>& add) {
  const auto height = [&](int i) { return dot(plane.normal, position[at(i)]) - plane.distance; };
  std::vector<CutCorner> corners;
  for (std::size_t p = 0; p + 1 < pieces.first_edge.size(); ++p) {
    corners.clear();
    for (int e = pieces.first_edge[p]; e < pieces.first_edge[p + 1]; ++e) {
      const auto [a, b] = pieces.edge[at(e)];
      const double from = height(a);
      const double to = height(b);
      if ((from > 0.0) == (to > 0.0)) continue;
      const double share = from / (from - to);
      corners.push_back({a, b, share, (1.0 - share) * position[at(a)] + share * position[at(b)]});
    }
    if (corners.size() < 3) continue;
    sort_around_middle(plane.normal, corners);
    add(corners);
  }
}

}  // namespace solfec
