#include "language/bind/mesh_generation.h"

#include <string>

#include "language/arguments/session.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_simple_shapes.h"
#include "language/python/errors.h"

namespace solfec {

namespace {

py::object python_part(const char* function) {
  return py::module_::import("solfec.mesh.generation").attr(function);
}

/// Integer or None.
py::object given_integer(const Value& value) {
  return value.given() ? py::object(py::int_(value.integer())) : py::none();
}

}  // namespace

py::object tetrahedralize(const Arguments& args) {
  const Value& shape = args["shape"];
  if (!py::isinstance<py::str>(shape.object())) check_usable(shape.as<MeshObject>());
  const double volume = args["volume"].number_or(0.0);
  const double quality = args["quality"].number_or(0.0);
  if (args["quality"].given() && !(quality > 1.0)) {
    args["quality"].fail(cat("must be greater than 1, got ", quality));
  }
  const py::tuple made =
      python_part("tetrahedralize")(shape.object(), args["path"].text(), volume, quality,
                                    given_integer(args["volid"]), given_integer(args["surfid"]));
  for (const py::handle note : made[1]) warn("TETRAHEDRALIZE", note.cast<std::string>());
  return made[0];
}

py::object ellip_mesh(const Arguments& args) {
  const Vec3 radii = positive_radii(args["radii"]);
  const double error = args["error"].number();
  if (!(error < 1.0)) args["error"].fail(cat("must be below 1, got ", error));
  return python_part("ellip_mesh")(to_tuple(args["center"].vector3()), to_tuple(radii), error,
                                   args["volid"].integer(), args["surfid"].integer());
}

}  // namespace solfec
