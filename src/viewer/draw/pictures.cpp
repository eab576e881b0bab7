#include "viewer/draw/pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fnmatch.h>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "base/cat.h"
#include "base/count.h"
#include "output/relative_snapshot.h"
#include "viewer/gl/offscreen_context.h"
#include "viewer/gl/painter.h"
#include "viewer/image/film.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/picture_mark.h"
#include "viewer/image/png_file.h"
#include "viewer/scene/drawn_bodies.h"
#include "viewer/scene/ground.h"
#include "viewer/scene/overlaid_scene.h"
#include "viewer/scene/scene_builder.h"
#include "viewer/vector/vector_page.h"

namespace solfec {

namespace {

constexpr double kShadeRadius = 0.6;   // of --beauty, over the size of bodies
constexpr BodyId kNobody = 0;          // a list of drawn bodies without one would mean all
constexpr double kFinePixels = 2.2e6;  // up to which a picture is drawn in double size

/// Boxes of bodies over all frames that are drawn, seen from a camera that moves along.
class Extents {
 public:
  void add(const Scene& scene, Vec3 shift) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      Box box = what_is_left(scene.boxes[i], scene.cuts);
      if (is_empty(box)) continue;
      box.lo -= shift;
      box.hi -= shift;
      boxes_[scene.bodies[i]].add(box);
      moves_[scene.bodies[i]] = scene.moves[i];
    }
  }
  [[nodiscard]] std::vector<Vec3> points() const {
    std::vector<Box> boxes;
    std::vector<bool> moves;
    for (const auto& [id, box] : boxes_) {
      boxes.push_back(box);
      moves.push_back(moves_.at(id));
    }
    return points_to_see(boxes, moves);
  }

 private:
  std::map<BodyId, Box> boxes_;
  std::map<BodyId, bool> moves_;
};

/// All corners of all boxes.
std::vector<Vec3> all_corners(const Scene& scene) {
  std::vector<Vec3> points;
  for (const Box& box : scene.boxes) {
    if (is_empty(box)) continue;
    for (const Vec3 corner : corners_of(box)) points.push_back(corner);
  }
  return points;
}

/// The body of a label or number at a frame. Null: it is not there.
const SnapshotBody* find_named(const Snapshot& snapshot, const std::string& name) {
  for (const SnapshotBody& body : snapshot.members) {
    if (body.label == name) return &body;
  }
  for (const SnapshotBody& body : snapshot.members) {
    if (cat(body.id) == name) return &body;
  }
  return nullptr;
}

SceneParams scene_params(const PictureRequest& request, const PictureSource& source) {
  SceneParams params;
  params.field = request.field;
  params.chains = request.chains;
  params.thrust = request.thrust;
  params.status = request.status;
  params.loads = request.loads;
  params.joints = request.joints;
  params.edges = request.edges;
  params.arrow_scale = request.scale;
  params.warp = request.warp;
  params.least = request.least;
  params.drawn = source.drawn;
  params.cuts = request.cuts;
  params.points = source.points;
  params.point_body = source.point_body;
  params.friction = source.friction;
  params.range = request.range;
  params.round_ranges = true;
  return params;
}

/// True when a name with * and ? is that of a body: its label or its id.
bool names(const std::string& pattern, const SnapshotBody& body) {
  return fnmatch(pattern.c_str(), body.label.c_str(), 0) == 0 ||
         fnmatch(pattern.c_str(), cat(body.id).c_str(), 0) == 0;
}

PaintParams paint_params(const PictureRequest& request) {
  PaintParams params;
  PictureLayout& layout = params.layout;
  layout.width = request.width;
  layout.height = request.height;
  layout.time = layout.axes = request.frame;
  if (!request.relative.empty()) layout.note += cat(", against ", request.relative);
  if (request.warp != 1.0) layout.note += cat(", displacements x ", short_number(request.warp));
  params.lighting = request.lighting;
  params.scale = static_cast<double>(request.width) * request.height <= kFinePixels ? 2 : 1;
  return params;
}

