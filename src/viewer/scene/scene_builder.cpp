#include "viewer/scene/scene_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/scene/contact_glyphs.h"
#include "viewer/scene/drawn_bodies.h"
#include "viewer/scene/legend_scale.h"
#include "viewer/scene/point3.h"
#include "viewer/scene/thrust_line.h"

namespace solfec {

namespace {

constexpr Colour kMeshLine{110, 114, 122};
constexpr std::string_view kUnitOfForces = "N";

/// A little lighter or darker from body to body, so that equal neighbours can be told apart.
Colour shaded_by_id(Colour colour, BodyId id) {
  const auto hash = static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15ULL;
  const double factor = 0.94 + 0.06 * static_cast<double>(hash >> 40U) / 16777216.0;
  const auto scaled = [factor](std::uint8_t c) {
    return static_cast<std::uint8_t>(std::lround(factor * c));
  };
  return {scaled(colour.r), scaled(colour.g), scaled(colour.b), colour.a};
}

/// Unlabelled scenes: colours of bodies by what they are.
Colour kind_colour(BodyKind kind) {
  return has_inertia(kind) ? category_colour(static_cast<int>(kind) - 1) : kObstacle;
}

bool has_category(const CategoryField& field, const SnapshotBody& body) {
  return field.of_obstacles || has_inertia(body.place.kind);
}

/// Legend of the categories that bodies of the snapshot have, in their order; none of many.
std::vector<Category> categories_of(const CategoryField& field, const Snapshot& snapshot) {
  constexpr int kMost = 12;
  std::map<int, std::string> names;
  for (const SnapshotBody& body : snapshot.members) {
    if (!has_category(field, body)) continue;
    names.emplace(field.category(body), field.name(body));
    if (count(names) > kMost) return {};
  }
  std::vector<Category> list;
  list.reserve(names.size());
  for (const auto& [category, name] : names) list.push_back({category_colour(category), name});
  return list;
}

bool is_among(const std::vector<BodyId>& sorted, BodyId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

/// Whether parts of a body have colours by their ids, and which.
PartId colours_parts(const SceneParams& params, BodyId id) {
  const bool own = params.field == nullptr || is_among(params.highlighted, id);
  return own ? PartId::none : params.field->part;
}

constexpr Colour kHighlight{240, 120, 20};
constexpr Colour kRoughMesh{30, 90, 160};

double mean_smallest_edge(const Scene& scene) {
  double sum = 0.0;
  int boxes = 0;
  for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
    if (!scene.moves[i] || is_empty(scene.boxes[i])) continue;
    const Vec3 edge = scene.boxes[i].hi - scene.boxes[i].lo;
    sum += std::min({edge.x, edge.y, edge.z});
    ++boxes;
  }
  if (boxes > 0) return sum / boxes;
  Box all;
  for (const Box& box : scene.boxes) all.add(box);
  return largest_edge(all);
}

/// Largest |w + G n| of unit vectors n: from the best of the axes upwards along the gradient, n <-
/// Gᵀ (w + G n) normalised, which never decreases what is convex in n.
double largest_length(Vec3 w, const Mat3& G) {
  constexpr int kAscents = 20;
  Vec3 n{1, 0, 0};
  const auto length = [&](Vec3 at_n) { return norm(w + G * at_n); };
  for (int k = 0; k < 6; ++k) {
    Vec3 axis;
    axis[k % 3] = k < 3 ? 1.0 : -1.0;
    if (length(axis) > length(n)) n = axis;
  }
  for (int i = 0; i < kAscents; ++i) {
    const Vec3 up = transposed_times(G, w + G * n);
    if (!(norm(up) > 0.0)) break;
    n = normalized(up);
  }
  return length(n);
}

/// Leaves boxes of bodies, by which other things have their sizes, and nothing else of them.
void hide_bodies(Scene& scene) {
  scene.corners.clear();
  scene.rounds.clear();
  scene.edges.clear();
  scene.veiled = {};
  scene.hollow = {};
  scene.range = {};
}

/// A point of a body with its displacement times a factor.
Vec3 warped(Vec3 reference, Vec3 position, double factor) {
  return reference + factor * (position - reference);
}

/// Gives a legend its title: the quantity and the unit, with a prefix, of the numbers of its range.
void name_unit(std::string_view quantity, std::string_view unit, Legend& legend) {
  const PrefixedUnit prefixed = prefixed_unit(unit, legend.range);
  legend.title = unit.empty() ? std::string(quantity) : cat(quantity, " (", prefixed.name, ")");
  legend.unit = prefixed.size;
}

/// The middle of all bodies, near which coordinates are small.
Vec3 middle_of(const Snapshot& snapshot) {
  Box box;
  for (const SnapshotBody& body : snapshot.members) {
    box.add(snapshot.bodies.motion(body.place).center);
  }
  return is_empty(box) ? Vec3{} : 0.5 * (box.lo + box.hi);
}

}  // namespace

SceneBuilder::SceneBuilder(SceneParams params) { set_params(std::move(params)); }

void SceneBuilder::set_params(SceneParams params) {
  params_ = std::move(params);
  for (auto* list :
       {&params_.drawn, &params_.veiled, &params_.wire, &params_.rough, &params_.highlighted}) {
    std::sort(list->begin(), list->end());
  }
}

const SceneBuilder::Part& SceneBuilder::part_of(const Snapshot& snapshot,
                                                const SnapshotBody& body) {
  Part& part = parts_[body.id];
  if (part.shape != body.shape) make_part(snapshot, body, part);
  if (!params_.cuts.empty() && part.pieces.first_edge.empty()) {
    part.pieces = make_cut_pieces(*body.shape);
    part.piece_points = points_of(snapshot.bodies, body.place, part.pieces.point, part.pieces.node);
  }
  return part;
}

/// Where points of a body are drawn, in position_.
void SceneBuilder::find_positions(const Snapshot& snapshot, const SnapshotBody& body,
                                  const SurfacePoints& points) {
  position_.resize(points.size());
  current_positions(snapshot.bodies, body.place, points, position_);
  if (params_.warp == 1.0) return;
  for (std::size_t i = 0; i < position_.size(); ++i) {
    position_[i] = warped(points.reference[i], position_[i], params_.warp);
  }
}

void SceneBuilder::make_part(const Snapshot& snapshot, const SnapshotBody& body, Part& part) {
  part = {};
  part.shape = body.shape;
  part.surface = make_surface(*body.shape, {});
  part.vertices = vertices_of(snapshot.bodies, body.place, part.surface);
  for (const SurfaceSphere& sphere : part.surface.sphere) {
    part.round_points.reference.push_back(sphere.center);
    for (int k = 0; k < 3; ++k) {
      part.round_points.reference.push_back(sphere.center + sphere.half_axes.column(k));
    }
  }
}

/// Colour without a field of the body.
Colour SceneBuilder::body_colour(const SnapshotBody& body) const {
  if (is_among(params_.highlighted, body.id)) return kHighlight;
  const PictureField* const field = params_.field;
  if (field != nullptr && field->of_categories()) {
    if (!has_category(field->category, body)) return kObstacle;
    return category_colour(field->category.category(body));
  }
  if (params_.chains || params_.thrust || params_.status ||
      (field != nullptr && field->of_constraints())) {
    return kPale;
  }
  if (field != nullptr) return kObstacle;
  return shaded_by_id(kind_colour(body.place.kind), body.id);
}

/// Values of the field at points of a body, in values_. @return False when it is not coloured by
/// them: obstacles that have none but zero, and fields that are no field of points.
bool SceneBuilder::fill_values(const Snapshot& snapshot, const SnapshotBody& body,
                               const SurfacePoints& points) {
  const PictureField* const field = params_.field;
  if (field == nullptr || field->surface == nullptr) return false;
  if (is_among(params_.highlighted, body.id)) return false;
  values_.resize(points.size() * at(field->surface->components));
  field->surface->write(snapshot.bodies, body.place, points, values_);
  return has_inertia(body.place.kind) ||
         std::any_of(values_.begin(), values_.end(), [](double v) { return v != 0.0; });
}

void SceneBuilder::add_surface(const Snapshot& snapshot, const SnapshotBody& body, const Part& part,
                               Scene& scene) {
  const Surface& surface = part.surface;
  normal_.resize(surface.triangle.size());
  current_normals(snapshot.bodies, body.place, surface, position_, normal_);
  const bool by_value = fill_values(snapshot, body, part.vertices);
  if (by_value) {
    const PictureField& field = *params_.field;
    const std::size_t n = at(field.surface->components);
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {  // in place: i <= n i
      values_[i] = field.component >= 0
                       ? values_[n * i + at(field.component)]
                       : norm({values_[n * i], values_[n * i + 1], values_[n * i + 2]});
      if (std::isfinite(values_[i])) scene.range.add(values_[i]);
    }
  }
  const Colour own = body_colour(body);
  const auto number = static_cast<std::uint32_t>(scene.bodies.size());
  ScenePart* const layer = layer_of(body.id, scene);
  std::vector<SurfaceCorner>& out = layer == nullptr ? scene.corners : layer->corners;
  const PartId part_id = colours_parts(params_, body.id);
  for (std::size_t t = 0; t < surface.triangle.size(); ++t) {
    const auto& corners = surface.triangle[t];
    const bool finite = !by_value || std::all_of(corners.begin(), corners.end(), [&](int v) {
      return std::isfinite(values_[at(v)]);
    });
    Colour colour = by_value ? (finite ? kByValue : kNotANumber) : own;
    if (part_id != PartId::none) {
      const int id = part_id == PartId::surface ? surface.surface[t] : surface.volume[t];
      part_ids_.insert(id);
      colour = category_colour(id);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t v = at(corners[k]);
      out.push_back({point3(position_[v] - scene.origin), point3(normal_[t][k]),
                     by_value && finite ? static_cast<float>(values_[v]) : 0.0F, colour, number});
    }
  }
}

/// Adds what planes show of the inside: a polygon of each convex and element that they cut, with
/// the values of the field there.
void SceneBuilder::add_cut_faces(const Snapshot& snapshot, const SnapshotBody& body,
                                 const Part& part, Scene& scene) {
  constexpr double kInwards = 1e-5;  // over the size of the body: points on the plane are kept
  find_positions(snapshot, body, part.piece_points);
  const bool by_value = fill_values(snapshot, body, part.piece_points);
  const std::size_t n = by_value ? at(params_.field->surface->components) : 0;
  const auto value_of = [&](const CutCorner& corner) {
    const auto component = [&](std::size_t k) {
      return (1.0 - corner.share) * values_[n * at(corner.a) + k] +
             corner.share * values_[n * at(corner.b) + k];
    };
    const int own = params_.field->component;
    return own >= 0 ? component(at(own)) : norm({component(0), component(1), component(2)});
  };
  const double inwards = kInwards * largest_edge(scene.boxes.back());
  const auto number = static_cast<std::uint32_t>(scene.bodies.size());
  for (CutPlane plane : scene.cuts) {
    plane.distance -= inwards;
    const Point3 normal = point3(plane.normal);
    const auto add = [&](std::span<const CutCorner> polygon) {
      std::vector<SurfaceCorner> corners;
      bool finite = true;
      for (const CutCorner& corner : polygon) {
        const double value = by_value ? value_of(corner) : 0.0;
        finite = finite && std::isfinite(value);
        if (by_value && std::isfinite(value)) scene.range.add(value);
        corners.push_back({point3(corner.position - scene.origin),
                           normal,
                           static_cast<float>(value),
                           {},
                           number});
      }
      const Colour colour = by_value ? (finite ? kByValue : kNotANumber) : body_colour(body);
      for (SurfaceCorner& corner : corners) {
        corner.colour = colour;
        if (!finite) corner.value = 0.0F;
      }
      for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        for (const std::size_t k : {std::size_t{0}, i, i + 1}) scene.corners.push_back(corners[k]);
      }
      for (std::size_t i = 0; params_.edges && i < corners.size(); ++i) {
        scene.edges.push_back(
            {corners[i].position, corners[(i + 1) % corners.size()].position, kMeshLine, 0.5F});
      }
    };
    cut_pieces(part.pieces, position_, plane, add);
  }
}

