#include "language/arguments/shape_objects.h"

#include <algorithm>
#include <type_traits>

#include "geometry/element/mesh_faces.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

template <typename T>
py::object make_python(Shape&& shape) {
  auto object = std::make_shared<T>();
  object->shape = std::move(shape);
  return py::cast(object);
}

template <typename T>
ShapeObject* cast_to(py::handle object) {
  return holds<T>(object) ? &held<T>(object) : nullptr;
}

void collect(const Value& value, py::handle object, std::vector<ShapeObject*>& shapes, int depth) {
  constexpr int kDeepest = 32;  // a list may hold itself
  if (ShapeObject* const shape = shape_in(object)) {
    check_usable(*shape);
    shapes.push_back(shape);
    return;
  }
  const bool list = py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object);
  if (!list || depth == kDeepest) value.fail_type();
  for (const auto& item : object) collect(value, item, shapes, depth + 1);
}

}  // namespace

py::object to_python(Shape shape) {
  if (!shape.convices.empty()) return make_python<ConvexObject>(std::move(shape));
  if (!shape.meshes.empty()) return make_python<MeshObject>(std::move(shape));
  py::object object;
  for_each_simple_list(shape, [&](const auto& list) {
    using Part = typename std::decay_t<decltype(list)>::value_type;
    if (!object && !list.empty()) object = make_python<SimpleObject<Part>>(std::move(shape));
  });
  return object;
}

ShapeObject* shape_in(py::handle object) {
  static const Shape kNoShape;  // its lists are those of all shapes
  if (ShapeObject* const shape = cast_to<ConvexObject>(object)) return shape;
  if (ShapeObject* const shape = cast_to<MeshObject>(object)) return shape;
  ShapeObject* found = nullptr;
  for_each_simple_list(kNoShape, [&](const auto& list) {
    using Part = typename std::decay_t<decltype(list)>::value_type;
    if (found == nullptr) found = cast_to<SimpleObject<Part>>(object);
  });
  return found;
}

void check_not_empty(const ShapeObject& object) {
  if (!object.shape.empty()) return;
  const std::string used = object.used_at.empty() ? "" : cat(" (used at ", object.used_at, ")");
  throw InputError(cat(object.type, " object is empty", used), InputErrorKind::type);
}

void check_usable(ShapeObject& object) {
  check_not_empty(object);
  if (!object.nodes_set) return;
  check_elements("MESH.node", object.shape.meshes.front());
  object.nodes_set = false;
}

std::vector<ShapeObject*> shapes_of(const Value& value) {
  std::vector<ShapeObject*> shapes;
  collect(value, value.object(), shapes, 0);
  if (shapes.empty()) value.fail("must hold at least one shape, got an empty list");
  return shapes;
}

void append(Shape& shape, const Shape& more) {
  shape.convices.insert(shape.convices.end(), more.convices.begin(), more.convices.end());
  shape.meshes.insert(shape.meshes.end(), more.meshes.begin(), more.meshes.end());
  for_each_simple_list(more, [&](const auto& list) {
    auto& all = simple_list<typename std::decay_t<decltype(list)>::value_type>(shape);
    all.insert(all.end(), list.begin(), list.end());
  });
}

Shape joined(std::span<ShapeObject* const> shapes) {
  Shape all;
  for (const ShapeObject* const shape : shapes) append(all, shape->shape);
  return all;
}

void check_no_duplicates(const Value& value, std::span<ShapeObject* const> shapes) {
  std::vector<ShapeObject*> sorted(shapes.begin(), shapes.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    value.fail("holds the same object twice; use COPY");
  }
}

void take_over(std::span<ShapeObject* const> shapes) {
  const std::string origin = script_origin();
  for (ShapeObject* const shape : shapes) {
    shape->shape = {};
    shape->reference = {};
    shape->used_at = origin;
  }
}

std::array<SurfaceId, 2> cut_surfaces(const Value& value) {
  if (!value.given()) return {0, 0};
  const std::vector<int> ids = value.integers();
  if (ids.empty() || ids.size() > 2) {
    value.fail(cat("must be a surface id or a pair of them, got ", ids.size(), " numbers"));
  }
  return {ids.front(), ids.back()};
}

}  // namespace solfec
