#include "run/watch/moving_body.h"

#include <cmath>

#include "base/count.h"
#include "geometry/shape/piece_kinds.h"

namespace solfec {

void set_motion(const BodyMotion& motion, double reach, MovingBody& body) {
  body.linear = motion.linear;
  body.center = motion.center;
  body.spin = motion.rate * inverse(motion.gradient);
  body.turning = reach * std::sqrt(double_dot(motion.rate, motion.rate));
}

void place_back(const MovingBody& body, int piece, double step, std::vector<Vec3>& points) {
  points.clear();
  const auto& start = body.pieces->vertex_start;
  for (int v = start[at(piece)]; v < start[at(piece) + 1]; ++v) {
    const Vec3 x = body.vertex[at(v)];
    points.push_back(x - 0.5 * step * body.velocity(x));
  }
}

Box way_box(const MovingBody& body, int piece, double step, std::vector<Vec3>& points) {
  PieceView view = piece_view(*body.pieces, piece);
  Box box;
  for (const double time : {step, -step}) {
    place_back(body, piece, time, points);
    view.vertex = points;
    box.add(box_of(view, 0.0));
  }
  return box;
}

Box way_box(const MovingBody& body, double step, std::vector<Vec3>& points) {
  Box box;
  for (int piece = 0; piece < body.pieces->piece_count(); ++piece) {
    box.add(way_box(body, piece, step, points));
  }
  return box;
}

}  // namespace solfec
