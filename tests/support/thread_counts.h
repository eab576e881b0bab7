#pragma once

#include <gtest/gtest.h>

#include "base/thread_team.h"

namespace solfec::test {

/// Tests that run with several numbers of threads, their parameter.
class ThreadCounts : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_thread_count(GetParam()); }
  void TearDown() override { set_thread_count(1); }
};

}  // namespace solfec::test
