#include "run/stop/stop_decision.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "run/stop/stop_request.h"

namespace solfec {
namespace {

namespace fs = std::filesystem;

struct Case {
  StopCause cause;
  std::function<void(StopValues&)> set;
};

/// Weakest first, as the manual of RUN has them.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {StopCause::callback, [](StopValues& v) { v.callback_stops = true; }},
      {StopCause::wall_time, [](StopValues& v) { v.wall_time_is_over = true; }},
      {StopCause::stop_file, [](StopValues& v) { v.stop_file = true; }},
      {StopCause::terminated, [](StopValues& v) { v.signal = SIGTERM; }},
      {StopCause::failure_policy, [](StopValues& v) { v.policy_stops = true; }},
      {StopCause::too_deep, [](StopValues& v) { v.too_deep = true; }},
      {StopCause::bad_solution, [](StopValues& v) { v.bad_solution = true; }},
      {StopCause::unstable_joint, [](StopValues& v) { v.unstable_joint = 5; }},
      {StopCause::unstable, [](StopValues& v) { v.unstable = 3; }},
      {StopCause::not_finite, [](StopValues& v) { v.not_finite = 7; }},
  };
  return all;
}

TEST(StopDecision, NothingSeenEndsNothing) { EXPECT_EQ(decide({}), StopCause::none); }

TEST(StopDecision, OfEverySetOfValuesTheStrongestCauseWins) {
  const auto count = static_cast<unsigned>(cases().size());
  for (unsigned set = 1; set < (1U << count); ++set) {
    StopValues values;
    StopCause strongest = StopCause::none;
    for (unsigned i = 0; i < count; ++i) {
      if ((set >> i & 1U) == 0) continue;
      cases()[i].set(values);
      strongest = cases()[i].cause;
    }
    EXPECT_EQ(decide(values), strongest) << set;
  }
}

/// Several processes may agree on the largest of their causes.
TEST(StopDecision, StrongerCausesHaveLargerValues) {
  for (std::size_t i = 1; i < cases().size(); ++i) {
    EXPECT_LT(cases()[i - 1].cause, cases()[i].cause);
  }
}

TEST(StopDecision, SignalsAreTold) {
  const auto of = [](int number) {
    StopValues values;
    values.signal = number;
    return decide(values);
  };
  EXPECT_EQ(of(SIGINT), StopCause::interrupted);
  EXPECT_EQ(of(SIGHUP), StopCause::hung_up);
  EXPECT_EQ(of(SIGTERM), StopCause::terminated);
  EXPECT_EQ(end_of(of(SIGINT)), RunEnd::interrupted);
  EXPECT_EQ(end_of(of(SIGHUP)), RunEnd::hung_up);
  EXPECT_EQ(end_of(of(SIGTERM)), RunEnd::terminated);
}

TEST(StopDecision, CausesThatAreNoErrorsEndARunInGoodOrder) {
  EXPECT_EQ(end_of(StopCause::none), RunEnd::finished);
  EXPECT_EQ(end_of(StopCause::callback), RunEnd::callback);
  EXPECT_EQ(end_of(StopCause::wall_time), RunEnd::wall_time);
  EXPECT_EQ(end_of(StopCause::stop_file), RunEnd::stop_file);
  for (const Case& one : cases()) {
    EXPECT_EQ(is_error(one.cause), one.cause >= StopCause::failure_policy);
  }
}

/// Requests from outside, in a scratch folder.
class StopRequestsTest : public ::testing::Test {
 protected:
  StopRequestsTest() {
    folder_ = fs::temp_directory_path() / ("solfec-stop-test-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  ~StopRequestsTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] StopCause asked(double max_walltime = 0.0) const {
    StopValues values;
    gather_requests(folder_.string(), max_walltime, values);
    return decide(values);
  }
  void make_stop_file() const { std::ofstream(folder_ / "STOP") << "now\n"; }

  fs::path folder_;
};

TEST_F(StopRequestsTest, StopFileIsTakenOnce) {
  const StopRequest request;
  EXPECT_EQ(asked(), StopCause::none);
  make_stop_file();
  EXPECT_EQ(asked(), StopCause::stop_file);
  EXPECT_FALSE(fs::exists(folder_ / "STOP"));
  EXPECT_EQ(asked(), StopCause::none);
}

TEST_F(StopRequestsTest, SignalLeavesTheStopFileWhereItIs) {
  const StopRequest request;
  make_stop_file();
  std::raise(SIGTERM);
  EXPECT_EQ(asked(), StopCause::terminated);
  EXPECT_TRUE(fs::exists(folder_ / "STOP"));
}

TEST_F(StopRequestsTest, WallTimeEndsWhenItIsUsedUp) {
  const StopRequest request;
  EXPECT_EQ(asked(1e9), StopCause::none);
  EXPECT_EQ(asked(1e-9), StopCause::wall_time);
}

/// Runs of two objects that are stepped in turn end in any order.
TEST_F(StopRequestsTest, HandlersComeBackWithTheLastOfSeveralRuns) {
  struct sigaction before {};
  sigaction(SIGTERM, nullptr, &before);
  auto first = std::make_unique<StopRequest>();
  auto second = std::make_unique<StopRequest>();
  first.reset();
  struct sigaction now {};
  sigaction(SIGTERM, nullptr, &now);
  EXPECT_NE(now.sa_handler, before.sa_handler);  // the second run still wants to know
  std::raise(SIGTERM);
  EXPECT_EQ(StopRequest::signal(), SIGTERM);
  second.reset();
  sigaction(SIGTERM, nullptr, &now);
  EXPECT_EQ(now.sa_handler, before.sa_handler);
  const StopRequest later;
  EXPECT_EQ(StopRequest::signal(), 0);
}

}  // namespace
}  // namespace solfec
