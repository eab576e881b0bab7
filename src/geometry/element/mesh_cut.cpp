#include "geometry/element/mesh_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "base/disjoint_sets.h"
#include "geometry/element/cell_elements.h"
#include "geometry/element/local_coordinates.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/element/mesh_split.h"
#include "geometry/element/plane_nodes.h"

namespace solfec {
namespace {

constexpr double kLeastCutCorner =
    1e-6;  // least scaled triple product of a corner, as check_elements asks

using Edge = std::pair<int, int>;  // smaller node first; a node on the plane twice

/// An element that the plane passes through, or a face between two elements that lies on it.
struct Meeting {
  int element{};
  int neighbour = -1;       // of a face
  FaceKey face{};           // likewise
  std::vector<Edge> edges;  // that the plane cuts, and nodes on it
};

Vec3 node_of(const Mesh& mesh, int node) { return mesh.nodes[at(node)]; }

/// Whether the nodes of an element lie on both sides of the plane.
bool is_cut(const MeshElement& element, const std::vector<double>& height) {
  bool below = false;
  bool above = false;
  for (int k = 0; k < element.node_count; ++k) {
    below = below || height[at(element.node[at(k)])] < 0.0;
    above = above || height[at(element.node[at(k)])] > 0.0;
  }
  return below && above;
}

bool is_below(const MeshElement& element, const std::vector<double>& height) {
  double sum = 0.0;
  for (int k = 0; k < element.node_count; ++k) sum += height[at(element.node[at(k)])];
  return sum < 0.0;
}

std::vector<Meeting> find_meetings(const Mesh& mesh, const std::vector<double>& height) {
  std::vector<Meeting> meetings;
  for (int e = 0; e < count(mesh.elements); ++e) {
    const MeshElement& element = mesh.elements[at(e)];
    if (!is_cut(element, height)) continue;
    Meeting& one = meetings.emplace_back();
    one.element = e;
    for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
      const FaceNodes face = face_nodes(element, side);
      const auto loop = face.nodes();
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const auto [a, b] = std::minmax(loop[k], loop[(k + 1) % loop.size()]);
        if (height[at(a)] * height[at(b)] < 0.0) one.edges.emplace_back(a, b);
        if (height[at(loop[k])] == 0.0) one.edges.emplace_back(loop[k], loop[k]);
      }
    }
  }
  for (const InnerFace& inner : find_inner_faces(mesh)) {
    const MeshElement& element = mesh.elements[at(inner.element)];
    const FaceNodes face = face_nodes(element, inner.side);
    const auto loop = face.nodes();
    const bool lies_on_it =
        std::all_of(loop.begin(), loop.end(), [&](int node) { return height[at(node)] == 0.0; });
    const bool parts =
        is_below(element, height) != is_below(mesh.elements[at(inner.neighbour)], height);
    if (!lies_on_it || !parts) continue;
    Meeting& one = meetings.emplace_back();
    one = {inner.element, inner.neighbour, face_key(loop), {}};
    for (const int node : loop) one.edges.emplace_back(node, node);
  }
  return meetings;
}

/// How far outside of an element a point is, in its local coordinates.
double distance_from(const Mesh& mesh, int element, Vec3 point) {
  const ElementCorners corners =
      corners_of(mesh.elements[at(element)], [&](int node) { return node_of(mesh, node); });
  return local_coordinates(corners.all(), point).distance;
}

/// Those that hang together, by edges and nodes on the plane, with the one nearest to a point.
std::vector<Meeting> adjacent_to(Vec3 point, const Mesh& mesh, std::vector<Meeting> meetings) {
  std::map<Edge, int> first;
  DisjointSets sets;
  sets.start(count(meetings));
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int m = 0; m < count(meetings); ++m) {
    const Meeting& one = meetings[at(m)];
    for (const Edge& edge : one.edges) sets.join(m, first.emplace(edge, m).first->second);
    double distance = distance_from(mesh, one.element, point);
    if (one.neighbour >= 0)
      distance = std::min(distance, distance_from(mesh, one.neighbour, point));
    if (nearest < 0 || distance < least) {
      nearest = m;
      least = distance;
    }
  }
  std::vector<Meeting> chosen;
  for (int m = 0; m < count(meetings); ++m) {
    if (sets.root(m) == sets.root(nearest)) chosen.push_back(std::move(meetings[at(m)]));
  }
  return chosen;
}

