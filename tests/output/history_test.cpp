#include "output/history.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "output/result_files.h"
#include "output/result_scene.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::SceneRun;
using test::write_scene;

constexpr double kTol = 1e-12;  // sums in another order, relative
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr BodyId kFloor = 1;
constexpr BodyId kBall = 2;
constexpr BodyId kBrick = 3;
constexpr BodyId kBlock = 4;
constexpr BodyId kDrop = 5;

class HistoryTest : public ::testing::Test {
 protected:
  HistoryTest() { build_scene(domain_); }

  std::string folder() { return temporary_.file("out"); }

  /// Plays the scene and collects what `value` says of the live domain at each frame.
  std::vector<double> play(const std::function<double(const Domain&)>& value) {
    std::vector<double> collected;
    SceneRun run;
    run.observe = [&](const Domain& domain) { collected.push_back(value(domain)); };
    std::filesystem::remove_all(folder());
    write_scene(folder(), run);
    return collected;
  }

  History read(const HistoryItem& item, double t0 = 0.0, double t1 = 1.0, int skip = 1) {
    ResultReader reader(folder());
    HistoryRequest request;
    request.items = {item};
    request.t0 = t0;
    request.t1 = t1;
    request.skip = skip;
    return read_history(reader, domain_, request);
  }
  std::vector<double> values(const HistoryItem& item) { return read(item).values.at(0); }

  TemporaryFolder temporary_;
  Domain domain_{Analysis::dynamic, 1e-4};  // the script in READ mode
};

/// The body in a running domain, absent after its deletion.
bool has(const Domain& domain, BodyId body) { return domain.find_body(body) != nullptr; }

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  double scale = 0.0;
  for (const double value : b) {
    if (std::isfinite(value)) scale = std::max(scale, std::fabs(value));
  }
  EXPECT_GT(scale, 0.0) << "nothing to compare";
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;  // also both infinite
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    EXPECT_NEAR(a[i], b[i], kTol * scale) << "frame " << i;
  }
}

TEST_F(HistoryTest, PointsMoveAsTheLiveBodyDid) {
  const Vec3 point{0.1, 0.2, 0.7};
  const char axes[] = "XYZ";
  for (int axis = 0; axis < 3; ++axis) {
    const std::string letter(1, axes[axis]);
    const std::vector<double> current = play([&](const Domain& d) {
      return has(d, kBall) ? d.bodies.current_point(d.body_ref(kBall), point)[axis] : kNan;
    });
    expect_near(values(PointHistory{kBall, point, "C" + letter}), current);
    const std::vector<double> displacement = play([&](const Domain& d) {
      if (!has(d, kBall)) return kNan;
      return (d.bodies.current_point(d.body_ref(kBall), point) - point)[axis];
    });
    expect_near(values(PointHistory{kBall, point, "D" + letter}), displacement);
    const std::vector<double> velocity = play([&](const Domain& d) {
      return has(d, kBall) ? d.bodies.velocity(d.body_ref(kBall), point)[axis] : kNan;
    });
    expect_near(values(PointHistory{kBall, point, "V" + letter}), velocity);
  }
}

TEST_F(HistoryTest, BodyMadeInACallbackCanBeFollowedOnceItWasShown) {
  const std::vector<double> height = play([](const Domain& d) {
    return has(d, kDrop) ? d.bodies.current_point(d.body_ref(kDrop), {3, 3, 0.25}).z : kNan;
  });
  ResultReader reader(folder());
  HistoryRequest request;
  request.items = {PointHistory{kDrop, {3, 3, 0.25}, "CZ"}};
  request.t1 = 1.0;
  EXPECT_EQ(message_of<InputError>([&] { read_history(reader, domain_, request); }),
            "body 5 is not in the results");
  std::shared_ptr<const Snapshot> shown;
  reader.show(3, domain_, shown);
  const History history = read_history(reader, domain_, request);
  expect_near(history.values[0], height);
  ASSERT_EQ(history.absent.size(), 1U);
  EXPECT_EQ(history.absent[0].body, kDrop);
  EXPECT_EQ(history.absent[0].members, 1);
  EXPECT_EQ(history.absent[0].frames,
            std::count_if(height.begin(), height.end(), [](double z) { return std::isnan(z); }));
  EXPECT_EQ(shown->time, reader.time(3));  // still shown
}

