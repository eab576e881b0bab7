#pragma once

namespace solfec {

/// Share that a tangent stiffness has of its geometric part, which comes from the present stress: a
/// body under compression buckles by it. The rest, of the change of stress, is the material part.
struct GeometricStiffness {
  double share = 1.0;     // of it
  bool positive = false;  // without the negative eigenvalues that rotations have under compression
};

}  // namespace solfec
