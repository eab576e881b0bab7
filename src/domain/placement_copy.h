#pragma once

#include <vector>

#include "body/bodies.h"

namespace solfec {

/// Copy of what a step changes in the bodies until their loads are known: the placements and the
/// velocities of obstacles. A force function of the user that raises ends the step there; the
/// bodies then get back, bit for bit, the state of the end of the last step.
class PlacementCopy {
 public:
  /// Takes the copy; memory is kept from call to call.
  void store(const Bodies& bodies);
  /// Puts it back. @pre the bodies are those of `store`; within a step the model cannot be changed.
  void restore(Bodies& bodies) const;

 private:
  struct Placement {
    std::vector<Mat3> gradient;
    std::vector<Vec3> center;
  };
  struct MeshPlacement {
    Mat3 rotation;
    std::vector<Vec3> displacement;
  };
  Placement obstacles_;
  Placement rigid_;
  Placement pseudo_rigid_;
  std::vector<MeshPlacement> mesh_;  // of finite-element bodies
  std::vector<Vec3> obstacle_angular_;
  std::vector<Vec3> obstacle_linear_;
};

}  // namespace solfec