TEST_F(HistoryTest, StressIsThatOfTheLiveBodyAndMisesItsNorm) {
  const Vec3 point{2.5, 0.0, 0.5};
  const char* const names[] = {"SX", "SY", "SZ", "SXY", "SXZ", "SYZ"};
  std::vector<std::vector<double>> stress(6);
  play([&](const Domain& d) {
    std::array<double, 6> s{};
    d.bodies.stress(d.body_ref(kBrick), point, s);
    for (std::size_t k = 0; k < 6; ++k) stress[k].push_back(s[k]);
    return 0.0;
  });
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(values(PointHistory{kBrick, point, names[k]}), stress[k]) << names[k];
  }
  EXPECT_NE(stress[2].back(), 0.0);

  // von Mises stress is sqrt(3/2) times the Frobenius norm of the deviator.
  const std::vector<double> mises = values(PointHistory{kBrick, point, "MISES"});
  for (std::size_t i = 0; i < mises.size(); ++i) {
    const double pressure = (stress[0][i] + stress[1][i] + stress[2][i]) / 3.0;
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k) square += std::pow(stress[k][i] - pressure, 2);
    for (std::size_t k = 3; k < 6; ++k) square += 2.0 * std::pow(stress[k][i], 2);
    EXPECT_NEAR(mises[i], std::sqrt(1.5 * square), 1e-9 * mises.back());
  }
}

TEST_F(HistoryTest, SetsOfBodiesAreAbsentWhenNoneOfThemIsThere) {
  const std::vector<double> there = play([](const Domain& d) { return has(d, kDrop) ? 1.0 : 0.0; });
  EXPECT_EQ(there.front(), 0.0);
  EXPECT_EQ(there.back(), 1.0);
  // the results know the drop by its own id before a domain has it
  const BodyId drop = body_of_results(kDrop);
  for (const HistoryItem& item : std::vector<HistoryItem>{
           EnergyHistory{false, {drop}, "KINETIC"}, ConstraintHistory{false, {drop}, {}, {}, "GAP"},
           ConstraintHistory{false, {drop}, Vec3{0, 0, 1}, {}, "R"},
           PointHistory{drop, {3, 3, 0.25}, "VZ"}}) {
    const std::vector<double> sampled = values(item);
    for (std::size_t i = 0; i < there.size(); ++i) {
      EXPECT_EQ(std::isnan(sampled[i]), there[i] == 0.0) << "frame " << i;
    }
    EXPECT_EQ(read(item).absent.size(), 1U);
  }
  const HistoryItem both = EnergyHistory{false, {drop, kFloor}, "KINETIC"};
  const std::vector<double> sampled = values(both);
  EXPECT_TRUE(std::none_of(sampled.begin(), sampled.end(), [](double x) { return std::isnan(x); }));
  EXPECT_TRUE(read(both).absent.empty());
  EXPECT_TRUE(read(EnergyHistory{true, {}, "KINETIC"}).absent.empty());
}

