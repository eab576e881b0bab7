#include "contact/piece_set.h"

#include <span>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"

namespace solfec {

namespace {

constexpr int kGrain = 256;  // pieces; below this a parallel loop does not pay

template <typename T, typename U>
void append_all(std::vector<T>& target, const std::vector<U>& source) {
  target.insert(target.end(), source.begin(), source.end());
}

/// Appends the ends of consecutive ranges, i.e. source without its leading 0, shifted.
void append_starts(std::vector<int>& target, const std::vector<int>& source) {
  if (target.empty()) target.push_back(0);
  const int shift = target.back();
  for (int k = 1; k < count(source); ++k) target.push_back(shift + source[k]);
}

/// Appends the end of one range of `size` items.
void append_size(std::vector<int>& target, int size) {
  if (target.empty()) target.push_back(0);
  target.push_back(target.back() + size);
}

/// A piece with a vertex that is not finite gets the empty box, so it takes part in no contact.
Box piece_box(const PieceSet& set, int piece, double margin) {
  Box box;
  for (int v = set.vertex_start[piece]; v < set.vertex_start[piece + 1]; ++v) {
    if (!is_finite(set.vertex[v])) return {};
    box.add(set.vertex[v]);
  }
  box.grow(set.radius[piece] + margin);
  return box;
}

}  // namespace

void PieceSet::clear() { *this = {}; }

void PieceSet::append(BodyId id, bool obstacle, bool self_contact, const ShapePieces& shape) {
  SOLFEC_ASSERT(body_id.empty() || body_id.back() < id);
  const int index = body_count();
  body_id.push_back(id);
  body_is_obstacle.push_back(obstacle ? 1 : 0);
  body_self_contact.push_back(self_contact ? 1 : 0);
  append_size(body_piece_start, shape.piece_count());
  append_size(body_vertex_start, count(shape.vertex));
  body_shape.push_back(&shape);

  append_all(kind, shape.kind);
  body.insert(body.end(), shape.kind.size(), index);
  append_all(radius, shape.radius);
  append_starts(vertex_start, shape.vertex_start);
  append_starts(face_start, shape.face_start);
  append_all(sphere_surface, shape.sphere_surface);
  box.resize(kind.size());

  append_all(vertex, shape.vertex);
  append_all(surface, shape.surface);
  append_all(outer, shape.outer);
  append_starts(loop_start, shape.loop_start);
  append_all(loop, shape.loop);
  normal.resize(surface.size());
  offset.resize(surface.size());
}

void PieceSet::refresh(double margin) {
  parallel_for(piece_count(), kGrain, [&](int piece) {
    const PolyhedronView view = polyhedron_view(*this, piece);
    const int face = face_start[piece];
    const auto faces = static_cast<std::size_t>(view.face_count());
    update_face_planes(view.vertex, view.loop_start, view.loop,
                       std::span(normal).subspan(face, faces),
                       std::span(offset).subspan(face, faces));
    box[piece] = piece_box(*this, piece, margin);
  });
}

PolyhedronView polyhedron_view(const PieceSet& set, int piece) {
  const int vertex = set.vertex_start[piece];
  const auto vertices = static_cast<std::size_t>(set.vertex_start[piece + 1] - vertex);
  const int face = set.face_start[piece];
  const auto faces = static_cast<std::size_t>(set.face_start[piece + 1] - face);
  return {.vertex = std::span(set.vertex).subspan(vertex, vertices),
          .normal = std::span(set.normal).subspan(face, faces),
          .offset = std::span(set.offset).subspan(face, faces),
          .loop_start = std::span(set.loop_start).subspan(face, faces + 1),
          .loop = set.loop,
          .outer = std::span(set.outer).subspan(face, faces)};
}

}  // namespace solfec
