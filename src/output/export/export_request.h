#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/file_backend.h"
#include "base/ids.h"

namespace solfec {

/// Parts that an export writes, one series of files each. docs/export.md describes their contents.
enum class ExportPart {
  bodies,     // polyhedra and elements of bodies that move
  obstacles,  // polyhedra and elements of obstacles
  spheres,    // spheres and ellipsoids as points
  surfaces,   // surfaces of spheres and ellipsoids as triangles
  contacts,   // contacts as points
  forces,     // force chains as lines
  joints,     // constraints of users as points and lines
  loads       // loads of bodies as points
};

constexpr std::string_view name_of(ExportPart item) {
  switch (item) {
    case ExportPart::bodies:
      return "bodies";
    case ExportPart::obstacles:
      return "obstacles";
    case ExportPart::spheres:
      return "spheres";
    case ExportPart::surfaces:
      return "surfaces";
    case ExportPart::contacts:
      return "contacts";
    case ExportPart::forces:
      return "forces";
    case ExportPart::joints:
      return "joints";
    case ExportPart::loads:
      return "loads";
  }
  return {};
}

/// Unless they are requested, surfaces of spheres, with 320 triangles each, are written only for
/// models with at most this number of spheres and ellipsoids.
inline constexpr int kMostSurfaces = 500;

/// Request of an export: frames, parts, fields and bodies to be written.
struct ExportRequest {
  std::string folder;                  // made when it does not exist
  std::vector<int> frames;             // increasing
  std::vector<ExportPart> parts;       // empty: all parts that the model has
  std::vector<std::string> fields;     // names of arrays, see export_fields(); empty: all
  std::function<bool(BodyId)> bodies;  // selects bodies by ids of the results; empty: all
  FileFactory files = make_posix_file;

  [[nodiscard]] bool wants(std::string_view field) const;
  [[nodiscard]] bool wants(BodyId id) const { return !bodies || bodies(id); }
  /// True when a constraint joins a selected body.
  [[nodiscard]] bool wants(BodyId master, BodyId slave) const {
    return wants(master) || (slave != 0 && wants(slave));
  }
};

/// Names of all arrays that a part can have.
const std::vector<std::string_view>& export_fields();

}  // namespace solfec
