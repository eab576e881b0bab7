// Every entry of the menu and every key, through the one table, without a window.

#include <functional>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "viewer/fake_model.h"

namespace solfec {

// In the names of tests.
static void PrintTo(const ViewerAction& action, std::ostream* out) { *out << action.id; }

namespace {

using test::FakeSession;
using Expectation = std::function<bool(FakeSession& session)>;

/// After the action: the colours are those of a field.
Expectation colours_by(const char* name) {
  return [name](FakeSession& s) {
    return s.viewer.look.field == find_picture_field(name) && s.viewer.picture().lighting;
  };
}

Expectation chooses(Tool tool) {
  return [tool](FakeSession& s) { return s.viewer.tool() == tool && !s.viewer.message().empty(); };
}

Expectation looks_along(Vec3 forward) {
  return [forward](FakeSession& s) { return norm(s.viewer.camera.axes.forward - forward) < 1e-12; };
}

Expectation sets_mode(MouseMode mode) {
  return [mode](FakeSession& s) { return s.viewer.mouse_mode == mode; };
}

Expectation saves(const char* path) {
  return [path](FakeSession& s) {
    const bool asked = s.viewer.prompt.is_open();
    s.answer("one");
    return asked && s.canvas.saved == std::vector<std::string>{path};
  };
}

bool is_off(FakeSession& s, bool ViewOptions::*member) { return !(s.viewer.look.*member); }

using Expectations = std::map<std::string, Expectation>;

void add_bodies(Expectations& all) {
  all["domain.previous"] = [](FakeSession& s) { return s.viewer.current() == 2; };
  all["domain.next"] = [](FakeSession& s) { return s.viewer.current() == 1; };
  all["render.select2"] = chooses(Tool::select_2d);
  all["render.select3"] = chooses(Tool::select_3d);
  all["render.wire2"] = chooses(Tool::wire_2d);
  all["render.wire3"] = chooses(Tool::wire_3d);
  all["render.previous"] = [](FakeSession& s) { return s.viewer.look.selections.size() == 1; };
  all["render.bodies"] = [](FakeSession& s) {
    return is_off(s, &ViewOptions::bodies) && s.viewer.picture().scene.corners.empty() &&
           s.viewer.picture().scene.rounds.empty();
  };
  all["tools.veil"] = chooses(Tool::veil);
  all["tools.veil_all"] = [](FakeSession& s) {
    return s.viewer.look.veiled.size() == 3 && s.viewer.picture().scene.corners.empty();
  };
  all["tools.veil_none"] = [](FakeSession& s) { return s.viewer.look.veiled.empty(); };
  all["tools.hide"] = chooses(Tool::hide);
  all["tools.show_all"] = [](FakeSession& s) {
    return s.viewer.look.hidden.empty() && s.viewer.look.selections.empty() &&
           s.viewer.picture().scene.bodies.size() == 3;
  };
  all["tools.rough"] = chooses(Tool::rough);
  all["tools.wire_all"] = [](FakeSession& s) {
    const ViewerPicture picture = s.viewer.picture();
    return picture.scene.corners.empty() && picture.scene.rounds.empty() &&
           picture.scene.hollow.rounds.size() == 1;
  };
  all["tools.wire_none"] = [](FakeSession& s) { return s.viewer.look.wire.empty(); };
  all["view.lines"] = [](FakeSession& s) { return s.viewer.look.wire.size() == 3; };
  all["tools.select_label"] = [](FakeSession& s) {
    s.answer("b*");
    return s.viewer.picture().scene.bodies == std::vector<BodyId>{2, 3};
  };
  all["tools.highlight"] = [](FakeSession& s) {
    s.answer("ball");
    return s.viewer.look.highlighted == std::set<BodyId>{3};
  };
}

void add_tools(Expectations& all) {
  all["tools.cut_space"] = chooses(Tool::cut_space);
  all["tools.cut_body"] = chooses(Tool::cut_body);
  all["tools.clear_cuts"] = [](FakeSession& s) { return s.viewer.look.cuts.empty(); };
  all["tools.coordinates"] = chooses(Tool::coordinates);
  all["tools.distance"] = chooses(Tool::distance);
  all["tools.angle"] = chooses(Tool::angle);
  all["tools.centre"] = chooses(Tool::centre);
  all["tools.quantity"] = [](FakeSession& s) {
    return s.viewer.inspector.quantity() == "kinetic energy (J)";
  };
  all["tools.next"] = colours_by("dy");
  all["tools.previous"] = [](FakeSession& s) { return s.viewer.look.field == nullptr; };
  all["tools.larger"] = [](FakeSession& s) { return s.viewer.look.arrow_scale == 1.25; };
  all["tools.smaller"] = [](FakeSession& s) { return s.viewer.look.arrow_scale == 0.8; };
  all["tools.extents"] = [](FakeSession& s) {
    s.answer("-1:2.5");
    const ValueRange range = s.viewer.picture().scene.range;
    return range.lo == -1.0 && range.hi == 2.5;
  };
  all["tools.legends"] = [](FakeSession& s) {
    return is_off(s, &ViewOptions::legends) && s.viewer.picture().overlay.lines.empty();
  };
  all["tools.lighting"] = [](FakeSession& s) { return !s.viewer.picture().lighting; };
  all["tools.points"] = [](FakeSession& s) {
    return is_off(s, &ViewOptions::points) && s.viewer.picture().scene.labels.empty();
  };
  all["tools.dark"] = [](FakeSession& s) { return s.viewer.picture().paper.r < 64; };
  all["tools.path"] = [](FakeSession& s) {
    return s.viewer.message().find("out/fake-0") != std::string::npos;
  };
  all["tools.python"] = [](FakeSession& s) {
    s.answer("a.py");
    return s.python == std::vector<std::string>{"a.py"};
  };
}

void add_fields(Expectations& all) {
  for (const char* const name :
       {"dx", "dy",       "dz", "displacement", "vx",  "vy",  "vz",    "velocity",
        "sx", "sy",       "sz", "sxy",          "sxz", "syz", "mises", "RT",
        "RN", "reaction", "UT", "UN",           "U",   "gap", "merit"}) {
    all[std::string("results.") + name] = colours_by(name);
  }
  all["kinds.constraints"] = colours_by("constraints");
  all["kinds.constraint_ranks"] = [](FakeSession& s) {
    return s.viewer.picture().scene.legend.categories.size() == 2;  // ranks 0 and 1
  };
  all["kinds.forces"] = [](FakeSession& s) { return s.viewer.picture().scene.rods.size() == 2; };
  all["kinds.joints"] = [](FakeSession& s) {
    const auto& categories = s.viewer.picture().scene.legend.categories;
    return categories.size() == 1 && categories[0].name == "BALL: 1";
  };
  all["kinds.bodies"] = colours_by("kind");
  all["kinds.body_ranks"] = colours_by("rank");
  all["kinds.surfaces"] = colours_by("surface");
  all["kinds.volumes"] = colours_by("volume");
  all["kinds.materials"] = colours_by("material");
  all["kinds.none"] = [](FakeSession& s) { return s.viewer.look.field == nullptr; };
  all["results.chains"] = [](FakeSession& s) { return s.viewer.look.chains; };
  all["results.thrust"] = [](FakeSession& s) { return s.viewer.look.thrust; };
  all["results.status"] = [](FakeSession& s) {
    return s.viewer.picture().scene.legend.title == "contacts";
  };
}

void add_analysis(Expectations& all) {
  all["analysis.run"] = [](FakeSession& s) {
    const bool began = s.viewer.running();
    s.viewer.tick(1.0);
    return began && s.fake().frame() == 6;
  };
  const auto at_frame = [](int frame) {
    return [frame](FakeSession& s) { return s.fake().frame() == frame; };
  };
  all["analysis.step"] = at_frame(6);
  all["analysis.forward"] = at_frame(6);
  all["analysis.backward"] = at_frame(4);
  all["analysis.first"] = at_frame(0);
  all["analysis.last"] = at_frame(10);
  all["analysis.seek"] = [](FakeSession& s) {
    s.answer("0.78");
    return s.fake().frame() == 8;
  };
  all["analysis.skip"] = [](FakeSession& s) {
    s.answer("3");
    s.viewer.key(keys::kRight);
    return s.fake().frame() == 8;
  };
}

void add_the_rest(Expectations& all) {
  all["view.perspective"] = [](FakeSession& s) { return !s.viewer.camera.perspective; };
  all["view.front"] = looks_along({0, 1, 0});
  all["view.back"] = looks_along({0, -1, 0});
  all["view.left"] = looks_along({1, 0, 0});
  all["view.right"] = looks_along({-1, 0, 0});
  all["view.top"] = looks_along({0, 0, -1});
  all["view.bottom"] = looks_along({0, 0, 1});
  all["view.iso"] = looks_along(find_view("iso")->forward);
  all["export.film"] = [](FakeSession& s) {
    s.answer("a.mp4");
    const bool begun = s.viewer.filming() && s.canvas.film == "a.mp4";
    s.viewer.key(keys::kReturn);
    for (int i = 1; i < 100; ++i) s.viewer.tick(i);
    s.viewer.key('F');
    return begun && s.canvas.films == 1 && s.canvas.pictures == 7;  // frames 5 to 10, once more 10
  };
  all["export.pdf"] = saves("one.pdf");
  all["export.eps"] = saves("one.eps");
  all["export.bmp"] = saves("one.bmp");
  all["export.png"] = saves("one.png");
  all["mouse.trackball"] = sets_mode(MouseMode::trackball);
  all["mouse.spin"] = sets_mode(MouseMode::spin);
  all["mouse.zoom"] = sets_mode(MouseMode::zoom);
  all["mouse.move"] = sets_mode(MouseMode::move);
  all["help"] = [](FakeSession& s) {
    return s.viewer.help && s.viewer.layers()[1].texts.size() > actions().size() / 2;
  };
  all["quit"] = [](FakeSession& s) { return s.viewer.exit_code() == 0; };
}

const Expectations& expectations() {
  static const Expectations all = [] {
    Expectations map;
    add_bodies(map);
    add_tools(map);
    add_fields(map);
    add_analysis(map);
    add_the_rest(map);
    return map;
  }();
  return all;
}

/// A session in which each action has something to change.
void prepare(FakeSession& session, const ViewerAction& action) {
  Viewer& viewer = session.viewer;
  viewer.show_frame(5);
  viewer.look.selections = {{1, 2}, {2}};
  const std::string id(action.id);
  if (id != "render.previous") viewer.look.selections.clear();
  if (id == "tools.show_all") {
    viewer.look.hidden = {2};
    viewer.look.selections = {{2}};
  }
  if (id == "tools.veil_none") viewer.look.veiled = {2};
  if (id == "tools.wire_none") viewer.look.wire = {2};
  if (id == "tools.clear_cuts") viewer.look.cuts.resize(2);
  if (id == "tools.quantity") viewer.inspector.pick_body(2);
  if (id == "mouse.trackball") viewer.mouse_mode = MouseMode::spin;
  if (id == "tools.extents" || id == "tools.next" || id == "tools.previous" || id == "kinds.none") {
    viewer.apply(*find_action("results.dx"));
  }
  if (id == "tools.previous") viewer.apply(*find_action("kinds.none")), viewer.key('+');
  if (id.starts_with("view.")) viewer.camera.axes = view_from(77, 12);
}

class EachAction : public ::testing::TestWithParam<ViewerAction> {};
class EachKey : public ::testing::TestWithParam<ViewerAction> {};

TEST_P(EachAction, WorksByItsEntryInTheMenu) {
  const ViewerAction& action = GetParam();
  ASSERT_EQ(expectations().count(std::string(action.id)), 1U);
  FakeSession session(false, 3);
  prepare(session, action);
  ASSERT_TRUE(session.choose(action));
  EXPECT_TRUE(expectations().at(std::string(action.id))(session)) << session.viewer.message();
}

TEST_P(EachKey, DoesItsAction) {
  const ViewerAction& action = GetParam();
  FakeSession session(false, 3);
  prepare(session, action);
  session.viewer.key(action.key);
  EXPECT_TRUE(expectations().at(std::string(action.id))(session)) << session.viewer.message();
}

std::string name_of_case(const ::testing::TestParamInfo<ViewerAction>& info) {
  std::string name(info.param.id);
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

std::vector<ViewerAction> actions_with_keys() {
  std::vector<ViewerAction> list;
  for (const ViewerAction& one : actions()) {
    if (one.key != keys::kNone) list.push_back(one);
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Table, EachAction, ::testing::ValuesIn(actions().begin(), actions().end()),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Table, EachKey, ::testing::ValuesIn(actions_with_keys()), name_of_case);

TEST(Actions, HaveIdsAndKeysOfTheirOwnAndWordsOfHelp) {
  std::set<std::string_view> ids;
  std::set<Key> used;
  for (const ViewerAction& action : actions()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id;
    EXPECT_TRUE(action.key == keys::kNone || used.insert(action.key).second) << action.id;
    EXPECT_FALSE(action.help.empty()) << action.id;
    EXPECT_EQ(find_action(action.id), &action);
  }
  EXPECT_EQ(ids.size(), expectations().size());
}

// The keys of the viewer of 2010 and of its later versions.
TEST(Actions, TheOldKeysAreThere) {
  for (const char key : std::string("<>23p45btharTncCsexdgLwWlmPkKD+-][o")) {
    EXPECT_NE(find_action(Key{key}), nullptr) << key;
  }
  for (const Key key :
       {keys::kReturn, keys::kSpace, keys::kUp, keys::kRight, keys::kLeft, keys::kDown}) {
    EXPECT_NE(find_action(key), nullptr) << key_name(key);
  }
}

TEST(Actions, TheTableOfTheManualHasALineForEach) {
  const std::string text = actions_as_markdown();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + static_cast<long>(actions().size()));
  EXPECT_NE(text.find("| analysis | seek to | `UP` |"), std::string::npos);
}

}  // namespace
}  // namespace solfec
