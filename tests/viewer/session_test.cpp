// Mouse, tools, panel, steps and mistakes in the viewer, without a window.

#include <gtest/gtest.h>

#include "viewer/fake_model.h"
#include "viewer/session/navigation.h"

namespace solfec {
namespace {

using test::FakeSession;

constexpr double kTol = 1e-9;

/// The viewer looks along y, without perspective.
void look_from_front(FakeSession& session) {
  session.viewer.key('v');
  session.viewer.apply(*find_action("view.front"));
}

TEST(ViewerMouse, EachModeMovesTheCameraInItsWay) {
  FakeSession session;
  look_from_front(session);
  Viewer& viewer = session.viewer;
  const Camera before = viewer.camera;
  session.drag({200, 150}, {230, 150});
  EXPECT_LT(dot(viewer.camera.axes.forward, before.axes.forward), 0.99);  // turned
  EXPECT_NEAR(dot(viewer.camera.axes.up, before.axes.up), 1.0, kTol);

  viewer.camera = before;
  session.drag({200, 150}, {200, 120}, {.control = true});
  EXPECT_NEAR(viewer.camera.half_height / before.half_height, std::exp(-0.2), kTol);

  viewer.camera = before;
  session.drag({200, 150}, {230, 150}, {.shift = true});
  EXPECT_NEAR(viewer.camera.eye.x - before.eye.x, -0.2 * before.half_height, kTol);

  viewer.camera = before;
  session.drag({200, 150}, {230, 150}, {.alt = true});
  EXPECT_NEAR(dot(viewer.camera.axes.forward, before.axes.forward), 1.0, kTol);
  EXPECT_NEAR(dot(viewer.camera.axes.up, before.axes.up), std::cos(0.1 * 3.14159265358979), kTol);

  viewer.camera = before;
  viewer.wheel(2);
  EXPECT_NEAR(before.half_height / viewer.camera.half_height, 1.15 * 1.15, kTol);
}

TEST(Navigation, TurningKeepsTheCentreWhereItIsSeen) {
  Camera camera = fit_camera({.axes = view_from(20, 30)}, std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}});
  const Vec3 centre{0.2, 0.4, 0.6};
  const auto before = project(camera, centre);
  turn_camera(camera, centre, 0.3, -0.2);
  spin_camera(camera, centre, 0.0);
  const auto after = project(camera, centre);
  EXPECT_NEAR(before[0], after[0], kTol);
  EXPECT_NEAR(before[1], after[1], kTol);
  EXPECT_NEAR(dot(camera.axes.right, camera.axes.up), 0.0, kTol);
  EXPECT_LE(norm(cross(camera.axes.right, camera.axes.up) + camera.axes.forward), kTol);
}

TEST(Navigation, ParallelRaysKeepTheSizeOfTheCentre) {
  Camera camera =
      fit_camera({.axes = *find_view("front")}, std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}});
  const Vec3 centre{0.5, 1, 1.5};
  const Vec3 other{0.5, 1, 2};  // in the same plane
  const auto before = project(camera, other);
  set_perspective(camera, centre, false);
  EXPECT_NEAR(project(camera, other)[1], before[1], kTol);
  set_perspective(camera, centre, true);
  EXPECT_NEAR(project(camera, other)[1], before[1], kTol);
}

// Along y at the ball of radius 0.5 about (3, 0, 0.5): (3, -0.5, 0.5); the box ends at y = -0.5.
TEST(ViewerTools, PointsAreThoseOfTheSurface) {
  FakeSession session;
  look_from_front(session);
  session.viewer.key('d');
  session.click(session.pixel(2));
  session.click(session.pixel(3));
  double length = 0.0;
  ASSERT_EQ(std::sscanf(session.viewer.message().c_str(), "distance %lf m", &length), 1);
  EXPECT_NEAR(length, 3.0, 0.03);  // to a pixel
  session.viewer.key('x');
  session.click(session.pixel(3));
  double y = 0.0;
  ASSERT_EQ(std::sscanf(session.viewer.message().c_str(), "body 3: (%*f, %lf,", &y), 1);
  EXPECT_NEAR(y, -0.5, 1e-3);
}

