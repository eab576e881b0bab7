#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "geometry/shape/bend.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_overlap.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/shape/split.h"
#include "geometry/shape/transforms.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_groups.h"

namespace solfec {

namespace {

/// The argument as a point, when it is a sequence of numbers.
std::optional<Vec3> point_in(const Value& value) {
  std::vector<double> numbers;
  if (shape_in(value.object()) != nullptr || !read_numbers(value.object(), numbers)) return {};
  if (numbers.empty()) return {};
  return value.vector3();
}

/// A transformed point.
/// @throws InputError (value) when a coordinate has overflowed.
py::object moved_point(Vec3 point) {
  if (is_finite(point)) return to_tuple(point);
  throw InputError(
      cat("the new point must be finite, got (", point.x, ", ", point.y, ", ", point.z, ") m"));
}

/// Changes all shapes of an argument, or none when the change fails for one of them.
py::object change(const Value& value, const std::function<void(Shape&)>& apply) {
  const std::vector<ShapeObject*> shapes = shapes_of(value);
  check_no_duplicates(value, shapes);
  std::vector<std::array<Shape, 2>> changed;
  for (const ShapeObject* const object : shapes) {
    changed.push_back({object->shape, object->reference});
    for (Shape& shape : changed.back()) {
      apply(shape);
      check_finite(shape);
    }
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes[i]->shape = std::move(changed[i][0]);
    shapes[i]->reference = std::move(changed[i][1]);
  }
  const bool used_up = PyIter_Check(value.original().ptr()) != 0;  // a generator
  return used_up ? value.object() : value.original();
}

py::object copy_of(const ShapeObject& object) {
  py::object made = to_python(object.shape);
  shape_in(made)->reference = object.reference;
  shape_in(made)->only_obstacles = object.only_obstacles;
  return made;
}

py::object copy(const Arguments& args) {
  const std::vector<ShapeObject*> shapes = shapes_of(args["shape"]);
  if (shapes.size() == 1) return copy_of(*shapes.front());
  py::list copies;
  for (const ShapeObject* const object : shapes) copies.append(copy_of(*object));
  return copies;
}

py::object scale_command(const Arguments& args) {
  const Value& shape = args["shape"];
  const Vec3 factors = args["coefs"].vector3();
  if (const auto point = point_in(shape)) return moved_point(scaled(*point, factors));
  return change(shape, [factors](Shape& parts) { scale(parts, factors); });
}

py::object translate_command(const Arguments& args) {
  const Value& shape = args["shape"];
  const Vec3 vector = args["vector"].vector3();
  if (const auto point = point_in(shape)) return moved_point(translated(*point, vector));
  return change(shape, [vector](Shape& parts) { translate(parts, vector); });
}

py::object rotate_command(const Arguments& args) {
  const Value& shape = args["shape"];
  const AxisRotation rotation =
      make_axis_rotation(args["point"].vector3(), args["vector"].vector3(), args["angle"].number());
  if (const auto point = point_in(shape)) return moved_point(rotated(*point, rotation));
  return change(shape, [&rotation](Shape& parts) { rotate(parts, rotation); });
}

constexpr double kThinned = 0.1;  // of the least height of elements, from which on SPLIT warns

/// One side of a SPLIT: an object, a list of a CONVEX, of meshes and of objects of simple shapes,
/// or None.
py::object side_to_python(const Shape& side) {
  py::list objects;
  if (!side.convices.empty()) {
    Shape part;
    part.convices = side.convices;
    objects.append(to_python(std::move(part)));
  }
  for (const Mesh& mesh : side.meshes) {
    Shape part;
    part.meshes.push_back(mesh);
    objects.append(to_python(std::move(part)));
  }
  for_each_simple_list(side, [&](const auto& list) {
    if (list.empty()) return;
    Shape part;
    simple_list<typename std::decay_t<decltype(list)>::value_type>(part) = list;
    objects.append(to_python(std::move(part)));
  });
  if (objects.empty()) return py::none();
  if (objects.size() == 1) return objects[0];
  return objects;
}

py::object split_command(const Arguments& args) {
  const Value& value = args["shape"];
  const std::vector<ShapeObject*> shapes = shapes_of(value);
  check_no_duplicates(value, shapes);
  const SplitShape parts = split(
      joined(shapes), args["point"].vector3(), args["normal"].vector3(),
      {cut_surfaces(args["surfid"]), args["topoadj"].flag_or(false), args["remesh"].flag_or(true)});
  if (parts.thinning < kThinned) {
    warn("SPLIT", cat("the cut makes elements of ", short_number(parts.thinning),
                      " times the least height of those before, which shortens the steps of "
                      "DEF_EXP as much; move the plane, or leave remesh = 'ON'"));
  }
  take_over(shapes);
  return py::make_tuple(side_to_python(parts.below), side_to_python(parts.above));
}

py::object bend_command(const Arguments& args) {
  const Value& value = args["shape"];
  auto& object = value.as<MeshObject>();
  check_usable(object);
  const Bend axis{args["point"].vector3(), args["direction"].vector3(), args["angle"].number()};
  std::array<Shape, 2> bent{object.shape, object.reference};
  for (Shape& shape : bent) {
    for (Mesh& mesh : shape.meshes) bend(mesh, axis);
    check_finite(shape);
  }
  object.shape = std::move(bent[0]);
  object.reference = std::move(bent[1]);
  return value.object();
}

/// Shape with its pieces.
struct PiecedShape {
  explicit PiecedShape(const Shape& of)
      : shape(of), pieces(make_shape_pieces(of, geometric_epsilon())) {}

