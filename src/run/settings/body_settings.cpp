#include "run/settings/body_settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/cat.h"

namespace solfec {

namespace {

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.12g", value);
  return buffer.data();
}

std::string chars_text(const Domain& domain, const BodyRecord& record, const ScriptLines& lines) {
  if (lines.body_line("BODY_CHARS", record.id).empty()) return "";
  const BodyCharacteristics own = domain.bodies.characteristics(domain.body_ref(record.id));
  std::string tensor;
  for (const double value : own.tensor.m) {
    tensor += cat(tensor.empty() ? "" : ", ", number_text(value));
  }
  return cat("mass ", number_text(own.mass), " kg, volume ", number_text(own.volume),
             " m^3, centre ", rounded_text(own.center, norm(own.center)), " m, tensor (", tensor,
             ") kg m^2");
}

std::string parts_text(const Domain& domain, const BodyRecord& record,
                       const ScriptLines& /*lines*/) {
  auto parts = record.part_materials;
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const auto& [volume, material] : parts) {
    const BulkMaterial& bulk = domain.bulk_materials()[static_cast<std::size_t>(material)];
    text += cat(text.empty() ? "" : ", ", "'", bulk.label, "' in volume ", volume);
  }
  return text;
}

std::string form_text(const Domain& /*domain*/, const BodyRecord& record,
                      const ScriptLines& /*lines*/) {
  const bool told = has_mesh(record.kind) && record.form != FiniteElementForm{};
  return told ? std::string(name_of(record.form)) : "";
}

std::string self_contact_text(const Domain& /*domain*/, const BodyRecord& record,
                              const ScriptLines& /*lines*/) {
  return record.self_contact ? "'ON'" : "";
}

std::string scheme_text(const Domain& domain, const BodyRecord& record,
                        const ScriptLines& /*lines*/) {
  const Scheme scheme = domain.bodies.scheme(domain.body_ref(record.id));
  return scheme == default_scheme(record.kind) ? "" : std::string(name_of(scheme));
}

std::string damping_text(const Domain& domain, const BodyRecord& record,
                         const ScriptLines& /*lines*/) {
  const double damping = domain.bodies.damping(domain.body_ref(record.id));
  return damping == 0.0 ? "" : cat(damping, " s");
}

std::string rotation_text(const Domain& domain, const BodyRecord& record,
                          const ScriptLines& /*lines*/) {
  return domain.bodies.rotation_disabled(domain.body_ref(record.id)) ? "'ON'" : "";
}

std::string given_velocity_text(const Domain& /*domain*/, const BodyRecord& record,
                                const ScriptLines& lines) {
  const auto& given = lines.bodies_with(kInitialVelocity);
  const auto found = given.find(record.id);
  return found == given.end() ? "" : found->second.value;
}

std::string material_text(const BulkMaterial& material) { return values_text(material); }

constexpr std::array<BodySettingKind, 8> kKinds = {{
    {"BODY_CHARS", "calls of BODY_CHARS", true, false, chars_text},
    {"MATERIAL", "bodies with MATERIAL", true, false, parts_text},
    {"form", "forms of finite elements", true, false, form_text},
    {"selfcontact", "bodies with selfcontact", true, true, self_contact_text},
    {"scheme", "schemes", false, true, scheme_text},
    {"damping", "dampings", false, true, damping_text},
    {"disable_rotation", "bodies with disable_rotation", false, true, rotation_text},
    {kInitialVelocity, "calls of INITIAL_VELOCITY", false, false, given_velocity_text},
}};

constexpr std::string_view kBulkMaterial = "BULK_MATERIAL '";

}  // namespace

std::span<const BodySettingKind> body_setting_kinds() { return kKinds; }

const BodySettingKind* body_setting_kind(std::string_view name) {
  const auto* const found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) {
    return kind.name == name || kind.all == name;
  });
  return found == kKinds.end() ? nullptr : found;
}

SettingTexts bulk_material_texts(const Domain& domain, const ScriptLines& lines) {
  std::set<int> used;
  for (const BodyRecord& record : domain.body_records()) {
    if (record.ordinal == 0) continue;
    used.insert(record.material);
    for (const auto& part : record.part_materials) used.insert(part.second);
  }
  SettingTexts texts;
  for (const int index : used) {
    const BulkMaterial& material = domain.bulk_materials()[static_cast<std::size_t>(index)];
    texts.push_back({cat(kBulkMaterial, material.label, "'"), "",
                     lines.line(bulk_material_key(material)), material_text(material)});
  }
  return texts;
}

bool is_of_bulk_material(std::string_view name) { return name.starts_with(kBulkMaterial); }

std::string velocity_text(Vec3 linear, Vec3 angular) {
  return cat("linear ", rounded_text(linear, norm(linear)), " m/s, angular ",
             rounded_text(angular, norm(angular)), " rad/s");
}

std::string rounded_text(Vec3 v, double size) {
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const double value = std::fabs(v[i]) > 1e-12 * size ? v[i] : 0.0;
    text += cat(i == 0 ? "(" : ", ", number_text(value));
  }
  return text + ")";
}

}  // namespace solfec
