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

/// What one rank would write of a frame.
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
      GaussSeidelParams params;
      params.relative_tolerance = 1e-10;
      GaussSeidelSolver solver(params);
      std::unique_ptr<ResultWriter> writer;
      std::unique_ptr<RankPartWriter> part;
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
        if (!writer) {
          if (!part) part = std::make_unique<RankPartWriter>(folder(), comm.rank(), next);
          part->write(domain, next);
        }
        comm.barrier();
        if (writer) writer->write(domain, {}, PhaseTimers{});
        ModelStates own = own_states(domain);
        domain.make_whole();
        if (comm.rank() == 0) {
          whole_[at(frame)] = {domain.time(), {body_states(domain), constraint_states(domain)}};
        }
      }
    });
  }

  static std::vector<std::byte> numbers(const BodyStates& bodies, ConstraintStates constraints) {
    for (ConstraintRecord& row : constraints.constraints) row.merit = 0.0;  // not of the whole
    XdrWriter out;
    save(bodies, out);
    save(constraints, out);
    return {out.bytes().begin(), out.bytes().end()};
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
  EXPECT_FALSE(ResultReader::has_results(folder()));
  EXPECT_THROW(ResultReader{folder()}, ArchiveError);
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
    RankPartWriter writer(folder, 1, 0);
    writer.write(domain, 0);
    domain.set_time(1.0);
    writer.write(domain, 1);
    domain.set_time(2.0);
    writer.write(domain, 1);
  }
  EXPECT_EQ(FrameReader(frames_file(folder, 1)).frames(), 2);
  RankParts parts(folder);
  FrameHead head;
  head.ranks = 2;
  EXPECT_TRUE(parts.has_all(head, 0, 0.0));
  EXPECT_FALSE(parts.has_all(head, 1, 1.0));
  EXPECT_TRUE(parts.has_all(head, 1, 2.0));
  RankPartWriter again(folder, 1, 1);  // cuts the second one off
  EXPECT_EQ(FrameReader(frames_file(folder, 1)).frames(), 1);
}

}  // namespace
}  // namespace solfec
