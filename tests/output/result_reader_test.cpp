#include "output/result_reader.h"

#include <cmath>

#include <gtest/gtest.h>

#include "output/result_files.h"
#include "output/result_scene.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::expect_equal;
using test::SceneOptions;
using test::SceneRun;
using test::shown_frame;
using test::write_scene;

class ResultReaderTest : public ::testing::Test {
 protected:
  std::string folder() { return temporary_.file("out"); }

  /// Message of showing a frame to a script that differs from the one that wrote the results.
  std::string message_with(const SceneOptions& options, int frame = 0) {
    Domain domain(Analysis::dynamic, 1e-4);
    build_scene(domain, options);
    ResultReader reader(folder());
    std::shared_ptr<const Snapshot> shown;
    return message_of<InputError>([&] { reader.show(frame, domain, shown); });
  }
  std::string file() { return frames_file(folder()); }

  TemporaryFolder temporary_;
};

TEST_F(ResultReaderTest, LoadsEveryFieldOfEveryFrameAsItWasWritten) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  ASSERT_EQ(reader.frame_count(), 6);
  EXPECT_EQ(reader.damaged_bytes(), 0);
  bool contacts = false;
  for (int i = 0; i < reader.frame_count(); ++i) {
    Frame frame;
    reader.load(i, frame);
    expect_equal(frame, log[static_cast<std::size_t>(i)]);
    EXPECT_EQ(reader.time(i), i / 128.0);
    for (const ConstraintRecord& row : frame.constraints) contacts = contacts || row.area > 0.0;
  }
  EXPECT_TRUE(contacts);
}

TEST_F(ResultReaderTest, CompressedFramesHoldTheSame) {
  SceneRun run;
  run.compressed = true;
  const std::vector<Frame> log = write_scene(folder(), run);
  ResultReader reader(folder());
  for (int i = 0; i < reader.frame_count(); ++i) {
    Frame frame;
    reader.load(i, frame);
    expect_equal(frame, log[static_cast<std::size_t>(i)]);
  }
}

TEST_F(ResultReaderTest, BodiesAloneLeaveTheConstraintsOutButCountThem) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Frame frame;
  reader.load(3, frame, FrameParts::bodies);
  EXPECT_EQ(frame.bodies.numbers, log[3].bodies.numbers);
  EXPECT_TRUE(frame.constraints.empty());
  EXPECT_EQ(frame.constraint_count, log[3].constraint_count);
}

TEST_F(ResultReaderTest, FileKnowsTheModel) {
  write_scene(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  const ResultReader reader(folder());
  EXPECT_EQ(reader.analysis(), Analysis::dynamic);
  ASSERT_EQ(reader.bodies().size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) {
    const StoredBody& stored = reader.bodies()[i];
    const BodyRecord& record = domain.body_records()[i];
    EXPECT_EQ(stored.id, record.id);
    EXPECT_EQ(stored.kind, record.kind);
    EXPECT_EQ(stored.label, record.label);
    EXPECT_EQ(stored.ordinal, static_cast<int>(i) + 1);
    EXPECT_EQ(stored.material, record.material);
    EXPECT_EQ(stored.self_contact, i == 2);
  }
  EXPECT_EQ(reader.bodies()[4].label, "drop");
  EXPECT_EQ(reader.bodies()[4].ordinal, 0);
  ASSERT_EQ(reader.bulk_materials().size(), 2U);
  EXPECT_EQ(reader.bulk_materials()[1].label, "rubber");
  EXPECT_EQ(reader.bulk_materials()[1].poisson, 0.3);
  ASSERT_EQ(reader.surface_materials().size(), 2U);
  EXPECT_EQ(reader.surface_materials()[0].label, "rough");
  EXPECT_EQ(reader.surface_materials()[0].friction, 0.5);
  EXPECT_EQ(reader.surface_materials()[1].surface2, 7);
}

TEST_F(ResultReaderTest, SnapshotHasTheWrittenStateBitForBit) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  std::shared_ptr<const Snapshot> snapshot;
  for (const int i : {5, 0, 3, 2, 1, 4, 3}) {  // any order
    reader.show(i, domain, snapshot);
    Frame expected = log[static_cast<std::size_t>(i)];
    Frame shown = shown_frame(*snapshot);
    shown.new_bodies = expected.new_bodies;
    shown.deleted_bodies = expected.deleted_bodies;
    expect_equal(shown, expected);
  }
}