TEST_F(HistoryTest, EnergiesAreSummedOverTheBodiesThatTheFrameHolds) {
  const std::vector<double> all = play([](const Domain& d) {
    double sum = 0.0;
    for (const BodyId id : d.bodies.ids()) sum += d.energies({&id, 1}).kinetic;
    return sum;
  });
  EnergyHistory item;
  item.all = true;
  item.entity = "KINETIC";
  expect_near(values(item), all);

  const std::vector<double> two = play([](const Domain& d) {
    double sum = 0.0;
    for (const BodyId id : {kBall, kBrick}) {
      if (has(d, id)) sum += d.energies({&id, 1}).external;
    }
    return sum;
  });
  item = {false, {kBrick, kBall, kBrick}, "EXTERNAL"};
  expect_near(values(item), two);

  const std::vector<double> internal = play([](const Domain& d) {
    return d.energies({&kBrick, 1}).internal;
  });
  item = {false, {kBrick}, "INTERNAL"};
  expect_near(values(item), internal);
  const std::vector<double> friction = play([](const Domain& d) {
    return d.energies({&kBrick, 1}).friction;
  });
  item = {false, {kBrick}, "FRICTION"};
  EXPECT_EQ(values(item), friction);
}

/// Values that HISTORY of constraints is meant to give, straight from the live constraints.
struct Expected {
  std::vector<double> reaction;
  std::vector<double> velocity;
  std::vector<double> gap;
};

class ConstraintHistoryTest : public HistoryTest {
 protected:
  using Chosen = std::function<bool(const ConstraintRecord&)>;
  using Part = std::function<double(const ConstraintRecord&, Vec3)>;

  Expected play_constraints(const Chosen& chosen, const Part& part) {
    Expected result;
    play([&](const Domain& d) {
      double reaction = 0.0;
      double velocity = 0.0;
      double gap = kInfinity;
      int rows = 0;
      for (const ConstraintRecord& row : d.constraints()) {
        if (!chosen(row)) continue;
        reaction += part(row, row.R);
        velocity += part(row, row.U);
        if (row.kind == ConstraintKind::contact) gap = std::min(gap, row.gap);
        ++rows;
      }
      result.reaction.push_back(reaction);
      result.velocity.push_back(rows == 0 ? 0.0 : velocity / rows);
      result.gap.push_back(gap);
      return 0.0;
    });
    return result;
  }
  std::vector<double> values_of(ConstraintHistory item, const std::string& entity) {
    item.entity = entity;
    return values(item);
  }
};

double normal_part(const ConstraintRecord& /*row*/, Vec3 local) { return local.z; }
bool shows_contact(const ConstraintRecord& row) { return row.kind == ConstraintKind::contact; }

TEST_F(ConstraintHistoryTest, SumsAndMeansOverAllConstraints) {
  const Expected all = play_constraints([](const ConstraintRecord&) { return true; }, normal_part);
  ConstraintHistory item;
  item.all = true;
  expect_near(values_of(item, "R"), all.reaction);
  expect_near(values_of(item, "U"), all.velocity);
  const Expected contacts = play_constraints(shows_contact, normal_part);
  expect_near(values_of(item, "CR"), contacts.reaction);
  expect_near(values_of(item, "CU"), contacts.velocity);
  EXPECT_EQ(values_of(item, "GAP"), contacts.gap);
  EXPECT_EQ(contacts.gap[0], kInfinity);  // nothing was detected before the first step
  EXPECT_LT(contacts.gap[1], 1.0);
}

TEST_F(ConstraintHistoryTest, EveryConstraintOfTheGivenBodiesCountsOnce) {
  const auto mine = [](const ConstraintRecord& row) {
    const auto listed = [](BodyId id) { return id == 1 || id == kBall || id == kBlock; };
    return listed(row.master) || listed(row.slave);
  };
  const Expected expected = play_constraints(mine, normal_part);
  ConstraintHistory item;
  item.bodies = {1, kBall, kBlock};  // floor and ball share contacts
  expect_near(values_of(item, "R"), expected.reaction);
  expect_near(values_of(item, "U"), expected.velocity);
}