void SceneBuilder::add_rounds(const Snapshot& snapshot, const SnapshotBody& body, const Part& part,
                              Scene& scene) {
  const Surface& surface = part.surface;
  if (surface.sphere.empty()) return;
  const SurfacePoints& points = part.round_points;
  find_positions(snapshot, body, points);
  const bool by_value = fill_values(snapshot, body, points);
  const std::size_t n = by_value ? at(params_.field->surface->components) : 0;
  const int component = by_value ? params_.field->component : 0;
  Box& box = scene.boxes.back();
  for (std::size_t s = 0; s < surface.sphere.size(); ++s) {
    const std::size_t i = 4 * s;
    const Vec3 c = position_[i];
    const Mat3 axes =
        from_columns(position_[i + 1] - c, position_[i + 2] - c, position_[i + 3] - c);
    const Mat3 inv = inverse(axes);
    const Vec3 reach{norm(axes.row(0)), norm(axes.row(1)), norm(axes.row(2))};
    box.add(Box{c - reach, c + reach});
    const double radius =
        std::max({norm(axes.column(0)), norm(axes.column(1)), norm(axes.column(2))});
    RoundPart round{point3(c - scene.origin),
                    static_cast<float>(radius),
                    {point3(inv.column(0)), point3(inv.column(1)), point3(inv.column(2))},
                    {},
                    by_value ? kByValue : body_colour(body),
                    static_cast<std::uint32_t>(scene.bodies.size())};
    const std::size_t rows = !by_value ? 0 : (component < 0 ? 3 : 1);
    Vec3 at_center;
    Mat3 slope;
    for (std::size_t k = 0; k < rows; ++k) {
      const auto value = [&](std::size_t point) {
        return values_[n * (i + point) + (component < 0 ? k : at(component))];
      };
      const double w = value(0);
      Vec3 g;
      for (int a = 0; a < 3; ++a) g[a] = value(at(a) + 1) - w;
      round.value[k] = {static_cast<float>(w), static_cast<float>(g.x), static_cast<float>(g.y),
                        static_cast<float>(g.z)};
      at_center[static_cast<int>(k)] = w;
      for (int a = 0; a < 3; ++a) slope(static_cast<int>(k), a) = g[a];
      if (component < 0) continue;
      scene.range.add(w - norm(g));  // the values at the ends of the diameter along g
      scene.range.add(w + norm(g));
    }
    if (by_value && component < 0) scene.range.add(largest_length(at_center, slope));
    const SurfaceSphere& sphere = surface.sphere[s];
    if (const PartId part_id = colours_parts(params_, body.id); part_id != PartId::none) {
      const int id = part_id == PartId::surface ? sphere.surface : sphere.volume;
      part_ids_.insert(id);
      round.colour = category_colour(id);
    }
    ScenePart* const layer = layer_of(body.id, scene);
    (layer == nullptr ? scene.rounds : layer->rounds).push_back(round);
    if (layer == &scene.hollow) add_circles(round, axes, scene);
  }
}

