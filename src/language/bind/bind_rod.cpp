#include "geometry/shape/prism.h"
#include "language/bind/bind_simple_shapes.h"

namespace solfec {

namespace {

/// Least length of a round shape as a part of its farthest coordinate: rounding of the points of
/// the shape changes the length by a part of 1e-4.
constexpr double kLeastPart = 1e-12;

/// The axis of a round shape, by centres of its bottom and its top.
struct Axis {
  Vec3 center;
  Vec3 half;
  Vec3 across;          // unit
  double least_length;  // of what the points of the shape can tell, m
};

/// Refuses a length that the points of a round shape cannot tell from zero.
void check_length(const Value& value, double length, double least) {
  if (length >= least) return;
  value.fail(cat("must be longer than ", least, " m, which is ", kLeastPart,
                 " of the farthest coordinate, got ", length, " m"));
}

Axis axis_of(const char* command, const Arguments& args) {
  const Vec3 base = args["base"].vector3();
  const Vec3 axis = args["axis"].vector3();
  check_axis(command, "axis", axis);
  const double least = kLeastPart * (norm_inf(base) + norm_inf(axis));
  check_length(args["axis"], norm(axis), least);
  return {base + 0.5 * axis, 0.5 * axis, cross_section_axes(axis)[0], least};
}

double width_of(const Value& value, const Axis& axis) {
  const double width = value.number();
  check_length(value, width, axis.least_length);
  return width;
}

std::shared_ptr<SimpleObject<SolidRod>> make_rod(const Arguments& args) {
  const Axis axis = axis_of(SolidRod::kName, args);
  SolidRod made;
  made.center = axis.center;
  made.half_axis = axis.half;
  made.spoke = width_of(args["radius"], axis) * axis.across;
  return make_simple_object(made, args);
}

std::shared_ptr<SimpleObject<Bore>> make_bore(const Arguments& args) {
  const Axis axis = axis_of(Bore::kName, args);
  Bore made;
  made.center = axis.center;
  made.half_axis = axis.half;
  made.spoke = width_of(args["radius"], axis) * axis.across;
  made.thickness = width_of(args["thickness"], axis);
  return make_simple_object(made, args);
}

/// Members that both have.
template <typename Part>
void bind_members(TypeBinder<SimpleObject<Part>>& type) {
  using Object = SimpleObject<Part>;
  define_repr(type);
  type.member("center", [](Object& self) { return to_tuple(first_of(self).center); });
  type.member("axis", [](Object& self) { return to_tuple(2.0 * first_of(self).half_axis); });
  type.member("radius", [](Object& self) { return norm(first_of(self).spoke); });
}

}  // namespace

void bind_rod(py::module_& module) {
  TypeBinder<SimpleObject<SolidRod>> rod(module, SolidRod::kName);
  rod.constructor(make_rod);
  bind_members(rod);
}

void bind_bore(py::module_& module) {
  TypeBinder<SimpleObject<Bore>> bore(module, Bore::kName);
  bore.constructor(make_bore);
  bind_members(bore);
  bore.member("thickness", [](SimpleObject<Bore>& self) { return first_of(self).thickness; });
}

}  // namespace solfec
