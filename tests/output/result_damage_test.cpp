// No file can crash the reader, and what it gives is what was written: every prefix, every flipped
// byte, and payloads that are wrong although their checksum is right.

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/byte_order.h"
#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "output/history.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/instrumented.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::bytes_of;
using test::SceneRun;
using test::write_bytes;
using test::write_scene;

using Payload = std::vector<std::byte>;

/// Stride over bytes, words or lengths: all of them, or some in instrumented builds.
constexpr std::size_t kStride = test::unless_instrumented<std::size_t>(1, 5);

/// Frames equal in all that damage could change.
bool same(const Frame& a, const Frame& b) {
  const auto reactions_differ = [](const ConstraintRecord& x, const ConstraintRecord& y) {
    return x.id != y.id || !(x.R == y.R) || !(x.point == y.point) || !(x.frame == y.frame);
  };
  if (a.constraints.size() != b.constraints.size()) return false;
  for (std::size_t i = 0; i < a.constraints.size(); ++i) {
    if (reactions_differ(a.constraints[i], b.constraints[i])) return false;
  }
  return a.time == b.time && a.summary == b.summary && a.bodies.ids() == b.bodies.ids() &&
         a.bodies.numbers == b.bodies.numbers && a.new_bodies == b.new_bodies &&
         a.deleted_bodies == b.deleted_bodies;
}

class ResultDamageTest : public ::testing::Test {
 protected:
  ResultDamageTest() {
    SceneRun run;
    run.frames = 3;  // the last one brings a new body
    log_ = write_scene(folder(), run);
    bytes_ = bytes_of(frames_file(folder()));
    FrameReader file(frames_file(folder()));
    for (int i = 0; i < file.frames(); ++i) {
      const FrameEntry& entry = file.index().frames[static_cast<std::size_t>(i)];
      const auto payload = file.payload(i);
      payloads_.emplace_back(payload.begin(), payload.end());
      ends_.push_back(static_cast<std::size_t>(entry.offset + frame_size(entry.header)));
    }
    build_scene(script_);
  }

  std::string folder() { return temporary_.file("out"); }

  /// Returns the lengths of prefixes to be tried; those at the ends of frames, where the answer
  /// changes, are among them.
  [[nodiscard]] std::set<std::size_t> lengths() const {
    std::set<std::size_t> result;
    for (std::size_t length = 0; length <= bytes_.size(); length += kStride) result.insert(length);
    for (const std::size_t end : ends_) {
      result.insert({end - 1, end, std::min(end + 1, bytes_.size())});
    }
    return result;
  }

  /// Number of frames that can be read; each must be what was written.
  int readable_frames() {
    if (!ResultReader::has_results(folder())) return 0;
    int good = 0;
    try {
      ResultReader reader(folder());
      for (int i = 0; i < reader.frame_count(); ++i) {
        Frame frame;
        try {
          reader.load(i, frame);
        } catch (const ArchiveError&) {
          continue;
        }
        EXPECT_TRUE(same(frame, log_[static_cast<std::size_t>(i)]));
        ++good;
      }
    } catch (const ArchiveError&) {
      return 0;
    }
    return good;
  }

  /// Writes frames with these payloads and does everything with them that users can do; any outcome
  /// but an InputError, an ArchiveError or a result fails the test by itself.
  void exercise(const std::vector<Payload>& payloads) {
    std::filesystem::remove(frames_file(folder()));
    FrameWriter writer = FrameWriter::create(frames_file(folder()));
    for (std::size_t i = 0; i < payloads.size(); ++i) writer.append(log_[i].time, payloads[i]);
    attempt([&] {
      ResultReader reader(folder());
      Frame frame;
      for (int i = 0; i < reader.frame_count(); ++i) attempt([&] { reader.load(i, frame); });
      std::shared_ptr<const Snapshot> shown;
      for (int i = 0; i < reader.frame_count(); ++i) {
        attempt([&] { reader.show(i, script_, shown); });
      }
      attempt([&] { read_something(reader, script_); });
      Domain empty(Analysis::dynamic, 1e-4);
      attempt([&] {
        ResultReader again(folder());
        again.build_model(empty);
        for (int i = 0; i < again.frame_count(); ++i) (void)again.snapshot(i);
      });
      attempt([&] {
        Domain domain(Analysis::dynamic, 1e-4);
        build_scene(domain);
        (void)reader.restore(reader.frame_count() - 1, {}, domain, frame);
        GaussSeidelSolver solver{GaussSeidelParams{}};
        (void)domain.step(solver, 1e-3);
      });
      attempt([&] { (void)ResultWriter::resume(folder()); });
    });
  }

