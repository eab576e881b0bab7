#include "contact/interface/interface_nodes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "base/count.h"
#include "base/parallel_for.h"
#include "geometry/collision/face_weights.h"
#include "geometry/collision/patch_feature.h"

namespace solfec {

namespace {

// `join` does one pair of bodies, in the order of the header's paragraphs:
//   list_corners       points of all patches, with the nodes of either side that stand there
//   choose_side        whose nodes are rows
//   make_node_rows     corners at one node become a row, or several where normals differ
//   make_border_rows   corners beside faces of which some node has no row
//   share_out          areas of the other corners go to the rows of their face
//   project            where meshes do not match: weights at the other body (DualProjection)
//   write_rows         the corner that keeps a row becomes its contact; the others go
// All of it works in the scratch of a chunk of pairs; threads meet nowhere.

constexpr double kNoRow = -1.0;  // mark in `area`, which is never negative
constexpr double kOneWay = 0.7;  // cosine of normals that push a node the same way

bool is_elastic(const PieceSet& pieces, int body) { return pieces.body_is_affine[body] == 0; }

bool has_interface(const PieceSet& pieces, PiecePair pair) {
  return pieces.kind[pair.first] == PieceKind::polyhedron &&
         pieces.kind[pair.second] == PieceKind::polyhedron &&
         (is_elastic(pieces, pieces.body[pair.first]) ||
          is_elastic(pieces, pieces.body[pair.second]));
}

/// Vertex of a piece that stands at a corner of a patch on one of its faces; -1: none.
int vertex_at(const PieceSet& pieces, bool of_second, int piece, int face, double snap,
              const PairContact& contact) {
  if (is_vertex_of(contact.feature, of_second)) {
    return vertex_of(contact.feature);
  }
  const PolyhedronView view = polyhedron_view(pieces, piece);
  for (const int v : view.face(face - pieces.face_start[piece])) {
    const Vec3 arm = contact.point - view.vertex[static_cast<std::size_t>(v)];
    if (norm(arm - dot(arm, contact.normal) * contact.normal) <= snap) return v;
  }
  return -1;
}

Vec3 out_of_first(const PairContact& contact) {
  return contact.first_is_slave ? contact.normal : -contact.normal;
}

}  // namespace

struct InterfaceNodes::Problem {
  const PieceSet& pieces;
  const ContactParams& params;
  std::span<const PairQuery> queries;
  std::span<const ContactPoint> points;
  std::span<const BodyQuery> members;
  PairContacts& contacts;
  Scratch& scratch;
  int chunk;

