#include <utility>
#include <vector>

#include "geometry/shape/pipe_mesh.h"
#include "geometry/shape/prism.h"
#include "geometry/shape/transforms.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_groups.h"

namespace solfec {

namespace {

py::object checked(Shape&& shape) {
  check_finite(shape);
  return to_python(std::move(shape));
}

py::object box(const Arguments& args) {
  const std::vector<int> surfaces = args["surfids"].integers();
  Shape shape;
  shape.convices.push_back(make_box(
      {args["corner"].vector3(), args["sizes"].vector3(), args["volid"].integer(), surfaces}));
  return checked(std::move(shape));
}

py::object prism(const Arguments& args) {
  const std::vector<double> numbers = args["polygon"].numbers();
  const std::vector<int> surfaces = args["surfids"].integers();
  if (numbers.size() % 3 != 0) {
    args["polygon"].fail(
        cat("must have three coordinates for each corner, got ", numbers.size(), " numbers"));
  }
  std::vector<Vec3> polygon;
  for (std::size_t k = 0; k < numbers.size(); k += 3) {
    polygon.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
  }
  Shape shape;
  shape.convices =
      make_prism("PRISM", {polygon, args["axis"].vector3(), args["volid"].integer(), surfaces});
  return checked(std::move(shape));
}

py::object cylinder(const Arguments& args) {
  const std::vector<int> surfaces = args["surfids"].integers();
  Shape shape;
  shape.convices.push_back(
      make_facet_cylinder({args["base"].vector3(), args["axis"].vector3(), args["radius"].number(),
                           args["facets"].integer(), args["volid"].integer(), surfaces}));
  return checked(std::move(shape));
}

py::object plane(const Arguments& args) {
  constexpr double kThicknessOfSize = 0.1;
  const double size = args["size"].number();
  const Value& given = args["thickness"];
  const double thickness = given.given() ? given.number() : kThicknessOfSize * size;
  Shape shape;
  shape.convices.push_back(
      make_slab({args["point"].vector3(), args["normal"].vector3(), size, thickness,
                 args["volid"].integer(), args["surfid"].integer()}));
  py::object made = checked(std::move(shape));
  shape_in(made)->only_obstacles = "PLANE";
  return made;
}

py::object pipe(const Arguments& args) {
  const std::vector<int> surfaces = args["surfids"].integers();
  Shape shape;
  shape.meshes.push_back(make_pipe_mesh({.point = args["pnt"].vector3(),
                                         .axis = args["dir"].vector3(),
                                         .inner = args["rin"].number(),
                                         .thickness = args["thi"].number(),
                                         .along = args["ndri"].integer(),
                                         .around = args["nrad"].integer(),
                                         .through = args["nthi"].integer(),
                                         .volume = args["volid"].integer(),
                                         .surfaces = surfaces}));
  return checked(std::move(shape));
}

}  // namespace

void bind_solids(py::module_& module) {
  bind_command(module, "BOX", box);
  bind_command(module, "PRISM", prism);
  bind_command(module, "CYLINDER", cylinder);
  bind_command(module, "PLANE", plane);
  bind_command(module, "PIPE", pipe);
}

}  // namespace solfec