/// Where triangles and round parts of a body go; null: those that are drawn.
ScenePart* SceneBuilder::layer_of(BodyId id, Scene& scene) const {
  if (is_among(params_.wire, id) || is_among(params_.rough, id)) return &scene.hollow;
  return is_among(params_.veiled, id) ? &scene.veiled : nullptr;
}

/// Three great circles of a round part.
void SceneBuilder::add_circles(const RoundPart& round, const Mat3& axes, Scene& scene) {
  constexpr int kSides = 32;
  const Vec3 c{round.center[0], round.center[1], round.center[2]};
  const auto on_circle = [&](int a, int i) {
    const double angle = 2.0 * std::numbers::pi * i / kSides;
    return point3(c + std::cos(angle) * axes.column(a) +
                  std::sin(angle) * axes.column((a + 1) % 3));
  };
  for (int a = 0; a < 3; ++a) {
    for (int i = 0; i < kSides; ++i) {
      scene.edges.push_back({on_circle(a, i), on_circle(a, i + 1), kInk, 0.8F});
    }
  }
}

/// The mesh that covers a body of finite elements, as lines.
void SceneBuilder::add_rough(const Snapshot& snapshot, const SnapshotBody& body, Scene& scene) {
  Part& part = parts_[body.id];
  if (part.rough.vertex.empty()) {
    Shape cover;
    cover.meshes = body.shape->background;
    part.rough = make_surface(cover, {});
    part.rough_points = points_of(snapshot.bodies, body.place, part.rough.vertex,
                                  std::vector<int>(part.rough.vertex.size(), -1));
  }
  find_positions(snapshot, body, part.rough_points);
  for (const auto* list : {&part.rough.feature_edge, &part.rough.mesh_edge}) {
    for (const auto& edge : *list) {
      scene.edges.push_back({point3(position_[at(edge[0])] - scene.origin),
                             point3(position_[at(edge[1])] - scene.origin), kRoughMesh, 1.0F});
    }
  }
}