  [[nodiscard]] PairContact& contact(const Corner& corner) const {
    return contacts.of(corner.query)[static_cast<std::size_t>(corner.point)];
  }
  [[nodiscard]] int piece(const Corner& corner, int side) const {
    const PiecePair pair = queries[corner.query].pair;
    return side == 0 ? pair.first : pair.second;
  }
  [[nodiscard]] int face(const Corner& corner, int side) const {  // of its piece
    const PairContact& own = contact(corner);
    return (side == 0 ? own.first_face : own.second_face) - pieces.face_start[piece(corner, side)];
  }
  [[nodiscard]] std::span<const ContactPoint> old_points(int query) const {
    const PairQuery& own = queries[query];
    if (own.previous < 0) return {};
    return points.subspan(static_cast<std::size_t>(own.previous), own.previous_count);
  }
  [[nodiscard]] bool was_row(int query, PatchFeature feature) const {
    const auto old = old_points(query);
    const auto place = std::lower_bound(
        old.begin(), old.end(), feature,
        [](const ContactPoint& point, PatchFeature value) { return point.key.feature < value; });
    return place != old.end() && place->key.feature == feature;
  }
  /// Feature that a corner has as a row: nodes are known by their vertex alone.
  [[nodiscard]] PatchFeature feature(const Corner& corner, int side) const {
    const int vertex = corner.vertex[static_cast<std::size_t>(side)];
    return vertex >= 0 ? vertex_feature(side == 1, vertex) : contact(corner).feature;
  }
  [[nodiscard]] bool is_bonded(int query) const {
    const auto old = old_points(query);
    return std::any_of(old.begin(), old.end(),
                       [](const ContactPoint& point) { return point.state.bonded; });
  }
  /// Row of a node that pushes it along a direction best; -1: it has none.
  [[nodiscard]] int row_of(int node, Vec3 direction) const {
    const auto& list = scratch.row_of_node;
    auto next = std::lower_bound(list.begin(), list.end(), std::pair(node, -1));
    int best = -1;
    double largest = -2.0;
    for (; next != list.end() && next->first == node; ++next) {
      const Row& row = scratch.row[static_cast<std::size_t>(next->second)];
      const double cosine = dot(direction, out_of_first(contact(scratch.corner[at(row.keeper)])));
      if (cosine > largest) std::tie(best, largest) = std::pair(next->second, cosine);
    }
    return largest >= kOneWay ? best : -1;
  }
};

void InterfaceNodes::prepare(const PieceSet& pieces, std::span<const PairQuery> queries) {
  queries_.list(pieces, queries, [&](PiecePair pair) { return has_interface(pieces, pair); });
}

void InterfaceNodes::run(const PieceSet& pieces, const ContactParams& params,
                         std::span<const PairQuery> queries, std::span<const ContactPoint> points,
                         PairContacts& contacts) {
  const int pairs = queries_.pair_count();
  parallel_for(kChunks, pairs < kChunks ? kChunks + 1 : 2, [&](int chunk) {
    const EvenShare share(0, pairs, chunk, kChunks);
    scratch_[at(chunk)].spread.clear();
    for (int k = share.first; k < share.last; ++k) {
      join({pieces, params, queries, points, queries_.of_pair(k), contacts, scratch_[at(chunk)],
            chunk});
    }
  });
}

void InterfaceNodes::join(const Problem& problem) {
  list_corners(problem);
  if (problem.scratch.corner.empty()) return;
  const int side = choose_side(problem);
  make_node_rows(problem, side);
  make_border_rows(problem, side);
  share_out(problem, side);
  if (wants_projection(problem, side)) project(problem, side);
  write_rows(problem, side);
}

void InterfaceNodes::list_corners(const Problem& problem) {
  const PieceSet& pieces = problem.pieces;
  auto& groups = problem.scratch.group;
  problem.scratch.corner.clear();
  groups.clear();
  const double snap = patch_point_distance(problem.params);
  for (const BodyQuery& member : problem.members) {
    const auto found = problem.contacts.of(member.query);
    const PiecePair pair = problem.queries[member.query].pair;
    for (int p = 0; p < count(found); ++p) {
      const PairContact& contact = found[at(p)];
      if (contact.first_face < 0) continue;
      Corner corner{member.query, p, {}, {-1, -1}, 0, -1};
      for (const int side : {0, 1}) {
        const int piece = side == 0 ? pair.first : pair.second;
        const int face = side == 0 ? contact.first_face : contact.second_face;
        const int vertex = vertex_at(pieces, side == 1, piece, face, snap, contact);
        corner.vertex[at(side)] = vertex;
        if (vertex >= 0)
          corner.node[at(side)] = pieces.node[at(pieces.vertex_start[piece] + vertex)];
      }
      const int first = pieces.face_group[contact.first_face];
      const int second = pieces.face_group[contact.second_face];
      const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
        return g.first == first && g.second == second;
      });
      corner.group = static_cast<int>(group - groups.begin());
      if (group == groups.end()) groups.push_back({first, second, 0.0});
      groups[at(corner.group)].area += contact.area;
      problem.scratch.corner.push_back(corner);
    }
  }
}

/// Side whose nodes are rows: 0 of the first body, 1 of the second.
int InterfaceNodes::choose_side(const Problem& problem) {
  const BodyQuery& member = problem.members[0];
  const bool first_elastic = is_elastic(problem.pieces, member.first);
  if (first_elastic != is_elastic(problem.pieces, member.second)) return first_elastic ? 0 : 1;

  std::array<int, 2> number{};
  auto& nodes = problem.scratch.nodes;
  for (const int side : {0, 1}) {
    nodes.clear();
    for (const Corner& corner : problem.scratch.corner) {
      if (corner.node[at(side)] >= 0) nodes.push_back(corner.node[at(side)]);
    }
    std::sort(nodes.begin(), nodes.end());
    number[at(side)] = static_cast<int>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
  }
  int balance = 0;  // of last step's rows: those at nodes of the second less those of the first
  bool bonded = false;
  for (const BodyQuery& own : problem.members) {
    for (const ContactPoint& point : problem.old_points(own.query)) {
      balance += is_vertex_of(point.key.feature, true) ? 1 : 0;
      balance -= is_vertex_of(point.key.feature, false) ? 1 : 0;
      bonded = bonded || point.state.bonded;
    }
  }
  const int finer = number[1] > number[0] ? 1 : 0;
  if (balance == 0) return finer;
  const int last = balance > 0 ? 1 : 0;
  return bonded || number[at(last)] >= kStays * number[at(1 - last)] ? last : finer;
}

