#include "contact/near/body_turns.h"

#include <cmath>

namespace solfec {

void BodyTurns::start(const PieceSet& pieces) {
  turned_.assign(pieces.body_id.size(), 0.0);
  turned_to_ = pieces.body_rotation;
}

void BodyTurns::add(const PieceSet& pieces, int body) {
  const Mat3 change = pieces.body_rotation[body] - turned_to_[body];
  turned_[body] += pieces.body_radius[body] * std::sqrt(double_dot(change, change));
  turned_to_[body] = pieces.body_rotation[body];
}

}  // namespace solfec
