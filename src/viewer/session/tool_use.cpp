#include "viewer/session/tool_use.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/cat.h"
#include "base/count.h"
#include "viewer/session/scene_ray.h"
#include "viewer/session/viewer.h"

namespace solfec {

namespace {

/// Bodies whose boxes, as they are seen, reach into a rectangle.
std::vector<BodyId> bodies_in_prism(const ViewerPicture& picture, const PixelBox& box) {
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < picture.scene.bodies.size(); ++i) {
    if (is_empty(picture.scene.boxes[i])) continue;
    std::array<double, 2> lo{1e30, 1e30};
    std::array<double, 2> hi{-1e30, -1e30};
    for (const Vec3 corner : corners_of(picture.scene.boxes[i])) {
      if (picture.camera.perspective && picture.camera.to_eye(corner).z <= 0.0) continue;
      const auto pixel = pixel_of(picture.camera, picture.layout, corner);
      for (std::size_t k = 0; k < 2; ++k) {
        lo.at(k) = std::min(lo.at(k), pixel.at(k));
        hi.at(k) = std::max(hi.at(k), pixel.at(k));
      }
    }
    const bool inside = lo[0] <= box.x + box.width && hi[0] >= box.x &&
                        lo[1] <= box.y + box.height && hi[1] >= box.y;
    if (inside) bodies.push_back(picture.scene.bodies[i]);
  }
  return bodies;
}

/// Turns membership over.
void toggle_in(std::set<BodyId>& set, BodyId id) {
  if (set.erase(id) == 0) set.insert(id);
}

}  // namespace

void ToolUse::click(int x, int y) {
  const ViewerPicture picture = viewer_.picture();
  const auto hit = cast_ray(picture.scene, picture.camera,
                            ray_through(picture.camera, picture.layout, x + 0.5, y + 0.5));
  if (!hit) return viewer_.say("nothing there");
  const Snapshot& snapshot = viewer_.snapshot();
  const SnapshotBody& body = *snapshot.find(hit->body);
  if (spec_of(viewer_.tool()).input == ToolInput::body) return toggle(body.id);
  point({body.id, hit->point, snapshot.bodies.reference_point(body.place, hit->point)});
}

void ToolUse::toggle(BodyId body) {
  ViewOptions& look = viewer_.look;
  if (viewer_.tool() == Tool::veil) toggle_in(look.veiled, body);
  if (viewer_.tool() == Tool::hide) look.hidden.insert(body);
  if (viewer_.tool() == Tool::rough) {
    if (viewer_.snapshot().find(body)->shape->background.empty()) {
      return viewer_.say(cat("body ", body, " has no mesh that covers it"));
    }
    toggle_in(look.rough, body);
  }
  viewer_.changed_look();
}

void ToolUse::point(const PickedPoint& picked) {
  PickedPoints& points = viewer_.picked_;
  points.push_back(picked);
  const Tool tool = viewer_.tool();
  if (count(points) < spec_of(tool).points) {
    return viewer_.say(cat(text_of_point(picked.point), " m; the next point"));
  }
  if (tool == Tool::centre) {
    viewer_.centre = picked.point;
    viewer_.choose_tool(Tool::none);
    return viewer_.say(cat("turns about ", text_of_point(picked.point), " m"));
  }
  const std::string text = measured(tool, points);
  points.clear();
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
  viewer_.say(text);
}

void ToolUse::box(std::array<int, 2> from, std::array<int, 2> to) {
  const PixelBox box{std::min(from[0], to[0]), std::min(from[1], to[1]),
                     std::abs(to[0] - from[0]) + 1, std::abs(to[1] - from[1]) + 1};
  const Tool tool = viewer_.tool();
  const ViewerPicture picture = viewer_.picture();
  const bool seen = tool == Tool::select_2d || tool == Tool::wire_2d;
  const std::vector<BodyId> bodies = !seen || viewer_.canvas_ == nullptr
                                         ? bodies_in_prism(picture, box)
                                         : viewer_.canvas_->bodies_in(picture, box);
  if (bodies.empty()) return viewer_.say("no body there");
  ViewOptions& look = viewer_.look;
  if (tool == Tool::select_2d || tool == Tool::select_3d) {
    look.selections.push_back(bodies);
  } else {
    look.wire.insert(bodies.begin(), bodies.end());
  }
  viewer_.choose_tool(Tool::none);
  viewer_.changed_look();
  viewer_.say(cat(bodies.size(), bodies.size() == 1 ? " body" : " bodies"));
}

void ToolUse::line(std::array<int, 2> from, std::array<int, 2> to) {
  ViewOptions& look = viewer_.look;
  if (count(look.cuts) == kMostCuts) return viewer_.say(cat("no more than ", kMostCuts, " cuts"));
  if (from == to) return viewer_.say("a line has two ends");
  const ViewerPicture picture = viewer_.picture();
  const auto ray = [&](std::array<int, 2> pixel) {
    return ray_through(picture.camera, picture.layout, pixel[0] + 0.5, pixel[1] + 0.5);
  };
  const ViewRay one = ray(from);
  const ViewRay other = ray(to);
  const double far = picture.camera.far;
  const Vec3 along = other.start + far * other.direction - one.start - far * one.direction;
  ViewCut cut;
  cut.plane.normal = normalized(cross(one.direction, along));
  cut.plane.distance = dot(cut.plane.normal, one.start);
  if (viewer_.tool() == Tool::cut_body) {
    const auto hit = cast_ray(picture.scene, picture.camera, one);
    if (!hit) return viewer_.say("the line must begin at a body");
    const Snapshot& snapshot = viewer_.snapshot();
    const BodyRef place = snapshot.find(hit->body)->place;
    cut.body = hit->body;
    cut.point = snapshot.bodies.reference_point(place, hit->point);
    cut.normal =
        normalized(transposed_times(snapshot.bodies.motion(place).gradient, cut.plane.normal));
  }
  look.cuts.push_back(cut);
  viewer_.choose_tool(Tool::none);
  viewer_.changed_look();
}

}  // namespace solfec