void InterfaceNodes::make_node_rows(const Problem& problem, int side) {
  Scratch& scratch = problem.scratch;
  const auto node_of = [&](int c) { return scratch.corner[at(c)].node[at(side)]; };
  scratch.order.clear();
  for (int c = 0; c < count(scratch.corner); ++c) {
    if (node_of(c) >= 0) scratch.order.push_back(c);
  }
  std::stable_sort(scratch.order.begin(), scratch.order.end(),
                   [&](int a, int b) { return node_of(a) < node_of(b); });
  scratch.row.clear();
  scratch.row_of_node.clear();
  const auto order = std::span<const int>(scratch.order);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const int node = node_of(order[begin]);
    while (end < order.size() && node_of(order[end]) == node) ++end;
    for (std::size_t k = begin; k < end; ++k) {
      if (scratch.corner[at(order[k])].row < 0) {
        add_node_row(problem, side, order.subspan(k, end - k));
      }
    }
  }
}

/// One row for the first of some corners at a node, and those of them that are pushed the same way.
void InterfaceNodes::add_node_row(const Problem& problem, int side, std::span<const int> corners) {
  Scratch& scratch = problem.scratch;
  const int row = count(scratch.row);
  const int node = scratch.corner[at(corners[0])].node[at(side)];
  const Vec3 normal = out_of_first(problem.contact(scratch.corner[at(corners[0])]));
  double lowest = std::numeric_limits<double>::infinity();
  for (const int c : corners) {
    Corner& corner = scratch.corner[at(c)];
    const PairContact& contact = problem.contact(corner);
    if (corner.row >= 0 || dot(normal, out_of_first(contact)) < kOneWay) continue;
    corner.row = row;
    lowest = std::min(lowest, contact.gap);
  }
  const double highest = lowest + problem.params.tolerance;
  int keeper = -1;
  bool keeper_is_old = false;
  for (const int c : corners) {
    const Corner& corner = scratch.corner[at(c)];
    if (corner.row != row || problem.contact(corner).gap > highest) continue;
    const bool old = problem.was_row(corner.query, problem.feature(corner, side));
    if (keeper < 0 || (old && !keeper_is_old)) std::tie(keeper, keeper_is_old) = std::pair(c, old);
  }
  scratch.row.push_back({node, keeper, 0.0, 0.0, {}});
  scratch.row_of_node.emplace_back(node, row);
}

/// Distance between places of two faces and of the surfaces that these stand for, m: the tolerance
/// and the sagittas of both faces.
double InterfaceNodes::allowance(const Problem& problem, const Corner& corner) {
  const PieceSet& pieces = problem.pieces;
  const PairContact& contact = problem.contact(corner);
  const auto sagitta = [&](int face, int piece) {
    const int body = pieces.body[piece];
    const int first = pieces.face_start[pieces.body_piece_start[body]];
    return pieces.body_shape[body]->face_sagitta[at(face - first)];
  };
  const PiecePair pair = problem.queries[corner.query].pair;
  return problem.params.tolerance + sagitta(contact.first_face, pair.first) +
         sagitta(contact.second_face, pair.second);
}

/// Whether a corner that is no node lies deeper than its faces, which are plane, may lie inside of
/// the surfaces that they stand for; a row that it then has stays until it opens.
bool InterfaceNodes::is_deep(const Problem& problem, const Corner& corner) {
  const PairContact& contact = problem.contact(corner);
  if (contact.gap > 0.0) return false;
  if (problem.was_row(corner.query, contact.feature)) return true;
  return contact.gap < -allowance(problem, corner);
}

