#include "language/display_points.h"

#include <map>
#include <utility>

namespace solfec {

namespace {

using PointsOfBodies = std::map<BodyId, std::vector<DisplayPoint>>;
using Everything =
    std::map<std::weak_ptr<Simulation>, PointsOfBodies, std::owner_less<std::weak_ptr<Simulation>>>;

Everything& everything() {
  static Everything points;
  return points;
}

}  // namespace

void add_display_point(const std::shared_ptr<Simulation>& simulation, BodyId body,
                       DisplayPoint point) {
  std::erase_if(everything(), [](const auto& entry) { return entry.first.expired(); });
  everything()[simulation][body].push_back(std::move(point));
}

std::vector<DisplayPoint> display_points(const std::shared_ptr<Simulation>& simulation,
                                         BodyId body) {
  const auto owner = everything().find(simulation);
  if (owner == everything().end()) return {};
  const auto points = owner->second.find(body);
  return points == owner->second.end() ? std::vector<DisplayPoint>() : points->second;
}

}  // namespace solfec
