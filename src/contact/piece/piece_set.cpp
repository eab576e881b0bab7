#include "contact/piece/piece_set.h"

#include <algorithm>
#include <span>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "contact/piece/pair_holder.h"
#include "geometry/shape/piece_kinds.h"

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

PieceView view_of(const PieceSet& set, int piece) {
  return {set.kind[piece], points_of(set, piece), set.radius[piece]};
}

/// A piece with a vertex that is not finite gets the empty box, so it takes part in no contact.
Box piece_box(const PieceSet& set, int piece, double margin) {
  Box box;
  double poison = 0.0;  // becomes NaN with the first coordinate that is not finite
  for (int v = set.vertex_start[piece]; v < set.vertex_start[piece + 1]; ++v) {
    const Vec3 p = set.vertex[v];
    poison += 0.0 * (p.x + p.y + p.z);
    box.add(p);
  }
  if (!(poison == 0.0)) return {};
  if (!is_rounded_hull(set.kind[piece])) return box_of(view_of(set, piece), margin);
  box.grow(set.radius[piece] + margin);
  return box;
}

}  // namespace

bool PieceSet::may_touch() const {
  const auto is_set = [](std::uint8_t flag) { return flag != 0; };
  if (std::any_of(body_self_contact.begin(), body_self_contact.end(), is_set)) return true;
  return body_count() > 1 && !std::all_of(body_is_obstacle.begin(), body_is_obstacle.end(), is_set);
}

void PieceSet::clear() {
  const std::int64_t listings = listings_ + 1;
  *this = {};
  listings_ = listings;
}

void PieceSet::append(BodyId id, bool obstacle, bool self_contact, const ShapePieces& shape) {
  SOLFEC_ASSERT(body_id.empty() || body_id.back() < id);
  const int index = body_count();
  body_id.push_back(id);
  body_is_obstacle.push_back(obstacle ? 1 : 0);
  body_self_contact.push_back(self_contact ? 1 : 0);
  append_size(body_piece_start, shape.piece_count());
  append_size(body_vertex_start, count(shape.vertex));
  body_shape.push_back(&shape);
  body_is_rigid.push_back(0);
  body_is_affine.push_back(0);
  body_rotation.push_back(identity());
  body_pivot.emplace_back();
  body_reference_pivot.emplace_back();
  body_radius.push_back(0.0);
  body_travel.emplace_back();
  body_swing.push_back(0.0);
  body_way.push_back(0.0);
  body_turn.emplace_back();
  placed_.emplace_back();

  append_all(kind, shape.kind);
  body.insert(body.end(), shape.kind.size(), index);
  append_all(radius, shape.radius);
  append_starts(vertex_start, shape.vertex_start);
  append_starts(face_start, shape.face_start);
  append_all(round_surface, shape.round_surface);
  box.resize(kind.size());

  append_all(vertex, shape.vertex);
  append_all(node, shape.node);
  append_all(surface, shape.surface);
  append_all(outer, shape.outer);
  append_all(face_group, shape.face_group);
  append_starts(loop_start, shape.loop_start);
  append_all(loop, shape.loop);
  normal.resize(surface.size());
  offset.resize(surface.size());
  reference_vertex_.resize(vertex.size());
  reference_normal_.resize(surface.size());
  reference_offset_.resize(surface.size());
}

void PieceSet::set_extent() {
  SOLFEC_ASSERT(!body_id.empty());
  const std::size_t last = body_id.size() - 1;
  const int vertices = body_vertex_start[last];
  Box bounds;
  for (std::size_t v = vertices; v < vertex.size(); ++v) bounds.add(vertex[v]);
  const Vec3 pivot = 0.5 * (bounds.lo + bounds.hi);
  for (std::size_t v = vertices; v < vertex.size(); ++v) reference_vertex_[v] = vertex[v] - pivot;
  double reach = 0.0;
  for (int piece = body_piece_start[last]; piece < body_piece_start[last + 1]; ++piece) {
    reach = std::max(reach, reach_from(view_of(*this, piece), pivot));
  }
  body_reference_pivot[last] = pivot;
  body_radius[last] = reach;
}

void PieceSet::make_affine() {
  set_extent();
  body_is_affine.back() = 1;
}

void PieceSet::make_rigid() {
  set_extent();
  const std::size_t last = body_id.size() - 1;
  for (int piece = body_piece_start[last]; piece < body_piece_start[last + 1]; ++piece) {
    const PolyhedronView view = polyhedron_view(*this, piece);
    const auto face = static_cast<std::size_t>(face_start[piece]);
    const auto faces = static_cast<std::size_t>(view.face_count());
    update_face_planes(
        std::span(reference_vertex_)
            .subspan(static_cast<std::size_t>(vertex_start[piece]), view.vertex.size()),
        view.loop_start, view.loop, std::span(reference_normal_).subspan(face, faces),
        std::span(reference_offset_).subspan(face, faces));
  }
  body_is_rigid[last] = 1;
  body_is_affine[last] = 1;
  body_rotation[last] = identity();
  body_pivot[last] = body_reference_pivot[last];
}