  const Shape& shape;
  ShapePieces pieces;
};

/// Empties the shapes and returns those of them that overlap some obstacle, or none with 'NOT'.
py::object overlapping(const Arguments& args) {
  const Shape obstacles = joined(shapes_of(args["obstacles"]));
  const Value& value = args["shapes"];
  const std::vector<ShapeObject*> shapes = shapes_of(value);
  check_no_duplicates(value, shapes);
  const double gap = args["gap"].number_or(0.0);
  if (!(gap <= 0.0)) args["gap"].fail(cat("must not be positive, got ", gap, " m"));
  const bool wants_overlap = !args["invert"].given();
  if (!wants_overlap) (void)args["invert"].choice();
  const PiecedShape all(obstacles);
  std::vector<ShapeObject*> chosen;
  for (ShapeObject* const object : shapes) {
    const PiecedShape one(object->shape);
    const bool overlaps = shapes_overlap(all.shape, all.pieces, one.shape, one.pieces, -gap);
    if (overlaps == wants_overlap) chosen.push_back(object);
  }
  py::list result;
  for (const ShapeObject* const object : chosen) result.append(copy_of(*object));
  take_over(shapes);
  return result;
}

py::object mass_center(const Arguments& args) {
  const Value& shape = args["shape"];
  const bool is_body = holds<BodyObject>(shape.object());
  const MassProperties properties = is_body ? mass_properties(*record_of(body_of(shape)).shape)
                                            : mass_properties(joined(shapes_of(shape)));
  if (!std::isfinite(properties.volume) || !is_finite(properties.center)) {
    throw InputError(cat("the shape is too large: its volume and centre must be finite, got ",
                         properties.volume, " m^3"));
  }
  return to_tuple(properties.center);
}

}  // namespace

void bind_transforms(py::module_& module) {
  bind_command(module, "COPY", copy);
  bind_command(module, "SCALE", scale_command);
  bind_command(module, "TRANSLATE", translate_command);
  bind_command(module, "ROTATE", rotate_command);
  bind_command(module, "SPLIT", split_command);
  bind_command(module, "BEND", bend_command);
  bind_command(module, "OVERLAPPING", overlapping);
  bind_command(module, "MASS_CENTER", mass_center);
}

}  // namespace solfec
