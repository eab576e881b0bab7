#include "language/bind/bind_simple_shapes.h"

namespace solfec {

void bind_sphere(py::module_& module) {
  TypeBinder<SphereObject> sphere(module, "SPHERE");
  sphere.constructor([](const Arguments& args) {
    Sphere made;
    made.center = args["center"].vector3();
    made.radius = args["radius"].number();
    return make_simple_object(made, args, &args["sphere"]);
  });
  sphere.member("center", [](SphereObject& self) { return to_tuple(first_of(self).center); });
  define_repr(sphere);
  sphere.member("radius", [](SphereObject& self) { return first_of(self).radius; });
}

}  // namespace solfec
