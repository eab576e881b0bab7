#include <algorithm>
#include <vector>

#include "language/bind/bind_simple_shapes.h"

namespace solfec {

namespace {

std::shared_ptr<SimpleObject<Ellipsoid>> make_ellip(const Arguments& args) {
  Ellipsoid made;
  made.center = args["center"].vector3();
  made.radii = args["radii"].vector3();
  const auto [a, b, c] = made.radii;
  const double least = std::min({a, b, c});
  if (!(least > 0.0)) args["radii"].fail(cat("must be positive, got ", least, " m"));
  return make_simple_object(made, args);
}

}  // namespace

void bind_ellip(py::module_& module) {
  using Object = SimpleObject<Ellipsoid>;
  TypeBinder<Object> ellip(module, "ELLIP");
  ellip.constructor(make_ellip);
  define_repr(ellip);
  ellip.member("center", [](Object& self) { return to_tuple(first_of(self).center); });
  ellip.member("radii", [](Object& self) { return to_tuple(first_of(self).radii); });
  ellip.member("rot", [](Object& self) {
    const Mat3& axes = first_of(self).axes;
    return to_tuple(std::vector<double>(std::begin(axes.m), std::end(axes.m)));
  });
}

}  // namespace solfec