/// Makes the mesh whose elements do not pass through the plane.
class MeshCutter {
 public:
  MeshCutter(const Mesh& mesh, std::vector<double> height, const std::vector<Meeting>& meetings)
      : mesh_(mesh), height_(std::move(height)), is_cut_(mesh.elements.size(), false) {
    for (const Meeting& one : meetings) {
      if (one.neighbour < 0) {
        is_cut_[at(one.element)] = true;
      } else {
        opened_.insert(one.face);
      }
    }
    cut_.nodes = mesh.nodes;
    for (const MeshFace& face : mesh.faces) outer_[{face.element, face.side}] = face.surface;
  }

  /// Cuts all elements that it can cut. @return What it cannot do in words, empty: nothing.
  std::string cut() {
    for (int e = 0; e < count(mesh_.elements); ++e) {
      const std::size_t first = cut_.elements.size();
      if (!is_cut_[at(e)]) {
        keep_element(e);
      } else if (!cut_element(e)) {
        return cat("the plane must cut elements in two, a bent face of element ", e,
                   " meets it more than once");
      }
      for (std::size_t k = first; is_cut_[at(e)] && k < cut_.elements.size(); ++k) {
        const double corner = least_corner(cut_, cut_.elements[k]);
        if (corner > kLeastCutCorner) continue;
        return cat("the plane must cut elements into proper ones, element ", e,
                   " is bent so much that the scaled triple product of a corner of a part becomes ",
                   corner);
      }
    }
    find_outer_faces("SPLIT", 0, cut_);
    for (MeshFace& face : cut_.faces) {
      const auto given = surface_.find(key_of(face.element, face.side));
      SOLFEC_ASSERT(given != surface_.end());
      face.surface = given->second;
    }
    return {};
  }

  /// Inner faces on the plane, with the surface ids of what is below and above.
  [[nodiscard]] std::vector<SplitFace> opened_faces(std::array<SurfaceId, 2> surface) const {
    std::vector<SplitFace> faces;
    for (const InnerFace& inner : find_inner_faces(cut_)) {
      if (opened_.find(key_of(inner.element, inner.side)) == opened_.end()) continue;
      const bool below = is_below(cut_.elements[at(inner.element)], height_);
      faces.push_back({inner, surface[below ? 0 : 1], surface[below ? 1 : 0]});
    }
    return faces;
  }

  [[nodiscard]] const Mesh& result() const { return cut_; }
  [[nodiscard]] const std::vector<int>& origin() const { return origin_; }
  /// An edge whose crossing with the plane a node is, or an element whose inside it lies in.
  struct NewNode {
    Edge edge{-1, -1};
    int element{};
  };
  /// Nodes after those of the mesh before.
  [[nodiscard]] const std::vector<NewNode>& new_nodes() const { return new_nodes_; }
  [[nodiscard]] bool is_below_plane(int element) const {
    return is_below(cut_.elements[at(element)], height_);
  }

 private:
  [[nodiscard]] FaceKey key_of(int element, int side) const {
    const FaceNodes nodes = face_nodes(cut_.elements[at(element)], side);
    return face_key(nodes.nodes());
  }

