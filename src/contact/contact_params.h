#pragma once

namespace solfec {

/// Rules of contact detection that a user may set.
struct ContactParams {
  double tolerance = 1e-4;           // m, GEOMETRIC_EPSILON
  double sparsify_threshold = 0.01;  // ratio of areas in [0, 1]; 0 switches the rule off
  double minimal_area = 0.0;         // m^2
  double minimal_distance = 1e-4;    // m, between distinct points
};

}  // namespace solfec
