#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/fields.h"
#include "base/ids.h"
#include "domain/loads/load_archive.h"
#include "domain/loads/loads.h"
#include "math/vec3.h"

namespace solfec {

/// Command that a load of a body comes from.
enum class LoadKind : std::uint8_t { force, torque, pressure };

/// As the commands are called.
constexpr std::string_view name_of(LoadKind item) {
  switch (item) {
    case LoadKind::force:
      return "FORCE";
    case LoadKind::torque:
      return "TORQUE";
    case LoadKind::pressure:
      return "PRESSURE";
  }
  return {};
}

/// A load of a body with the value that it has at one time. Frames store it, so that readers can
/// show loads without the script.
struct ActingLoad {
  LoadKind kind{};
  BodyId body{};
  LoadFrame frame{};    // of `vector`: space, or the reference of the body
  Vec3 point{};         // force: where it acts, reference, m
  Vec3 vector{};        // force, N; torque, N m
  SurfaceId surface{};  // pressure: of its faces
  double pressure{};    // Pa, positive pulls

  friend bool operator==(const ActingLoad&, const ActingLoad&) = default;
};

/// Returns forces, torques and pressures of bodies with their values at a time t (s), each in the
/// order of its commands. Gravity and forces by functions are not among them.
std::vector<ActingLoad> acting_loads(const Loads& loads, double t);

constexpr std::string_view type_name(const LoadKind*) { return "LoadKind"; }
constexpr std::string_view type_name(const ActingLoad*) { return "ActingLoad"; }

template <typename Fields>
void list_fields(Fields& fields, const ActingLoad*) {
  using L = ActingLoad;
  fields("kind", "", &L::kind);
  fields("body", "", &L::body);
  fields.when(is_not("kind", &L::kind, LoadKind::pressure), [](auto& f) {
    f("frame", "SPATIAL: the vector is in space; CONVECTED: in the reference of the body",
      &L::frame);
    f.finite("vector", "force, N, or torque, N m", &L::vector);
  });
  fields.when(is("kind", &L::kind, LoadKind::force),
              [](auto& f) { f.finite("point", "where it acts, reference, m", &L::point); });
  fields.when(is("kind", &L::kind, LoadKind::pressure), [](auto& f) {
    f("surface", "id of the faces", &L::surface);
    f.finite("pressure", "Pa, positive pulls", &L::pressure);
  });
}

}  // namespace solfec
