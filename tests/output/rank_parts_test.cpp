// Frames that several ranks have written are those of the whole, whatever happens to their files.
#include "output/rank_parts.h"

#include <filesystem>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/count.h"
#include "domain/domain_fixture.h"
#include "output/repair.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "output/result_writer.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"
#include "solver/constraint_solver.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr int kRanks = 3;
constexpr double kPartsStep = 1.0 / 512;

void stack(Domain& domain) {
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.2, 1000.0});
  domain.loads.gravity[2].constant = -9.81;
  domain.set_contact_points(ContactPoints::patch);
  const auto add = [&](BodyKind kind, Shape shape) {
    BodyDefinition definition;
    definition.kind = kind;
    definition.shape = std::move(shape);
    return domain.add_body(std::move(definition));
  };
  add(BodyKind::obstacle, box_shape({-5, -5, -1}, {15, 15, 0}));
  for (int i = 0; i < 4; ++i) {
    for (int level = 0; level < 2; ++level) {
      const double x = 1.05 * i;
      const double z = 1.0 * level;
      add(level == 0 ? BodyKind::rigid : BodyKind::pseudo_rigid,
          box_shape({x, 0, z}, {x + 1, 1, z + 1}));
    }
  }
  (void)domain.add_constraint(make_fixed_point(9, {3.2, 0.5, 1.5}));
}

/// Frame as one rank would write it.
struct Whole {
  double time{};
  ModelStates states;
};

class RankPartsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return temporary_.file("out"); }

  /// Goes on for some frames on three ranks; the last ones of `whole_` are those of this call.
  void write(int frames, bool resume = false) {
    const int first = count(whole_);
    whole_.resize(at(first + frames));
    test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
      MedianBisection bisection;
      Domain domain(Analysis::dynamic, 1e-4, comm, &bisection);
      stack(domain);
      domain.set_rigid_velocity(2, {push_, 0, 0}, {});
      GaussSeidelParams params;
      params.relative_tolerance = 1e-10;
      GaussSeidelSolver solver(params);
      std::unique_ptr<ResultWriter> writer;
      std::unique_ptr<RankPartWriter> part;
      StatesDigest digest;
      if (comm.rank() == 0) {
        writer = resume ? std::make_unique<ResultWriter>(ResultWriter::resume(folder()))
                        : std::make_unique<ResultWriter>(folder());
      }
      for (int frame = 0; frame < first + frames; ++frame) {
        for (int step = 0; step < 3; ++step) (void)domain.step(solver, kPartsStep);
        if (frame < first) continue;
        domain.join_ids();
        const int next = comm.all_reduce(Reduction::largest, writer ? writer->next_frame() : 0);
        EXPECT_EQ(next, frame);
        const std::uint64_t states = digest.of(domain);
        if (!writer) {
          if (!part) part = std::make_unique<RankPartWriter>(folder(), comm.rank(), next, next);
          part->write(domain, next, states, detail_of_frame(frame));
        }
        comm.barrier();
        if (writer) {
          writer->write(domain, {}, PhaseTimers{}, {}, states, detail_of_frame(frame));
        }
        ModelStates own = own_states(domain);
        domain.make_whole();
        if (comm.rank() == 0) {
          whole_[at(frame)] = {domain.time(), {body_states(domain), constraint_states(domain)}};
        }
      }
    });
  }

  [[nodiscard]] StateDetail detail_of_frame(int frame) const {
    return shows_only_ && frame > 0 ? StateDetail::shown : StateDetail::whole;
  }

  static std::vector<std::byte> numbers(const BodyStates& bodies, ConstraintStates constraints) {
    for (ConstraintRecord& row : constraints.constraints) row.merit = 0.0;  // not of the whole
    XdrWriter out;
    save(bodies, out);
    save(constraints, out);
    return {out.bytes().begin(), out.bytes().end()};
  }

  static std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }

  [[nodiscard]] std::string missing() const {
    FrameReader frames(frames_file(folder()), ScanDepth::headers);
    return joined(missing_parts(folder(), frames));
  }

  void expect_frames(int frames) {
    ResultReader reader(folder());
    ASSERT_EQ(reader.frame_count(), frames);
    EXPECT_EQ(reader.nearest(1e3), frames - 1);
    for (int i = 0; i < frames; ++i) {
      Frame frame;
      reader.load(i, frame);
      EXPECT_EQ(frame.ranks, kRanks);
      const Whole& whole = whole_[at(i)];
      EXPECT_EQ(frame.time, whole.time);
      EXPECT_EQ(numbers(frame.bodies, frame),
                numbers(whole.states.bodies, whole.states.constraints));
      EXPECT_EQ(frame.constraint_count, count(frame.constraints));
      Frame without;
      reader.load(i, without, FrameParts::bodies);
      EXPECT_EQ(without.constraint_count, frame.constraint_count);
      EXPECT_EQ(without.bodies.numbers, frame.bodies.numbers);
    }
  }

  TemporaryFolder temporary_;
  std::vector<Whole> whole_;
  double push_ = 0.0;        // first velocity of a body, m/s
  bool shows_only_ = false;  // frames from the second on
};

