#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/simulation.h"

namespace solfec {

/// Reference point of a body that a viewer shows.
struct DisplayPoint {
  std::string label;
  Vec3 point;  // m
};

/// Remembers a point for as long as the simulation lives.
void add_display_point(const std::shared_ptr<Simulation>& simulation, BodyId body,
                       DisplayPoint point);

/// In the order in which they were added.
std::vector<DisplayPoint> display_points(const std::shared_ptr<Simulation>& simulation,
                                         BodyId body);

}  // namespace solfec