void SceneBuilder::add_edges(const SnapshotBody& body, const Part& part, Scene& scene) {
  const auto add = [&](const std::array<int, 2>& edge, Colour colour, float width) {
    scene.edges.push_back({point3(position_[at(edge[0])] - scene.origin),
                           point3(position_[at(edge[1])] - scene.origin), colour, width});
  };
  for (const auto& edge : part.surface.feature_edge) add(edge, kInk, 1.0F);
  if (!has_mesh(body.place.kind)) return;
  for (const auto& edge : part.surface.mesh_edge) add(edge, kMeshLine, 0.5F);
}

void SceneBuilder::add_body(const Snapshot& snapshot, const SnapshotBody& body, Scene& scene) {
  if (is_among(params_.rough, body.id)) add_rough(snapshot, body, scene);
  const Part& part = part_of(snapshot, body);
  scene.bodies.push_back(body.id);
  scene.moves.push_back(has_inertia(body.place.kind));
  scene.boxes.emplace_back();
  add_rounds(snapshot, body, part, scene);
  if (part.surface.vertex.empty()) return;
  find_positions(snapshot, body, part.vertices);
  scene.boxes.back().add(box_of(position_));
  add_surface(snapshot, body, part, scene);
  if (is_among(params_.rough, body.id)) return;
  if (params_.edges || is_among(params_.wire, body.id)) add_edges(body, part, scene);
  if (!scene.cuts.empty() && layer_of(body.id, scene) == nullptr)
    add_cut_faces(snapshot, body, part, scene);
}

