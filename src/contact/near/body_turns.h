#pragma once

#include <vector>

#include "contact/piece/piece_set.h"
#include "math/mat3.h"

namespace solfec {

/// How far turns have moved the points of rigid bodies, m: the sum of radius |ΔΛ| (Frobenius norm)
/// over the steps since the start. A bound of the motion of any point about the pivot.
class BodyTurns {
 public:
  /// Nothing has turned yet.
  void start(const PieceSet& pieces);
  /// Adds the turn of a rigid body since it was asked last. Threads take different bodies.
  void add(const PieceSet& pieces, int body);
  [[nodiscard]] double operator[](int body) const { return turned_[body]; }

 private:
  std::vector<double> turned_;   // per body, m
  std::vector<Mat3> turned_to_;  // per body: rotation when it was asked last
};

}  // namespace solfec
