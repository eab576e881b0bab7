#include <array>

#include "language/arguments/objects.h"
#include "language/bind/bind_groups.h"
#include "language/bind/descriptions.h"
#include "language/python/script_location.h"
#include "run/settings/script_lines.h"

namespace solfec {

namespace {

SurfaceId surface_of(const Value& value) { return value.integer_or(kAnySurface); }

py::object surface_to_python(SurfaceId surface) {
  return surface == kAnySurface ? py::object(py::none()) : py::object(py::int_(surface));
}

SurfaceMaterial& material_of(SurfaceMaterialObject& self) {
  return self.simulation->domain.surface_materials[self.index];
}

/// Zero or positive, or the sign of critical damping.
double dashpot_of(const Value& value, double when_missing) {
  const double dashpot = value.number_or(when_missing);
  if (dashpot < 0.0 && dashpot != kCriticalDashpot) {
    value.fail(
        cat("must be zero or positive, or -1 for critical damping, got ", dashpot, " N s/m"));
  }
  return dashpot;
}

double hpow_of(const Value& value) {
  const double hpow = value.number_or(1.0);
  if (!(0.0 <= hpow && hpow <= kLargestHpow)) {
    value.fail(cat("must lie in [0, ", kLargestHpow, "], got ", hpow));
  }
  return hpow;
}

/// A force that does not change with the depth has no stiffness to damp critically.
void check_damping(const SurfaceMaterial& material, const Value& value) {
  if (material.dashpot != kCriticalDashpot || material.hpow > 0.0) return;
  value.fail("is critical damping (dashpot = -1) without a stiffness (hpow = 0)");
}

/// Warns of numbers that only another model obeys.
void warn_of_ignored(const Arguments& args, SurfaceModel model) {
  struct OwnArgument {
    const char* name;
    SurfaceModel model;
  };
  constexpr std::array kOwn{OwnArgument{"tension", SurfaceModel::cohesive_zone},
                            OwnArgument{"normal_energy", SurfaceModel::cohesive_zone},
                            OwnArgument{"tangential_energy", SurfaceModel::cohesive_zone},
                            OwnArgument{"normal_stiffness", SurfaceModel::cohesive_zone},
                            OwnArgument{"tangential_stiffness", SurfaceModel::cohesive_zone},
                            OwnArgument{"dynamic_friction", SurfaceModel::static_dynamic},
                            OwnArgument{"rolling", SurfaceModel::rolling_resistance},
                            OwnArgument{"press_speed", SurfaceModel::press_fit}};
  for (const OwnArgument& own : kOwn) {
    if (own.model == model || args[own.name].number_or(0.0) == 0.0) continue;
    warn("SURFACE_MATERIAL", cat(own.name, " has no effect on model '", name_of(model),
                                 "', it belongs to '", name_of(own.model), "'"));
  }
}

std::shared_ptr<SurfaceMaterialObject> make_surface_material(const Arguments& args) {
  SurfaceMaterial material;
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  material.surface1 = surface_of(args["surf1"]);
  material.surface2 = surface_of(args["surf2"]);
  material.model = static_cast<SurfaceModel>(args["model"].choice_or(0));
  material.label = args["label"].text_or("");
  material.friction = args["friction"].number_or(0.0);
  material.cohesion = args["cohesion"].number_or(0.0);
  material.restitution = args["restitution"].number_or(0.0);
  material.spring = args["spring"].number_or(0.0);
  material.dashpot = dashpot_of(args["dashpot"], 0.0);
  material.hpow = hpow_of(args["hpow"]);
  check_damping(material, args["dashpot"]);
  material.tension = args["tension"].number_or(0.0);
  material.normal_energy = args["normal_energy"].number_or(0.0);
  material.tangential_energy = args["tangential_energy"].number_or(0.0);
  material.normal_stiffness = args["normal_stiffness"].number_or(0.0);
  material.tangential_stiffness = args["tangential_stiffness"].number_or(0.0);
  material.dynamic_friction = args["dynamic_friction"].number_or(0.0);
  material.rolling = args["rolling"].number_or(0.0);
  material.press_speed = args["press_speed"].number_or(0.0);
  validate(material);
  warn_of_ignored(args, material.model);
  if (material.model == SurfaceModel::spring_dashpot && material.restitution > 0.0) {
    warn("SURFACE_MATERIAL",
         cat("restitution = ", material.restitution,
             " has no effect on SPRING_DASHPOT, whose impacts rebound as spring "
             "and dashpot make them"));
  }
  const auto [index, replaced] = simulation->domain.surface_materials.define(material);
  simulation->note_line("SURFACE_MATERIAL", script_origin(), acts_in_run(*simulation));
  if (replaced) {
    warn("SURFACE_MATERIAL", cat("replaces the earlier material of the same pair of surfaces by '",
                                 simulation->domain.surface_materials[index].label, "'"));
  }
  return surface_material_object(simulation, index);
}

void bind_number(TypeBinder<SurfaceMaterialObject>& type, const char* name,
                 double SurfaceMaterial::*entry) {
  type.member(
      name, [entry](SurfaceMaterialObject& self) { return material_of(self).*entry; },
      [entry](SurfaceMaterialObject& self, const Value& value) {
        SurfaceMaterial changed = material_of(self);
        changed.*entry = value.number();
        validate(changed);
        material_of(self) = changed;
      });
}

void bind_surface_material(py::module_& module) {
  TypeBinder<SurfaceMaterialObject> type(module, "SURFACE_MATERIAL");
  type.constructor(make_surface_material);
  type.member("surf1", [](SurfaceMaterialObject& self) {
    return surface_to_python(material_of(self).surface1);
  });
  type.member("surf2", [](SurfaceMaterialObject& self) {
    return surface_to_python(material_of(self).surface2);
  });
  type.member("label", [](SurfaceMaterialObject& self) { return material_of(self).label; });
  type.member(
      "model",
      [](SurfaceMaterialObject& self) { return std::string(name_of(material_of(self).model)); },
      [](SurfaceMaterialObject& self, const Value& value) {
        SurfaceMaterial changed = material_of(self);
        changed.model = static_cast<SurfaceModel>(value.choice());
        validate(changed);
        material_of(self) = changed;
      });
  bind_number(type, "friction", &SurfaceMaterial::friction);
  bind_number(type, "cohesion", &SurfaceMaterial::cohesion);
  bind_number(type, "restitution", &SurfaceMaterial::restitution);
  bind_number(type, "spring", &SurfaceMaterial::spring);
  bind_number(type, "tension", &SurfaceMaterial::tension);
  bind_number(type, "normal_energy", &SurfaceMaterial::normal_energy);
  bind_number(type, "tangential_energy", &SurfaceMaterial::tangential_energy);
  bind_number(type, "normal_stiffness", &SurfaceMaterial::normal_stiffness);
  bind_number(type, "tangential_stiffness", &SurfaceMaterial::tangential_stiffness);
  bind_number(type, "dynamic_friction", &SurfaceMaterial::dynamic_friction);
  bind_number(type, "rolling", &SurfaceMaterial::rolling);
  bind_number(type, "press_speed", &SurfaceMaterial::press_speed);
  type.member(
      "dashpot", [](SurfaceMaterialObject& self) { return material_of(self).dashpot; },
      [](SurfaceMaterialObject& self, const Value& value) {
        SurfaceMaterial changed = material_of(self);
        changed.dashpot = dashpot_of(value, 0.0);
        check_damping(changed, value);
        material_of(self) = changed;
      });
  type.member(
      "hpow", [](SurfaceMaterialObject& self) { return material_of(self).hpow; },
      [](SurfaceMaterialObject& self, const Value& value) {
        SurfaceMaterial changed = material_of(self);
        changed.hpow = hpow_of(value);
        check_damping(changed, value);
        material_of(self) = changed;
      });
  define_repr(type);
  type.identity([](const SurfaceMaterialObject& self) { return self.index; });
}

const BulkMaterial& material_of(BulkMaterialObject& self) {
  return self.simulation->domain.bulk_materials()[static_cast<std::size_t>(self.index)];
}

/// Remembers the line of the script that has set a bulk material last.
void note_bulk_line(Simulation& simulation, int index) {
  const BulkMaterial& material =
      simulation.domain.bulk_materials()[static_cast<std::size_t>(index)];
  simulation.note_line(bulk_material_key(material), script_origin(), acts_in_run(simulation));
}

std::shared_ptr<BulkMaterialObject> make_bulk_material(const Arguments& args) {
  BulkMaterial material;
  const auto simulation = args["solfec"].as<SolfecObject>().simulation;
  if (args["model"].text_or("") == "TSANG_MARSDEN") {
    args["model"].fail("'TSANG_MARSDEN' of later versions is not built: 'KIRCHHOFF' is elastic");
  }
  material.model = static_cast<BulkModel>(args["model"].choice_or(0));
  material.label = args["label"].text_or("");
  material.young = args["young"].number_or(material.young);
  material.poisson = args["poisson"].number_or(material.poisson);
  material.density = args["density"].number_or(material.density);
  material.yield_stress = args["yield_stress"].number_or(material.yield_stress);
  material.hardening = args["hardening"].number_or(material.hardening);
  const auto [index, replaced] = simulation->domain.define_bulk_material(material);
  if (replaced) warn("BULK_MATERIAL", cat("replaces the earlier '", material.label, "'"));
  note_bulk_line(*simulation, index);
  return bulk_material_object(simulation, index);
}

void bind_number(TypeBinder<BulkMaterialObject>& type, const char* name,
                 double BulkMaterial::*entry) {
  type.member(
      name, [entry](BulkMaterialObject& self) { return material_of(self).*entry; },
      [entry](BulkMaterialObject& self, const Value& value) {
        BulkMaterial changed = material_of(self);
        changed.*entry = value.number();
        self.simulation->domain.update_bulk_material(self.index, changed);
        note_bulk_line(*self.simulation, self.index);
      });
}

void bind_bulk_material(py::module_& module) {
  TypeBinder<BulkMaterialObject> type(module, "BULK_MATERIAL");
  type.constructor(make_bulk_material);
  type.member("label", [](BulkMaterialObject& self) { return material_of(self).label; });
  type.member(
      "model",
      [](BulkMaterialObject& self) { return std::string(name_of(material_of(self).model)); },
      [](BulkMaterialObject& self, const Value& value) {
        BulkMaterial changed = material_of(self);
        changed.model = static_cast<BulkModel>(value.choice());
        self.simulation->domain.update_bulk_material(self.index, changed);
        note_bulk_line(*self.simulation, self.index);
      });
  bind_number(type, "young", &BulkMaterial::young);
  bind_number(type, "poisson", &BulkMaterial::poisson);
  bind_number(type, "density", &BulkMaterial::density);
  bind_number(type, "yield_stress", &BulkMaterial::yield_stress);
  bind_number(type, "hardening", &BulkMaterial::hardening);
  define_repr(type);
  type.identity([](const BulkMaterialObject& self) { return self.index; });
}

}  // namespace

void bind_materials(py::module_& module) {
  bind_surface_material(module);
  bind_bulk_material(module);
}

}  // namespace solfec