TEST_F(ConstraintHistoryTest, PartsAlongAGlobalDirectionOfAnyLength) {
  // E R in global coordinates: R_x t1 + R_y t2 + R_z n, written out.
  const auto part = [](const ConstraintRecord& row, Vec3 local) {
    const Vec3 global = local.x * row.frame.column(0) + local.y * row.frame.column(1) +
                        local.z * row.frame.column(2);
    return 0.6 * global.x + 0.8 * global.z;
  };
  // The force on the floor: of its contacts with the others, to which either side may be master.
  const auto on_floor = [&](const ConstraintRecord& row, Vec3 local) {
    return row.master == kFloor ? part(row, local) : -part(row, local);
  };
  const auto of_floor = [](const ConstraintRecord& row) {
    return row.master == kFloor || row.slave == kFloor;
  };
  const Expected expected = play_constraints(of_floor, on_floor);
  ConstraintHistory item;
  item.bodies = {kFloor};
  item.direction = Vec3{3.0, 0.0, 4.0};
  expect_near(values_of(item, "R"), expected.reaction);
  expect_near(values_of(item, "U"), expected.velocity);
  std::vector<double> down = values_of(item, "CR");
  item.direction = Vec3{-3.0, 0.0, -4.0};
  for (double& force : down) force = -force;
  expect_near(values_of(item, "CR"), down);
}

TEST_F(ConstraintHistoryTest, PairsInsideTheObjectCancel) {
  const auto joint = [](const ConstraintRecord& row) { return row.slave == 0; };
  const auto vertical = [](const ConstraintRecord& row, Vec3 local) {
    return (row.frame * local).z;
  };
  const Expected joints = play_constraints(joint, vertical);
  ConstraintHistory item;
  item.all = true;
  item.direction = Vec3{0.0, 0.0, 1.0};
  expect_near(values_of(item, "R"), joints.reaction);
  expect_near(values_of(item, "U"), joints.velocity);
  EXPECT_EQ(values_of(item, "CR"), std::vector<double>(6, 0.0));
  EXPECT_EQ(values_of(item, "CU"), std::vector<double>(6, 0.0));
  EXPECT_LT(values_of(item, "GAP")[1], 1.0);  // contacts are still there
}

TEST_F(ConstraintHistoryTest, SingleConstraintsAreThoseOfTheirMaster) {
  const std::vector<Frame> log = write_scene(folder());
  ConstraintHistory item;
  item.direction = Vec3{0.0, 0.0, 2.0};
  for (const ConstraintRecord& chosen : log[2].constraints) {
    std::vector<double> reaction;
    std::vector<double> velocity;
    for (const Frame& frame : log) {
      const auto same = [&](const ConstraintRecord& row) { return row.id == chosen.id; };
      const auto row = std::find_if(frame.constraints.begin(), frame.constraints.end(), same);
      const bool found = row != frame.constraints.end();
      reaction.push_back(found ? (row->frame * row->R).z : 0.0);
      velocity.push_back(found ? (row->frame * row->U).z : 0.0);
    }
    item.constraints = {chosen.id};
    EXPECT_EQ(values_of(item, "R"), reaction) << chosen.id;
    EXPECT_EQ(values_of(item, "U"), velocity) << chosen.id;
  }
}

TEST_F(ConstraintHistoryTest, PairOfSurfacesLimitsContactsInEitherOrder) {
  const auto of_ball = [](const ConstraintRecord& row) {  // sphere surface 2, floor surface 7
    return shows_contact(row) && (row.master == kBall || row.slave == kBall);
  };
  const Expected contacts = play_constraints(of_ball, normal_part);
  const auto passes = [&](const ConstraintRecord& row) {
    return !shows_contact(row) || of_ball(row);
  };
  ConstraintHistory item;
  item.surfaces = std::pair<SurfaceId, SurfaceId>{7, 2};
  // The drop has the surface of the ball: leave it out by asking for the other bodies.
  item.bodies = {kBall, kBrick, kBlock};
  expect_near(values_of(item, "CR"), contacts.reaction);
  EXPECT_EQ(values_of(item, "GAP"), contacts.gap);
  item.surfaces = std::pair<SurfaceId, SurfaceId>{2, 7};
  expect_near(values_of(item, "CR"), contacts.reaction);
  const Expected both = play_constraints(passes, normal_part);
  expect_near(values_of(item, "R"), both.reaction);
  item.surfaces = std::pair<SurfaceId, SurfaceId>{2, 2};
  EXPECT_EQ(values_of(item, "CR"), std::vector<double>(6, 0.0));
  EXPECT_EQ(values_of(item, "CU"), std::vector<double>(6, 0.0));
  EXPECT_EQ(values_of(item, "GAP"), std::vector<double>(6, kInfinity));
}