TEST_F(ResultReaderTest, BodiesComeAndGoWithTheShownFrame) {
  write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  std::shared_ptr<const Snapshot> shown;
  reader.show(0, domain, shown);
  EXPECT_EQ(domain.body_records().size(), 4U);  // the drop is not known yet
  reader.show(3, domain, shown);
  ASSERT_EQ(domain.body_records().size(), 5U);
  EXPECT_NE(shown->find(2), nullptr);
  EXPECT_NE(shown->find(5), nullptr);
  reader.show(4, domain, shown);
  EXPECT_EQ(shown->find(2), nullptr);
  reader.show(1, domain, shown);
  EXPECT_NE(shown->find(2), nullptr);
  EXPECT_EQ(shown->find(5), nullptr);
  EXPECT_EQ(domain.body_records().size(), 5U);
}

TEST_F(ResultReaderTest, BodyMadeInACallbackHasItsShapeLabelAndCharacteristics) {
  write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  std::shared_ptr<const Snapshot> shown;
  reader.show(2, domain, shown);
  EXPECT_EQ(shown->find(5)->label, "drop");
  EXPECT_EQ(shown->find(5)->shape->spheres[0].radius, 0.25);
  EXPECT_EQ(shown->bodies.characteristics(shown->find(5)->place).center.z, 0.125);
  const BodyRecord& drop = *domain.find_body(5);
  EXPECT_EQ(drop.label, "drop");
  EXPECT_EQ(drop.ordinal, 0);
  ASSERT_EQ(drop.shape->spheres.size(), 1U);
  EXPECT_EQ(drop.shape->spheres[0].radius, 0.25);
  const BodyCharacteristics properties = domain.bodies.characteristics(domain.body_ref(5));
  EXPECT_EQ(properties.center.z, 0.125);
  const double ball_mass = 2000.0 * 4.0 / 3.0 * std::acos(-1.0) * 0.25 * 0.25 * 0.25;
  EXPECT_NEAR(properties.mass / (2.0 * ball_mass), 1.0, 1e-12);
}

TEST_F(ResultReaderTest, IdsOfTheFileAreMappedWhenTheScriptNumbersItsBodiesOtherwise) {
  // A callback makes a body between two bodies of the script: ids 1 (script), 2 (callback), 3.
  Domain writer_domain(Analysis::dynamic, 1e-4);
  writer_domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 2000.0});
  const auto add_ball = [](Domain& domain, double x) {
    BodyDefinition definition;
    definition.kind = BodyKind::rigid;
    definition.shape.spheres.push_back({{x, 0, 0}, 0.5, 1, 1});
    return domain.add_body(std::move(definition));
  };
  add_ball(writer_domain, 0.0);
  test::add_drop(writer_domain, 5.0);
  const BodyId late = add_ball(writer_domain, 9.0);
  ASSERT_EQ(late, 3);
  writer_domain.add_constraint(make_fixed_point(late, {9, 0, 0}));
  writer_domain.bodies.rigid.center[1].z = 42.0;
  writer_domain.bodies.rigid.center[2].z = 43.0;
  ResultWriter writer(folder());
  writer.write(writer_domain, {}, {});

  Domain domain(Analysis::dynamic, 1e-4);
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 2000.0});
  add_ball(domain, 0.0);
  const BodyId here = add_ball(domain, 9.0);
  ASSERT_EQ(here, 2);
  ResultReader reader(folder());
  std::shared_ptr<const Snapshot> shown;
  reader.show(0, domain, shown);
  const auto height = [&](BodyId id) {
    return shown->bodies.motion(shown->find(id)->place).center.z;
  };
  EXPECT_EQ(height(here), 43.0);
  ASSERT_EQ(domain.body_records().size(), 3U);
  EXPECT_EQ(height(3), 42.0);
  EXPECT_EQ(domain.find_body(3)->label, "drop");
  ASSERT_EQ(shown->constraints.size(), 1U);
  EXPECT_EQ(shown->constraints[0].master, here);
  EXPECT_EQ(domain.bodies.rigid.center[1].z, 0.0);  // the model of the script stays
  EXPECT_TRUE(domain.constraints().empty());
  EXPECT_EQ(reader.find_stored(here, domain), 2);
  EXPECT_EQ(reader.find_stored(3, domain), 1);
  EXPECT_EQ(reader.find_stored(77, domain), -1);
}

