#pragma once

#include "base/ids.h"
#include "body/common/scheme.h"

namespace solfec {

/// Sums over the rows of the last solution that act on a body.
struct RowSums {
  double reaction{};   // Σ|R|, N
  double reaction2{};  // |R|², N²
  double velocity2{};  // |U|², m²/s²

  RowSums& operator+=(const RowSums& other) {
    reaction += other.reaction;
    reaction2 += other.reaction2;
    velocity2 += other.velocity2;
    return *this;
  }
};

struct RowsOfBody {
  BodyId id{};
  RowSums sums;
};

/// A body of an EnergyWatch; g is defined there.
struct WatchedBody {
  BodyId id{};
  double start{};      // g when the watch began, J
  double contacts{};   // its part of contacts then, J
  double numerical{};  // its part of the scheme then, J
  Scheme scheme{};     // then
  double initial{};    // energy when the watch began, J
  double largest{};    // energy without growth, J
  double least{};      // that counts as energy, J
  double passed{};     // work of reactions that has passed through the body, J
  double shifted{};    // booked as numerical for shifts of overlapping bodies, J
  double error{};      // work that the residual of the solver can have made, J
  double speed{};      // sqrt(2 kinetic energy / mass) at the end of the last step, m/s
  RowSums rows;
};

}  // namespace solfec
