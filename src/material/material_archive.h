#pragma once

#include <string_view>

#include "archive/fields.h"
#include "material/bulk_material.h"
#include "material/surface_material.h"

namespace solfec {

/// Fields of materials (archive/fields.h). Their values are checked where they are defined.

constexpr std::string_view type_name(const BulkModel*) { return "BulkModel"; }
constexpr std::string_view type_name(const SurfaceModel*) { return "SurfaceModel"; }
constexpr std::string_view type_name(const BulkMaterial*) { return "BulkMaterial"; }
constexpr std::string_view type_name(const SurfaceMaterial*) { return "SurfaceMaterial"; }

template <typename Fields>
void list_fields(Fields& fields, const BulkMaterial*) {
  fields("label", "", &BulkMaterial::label);
  fields("model", "", &BulkMaterial::model);
  fields("young", "Pa", &BulkMaterial::young);
  fields("poisson", "", &BulkMaterial::poisson);
  fields("density", "kg/m³", &BulkMaterial::density);
  fields.when(is("model", &BulkMaterial::model, BulkModel::von_mises), [](auto& f) {
    f("yield_stress", "Pa", &BulkMaterial::yield_stress);
    f("hardening", "Pa", &BulkMaterial::hardening);
  });
}

template <typename Fields>
void list_fields(Fields& fields, const SurfaceMaterial*) {
  fields("label", "", &SurfaceMaterial::label);
  fields("surface1", "2147483647: any", &SurfaceMaterial::surface1);
  fields("surface2", "", &SurfaceMaterial::surface2);
  fields("model", "", &SurfaceMaterial::model);
  fields("friction", "", &SurfaceMaterial::friction);
  fields("cohesion", "Pa", &SurfaceMaterial::cohesion);
  fields("restitution", "", &SurfaceMaterial::restitution);
  fields("spring", "N/m", &SurfaceMaterial::spring);
  fields("dashpot", "N s/m; -1: critical", &SurfaceMaterial::dashpot);
  fields("hpow", "", &SurfaceMaterial::hpow);
  fields.when(is("model", &SurfaceMaterial::model, SurfaceModel::static_dynamic), [](auto& f) {
    f("dynamic_friction", "while it slides", &SurfaceMaterial::dynamic_friction);
  });
  fields.when(is("model", &SurfaceMaterial::model, SurfaceModel::rolling_resistance), [](auto& f) {
    f("rolling", "arm of the normal reaction against rolling, m", &SurfaceMaterial::rolling);
  });
  fields.when(is("model", &SurfaceMaterial::model, SurfaceModel::press_fit),
              [](auto& f) { f("press_speed", "m/s", &SurfaceMaterial::press_speed); });
  fields.when(is("model", &SurfaceMaterial::model, SurfaceModel::cohesive_zone), [](auto& f) {
    f("tension", "Pa", &SurfaceMaterial::tension);
    f("normal_energy", "J/m²", &SurfaceMaterial::normal_energy);
    f("tangential_energy", "J/m²", &SurfaceMaterial::tangential_energy);
    f("normal_stiffness", "Pa/m", &SurfaceMaterial::normal_stiffness);
    f("tangential_stiffness", "Pa/m", &SurfaceMaterial::tangential_stiffness);
  });
}

}  // namespace solfec