TEST(ViewerTools, AnglesAreThoseAtTheSecondPoint) {
  const PickedPoints points{{1, {1, 0, 0}, {}}, {1, {0, 0, 0}, {}}, {1, {0, 2, 0}, {}}};
  EXPECT_EQ(measured(Tool::angle, points), "angle 90 degrees at (0, 0, 0) m");
}

TEST(ViewerTools, AClickHidesOrVeilsTheBodyThere) {
  FakeSession session;
  session.viewer.key('h');
  session.click(session.pixel(3));
  EXPECT_EQ(session.viewer.look.hidden, std::set<BodyId>{3});
  EXPECT_EQ(session.viewer.picture().scene.bodies, (std::vector<BodyId>{1, 2}));
  session.viewer.key('t');
  session.click(session.pixel(2));
  EXPECT_EQ(session.viewer.look.veiled, std::set<BodyId>{2});
  session.click(session.pixel(2));
  EXPECT_TRUE(session.viewer.look.veiled.empty());
  session.viewer.key('r');
  session.click(session.pixel(2));
  EXPECT_EQ(session.viewer.message(), "body 2 has no mesh that covers it");
  session.viewer.key(keys::kEscape);
  EXPECT_EQ(session.viewer.tool(), Tool::none);
}

TEST(ViewerTools, ARectangleSelectsWhatIsSeenOrAllOfIt) {
  FakeSession session;
  look_from_front(session);
  const auto [x, y] = session.pixel(3);
  session.viewer.key('2');
  session.drag({x - 5, y - 5}, {x + 5, y + 5});
  EXPECT_EQ(session.viewer.picture().scene.bodies, std::vector<BodyId>{3});
  session.viewer.key('p');
  session.viewer.apply(*find_action("view.left"));  // along x: the box covers the ball
  session.viewer.key('3');
  const auto [px, py] = session.pixel(2);
  session.drag({px - 3, py - 3}, {px + 3, py + 3});
  EXPECT_EQ(session.viewer.picture().scene.bodies, (std::vector<BodyId>{2, 3}));
  session.viewer.key('4');
  session.drag({px - 3, py - 3}, {px + 3, py + 3});
  EXPECT_EQ(session.viewer.look.wire, std::set<BodyId>{2});
}

TEST(ViewerTools, ALineCutsAwayWhatIsOnItsRight) {
  FakeSession session;
  look_from_front(session);
  const int between = (session.pixel(2)[0] + session.pixel(3)[0]) / 2;
  session.viewer.key('c');
  session.drag({between, 10},
               {between, 290});  // downwards: the right is on the left of the picture
  ASSERT_EQ(session.viewer.look.cuts.size(), 1U);
  const CutPlane cut = session.viewer.picture().scene.cuts.at(0);
  EXPECT_NEAR(std::fabs(cut.normal.x), 1.0, kTol);
  EXPECT_GT(dot(cut.normal, Vec3{0, 0, 0.5}), cut.distance);  // the box is gone
  EXPECT_LT(dot(cut.normal, Vec3{3, 0, 0.5}), cut.distance);
  session.click(session.pixel(2));
  EXPECT_EQ(session.viewer.inspector.body(), 0);  // what is cut away is not picked
  session.click(session.pixel(3));
  EXPECT_EQ(session.viewer.inspector.body(), 3);
}

TEST(ViewerTools, ALagrangeCutGoesWithItsBody) {
  ViewCut cut;
  cut.body = 2;
  cut.point = {0.25, 0, 0.5};
  cut.normal = {1, 0, 0};
  test::ViewModel model;
  model.add_box({-1, -1, -1}, {0, 0, 0});
  model.add_box({-0.5, -0.5, 0}, {0.5, 0.5, 1});
  auto snapshot = std::make_shared<Snapshot>(*model.snapshot());
  const CutPlane plane = plane_of(cut, *snapshot);
  EXPECT_NEAR(plane.distance, 0.25, kTol);
  EXPECT_NEAR(plane.normal.x, 1.0, kTol);
}