void InterfaceNodes::make_border_rows(const Problem& problem, int side) {
  Scratch& scratch = problem.scratch;
  const int nodes = count(scratch.row);
  const double snap = patch_point_distance(problem.params);
  for (int c = 0; c < count(scratch.corner); ++c) {
    Corner& corner = scratch.corner[at(c)];
    if (corner.row >= 0) continue;
    const PairContact& contact = problem.contact(corner);
    const Vec3 normal = out_of_first(contact);
    const int piece = problem.piece(corner, side);
    const auto loop = polyhedron_view(problem.pieces, piece).face(problem.face(corner, side));
    const int start = problem.pieces.vertex_start[piece];
    const bool all = std::all_of(loop.begin(), loop.end(), [&](int v) {
      return problem.row_of(problem.pieces.node[at(start + v)], normal) >= 0;
    });
    if (all && !is_deep(problem, corner)) continue;
    for (int r = nodes; r < count(scratch.row) && corner.row < 0; ++r) {
      Row& row = scratch.row[at(r)];
      const PairContact& other = problem.contact(scratch.corner[at(row.keeper)]);
      const Vec3 arm = other.point - contact.point;
      if (dot(normal, out_of_first(other)) < kOneWay || dot(arm, arm) > snap * snap) continue;
      corner.row = r;
      if (contact.is_old && !other.is_old) row.keeper = c;
    }
    if (corner.row >= 0) continue;
    corner.row = count(scratch.row);
    scratch.row.push_back({-1, c, 0.0, 0.0, {}});
  }
}

void InterfaceNodes::share_out(const Problem& problem, int side) {
  Scratch& scratch = problem.scratch;
  for (const Corner& corner : scratch.corner) {
    const PairContact& contact = problem.contact(corner);
    const Vec3 normal = out_of_first(contact);
    const double patch = scratch.group[at(corner.group)].area;
    const auto give = [&](int r, double weight) {
      Row& row = scratch.row[at(r)];
      row.area += weight * contact.area;
      row.part += patch > 0.0 ? weight * contact.area / patch : 0.0;
      row.normal += weight * contact.area * normal;
    };
    if (corner.row >= 0) {
      give(corner.row, 1.0);
      continue;
    }
    const int piece = problem.piece(corner, side);
    const PolyhedronView view = polyhedron_view(problem.pieces, piece);
    const int face = problem.face(corner, side);
    const auto loop = view.face(face);
    scratch.weight.resize(loop.size());
    face_weights(view, face, contact.point, scratch.weight);
    const int start = problem.pieces.vertex_start[piece];
    for (std::size_t k = 0; k < loop.size(); ++k) {
      give(problem.row_of(problem.pieces.node[at(start + loop[k])], normal), scratch.weight[k]);
    }
  }
}

/// Whether nodes of the side stand over faces of another mesh and not over its nodes.
bool InterfaceNodes::wants_projection(const Problem& problem, int side) {
  const int other = side == 0 ? problem.members[0].second : problem.members[0].first;
  if (!is_elastic(problem.pieces, other) || !problem.pieces.body_shape[other]->one_mesh)
    return false;
  const auto& corners = problem.scratch.corner;
  return std::any_of(corners.begin(), corners.end(), [&](const Corner& corner) {
    return corner.node[at(side)] >= 0 && corner.node[at(1 - side)] < 0;
  });
}

void InterfaceNodes::project(const Problem& problem, int side) {
  Scratch& scratch = problem.scratch;
  scratch.part.clear();
  for (int begin = 0, end = 0; begin < count(scratch.corner); begin = end) {
    const Corner& first = scratch.corner[at(begin)];
    while (end < count(scratch.corner) && scratch.corner[at(end)].query == first.query) ++end;
    const PairContact& contact = problem.contact(first);
    scratch.part.push_back({side == 0 ? contact.first_face : contact.second_face, begin, end});
  }
  std::sort(scratch.part.begin(), scratch.part.end(), [](const Part& a, const Part& b) {
    return std::tie(a.own_face, a.begin) < std::tie(b.own_face, b.begin);
  });
  scratch.projection.start(count(scratch.row));
  scratch.place_of_node.clear();
  for (const Part& part : scratch.part) add_part(problem, side, part);
  scratch.projection.finish();
  const auto by_node = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(scratch.place_of_node.begin(), scratch.place_of_node.end(), by_node);
  for (int r = 0; r < count(scratch.row); ++r) {
    if (scratch.row[at(r)].node >= 0) spread_row(problem, side, r);
  }
}

