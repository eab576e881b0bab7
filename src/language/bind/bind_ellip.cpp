#include <vector>

#include "language/bind/bind_simple_shapes.h"

namespace solfec {

namespace {

std::shared_ptr<SimpleObject<Ellipsoid>> make_ellip(const Arguments& args) {
  Ellipsoid made;
  made.center = args["center"].vector3();
  made.radii = positive_radii(args["radii"]);
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