TEST(ViewerPanel, TellsOfABodyAndDrawsItsSpeed) {
  FakeSession session;
  session.viewer.show_frame(4);
  session.click(session.pixel(2));
  ASSERT_EQ(session.viewer.inspector.body(), 2);
  session.viewer.tick(0.0);
  const auto& curve = session.viewer.inspector.curve();
  ASSERT_EQ(curve.size(), 11U);
  EXPECT_NEAR(curve[7][0], 0.7, kTol);
  EXPECT_NEAR(curve[7][1], 7.0, kTol);  // m/s, as the frame says
  const auto lines = session.viewer.inspector.lines(session.viewer.snapshot(), session.fake());
  EXPECT_EQ(lines[0], "box (body 2)");
  EXPECT_EQ(lines[1], "RIGID, material steel");
  EXPECT_EQ(lines[2], "made at fake.py:7");
  EXPECT_EQ(lines[3], "centre 0 0 0.5 m");
  EXPECT_EQ(lines[4], "velocity 4 0 0 m/s");
  session.viewer.key(keys::kEscape);
  EXPECT_FALSE(session.viewer.inspector.is_open());
}

TEST(ViewerPanel, TellsOfAContactWhenContactsAreDrawn) {
  FakeSession session;
  look_from_front(session);
  session.viewer.key('z');
  const ViewerPicture picture = session.viewer.picture();
  const auto [x, y] = pixel_of(picture.camera, picture.layout, {3, -0.4, 0});
  session.click({static_cast<int>(x), static_cast<int>(y)});
  EXPECT_EQ(session.viewer.inspector.constraint(), 103);
  const auto lines = session.viewer.inspector.lines(session.viewer.snapshot(), session.fake());
  EXPECT_EQ(lines[0], "contact 103");
  EXPECT_EQ(lines[1], "ball on body 1");
  EXPECT_EQ(lines[3], "RN 10 N, RT 1 N");
  EXPECT_EQ(lines[6], "friction 0.5, stick");
  session.viewer.tick(0.0);
  EXPECT_NEAR(session.viewer.inspector.curve().back()[1], 20.0, kTol);
}

TEST(ViewerSlider, SeeksTheFrameOfItsPlace) {
  FakeSession session;
  session.drag({11, 295}, {200, 295});
  EXPECT_EQ(session.fake().frame(), 5);
  session.drag({200, 295}, {500, 280});
  EXPECT_EQ(session.fake().frame(), 10);
}

TEST(ViewerSteps, AModelIsComputedInSlicesUntilItEnds) {
  FakeSession session(true);
  session.viewer.key(keys::kSpace);
  EXPECT_EQ(session.fake().steps_left, 19);
  session.viewer.key(keys::kLeft);
  EXPECT_EQ(session.viewer.message(), "a run does not go backward; results do");
  session.viewer.key(keys::kReturn);
  for (int i = 0; i < 100 && session.viewer.running(); ++i) session.viewer.tick(i);
  EXPECT_EQ(session.fake().steps_left, 0);
  EXPECT_FALSE(session.viewer.running());
  EXPECT_EQ(session.viewer.message(), "all RUNs of the script have ended");
  session.viewer.key(keys::kUp);
  EXPECT_EQ(session.viewer.message(), "there are no frames while a model is computed");
  session.viewer.close();
  EXPECT_EQ(session.fake().finished, 1);
}

TEST(ViewerSteps, AnErrorOfAStepEndsTheRunAndNotTheViewer) {
  FakeSession session(true);
  session.fake().step_error = "velocity is not finite\nmore";
  session.viewer.key(keys::kReturn);
  session.viewer.tick(0.0);
  EXPECT_FALSE(session.viewer.running());
  EXPECT_EQ(session.viewer.message(), "velocity is not finite");
  EXPECT_FALSE(session.viewer.exit_code());
}

TEST(ViewerSteps, ResultsThatGrowAreFollowedFromTheLastFrame) {
  std::vector<std::unique_ptr<ViewedModel>> models;
  models.push_back(std::make_unique<test::FakeModel>());
  ViewerSettings settings;
  settings.follow = true;
  Viewer viewer(std::move(models), settings);
  auto& fake = static_cast<test::FakeModel&>(viewer.model());
  EXPECT_EQ(fake.frame(), 10);
  fake.grows_to = 13;
  viewer.tick(100.0);
  EXPECT_EQ(fake.frame(), 12);
  viewer.show_frame(3);  // who looks at an earlier frame stays there
  fake.grows_to = 15;
  viewer.tick(200.0);
  EXPECT_EQ(fake.frame(), 3);
  EXPECT_EQ(fake.frame_count(), 15);
}

