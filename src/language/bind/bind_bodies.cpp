#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "domain/given_state.h"
#include "geometry/element/mesh_defects.h"
#include "geometry/element/mesh_layers.h"
#include "language/arguments/base_argument.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/arguments/setting_lines.h"
#include "language/arguments/shape_objects.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/bind/mesh_members.h"
#include "language/python/script_location.h"

namespace solfec {

namespace {

/// The choices of `kind`.
constexpr std::array<BodyKind, 4> kKinds = {BodyKind::rigid, BodyKind::pseudo_rigid,
                                            BodyKind::finite_element, BodyKind::obstacle};

/// The mesh of finite elements is the shape itself, or covers it. @return Whether it covers.
bool check_finite_element(const Arguments& args, const Shape& shape) {
  if (args["mesh"].given()) {
    const bool polyhedra = shape.meshes.empty() && simple_count(shape) == 0;
    if (!polyhedra) {
      args["shape"].fail("must be CONVEX objects when the argument 'mesh' gives a background mesh");
    }
    return true;
  }
  if (!is_one_mesh(shape)) {
    args["shape"].fail(
        "of a FINITE_ELEMENT body must be exactly one MESH, or CONVEX objects and a background "
        "mesh, the argument 'mesh'");
  }
  const MeshTouches touches = check_deformable_mesh(shape.meshes.front());
  if (touches.nodes > 0 && shape_warnings()) {
    warn("BODY", cat("the mesh touches itself: ", touches.first,
                     touches.nodes == 1 ? "" : cat(", and ", touches.nodes - 1, " more like it"),
                     "; nothing joins it there, with selfcontact = 'ON' it presses on itself"));
  }
  return false;
}

/// Refuses shapes of commands that make obstacles only, and round shapes that cannot strain.
void check_kind(const Value& shape, std::span<ShapeObject* const> objects, BodyKind kind) {
  if (kind == BodyKind::obstacle) return;
  for (const ShapeObject* const object : objects) {
    if (kind == BodyKind::rigid) break;
    for_each_simple(object->shape, [&](const auto& part) {
      if (!part.kOnlyRigid) return;
      shape.fail(cat("holds a ", part.kName,
                     ", which only a RIGID body or an OBSTACLE may have, got ", name_of(kind),
                     "; CYLINDER and PIPE have facets and may strain"));
    });
  }
  for (const ShapeObject* const object : objects) {
    if (object->only_obstacles == nullptr) continue;
    shape.fail(cat("holds a ", object->only_obstacles, ", which only an OBSTACLE may have, got ",
                   name_of(kind), "; a plate that moves is a BOX"));
  }
}

constexpr std::array<std::pair<int, std::string_view>, 4> kElementKinds = {
    {{4, "tetrahedra"}, {5, "pyramids"}, {6, "wedges"}, {8, "hexahedra"}}};

/// Names of the kinds of elements of a mesh that a formulation changes, or does not.
std::string kinds_of(const Mesh& mesh, ElementFormulation wanted, bool changed) {
  std::string names;
  for (const auto& [nodes, name] : kElementKinds) {
    if ((formulation_of(wanted, nodes) == wanted) != changed) continue;
    const bool is_there =
        std::any_of(mesh.elements.begin(), mesh.elements.end(),
                    [nodes = nodes](const MeshElement& e) { return e.node_count == nodes; });
    if (is_there) names += cat(names.empty() ? "" : ", ", name);
  }
  return names;
}

/// The formulation of the elements of a body, refused where it would change nothing.
ElementFormulation element_of(const Arguments& args, BodyKind kind, const Shape& shape) {
  const Value& element = args["element"];
  const auto wanted = static_cast<ElementFormulation>(element.choice_or(0));
  if (wanted == ElementFormulation::linear) return wanted;
  if (!has_mesh(kind)) {
    element.fail(cat("'", name_of(wanted), "' is for FINITE_ELEMENT bodies, got ", name_of(kind)));
  }
  if (shape.meshes.empty()) {
    element.fail(cat("'", name_of(wanted),
                     "' needs a MESH as the shape of the body: parts of elements of a background "
                     "mesh are 'LINEAR'"));
  }
  const Mesh& mesh = shape.meshes.front();
  const std::string others = kinds_of(mesh, wanted, false);
  const std::string_view able =
      wanted == ElementFormulation::bending ? "hexahedra" : "hexahedra, wedges and pyramids";
  if (kinds_of(mesh, wanted, true).empty()) {
    element.fail(cat("'", name_of(wanted), "' changes ", able, " only, and this mesh has ", others,
                     ": take another mesh, or leave the argument out"));
  }
  if (!others.empty() && shape_warnings()) {
    warn("BODY", cat("element = '", name_of(wanted), "' changes ", able, " only: the ", others,
                     " of this mesh stay 'LINEAR'"));
  }
  if (wanted == ElementFormulation::mixed && is_one_layer(mesh) && shape_warnings()) {
    warn("BODY",
         "element = 'MIXED': this mesh is one layer of elements, which bends up to 2.5 times too "
         "softly; 'BENDING', or four layers, bend as they should (docs/finite-elements.md)");
  }
  return wanted;
}

/// The base of a reduced form, null of others, which ignore one that is sound.
std::shared_ptr<const ReducedBase> base_of_form(const Arguments& args, FiniteElementForm form,
                                                const Simulation& simulation) {
  if (!is_reduced(form)) {
    if (args["base"].given()) (void)base_of(args["base"], simulation);
    return nullptr;
  }
  if (!args["base"].given()) {
    args["base"].fail(
        cat("is missing: Modal base data must be passed for the ", name_of(form), " formulation"));
  }
  if (simulation.domain.analysis() == Analysis::quasi_static) {
    args["form"].fail(cat("'", name_of(form),
                          "' is for a DYNAMIC analysis, whose scheme DEF_LIM it has; "
                          "quasi-static steps are computed with 'TL' and 'BC'"));
  }
  return base_of(args["base"], simulation);
}

std::shared_ptr<BodyObject> make(const Arguments& args) {
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  const BodyKind kind = kKinds[static_cast<std::size_t>(args["kind"].choice())];
  const int form = args["form"].choice_or(0);
  if (args["mesh"].given()) check_usable(args["mesh"].as<MeshObject>());
  const Value& shape = args["shape"];
  const std::vector<ShapeObject*> shapes = shapes_of(shape);
  check_no_duplicates(shape, shapes);
  check_kind(shape, shapes, kind);
  BodyDefinition definition;
  definition.kind = kind;
  if (has_mesh(kind)) definition.form = static_cast<FiniteElementForm>(form);
  definition.base = base_of_form(args, definition.form, *simulation);
  definition.material = bulk_material_of(args["material"], simulation);
  definition.label = args["label"].text_or("");
  definition.shape = joined(shapes);
  const bool covered = has_mesh(kind) && check_finite_element(args, definition.shape);
  definition.element = element_of(args, kind, definition.shape);
  if (covered) definition.shape.background = args["mesh"].as<MeshObject>().shape.meshes;
  definition.origin = script_origin();
  definition.in_callback = acts_in_run(*simulation);
  const BodyId id = simulation->domain.add_body(std::move(definition));
  take_over(shapes);
  if (covered) {
    ShapeObject* const mesh = &args["mesh"].as<MeshObject>();
    take_over({&mesh, 1});
  }
  return body_object(simulation, id);
}

const Bodies& bodies_of(const BodyObject& body) { return body.simulation->domain.bodies; }

BodyRef ref_of(const BodyObject& body) {
  (void)record_of(body);
  return body.simulation->domain.body_ref(body.id);
}

// None for a body that the shown frame does not hold.
py::object configuration(BodyObject& self) {
  std::vector<double> q;
  (void)record_of(self);
  if (is_here(self)) self.simulation->bodies().configuration(self.simulation->place_of(self.id), q);
  return q.empty() ? py::object(py::none()) : py::object(to_tuple(q));
}

py::object rates(BodyObject& self) {
  std::vector<double> u;
  (void)record_of(self);
  if (is_here(self)) self.simulation->bodies().velocity(self.simulation->place_of(self.id), u);
  return u.empty() ? py::object(py::none()) : py::object(to_tuple(u));
}

/// A script that reads results has shown what a body did; nothing changes that.
void set_numbers(BodyObject& self, const Value& value,
                 void (*give)(Domain&, BodyId, std::span<const double>)) {
  (void)record_of(self);
  const std::vector<double> numbers = value.numbers();
  if (!self.simulation->is_building()) return;
  self.simulation->need_all();
  give(self.simulation->domain, self.id, numbers);
}

// Choice 0 is DEFAULT in the place of NONE.
std::string_view scheme_of(BodyObject& self) {
  return name_of(bodies_of(self).scheme(ref_of(self)));
}

void set_scheme(BodyObject& self, const Value& value) {
  const BodyRef body = ref_of(self);
  const auto wanted = static_cast<std::size_t>(value.choice());
  if (self.simulation->domain.analysis() == Analysis::quasi_static) {
    warn("BODY.scheme", "ignored, a quasi-static analysis has its own scheme");
    return;
  }
  Bodies& bodies = self.simulation->domain.bodies;
  const FiniteElementForm form = bodies.form(body);
  const Scheme scheme =
      wanted == 0 ? default_form_scheme(body.kind, form) : static_cast<Scheme>(wanted);
  const bool possible = bodies.set_scheme(body, scheme);
  if (!possible && wanted != 0) {
    value.fail(cat("Invalid integration scheme: ", shown(value.object()), " does not integrate ",
                   name_of(body.kind), " bodies",
                   is_reduced(form) ? cat(" of form '", name_of(form), "', DEF_LIM does") : ""));
  }
  note_body_setting(self, "scheme");
}

/// The manual ignores the damping of bodies without stiffness: there is nothing that it could
/// scale with. Each line of the script is told so once.
void warn_of_damping(BodyObject& self, BodyKind kind) {
  static std::set<std::string> told;
  if (!told.insert(location_prefix()).second) return;
  warn("BODY.damping", cat("ignored, ", describe(record_of(self)), " is ", name_of(kind),
                           ": damping goes with the stiffness of bodies that deform"));
}

void set_damping(BodyObject& self, const Value& value) {
  const BodyRef body = ref_of(self);
  const double damping = value.number();
  const bool has_damping = self.simulation->domain.bodies.set_damping(body, damping);
  if (!has_damping && damping > 0.0) warn_of_damping(self, body.kind);
  note_body_setting(self, "damping");
}

void disable_rotation(BodyObject& self, const Value& value) {
  const BodyRef body = ref_of(self);
  const bool disabled = value.flag();
  Bodies& bodies = self.simulation->domain.bodies;
  if (disabled && body.kind != BodyKind::rigid) {
    value.fail(
        cat("is for RIGID bodies only, ", describe(record_of(self)), " is ", name_of(body.kind)));
  }
  if (disabled && bodies.motion(body).rate != Mat3{}) {
    std::vector<double> u;
    bodies.velocity(body, u);
    value.fail(cat("must be set while the body does not turn, ", describe(record_of(self)),
                   " has the angular velocity (", short_number(u[0]), ", ", short_number(u[1]),
                   ", ", short_number(u[2]), ") rad/s"));
  }
  bodies.disable_rotation(body, disabled);
  note_body_setting(self, "disable_rotation");
}

void bind_state(TypeBinder<BodyObject>& type) {
  type.member("conf", configuration, [](BodyObject& self, const Value& value) {
    set_numbers(self, value, give_configuration);
  });
  type.member("velo", rates, [](BodyObject& self, const Value& value) {
    set_numbers(self, value, give_velocity);
  });
  type.member("mass",
              [](BodyObject& self) { return bodies_of(self).characteristics(ref_of(self)).mass; });
  type.member("volume", [](BodyObject& self) {
    return bodies_of(self).characteristics(ref_of(self)).volume;
  });
  type.member("center", [](BodyObject& self) {
    return to_tuple(bodies_of(self).characteristics(ref_of(self)).center);
  });
  type.member("tensor", [](BodyObject& self) {
    return to_tuple(bodies_of(self).characteristics(ref_of(self)).tensor.m);
  });
}

}  // namespace

void bind_bodies(py::module_& module) {
  TypeBinder<BodyObject> type(module, "BODY");
  type.constructor(make);
  type.member("kind", [](BodyObject& self) { return std::string(name_of(record_of(self).kind)); });
  type.member("label", [](BodyObject& self) { return record_of(self).label; });
  bind_state(type);
  type.member("constraints", [](BodyObject& self) {
    (void)record_of(self);
    return constraint_list(self.simulation, self.id);
  });
  type.member("ncon", [](BodyObject& self) {
    (void)record_of(self);
    return constraint_list(self.simulation, self.id).size();
  });
  type.member(
      "selfcontact", [](BodyObject& self) { return record_of(self).self_contact ? "ON" : "OFF"; },
      [](BodyObject& self, const Value& value) {
        (void)record_of(self);
        self.simulation->domain.set_self_contact(self.id, value.flag());
        note_body_setting(self, "selfcontact");
      });
  type.member("scheme", scheme_of, set_scheme);
  type.member(
      "damping", [](BodyObject& self) { return bodies_of(self).damping(ref_of(self)); },
      set_damping);
  type.member(
      "disable_rotation",
      [](BodyObject& self) {
        return bodies_of(self).rotation_disabled(ref_of(self)) ? "ON" : "OFF";
      },
      disable_rotation);
  type.member("element",
              [](BodyObject& self) { return std::string(name_of(record_of(self).element)); });
  type.member("mesh", meshes_of);
  type.member("id", [](BodyObject& self) { return record_of(self).id; });
  type.member("display_points", [](BodyObject& self) {
    py::list list;
    const BodyId id = record_of(self).id;
    for (const MarkedPoint& one : self.simulation->view.points) {
      if (one.body == id) list.append(py::make_tuple(one.label, to_tuple(one.point)));
    }
    return list;
  });
  type.member("material", [](BodyObject& self) {
    return bulk_material_object(self.simulation, record_of(self).material);
  });
  define_repr(type);
  type.identity([](const BodyObject& self) { return self.id; });
}

}  // namespace solfec
