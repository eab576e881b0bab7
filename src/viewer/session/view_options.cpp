#include "viewer/session/view_options.h"

#include <algorithm>

#include "viewer/scene/drawn_bodies.h"

namespace solfec {

bool ViewOptions::shows(BodyId id, const std::vector<BodyId>& by_script) const {
  return bodies && chooses(id, by_script);
}

bool ViewOptions::chooses(BodyId id, const std::vector<BodyId>& by_script) const {
  if (hidden.count(id) != 0 || !is_drawn(by_script, id)) return false;
  return selections.empty() ||
         std::binary_search(selections.back().begin(), selections.back().end(), id);
}

CutPlane plane_of(const ViewCut& cut, const Snapshot& snapshot) {
  const SnapshotBody* const body = cut.body == 0 ? nullptr : snapshot.find(cut.body);
  if (body == nullptr) return cut.plane;
  // normals go with the cofactor of the gradient
  const Mat3 back = inverse(snapshot.bodies.motion(body->place).gradient);
  const Vec3 normal = normalized(transposed_times(back, cut.normal));
  return {normal, dot(normal, snapshot.bodies.current_point(body->place, cut.point))};
}

SceneParams scene_params_of(const ViewOptions& look, const Snapshot& snapshot,
                            const std::vector<BodyId>& by_script) {
  SceneParams params;
  params.field = look.field;
  params.chains = look.chains;
  params.thrust = look.thrust;
  params.status = look.status;
  params.loads = look.forces;
  params.joints = look.joints;
  params.bodies = look.bodies;
  params.arrow_scale = look.arrow_scale;
  params.range = look.range;
  params.round_ranges = true;
  for (const ViewCut& cut : look.cuts) params.cuts.push_back(plane_of(cut, snapshot));
  params.veiled.assign(look.veiled.begin(), look.veiled.end());
  params.wire.assign(look.wire.begin(), look.wire.end());
  params.rough.assign(look.rough.begin(), look.rough.end());
  params.highlighted.assign(look.highlighted.begin(), look.highlighted.end());
  for (const SnapshotBody& body : snapshot.members) {
    if (look.chooses(body.id, by_script)) params.drawn.push_back(body.id);
  }
  constexpr BodyId kNobody = 0;
  if (params.drawn.size() == snapshot.members.size()) {
    params.drawn.clear();  // all
  } else if (params.drawn.empty()) {
    params.drawn.push_back(kNobody);
  }
  return params;
}

}  // namespace solfec
