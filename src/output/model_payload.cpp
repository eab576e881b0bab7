#include "output/model_payload.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "geometry/element_tables.h"
#include "geometry/simple_shape.h"
#include "output/content_hash.h"
#include "output/settings_payload.h"

namespace solfec {
namespace {

constexpr std::size_t kVec3Bytes = 3 * sizeof(double);
constexpr std::size_t kElementBytes = 10 * sizeof(std::int32_t);
constexpr std::size_t kFaceBytes = 3 * sizeof(std::int32_t);
/// Set in the number of simple shapes of a kind when those of the next kind follow.
constexpr std::uint32_t kMoreKinds = 1U << 31;
constexpr std::size_t kLeastConvexBytes = 5 * sizeof(std::int32_t);
constexpr std::size_t kLeastMeshBytes = 3 * sizeof(std::int32_t);
constexpr std::size_t kLeastBulkBytes = 2 * sizeof(std::int32_t) + 3 * sizeof(double);
constexpr std::size_t kLeastSurfaceBytes = 4 * sizeof(std::int32_t) + 5 * sizeof(double);
constexpr std::size_t kPartMaterialBytes = 2 * sizeof(std::int32_t);
constexpr std::size_t kLeastBodyBytes = 168;  // id to hash, empty texts and shape

[[noreturn]] void fail(const std::string& what) { throw ArchiveError(what); }

// ---- small parts -----------------------------------------------------------------------------

void write_vec3(XdrWriter& out, Vec3 v) {
  const std::array<double, 3> values{v.x, v.y, v.z};
  out.write_fixed(std::span<const double>(values));
}

double read_finite(XdrReader& in, std::string_view what) {
  const double value = in.read_double();
  if (!std::isfinite(value)) fail(cat(what, " is not finite"));
  return value;
}

Vec3 read_vec3(XdrReader& in, std::string_view what) {
  const double x = read_finite(in, what);
  const double y = read_finite(in, what);
  const double z = read_finite(in, what);
  return {x, y, z};
}

void write_points(XdrWriter& out, const std::vector<Vec3>& points) {
  out.write_uint32(static_cast<std::uint32_t>(points.size()));
  for (const Vec3& point : points) write_vec3(out, point);
}

std::vector<Vec3> read_points(XdrReader& in, std::string_view what) {
  std::vector<Vec3> points(static_cast<std::size_t>(in.read_count(kVec3Bytes)));
  for (Vec3& point : points) point = read_vec3(in, what);
  return points;
}

/// Integer in [low, high].
int read_int_in(XdrReader& in, int low, int high, std::string_view what) {
  const std::int32_t value = in.read_int32();
  if (value < low || value > high) {
    fail(cat(what, " must lie in [", low, ", ", high, "], got ", value));
  }
  return value;
}

// ---- shapes ----------------------------------------------------------------------------------

void encode_convex(const Convex& convex, XdrWriter& out) {
  write_points(out, convex.vertices);
  out.write_array(std::span<const int>(convex.face_start));
  out.write_array(std::span<const int>(convex.face_vertex));
  out.write_array(std::span<const SurfaceId>(convex.surface));
  out.write_int32(convex.volume);
}

void check_convex(const Convex& convex) {
  const int vertices = count(convex.vertices);
  if (convex.face_start.empty() || convex.face_start.size() != convex.surface.size() + 1 ||
      convex.face_start.front() != 0 || convex.face_start.back() != count(convex.face_vertex)) {
    fail("the faces of a polyhedron do not fit together");
  }
  for (std::size_t f = 0; f < convex.surface.size(); ++f) {
    if (std::int64_t{convex.face_start[f + 1]} < std::int64_t{convex.face_start[f]} + 3) {
      fail(cat("face ", f, " of a polyhedron has fewer than 3 vertices"));
    }
  }
  for (const int vertex : convex.face_vertex) {
    if (vertex < 0 || vertex >= vertices) fail(cat("a polyhedron has no vertex ", vertex));
  }
}

Convex decode_convex(XdrReader& in) {
  Convex convex;
  convex.vertices = read_points(in, "a coordinate of a polyhedron");
  in.read_array(convex.face_start);
  in.read_array(convex.face_vertex);
  in.read_array(convex.surface);
  convex.volume = in.read_int32();
  check_convex(convex);
  return convex;
}

void encode_mesh(const Mesh& mesh, XdrWriter& out) {
  write_points(out, mesh.nodes);
  out.write_uint32(static_cast<std::uint32_t>(mesh.elements.size()));
  for (const MeshElement& element : mesh.elements) {
    out.write_int32(element.node_count);
    out.write_fixed(std::span<const int>(element.node));
    out.write_int32(element.volume);
  }
  out.write_uint32(static_cast<std::uint32_t>(mesh.faces.size()));
  for (const MeshFace& face : mesh.faces) {
    const std::array<std::int32_t, 3> values{face.element, face.side, face.surface};
    out.write_fixed(std::span<const std::int32_t>(values));
  }
}

MeshElement decode_element(XdrReader& in, int nodes) {
  MeshElement element;
  element.node_count = in.read_int32();
  if (element.node_count != 4 && element.node_count != 5 && element.node_count != 6 &&
      element.node_count != 8) {
    fail(cat("an element has ", element.node_count, " nodes, not 4, 5, 6 or 8"));
  }
  for (std::size_t i = 0; i < element.node.size(); ++i) {
    const bool used = static_cast<int>(i) < element.node_count;
    element.node[i] = in.read_int32();
    if (used && (element.node[i] < 0 || element.node[i] >= nodes)) {
      fail(cat("a mesh has no node ", element.node[i]));
    }
  }
  element.volume = in.read_int32();
  return element;
}

Mesh decode_mesh(XdrReader& in) {
  Mesh mesh;
  mesh.nodes = read_points(in, "a coordinate of a mesh");
  mesh.elements.resize(static_cast<std::size_t>(in.read_count(kElementBytes)));
  for (MeshElement& element : mesh.elements) element = decode_element(in, count(mesh.nodes));
  mesh.faces.resize(static_cast<std::size_t>(in.read_count(kFaceBytes)));
  std::pair<int, int> previous{-1, 0};
  for (MeshFace& face : mesh.faces) {
    face.element = read_int_in(in, 0, count(mesh.elements) - 1, "the element of a mesh face");
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
    const int sides = element_faces(element.node_count).face_count;
    face.side = read_int_in(in, 0, sides - 1, "the side of a mesh face");
    face.surface = in.read_int32();
    const std::pair<int, int> key{face.element, face.side};
    if (key <= previous) fail("the faces of a mesh are not in order");
    previous = key;
  }
  return mesh;
}

/// Lists of simple shapes up to the last one that is not empty, at least the first.
void encode_simple_shapes(const Shape& shape, XdrWriter& out) {
  std::size_t left = simple_count(shape);
  bool more = true;
  for_each_simple_list(shape, [&](const auto& list) {
    if (!more) return;
    left -= list.size();
    more = left > 0;
    out.write_uint32(static_cast<std::uint32_t>(list.size()) | (more ? kMoreKinds : 0U));
    for (const auto& part : list) {
      out.write_fixed(std::span<const double>(numbers_of(part)));
      out.write_int32(part.surface);
      out.write_int32(part.volume);
    }
  });
}

template <SimpleShape Part>
Part decode_simple(XdrReader& in) {
  std::array<double, Part::kNumbers> numbers{};
  for (double& number : numbers) number = read_finite(in, cat("a number of ", Part::kPlural));
  Part part = Part::from_numbers(numbers);
  if (const std::string defect = defect_of(part); !defect.empty()) fail(defect);
  part.surface = in.read_int32();
  part.volume = in.read_int32();
  return part;
}

void decode_simple_shapes(XdrReader& in, Shape& shape) {
  bool more = true;
  for_each_simple_list(shape, [&](auto& list) {
    using Part = typename std::decay_t<decltype(list)>::value_type;
    constexpr std::size_t kBytes = Part::kNumbers * sizeof(double) + 2 * sizeof(std::int32_t);
    if (!more) return;
    const std::uint32_t number = in.read_uint32();
    more = (number & kMoreKinds) != 0;
    const std::uint32_t parts = number & ~kMoreKinds;
    if (parts > in.remaining() / kBytes) fail(cat(parts, " ", Part::kPlural, " do not fit"));
    list.resize(parts);
    for (Part& part : list) part = decode_simple<Part>(in);
  });
  if (more) fail("simple shapes of a kind that this program does not know");
}

Shape decode_shape(XdrReader& in) {
  Shape shape;
  shape.convices.resize(static_cast<std::size_t>(in.read_count(kLeastConvexBytes)));
  for (Convex& convex : shape.convices) convex = decode_convex(in);
  shape.meshes.resize(static_cast<std::size_t>(in.read_count(kLeastMeshBytes)));
  for (Mesh& mesh : shape.meshes) mesh = decode_mesh(in);
  decode_simple_shapes(in, shape);
  return shape;
}

/// Background mesh of finite elements; the shape must be what such a body can have.
void decode_background(XdrReader& in, Shape& shape) {
  const int meshes = read_int_in(in, 0, 1, "the number of background meshes");
  if (meshes > 0) shape.background.push_back(decode_mesh(in));
  const bool fitted = shape.meshes.size() == 1 && shape.convices.empty();
  const bool cut = shape.meshes.empty() && !shape.convices.empty();
  if (simple_count(shape) > 0 || !(meshes > 0 ? cut : fitted)) {
    fail("a finite-element body has not one mesh");
  }
}

// ---- materials and bodies --------------------------------------------------------------------

BulkMaterial decode_bulk_material(XdrReader& in) {
  BulkMaterial material;
  material.label = in.read_string();
  material.model = static_cast<BulkModel>(read_int_in(in, 0, 0, "the model of a bulk material"));
  material.young = in.read_double();
  material.poisson = in.read_double();
  material.density = in.read_double();
  return material;
}

SurfaceMaterial decode_surface_material(XdrReader& in) {
  SurfaceMaterial material;
  material.label = in.read_string();
  material.surface1 = in.read_int32();
  material.surface2 = in.read_int32();
  material.model =
      static_cast<SurfaceModel>(read_int_in(in, 0, 1, "the model of a surface material"));
  material.friction = in.read_double();
  material.cohesion = in.read_double();
  material.restitution = in.read_double();
  material.spring = in.read_double();
  material.dashpot = in.read_double();
  material.hpow = in.read_double();
  return material;
}

StoredBody decode_body(XdrReader& in, int materials) {
  StoredBody body;
  body.id = in.read_int64();
  if (body.id <= 0) fail(cat("a body has the id ", body.id));
  body.kind = static_cast<BodyKind>(read_int_in(in, 0, 3, "the kind of a body"));
  if (body.kind == BodyKind::finite_element) {
    body.form = static_cast<FiniteElementForm>(read_int_in(in, 0, 1, "the form of a mesh"));
  }
  body.label = in.read_string();
  body.origin = in.read_string();
  body.ordinal = in.read_int32();
  if (body.ordinal < 0) fail(cat("a body has the ordinal ", body.ordinal));
  body.material = read_int_in(in, 0, materials - 1, "the material of a body");
  body.part_materials.resize(static_cast<std::size_t>(in.read_count(kPartMaterialBytes)));
  for (auto& part : body.part_materials) {
    part.first = in.read_int32();
    part.second = read_int_in(in, 0, materials - 1, "the material of a part");
  }
  body.self_contact = in.read_bool();
  body.characteristics.mass = read_finite(in, "the mass of a body");
  body.characteristics.volume = read_finite(in, "the volume of a body");
  body.characteristics.center = read_vec3(in, "the centre of a body");
  for (double& entry : body.characteristics.tensor.m) entry = read_finite(in, "a body tensor");
  body.geometry_hash = static_cast<std::uint64_t>(in.read_int64());
  body.shape = decode_shape(in);
  if (body.kind == BodyKind::finite_element) decode_background(in, body.shape);
  return body;
}

}  // namespace

void encode_bulk_materials(const Domain& domain, XdrWriter& out) {
  out.write_uint32(static_cast<std::uint32_t>(domain.bulk_materials().size()));
  for (const BulkMaterial& material : domain.bulk_materials()) {
    out.write_string(material.label);
    out.write_int32(static_cast<std::int32_t>(material.model));
    const std::array<double, 3> values{material.young, material.poisson, material.density};
    out.write_fixed(std::span<const double>(values));
  }
}

void encode_surface_materials(const Domain& domain, XdrWriter& out) {
  out.write_uint32(static_cast<std::uint32_t>(domain.surface_materials.size()));
  for (int i = 0; i < domain.surface_materials.size(); ++i) {
    const SurfaceMaterial& material = domain.surface_materials[i];
    out.write_string(material.label);
    out.write_int32(material.surface1);
    out.write_int32(material.surface2);
    out.write_int32(static_cast<std::int32_t>(material.model));
    const std::array<double, 6> values{material.friction, material.cohesion, material.restitution,
                                       material.spring,   material.dashpot,  material.hpow};
    out.write_fixed(std::span<const double>(values));
  }
}

void encode_definitions(const Domain& domain, const RunConfiguration& run, XdrWriter& out) {
  out.write_int32(static_cast<std::int32_t>(domain.analysis()));
  encode_bulk_materials(domain, out);
  encode_surface_materials(domain, out);
  encode_settings(domain, run, out);
}

void encode_shape(const Shape& shape, XdrWriter& out) {
  out.write_uint32(static_cast<std::uint32_t>(shape.convices.size()));
  for (const Convex& convex : shape.convices) encode_convex(convex, out);
  out.write_uint32(static_cast<std::uint32_t>(shape.meshes.size()));
  for (const Mesh& mesh : shape.meshes) encode_mesh(mesh, out);
  encode_simple_shapes(shape, out);
}

namespace {

void encode_background(const Shape& shape, XdrWriter& out) {
  out.write_int32(count(shape.background));
  for (const Mesh& mesh : shape.background) encode_mesh(mesh, out);
}

}  // namespace

void encode_body(const BodyRecord& record, const BodyCharacteristics& characteristics,
                 std::uint64_t geometry_hash, XdrWriter& out) {
  out.write_int64(record.id);
  out.write_int32(static_cast<std::int32_t>(record.kind));
  if (record.kind == BodyKind::finite_element) {
    out.write_int32(static_cast<std::int32_t>(record.form));
  }
  out.write_string(record.label);
  out.write_string(record.origin);
  out.write_int32(record.ordinal);
  out.write_int32(record.material);
  out.write_uint32(static_cast<std::uint32_t>(record.part_materials.size()));
  for (const auto& [volume, material] : record.part_materials) {
    out.write_int32(volume);
    out.write_int32(material);
  }
  out.write_bool(record.self_contact);
  out.write_double(characteristics.mass);
  out.write_double(characteristics.volume);
  write_vec3(out, characteristics.center);
  out.write_fixed(std::span<const double>(characteristics.tensor.m));
  out.write_int64(static_cast<std::int64_t>(geometry_hash));
  encode_shape(*record.shape, out);
  if (record.kind == BodyKind::finite_element) encode_background(*record.shape, out);
}

std::uint64_t geometry_hash(const Shape& shape) {
  XdrWriter encoded;
  encode_shape(shape, encoded);
  if (!shape.background.empty()) encode_background(shape, encoded);
  return content_hash(encoded.bytes());
}

StoredModel decode_definitions(XdrReader& in) {
  StoredModel model;
  model.analysis = static_cast<Analysis>(read_int_in(in, 0, 1, "the kind of analysis"));
  model.bulk_materials.resize(static_cast<std::size_t>(in.read_count(kLeastBulkBytes)));
  for (BulkMaterial& material : model.bulk_materials) material = decode_bulk_material(in);
  model.surface_materials.resize(static_cast<std::size_t>(in.read_count(kLeastSurfaceBytes)));
  for (SurfaceMaterial& material : model.surface_materials) {
    material = decode_surface_material(in);
  }
  model.settings = decode_settings(in);
  return model;
}

StoredModel decode_model(XdrReader& in) {
  StoredModel model = decode_definitions(in);
  model.bodies.resize(static_cast<std::size_t>(in.read_count(kLeastBodyBytes)));
  BodyId previous = 0;
  for (StoredBody& body : model.bodies) {
    body = decode_body(in, count(model.bulk_materials));
    if (body.id <= previous) fail("the ids of new bodies do not increase");
    previous = body.id;
  }
  return model;
}

}  // namespace solfec
