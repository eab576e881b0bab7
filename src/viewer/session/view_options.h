#pragma once

#include <set>
#include <vector>

#include "base/ids.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"
#include "viewer/scene/scene_builder.h"

namespace solfec {

/// A plane that cuts the model: it stands in space, or moves with a body.
struct ViewCut {
  CutPlane plane;   // in space
  BodyId body = 0;  // 0: in space
  Vec3 point;       // of the plane, in the reference placement of the body, m
  Vec3 normal;      // in the reference placement of the body
};

/// Plane of a cut at the time of a snapshot.
CutPlane plane_of(const ViewCut& cut, const Snapshot& snapshot);

/// How a model is drawn in the window, beside the camera.
struct ViewOptions {
  const PictureField* field = nullptr;  // null: bodies by their kind
  bool chains = false;
  bool thrust = false;
  bool status = false;
  bool forces = false;
  bool joints = false;
  bool bodies = true;
  bool points = true;  // points of DISPLAY_POINT are drawn
  bool lighting = true;
  bool legends = true;  // time, axes and legend
  bool dark = false;
  double arrow_scale = 1.0;
  ValueRange range;  // of the colours; empty: that of the drawn values
  std::vector<ViewCut> cuts;

  std::set<BodyId> hidden;
  std::set<BodyId> veiled;  // transparent bodies
  std::set<BodyId> wire;
  std::set<BodyId> rough;
  std::set<BodyId> highlighted;
  /// Stack of selections: the bodies of the last one are drawn; none: all.
  std::vector<std::vector<BodyId>> selections;

  /// True when a body is chosen. Its contacts and loads stay visible when bodies are switched off.
  [[nodiscard]] bool chooses(BodyId id, const std::vector<BodyId>& by_script) const;
  /// True when a body is drawn. @param by_script  Bodies of RENDER, increasing; none: all.
  [[nodiscard]] bool shows(BodyId id, const std::vector<BodyId>& by_script) const;
};

/// Returns the parameters of the scene of a snapshot.
SceneParams scene_params_of(const ViewOptions& look, const Snapshot& snapshot,
                            const std::vector<BodyId>& by_script);

}  // namespace solfec
