#include "geometry/shape/face_groups.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "base/count.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/box.h"

namespace solfec {

namespace {

// Faces are sorted by the component of their normals along an oblique direction: those of one group
// then stand near each other, and a face is compared only with the groups that are still open.

constexpr double kSamePlane = 1e-6;        // angle, and distance against the size of the shape
constexpr Vec3 kOblique{0.36, 0.48, 0.8};  // faces are sorted along it

struct GroupedFace {
  int face{};
  int piece{};
  Plane plane;
  double along{};  // normal . kOblique
};

std::span<const int> loop_of(const ShapePieces& pieces, int face) {
  const auto k = static_cast<std::size_t>(face);
  const auto begin = static_cast<std::size_t>(pieces.loop_start[k]);
  const auto end = static_cast<std::size_t>(pieces.loop_start[k + 1]);
  return std::span(pieces.loop).subspan(begin, end - begin);
}

std::vector<GroupedFace> outer_faces(const ShapePieces& pieces) {
  std::vector<GroupedFace> faces;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const auto k = static_cast<std::size_t>(piece);
    for (int f = pieces.face_start[k]; f < pieces.face_start[k + 1]; ++f) {
      if (pieces.outer[static_cast<std::size_t>(f)] == 0) continue;
      const Plane plane = face_plane(piece_vertices(pieces, piece), loop_of(pieces, f));
      faces.push_back({f, piece, plane, dot(plane.normal, kOblique)});
    }
  }
  return faces;
}

/// Whether a face belongs to the group of `first`: surface id, normal, height of its vertices.
bool in_plane(const ShapePieces& pieces, const GroupedFace& face, const GroupedFace& first,
              double tolerance) {
  const auto surface = [&](const GroupedFace& f) {
    return pieces.surface[static_cast<std::size_t>(f.face)];
  };
  if (surface(face) != surface(first)) return false;
  if (norm(face.plane.normal - first.plane.normal) > kSamePlane) return false;
  const auto vertex = piece_vertices(pieces, face.piece);
  const auto loop = loop_of(pieces, face.face);
  return std::all_of(loop.begin(), loop.end(), [&](int v) {
    const double height = dot(first.plane.normal, vertex[static_cast<std::size_t>(v)]);
    return std::abs(height - first.plane.offset) <= tolerance;
  });
}

/// Gives each face the first face of its group.
std::vector<int> first_faces(const ShapePieces& pieces, const std::vector<GroupedFace>& faces,
                             double tolerance) {
  std::vector<int> order(faces.size());
  std::iota(order.begin(), order.end(), 0);
  const auto along = [&](int k) { return faces[static_cast<std::size_t>(k)].along; };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return along(a) != along(b) ? along(a) < along(b) : a < b; });
  std::vector<int> first(pieces.surface.size(), -1);
  std::vector<int> open;  // first faces of groups that later ones may still join
  for (const int k : order) {
    const GroupedFace& face = faces[static_cast<std::size_t>(k)];
    std::erase_if(open, [&](int o) { return along(o) < face.along - 2.0 * kSamePlane; });
    const auto found = std::find_if(open.begin(), open.end(), [&](int o) {
      return in_plane(pieces, face, faces[static_cast<std::size_t>(o)], tolerance);
    });
    const int own = found == open.end() ? k : *found;
    if (own == k) open.push_back(k);
    first[static_cast<std::size_t>(face.face)] = faces[static_cast<std::size_t>(own)].face;
  }
  return first;
}

}  // namespace

void find_face_groups(ShapePieces& pieces) {
  Box box;
  for (const Vec3& p : pieces.vertex) box.add(p);
  const std::vector<int> first =
      first_faces(pieces, outer_faces(pieces), kSamePlane * norm(box.hi - box.lo));
  pieces.face_group.assign(pieces.surface.size(), -1);
  std::vector<int> number(pieces.surface.size(), -1);  // per first face
  int groups = 0;
  for (std::size_t f = 0; f < first.size(); ++f) {
    if (first[f] < 0) continue;
    int& own = number[static_cast<std::size_t>(first[f])];
    if (own < 0) own = groups++;
    pieces.face_group[f] = own;
  }
}

}  // namespace solfec
