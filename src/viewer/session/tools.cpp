#include "viewer/session/tools.h"

#include <cmath>
#include <numbers>

#include "base/cat.h"

namespace solfec {

namespace {

constexpr std::array kSpecs{
    ToolSpec{Tool::none, ToolInput::none, 0, ""},
    ToolSpec{Tool::veil, ToolInput::body, 1, "click at bodies that are to be seen through"},
    ToolSpec{Tool::hide, ToolInput::body, 1, "click at bodies that are to be hidden"},
    ToolSpec{Tool::rough, ToolInput::body, 1, "click at bodies to see the mesh that covers them"},
    ToolSpec{Tool::coordinates, ToolInput::point, 1, "click at a point"},
    ToolSpec{Tool::distance, ToolInput::point, 2, "click at two points"},
    ToolSpec{Tool::angle, ToolInput::point, 3, "click at three points; the angle is at the second"},
    ToolSpec{Tool::centre, ToolInput::point, 1, "click at the point to turn about"},
    ToolSpec{Tool::select_2d, ToolInput::box, 0, "draw a rectangle around bodies that are seen"},
    ToolSpec{Tool::select_3d, ToolInput::box, 0, "draw a rectangle around bodies, hidden ones too"},
    ToolSpec{Tool::wire_2d, ToolInput::box, 0, "draw a rectangle: bodies that are seen as lines"},
    ToolSpec{Tool::wire_3d, ToolInput::box, 0, "draw a rectangle: all bodies there as lines"},
    ToolSpec{Tool::cut_space, ToolInput::line, 0, "draw a line: what is on its right is cut away"},
    ToolSpec{Tool::cut_body, ToolInput::line, 0,
             "draw a line from a body: the cut moves with the body"},
};

}  // namespace

const ToolSpec& spec_of(Tool tool) { return kSpecs.at(static_cast<std::size_t>(tool)); }

std::string text_of_point(Vec3 v) {
  return cat("(", short_number(v.x), ", ", short_number(v.y), ", ", short_number(v.z), ")");
}

std::string measured(Tool tool, const PickedPoints& points) {
  if (tool == Tool::coordinates) {
    const PickedPoint& one = points[0];
    return cat("body ", one.body, ": ", text_of_point(one.point), " m, at the beginning ",
               text_of_point(one.reference), " m");
  }
  if (tool == Tool::distance) {
    return cat("distance ", short_number(norm(points[1].point - points[0].point)), " m from ",
               text_of_point(points[0].point), " to ", text_of_point(points[1].point), " m");
  }
  const Vec3 one = points[0].point - points[1].point;
  const Vec3 other = points[2].point - points[1].point;
  const double angle = std::atan2(norm(cross(one, other)), dot(one, other));
  return cat("angle ", short_number(angle * 180.0 / std::numbers::pi), " degrees at ",
             text_of_point(points[1].point), " m");
}

}  // namespace solfec
