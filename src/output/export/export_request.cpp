#include "output/export/export_request.h"

#include <algorithm>

#include "body/surface_fields.h"

namespace solfec {

bool ExportRequest::wants(std::string_view field) const {
  return fields.empty() || std::find(fields.begin(), fields.end(), field) != fields.end();
}

const std::vector<std::string_view>& export_fields() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const SurfaceField& field : surface_fields()) list.push_back(field.name);
    for (const std::string_view name : {"body",
                                        "label",
                                        "kind",
                                        "material",
                                        "volume",
                                        "rank",
                                        "surface",
                                        "radius",
                                        "half_axes",
                                        "rotation",
                                        "angular_velocity",
                                        "constraint",
                                        "master",
                                        "slave",
                                        "reaction",
                                        "normal_reaction",
                                        "tangential_reaction",
                                        "relative_velocity",
                                        "gap",
                                        "status",
                                        "normal",
                                        "area",
                                        "friction",
                                        "surfaces",
                                        "bonded",
                                        "age",
                                        "joint",
                                        "joint_kind",
                                        "force",
                                        "torque",
                                        "pressure"}) {
      list.push_back(name);
    }
    return list;
  }();
  return names;
}

}  // namespace solfec