TEST_F(ResultReaderTest, WithoutAScriptTheModelComesFromTheFile) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Domain domain(reader.analysis(), 1e-4);
  reader.build_model(domain);
  for (const int i : {0, 5, 2}) {
    const Frame shown = shown_frame(*reader.snapshot(i));
    const Frame& expected = log[static_cast<std::size_t>(i)];
    EXPECT_EQ(shown.bodies.ids(), expected.bodies.ids());
    EXPECT_EQ(shown.bodies.numbers, expected.bodies.numbers);
    ASSERT_EQ(shown.constraints.size(), expected.constraints.size());
    for (std::size_t k = 0; k < shown.constraints.size(); ++k) {
      expect_equal(shown.constraints[k], expected.constraints[k]);
    }
  }
  EXPECT_TRUE(domain.find_body(3)->self_contact);
  EXPECT_EQ(domain.surface_materials[0].label, "rough");
}

TEST_F(ResultReaderTest, OtherKindLabelGeometryOrMaterialIsAnErrorNamingTheBody) {
  write_scene(folder());
  const std::string remedy =
      "; run with -w to compute new results, or read these with the script that made them";
  SceneOptions other_kind;
  other_kind.ball_kind = BodyKind::pseudo_rigid;
  EXPECT_EQ(message_with(other_kind),
            file() +
                ": body 2 (created at scene.py:7) has the kind PSEUDO_RIGID, but RIGID in the "
                "results" +
                remedy);
  SceneOptions other_label;
  other_label.brick_label = "tile";
  EXPECT_EQ(message_with(other_label),
            file() +
                ": body 'tile' (created at scene.py:7) has label 'tile', but label 'brick' in "
                "the results" +
                remedy);
  SceneOptions other_shape;
  other_shape.block_height = 1.0 + 1e-15;  // a few bits
  EXPECT_EQ(message_with(other_shape),
            file() +
                ": body 'block' (created at scene.py:7) has another geometry than in the "
                "results" +
                remedy);
  SceneOptions other_material;
  other_material.young = 2e6;
  EXPECT_EQ(message_with(other_material),
            file() +
                ": body 'brick' (created at scene.py:7) has the material 'rubber' with young "
                "2e+06 Pa, poisson 0.3, density 1000 kg/m^3, but young 1e+06 Pa, poisson 0.3, "
                "density 1000 kg/m^3 in the results" +
                remedy + "; --read reads them all the same");
  EXPECT_EQ(message_with({}), "");
}

TEST_F(ResultReaderTest, BodiesThatTheScriptDoesNotMakeComeFromTheFileAndAreTold) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  SceneOptions fewer;
  fewer.bodies = 3;
  build_scene(domain, fewer);
  std::shared_ptr<const Snapshot> shown;
  reader.show(1, domain, shown);
  EXPECT_EQ(reader.take_adopted(),
            std::vector<std::string>{"body 'block' (created at scene.py:7) of the results"});
  EXPECT_EQ(shown_frame(*shown).bodies.numbers, log[1].bodies.numbers);
  reader.show(0, domain, shown);
  EXPECT_TRUE(reader.take_adopted().empty());
}

TEST_F(ResultReaderTest, MoreBodiesOfTheScriptAreAnError) {
  write_scene(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  BodyDefinition extra;
  extra.kind = BodyKind::rigid;
  extra.shape.spheres.push_back({{9, 9, 9}, 0.5, 1, 1});
  extra.label = "extra";
  extra.origin = "scene.py:99";
  domain.add_body(extra);
  ResultReader reader(folder());
  std::shared_ptr<const Snapshot> shown;
  const std::string text = message_of<InputError>([&] { reader.show(0, domain, shown); });
  EXPECT_NE(text.find("body 'extra' (created at scene.py:99) is not in the results, which know 4 "
                      "bodies of the script"),
            std::string::npos)
      << text;
}

TEST_F(ResultReaderTest, BodiesMadeAfterTheFirstShowMayBeMissingInStoppedResults) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  std::shared_ptr<const Snapshot> shown;
  reader.show(0, domain, shown);  // at the first RUN of the script
  BodyDefinition late;
  late.kind = BodyKind::rigid;
  late.shape.spheres.push_back({{9, 9, 9}, 0.5, 1, 1});
  const BodyId id = domain.add_body(late);  // after a RUN that was stopped
  reader.show(1, domain, shown);
  EXPECT_EQ(shown->find(id), nullptr);
  EXPECT_EQ(shown_frame(*shown).bodies.numbers, log[1].bodies.numbers);
}

