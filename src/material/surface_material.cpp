#include "material/surface_material.h"

#include <algorithm>
#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

std::pair<SurfaceId, SurfaceId> unordered(SurfaceId a, SurfaceId b) {
  return {std::min(a, b), std::max(a, b)};
}

std::string name_text(const SurfaceMaterial& material) {
  return material.label.empty() ? "SURFACE_MATERIAL"
                                : cat("SURFACE_MATERIAL '", material.label, "'");
}

[[noreturn]] void fail(const SurfaceMaterial& material, const std::string& rule) {
  throw InputError(cat(name_text(material), ": ", rule));
}

/// A stiffness below which a bond would snap back while it softens.
void check_stiffness(const SurfaceMaterial& material, const char* name, double stiffness,
                     double strength, double energy) {
  const double least = kLeastStiffness * strength * strength / energy;
  if (stiffness >= least * (1.0 - 1e-12)) return;
  fail(material,
       cat(name, " must be zero or at least strength² / energy = ", least,
           " Pa/m, with which the bond breaks without snapping back, got ", stiffness, " Pa/m"));
}

void check_zone(const SurfaceMaterial& material) {
  const auto check_positive = [&](const char* name, double value, const char* unit) {
    if (value > 0.0 && std::isfinite(value)) return;
    fail(material, cat("model 'COHESIVE_ZONE' needs a positive and finite ", name, ", got ", value,
                       " ", unit));
  };
  check_positive("cohesion", material.cohesion, "Pa");
  check_positive("tension", material.tension, "Pa");
  check_positive("normal_energy", material.normal_energy, "J/m²");
  check_positive("tangential_energy", material.tangential_energy, "J/m²");
  if (material.friction * material.tension > material.cohesion * (1.0 + 1e-12)) {
    fail(material, cat("tension must be at most cohesion / friction = ",
                       material.cohesion / material.friction, " Pa, where Mohr's line ends, got ",
                       material.tension, " Pa"));
  }
  check_stiffness(material, "normal_stiffness", normal_stiffness_of(material), material.tension,
                  material.normal_energy);
  check_stiffness(material, "tangential_stiffness", tangential_stiffness_of(material),
                  material.cohesion, material.tangential_energy);
}

void check_dynamic_friction(const SurfaceMaterial& material) {
  if (material.dynamic_friction <= material.friction) return;
  fail(material, cat("dynamic_friction must be at most friction = ", material.friction,
                     ", which holds what sticks, got ", material.dynamic_friction));
}

}  // namespace

double sliding_friction(const SurfaceMaterial& material) {
  return material.model == SurfaceModel::static_dynamic ? material.dynamic_friction
                                                        : material.friction;
}

double normal_stiffness_of(const SurfaceMaterial& material) {
  if (material.normal_stiffness > 0.0) return material.normal_stiffness;
  return kGivenStiffness * material.tension * material.tension / material.normal_energy;
}

double tangential_stiffness_of(const SurfaceMaterial& material) {
  if (material.tangential_stiffness > 0.0) return material.tangential_stiffness;
  return kGivenStiffness * material.cohesion * material.cohesion / material.tangential_energy;
}

void validate(const SurfaceMaterial& material) {
  const auto fail = [&](const char* rule, double value, const char* unit) {
    throw InputError(cat(name_text(material), ": ", rule, ", got ", value, unit));
  };
  // Conditions of what is good, so that NaN fails too.
  const auto usable = [](double value) { return value >= 0.0 && std::isfinite(value); };
  if (!usable(material.friction)) {
    fail("friction must be zero or positive and finite", material.friction, "");
  }
  if (!usable(material.cohesion)) {
    fail("cohesion must be zero or positive and finite", material.cohesion, " Pa");
  }
  if (!(0.0 <= material.restitution && material.restitution <= 1.0)) {
    fail("restitution must lie in [0, 1]", material.restitution, "");
  }
  if (!usable(material.spring)) {
    fail("spring must be zero or positive and finite", material.spring, " N/m");
  }
  if (!usable(material.dashpot) && material.dashpot != kCriticalDashpot) {
    fail("dashpot must be zero or positive and finite, or -1 for critical damping",
         material.dashpot, " N s/m");
  }
  if (!(0.0 <= material.hpow && material.hpow <= kLargestHpow)) {
    fail("hpow must lie in [0, 10]", material.hpow, "");
  }
  for (const double stiffness : {material.normal_stiffness, material.tangential_stiffness}) {
    if (!usable(stiffness))
      fail("a stiffness must be zero or positive and finite", stiffness, " Pa/m");
  }
  if (!usable(material.dynamic_friction)) {
    fail("dynamic_friction must be zero or positive and finite", material.dynamic_friction, "");
  }
  if (!usable(material.rolling)) {
    fail("rolling must be zero or positive and finite", material.rolling, " m");
  }
  if (!usable(material.press_speed)) {
    fail("press_speed must be zero or positive and finite", material.press_speed, " m/s");
  }
  if (material.model == SurfaceModel::press_fit && material.press_speed == 0.0) {
    fail("model 'PRESS_FIT' needs a positive press_speed", material.press_speed, " m/s");
  }
  if (material.model == SurfaceModel::cohesive_zone) check_zone(material);
  if (material.model == SurfaceModel::static_dynamic) check_dynamic_friction(material);
}

SurfaceMaterialTable::SurfaceMaterialTable() : materials_(1) { materials_[0].label = "DEFAULT"; }

std::pair<int, bool> SurfaceMaterialTable::define(SurfaceMaterial material) {
  const int number = definitions_++;
  if (material.label.empty()) material.label = cat("SURFACE_MATERIAL_", number);

  const auto pair = unordered(material.surface1, material.surface2);
  if (const auto known = by_pair_.find(pair); known != by_pair_.end()) {
    materials_[std::size_t(known->second)] = std::move(material);
    return {known->second, true};
  }
  if (pair == unordered(kAnySurface, kAnySurface)) {  // takes the place of the built-in default
    materials_[0] = std::move(material);
    by_pair_.emplace(pair, 0);
    return {0, false};
  }
  const int index = count(materials_);
  materials_.push_back(std::move(material));
  by_pair_.emplace(pair, index);
  return {index, false};
}

int SurfaceMaterialTable::find(SurfaceId a, SurfaceId b) const {
  const auto [low, high] = unordered(a, b);
  const std::pair<SurfaceId, SurfaceId> order[] = {
      {low, high}, unordered(low, kAnySurface), unordered(high, kAnySurface)};
  for (const auto& pair : order) {
    if (const auto known = by_pair_.find(pair); known != by_pair_.end()) return known->second;
  }
  return 0;
}

int SurfaceMaterialTable::find(const std::string& label) const {
  for (int i = 0; i < size(); ++i) {
    if (materials_[std::size_t(i)].label == label) return i;
  }
  return -1;
}

int SurfaceMaterialTable::first_of(SurfaceModel model) const {
  const auto found =
      std::find_if(materials_.begin(), materials_.end(),
                   [model](const SurfaceMaterial& material) { return material.model == model; });
  return found == materials_.end() ? -1 : static_cast<int>(found - materials_.begin());
}

}  // namespace solfec