TEST_F(RankPartsTest, FramesAreThoseOfTheWhole) {
  write(3);
  EXPECT_GT(whole_.back().states.constraints.constraints.size(), 20U);
  EXPECT_TRUE(std::filesystem::exists(frames_file(folder(), 2)));
  expect_frames(3);
}

TEST_F(RankPartsTest, AFrameWithoutAllItsPartsDoesNotCount) {
  write(3);
  const std::vector<char> bytes = test::bytes_of(frames_file(folder(), 2));
  std::vector<char> cut = bytes;
  cut.resize(bytes.size() - 7);
  test::write_bytes(frames_file(folder(), 2), cut);
  expect_frames(2);
  whole_.resize(2);
  write(2, true);  // goes on from what all have
  expect_frames(4);
  std::filesystem::remove(frames_file(folder(), 1));
  // not to be taken for a folder without results, into which the same command would write
  EXPECT_THROW((void)ResultReader::has_results(folder()), ArchiveError);
  EXPECT_THROW(ResultReader{folder()}, ArchiveError);
}

TEST_F(RankPartsTest, ALostFileIsNamedByRepairAndItsFramesStayInACopy) {
  write(3);
  EXPECT_EQ(missing(), "");
  const std::vector<char> all = test::bytes_of(frames_file(folder()));
  const std::string path = frames_file(folder(), 1);
  // its first part stays, so that the run can go on from there
  std::vector<char> bytes = test::bytes_of(path);
  const std::int64_t first = FrameReader(path).index().frames[1].offset;
  bytes.resize(at(first));
  test::write_bytes(path, bytes);
  EXPECT_EQ(missing(), cat(path, ": lacks its part of 2 of 3 frames (1 .. 2)\n"));
  const std::string report = joined(repair_results(folder()));
  EXPECT_NE(report.find(missing()), std::string::npos) << report;
  EXPECT_NE(report.find("frames from number 1 on lack parts and cannot be shown\n"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find(frames_file(folder(), 2)), std::string::npos) << report;
  EXPECT_EQ(ResultReader(folder()).incomplete_frames(), 2);
  expect_frames(1);

  whole_.resize(1);
  write(2, true);
  expect_frames(3);
  const std::string copy = frames_file(folder()) + ".removed-1";
  std::vector<char> kept = test::bytes_of(copy);
  std::vector<char> head(all.begin(), all.end() - static_cast<std::ptrdiff_t>(kept.size()));
  head.insert(head.end(), kept.begin(), kept.end());
  EXPECT_EQ(head, all);
  EXPECT_EQ(FrameReader(frames_file(folder())).index().frames[1].offset,
            static_cast<std::int64_t>(all.size() - kept.size()));
  EXPECT_TRUE(std::filesystem::exists(frames_file(folder(), 2) + ".removed-1"));
  EXPECT_FALSE(std::filesystem::exists(path + ".removed-1"));  // nothing was cut there

  std::filesystem::remove(path);
  EXPECT_EQ(missing(), cat(path, ": missing; lacks its part of 3 of 3 frames (0 .. 2)\n"));
}

TEST_F(RankPartsTest, APartOfAnotherRunOfTheSameModelIsNotTaken) {
  write(3);
  const std::string path = frames_file(folder(), 1);
  const std::vector<char> mine = test::bytes_of(path);
  const std::string other = temporary_.file("other");
  std::filesystem::rename(folder(), other);
  whole_.clear();
  push_ = 1e-3;  // on one body of one rank
  write(3);
  EXPECT_NE(test::bytes_of(path), mine);
  for (int rank = 1; rank < kRanks; ++rank) {
    const std::string file = frames_file(folder(), rank);
    const std::vector<char> right = test::bytes_of(file);
    std::filesystem::copy_file(frames_file(other, rank), file,
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_EQ(missing(), cat(file,
                             ": lacks its part of 3 of 3 frames (0 .. 2); 3 are of another "
                             "run\n"));
    EXPECT_THROW((void)ResultReader::has_results(folder()), ArchiveError);
    const std::string error = message_of<ArchiveError>([&] { ResultReader reader(folder()); });
    EXPECT_NE(error.find(cat(file, ": lacks its part of 3 of 3")), std::string::npos) << error;
    test::write_bytes(file, right);
  }
  expect_frames(3);
}

TEST_F(RankPartsTest, ARunGoesOnFromTheFrameWhoseStateAllRanksHave) {
  constexpr int kFrames = 5;
  shows_only_ = true;
  write(kFrames);
  EXPECT_EQ(ResultReader(folder()).continuable_frames(), kFrames);
  Frame frame;
  ResultReader(folder()).load(kFrames - 1, frame);
  EXPECT_EQ(frame.version, kShownVersion);
  EXPECT_EQ(count(frame.constraints), count(whole_.back().states.constraints.constraints));

  // rank 2 was killed while it wrote its last state: all go on from the one before
  for (int i = 0; i < StateFiles::kFiles; ++i) {
    const std::string path = state_file(folder(), i, 2);
    if (FrameReader(path).time(0) != whole_.back().time) continue;
    std::filesystem::resize_file(path, 80);
    break;
  }
  EXPECT_EQ(ResultReader(folder()).continuable_frames(), kFrames - 1);
  for (int i = 0; i < StateFiles::kFiles; ++i) {
    std::filesystem::remove(state_file(folder(), i, 1));
  }
  EXPECT_EQ(ResultReader(folder()).continuable_frames(), 1);
}

TEST_F(RankPartsTest, ADamagedPartIsNamed) {
  write(3);
  const std::string path = frames_file(folder(), 1);
  std::vector<char> bytes = test::bytes_of(path);
  bytes[bytes.size() / 2] ^= 0x40;  // inside the second of three
  test::write_bytes(path, bytes);
  ResultReader reader(folder());
  ASSERT_EQ(reader.frame_count(), 3);
  Frame frame;
  reader.load(0, frame);
  reader.load(2, frame);
  try {
    reader.load(1, frame);
    FAIL() << "a damaged part was read";
  } catch (const ArchiveError& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
  }
}

TEST_F(RankPartsTest, RepairLooksAtAllFiles) {
  write(2);
  const std::string path = frames_file(folder(), 2);
  std::vector<char> bytes = test::bytes_of(path);
  bytes.resize(bytes.size() - 7);
  test::write_bytes(path, bytes);
  std::string text;
  for (const std::string& line : repair_results(folder())) text += line + "\n";
  EXPECT_NE(text.find(cat(path, ": cut off")), std::string::npos) << text;
  expect_frames(1);
}

TEST(RankParts, PartsOfAFrameThatIsReplacedAreReplaced) {
  TemporaryFolder temporary;
  const std::string folder = temporary.file("out");
  std::filesystem::create_directories(folder);
  Domain domain(Analysis::dynamic, 1e-4);
  stack(domain);
  {
    RankPartWriter writer(folder, 1, 0, 0);
    writer.write(domain, 0, 7);
    domain.set_time(1.0);
    writer.write(domain, 1, 7);
    domain.set_time(2.0);
    writer.write(domain, 1, 8);
  }
  EXPECT_EQ(FrameReader(frames_file(folder, 1)).frames(), 2);
  RankParts parts(folder);
  FrameHead head;
  head.ranks = 2;
  head.states = 7;
  EXPECT_TRUE(parts.has_all(head, 0, 0.0));
  EXPECT_FALSE(parts.has_all(head, 1, 1.0));
  EXPECT_FALSE(parts.has_all(head, 1, 2.0));
  EXPECT_EQ(parts.presence(head, 1, 1, 2.0), RankParts::Presence::foreign);
  EXPECT_EQ(parts.presence(head, 1, 1, 1.0), RankParts::Presence::missing);
  EXPECT_EQ(parts.presence(head, 2, 0, 0.0), RankParts::Presence::missing);
  head.states = 8;
  EXPECT_FALSE(parts.has_all(head, 0, 0.0));
  EXPECT_TRUE(parts.has_all(head, 1, 2.0));
  const std::string path = frames_file(folder, 1);
  const std::vector<char> all = test::bytes_of(path);
  const auto first = static_cast<std::ptrdiff_t>(FrameReader(path).index().frames[1].offset);
  { RankPartWriter again(folder, 1, 1, 2); }  // cuts the second one off, which will be replaced
  EXPECT_EQ(FrameReader(path).frames(), 1);
  EXPECT_FALSE(std::filesystem::exists(path + ".removed-1"));
  test::write_bytes(path, all);
  { RankPartWriter again(folder, 1, 1, 1); }  // there is no frame to which it belongs
  EXPECT_EQ(FrameReader(path).frames(), 1);
  EXPECT_EQ(test::bytes_of(path + ".removed-1"), std::vector<char>(all.begin() + first, all.end()));
}

}  // namespace
}  // namespace solfec