TEST_F(HistoryTest, CountersAreThoseOfTheFrames) {
  const std::vector<Frame> log = write_scene(folder());
  const auto of = [&](const char* entity) { return values(CounterHistory{entity}); };
  EXPECT_EQ(of("BODS"), (std::vector<double>{4, 4, 5, 5, 4, 4}));
  EXPECT_EQ(of("NEWBODS"), (std::vector<double>{0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(of("DELBODS"), (std::vector<double>{0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(of("STEP"),
            (std::vector<double>{0, 1.0 / 256, 1.0 / 256, 1.0 / 256, 1.0 / 256, 1.0 / 256}));
  for (std::size_t i = 0; i < log.size(); ++i) {
    EXPECT_EQ(of("CONS")[i], log[i].constraint_count);
    EXPECT_EQ(of("GSITERS")[i], log[i].summary.iterations);
    EXPECT_EQ(of("MERIT")[i], log[i].summary.merit);
    EXPECT_EQ(of("RESIDUAL")[i], log[i].summary.residual);
  }
  EXPECT_GT(log[1].summary.iterations, 0);
  const std::vector<double> new_constraints = of("NEWCONS");
  ConstraintId latest = -1;  // ids rise
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ConstraintId before = latest;
    int later = 0;
    for (const ConstraintRecord& row : log[i].constraints) {
      later += row.id > before ? 1 : 0;
      latest = std::max(latest, row.id);
    }
    EXPECT_EQ(new_constraints[i], i == 0 ? 0 : later) << "frame " << i;
  }
  EXPECT_GT(new_constraints[2], 0);
  for (const char* entity : {"NTITERS", "BSITERS", "GSCOLORS", "GSBOT", "GSMID", "GSTOP", "GSINN",
                             "LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM"}) {
    EXPECT_EQ(of(entity), std::vector<double>(6, 0.0)) << entity;
  }
}

TEST_F(HistoryTest, TimingsAreThoseOfTheTimingFile) {
  write_scene(folder());
  const ResultReader reader(folder());
  for (int phase = 0; phase < kPhaseCount; ++phase) {
    const std::vector<double> seconds =
        values(CounterHistory{std::string(name_of(static_cast<Phase>(phase)))});
    ASSERT_EQ(seconds.size(), 6U);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(seconds[i], reader.timing(i).seconds[phase]);
  }
}

TEST_F(HistoryTest, BothEndsBelongToTheSampledTimes) {
  write_scene(folder());  // frames at k / 128
  const auto times = [&](double t0, double t1, int skip) {
    return read(CounterHistory{"STEP"}, t0 / 128, t1 / 128, skip).times;
  };
  const auto frames = [](std::vector<double> list) {
    for (double& t : list) t /= 128;
    return list;
  };
  EXPECT_EQ(times(0, 5, 1), frames({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(times(1, 3, 1), frames({1, 2, 3}));
  EXPECT_EQ(times(1 + 1e-10, 3 - 1e-10, 1), frames({1, 2, 3}));  // rounding of the user's times
  EXPECT_EQ(times(1.01, 2.99, 1), frames({2}));
  EXPECT_EQ(times(-9, 99, 1), frames({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(times(0, 5, 2), frames({0, 2, 4}));
  EXPECT_EQ(times(1, 5, 2), frames({1, 3, 5}));
  EXPECT_EQ(times(0, 5, 99), frames({0}));
  EXPECT_EQ(times(3, 3, 1), frames({3}));
}

TEST_F(HistoryTest, IntervalWithoutFramesSaysWhichThereAre) {
  write_scene(folder());  // frames at k / 128
  const auto message = [&](double t0, double t1) {
    return message_of<InputError>([&] { read(CounterHistory{"STEP"}, t0, t1); });
  };
  EXPECT_EQ(message(7, 9),
            "no frame lies in t = 7 .. 9 s; the results hold 6 frames, t = 0 .. 0.0390625 s");
  EXPECT_EQ(message(0.001, 0.002),
            "no frame lies in t = 0.001 .. 0.002 s; the results hold 6 frames, t = 0 .. 0.0390625 "
            "s");
}

TEST_F(HistoryTest, ProgressRisesToOne) {
  write_scene(folder());
  ResultReader reader(folder());
  HistoryRequest request;
  request.t1 = 1.0;
  std::vector<double> shares;
  request.progress = [&](double share) { shares.push_back(share); };
  EXPECT_EQ(read_history(reader, domain_, request).times.size(), 6U);
  ASSERT_EQ(shares.size(), 6U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST_F(HistoryTest, BadRequestsAreInputErrors) {
  write_scene(folder());
  const auto message = [&](const HistoryItem& item) {
    return message_of<InputError>([&] { read(item); });
  };
  EXPECT_EQ(message(PointHistory{kBall, {}, "DW"}),
            "Invalid entity kind 'DW', must be one of 'DX', 'DY', 'DZ', 'VX', 'VY', 'VZ', 'CX', "
            "'CY', 'CZ', 'SX', 'SY', 'SZ', 'SXY', 'SXZ', 'SYZ', 'MISES', 'PLASTIC_STRAIN'");
  EXPECT_EQ(message(EnergyHistory{true, {}, "HEAT"}),
            "Invalid entity kind 'HEAT', must be one of 'KINETIC', 'INTERNAL', 'EXTERNAL', "
            "'CONTACT', 'FRICTION', 'DAMPING', 'NUMERICAL', 'PLASTIC'");
  EXPECT_EQ(message(ConstraintHistory{true, {}, {}, {}, "RN"}),
            "Invalid entity kind 'RN', must be one of 'GAP', 'R', 'CR', 'U', 'CU'");
  EXPECT_TRUE(message(CounterHistory{"CONDETS"}).starts_with("Invalid entity kind 'CONDETS', "));
  EXPECT_EQ(message(ConstraintHistory{true, {}, Vec3{}, {}, "R"}),
            "direction must be finite and not zero, got (0, 0, 0)");
  EXPECT_EQ(message(EnergyHistory{false, {77}, "KINETIC"}), "body 77 is not in the results");
  EXPECT_EQ(message_of<InputError>([&] { read(CounterHistory{"STEP"}, 0, 1, 0); }),
            "skip must be at least 1, got 0");
  EXPECT_EQ(message_of<InputError>([&] { read(CounterHistory{"STEP"}, 0, std::nan("")); }),
            "t0 and t1 must be finite, got 0 s, nan s");
}

TEST_F(HistoryTest, RunningSimulationIsReadWithoutBeingDisturbed) {
  GaussSeidelSolver solver{GaussSeidelParams{}};
  ResultWriter writer(folder());
  writer.write(domain_, {}, {});
  (void)domain_.step(solver, 1.0 / 256);
  writer.write(domain_, {}, {});
  (void)domain_.step(solver, 1.0 / 256);  // beyond the last frame
  domain_.remove_body(kBall);
  const Frame before = test::shown_frame(domain_);
  const std::vector<double> speed = values(PointHistory{kBall, {0, 0, 0.5}, "VX"});
  EXPECT_EQ(speed, (std::vector<double>{1.0, 1.0}));  // deleted, but in the frames
  test::expect_equal(test::shown_frame(domain_), before);
}

}  // namespace
}  // namespace solfec