/// Adds the polygon of one patch to the projection.
void InterfaceNodes::add_part(const Problem& problem, int side, const Part& part) {
  Scratch& scratch = problem.scratch;
  const Corner& first = scratch.corner[at(part.begin)];
  if (part.end - part.begin < 3) return;
  const PieceSet& pieces = problem.pieces;
  const Vec3 normal = out_of_first(problem.contact(first));
  const int own = problem.piece(first, side);
  const int other = problem.piece(first, 1 - side);
  const DualProjection::Face own_face{polyhedron_view(pieces, own), problem.face(first, side), {}};
  const DualProjection::Face other_face{
      polyhedron_view(pieces, other), problem.face(first, 1 - side), {}};
  scratch.own_number.clear();
  for (const int v : own_face.piece.face(own_face.face)) {
    const int node = pieces.node[at(pieces.vertex_start[own] + v)];
    scratch.own_number.push_back(problem.row_of(node, normal));
  }
  scratch.other_number.clear();
  for (const int v : other_face.piece.face(other_face.face)) {
    const int node = pieces.node[at(pieces.vertex_start[other] + v)];
    scratch.other_number.push_back(node);
    scratch.place_of_node.emplace_back(node, other_face.piece.vertex[at(v)]);
  }
  auto& polygon = scratch.polygon;
  polygon.clear();
  Vec3 middle;
  for (int c = part.begin; c < part.end; ++c) {
    polygon.push_back(problem.contact(scratch.corner[at(c)]).point);
    middle += polygon.back();
  }
  middle = middle / static_cast<double>(polygon.size());
  const Mat3 frame = contact_frame(normal);
  const auto angle = [&](Vec3 p) {
    return std::atan2(dot(p - middle, frame.column(1)), dot(p - middle, frame.column(0)));
  };
  std::sort(polygon.begin(), polygon.end(), [&](Vec3 p, Vec3 q) { return angle(p) < angle(q); });
  scratch.projection.add({own_face.piece, own_face.face, scratch.own_number},
                         {other_face.piece, other_face.face, scratch.other_number}, polygon);
}

/// Gives a row its weights at nodes of the other body, and the gap of their mean place. Where faces
/// have bent so much that this gap and that of the node itself differ by more than the allowance,
/// the row sees the place beside the node: the mean would hide that the node is deep.
void InterfaceNodes::spread_row(const Problem& problem, int side, int row) {
  Scratch& scratch = problem.scratch;
  NodeSpread spread;
  if (!scratch.projection.weights(row, spread)) return;
  spread.of_first = side == 1;
  Vec3 mean;
  for (int a = 0; a < spread.count; ++a) {
    const auto found = std::lower_bound(
        scratch.place_of_node.begin(), scratch.place_of_node.end(), spread.node[at(a)],
        [](const auto& entry, int node) { return entry.first < node; });
    mean += spread.weight[at(a)] * found->second;
  }
  const Corner& keeper = scratch.corner[at(scratch.row[at(row)].keeper)];
  PairContact& contact = problem.contact(keeper);
  const int piece = problem.piece(keeper, side);
  const Vec3 own = polyhedron_view(problem.pieces, piece).vertex[at(keeper.vertex[at(side)])];
  const double gap = (side == 0 ? 1.0 : -1.0) * dot(out_of_first(contact), mean - own);
  if (std::abs(gap - contact.gap) > allowance(problem, keeper)) return;
  contact.gap = contact.measured = gap;
  contact.point = 0.5 * (mean + own);
  contact.spread = count(scratch.spread) * kChunks + problem.chunk;
  scratch.spread.push_back(spread);
}

void InterfaceNodes::write_rows(const Problem& problem, int side) {
  Scratch& scratch = problem.scratch;
  for (const Corner& corner : scratch.corner) problem.contact(corner).area = kNoRow;
  for (const Row& row : scratch.row) {
    const Corner& keeper = scratch.corner[at(row.keeper)];
    const PatchFeature feature = problem.feature(keeper, side);
    // the bonds of a pair hold its shares: it gets no other rows
    if (problem.is_bonded(keeper.query) && !problem.was_row(keeper.query, feature)) continue;
    PairContact& contact = problem.contact(keeper);
    contact.feature = feature;
    contact.area = row.area;
    contact.part = row.part;
    const double length = norm(row.normal);
    if (length > 0.0) contact.normal = (contact.first_is_slave ? 1.0 : -1.0) / length * row.normal;
  }
  for (const BodyQuery& member : problem.members) {
    problem.contacts.erase_if(member.query,
                              [](const PairContact& contact) { return contact.area == kNoRow; });
    problem.contacts.sort(member.query);
  }
}

}  // namespace solfec