TEST_F(ResultReaderTest, BodyThatTheScriptDeletedAgainComesFromTheFile) {
  const std::vector<Frame> log = write_scene(folder());
  ResultReader reader(folder());
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  domain.remove_body(2);
  std::shared_ptr<const Snapshot> shown;
  reader.show(0, domain, shown);
  ASSERT_EQ(domain.body_records().size(), 4U);
  const BodyRecord& again = domain.body_records().back();
  EXPECT_EQ(again.id, 5);
  EXPECT_EQ(again.shape->spheres.size(), 1U);
  EXPECT_NE(shown->find(5), nullptr);
  reader.show(4, domain, shown);
  EXPECT_EQ(shown->find(5), nullptr);
}

TEST_F(ResultReaderTest, NearestFrameIsTheEarlierOfTwoEquallyNearOnes) {
  write_scene(folder());  // times 0, 1/128, ...
  const ResultReader reader(folder());
  EXPECT_EQ(reader.nearest(-1.0), 0);
  EXPECT_EQ(reader.nearest(99.0), 5);
  EXPECT_EQ(reader.nearest(2.0 / 128), 2);
  EXPECT_EQ(reader.nearest(2.5 / 128), 2);
  EXPECT_EQ(reader.nearest(2.51 / 128), 3);
  EXPECT_EQ(reader.nearest(2.49 / 128), 2);
}

TEST_F(ResultReaderTest, TimingComesFromItsOwnFileWhichMayBeShortOrMissing) {
  Domain domain(Analysis::dynamic, 1e-4);
  ResultWriter writer(folder());
  for (int k = 0; k < 3; ++k) {
    PhaseTimers timers;
    timers.add(Phase::CONDET, 8.0 * k);
    timers.count_step();
    timers.count_step();
    domain.set_time(k);
    writer.write(domain, {}, timers);
  }
  const auto condet = [&](int frame) {
    return ResultReader(folder()).timing(frame).seconds[static_cast<int>(Phase::CONDET)];
  };
  EXPECT_EQ(condet(0), 0.0);
  EXPECT_EQ(condet(1), 4.0);  // per step
  EXPECT_EQ(condet(2), 8.0);
  auto bytes = test::bytes_of(timing_file(folder()));
  bytes.resize(bytes.size() - 1);
  test::write_bytes(timing_file(folder()), bytes);
  EXPECT_EQ(condet(1), 4.0);
  EXPECT_EQ(condet(2), 0.0);
  test::write_bytes(timing_file(folder()), {});
  EXPECT_EQ(condet(1), 0.0);
  std::filesystem::remove(timing_file(folder()));
  EXPECT_EQ(condet(1), 0.0);
}

TEST_F(ResultReaderTest, FolderWithoutFramesHasNoResults) {
  EXPECT_FALSE(ResultReader::has_results(folder()));
  EXPECT_NE(message_of<InputError>([&] {
              const ResultReader reader(folder());
            }).find(file() + ": cannot be opened: No such file or directory"),
            std::string::npos);
  ResultWriter writer(folder());
  EXPECT_FALSE(ResultReader::has_results(folder()));
  EXPECT_EQ(message_of<InputError>([&] { const ResultReader reader(folder()); }),
            file() + ": holds no frame yet");
  const Domain domain(Analysis::dynamic, 1e-4);
  writer.write(domain, {}, {});
  EXPECT_TRUE(ResultReader::has_results(folder()));
  EXPECT_EQ(ResultReader(folder()).frame_count(), 1);
}

TEST_F(ResultReaderTest, RunningSimulationCanBeReadWithoutDisturbingIt) {
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  const BodyId drop = test::add_drop(domain, 3.0);
  ResultWriter writer(folder());
  writer.write(domain, {}, {});
  ResultReader reader(folder());
  EXPECT_EQ(reader.find_stored(drop, domain), 4);
  domain.remove_body(2);
  EXPECT_EQ(reader.find_stored(2, domain), 1);
  EXPECT_EQ(reader.find_stored(drop, domain), 4);
  EXPECT_EQ(domain.body_records().size(), 4U);
}

}  // namespace
}  // namespace solfec