  void keep_element(int e) {
    const MeshElement& element = mesh_.elements[at(e)];
    cut_.elements.push_back(element);
    origin_.push_back(e);
    for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
      const FaceNodes face = face_nodes(element, side);
      note_surface(e, side, {face.nodes().begin(), face.nodes().end()});
    }
  }

  /// Cuts one element. @return Whether each side is one cell.
  bool cut_element(int e) {
    for (const double sign : {-1.0, 1.0}) {
      const MeshCell cell = cell_of(e, sign);
      if (cell.faces.back().empty()) return false;
      const int middle = add_cell(cell, mesh_.elements[at(e)].volume, cut_);
      if (middle >= 0) {
        new_nodes_.push_back({{-1, -1}, e});
        height_.push_back(sign * std::numeric_limits<double>::min());
      }
      origin_.resize(cut_.elements.size(), e);
    }
    return true;
  }

  /// The part of an element on one side. Its last face is that on the plane, which is empty where
  /// the part falls into several.
  MeshCell cell_of(int e, double sign) {
    const MeshElement& element = mesh_.elements[at(e)];
    MeshCell cell;
    std::map<int, int> next;  // along the rim of the new face
    for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
      const FaceNodes nodes = face_nodes(element, side);
      for (const std::vector<int>& face : halves_of(nodes.nodes())) {
        std::vector<int> loop = loop_of(e, face, sign);
        if (std::all_of(loop.begin(), loop.end(), [&](int n) { return height_[at(n)] == 0.0; })) {
          continue;  // an edge or a node on the plane, or nothing
        }
        note_surface(e, side, loop);
        for (std::size_t k = 0; k < loop.size(); ++k) {
          const int a = loop[k];
          const int b = loop[(k + 1) % loop.size()];
          if (height_[at(a)] == 0.0 && height_[at(b)] == 0.0) next[b] = a;
        }
        cell.faces.push_back(std::move(loop));
      }
    }
    cell.faces.push_back(rim_of(next));
    for (const auto& side : sides_of_face(cell.faces.back())) opened_.insert(face_key(side));
    return cell;
  }

  /// A face, or both triangles beside the diagonal of its least node where it is bent so much that
  /// the plane meets all of its edges.
  [[nodiscard]] std::vector<std::vector<int>> halves_of(std::span<const int> face) const {
    bool meets_all = face.size() == 4;
    for (std::size_t k = 0; k < face.size(); ++k) {
      meets_all =
          meets_all && height_[at(face[k])] * height_[at(face[(k + 1) % face.size()])] < 0.0;
    }
    if (!meets_all) return {{face.begin(), face.end()}};
    const auto i =
        static_cast<std::size_t>(std::min_element(face.begin(), face.end()) - face.begin());
    const auto node = [&](std::size_t k) { return face[(i + k) % 4]; };
    return {{node(0), node(1), node(2)}, {node(0), node(2), node(3)}};
  }

  /// The part of a face on one side; its nodes run as those of the face.
  std::vector<int> loop_of(int e, std::span<const int> nodes, double sign) {
    std::vector<int> loop;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const int a = nodes[k];
      const int b = nodes[(k + 1) % nodes.size()];
      if (sign * height_[at(a)] >= 0.0) loop.push_back(a);
      if (height_[at(a)] * height_[at(b)] >= 0.0) continue;
      loop.push_back(crossing(e, std::minmax(a, b)));
    }
    return loop;
  }

  /// Nodes of the face on the plane in the order of its rim; none where there are several rims.
  [[nodiscard]] static std::vector<int> rim_of(const std::map<int, int>& next) {
    std::vector<int> rim;
    for (int node = next.empty() ? -1 : next.begin()->first; rim.size() < next.size();) {
      rim.push_back(node);
      const auto found = next.find(node);
      if (found == next.end()) break;
      node = found->second;
      if (node == rim.front()) break;
    }
    if (rim.size() < 3 || rim.size() != next.size()) return {};
    return rim;
  }

  int crossing(int e, Edge edge) {
    const auto found = crossings_.find(edge);
    if (found != crossings_.end()) return found->second;
    const double part =
        height_[at(edge.first)] / (height_[at(edge.first)] - height_[at(edge.second)]);
    cut_.nodes.push_back((1.0 - part) * node_of(mesh_, edge.first) +
                         part * node_of(mesh_, edge.second));
    height_.push_back(0.0);
    new_nodes_.push_back({edge, e});
    return crossings_[edge] = count(cut_.nodes) - 1;
  }

  /// The sides of a part of an outer face have its surface id.
  void note_surface(int e, int side, const std::vector<int>& loop) {
    const auto outer = outer_.find({e, side});
    if (outer == outer_.end()) return;
    for (const auto& one : sides_of_face(loop)) surface_[face_key(one)] = outer->second;
  }

  const Mesh& mesh_;
  std::vector<double> height_;  // of the nodes of cut_
  std::vector<bool> is_cut_;    // of each element before
  Mesh cut_;
  std::vector<int> origin_;                         // element before of each after
  std::vector<NewNode> new_nodes_;                  // of cut_ after those of mesh_
  std::map<Edge, int> crossings_;                   // their nodes
  std::map<std::pair<int, int>, SurfaceId> outer_;  // outer faces before, by element and side
  std::map<FaceKey, SurfaceId> surface_;            // of outer faces of cut_
  std::set<FaceKey> opened_;                        // faces of cut_ on the plane
};

