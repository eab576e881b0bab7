#pragma once

#include <set>
#include <vector>

#include "base/ids.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"
#include "viewer/scene/scene_builder.h"

namespace solfec {

/// A plane that cuts away what lies before it: in space, or moving with a body.
struct ViewCut {
  CutPlane plane;   // in space
  BodyId body = 0;  // 0: in space
  Vec3 point;       // of the plane, in the body at its beginning, m
  Vec3 normal;      // likewise
};

/// Where a cut is at the time of a snapshot.
CutPlane plane_of(const ViewCut& cut, const Snapshot& snapshot);

/// How a model is drawn in the window, beside the camera.
struct ViewOptions {
  const PictureField* field = nullptr;  // null: bodies by their kind
  bool chains = false;
  bool status = false;
  bool forces = false;
  bool joints = false;
  bool bodies = true;
  bool points = true;  // of DISPLAY_POINT
  bool lighting = true;
  bool legends = true;  // time, axes and legend
  bool dark = false;
  double arrow_scale = 1.0;
  ValueRange range;  // of the colours; empty: as found
  std::vector<ViewCut> cuts;

  std::set<BodyId> hidden;
  std::set<BodyId> veiled;  // one sees through them
  std::set<BodyId> wire;
  std::set<BodyId> rough;
  std::set<BodyId> highlighted;
  /// Bodies that are drawn, the last one counts; none: all.
  std::vector<std::vector<BodyId>> selections;

  /// Whether a body is chosen: what else is drawn of it stays when bodies are off.
  [[nodiscard]] bool chooses(BodyId id, const std::vector<BodyId>& by_script) const;
  /// Whether a body is drawn. @param by_script  Those of RENDER, increasing; none: all.
  [[nodiscard]] bool shows(BodyId id, const std::vector<BodyId>& by_script) const;
};

/// Returns the parameters of the scene: what of a snapshot goes into it.
SceneParams scene_params_of(const ViewOptions& look, const Snapshot& snapshot,
                            const std::vector<BodyId>& by_script);

}  // namespace solfec