/// Draws frames of one source, with one range of colours and one camera for all of them.
class Session {
 public:
  Session(const PictureRequest& request, const PictureSource& source, std::vector<int> frames)
      : request_(request),
        source_(source),
        frames_(std::move(frames)),
        params_(scene_params(request, source)),
        builder_(params_),
        paint_(paint_params(request)),
        painter_(context_.gl()) {
    look_at_all();
  }

  [[nodiscard]] int size() const { return count(frames_); }

  /// @param vectors  The overlay is kept apart and not drawn.
  PagePanel draw(int i, bool vectors) {
    Scene scene;
    Vec3 shift;
    if (i == 0 && size() == 1) {
      scene = std::move(first_);
    } else {
      const auto seen = snapshot(frames_[at(i)]);
      shift = shift_of(*seen);
      scene = build(*seen);
    }
    return paint(scene, shift, vectors);
  }

  /// All frames in one picture, the earlier the paler, with the legend and the time of the last.
  PagePanel draw_overlaid(bool vectors) {
    constexpr double kPalest = 0.7;
    const auto last = snapshot(frames_.back());
    const Vec3 at_last = shift_of(*last);
    Scene all = build(*last);
    for (int i = size() - 2; i >= 0; --i) {
      const auto seen = snapshot(frames_[at(i)]);
      Scene scene = build(*seen);
      fade(scene, kPalest * (size() - 1 - i) / (size() - 1));
      overlay(all, scene, at_last - shift_of(*seen));
    }
    return paint(all, at_last, vectors);
  }

 private:
  PagePanel paint(Scene& scene, Vec3 shift, bool vectors) {
    Camera camera = camera_;
    camera.eye += shift;
    std::vector<Vec3> seen = all_corners(scene);
    if (request_.beauty) {
      paint_.shade_radius = kShadeRadius * scene.body_size;
      if (paint_.lighting) paint_.paper = ground_paper(camera);
      for (const Vec3 point : add_ground(camera, paint_.paper, scene)) seen.push_back(point);
    }
    set_depth_range(camera, seen);
    PagePanel panel;
    panel.overlay = make_overlay(scene, camera, paint_.layout);
    panel.image = painter_.paint(scene, camera, paint_, vectors ? nullptr : &panel.overlay);
    return panel;
  }

  /// The scene of a frame with the ranges of all frames.
  Scene build(const Snapshot& seen) {
    choose_bodies(seen);
    return builder_.build(seen, range_, chain_range_);
  }

  /// Applies --hide and --transparent to the bodies of a frame.
  void choose_bodies(const Snapshot& seen) {
    const bool by_name = !request_.hidden.empty() || !request_.transparent.empty();
    if (!by_name && request_.acted_on.empty()) return;
    const auto is_among = [this](const std::vector<std::string>& list, const SnapshotBody& body) {
      bool found = false;
      for (const std::string& name : list) {
        if (!names(name, body)) continue;
        found = true;
        found_names_.insert(name);
      }
      return found;
    };
    SceneParams params = params_;
    if (!request_.acted_on.empty()) {
      params.acted_on = body_of("--forces-on", request_.acted_on, seen).id;
    }
    if (by_name) params.drawn = {kNobody};
    for (const SnapshotBody& body : seen.members) {
      if (is_among(request_.transparent, body)) params.veiled.push_back(body.id);
      if (by_name && is_drawn(params_.drawn, body.id) && !is_among(request_.hidden, body)) {
        params.drawn.push_back(body.id);
      }
    }
    builder_.set_params(std::move(params));
  }

  /// @throws PictureRequestError where a name of an option is that of no body in any frame.
  void check_names(std::string_view option, const std::vector<std::string>& list) const {
    for (const std::string& name : list) {
      if (found_names_.count(name) != 0) continue;
      throw PictureRequestError(cat("option ", option, ": no body in ", source_.name,
                                    " has the label or id '", name,
                                    "' at the times that are drawn"));
    }
  }

