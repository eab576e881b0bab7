#include "viewer/session/action_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fnmatch.h>
#include <optional>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "viewer/session/navigation.h"
#include "viewer/session/viewer.h"

namespace solfec::action {

namespace {

/// Fields by which one goes through the results, as the table has them.
constexpr std::array<std::string_view, 24> kResults{
    "dx", "dy",       "dz", "displacement", "vx",  "vy",  "vz",    "velocity",
    "sx", "sy",       "sz", "sxy",          "sxz", "syz", "mises", "RT",
    "RN", "reaction", "UT", "UN",           "U",   "gap", "merit", ""};

double number_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(number)) {
    throw InputError(cat("'", text, "' is no number"));
  }
  return number;
}

/// Bodies by a label with * and ?, or by an id.
std::vector<BodyId> labelled(Viewer& viewer, const std::string& pattern) {
  std::vector<BodyId> bodies;
  for (const SnapshotBody& body : viewer.snapshot().members) {
    const bool same = fnmatch(pattern.c_str(), body.label.c_str(), 0) == 0;
    if (same || cat(body.id) == pattern) bodies.push_back(body.id);
  }
  if (bodies.empty()) throw InputError(cat("no body has the label '", pattern, "'"));
  return bodies;
}

std::string file_name(const Viewer& viewer, std::string_view ending) {
  const std::string title = viewer.title();
  std::string name = title.substr(title.find(' ') + 1);
  name = name.substr(0, name.find(' '));
  return cat(name.substr(name.rfind('/') + 1), ".", ending);
}

bool is_film_name(const std::string& path) {
  return path.ends_with(".mp4") || path.ends_with(".avi") || path.ends_with(".gif");
}

void toggle_all(Viewer& viewer, std::set<BodyId>& set) {
  const std::vector<BodyId> all = viewer.all_bodies();
  if (set.size() == all.size()) {
    set.clear();
  } else {
    set.insert(all.begin(), all.end());
  }
  viewer.changed_look();
}

}  // namespace

void next_model(Viewer& viewer, Word by) { viewer.switch_model(by == "-" ? -1 : 1); }

void tool(Viewer& viewer, Word name) {
  static constexpr std::array<std::pair<Word, Tool>, 13> kTools{{{"veil", Tool::veil},
                                                                 {"hide", Tool::hide},
                                                                 {"rough", Tool::rough},
                                                                 {"coordinates", Tool::coordinates},
                                                                 {"distance", Tool::distance},
                                                                 {"angle", Tool::angle},
                                                                 {"centre", Tool::centre},
                                                                 {"select 2d", Tool::select_2d},
                                                                 {"select 3d", Tool::select_3d},
                                                                 {"wire 2d", Tool::wire_2d},
                                                                 {"wire 3d", Tool::wire_3d},
                                                                 {"cut space", Tool::cut_space},
                                                                 {"cut body", Tool::cut_body}}};
  for (const auto& [word, one] : kTools) {
    if (word == name) viewer.choose_tool(viewer.tool() == one ? Tool::none : one);
  }
}

void previous_selection(Viewer& viewer, Word /*unused*/) {
  auto& selections = viewer.look.selections;
  if (selections.empty()) return viewer.say("all bodies are selected");
  selections.pop_back();
  viewer.changed_look();
}

void toggle(Viewer& viewer, Word what) {
  static constexpr std::array<std::pair<Word, bool ViewOptions::*>, 10> kSwitches{
      {{"bodies", &ViewOptions::bodies},
       {"points", &ViewOptions::points},
       {"lighting", &ViewOptions::lighting},
       {"legends", &ViewOptions::legends},
       {"dark", &ViewOptions::dark},
       {"chains", &ViewOptions::chains},
       {"thrust", &ViewOptions::thrust},
       {"status", &ViewOptions::status},
       {"forces", &ViewOptions::forces},
       {"joints", &ViewOptions::joints}}};
  for (const auto& [word, member] : kSwitches) {
    if (word == what) viewer.look.*member = !(viewer.look.*member);
  }
  viewer.changed_look();
  if (what == "forces" && viewer.look.forces && viewer.snapshot().loads.empty()) {
    viewer.say("there is no FORCE, TORQUE or PRESSURE, or an earlier program wrote the results");
  }
}

void veil_all(Viewer& viewer, Word on) {
  viewer.look.veiled.clear();
  if (on == "on") toggle_all(viewer, viewer.look.veiled);
  viewer.changed_look();
}

void show_all(Viewer& viewer, Word /*unused*/) {
  viewer.look.hidden.clear();
  viewer.look.selections.clear();
  viewer.look.bodies = true;
  viewer.changed_look();
}

void wire_all(Viewer& viewer, Word on) {
  viewer.look.wire.clear();
  if (on == "on") toggle_all(viewer, viewer.look.wire);
  viewer.changed_look();
}

void turn_lines(Viewer& viewer, Word /*unused*/) { toggle_all(viewer, viewer.look.wire); }

void clear_cuts(Viewer& viewer, Word /*unused*/) {
  viewer.look.cuts.clear();
  viewer.changed_look();
}

void legend_extents(Viewer& viewer, Word /*unused*/) {
  viewer.prompt.ask("range of the colours, LOW:HIGH; nothing: as found", "",
                    [&viewer](const std::string& text) {
                      ValueRange range;
                      if (!text.empty()) {
                        const std::size_t colon = text.find(':');
                        if (colon == std::string::npos) throw InputError("a range is LOW:HIGH");
                        const double lo = number_in(text.substr(0, colon));
                        const double hi = number_in(text.substr(colon + 1));
                        if (!(lo < hi)) throw InputError("give the lower end of the range first");
                        range.lo = lo;
                        range.hi = hi;
                      }
                      viewer.look.range = range;
                      viewer.changed_look();
                    });
}

