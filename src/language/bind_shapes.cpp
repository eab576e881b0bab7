#include <array>

#include "geometry/convex_builder.h"
#include "geometry/convex_hull.h"
#include "geometry/hex_mesh.h"
#include "geometry/mesh_builder.h"
#include "geometry/rough_hex.h"
#include "language/bind_groups.h"
#include "language/descriptions.h"
#include "language/session.h"
#include "language/shape_objects.h"

namespace solfec {

namespace {

/// Appends the parts of an optional earlier collection, which is emptied.
template <typename T>
void join_earlier(Shape& shape, const Value& earlier) {
  if (!earlier.given()) return;
  ShapeObject* const object = &earlier.as<T>();
  check_not_empty(*object);
  append(shape, object->shape);
  take_over({&object, 1});
}

template <typename T>
std::shared_ptr<T> make_object(Shape&& shape) {
  auto object = std::make_shared<T>();
  object->shape = std::move(shape);
  return object;
}

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
  if (!shape.meshes.empty() || !shape.spheres.empty()) {
    args["shape"].fail("must be a CONVEX object or a list of such", InputErrorKind::type);
  }
  const LayerSizes sizes(args);
  Shape mesh;
  mesh.meshes.push_back(make_rough_hex(shape, layer_counts(args), sizes.spans()));
  return to_python(std::move(mesh));
}

std::shared_ptr<SphereObject> make_sphere_object(const Arguments& args) {
  Sphere sphere;
  sphere.center = args["center"].vector3();
  sphere.radius = args["radius"].number();
  sphere.volume = args["volid"].integer();
  sphere.surface = args["surfid"].integer();
  Shape shape;
  shape.spheres.push_back(sphere);
  join_earlier<SphereObject>(shape, args["sphere"]);
  return make_object<SphereObject>(std::move(shape));
}

/// Shape of the object whose member is read.
const Shape& shape_of(const ShapeObject& self) {
  check_not_empty(self);
  return self.shape;
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

py::object node(MeshObject& self, const Arguments& args) {
  const std::vector<Vec3>& nodes = shape_of(self).meshes.front().nodes;
  const Value& n = args["n"];
  const int i = n.integer();
  if (i < 0 || i >= static_cast<int>(nodes.size())) {
    n.fail(cat("Node index out of bounds, got ", i));
  }
  return to_tuple(nodes[static_cast<std::size_t>(i)]);
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
  mesh.method("node", node);
  define_repr(mesh);
  bind_command(module, "HEX", hex);
  bind_command(module, "ROUGH_HEX", rough_hex);

  TypeBinder<SphereObject> sphere(module, "SPHERE");
  sphere.constructor(make_sphere_object);
  sphere.member("center",
                [](SphereObject& self) { return to_tuple(shape_of(self).spheres.front().center); });
  define_repr(sphere);
  sphere.member("radius", [](SphereObject& self) { return shape_of(self).spheres.front().radius; });
}

}  // namespace solfec
