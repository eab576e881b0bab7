#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "output/snapshot.h"
#include "viewer/scene/scene.h"

namespace solfec {

class Simulation;

/// Source of the frames of pictures.
struct PictureSource {
  std::string name;           // of the results, for messages
  std::vector<double> times;  // of the frames, s
  std::function<std::shared_ptr<const Snapshot>(int frame)> snapshot;
  std::function<double(int material)> friction;  // coefficient of a surface material
  std::vector<BodyId> drawn;                     // bodies of RENDER; none: all
  long long damaged_bytes = 0;                   // at the end of the file, not read
  std::vector<PointLabel> points;                // of DISPLAY_POINT, at reference points
  std::vector<BodyId> point_body;
};

/// Makes a source of the frames of a folder. @throws InputError when there are none, ArchiveError
/// when none is readable.
PictureSource source_of_folder(const std::string& folder);

/// Makes a source of the model of a script: of its results or, when there are none, of the model
/// that it has built. @param simulation  Must outlive the source.
PictureSource source_of_simulation(Simulation& simulation);

}  // namespace solfec