  /// Range of colours, the camera, and where the followed body is at first.
  void look_at_all() {
    Extents extents;
    for (int i = 0; i < size(); ++i) {
      const auto seen = snapshot(frames_[at(i)]);
      if (i == 0) start_ = place_of_followed(*seen);
      choose_bodies(*seen);
      Scene scene = builder_.build(*seen);
      extents.add(scene, shift_of(*seen));
      range_.add(scene.range);
      chain_range_.add(scene.chain_range);
      if (request_.frame) add_legend(scene.legend, range_);
      if (request_.frame) add_legend(scene.chain_legend, chain_range_);
      if (size() == 1) first_ = std::move(scene);
    }
    check_names("--hide", request_.hidden);
    check_names("--transparent", request_.transparent);
    CameraParams camera;
    camera.axes = request_.axes;
    camera.perspective = request_.perspective;
    camera.zoom = request_.zoom;
    camera.at = request_.at;
    camera.aspect = paint_.layout.aspect();
    camera_ = fit_camera(camera, extents.points());
  }

  /// Makes room for the legend of a frame.
  void add_legend(Legend legend, const ValueRange& range) {
    if (!legend.range.empty()) legend.range = range;
    PictureLayout& layout = paint_.layout;
    layout.legend = std::max(layout.legend, legend_width(legend, layout.text_size()));
  }

  /// A frame, as it is or as a body sees it.
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot(int frame) const {
    std::shared_ptr<const Snapshot> seen = source_.snapshot(frame);
    if (request_.relative.empty()) return seen;
    const SnapshotBody& body = body_of("--relative-to", request_.relative, *seen);
    if (!turns_only(body.place.kind)) {
      throw PictureRequestError(cat("option --relative-to: needs a RIGID body or an OBSTACLE, '",
                                    request_.relative, "' is ", name_of(body.place.kind)));
    }
    return relative_snapshot(*seen, body);
  }

  /// @param option  That names the body by its label or id.
  [[nodiscard]] const SnapshotBody& body_of(std::string_view option, const std::string& name,
                                            const Snapshot& snapshot) const {
    const SnapshotBody* const body = find_named(snapshot, name);
    if (body != nullptr) return *body;
    throw PictureRequestError(cat("option ", option, ": ", source_.name, " has no body '", name,
                                  "' at t = ", short_number(snapshot.time), " s"));
  }

  [[nodiscard]] Vec3 place_of_followed(const Snapshot& snapshot) const {
    if (request_.follow.empty()) return {};
    const SnapshotBody& body = body_of("--follow", request_.follow, snapshot);
    return snapshot.bodies.motion(body.place).center;
  }

  [[nodiscard]] Vec3 shift_of(const Snapshot& snapshot) const {
    return request_.follow.empty() ? Vec3{}
                                   : request_.warp * (place_of_followed(snapshot) - start_);
  }

  const PictureRequest& request_;
  const PictureSource& source_;
  std::vector<int> frames_;
  SceneParams params_;
  SceneBuilder builder_;
  PaintParams paint_;
  OffscreenContext context_;
  Painter painter_;
  ValueRange range_;
  ValueRange chain_range_;
  Camera camera_;
  Vec3 start_;
  std::set<std::string> found_names_;  // of --hide and --transparent
  Scene first_;                        // of a single frame
};

void write_film(const PictureRequest& request, Session& session) {
  Film film(request.output, request.width, request.height, request.rate);
  for (int i = 0; i < session.size(); ++i) film.add(session.draw(i, false).image);
  film.finish();
}

/// "out.png" -> "out-0007.png"
std::string numbered(const std::string& path, int number) {
  char digits[16];
  (void)std::snprintf(digits, sizeof digits, "-%04d", number);
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + digits + path.substr(dot);
}

/// One picture after another into files with numbers.
std::vector<std::string> write_numbered(const PictureRequest& request, Session& session) {
  std::vector<std::string> paths;
  paths.reserve(at(session.size()));
  for (int i = 0; i < session.size(); ++i) paths.push_back(numbered(request.output, i + 1));
  for (const std::string& path : paths) check_picture_place(path);  // before one is written
  for (int i = 0; i < session.size(); ++i) {
    write_file_whole(paths[at(i)], png_bytes(session.draw(i, false).image));
  }
  return paths;
}

/// Columns of `n` pictures side by side: up to four, else about as many as rows.
int columns_of(const PictureRequest& request, int n) {
  if (request.columns > 0) return std::min(request.columns, n);
  return n <= 4 ? n : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(n))));
}

