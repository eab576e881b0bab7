// Disks that fail: whichever call does, the files stay valid and the run can be continued.

#include <cerrno>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/memory_file.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::bytes_of;

constexpr int kFrames = 5;
constexpr double kStep = 1.0 / 256.0;  // s

/// Writes frames of a falling scene; a provisional one before each but the first. After an error
/// the writer is made anew by `resume`, without faults, and the frame is written again.
class FaultyRun {
 public:
  FaultyRun(std::string folder, Fault frames, Fault timing)
      : folder_(std::move(folder)), frames_(frames), timing_(timing) {}

  void write() {
    Domain domain(Analysis::dynamic, 1e-4);
    build_scene(domain);
    GaussSeidelSolver solver{GaussSeidelParams{}};
    for (int k = 0; k < kFrames; ++k) {
      if (k > 0) {
        (void)domain.step(solver, kStep);
        put(domain, FrameKind::run_end);
        (void)domain.step(solver, kStep);
      }
      put(domain, k == 0 ? FrameKind::start : FrameKind::due);
    }
  }
  [[nodiscard]] int errors() const { return errors_; }

 private:
  /// The first two files that are made get the faults.
  std::unique_ptr<FileBackend> next_file() {
    const int number = made_++;
    if (number > 1) return make_posix_file();
    return std::make_unique<FaultyFile>(make_posix_file(), number == 0 ? frames_ : timing_);
  }

  ResultWriter open() {
    const FileFactory files = [this] { return next_file(); };
    const std::string frames = frames_file(folder_);
    if (ResultReader::has_results(folder_)) return ResultWriter::resume(folder_, files);
    return ResultWriter(folder_, files);
  }

  void put(const Domain& domain, FrameKind kind) {
    RunState run;
    run.kind = kind;
    for (int attempt = 0; attempt < 5; ++attempt) {
      try {
        if (!writer_) writer_ = std::make_unique<ResultWriter>(open());
        writer_->write(domain, {}, {}, run);
        return;
      } catch (const OutputError& error) {
        ++errors_;
        writer_.reset();
        const std::string text = error.what();
        EXPECT_NE(text.find(folder_ + "/"), std::string::npos) << text;
        EXPECT_TRUE(text.ends_with(": No space left on device") ||
                    text.ends_with(": Input/output error"))
            << text;
        check_whole_frames();
      }
    }
    FAIL() << "cannot be written";
  }

  void check_whole_frames() const {
    if (!ResultReader::has_results(folder_)) return;
    ResultReader reader(folder_);
    Frame frame;
    for (int i = 0; i < reader.frame_count(); ++i) reader.load(i, frame);
  }

  std::string folder_;
  Fault frames_;
  Fault timing_;
  std::unique_ptr<ResultWriter> writer_;
  int made_ = 0;
  int errors_ = 0;
};

constexpr Fault kNever{.first_call = 1 << 30, .calls = 0, .error = 0, .leaves = 0};

class ResultFaultsTest : public ::testing::Test {
 protected:
  ResultFaultsTest() {
    FaultyRun(temporary_.file("good"), kNever, kNever).write();
    expected_ = bytes_of(frames_file(temporary_.file("good")));
  }

  int errors_of(Fault frames, Fault timing) {
    const std::string folder = temporary_.file("out");
    std::filesystem::remove_all(folder);
    FaultyRun run(folder, frames, timing);
    run.write();
    EXPECT_EQ(bytes_of(frames_file(folder)), expected_);
    return run.errors();
  }

  TemporaryFolder temporary_;
  std::vector<char> expected_;
};

TEST_F(ResultFaultsTest, EveryFailingCallOfTheFramesIsTold) {
  int told = 0;
  for (int call = 0; call < 2 * kFrames + 8; ++call) {
    for (const int error : {ENOSPC, EIO}) {
      for (const int leaves : {0, 1, 60}) {
        told += errors_of({call, 2, error, leaves}, kNever) > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(told, 60);
}

TEST_F(ResultFaultsTest, EveryFailingCallOfTheTimingIsTold) {
  int told = 0;
  for (int call = 0; call < 2 * kFrames + 8; ++call) {
    for (const int error : {ENOSPC, EIO}) {
      told += errors_of(kNever, {call, 2, error, 1}) > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(told, 20);
}

TEST_F(ResultFaultsTest, ShortWritesAreContinued) {
  for (int call = 1; call < 20; ++call) {
    EXPECT_EQ(errors_of({call, 30, 0, 0}, {call, 30, 0, 0}), 0);
  }
}

}  // namespace
}  // namespace solfec
