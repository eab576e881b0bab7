// Files of states: whatever ends a run, the state of the last frame is in one of them.
#include "output/state_files.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/frame_reader.h"
#include "base/cat.h"
#include "output/result_files.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

class StateFilesTest : public ::testing::Test {
 protected:
  static constexpr double kNew = -1.0;

  [[nodiscard]] std::string folder() const { return temporary_.file(""); }

  static std::vector<std::byte> payload_of(double time) {
    return std::vector<std::byte>(100, static_cast<std::byte>(static_cast<int>(time)));
  }
  static void write(StateFiles& files, double time) { files.write(time, payload_of(time)); }

  /// Times of the states that can be read, each of which must have its payload.
  [[nodiscard]] std::set<double> there() const {
    std::set<double> times;
    for (int i = 0; i < StateFiles::kFiles; ++i) {
      try {
        FrameReader file(state_file(folder(), i));
        if (file.frames() != 1) continue;
        const auto bytes = file.payload(0);
        EXPECT_EQ(std::vector<std::byte>(bytes.begin(), bytes.end()), payload_of(file.time(0)));
        times.insert(file.time(0));
      } catch (const ArchiveError&) {
        continue;
      }
    }
    return times;
  }

  /// Cuts the file with the state of a time, as a process does that is killed while it writes.
  void break_state(double time) const {
    for (int i = 0; i < StateFiles::kFiles; ++i) {
      const std::string path = state_file(folder(), i);
      if (!std::filesystem::exists(path) || FrameReader(path).time(0) != time) continue;
      std::filesystem::resize_file(path, 60);
      return;
    }
    FAIL() << "no state of t=" << time;
  }

  TemporaryFolder temporary_;
};

TEST_F(StateFilesTest, TheStateBeforeTheLatestOneStays) {
  StateFiles files(folder(), 0, kNew);
  for (double time = 1.0; time < 8.0; ++time) {
    write(files, time);
    EXPECT_EQ(there().count(time), 1U);
    if (time > 1.0) {
      EXPECT_EQ(there().count(time - 1.0), 1U) << time;
    }
  }
}

TEST_F(StateFilesTest, TheLatestStateOnTheDiskStaysUntilTheNextSync) {
  StateFiles files(folder(), 0, kNew);
  write(files, 1.0);
  files.sync();
  for (double time = 2.0; time < 9.0; ++time) {
    write(files, time);
    EXPECT_EQ(there().count(1.0), 1U) << time;
    if (time > 2.0) {
      EXPECT_EQ(there().count(time - 1.0), 1U) << time;
    }
  }
  files.sync();
  write(files, 9.0);
  write(files, 10.0);
  EXPECT_EQ(there(), (std::set<double>{8.0, 9.0, 10.0}));
}

TEST_F(StateFilesTest, ResultsThatGoOnKeepTheStateTheyGoOnFrom) {
  for (const double last : {5.0, 4.0}) {  // the frame of t=5 may never have come
    {
      StateFiles files(folder(), 0, kNew);
      for (double time = 1.0; time < 6.0; ++time) write(files, time);
    }
    StateFiles files(folder(), 0, last);
    write(files, last + 1.0);
    EXPECT_EQ(there().count(last), 1U);
    EXPECT_EQ(there().count(last + 1.0), 1U);
    break_state(last + 1.0);
    EXPECT_EQ(there().count(last), 1U);
  }
}

TEST_F(StateFilesTest, AStateThatIsLaterThanTheLastFrameGivesWayFirst) {
  {
    StateFiles files(folder(), 0, kNew);
    write(files, 1.0);
    write(files, 2.0);
  }
  StateFiles files(folder(), 0, 1.5);  // between the two stands a frame that holds its state
  write(files, 3.0);
  EXPECT_EQ(there().count(1.0), 1U);
}

TEST_F(StateFilesTest, NewResultsTakeOverWhateverStandsThere) {
  for (int i = 0; i < StateFiles::kFiles; ++i) {
    std::ofstream(state_file(folder(), i)) << "what another run has left";
  }
  StateFiles files(folder(), 0, kNew);
  for (double time = 1.0; time < 4.0; ++time) write(files, time);
  EXPECT_EQ(there(), (std::set<double>{2.0, 3.0}));
}

TEST_F(StateFilesTest, AFolderThatIsGoneIsAnErrorWithThePath) {
  StateFiles files(temporary_.file("gone"), 0, kNew);
  files.sync();  // nothing to do
  try {
    write(files, 1.0);
    FAIL() << "no error";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("gone/state-0.0.xdr: cannot be created"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace solfec
