#include "language/arguments/objects.h"

#include "geometry/shape/point_in_shape.h"
#include "language/arguments/force_function.h"
#include "language/arguments/one_object.h"
#include "language/arguments/session.h"
#include "language/python/errors.h"

namespace solfec {

namespace {

/// Farthest that the point of a constraint lies from the origin, m: rounding moves it by 1e-4 m.
constexpr double kFarthestPoint = 1e12;

}  // namespace

int SolfecObject::traverse(visitproc visit, void* arg) const {
  if (periodic) {
    Py_VISIT(periodic->function.ptr());
    Py_VISIT(periodic->data.ptr());
  }
  for (const CallbackForce& force : simulation->domain.loads.callbacks) {
    const auto* const function = force.function.target<ForceFunction>();
    if (function == nullptr) continue;
    Py_VISIT(function->function.ptr());
    Py_VISIT(function->data.ptr());
  }
  return 0;
}

void SolfecObject::clear() {
  // Owners that live until the end: dropping a function may run code of the user.
  const std::shared_ptr<PeriodicCall> call = std::move(periodic);
  const std::shared_ptr<Simulation> owner = simulation;
  drop_functions(*owner);
}

Simulation& simulation_of(const Value& value) { return *value.as<SolfecObject>().simulation; }

BodyObject& body_of(const Value& value) {
  BodyObject& body = value.as<BodyObject>();
  body.simulation->need_all();
  if (body.simulation->domain.find_body(body.id) == nullptr) {
    value.fail("is a recently deleted BODY object", InputErrorKind::type);
  }
  return body;
}

namespace {

constexpr double kOutsideShape = 1e-3;  // of the size of a body: points on faces, as they are typed
constexpr double kOutsideMesh =
    0.01;  // of half an element: points on faces that are not quite flat

bool is_in_mesh(const FiniteElementBody& mesh, const Shape& shape, Vec3 point) {
  if (mesh.background != nullptr) {
    return part_containing(shape, point, geometric_epsilon()).has_value();
  }
  double distance = 0.0;
  (void)mesh.find(point, &distance);
  return distance <= kOutsideMesh;
}

/// Points of a body that lie outside of its shape: its centre, and where joints hold it.
bool is_known_point(const Domain& domain, BodyId id, Vec3 point, double tolerance) {
  const auto is_it = [&](Vec3 known) { return norm(point - known) <= tolerance; };
  bool found = is_it(domain.bodies.motion(domain.body_ref(id)).reference_center);
  domain.for_each_definition([&](const UserConstraint& one) {
    found = found || (one.master == id && is_it(one.master_reference)) ||
            (one.slave == id && is_it(one.slave_reference));
  });
  return found;
}

bool is_of_body(const Domain& domain, const BodyRecord& record, Vec3 point) {
  const FiniteElementBody* const mesh = domain.bodies.mesh(domain.body_ref(record.id));
  if (mesh != nullptr) return is_in_mesh(*mesh, *record.shape, point);
  const Box box = domain.body_box(record.id);
  const double tolerance = kOutsideShape * norm(box.hi - box.lo);
  return part_containing(*record.shape, point, tolerance) ||
         is_known_point(domain, record.id, point, tolerance);
}

}  // namespace

void check_point(const Domain& domain, BodyId id, Vec3 point) {
  const BodyRecord* const record = domain.find_body(id);
  if (record == nullptr) return;  // deleted; its frames are still there
  if (is_of_body(domain, *record, point)) return;
  throw InputError(cat("Point outside of domain: (", point.x, ", ", point.y, ", ", point.z,
                       ") m is not in ", describe(*record)));
}

const BodyRecord& record_of(const BodyObject& body) {
  const BodyRecord* const record = body.simulation->domain.find_record(body.id);
  if (record == nullptr || body.simulation->has_deleted(body.id)) {
    throw InputError("this is a recently deleted BODY object", InputErrorKind::type);
  }
  return *record;
}

bool is_here(const BodyObject& body) { return body.simulation->holds(body.id); }

const ConstraintRecord* record_of(ConstraintObject& constraint) {
  if (constraint.deleted) return nullptr;
  const auto& all = constraint.simulation->constraints();
  if (constraint.place < all.size() && all[constraint.place].id == constraint.id) {
    return &all[constraint.place];
  }
  const ConstraintRecord* const found = constraint.simulation->find_constraint(constraint.id);
  if (found != nullptr) constraint.place = static_cast<std::size_t>(found - all.data());
  return found;
}

std::optional<JointValues> values_of(const JointObject& joint) {
  const Simulation& simulation = *joint.simulation;
  return joint_values(joint.joint, [&](ConstraintId id) { return simulation.find_constraint(id); });
}

int bulk_material_of(const Value& value, const std::shared_ptr<Simulation>& simulation) {
  if (holds<BulkMaterialObject>(value.object())) {
    const auto& material = value.as<BulkMaterialObject>();
    if (material.simulation != simulation) value.fail("belongs to another SOLFEC object");
    return material.index;
  }
  if (!py::isinstance<py::str>(value.object())) value.fail_type();
  const std::string label = value.object().cast<std::string>();
  const auto materials = simulation->domain.bulk_materials();
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (materials[i].label == label) return static_cast<int>(i);
  }
  value.fail(cat("must be a BULK_MATERIAL object or its label, but no material has the label ",
                 shown(value.object())));
}

