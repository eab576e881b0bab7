#include "run/stop/agreement.h"

#include <array>

#include <gtest/gtest.h>

#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

constexpr int kRanks = 3;

TEST(Agreement, AllRanksTakeTheFirstTextAndTheAnswerOfRank0) {
  std::array<std::string, kRanks> texts;
  std::array<int, kRanks> answers{};
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    texts[rank] = first_text(comm, rank == 0 ? "" : cat("of rank ", rank));
    answers[rank] = as_rank_0(comm, rank == 0) ? 1 : 0;
  });
  for (const std::string& text : texts) EXPECT_EQ(text, "of rank 1");
  EXPECT_EQ(answers, (std::array<int, kRanks>{1, 1, 1}));
  EXPECT_EQ(first_text(one_rank(), "own"), "own");
}

TEST(Agreement, WhatOneRankHasSeenStopsAll) {
  std::array<StopCause, kRanks> causes{};
  std::array<std::vector<BodyId>, kRanks> ids;
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    StopValues values;
    values.stop_file = rank == 2;
    values.wall_time_is_over = rank == 1;
    join_requests(static_cast<Comm&>(comm).all_gather(requests_of(values)), values);
    causes[rank] = decide(values);
    ids[rank] = all_of_ranks(comm, {static_cast<BodyId>(10 - comm.rank())});
  });
  for (const StopCause cause : causes) EXPECT_EQ(cause, StopCause::stop_file);
  for (const auto& all : ids) EXPECT_EQ(all, (std::vector<BodyId>{8, 9, 10}));
}

}  // namespace
}  // namespace solfec