TEST(ViewerMistakes, AreToldAndChangeNothing) {
  FakeSession session;
  Viewer& viewer = session.viewer;
  const auto says = [&](char key, const std::string& answer) {
    viewer.key(key);
    session.answer(answer);
    return viewer.message();
  };
  EXPECT_EQ(says('e', "5"), "a range is LOW:HIGH");
  EXPECT_EQ(says('e', "2:1"), "give the lower end of the range first");
  EXPECT_EQ(says('e', "a:1"), "'a' is no number");
  EXPECT_TRUE(viewer.look.range.empty());
  EXPECT_EQ(says('k', "nobody"), "no body has the label 'nobody'");
  EXPECT_TRUE(viewer.look.selections.empty());
  EXPECT_EQ(says('F', "a.txt"), "a film ends with .mp4, .avi or .gif");
  EXPECT_EQ(says('P', "bad.py"), "NameError: x");
  viewer.key(keys::kDown);
  session.answer("0");
  EXPECT_EQ(viewer.message(), "at least one frame");
  EXPECT_EQ(viewer.skip, 1);
  viewer.key('%');
  EXPECT_EQ(viewer.message(), "no action has the key %; ? for help");
  viewer.key('>');
  EXPECT_EQ(viewer.message(), "there is one model");
  viewer.key('q');
  EXPECT_EQ(viewer.message(), "click at a body or a contact first");
}

TEST(Prompt, TypingReplacesWhatIsProposedAndEscapeGivesNoAnswer) {
  Prompt prompt;
  std::string given = "none";
  const auto take = [&](const std::string& text) { given = text; };
  prompt.ask("name", "a.png", take);
  prompt.key(keys::kReturn);
  EXPECT_EQ(given, "a.png");
  prompt.ask("name", "a.png", take);
  prompt.key('b');
  prompt.key('c');
  prompt.key(keys::kBackspace);
  prompt.key(keys::kReturn);
  EXPECT_EQ(given, "b");
  prompt.ask("name", "", take);
  prompt.key('d');
  prompt.key(keys::kEscape);
  EXPECT_FALSE(prompt.is_open());
  EXPECT_EQ(given, "b");
}

TEST(Menu, StaysInsideAWindowThatIsSmall) {
  FakeSession session;
  Viewer& viewer = session.viewer;
  viewer.press(MouseButton::right, {}, 399, 299);
  int x = 0;
  int y = 0;
  ASSERT_TRUE(viewer.menu.find("tools", x, y));
  EXPECT_LT(x, 400);
  EXPECT_LT(y, 300);
  viewer.point_at(x, y);
  ASSERT_TRUE(viewer.menu.find("bodies", x, y));
  viewer.point_at(x, y);
  ASSERT_TRUE(viewer.menu.find("highlight by label", x, y));
  EXPECT_GE(x, 0);
  viewer.press(MouseButton::left, {}, 399, 1);  // beside it
  EXPECT_FALSE(viewer.menu.is_open());
}

TEST(ViewerScripts, ActionsAreThoseOfTheMenuInTheirOrder) {
  const auto asked = std::make_shared<std::vector<AskedAction>>();
  asked->push_back({&action_of("view.top"), {}});
  ViewerSettings settings;
  settings.asked = asked;
  std::vector<std::unique_ptr<ViewedModel>> models;
  models.push_back(std::make_unique<test::FakeModel>(false, "a"));
  Viewer viewer(std::move(models), settings);
  EXPECT_TRUE(viewer.is_busy());
  viewer.tick(-0.1);
  EXPECT_NEAR(viewer.camera.axes.forward.z, -1.0, kTol);
  EXPECT_TRUE(asked->empty());
  EXPECT_FALSE(viewer.is_busy());

  asked->push_back({&action_of("analysis.seek"), "0.5"});  // FakeModel: frames 0.1 s apart
  asked->push_back({&action_of("results.chains"), {}});
  EXPECT_TRUE(viewer.is_busy());
  EXPECT_FALSE(viewer.look.chains);
  viewer.tick(0.0);
  EXPECT_EQ(viewer.model().frame(), 5);
  EXPECT_TRUE(viewer.look.chains);
  EXPECT_FALSE(viewer.prompt.is_open());
  EXPECT_FALSE(viewer.is_busy());

  asked->push_back({&action_of("view.front"), "7"});
  viewer.tick(0.1);
  EXPECT_EQ(viewer.message(), "the action 'view.front' asks nothing that '7' would answer");
  asked->push_back({&action_of("analysis.seek"), {}});
  viewer.tick(0.2);
  EXPECT_TRUE(viewer.prompt.is_open());  // the user answers
  asked->push_back({&action_of("analysis.seek"), "x"});
  viewer.tick(0.3);
  EXPECT_EQ(viewer.message(), "'x' is no number");  // a message, the viewer goes on
}

