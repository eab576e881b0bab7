#pragma once

#include <vector>

#include "contact/piece/piece_set.h"
#include "math/mat3.h"

namespace solfec {

/// Upper bound of the way of any point of a rigid body about its pivot since the start, m: the sum
/// of radius |ΔΛ| (Frobenius norm) over the steps.
class BodyTurns {
 public:
  /// Starts all sums at zero.
  void start(const PieceSet& pieces);
  /// Adds the turn of a rigid body since the last call for it. Threads take different bodies.
  void add(const PieceSet& pieces, int body);
  [[nodiscard]] double operator[](int body) const { return turned_[body]; }

 private:
  std::vector<double> turned_;   // per body, m
  std::vector<Mat3> turned_to_;  // per body: rotation at the last call
};

}  // namespace solfec
