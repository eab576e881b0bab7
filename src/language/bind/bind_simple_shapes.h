#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "language/arguments/shape_objects.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"

namespace solfec {

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

/// Three radii. @throws InputError (value) when one of them is not positive
inline Vec3 positive_radii(const Value& value) {
  const Vec3 radii = value.vector3();
  const double least = std::min({radii.x, radii.y, radii.z});
  if (!(least > 0.0)) value.fail(cat("must be positive, got ", least, " m"));
  return radii;
}

/// Shape of the object whose member is read.
inline const Shape& shape_of(const ShapeObject& self) {
  check_not_empty(self);
  return self.shape;
}

/// The first simple shape of an object, whose members are read.
template <SimpleShape Part>
const Part& first_of(const SimpleObject<Part>& self) {
  return simple_list<Part>(shape_of(self)).front();
}

/// Finishes a simple shape with the arguments that all have, volid and surfid, and makes its
/// object, joined with that of `earlier`.
template <SimpleShape Part>
std::shared_ptr<SimpleObject<Part>> make_simple_object(Part part, const Arguments& args,
                                                       const Value* earlier = nullptr) {
  part.volume = args["volid"].integer();
  part.surface = args["surfid"].integer();
  Shape shape;
  simple_list<Part>(shape).push_back(part);
  if (earlier != nullptr) join_earlier<SimpleObject<Part>>(shape, *earlier);
  return make_object<SimpleObject<Part>>(std::move(shape));
}

// One for each kind of simple shape, in a file of its own.
void bind_sphere(py::module_& module);
void bind_ellip(py::module_& module);
void bind_rod(py::module_& module);
void bind_bore(py::module_& module);

inline void bind_simple_shapes(py::module_& module) {
  bind_sphere(module);
  bind_ellip(module);
  bind_rod(module);
  bind_bore(module);
}

}  // namespace solfec