void write_still(const PictureRequest& request, PictureFormat format, Session& session) {
  const bool vectors = format != PictureFormat::png;
  if (request.overlay) {
    std::vector<PagePanel> page(1, session.draw_overlaid(vectors));
    page.front().width = request.width;
    if (vectors) {
      write_vector_page(request.output, request.width, request.height, page);
    } else {
      write_file_whole(request.output, png_bytes(page.front().image));
    }
    return;
  }
  const int columns = columns_of(request, session.size());
  const int rows = (session.size() + columns - 1) / columns;
  std::vector<PagePanel> panels;
  std::vector<Image> images;
  for (int i = 0; i < session.size(); ++i) {
    PagePanel panel = session.draw(i, vectors);
    const int row = i / columns;
    panel.x = (i - row * columns) * request.width;
    panel.y = row * request.height;
    panel.width = request.width;
    if (vectors) {
      panels.push_back(std::move(panel));
    } else {
      images.push_back(std::move(panel.image));
    }
  }
  if (vectors) {
    write_vector_page(request.output, columns * request.width, rows * request.height, panels);
  } else {
    write_file_whole(request.output,
                     png_bytes(images.size() == 1 ? images[0] : join_images(images, columns)));
  }
}

/// Refuses what acts at points of contact or has the length of a force, which have no place among
/// displacements that are enlarged.
/// @throws PictureRequestError
void check_warp(const PictureRequest& request) {
  const bool of_constraints = request.field != nullptr && request.field->of_constraints();
  if (request.warp == 1.0) return;
  if (request.loads || request.joints) {
    throw PictureRequestError(cat("option --warp: draws bodies alone, not ",
                                  request.loads ? "--loads" : "--joints",
                                  ", whose points have no place there"));
  }
  if (!(request.chains || request.thrust || request.status || of_constraints)) return;
  throw PictureRequestError(cat("option --warp: draws bodies alone, not ",
                                request.chains   ? "--chains"
                                : request.thrust ? "--thrust"
                                : request.status ? "--status"
                                                 : cat("--field ", request.field->name),
                                ", whose points of contact have no place there"));
}

int nearest_frame(const std::vector<double>& times, double t) {
  int nearest = 0;
  for (int i = 1; i < count(times); ++i) {
    if (std::fabs(times[at(i)] - t) < std::fabs(times[at(nearest)] - t)) nearest = i;
  }
  return nearest;
}

}  // namespace

std::vector<int> frames_of(const PictureRequest& request, const PictureSource& source) {
  const std::vector<double>& times = source.times;
  const double first = times.front();
  const double last = times.back();
  const auto check = [&](double t) {
    const double slack = 1e-6 * (last - first) + 1e-12 * std::fabs(last);
    if (t >= first - slack && t <= last + slack) return;
    throw PictureRequestError(cat("option --time: ", short_number(t), " s is not in ", source.name,
                                  ", which has t = ", short_number(first), " to ",
                                  short_number(last), " s"));
  };
  std::vector<int> frames;
  if (request.times.kind == PictureTimes::Kind::list) {
    for (const double t : request.times.list) {
      check(t);
      frames.push_back(nearest_frame(times, t));
    }
    return frames;
  }
  const bool range = request.times.kind == PictureTimes::Kind::range;
  if (!range && !is_film(format_of(request.output))) return {count(times) - 1};
  const double from = range ? request.times.first : first;
  const double to = range ? request.times.last : last;
  check(from);
  check(to);
  const int end = nearest_frame(times, to);
  for (int i = nearest_frame(times, from); i <= end; i += request.every) frames.push_back(i);
  return frames;
}

std::vector<std::string> draw_pictures(const PictureRequest& request, const PictureSource& source) {
  const PictureFormat format = format_of(request.output);
  if (request.overlay && is_film(format)) {
    throw PictureRequestError("option --overlay: a film shows one time after another");
  }
  check_warp(request);
  Session session(request, source, frames_of(request, source));
  const bool numbered_files = request.times.kind == PictureTimes::Kind::range && !request.overlay;
  if (is_film(format)) {
    write_film(request, session);
  } else if (numbered_files && format == PictureFormat::png) {
    return write_numbered(request, session);
  } else {
    write_still(request, format, session);
  }
  return {request.output};
}

}  // namespace solfec