Vec3 direction_of(const Value& value) {
  const Vec3 direction = scaled_direction(value.vector3());
  if (direction == Vec3{}) value.fail("must not be the zero vector");
  return direction;
}

Vec3 constraint_point(const Value& value) {
  const Vec3 point = value.vector3();
  if (!(norm_inf(point) <= kFarthestPoint)) {
    value.fail(cat("must lie within ", kFarthestPoint, " m of the origin, got (", point.x, ", ",
                   point.y, ", ", point.z, ") m"));
  }
  return point;
}

LoadValue load_value_of(const Value& value) {
  if (holds<TimeSeriesObject>(value.object())) {
    return {0.0, value.as<TimeSeriesObject>().series};
  }
  return {value.number(), nullptr};
}

py::object to_python(const std::shared_ptr<Simulation>& simulation, BodyId id) {
  return py::cast(body_object(simulation, id));
}

std::shared_ptr<BodyObject> body_object(const std::shared_ptr<Simulation>& simulation, BodyId id) {
  return one_object(BodyObject{simulation, id}, id);
}

void become_body(const std::shared_ptr<BodyObject>& object, BodyId id) {
  object->id = id;
  hold_as(object, id);
}

py::object constraint_to_python(const std::shared_ptr<Simulation>& simulation, ConstraintId id,
                                std::size_t place) {
  return py::cast(one_object(ConstraintObject{simulation, id, place}, id));
}

std::shared_ptr<SurfaceMaterialObject> surface_material_object(
    const std::shared_ptr<Simulation>& simulation, int index) {
  return one_object(SurfaceMaterialObject{simulation, index}, index);
}

std::shared_ptr<BulkMaterialObject> bulk_material_object(
    const std::shared_ptr<Simulation>& simulation, int index) {
  return one_object(BulkMaterialObject{simulation, index}, index);
}

namespace {

/// Says once that a frame holds no contacts, which the same list had when it was written.
void tell_left_out(Simulation& simulation) {
  if (simulation.left_out() == 0 || simulation.told_left_out) return;
  simulation.told_left_out = true;
  warn("SOLFEC",
       cat("the frame at t=", simulation.time(), " s holds none of its ", simulation.left_out(),
           " contacts (OUTPUT, contacts); lists of constraints "
           "have those of the script only"));
}

}  // namespace

py::list constraint_list(const std::shared_ptr<Simulation>& simulation, BodyId body) {
  tell_left_out(*simulation);
  std::vector<std::pair<ConstraintId, std::size_t>> found;  // making objects may run user code
  const auto& all = simulation->constraints();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (body != 0 && all[i].master != body && all[i].slave != body) continue;
    found.emplace_back(all[i].id, i);
  }
  py::list list;
  for (const auto& [id, place] : found) {
    list.append(constraint_to_python(simulation, id, place));
  }
  return list;
}

}  // namespace solfec
