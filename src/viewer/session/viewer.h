#pragma once

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/scene/scene_builder.h"
#include "viewer/session/actions.h"
#include "viewer/session/canvas.h"
#include "viewer/session/inspector.h"
#include "viewer/session/menu.h"
#include "viewer/session/prompt.h"
#include "viewer/session/tools.h"
#include "viewer/session/view_options.h"
#include "viewer/session/viewed_model.h"

namespace solfec {

/// Action of the left mouse button when no tool is chosen.
enum class MouseMode { trackball, spin, zoom, move };
enum class MouseButton { left, right };

/// Settings with which the viewer starts.
struct ViewerSettings {
  int width = 512;  // of the window, pixels
  int height = 512;
  bool wireframe = false;
  bool follow = false;  // shows the newest frame of results that grow
  /// Runs another Python script. @return '', or the error. The function may be empty.
  std::function<std::string(const std::string& path)> run_python;
  /// Actions that scripts ask for, which the viewer takes and performs. May be null.
  std::shared_ptr<std::vector<AskedAction>> asked;
};

/// The viewer without its window: models, camera and options, and the handling of keys, mouse and
/// time. It knows neither OpenGL nor a window system. The owner of the window passes events to it,
/// draws `picture`, and draws the two `layers` over it.
class Viewer {
 public:
  /// @param models  At least one.
  Viewer(std::vector<std::unique_ptr<ViewedModel>> models, ViewerSettings settings);

  // ---- events --------------------------------------------------------------------------------
  void set_canvas(Canvas* canvas) { canvas_ = canvas; }
  void resize(int width, int height);
  void key(Key key);
  void press(MouseButton button, const MouseKeys& held, int x, int y);
  void drag(int x, int y);
  void point_at(int x, int y);
  void release(MouseButton button, int x, int y);
  void wheel(int clicks);
  /// Computes steps, plays frames or reads curves for about 40 ms, or for one step that takes
  /// longer.
  /// @param now  Time of a clock, s.
  void tick(double now);
  /// True when the picture has changed since the last call.
  bool take_change();
  /// Ends the RUN and the film.
  void close();
  /// Exit code of the program; set when the viewer is to end.
  [[nodiscard]] const std::optional<int>& exit_code() const { return exit_code_; }
  /// True when `tick` has work to do.
  [[nodiscard]] bool is_busy() const {
    return running_ || curve_grows_ || (settings_.asked != nullptr && !settings_.asked->empty());
  }
  [[nodiscard]] bool follows() const { return settings_.follow; }

  // ---- what is seen --------------------------------------------------------------------------
  ViewerPicture picture();
  /// Two layers over the picture: slider, panel and messages; over these menu, help and a question.
  [[nodiscard]] std::vector<Overlay> layers();
  /// "solfec: out/cubes"
  [[nodiscard]] std::string title() const;

  // ---- state, for actions and tests ----------------------------------------------------------
  ViewOptions look;
  MouseMode mouse_mode = MouseMode::trackball;
  Menu menu;
  Prompt prompt;
  Inspector inspector;
  Camera camera;
  Vec3 centre;  // about which the camera turns, m
  bool help = false;
  int skip = 1;  // frames per step of results

  [[nodiscard]] const ViewerSettings& settings() const { return settings_; }
  [[nodiscard]] ViewedModel& model() { return *models_[current_]; }
  [[nodiscard]] int model_count() const { return static_cast<int>(models_.size()); }
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] const Snapshot& snapshot();
  [[nodiscard]] const PictureLayout& layout() const { return layout_; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool running() const { return running_; }
  [[nodiscard]] bool filming() const { return film_layout_.has_value(); }
  [[nodiscard]] Tool tool() const { return tool_; }
  /// All bodies of the present state.
  [[nodiscard]] std::vector<BodyId> all_bodies();

  void say(std::string text);
  /// Performs an action; an exception becomes a message.
  void apply(const ViewerAction& action);
  /// Performs the actions that scripts have asked for since the last call, in their order. A
  /// question without an answer of the script stays open for the user.
  void perform_asked();
  void switch_model(int by);
  void set_running(bool on);
  /// Computes one step, or moves on by `skip` frames.
  void step(int direction);
  void show_frame(int frame);
  void show_time(double time);
  /// Moves the camera so that it sees all bodies along these axes.
  void fit(const ViewAxes& axes);
  void choose_tool(Tool tool);
  /// Tells that the options of the look have changed.
  void changed_look();
  /// ESC: closes what is open, or leaves the tool.
  void leave();
  void save(const std::string& path);
  void start_film(const std::string& path);
  void end_film();
  void quit(int code) { exit_code_ = code; }

 private:
  /// A motion of the mouse with the left button pressed.
  struct Drag {
    int x{};
    int y{};
    int last_x{};
    int last_y{};
    MouseMode mode{};
    bool moved = false;
    bool slides = false;  // the slider of the time is moved
    bool moves_panel = false;
    std::array<double, 2> grip{};  // from the upper left corner of the panel to the press, pixels
  };
  /// The panel of a picked body or constraint in the window, pixels.
  struct Panel {
    std::vector<std::string> lines;
    double x{};
    double y{};
    double width{};
    double height{};
  };

  void make_scene();
  void adopt_model();
  void refresh_results(double now);
  void compute(double now);
  void play(double now);
  void film_picture();
  void dragged(int dx, int dy);
  void clicked(int x, int y);
  void used_tool(const Drag& drag, int x, int y);
  void pick(int x, int y);
  [[nodiscard]] const ConstraintRecord* constraint_at(int x, int y);
  [[nodiscard]] bool shows_constraints() const;
  void add_slider(Overlay& overlay);
  [[nodiscard]] Panel panel();
  void add_panel(Overlay& overlay);
  [[nodiscard]] bool grip_panel(Drag& drag);
  [[nodiscard]] bool is_on_slider(int x, int y);
  void slide_to(int x);
  void fail(const std::exception& error);
  /// Calls `work`. An error in it is shown as a message and ends a RUN, but not the viewer.
  template <typename Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::exception& error) {
      fail(error);
    }
  }

  std::vector<std::unique_ptr<ViewedModel>> models_;
  ViewerSettings settings_;
  std::size_t current_ = 0;
  Canvas* canvas_ = nullptr;
  PictureLayout layout_;
  std::unique_ptr<SceneBuilder> builder_;
  std::shared_ptr<const Snapshot> snapshot_;
  Scene scene_;
  bool scene_is_old_ = true;
  bool changed_ = true;
  double legend_ = 0.0;  // widest one so far

  bool running_ = false;
  bool curve_grows_ = false;
  bool announced_ = false;     // the message that the next step takes long is shown
  double step_seconds_ = 0.0;  // of the last step
  double next_look_ = 0.0;     // time of the next search for new frames, s of the clock
  double next_frame_ = 0.0;    // time to show the next played frame, s of the clock

  Tool tool_ = Tool::none;
  PickedPoints picked_;
  std::optional<Drag> drag_;
  std::array<int, 2> mouse_{};
  std::optional<std::array<double, 2>> panel_place_;  // where the user has dragged it
  std::optional<PictureLayout> film_layout_;
  std::string message_;
  std::optional<int> exit_code_;

  friend class ToolUse;
};

}  // namespace solfec
