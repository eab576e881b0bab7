#pragma once

#include <algorithm>
#include <cstdint>

namespace solfec {

/// Edge of one of two polyhedra a and b by the vertices that it joins.
struct PatchEdge {
  bool of_b = false;
  int low{};  // vertex of the polyhedron, low < high
  int high{};

  friend bool operator==(const PatchEdge&, const PatchEdge&) = default;
};

/// The edge between two vertices, in whatever order they come.
inline PatchEdge patch_edge(bool of_b, int from, int to) {
  return {of_b, std::min(from, to), std::max(from, to)};
}

/// Identity of a point of a patch as a number that is never 0: a vertex of a, a vertex of b, or the
/// crossing of an edge of a with one of b. It does not depend on the faces, so it identifies a
/// point from step to step. Vertices above 2^15 share numbers, which only makes warm starts worse.
using PatchFeature = std::uint64_t;

/// Feature of a vertex. Bits 60 and 61 of a feature tell its kind: 1 a vertex of a, 2 a vertex of
/// b, 3 a crossing. Each vertex has 15 bits.
inline PatchFeature vertex_feature(bool of_b, int vertex) {
  return PatchFeature{of_b ? 2U : 1U} << 60U | (static_cast<PatchFeature>(vertex) & 0x7fffU);
}

/// True when the point is a vertex of this polyhedron.
inline bool is_vertex_of(PatchFeature feature, bool of_b) {
  return feature >> 60U == PatchFeature{of_b ? 2U : 1U};
}

/// Number of the vertex of a feature. @pre the feature is a vertex.
inline int vertex_of(PatchFeature feature) { return static_cast<int>(feature & 0x7fffU); }

/// Feature of the point where two edges cross; the bits of the vertices of a are the higher ones.
/// @pre one edge belongs to a, the other to b, in any order.
inline PatchFeature crossing_feature(const PatchEdge& one, const PatchEdge& other) {
  const auto pack = [](const PatchEdge& edge) {
    return (static_cast<PatchFeature>(edge.low) & 0x7fffU) << 15U |
           (static_cast<PatchFeature>(edge.high) & 0x7fffU);
  };
  const PatchEdge& on_a = one.of_b ? other : one;
  const PatchEdge& on_b = one.of_b ? one : other;
  return PatchFeature{3U} << 60U | pack(on_a) << 30U | pack(on_b);
}

}  // namespace solfec
