#include "run/progress.h"

#include <gtest/gtest.h>

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
  const std::string line = progress.status_line(sample);
  EXPECT_NE(line.find("t=1.25/10 s  12 %"), std::string::npos) << line;
  EXPECT_NE(line.find("contacts 3.1k  iterations 27 (residual 3e-07)"), std::string::npos) << line;
}

TEST(Progress, FinishedRunHasNoTimeLeft) {
  const Progress progress("", 1.0, true);
  ProgressSample sample;
  sample.time = 10.0;
  sample.end = 10.0;
  EXPECT_NE(progress.status_line(sample).find("ETA 00:00:00"), std::string::npos);
}

}  // namespace
}  // namespace solfec
