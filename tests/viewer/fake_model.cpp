#include "viewer/fake_model.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/split_text.h"

namespace solfec::test {

FakeModel::FakeModel(bool computes, std::string name)
    : computes_(computes), name_(std::move(name)) {
  model_.add_box({-3, -3, -1}, {6, 3, 0}, BodyKind::obstacle);
  model_.add_box({-0.5, -0.5, 0}, {0.5, 0.5, 1});
  model_.add_ball({3, 0, 0.5}, 0.5);
}

std::shared_ptr<const Snapshot> FakeModel::sample(int frame) {
  model_.domain.set_rigid_velocity(2, {1.0 * frame, 0, 0}, {});
  auto snapshot = std::make_shared<Snapshot>(*model_.snapshot());
  snapshot->time = 0.1 * frame;
  for (const BodyId body : {2, 3}) {
    ConstraintRecord row;
    row.id = 100 + body;
    row.kind = ConstraintKind::contact;
    row.master = body;
    row.slave = 1;
    row.point = {body == 2 ? 0.0 : 3.0, -0.4, 0};
    row.frame = identity();
    row.R = {1, 0, 10.0 + frame};
    row.gap = -1e-4;
    row.rank = static_cast<int>(body) - 2;
    snapshot->constraints.push_back(row);
  }
  ConstraintRecord held;  // what BALL and FIX_POINT put
  held.id = 7;
  held.kind = ConstraintKind::fixed_point;
  held.master = 2;
  held.point = {0, 0, 1};
  held.frame = identity();
  snapshot->constraints.insert(snapshot->constraints.begin(), held);
  snapshot->loads = {
      {.kind = LoadKind::force, .body = 2, .point = {0, 0, 1}, .vector = {0, 0, -5}}};
  snapshot->members[1].label = "box";
  snapshot->members[2].label = "ball";
  snapshot->members[2].rank = 1;
  return snapshot;
}

ModelStep FakeModel::step() {
  ModelStep result;
  if (!step_error.empty()) throw InputError(step_error);
  if (steps_left == 0) {
    result.message = "all RUNs of the script have ended";
    return result;
  }
  --steps_left;
  ++frame_;
  result.made = true;
  return result;
}

bool FakeModel::refresh() { return std::exchange(frames, grows_to) != grows_to; }

BodyFacts FakeModel::facts(BodyId id) const {
  return {id == 2 ? "box" : (id == 3 ? "ball" : ""), "steel", "fake.py:7"};
}

ModelView FakeModel::view() const {
  ModelView view;
  view.points.push_back({2, "corner", {0.5, 0.5, 1}});
  return view;
}

std::vector<BodyId> FakeCanvas::bodies_in(const ViewerPicture& picture, const PixelBox& box) {
  std::set<BodyId> bodies;
  for (int y = box.y; y < box.y + box.height; y += 2) {
    for (int x = box.x; x < box.x + box.width; x += 2) {
      const auto hit = cast_ray(picture.scene, picture.camera,
                                ray_through(picture.camera, picture.layout, x + 0.5, y + 0.5));
      if (hit) bodies.insert(hit->body);
    }
  }
  return {bodies.begin(), bodies.end()};
}

namespace {

std::vector<std::unique_ptr<ViewedModel>> fake_models(bool computes, int n) {
  std::vector<std::unique_ptr<ViewedModel>> models;
  for (int i = 0; i < n; ++i) {
    models.push_back(std::make_unique<FakeModel>(computes, "out/fake-" + std::to_string(i)));
  }
  return models;
}

ViewerSettings fake_settings(std::vector<std::string>& python) {
  ViewerSettings settings;
  settings.width = 400;
  settings.height = 300;
  settings.run_python = [&python](const std::string& path) {
    python.push_back(path);
    return path == "bad.py" ? std::string("NameError: x") : std::string();
  };
  return settings;
}

}  // namespace

FakeSession::FakeSession(bool computes, int models)
    : viewer(fake_models(computes, models), fake_settings(python)) {
  viewer.set_canvas(&canvas);
}

std::array<int, 2> FakeSession::pixel(BodyId body) {
  const ViewerPicture picture = viewer.picture();
  const Snapshot& snapshot = viewer.snapshot();
  const Vec3 middle = snapshot.bodies.motion(snapshot.find(body)->place).center;
  const auto [x, y] = pixel_of(picture.camera, picture.layout, middle);
  return {static_cast<int>(x), static_cast<int>(y)};
}

void FakeSession::click(std::array<int, 2> pixel) { drag(pixel, pixel); }

void FakeSession::drag(std::array<int, 2> from, std::array<int, 2> to, const MouseKeys& held) {
  viewer.press(MouseButton::left, held, from[0], from[1]);
  viewer.drag((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  viewer.drag(to[0], to[1]);
  viewer.release(MouseButton::left, to[0], to[1]);
}

void FakeSession::answer(const std::string& text) {
  if (!viewer.prompt.is_open()) return;
  for (std::size_t n = viewer.prompt.text().size(); n > 0; --n) viewer.key(keys::kBackspace);
  for (const char c : text) viewer.key(c);
  viewer.key(keys::kReturn);
}

bool FakeSession::choose(const ViewerAction& action) {
  viewer.press(MouseButton::right, {}, 5, 5);
  int x = 0;
  int y = 0;
  for (const std::string& word : split_text(std::string(action.menu), '/')) {
    if (word == ".") continue;
    if (!viewer.menu.find(word, x, y)) return false;
    viewer.point_at(x, y);
  }
  if (!viewer.menu.find(std::string(action.text), x, y)) return false;
  viewer.press(MouseButton::left, {}, x, y);
  viewer.release(MouseButton::left, x, y);
  return !viewer.menu.is_open();
}

}  // namespace solfec::test