/// A node of the mesh before.
MeshPoint same_node(int node) {
  MeshPoint point;
  point.count = 1;
  point.node[0] = node;
  point.weight[0] = 1.0;
  return point;
}

MeshPoint point_on_edge(const Mesh& mesh, Edge edge, Vec3 x) {
  const Vec3 start = node_of(mesh, edge.first);
  const double part = norm(x - start) / norm(node_of(mesh, edge.second) - start);
  MeshPoint point;
  point.count = 2;
  point.node = {edge.first, edge.second};
  point.weight = {1.0 - part, part};
  return point;
}

/// A point of the mesh before that lies in one of some elements.
MeshPoint point_in(const Mesh& mesh, std::span<const int> elements, Vec3 x) {
  int nearest = elements.front();
  double least = std::numeric_limits<double>::infinity();
  for (const int e : elements) {
    const double distance = distance_from(mesh, e, x);
    if (distance < least) nearest = e;
    least = std::min(least, distance);
  }
  const MeshElement& element = mesh.elements[at(nearest)];
  const ElementCorners corners = corners_of(element, [&](int node) { return node_of(mesh, node); });
  return point_of_element(element, nearest, corners, x);
}

/// Each node of a cut mesh as a point of the mesh before, some of whose nodes were moved.
std::vector<MeshPoint> node_origins(const Mesh& before, std::span<const int> moved,
                                    const MeshCutter& cutter) {
  const auto is_moved = [&](int node) {
    return std::binary_search(moved.begin(), moved.end(), node);
  };
  std::vector<MeshPoint> points;
  points.reserve(cutter.result().nodes.size());
  for (int i = 0; i < count(before.nodes); ++i) points.push_back(same_node(i));
  for (const int node : moved) {
    std::vector<int> around;
    for (int e = 0; e < count(before.elements); ++e) {
      const MeshElement& element = before.elements[at(e)];
      const auto* const end = element.node.begin() + element.node_count;
      if (std::find(element.node.begin(), end, node) != end) around.push_back(e);
    }
    points[at(node)] = point_in(before, around, cutter.result().nodes[at(node)]);
  }
  for (const MeshCutter::NewNode& one : cutter.new_nodes()) {
    const Vec3 x = cutter.result().nodes[points.size()];
    if (one.edge.first >= 0 && !is_moved(one.edge.first) && !is_moved(one.edge.second)) {
      points.push_back(point_on_edge(before, one.edge, x));
    } else {
      points.push_back(point_in(before, {&one.element, 1}, x));
    }
  }
  return points;
}

/// Whether each part is above the plane.
std::vector<bool> sides_of(const std::vector<MeshPart>& parts, std::span<const SplitFace> opened,
                           const MeshCutter& cutter) {
  std::vector<bool> touches(cutter.result().elements.size(), false);
  for (const SplitFace& one : opened) {
    touches[at(one.face.element)] = true;
    touches[at(one.face.neighbour)] = true;
  }
  std::vector<bool> sides;
  for (const MeshPart& part : parts) {
    bool any_touches = false;
    bool any_below = false;
    for (const int e : part.element) {
      if (!touches[at(e)]) continue;
      any_touches = true;
      any_below = any_below || cutter.is_below_plane(e);
    }
    sides.push_back(any_touches ? !any_below : !cutter.is_below_plane(part.element.front()));
  }
  return sides;
}

