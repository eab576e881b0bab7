#pragma once

#include <span>
#include <string>
#include <string_view>

#include "domain/domain.h"
#include "run/settings/script_lines.h"
#include "run/settings/setting_text.h"

namespace solfec {

/// Name of the text that says that a record holds the settings of bodies. Records of earlier
/// versions lack it, and so do those of a rank that had only a part of the bodies.
inline constexpr std::string_view kBodiesAreTold = "settings of bodies";

/// INITIAL_VELOCITY, whose calls act on the next RUN only.
inline constexpr std::string_view kInitialVelocity = "INITIAL_VELOCITY";

/// One kind of setting of bodies.
struct BodySettingKind {
  std::string_view name;      // e.g. "damping"
  std::string_view all;       // of many bodies, e.g. "dampings"
  bool from_first_run;        // false: of the first RUN the frames tell it
  bool changes_in_callbacks;  // functions that RUN calls can set it too
  /// Value of a body in words, '' where it is the default one.
  std::string (*text)(const Domain& domain, const BodyRecord& record, const ScriptLines& lines);
};

/// All kinds: BODY_CHARS, MATERIAL, form, self-contact, scheme, damping, disable_rotation and
/// INITIAL_VELOCITY between two RUNs.
std::span<const BodySettingKind> body_setting_kinds();

/// Kind with the name of a text, or that stands for many bodies in a text; null: none.
const BodySettingKind* body_setting_kind(std::string_view name);

/// Values of the bulk materials of which the script has made bodies, in words.
SettingTexts bulk_material_texts(const Domain& domain, const ScriptLines& lines);
/// Whether a text comes from the list of bulk materials.
bool is_of_bulk_material(std::string_view name);

/// Value of INITIAL_VELOCITY in words, of 12 digits.
std::string velocity_text(Vec3 linear, Vec3 angular);

/// A vector without the rounding of sums: 12 digits, and zero below 1e-12 of a size.
std::string rounded_text(Vec3 v, double size);

}  // namespace solfec
