#include "geometry/shape/face_sagitta.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

#include "geometry/collision/polyhedron_view.h"

namespace solfec {

namespace {

constexpr double kSmooth = 42.0 / 180.0 * std::numbers::pi;  // rad: of edges of curved surfaces

struct Edge {
  std::pair<int, int> nodes;  // the smaller first
  int face{};
  double share{};  // of the height, m
  Vec3 normal;     // of the face

  friend bool operator<(const Edge& a, const Edge& b) {
    return std::pair(a.nodes, a.face) < std::pair(b.nodes, b.face);
  }
};

void add_edges(const ShapePieces& pieces, int piece, int face, std::vector<Edge>& edges) {
  const auto f = static_cast<std::size_t>(face);
  const auto begin = static_cast<std::size_t>(pieces.loop_start[f]);
  const auto loop = std::span(pieces.loop)
                        .subspan(begin, static_cast<std::size_t>(pieces.loop_start[f + 1]) - begin);
  const auto first = static_cast<std::size_t>(pieces.vertex_start[static_cast<std::size_t>(piece)]);
  const auto vertex = piece_vertices(pieces, piece);
  const auto place = [&](std::size_t k) { return vertex[static_cast<std::size_t>(loop[k])]; };
  const auto node = [&](std::size_t k) {
    return pieces.node[first + static_cast<std::size_t>(loop[k])];
  };
  const Vec3 normal = face_plane(vertex, loop).normal;
  const double mean_of_two = 2.0 / static_cast<double>(loop.size());
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const std::size_t next = (k + 1) % loop.size();
    const Vec3 inward = cross(normal, normalized(place(next) - place(k)));
    double height = 0.0;
    for (std::size_t v = 0; v < loop.size(); ++v) {
      height = std::max(height, dot(inward, place(v) - place(k)));
    }
    edges.push_back({std::minmax(node(k), node(next)), face, mean_of_two * height, normal});
  }
}

}  // namespace

void find_face_sagittas(ShapePieces& pieces) {
  pieces.face_sagitta.assign(pieces.surface.size(), 0.0);
  std::vector<Edge> edges;
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const auto k = static_cast<std::size_t>(piece);
    for (int f = pieces.face_start[k]; f < pieces.face_start[k + 1]; ++f) {
      if (pieces.outer[static_cast<std::size_t>(f)] != 0) add_edges(pieces, piece, f, edges);
    }
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t k = 1; k < edges.size(); ++k) {
    const Edge& a = edges[k - 1];
    const Edge& b = edges[k];
    if (a.nodes != b.nodes) continue;
    const double angle = std::atan2(norm(cross(a.normal, b.normal)), dot(a.normal, b.normal));
    if (!(angle < kSmooth)) continue;
    const double slope = std::tan(0.25 * angle);
    pieces.face_sagitta[static_cast<std::size_t>(a.face)] += slope * a.share;
    pieces.face_sagitta[static_cast<std::size_t>(b.face)] += slope * b.share;
  }
}

}  // namespace solfec