/// All meetings, or those around the point of the plane.
std::vector<Meeting> find_meetings_of(const Mesh& mesh, const std::vector<double>& height,
                                      Vec3 point, const MeshCutOptions& options) {
  std::vector<Meeting> all = find_meetings(mesh, height);
  if (!options.adjacent_only || all.empty()) return all;
  return adjacent_to(point, mesh, std::move(all));
}

/// The parts that a cutter has made of a mesh, some of whose nodes were moved before.
CutMesh finish(const Mesh& before, std::span<const int> moved, const MeshCutter& cutter,
               const MeshCutOptions& options) {
  CutMesh result;
  const std::vector<SplitFace> opened = cutter.opened_faces(options.surface);
  result.part = split_mesh(cutter.result(), opened);
  result.above = sides_of(result.part, opened, cutter);
  result.node = node_origins(before, moved, cutter);
  result.element = cutter.origin();
  result.thinning = std::min(1.0, least_height(cutter.result()) / least_height(before));
  return result;
}

std::vector<int> elements_of(std::span<const Meeting> meetings) {
  std::vector<int> elements;
  for (const Meeting& one : meetings) {
    if (one.neighbour < 0) elements.push_back(one.element);
  }
  return elements;
}

}  // namespace

std::vector<CutPoint> plane_points(const Mesh& mesh, const MeshCutPlane& plane,
                                   bool adjacent_only) {
  MeshCutOptions options;
  options.adjacent_only = adjacent_only;
  const std::vector<double> height = node_heights(mesh, plane.point, plane.normal);
  std::map<Edge, int> edges;  // and an element of each
  for (const Meeting& one : find_meetings_of(mesh, height, plane.point, options)) {
    for (const Edge& edge : one.edges) edges.emplace(edge, one.element);
  }
  std::vector<CutPoint> points;
  points.reserve(edges.size());
  for (const auto& [edge, element] : edges) {
    const auto [a, b] = edge;
    const double part = a == b ? 0.0 : height[at(a)] / (height[at(a)] - height[at(b)]);
    const Vec3 point = (1.0 - part) * node_of(mesh, a) + part * node_of(mesh, b);
    points.push_back({point, {a, b}, part, element});
  }
  return points;
}

double least_height(const Mesh& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const MeshElement& element : mesh.elements) {
    double volume = 0.0;
    double largest = 0.0;
    const Vec3 origin = node_of(mesh, element.node[0]);
    for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
      const FaceNodes face = face_nodes(element, side);
      const auto loop = face.nodes();
      Vec3 area;
      for (std::size_t k = 0; k < loop.size(); ++k) {
        area += 0.5 * cross(node_of(mesh, loop[k]) - origin,
                            node_of(mesh, loop[(k + 1) % loop.size()]) - origin);
      }
      volume += dot(area, node_of(mesh, loop[0]) - origin) / 3.0;
      largest = std::max(largest, norm(area));
    }
    least = std::min(least, 3.0 * volume / largest);
  }
  return least;
}

CutMesh cut_mesh(const Mesh& mesh, const MeshCutPlane& plane, const MeshCutOptions& options) {
  const std::vector<double> height = node_heights(mesh, plane.point, plane.normal);
  const std::vector<Meeting> meetings = find_meetings_of(mesh, height, plane.point, options);
  CutMesh result;
  if (meetings.empty()) return result;
  if (options.moves_nodes) {
    Mesh moved = mesh;
    const std::vector<int> nodes =
        move_to_plane(elements_of(meetings), plane.point, plane.normal, moved);
    if (!nodes.empty()) {
      std::vector<double> its_height = node_heights(moved, plane.point, plane.normal);
      for (const int node : nodes) its_height[at(node)] = 0.0;
      const auto its = find_meetings_of(moved, its_height, plane.point, options);
      MeshCutter cutter(moved, std::move(its_height), its);
      if (cutter.cut().empty()) return finish(mesh, nodes, cutter, options);
    }
  }
  MeshCutter cutter(mesh, height, meetings);
  const std::string fault = cutter.cut();
  if (!fault.empty()) throw InputError(fault);
  return finish(mesh, {}, cutter, options);
}

}  // namespace solfec
