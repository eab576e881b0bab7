#include "run/report/progress.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace solfec {
namespace {

TEST(Progress, StatusLineTellsTimeShareContactsAndIterations) {
  const Progress progress("", 1.0, true);
  ProgressSample sample;
  sample.time = 1.25;
  sample.end = 10.0;
  sample.steps = 10;
  sample.contacts = 3100;
  sample.iterations = 27;
  sample.residual = 3e-7;
  sample.velocity_error = 2e-9;
  const std::string line = progress.status_line(sample);
  EXPECT_NE(line.find("t=1.25/10 s  12 %"), std::string::npos) << line;
  EXPECT_NE(line.find("contacts 3.1k  iterations 27 (residual 3e-07, 2e-09 m/s)"),
            std::string::npos)
      << line;
}

TEST(Progress, StatusLineAndStateTellThePenetrationWhileThereIsOne) {
  const TemporaryFolder folder;
  Progress progress(folder.file("."), 1.0, true);
  ProgressSample sample;
  sample.end = 10.0;
  EXPECT_EQ(progress.status_line(sample).find("depth"), std::string::npos);
  progress.report(sample, {});
  EXPECT_NE(text_of(folder.file("STATE")).find("PENETRATION: none\n"), std::string::npos);
  sample.depth = 2.13e-5;
  sample.depth_pair = "body 'a' and body 7";
  const std::string line = progress.status_line(sample);
  EXPECT_NE(line.find("contacts 0  depth 2.1e-05 m  iterations"), std::string::npos) << line;
  progress.report(sample, {});
  EXPECT_NE(text_of(folder.file("STATE")).find("PENETRATION: 2.130e-05 m, body 'a' and body 7\n"),
            std::string::npos);
}

TEST(Progress, FinishedRunHasNoTimeLeft) {
  const Progress progress("", 1.0, true);
  ProgressSample sample;
  sample.time = 10.0;
  sample.end = 10.0;
  EXPECT_NE(progress.status_line(sample).find("ETA 00:00:00"), std::string::npos);
}

TEST(Progress, AnEndBeyondAllClocksIsSaidInWords) {
  for (const double advanced : {1e-300, 1e-12}) {
    const TemporaryFolder folder;
    Progress progress(folder.file("."), 1.0, true);
    ProgressSample sample;
    sample.end = 1e6;
    progress.report(sample, {});
    sample.time = advanced;
    sample.steps = 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_NE(progress.status_line(sample).find("ETA over 100 years"), std::string::npos)
        << progress.status_line(sample);
    progress.report(sample, {});
    EXPECT_NE(text_of(folder.file("STATE")).find("ESTIMATED END: in over 100 years\n"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace solfec
