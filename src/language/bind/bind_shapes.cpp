#include <array>

#include "geometry/element/hex_mesh.h"
#include "geometry/element/loose_nodes.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/shape/convex_builder.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/rough_hex.h"
#include "language/arguments/session.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_simple_shapes.h"
#include "language/bind/mesh_generation.h"
#include "language/bind/mesh_members.h"
#include "language/bind/mesh_splitting.h"

namespace solfec {

namespace {

std::shared_ptr<ConvexObject> make_convex_object(const Arguments& args) {
  Shape shape;
  const std::vector<double> vertices = args["vertices"].numbers();
  const std::vector<int> faces = args["faces"].integers();
  shape.convices.push_back(make_convex(vertices, faces, args["volid"].integer()));
  join_earlier<ConvexObject>(shape, args["convex"]);
  return make_object<ConvexObject>(std::move(shape));
}

py::object hull(const Arguments& args) {
  Shape shape;
  const std::vector<double> points = args["points"].numbers();
  shape.convices.push_back(make_convex_hull(std::span<const double>(points),
                                            args["volid"].integer(), args["surfid"].integer()));
  join_earlier<ConvexObject>(shape, args["convex"]);
  return to_python(std::move(shape));
}

/// The MESH keeps its numbers of nodes; what is made of elements leaves these out.
void warn_of_loose_nodes(const Mesh& mesh) {
  const LooseNodes loose = find_loose_nodes(mesh);
  if (loose.count == 0 || !shape_warnings()) return;
  warn("MESH", cat(loose.count, " of ", mesh.nodes.size(), " nodes ",
                   loose.count == 1 ? "belongs to no element, node "
                                    : "belong to no element, the first is node ",
                   loose.first, "; FINITE_ELEMENT bodies leave them out"));
}

std::shared_ptr<MeshObject> make_mesh_object(const Arguments& args) {
  Shape shape;
  const std::vector<double> nodes = args["nodes"].numbers();
  const std::vector<int> elements = args["elements"].integers();
  TurnedElements turned;
  shape.meshes.push_back(make_mesh(nodes, elements, args["surfids"].integers(), &turned));
  if (turned.count > 0 && shape_warnings()) {
    warn("MESH", cat("the nodes of ", turned.count, " of ", shape.meshes[0].elements.size(),
                     turned.count == 1 ? " elements, element " : " elements, the first is element ",
                     turned.first,
                     ", are listed the other way round than docs/language.md says; they were put "
                     "into order"));
  }
  warn_of_loose_nodes(shape.meshes[0]);
  return make_object<MeshObject>(std::move(shape));
}

/// Relative sizes of the layers of a grid.
struct LayerSizes {
  std::array<std::vector<double>, 3> numbers;

  explicit LayerSizes(const Arguments& args) {
    constexpr std::array<std::string_view, 3> kSizes = {"dx", "dy", "dz"};
    for (std::size_t d = 0; d < 3; ++d) {
      const Value& value = args[kSizes[d]];
      if (!value.given()) continue;
      numbers[d] = value.numbers();
      if (numbers[d].empty()) value.fail("must not be empty");
    }
  }
  [[nodiscard]] std::array<std::span<const double>, 3> spans() const {
    return {numbers[0], numbers[1], numbers[2]};
  }
};

std::array<int, 3> layer_counts(const Arguments& args) {
  return {args["i"].integer(), args["j"].integer(), args["k"].integer()};
}

py::object hex(const Arguments& args) {
  const std::vector<double> nodes = args["nodes"].numbers();
  const std::vector<int> surfaces = args["surfids"].integers();
  const LayerSizes sizes(args);
  Shape shape;
  shape.meshes.push_back(
      make_hex_mesh({nodes, layer_counts(args), args["volid"].integer(), surfaces, sizes.spans()}));
  return to_python(std::move(shape));
}

py::object rough_hex(const Arguments& args) {
  const Shape shape = joined(shapes_of(args["shape"]));
  if (!shape.meshes.empty() || simple_count(shape) > 0) {
    args["shape"].fail("must be a CONVEX object or a list of such", InputErrorKind::type);
  }
  const LayerSizes sizes(args);
  Shape mesh;
  mesh.meshes.push_back(make_rough_hex(shape, layer_counts(args), sizes.spans()));
  return to_python(std::move(mesh));
}

py::object vertex(ConvexObject& self, const Arguments& args) {
  const Value& n = args["n"];
  int left = n.integer();
  for (const Convex& convex : shape_of(self).convices) {
    if (left >= 0 && left < static_cast<int>(convex.vertices.size())) {
      return to_tuple(convex.vertices[static_cast<std::size_t>(left)]);
    }
    left -= static_cast<int>(convex.vertices.size());
    if (left < 0) break;
  }
  n.fail(cat("Vertex index out of bounds, got ", n.integer()));
}

std::size_t vertex_count(ConvexObject& self) {
  std::size_t count = 0;
  for (const Convex& convex : shape_of(self).convices) count += convex.vertices.size();
  return count;
}

}  // namespace

void bind_shapes(py::module_& module) {
  TypeBinder<ConvexObject> convex(module, "CONVEX");
  convex.constructor(make_convex_object);
  convex.member("nver", vertex_count);
  convex.method("vertex", vertex);
  define_repr(convex);
  bind_command(module, "HULL", hull);

  TypeBinder<MeshObject> mesh(module, "MESH");
  mesh.constructor(make_mesh_object);
  mesh.member("nnod", [](MeshObject& self) { return shape_of(self).meshes.front().nodes.size(); });
  mesh.method("node", mesh_node);
  mesh.method("nodes_on_surface", nodes_on_surface);
  mesh.method("get_data", mesh_data);
  mesh.method("set_volid", set_mesh_volume);
  mesh.method("inter_element_faces", inter_element_faces);
  mesh.method("inter_element_faces_on_plane", inter_element_faces_on_plane);
  mesh.method("surface_integration_points", surface_points);
  mesh.method("volume_integration_points", volume_points);
  define_repr(mesh);
  bind_command(module, "MESH2CONVEX", mesh_to_convices);
  bind_command(module, "MESH_SPLIT", split_mesh_object);
  bind_command(module, "TETRAHEDRALIZE", tetrahedralize);
  bind_command(module, "ELLIP_MESH", ellip_mesh);
  bind_command(module, "HEX", hex);
  bind_command(module, "ROUGH_HEX", rough_hex);

  bind_solids(module);
  bind_simple_shapes(module);
}

}  // namespace solfec
