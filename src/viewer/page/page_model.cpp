#include "viewer/page/page_model.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "body/common/spin.h"
#include "output/export/forces_on.h"
#include "output/export/quaternion.h"

namespace solfec {

namespace {

constexpr int kTurning = 7;      // quaternion, angular velocity
constexpr int kStraining = 18;   // gradient and its rate
constexpr double kChord = 0.02;  // distance of triangles from round parts on meshes, of a radius

bool is_stress(const SurfaceField& field) { return field.unit == "Pa"; }

int components_of(const std::vector<const SurfaceField*>& fields) {
  int sum = 0;
  for (const SurfaceField* const field : fields) sum += field->components;
  return sum;
}

/// The surface of a body: round parts of finite elements are triangles, those of others are none.
Surface page_surface(const SnapshotBody& body) {
  Surface surface = make_surface(*body.shape, {});
  if (!has_mesh(body.place.kind) || surface.sphere.empty()) return surface;
  double radius = surface.sphere.front().radius;
  for (const SurfaceSphere& sphere : surface.sphere) radius = std::min(radius, sphere.radius);
  SurfaceParams params;
  params.chord_error = kChord * radius;
  return make_surface(*body.shape, params);
}

template <typename Tuples>
PageRange append(const Tuples& tuples, std::size_t base, std::vector<std::uint32_t>& all) {
  const std::size_t first = all.size();
  for (const auto& tuple : tuples) {
    for (const int v : tuple) all.push_back(static_cast<std::uint32_t>(base + at(v)));
  }
  return {first, all.size() - first};
}

void append(Vec3 v, std::vector<float>& all) {
  for (const double number : {v.x, v.y, v.z}) all.push_back(static_cast<float>(number));
}

}  // namespace

PageModel::PageModel(const ExportRequest& request)
    : request_(request), columns_(count(request.frames)) {
  for (const SurfaceField& field : surface_fields()) {
    if (field.name == "displacement") continue;  // always there
    const bool by_default = field.name != "stress" && field.name != "plastic_strain";
    if (request.fields.empty() ? !by_default : !request.wants(field.name)) continue;
    nodal_fields_.push_back(&field);
    if (is_stress(field)) body_fields_.push_back(&field);
  }
}

double PageModel::largest_size() const {
  return 2.0 * columns_.size() * static_cast<double>(request_.frames.size());
}

void PageModel::add_geometry(const Snapshot& snapshot, const SnapshotBody& body, PageBody& page) {
  const Surface surface = page_surface(body);
  const std::size_t base = vertices_.size() / 3;
  for (const Vec3 X : surface.vertex) append(X - page.center, vertices_);
  page.vertices = {3 * base, 3 * surface.vertex.size()};
  page.triangles = append(surface.triangle, base, triangles_);
  page.edges = append(surface.feature_edge, base, edges_);
  if (has_mesh(body.place.kind)) page.lines = append(surface.mesh_edge, base, lines_);
  if (has_mesh(body.place.kind)) {
    page.points = vertices_of(snapshot.bodies, body.place, surface);
    return;
  }
  page.rounds.first = rounds_.size();
  for (const SurfaceSphere& sphere : surface.sphere) {
    append(sphere.center - page.center, rounds_);
    for (int k = 0; k < 3; ++k) append(sphere.half_axes.column(k), rounds_);
  }
  page.rounds.count = rounds_.size() - page.rounds.first;
}

PageBody& PageModel::body_of(const Snapshot& snapshot, const SnapshotBody& body) {
  const auto [place, is_new] = index_.emplace(body.id, bodies_.size());
  if (!is_new) return bodies_[place->second];
  PageBody page;
  page.id = body.id;
  page.label = body.label;
  page.kind = body.place.kind;
  page.material = body.material;
  page.rank = body.rank;
  page.center = snapshot.bodies.motion(body.place).reference_center;
  add_geometry(snapshot, body, page);
  int own = kStraining + components_of(body_fields_);
  if (turns_only(page.kind)) own = kTurning;
  if (has_mesh(page.kind)) {
    own = count(page.points.reference) * (3 + components_of(nodal_fields_));
  }
  page.column = columns_.add(kCommon + own);
  bodies_.push_back(std::move(page));
  return bodies_.back();
}

void PageModel::set(int column, int frame, Vec3 v) {
  columns_.set(column, frame, v.x);
  columns_.set(column + 1, frame, v.y);
  columns_.set(column + 2, frame, v.z);
}

void PageModel::set_state(int frame, const Snapshot& snapshot, const SnapshotBody& body,
                          PageBody& page) {
  const BodyMotion motion = snapshot.bodies.motion(body.place);
  set(page.column, frame, motion.center);
  set(page.column + 3, frame, motion.linear);
  columns_.set(page.column + 9, frame, snapshot.bodies.energies(body.place).kinetic);
  if (has_mesh(page.kind)) {
    set_vertices(frame, snapshot, body, page);
  } else if (turns_only(page.kind)) {
    set_turning(frame, motion, page);
  } else {
    set_straining(frame, snapshot, body, motion, page);
  }
}

void PageModel::set_turning(int frame, const BodyMotion& motion, PageBody& page) {
  std::array<double, 4> turn = quaternion_of(motion.gradient);
  double along = 0.0;  // the sign that goes on from the frame before keeps the ranges small
  for (std::size_t k = 0; k < 4; ++k) along += turn[k] * page.turn[k];
  for (std::size_t k = 0; k < 4; ++k) {
    if (along < 0.0) turn[k] = -turn[k];
    columns_.set(page.column + kCommon + static_cast<int>(k), frame, turn[k]);
  }
  page.turn = turn;
  set(page.column + kCommon + 4, frame, spin_of(motion));
}

void PageModel::set_straining(int frame, const Snapshot& snapshot, const SnapshotBody& body,
                              const BodyMotion& motion, const PageBody& page) {
  int column = page.column + kCommon;
  for (const Mat3* const matrix : {&motion.gradient, &motion.rate}) {
    for (int row = 0; row < 3; ++row, column += 3) set(column, frame, matrix->row(row));
  }
  SurfacePoints center;
  center.reference = {page.center};
  for (const SurfaceField* const field : body_fields_) {
    values_.resize(at(field->components));
    field->write(snapshot.bodies, body.place, center, values_);
    for (const double value : values_) columns_.set(column++, frame, value);
  }
}

void PageModel::set_vertices(int frame, const Snapshot& snapshot, const SnapshotBody& body,
                             const PageBody& page) {
  const std::size_t n = page.points.size();
  position_.resize(n);
  current_positions(snapshot.bodies, body.place, page.points, position_);
  int column = page.column + kCommon;
  for (std::size_t i = 0; i < n; ++i, column += 3) {
    set(column, frame, position_[i] - page.points.reference[i]);
  }
  for (const SurfaceField* const field : nodal_fields_) {
    values_.resize(n * at(field->components));
    field->write(snapshot.bodies, body.place, page.points, values_);
    for (const double value : values_) columns_.set(column++, frame, value);
  }
}

void PageModel::add(int frame, const Snapshot& snapshot) {
  times_.push_back(snapshot.time);
  const std::vector<Vec3> force = forces_on(snapshot);
  for (std::size_t i = 0; i < snapshot.members.size(); ++i) {
    const SnapshotBody& body = snapshot.members[i];
    if (!request_.wants(body.id)) continue;
    PageBody& page = body_of(snapshot, body);
    set(page.column + 6, frame, force[i]);
    set_state(frame, snapshot, body, page);
  }
}

}  // namespace solfec
