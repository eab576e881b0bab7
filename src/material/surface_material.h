#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace solfec {

/// Law of a contact: unilateral with friction; a spring and a dashpot with friction; unilateral
/// with friction beside bonds that soften while they break; unilateral with less friction while it
/// slides than while it sticks; unilateral with friction and resistance to rolling; unilateral with
/// friction that presses an overlap of bodies which strain apart. Files hold the numbers.
enum class SurfaceModel {
  signorini_coulomb,
  spring_dashpot,
  cohesive_zone,
  static_dynamic,
  rolling_resistance,
  press_fit
};

/// As SURFACE_MATERIAL spells it.
constexpr std::string_view name_of(SurfaceModel item) {
  switch (item) {
    case SurfaceModel::signorini_coulomb:
      return "SIGNORINI_COULOMB";
    case SurfaceModel::spring_dashpot:
      return "SPRING_DASHPOT";
    case SurfaceModel::cohesive_zone:
      return "COHESIVE_ZONE";
    case SurfaceModel::static_dynamic:
      return "STATIC_DYNAMIC";
    case SurfaceModel::rolling_resistance:
      return "ROLLING_RESISTANCE";
    case SurfaceModel::press_fit:
      return "PRESS_FIT";
  }
  return {};
}

/// Law between two surfaces; kAnySurface stands for every surface.
struct SurfaceMaterial {
  std::string label;
  SurfaceId surface1 = kAnySurface;
  SurfaceId surface2 = kAnySurface;
  SurfaceModel model = SurfaceModel::signorini_coulomb;
  double friction = 0.0;     // dimensionless, >= 0
  double cohesion = 0.0;     // Pa, >= 0
  double restitution = 0.0;  // dimensionless, in [0, 1]
  double spring = 0.0;       // N/m, N/m^hpow when hpow is not 1, >= 0
  double dashpot = 0.0;      // N s/m, >= 0, or kCriticalDashpot
  double hpow = 1.0;  // power of the depth, in [0, kLargestHpow]; Hertz contact of balls: 1.5

  // of cohesive zones (solver/law/traction_separation.h); stiffnesses of 0: see kGivenStiffness
  double tension = 0.0;               // tensile strength, Pa, > 0
  double normal_energy = 0.0;         // of a break by a pull, J/m², > 0
  double tangential_energy = 0.0;     // of a break by a shear, J/m², > 0
  double normal_stiffness = 0.0;      // Pa/m
  double tangential_stiffness = 0.0;  // Pa/m

  double dynamic_friction = 0.0;  // of static_dynamic, while it slides, in [0, friction]

  double rolling = 0.0;      // of rolling_resistance: arm of the normal reaction, m, >= 0
  double press_speed = 0.0;  // of press_fit, at which an overlap opens in dynamic steps, m/s, > 0
};

/// Above it a depth below 1 m gives no force worth the name.
inline constexpr double kLargestHpow = 10.0;

/// Value of SurfaceMaterial::dashpot that stands for critical damping.
inline constexpr double kCriticalDashpot = -1.0;

/// Multiples of strength² / energy that a stiffness of a cohesive zone has where none is given: the
/// bond reaches its strength at a hundredth of the separation at which it is gone.
inline constexpr double kGivenStiffness = 50.0;
/// Multiples that it has at least, so that no mixture of pull and shear snaps back.
inline constexpr double kLeastStiffness = 1.0;

/// Stiffnesses of a cohesive zone, Pa/m: those given, else kGivenStiffness.
double normal_stiffness_of(const SurfaceMaterial& material);
double tangential_stiffness_of(const SurfaceMaterial& material);

/// Coefficient at whose bound a contact slides.
double sliding_friction(const SurfaceMaterial& material);

/// Throws InputError naming material, rule, value and unit.
void validate(const SurfaceMaterial& material);

/// Surface materials by unordered pair of surfaces.
/// Look-up order: exact pair (a, b), (a, any), (b, any), (any, any), where a is the smaller
/// surface, so the law does not depend on which body is the master; without any definition the
/// default is frictionless Signorini with the label 'DEFAULT'.
class SurfaceMaterialTable {
 public:
  SurfaceMaterialTable();

  /// Adds or replaces the material of its pair. An empty label becomes 'SURFACE_MATERIAL_i', i
  /// counting from 0 over all calls. A replacement keeps the index, so indices stay valid for the
  /// life of the table. A material of (any, any) takes index 0, that of the default.
  /// @return Index of the material and whether an earlier definition was replaced.
  std::pair<int, bool> define(SurfaceMaterial material);
  /// Index of the material of a contact between surfaces a and b.
  [[nodiscard]] int find(SurfaceId a, SurfaceId b) const;
  /// Index by label, -1 if there is none.
  [[nodiscard]] int find(const std::string& label) const;

  [[nodiscard]] const SurfaceMaterial& operator[](int i) const {
    return materials_[std::size_t(i)];
  }
  [[nodiscard]] SurfaceMaterial& operator[](int i) { return materials_[std::size_t(i)]; }
  [[nodiscard]] int size() const { return static_cast<int>(materials_.size()); }
  /// Index of the first material of a model, -1 if there is none.
  [[nodiscard]] int first_of(SurfaceModel model) const;
  /// Whether the user has defined the material of (any, any), so that index 0 is no built-in one.
  [[nodiscard]] bool defines_default() const {
    return by_pair_.find({kAnySurface, kAnySurface}) != by_pair_.end();
  }
  /// Calls of `define` so far, which number the automatic labels; a restart continues the count.
  [[nodiscard]] int definitions() const { return definitions_; }
  void set_definitions(int n) { definitions_ = n; }

 private:
  std::vector<SurfaceMaterial> materials_;                  // 0 is the default
  std::map<std::pair<SurfaceId, SurfaceId>, int> by_pair_;  // defined pairs, smaller id first
  int definitions_ = 0;
};

}  // namespace solfec