TEST(ViewerScripts, UnknownActionsAreToldWithOneThatIsLikeThem) {
  try {
    (void)action_of("result.chains");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "the viewer has no action 'result.chains' (did you mean 'results.chains'?); "
                 "docs/viewer.md lists them");
  }
}

/// The rectangle of the lower layer that is as high as a panel; zero: none.
Overlay::Rectangle panel_of(FakeSession& session) {
  Overlay::Rectangle found{};
  const std::vector<Overlay> layers = session.viewer.layers();
  for (const Overlay::Rectangle& one : layers[0].rectangles) {
    if (one.height > 100.0) found = one;
  }
  return found;
}

TEST(ViewerPanel, FollowsTheMouseThatHoldsItsTitle) {
  FakeSession session;
  session.click(session.pixel(3));
  ASSERT_EQ(session.viewer.inspector.body(), 3);
  const Overlay::Rectangle before = panel_of(session);
  const Camera camera = session.viewer.camera;
  const int x = static_cast<int>(before.x) + 20;
  const int y = static_cast<int>(before.y) + 10;
  session.drag({x, y}, {x + 70, y + 35});
  const Overlay::Rectangle after = panel_of(session);
  EXPECT_NEAR(after.x, before.x + 70, kTol);
  EXPECT_NEAR(after.y, before.y + 35, kTol);
  EXPECT_NEAR(after.width, before.width, kTol);
  EXPECT_EQ(norm(session.viewer.camera.eye - camera.eye), 0.0);  // the model is not turned
  EXPECT_EQ(session.viewer.inspector.body(), 3);                 // nothing else is picked

  // a click at the title picks nothing, and the panel of another body opens where this one was
  session.click({x + 70, y + 35});
  EXPECT_EQ(session.viewer.inspector.body(), 3);
  EXPECT_NEAR(panel_of(session).x, after.x, kTol);
  session.viewer.inspector.pick_body(2);
  EXPECT_NEAR(panel_of(session).y, after.y, kTol);

  // below its title the model is turned as before
  session.drag({x + 70, y + 80}, {x + 110, y + 80});
  EXPECT_NEAR(panel_of(session).x, after.x, kTol);
  EXPECT_GT(norm(session.viewer.camera.eye - camera.eye), 0.0);
}

TEST(ViewerPanel, StaysInTheWindow) {
  FakeSession session;
  session.viewer.inspector.pick_body(2);
  const Overlay::Rectangle before = panel_of(session);
  const int x = static_cast<int>(before.x) + 20;
  const int y = static_cast<int>(before.y) + 10;
  session.drag({x, y}, {x + 5000, y + 5000});
  Overlay::Rectangle box = panel_of(session);
  EXPECT_NEAR(box.x + box.width, 400.0, kTol);
  EXPECT_LE(box.y, 300.0 - 16.0);
  const int held = static_cast<int>(box.y) + 5;
  session.drag({399, held}, {-5000, -5000});
  box = panel_of(session);
  EXPECT_EQ(box.x, 0.0);
  EXPECT_EQ(box.y, 0.0);
  session.viewer.resize(300, 200);  // a smaller window has it, too
  EXPECT_LE(panel_of(session).x + panel_of(session).width, 300.0 + kTol);
}

}  // namespace
}  // namespace solfec