void PieceSet::refresh(double margin) {
  if (std::find(body_is_rigid.begin(), body_is_rigid.end(), 0) == body_is_rigid.end()) return;
  parallel_for(piece_count(), kGrain, [&](int piece) {
    if (body_is_rigid[body[piece]] != 0) return;
    const PolyhedronView view = polyhedron_view(*this, piece);
    const int face = face_start[piece];
    const auto faces = static_cast<std::size_t>(view.face_count());
    update_face_planes(view.vertex, view.loop_start, view.loop,
                       std::span(normal).subspan(face, faces),
                       std::span(offset).subspan(face, faces));
    box[piece] = piece_box(*this, piece, margin);
  });
}

bool PieceSet::place(int index, double margin) {
  SOLFEC_ASSERT(body_is_rigid[index] != 0);
  Placed& placed = placed_[index];
  const bool same_margin = placed.done && placed.margin == margin;
  if (body_radius[index] == 0.0 && same_margin) {  // a sphere
    const int piece = body_piece_start[index];
    if (placed.pivot == body_pivot[index]) return false;
    placed.pivot = body_pivot[index];
    vertex[vertex_start[piece]] = body_pivot[index];
    box[piece] = piece_box(*this, piece, margin);
    return true;
  }
  if (same_margin && placed.rotation == body_rotation[index] && placed.pivot == body_pivot[index]) {
    return false;
  }
  for (int piece = body_piece_start[index]; piece < body_piece_start[index + 1]; ++piece) {
    place_piece(piece, margin);
  }
  placed = {true, body_rotation[index], body_pivot[index], margin};
  return true;
}

void PieceSet::place_piece(int piece, double margin) {
  const Mat3 rotation = body_rotation[body[piece]];
  const Vec3 pivot = body_pivot[body[piece]];
  for (int v = vertex_start[piece]; v < vertex_start[piece + 1]; ++v) {
    vertex[v] = pivot + rotation * reference_vertex_[v];
  }
  for (int f = face_start[piece]; f < face_start[piece + 1]; ++f) {
    const Vec3 turned = rotation * reference_normal_[f];
    normal[f] = turned;
    offset[f] = reference_offset_[f] + dot(turned, pivot);
  }
  box[piece] = piece_box(*this, piece, margin);
}

int find_body(const PieceSet& set, BodyId id) {
  const auto at = std::lower_bound(set.body_id.begin(), set.body_id.end(), id);
  const bool found = at != set.body_id.end() && *at == id;
  return found ? static_cast<int>(at - set.body_id.begin()) : -1;
}

bool is_held_elsewhere(const PieceSet& set, int a, int b) {
  if (set.body_is_ghost.empty()) return false;
  const auto end = [&](int i) {
    return PairEnd{set.body_id[at(i)], set.body_is_obstacle[at(i)] != 0, set.body_extent[at(i)]};
  };
  return set.body_is_ghost[at(first_holds(end(a), end(b)) ? a : b)] != 0;
}

std::span<const Vec3> points_of(const PieceSet& set, int piece) {
  const int vertex = set.vertex_start[piece];
  const auto vertices = static_cast<std::size_t>(set.vertex_start[piece + 1] - vertex);
  return std::span(set.vertex).subspan(vertex, vertices);
}

PolyhedronView polyhedron_view(const PieceSet& set, int piece) {
  const int face = set.face_start[piece];
  const auto faces = static_cast<std::size_t>(set.face_start[piece + 1] - face);
  return {.vertex = points_of(set, piece),
          .normal = std::span(set.normal).subspan(face, faces),
          .offset = std::span(set.offset).subspan(face, faces),
          .loop_start = std::span(set.loop_start).subspan(face, faces + 1),
          .loop = set.loop,
          .outer = std::span(set.outer).subspan(face, faces)};
}

PolyhedronView body_view(const PieceSet& set, int piece) {
  PolyhedronView view = polyhedron_view(set, piece);
  if (set.body_is_rigid[set.body[piece]] == 0) return view;
  view.vertex =
      std::span(set.reference_vertex_).subspan(set.vertex_start[piece], view.vertex.size());
  view.normal = std::span(set.reference_normal_).subspan(set.face_start[piece], view.normal.size());
  view.offset = std::span(set.reference_offset_).subspan(set.face_start[piece], view.offset.size());
  return view;
}

}  // namespace solfec
