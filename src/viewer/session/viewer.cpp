#include "viewer/session/viewer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "viewer/session/navigation.h"

namespace solfec {

namespace {

constexpr double kSlice = 0.04;     // s of computing between two pictures
constexpr double kLongStep = 0.3;   // s, from which on a step is announced
constexpr double kLookAgain = 0.5;  // s between two looks at results that grow
constexpr double kReading = 0.02;   // s of reading for a curve between two pictures

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Viewer::Viewer(std::vector<std::unique_ptr<ViewedModel>> models, ViewerSettings settings)
    : models_(std::move(models)), settings_(std::move(settings)) {
  SOLFEC_ASSERT(!models_.empty());
  layout_.width = settings_.width;
  layout_.height = settings_.height;
  if (settings_.follow) show_frame(model().frame_count() - 1);
  adopt_model();
  if (settings_.wireframe) {
    for (const BodyId id : all_bodies()) look.wire.insert(id);
  }
  if (!model().computes()) say(cat(model().frame_count(), " frames of results; ? for help"));
  if (model().computes()) say("RETURN runs, SPACE steps, ? for help");
}

/// Another model, or the same with other bodies: what is kept of it is made anew.
void Viewer::adopt_model() {
  builder_ = std::make_unique<SceneBuilder>(SceneParams{});
  snapshot_.reset();
  scene_is_old_ = true;
  legend_ = 0.0;
  fit(*find_view("iso"));
}

const Snapshot& Viewer::snapshot() {
  if (snapshot_ == nullptr) snapshot_ = model().snapshot();
  return *snapshot_;
}

std::vector<BodyId> Viewer::all_bodies() {
  std::vector<BodyId> ids;
  for (const SnapshotBody& body : snapshot().members) ids.push_back(body.id);
  return ids;
}

void Viewer::make_scene() {
  if (!scene_is_old_) return;
  const ModelView view = model().view();
  SceneParams params = scene_params_of(look, snapshot(), view.drawn);
  params.friction = [this](int material) { return model().friction(material); };
  if (look.points) {
    for (const MarkedPoint& one : view.points) {
      params.points.push_back({one.point, one.label});
      params.point_body.push_back(one.body);
    }
  }
  builder_->set_params(std::move(params));
  scene_ = builder_->build(snapshot());
  scene_is_old_ = false;
  for (const Legend* const one : {&scene_.legend, &scene_.chain_legend}) {
    legend_ = std::max(legend_, legend_width(*one, layout_.text_size()));
  }
  const double aspect = layout_.aspect();
  layout_.legend = look.legends ? legend_ : 0.0;
  // what was seen beside the legend is seen beside another one
  if (layout_.aspect() != aspect) zoom_camera(camera, centre, layout_.aspect() / aspect);
  layout_.time = layout_.axes = look.legends;
}

ViewerPicture Viewer::picture() {
  make_scene();
  std::vector<Vec3> points;
  for (const Box& box : scene_.boxes) {
    if (is_empty(box)) continue;
    for (const Vec3 corner : corners_of(box)) points.push_back(corner);
  }
  set_depth_range(camera, points);
  constexpr Colour kDark{30, 32, 38};
  constexpr Colour kLight{225, 227, 232};
  ViewerPicture picture{scene_,
                        camera,
                        layout_,
                        look.lighting,
                        look.dark ? kDark : kPaper,
                        drag_.has_value() || running_,
                        make_overlay(scene_, camera, layout_)};
  if (look.dark) {
    picture.overlay.paper = kDark;
    const auto light = [&](Colour& colour) {
      if (colour == kInk) colour = kLight;
    };
    for (auto& line : picture.overlay.lines) light(line.colour);
    for (auto& text : picture.overlay.texts) light(text.colour);
  }
  return picture;
}

std::string Viewer::title() const {
  std::string text = cat("solfec: ", models_[current_]->name());
  if (models_.size() > 1) text += cat(" (", current_ + 1, " of ", models_.size(), ")");
  return text;
}

void Viewer::resize(int width, int height) {
  layout_.width = std::max(width, 16);
  layout_.height = std::max(height, 16);
  legend_ = 0.0;
  changed_look();
}

bool Viewer::take_change() { return std::exchange(changed_, false); }

void Viewer::say(std::string text) {
  message_ = std::move(text);
  changed_ = true;
}

void Viewer::changed_look() { scene_is_old_ = changed_ = true; }

void Viewer::fail(const std::exception& error) {
  running_ = false;
  std::fprintf(stderr, "solfec: %s\n", error.what());
  const std::string text = error.what();
  say(text.substr(0, text.find('\n')));
}

void Viewer::apply(const ViewerAction& action) {
  message_.clear();
  changed_ = true;
  guarded([&] { action.apply(*this, action.argument); });
}

void Viewer::perform_asked() {
  if (settings_.asked == nullptr) return;
  const std::vector<AskedAction> asked = std::exchange(*settings_.asked, {});
  for (const auto& [action, answer] : asked) {
    apply(*action);
    if (!answer) continue;
    const auto& text = *answer;  // clang 14 captures no structured bindings
    if (prompt.is_open()) {
      guarded([&] { prompt.answer(text); });
    } else if (message_.empty()) {
      say(cat("the action '", action->id, "' asks nothing that '", text, "' would answer"));
    }
  }
}

void Viewer::leave() {
  changed_ = true;
  drag_.reset();
  if (menu.is_open()) return menu.close();
  if (help) {
    help = false;
  } else if (tool_ != Tool::none) {
    choose_tool(Tool::none);
  } else {
    inspector.close();
  }
}

void Viewer::choose_tool(Tool tool) {
  tool_ = tool;
  picked_.clear();
  drag_.reset();
  say(std::string(spec_of(tool).hint));
}

void Viewer::switch_model(int by) {
  const int n = model_count();
  if (n == 1) return say("there is one model");
  running_ = false;
  end_film();
  current_ = at(((static_cast<int>(current_) + by) % n + n) % n);
  inspector.close();
  look.hidden.clear();  // ids of bodies of another model
  look.veiled.clear();
  look.wire.clear();
  look.rough.clear();
  look.highlighted.clear();
  look.selections.clear();
  look.cuts.clear();
  adopt_model();
  say(title());
}

void Viewer::fit(const ViewAxes& axes) {
  make_scene();
  CameraParams params;
  params.axes = axes;
  params.perspective = camera.perspective;
  params.aspect = layout_.aspect();
  const std::vector<Vec3> points = points_to_see(scene_.boxes, scene_.moves);
  camera = fit_camera(params, points);
  const Box box = box_of(points);
  centre = is_empty(box) ? Vec3{0.5, 0.5, 0.5} : 0.5 * (box.lo + box.hi);
  changed_ = true;
}

// ---- analysis --------------------------------------------------------------------------------

void Viewer::set_running(bool on) {
  running_ = on;
  announced_ = false;
  changed_ = true;
  if (on && !model().computes() && model().frame() + 1 >= model().frame_count()) show_frame(0);
}

void Viewer::step(int direction) {
  if (!model().computes()) return show_frame(model().frame() + direction * skip);
  if (direction < 0) return say("a run does not go backward; results do");
  const double begin = seconds();
  const ModelStep result = model().step();
  step_seconds_ = seconds() - begin;
  snapshot_.reset();
  scene_is_old_ = changed_ = true;
  if (!result.message.empty()) say(result.message);
  if (!result.made) running_ = false;
  if (result.exit_code >= 0) exit_code_ = result.exit_code;
  if (inspector.is_open()) inspector.note(snapshot());
}

void Viewer::show_frame(int frame) {
  if (model().computes()) return say("there are no frames while a model is computed");
  const int shown = std::clamp(frame, 0, model().frame_count() - 1);
  if (shown != frame) running_ = false;
  snapshot_.reset();
  model().show(shown);
  scene_is_old_ = changed_ = true;
}

void Viewer::show_time(double time) {
  if (model().computes()) return say("there are no frames while a model is computed");
  show_frame(nearest_frame_of(model(), time));
}

void Viewer::compute(double /*now*/) {
  if (step_seconds_ > kLongStep && !announced_) {
    announced_ = true;  // drawn before the step begins
    return say(cat("computing; the last step took ", short_number(step_seconds_), " s"));
  }
  if (announced_) message_.clear();
  announced_ = false;
  const double end = seconds() + kSlice;
  do {
    step(1);
    film_picture();
  } while (running_ && seconds() + step_seconds_ < end);
}

void Viewer::play(double now) {
  if (now < next_frame_) return;
  next_frame_ = now + kSlice;
  show_frame(model().frame() + skip);
  film_picture();
}

/// Refreshes results that somebody else is writing.
void Viewer::refresh_results(double now) {
  if (!settings_.follow || now < next_look_) return;
  const bool at_end = model().frame() + 1 == model().frame_count();
  const double begin = seconds();
  const bool grown = model().refresh();
  next_look_ = now + std::max(kLookAgain, 5.0 * (seconds() - begin));
  if (!grown) return;
  changed_ = true;
  if (at_end) {
    show_frame(model().frame_count() - 1);
    film_picture();
  }
  curve_grows_ = inspector.is_open();
}

void Viewer::tick(double now) {
  perform_asked();
  guarded([&] { refresh_results(now); });
  if (running_) {
    guarded([&] {
      if (model().computes()) {
        compute(now);
      } else {
        play(now);
      }
    });
  }
  if (running_ && model().computes()) return;  // its frames are read when it stops
  guarded([&] {
    curve_grows_ = inspector.is_open() && inspector.read_some(model(), kReading);
    changed_ = changed_ || curve_grows_;
  });
}

void Viewer::close() {
  guarded([&] { end_film(); });
  for (const auto& one : models_) {
    guarded([&] { one->finish(); });
  }
}

// ---- files -----------------------------------------------------------------------------------

void Viewer::save(const std::string& path) {
  if (canvas_ == nullptr) throw InputError("there is no window to take a picture of");
  canvas_->save(picture(), path);
  std::printf("solfec: wrote %s\n", path.c_str());
  std::fflush(stdout);
  say("wrote " + path);
}

void Viewer::start_film(const std::string& path) {
  if (canvas_ == nullptr) throw InputError("there is no window to film");
  end_film();
  canvas_->begin_film(picture(), path);
  film_layout_ = layout_;
  film_picture();
  say("filming into " + path);
}

void Viewer::film_picture() {
  if (!film_layout_) return;
  if (film_layout_->width != layout_.width || film_layout_->height != layout_.height) {
    end_film();
    return say("the film has ended, as the window has another size");
  }
  canvas_->add_to_film(picture());
}

void Viewer::end_film() {
  if (!film_layout_) return;
  film_layout_.reset();
  canvas_->end_film();
  say("the film is complete");
}

}  // namespace solfec
