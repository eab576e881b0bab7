#include "geometry/shape/adjacency.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "base/count.h"
#include "geometry/shape/piece_kinds.h"
#include "geometry/shape/simple_shape.h"
#include "math/box.h"

namespace solfec {
namespace {

// Elements of one mesh are neighbours through the nodes that they share; all other pairs through
// their boxes, sorted along the longest axis, and the distance of those whose boxes meet.

using PairList = std::vector<std::pair<int, int>>;

/// Mesh of every piece (-1: none) and the element inside that mesh.
struct MeshOfPiece {
  std::vector<int> mesh;
  std::vector<int> element;
};

/// Pieces come as convices, then by meshes, so one pass tells where each mesh begins.
MeshOfPiece mesh_of_pieces(const Shape& shape, const ShapePieces& pieces) {
  const auto n = static_cast<std::size_t>(pieces.piece_count());
  MeshOfPiece of{std::vector<int>(n, -1), std::vector<int>(n, -1)};
  int first = 0;  // element number of the mesh's first element among those of all meshes
  auto piece = static_cast<std::size_t>(
      std::count_if(shape.convices.begin(), shape.convices.end(), has_outer_face));
  const std::size_t end = n - simple_count(shape);
  for (int m = 0; m < count(shape.meshes); ++m) {
    const int after = first + count(shape.meshes[static_cast<std::size_t>(m)].elements);
    for (; piece < end && pieces.source[piece] < after; ++piece) {
      of.mesh[piece] = m;
      of.element[piece] = pieces.source[piece] - first;
    }
    first = after;
  }
  return of;
}

void add_both(PairList& pairs, int i, int j) {
  pairs.emplace_back(i, j);
  pairs.emplace_back(j, i);
}

/// Pieces of one mesh that share a node: sorted (node, piece) entries, all pairs within a node.
void add_node_sharers(const Shape& shape, const MeshOfPiece& of, PairList& pairs) {
  std::vector<std::vector<std::pair<int, int>>> users(shape.meshes.size());
  for (int piece = 0; piece < count(of.mesh); ++piece) {
    const int m = of.mesh[static_cast<std::size_t>(piece)];
    if (m < 0) continue;
    const Mesh& mesh = shape.meshes[static_cast<std::size_t>(m)];
    const auto e = static_cast<std::size_t>(of.element[static_cast<std::size_t>(piece)]);
    const MeshElement& element = mesh.elements[e];
    for (int k = 0; k < element.node_count; ++k) {
      const int node = element.node[static_cast<std::size_t>(k)];
      users[static_cast<std::size_t>(m)].emplace_back(node, piece);
    }
  }
  for (auto& list : users) {
    std::sort(list.begin(), list.end());
    for (auto i = list.begin(); i != list.end(); ++i) {
      for (auto j = i + 1; j != list.end() && j->first == i->first; ++j) {
        add_both(pairs, i->second, j->second);
      }
    }
  }
}

std::vector<Box> piece_boxes(const ShapePieces& pieces, double tolerance) {
  std::vector<Box> boxes(static_cast<std::size_t>(pieces.piece_count()));
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    boxes[static_cast<std::size_t>(piece)] = box_of(piece_view(pieces, piece), 0.5 * tolerance);
  }
  return boxes;
}

int longest_axis(const std::vector<Box>& boxes) {
  Box all;
  for (const Box& box : boxes) all.add(box);
  const Vec3 extent = all.hi - all.lo;
  int axis = 0;
  if (extent.y > extent[axis]) axis = 1;
  if (extent.z > extent[axis]) axis = 2;
  return axis;
}

/// Calls visit(i, j) for all pairs of overlapping boxes: sorted along the longest axis, each box
/// looks ahead until the next one starts behind its end.
template <typename Visit>
void for_overlapping_boxes(const std::vector<Box>& boxes, const Visit& visit) {
  const int axis = longest_axis(boxes);
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    return boxes[static_cast<std::size_t>(i)].lo[axis] <
           boxes[static_cast<std::size_t>(j)].lo[axis];
  });
  for (auto i = order.begin(); i != order.end(); ++i) {
    const Box& box = boxes[static_cast<std::size_t>(*i)];
    for (auto j = i + 1; j != order.end(); ++j) {
      const Box& next = boxes[static_cast<std::size_t>(*j)];
      if (next.lo[axis] > box.hi[axis]) break;
      if (overlap(box, next)) visit(*i, *j);
    }
  }
}

void store(PairList& pairs, ShapePieces& pieces) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  pieces.adjacent_start.assign(static_cast<std::size_t>(pieces.piece_count()) + 1, 0);
  pieces.adjacent.clear();
  for (const auto& [i, j] : pairs) {
    ++pieces.adjacent_start[static_cast<std::size_t>(i) + 1];
    pieces.adjacent.push_back(j);
  }
  std::partial_sum(pieces.adjacent_start.begin(), pieces.adjacent_start.end(),
                   pieces.adjacent_start.begin());
}

}  // namespace

double piece_distance(const ShapePieces& pieces, int i, int j, double limit) {
  return closest_points(piece_view(pieces, i), piece_view(pieces, j), limit).distance;
}

void find_adjacent_pieces(const Shape& shape, double tolerance, ShapePieces& pieces) {
  PairList pairs;
  const MeshOfPiece of = mesh_of_pieces(shape, pieces);
  add_node_sharers(shape, of, pairs);
  if (!is_one_mesh(shape)) {
    for_overlapping_boxes(piece_boxes(pieces, tolerance), [&](int i, int j) {
      const int mesh = of.mesh[static_cast<std::size_t>(i)];
      if (mesh >= 0 && mesh == of.mesh[static_cast<std::size_t>(j)]) return;
      if (piece_distance(pieces, i, j, tolerance) <= tolerance) add_both(pairs, i, j);
    });
  }
  store(pairs, pieces);
}

}  // namespace solfec
