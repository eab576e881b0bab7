#include "viewer/scene/overlaid_scene.h"

#include <cmath>

#include "base/count.h"

namespace solfec {

namespace {

Colour mixed(Colour own, double share) {
  if (own == kByValue) return own;
  const auto mix = [share](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround((1.0 - share) * from + share * to));
  };
  return {mix(own.r, kPaper.r), mix(own.g, kPaper.g), mix(own.b, kPaper.b), own.a};
}

/// Appends items whose positions `move` changes.
template <typename Item, typename Move>
void append(const std::vector<Item>& items, std::vector<Item>& all, const Move& move) {
  all.reserve(all.size() + items.size());
  for (Item item : items) {
    move(item);
    all.push_back(item);
  }
}

}  // namespace

void fade(Scene& scene, double share) {
  const auto fade_body = [&](auto& item) {
    if (scene.moves[item.body - 1]) item.colour = mixed(item.colour, share);
  };
  for (SurfaceCorner& corner : scene.corners) fade_body(corner);
  for (RoundPart& round : scene.rounds) fade_body(round);
  for (Segment& edge : scene.edges) edge.colour = mixed(edge.colour, share);
}

void overlay(Scene& all, const Scene& more, Vec3 shift) {
  const Vec3 by = more.origin - all.origin + shift;
  const auto bodies = static_cast<std::uint32_t>(all.bodies.size());
  const auto move = [by](Point3& point) {
    for (std::size_t k = 0; k < 3; ++k) point[k] += static_cast<float>(by[static_cast<int>(k)]);
  };
  append(more.corners, all.corners, [&](SurfaceCorner& corner) {
    move(corner.position);
    corner.body += bodies;
  });
  append(more.rounds, all.rounds, [&](RoundPart& round) {
    move(round.center);
    round.body += bodies;
  });
  append(more.marks, all.marks, [&](RoundPart& mark) { move(mark.center); });
  const auto move_ends = [&](auto& item) {
    move(item.from);
    move(item.to);
  };
  append(more.edges, all.edges, move_ends);
  append(more.rods, all.rods, move_ends);
  append(more.labels, all.labels, [&](PointLabel& label) { label.point += shift; });
  append(more.boxes, all.boxes, [&](Box& box) {
    box.lo += shift;
    box.hi += shift;
  });
  all.bodies.insert(all.bodies.end(), more.bodies.begin(), more.bodies.end());
  all.moves.insert(all.moves.end(), more.moves.begin(), more.moves.end());
}

}  // namespace solfec