  void attempt(const std::function<void()>& action) {
    ++attempts_;
    try {
      action();
    } catch (const InputError&) {
      ++refused_;
    } catch (const ArchiveError&) {
      ++refused_;
    }
  }

  static void read_something(ResultReader& reader, const Domain& domain) {
    HistoryRequest request;
    request.t1 = 1.0;
    request.items = {PointHistory{3, {2.5, 0, 0.5}, "MISES"}, EnergyHistory{true, {}, "CONTACT"},
                     ConstraintHistory{true, {}, {}, {}, "GAP"}};
    read_history(reader, domain, request);
  }

  TemporaryFolder temporary_;
  std::vector<Frame> log_;
  std::vector<char> bytes_;
  std::vector<Payload> payloads_;
  std::vector<std::size_t> ends_;  // of the frames in the file
  Domain script_{Analysis::dynamic, 1e-4};
  int attempts_ = 0;
  int refused_ = 0;
};

TEST_F(ResultDamageTest, EveryPrefixGivesExactlyTheFramesThatEndBeforeIt) {
  for (const std::size_t length : lengths()) {
    write_bytes(frames_file(folder()),
                {bytes_.begin(), bytes_.begin() + static_cast<long>(length)});
    const auto whole =
        std::count_if(ends_.begin(), ends_.end(), [&](std::size_t end) { return end <= length; });
    ASSERT_EQ(readable_frames(), whole) << "prefix of " << length << " bytes";
    if (whole == 0) continue;
    const ResultReader reader(folder());
    ASSERT_EQ(reader.frame_count(), whole);
    ASSERT_EQ(reader.damaged_bytes(),
              static_cast<long long>(length - ends_[static_cast<std::size_t>(whole) - 1]));
  }
}

/// Resumes the file as it is; true when that is possible. What stays is whole frames of the file.
bool resume_keeps_whole_frames(const std::string& folder, const std::vector<char>& whole) {
  const std::vector<char> before = bytes_of(frames_file(folder));
  try {
    (void)ResultWriter::resume(folder);
  } catch (const ArchiveError&) {
    EXPECT_EQ(bytes_of(frames_file(folder)), before);
    return false;
  }
  const std::vector<char> after = bytes_of(frames_file(folder));
  EXPECT_LE(after.size(), whole.size());
  EXPECT_EQ(after, std::vector<char>(before.begin(), before.begin() + after.size()));
  EXPECT_EQ(ResultReader(folder).damaged_bytes(), 0);
  return true;
}

TEST_F(ResultDamageTest, EveryPrefixIsResumedAfterTheFramesThatEndBeforeIt) {
  for (const std::size_t length : lengths()) {
    write_bytes(frames_file(folder()), {bytes_.begin(), bytes_.begin() + length});
    const auto whole = std::upper_bound(ends_.begin(), ends_.end(), length) - ends_.begin();
    ASSERT_EQ(resume_keeps_whole_frames(folder(), bytes_), whole > 0) << length;
    if (whole > 0) {
      ASSERT_EQ(bytes_of(frames_file(folder())).size(), ends_[static_cast<std::size_t>(whole - 1)]);
    }
  }
}

TEST_F(ResultDamageTest, NoFlippedByteOfTheFramesHarmsResuming) {
  constexpr std::size_t kEdge = 100;  // bytes beside borders of frames, where headers are: all
  constexpr std::size_t kInside = 7 * kStride;  // of the others each one of so many
  std::vector<char> damaged = bytes_;
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    const auto end = std::lower_bound(ends_.begin(), ends_.end(), i);
    const std::size_t begin = end == ends_.begin() ? 0 : *(end - 1);
    const bool edge = i < begin + kEdge || (end != ends_.end() && i + kEdge > *end);
    if (!edge && i % kInside != 0) continue;
    damaged[i] = static_cast<char>(bytes_[i] ^ 0x10);
    write_bytes(frames_file(folder()), damaged);
    // In a payload that is not read the damage stays; in the rest it ends the row of frames.
    (void)resume_keeps_whole_frames(folder(), bytes_);
    damaged[i] = bytes_[i];
  }
}