void SceneBuilder::add_points(const Snapshot& snapshot, Scene& scene) const {
  for (std::size_t i = 0; i < params_.points.size(); ++i) {
    const SnapshotBody* const body = snapshot.find(params_.point_body[i]);
    if (body == nullptr || !is_drawn(params_.drawn, body->id)) continue;
    const PointLabel& label = params_.points[i];
    const Vec3 now = snapshot.bodies.current_point(body->place, label.point);
    const Vec3 x = params_.warp == 1.0 ? now : warped(label.point, now, params_.warp);
    if (is_cut_away(scene.cuts, x)) continue;
    scene.labels.push_back({x, label.text});
    scene.marks.push_back(ball(x - scene.origin, 0.04 * scene.body_size, kInk));
  }
}

Scene SceneBuilder::build(const Snapshot& snapshot, const ValueRange& range,
                          const ValueRange& chain_range) {
  Scene scene;
  scene.time = snapshot.time;
  scene.origin = middle_of(snapshot);
  scene.cuts = params_.cuts;
  part_ids_.clear();
  const PictureField* const field = params_.field;
  scene.norm_of_rounds = field != nullptr && field->surface != nullptr && field->component < 0;
  for (const SnapshotBody& body : snapshot.members) {
    if (is_drawn(params_.drawn, body.id)) add_body(snapshot, body, scene);
  }
  scene.body_size = mean_smallest_edge(scene);
  if (scene.norm_of_rounds && !scene.range.empty()) scene.range.add(0.0);  // lengths begin there
  if (!params_.bodies) hide_bodies(scene);
  const bool of_bodies = !scene.range.empty();
  add_glyphs(snapshot, range, chain_range, scene);
  add_points(snapshot, scene);
  const bool of_constraints = field != nullptr && field->of_constraints();
  add_legends(snapshot, of_bodies || of_constraints || !params_.chains, scene);
  tell_left_out(snapshot, scene);
  return scene;
}

