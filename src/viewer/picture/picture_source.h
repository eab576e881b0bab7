#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "output/snapshot.h"
#include "viewer/scene/scene.h"

namespace solfec {

class Simulation;

/// Where pictures take their frames from.
struct PictureSource {
  std::string name;           // of the results, for messages
  std::vector<double> times;  // of its frames, s
  std::function<std::shared_ptr<const Snapshot>(int frame)> snapshot;
  std::function<double(int material)> friction;  // coefficient of a surface material
  std::vector<BodyId> drawn;                     // by RENDER; none: all
  long long damaged_bytes = 0;                   // at the end of the file, not read
  std::vector<PointLabel> points;                // by DISPLAY_POINT: at reference points
  std::vector<BodyId> point_body;
};

/// Frames of a folder. @throws InputError without any, ArchiveError when none is readable.
PictureSource source_of_folder(const std::string& folder);

/// The model of a script: its results or, when there are none, what it has built.
/// @param simulation  Outlives the source.
PictureSource source_of_simulation(Simulation& simulation);

}  // namespace solfec