void run_python(Viewer& viewer, Word /*unused*/) {
  if (!viewer.settings().run_python) {
    return viewer.say("there is no script here, so no Python either");
  }
  viewer.prompt.ask("run the Python script", "", [&viewer](const std::string& path) {
    const std::string mistake = viewer.settings().run_python(path);
    viewer.changed_look();
    viewer.say(mistake.empty() ? "ran " + path : mistake);
  });
}

void select_label(Viewer& viewer, Word /*unused*/) {
  viewer.prompt.ask("show bodies of the label (* and ? stand for others)", "",
                    [&viewer](const std::string& text) {
                      viewer.look.selections.push_back(labelled(viewer, text));
                      viewer.changed_look();
                    });
}

void highlight_label(Viewer& viewer, Word /*unused*/) {
  viewer.prompt.ask("highlight bodies of the label; nothing: none", "",
                    [&viewer](const std::string& text) {
                      viewer.look.highlighted.clear();
                      if (!text.empty()) {
                        const std::vector<BodyId> bodies = labelled(viewer, text);
                        viewer.look.highlighted.insert(bodies.begin(), bodies.end());
                      }
                      viewer.changed_look();
                    });
}

void arrows(Viewer& viewer, Word by) {
  viewer.look.arrow_scale *= by == "+" ? 1.25 : 0.8;
  viewer.changed_look();
}

void output_path(Viewer& viewer, Word /*unused*/) { viewer.say(viewer.title()); }

void field(Viewer& viewer, Word name) {
  viewer.look.field = find_picture_field(name);
  viewer.look.range = {};
  viewer.changed_look();
  viewer.resize(viewer.layout().width, viewer.layout().height);  // room for its legend
}

void next_field(Viewer& viewer, Word by) {
  const Word now = viewer.look.field == nullptr ? "" : viewer.look.field->name;
  const auto place = std::find(kResults.begin(), kResults.end(), now);
  const int n = count(kResults);
  const int i = place == kResults.end() ? n - 1 : static_cast<int>(place - kResults.begin());
  field(viewer, kResults.at(at((i + (by == "-" ? n - 1 : 1)) % n)));
}

void run(Viewer& viewer, Word /*unused*/) { viewer.set_running(!viewer.running()); }

void step(Viewer& viewer, Word by) {
  viewer.set_running(false);
  viewer.step(by == "-" ? -1 : 1);
}

void end_of_frames(Viewer& viewer, Word which) {
  viewer.show_frame(which == "first" ? 0 : viewer.model().frame_count() - 1);
}

void seek(Viewer& viewer, Word /*unused*/) {
  if (viewer.model().computes()) {
    return viewer.say("there are no frames while a model is computed");
  }
  viewer.prompt.ask("seek to the time (s)", short_number(viewer.snapshot().time),
                    [&viewer](const std::string& text) { viewer.show_time(number_in(text)); });
}

void skip(Viewer& viewer, Word /*unused*/) {
  viewer.prompt.ask("frames per step", cat(viewer.skip), [&viewer](const std::string& text) {
    const double number = number_in(text);
    if (!(number >= 1.0 && number <= 1e6)) throw InputError("at least one frame");
    viewer.skip = static_cast<int>(number);
  });
}

void view(Viewer& viewer, Word name) { viewer.fit(*find_view(name)); }

void perspective(Viewer& viewer, Word /*unused*/) {
  set_perspective(viewer.camera, viewer.centre, !viewer.camera.perspective);
}

void film(Viewer& viewer, Word /*unused*/) {
  if (viewer.filming()) return viewer.end_film();
  viewer.prompt.ask("film into (.mp4, .avi or .gif)", file_name(viewer, "mp4"),
                    [&viewer](const std::string& path) {
                      if (!is_film_name(path)) {
                        throw InputError("a film ends with .mp4, .avi or .gif");
                      }
                      viewer.start_film(path);
                    });
}

void save(Viewer& viewer, Word ending) {
  viewer.prompt.ask(cat("picture into (.", ending, ")"), file_name(viewer, ending),
                    [&viewer, wanted = cat(".", ending)](const std::string& path) {
                      viewer.save(path.ends_with(wanted) ? path : path + wanted);
                    });
}

void mouse(Viewer& viewer, Word mode) {
  static constexpr std::array<std::pair<Word, MouseMode>, 4> kModes{
      {{"trackball", MouseMode::trackball},
       {"spin", MouseMode::spin},
       {"zoom", MouseMode::zoom},
       {"move", MouseMode::move}}};
  for (const auto& [word, one] : kModes) {
    if (word == mode) viewer.mouse_mode = one;
  }
  viewer.say(cat("the left button: ", mode));
}

void next_quantity(Viewer& viewer, Word /*unused*/) {
  if (!viewer.inspector.is_open()) return viewer.say("click at a body or a contact first");
  viewer.inspector.next_quantity();
  if (viewer.model().computes()) viewer.inspector.note(viewer.snapshot());
}

void help(Viewer& viewer, Word /*unused*/) { viewer.help = !viewer.help; }

void quit(Viewer& viewer, Word /*unused*/) { viewer.quit(0); }

}  // namespace solfec::action