/// Adds the symbols of constraints and loads, and the legends of their colours.
void SceneBuilder::add_glyphs(const Snapshot& snapshot, const ValueRange& range,
                              const ValueRange& chain_range, Scene& scene) const {
  const PictureField* const field = params_.field;
  const bool of_constraints = field != nullptr && field->of_constraints();
  ContactGlyphs glyphs(snapshot, scene, {params_.drawn, params_.acted_on, params_.least});
  if (of_constraints) glyphs.add_field(*field);
  if (params_.chains) {
    const bool of_forces = of_constraints && field->unit == kUnitOfForces;
    glyphs.add_chains(!scene.range.empty() && !of_forces);
  }
  if (!range.empty()) {
    scene.range = range;
  } else if (!params_.range.empty()) {
    scene.range = params_.range;
  }
  if (!chain_range.empty() && !scene.chain_range.empty()) scene.chain_range = chain_range;
  if (params_.round_ranges) {
    if (params_.range.empty()) scene.range = rounded_range(scene.range);
    scene.chain_range = rounded_range(scene.chain_range);
  }
  if (params_.loads) glyphs.add_loads();
  scene.bands = band_colours(scene.range, params_.chains || of_constraints);
  glyphs.draw(params_.arrow_scale);
  if (params_.status) glyphs.add_status(params_.friction);
  if (params_.joints) glyphs.add_joints();
  if (params_.thrust) add_thrust_line(snapshot, params_.drawn, scene);
}

/// Says beside what is drawn of contacts that the frame holds none.
void SceneBuilder::tell_left_out(const Snapshot& snapshot, Scene& scene) const {
  const bool of_contacts = (params_.field != nullptr && params_.field->of_constraints()) ||
                           params_.chains || params_.thrust || params_.status;
  if (snapshot.left_out == 0 || !of_contacts) return;
  std::string& title = scene.legend.title;
  title += cat(title.empty() ? "" : "; ", "no contacts in this frame");
}

/// @param has_values  Whether the field has coloured something by its values.
void SceneBuilder::add_legends(const Snapshot& snapshot, bool has_values, Scene& scene) const {
  const PictureField* const field = params_.field;
  scene.legend.bands = scene.bands;
  if (field != nullptr && field->of_categories()) {
    scene.legend.title = std::string(field->name);
    scene.legend.categories = categories_of(field->category, snapshot);
  } else if (field != nullptr && field->part != PartId::none) {
    scene.legend.title = std::string(field->name);
    if (part_ids_.size() <= 12) {
      for (const int id : part_ids_)
        scene.legend.categories.push_back({category_colour(id), cat(id)});
    }
  } else if (field != nullptr && field->constraint.name != nullptr) {
    scene.legend.title = std::string(field->name);
  } else if (field != nullptr && has_values) {
    scene.legend.range = scene.range;
    name_unit(field->name, field->unit, scene.legend);
  }
  if (!params_.chains) return;
  const bool is_alone = scene.legend.title.empty() && scene.legend.categories.empty();
  Legend& legend = is_alone ? scene.legend : scene.chain_legend;
  const bool shares_colours = scene.chain_range.empty();
  if (!is_alone && shares_colours && scene.legend.range.empty()) {
    legend.range = scene.range;  // beside categories
  } else {
    legend.range = is_alone ? scene.range : scene.chain_range;
  }
  if (legend.range.empty()) return;
  name_unit("chains: RN", kUnitOfForces, legend);
  legend.bands = scene.bands;
}

}  // namespace solfec