TEST_F(ResultDamageTest, NoDamageOfTheTimingFileHarmsResuming) {
  const std::vector<char> timing = bytes_of(timing_file(folder()));
  const auto resume = [&](const std::vector<char>& bytes) {
    write_bytes(timing_file(folder()), bytes);
    ASSERT_TRUE(resume_keeps_whole_frames(folder(), bytes_));
    ASSERT_EQ(bytes_of(frames_file(folder())), bytes_);
    // Entries that are kept belong to the frames; nothing else is taken for one.
    const std::vector<char> kept = bytes_of(timing_file(folder()));
    ASSERT_EQ(kept, std::vector<char>(bytes.begin(), bytes.begin() + kept.size()));
    std::filesystem::remove(timing_file(folder()) + ".bak-1");
  };
  for (std::size_t length = 0; length <= timing.size(); ++length) {
    resume({timing.begin(), timing.begin() + length});
  }
  std::vector<char> damaged = timing;
  for (std::size_t i = 0; i < timing.size(); ++i) {
    damaged[i] = static_cast<char>(timing[i] ^ 0x10);
    resume(damaged);
    damaged[i] = timing[i];
  }
}

TEST_F(ResultDamageTest, EveryFlippedByteIsRejectedOrHarmless) {
  for (std::size_t at = 0; at < bytes_.size(); at += kStride) {
    for (const int flip : {0x01, 0xff}) {
      std::vector<char> damaged = bytes_;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      write_bytes(frames_file(folder()), damaged);
      ASSERT_LT(readable_frames(), 3) << "byte " << at;  // which also compares the rest
    }
  }
}

TEST_F(ResultDamageTest, EveryWrongWordUnderARightChecksumIsHandled) {
  constexpr std::array<std::uint32_t, 6> kWords = {0U,          1U,          3U,
                                                   0x7fffffffU, 0x80000000U, 0xffffffffU};
  for (std::size_t frame = 0; frame < payloads_.size(); ++frame) {
    for (std::size_t at = 0; at + 4 <= payloads_[frame].size(); at += 4 * kStride) {
      for (const std::uint32_t word : kWords) {
        std::vector<Payload> wrong = payloads_;
        store_big_endian(wrong[frame].data() + at, word);
        exercise(wrong);
      }
    }
  }
  EXPECT_GT(refused_, attempts_ / 20);  // and not everything was harmless
  EXPECT_LT(refused_, attempts_);
}

TEST_F(ResultDamageTest, ShortenedPayloadsUnderARightChecksumAreHandled) {
  for (std::size_t frame = 0; frame < payloads_.size(); ++frame) {
    for (std::size_t length = 0; length < payloads_[frame].size(); length += 4 * kStride) {
      std::vector<Payload> wrong = payloads_;
      wrong[frame].resize(length);
      exercise(wrong);
    }
  }
  EXPECT_GT(refused_, attempts_ / 4);
}

TEST_F(ResultDamageTest, RandomDamageUnderARightChecksumIsHandled) {
  std::mt19937 rng(20260101);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(rng()) % n; };
  for (int round = 0; round < test::unless_instrumented(2000, 400); ++round) {
    std::vector<Payload> wrong = payloads_;
    const std::size_t mistakes = 1 + below(4);
    for (std::size_t k = 0; k < mistakes; ++k) {
      Payload& payload = wrong[below(wrong.size())];
      payload[below(payload.size())] = static_cast<std::byte>(rng());
    }
    if (round % 10 == 0) std::swap(wrong[0], wrong[2]);  // frames in the wrong order
    exercise(wrong);
  }
}

TEST_F(ResultDamageTest, EveryFlippedByteOfTheTimingFileLeavesTheFramesReadable) {
  const std::vector<char> timing = bytes_of(timing_file(folder()));
  for (std::size_t at = 0; at < timing.size(); ++at) {
    std::vector<char> damaged = timing;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    write_bytes(timing_file(folder()), damaged);
    const ResultReader reader(folder());
    for (int i = 0; i < 3; ++i) (void)reader.timing(i);
    ASSERT_EQ(readable_frames(), 3) << "byte " << at;
  }
}

}  // namespace
}  // namespace solfec
