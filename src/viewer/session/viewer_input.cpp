// Handling of keys and mouse in the viewer.

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "base/cat.h"
#include "base/check.h"
#include "viewer/session/navigation.h"
#include "viewer/session/scene_ray.h"
#include "viewer/session/tool_use.h"
#include "viewer/session/viewer.h"

namespace solfec {

namespace {

constexpr int kStill = 4;        // pixels that the mouse may move in a click
constexpr double kReach = 9.0;   // pixels around the point of a constraint
constexpr double kWheel = 1.15;  // larger by a click of the wheel

}  // namespace

void Viewer::key(Key key) {
  changed_ = true;
  if (prompt.is_open()) {
    guarded([&] { prompt.key(key); });
    return perform_asked();  // a script that was run may have some
  }
  if (key == keys::kEscape) return leave();
  if (menu.is_open()) menu.close();
  const ViewerAction* const action = find_action(key);
  if (action == nullptr) return say(cat("no action has the key ", key_name(key), "; ? for help"));
  apply(*action);
}

void Viewer::press(MouseButton button, const MouseKeys& held, int x, int y) {
  changed_ = true;
  mouse_ = {x, y};
  if (button == MouseButton::right) {
    menu.open(x, y, layout_.width, layout_.height);
    return;
  }
  if (menu.is_open()) {
    if (const ViewerAction* const action = menu.click(x, y)) apply(*action);
    return;
  }
  if (help) {
    help = false;
    return;
  }
  Drag drag{x, y, x, y, mouse_mode};
  if (held.shift) drag.mode = MouseMode::move;
  if (held.control) drag.mode = MouseMode::zoom;
  if (held.alt) drag.mode = MouseMode::spin;
  drag.slides = !grip_panel(drag) && is_on_slider(x, y);
  drag_ = drag;
  if (drag.slides) slide_to(x);
}

void Viewer::point_at(int x, int y) {
  mouse_ = {x, y};
  if (!menu.is_open()) return;
  menu.point_at(x, y);
  changed_ = true;
}

void Viewer::drag(int x, int y) {
  mouse_ = {x, y};
  if (menu.is_open()) return point_at(x, y);
  if (!drag_) return;
  changed_ = true;
  if (std::abs(x - drag_->x) > kStill || std::abs(y - drag_->y) > kStill) drag_->moved = true;
  if (drag_->slides) return slide_to(x);
  if (drag_->moves_panel) {
    if (drag_->moved) panel_place_ = {x - drag_->grip[0], y - drag_->grip[1]};
    return;
  }
  const ToolInput input = spec_of(tool_).input;
  if (!drag_->moved || input == ToolInput::box || input == ToolInput::line) return;
  dragged(x - drag_->last_x, y - drag_->last_y);
  drag_->last_x = x;
  drag_->last_y = y;
}

void Viewer::dragged(int dx, int dy) {
  const double h = layout_.height;
  switch (drag_->mode) {
    case MouseMode::trackball:
      return turn_camera(camera, centre, dx / h, dy / h);
    case MouseMode::spin:
      return spin_camera(camera, centre, std::numbers::pi * dx / h);
    case MouseMode::zoom:
      return zoom_camera(camera, centre, std::exp(-2.0 * dy / h));
    case MouseMode::move:
      return move_camera(camera, centre, dx / h, dy / h);
  }
}

void Viewer::release(MouseButton button, int x, int y) {
  if (button != MouseButton::left || !drag_) return;
  changed_ = true;
  const Drag drag = *drag_;
  drag_.reset();
  if (drag.slides || drag.moves_panel) return;
  guarded([&] { used_tool(drag, x, y); });
}

void Viewer::used_tool(const Drag& drag, int x, int y) {
  ToolUse use(*this);
  const ToolInput input = spec_of(tool_).input;
  if (input == ToolInput::box) return use.box({drag.x, drag.y}, {x, y});
  if (input == ToolInput::line) return use.line({drag.x, drag.y}, {x, y});
  if (drag.moved) return;
  if (input == ToolInput::none) return pick(x, y);
  use.click(x, y);
}

void Viewer::wheel(int clicks) {
  zoom_camera(camera, centre, std::pow(kWheel, clicks));
  changed_ = true;
}

bool Viewer::shows_constraints() const {
  return look.chains || look.status || (look.field != nullptr && look.field->of_constraints());
}

/// The nearest to the viewer of those that are drawn around the pixel; null: none.
const ConstraintRecord* Viewer::constraint_at(int x, int y) {
  if (!shows_constraints()) return nullptr;
  const ConstraintRecord* found = nullptr;
  double nearest = kReach;
  for (const ConstraintRecord& row : snapshot().constraints) {
    if (camera.perspective && camera.to_eye(row.point).z <= 0.0) continue;
    const auto [px, py] = pixel_of(camera, layout_, row.point);
    const double away = std::hypot(px - x, py - y);
    if (away >= nearest) continue;
    nearest = away;
    found = &row;
  }
  return found;
}

void Viewer::pick(int x, int y) {
  message_.clear();
  const ViewerPicture shown = picture();
  if (const ConstraintRecord* const row = constraint_at(x, y)) {
    inspector.pick_constraint(row->id);
  } else if (const auto hit = cast_ray(shown.scene, shown.camera,
                                       ray_through(shown.camera, shown.layout, x + 0.5, y + 0.5))) {
    inspector.pick_body(hit->body);
  } else {
    return inspector.close();
  }
  if (model().computes()) inspector.note(snapshot());
}

}  // namespace solfec
