#include "run/rank_meetings.h"

#include <array>

#include <gtest/gtest.h>

#include "base/cat.h"
#include "parallel/mailbox_comm.h"

namespace solfec {
namespace {

constexpr int kRanks = 3;
using Texts = std::array<std::string, kRanks>;

/// Returns what each rank is told when one of them comes in another way.
/// @param visit  (meetings, rank)
template <typename Function>
Texts texts_of(const Function& visit) {
  Texts texts;
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    RankMeetings meetings;
    meetings.trail.note("SOLFEC", "a.py:1");
    const Visit own = visit(meetings, comm.rank());
    try {
      meetings.meet(comm, own);
    } catch (const RanksParted& error) {
      texts[static_cast<std::size_t>(comm.rank())] = error.what();
    }
  });
  return texts;
}

Texts all(const std::string& text) { return {text, text, text}; }

TEST(RankMeetings, LetPassWhoComesAlike) {
  EXPECT_EQ(texts_of([](RankMeetings& meetings, int rank) {
              const TrailArgument text{"label", 7, cat("as shown by rank ", rank)};
              meetings.trail.note("BODY", "a.py:3", std::array{text});
              return Visit{MeetingPlace::run, 7, "", {}};
            }),
            all(""));
}

TEST(RankMeetings, NameTheLineThatDiffers) {
  EXPECT_EQ(texts_of([](RankMeetings& meetings, int rank) {
              meetings.trail.note("BODY", cat("a.py:", 5 + rank / 2));
              return Visit{MeetingPlace::run, 7, "", {}};
            }),
            all("ranks 0 and 2 do not run the script alike: commands in another order: BODY "
                "(a.py:5) on rank 0, BODY (a.py:6) on rank 2"));
}

/// Among calls that are alike, and calls of the other command that differ later.
TEST(RankMeetings, NameTheFirstArgumentThatDiffers) {
  EXPECT_EQ(texts_of([](RankMeetings& meetings, int rank) {
              const std::uint64_t own = rank == 1 ? 9 : 8;
              const TrailArgument body{"body", 1, "BODY 1"};
              const TrailArgument linear{"linear", own, cat("(0, ", own, ", 0)")};
              const TrailArgument angular{"angular", own, cat("(0, 0, ", own, ")")};
              meetings.trail.note("FORCE", "a.py:4", std::array{body});
              meetings.trail.note("INITIAL_VELOCITY", "a.py:5", std::array{body, linear, angular});
              meetings.trail.note("FORCE", "a.py:6", std::array{angular});
              return Visit{MeetingPlace::step, 0, "", {}};
            }),
            all("ranks 0 and 1 do not run the script alike: INITIAL_VELOCITY, linear: (0, 8, 0) "
                "(a.py:5) on rank 0, (0, 9, 0) (a.py:5) on rank 1"));
}

/// Two values with one text may differ, as numbers do in their last digits.
TEST(RankMeetings, CompareDigestsNotTexts) {
  const Texts texts = texts_of([](RankMeetings& meetings, int rank) {
    const TrailArgument shape{"shape", rank == 2 ? 5U : 4U, "SPHERE"};
    meetings.trail.note("BODY", "a.py:5", std::array{shape});
    return Visit{MeetingPlace::step, 0, "", {}};
  });
  EXPECT_EQ(texts, all("ranks 0 and 2 do not run the script alike: BODY, shape: SPHERE (a.py:5) on "
                       "rank 0, SPHERE (a.py:5) on rank 2"));
}

/// Single calls are kept until the ranks have met, the digest of all goes on.
TEST(RankMeetings, ForgetCallsInWhichTheyHaveAgreed) {
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    RankMeetings meetings;
    meetings.trail.note("SOLFEC", "a.py:1");
    const std::uint64_t before = meetings.trail.hash();
    EXPECT_EQ(meetings.trail.hashes().size(), 1U);
    meetings.meet(comm, {MeetingPlace::step, 0, "", {}});
    EXPECT_TRUE(meetings.trail.hashes().empty());
    EXPECT_EQ(meetings.trail.hash(), before);
    EXPECT_EQ(meetings.trail.calls().at("SOLFEC").count, 1);
  });
}

TEST(RankMeetings, NameTheFirstCallThatDiffers) {
  EXPECT_EQ(texts_of([](RankMeetings& meetings, int rank) {
              for (int i = 0; i <= rank / 2; ++i) meetings.trail.note("BODY", cat("a.py:", 5 + i));
              return Visit{MeetingPlace::run, 7, "", {}};
            }),
            all("ranks 0 and 2 do not run the script alike: calls of BODY: 1 (a.py:5) on rank 0, 2 "
                "(a.py:6) on rank 2"));
}

TEST(RankMeetings, NameTheFirstCallsOfAnotherOrder) {
  EXPECT_EQ(texts_of([](RankMeetings& meetings, int rank) {
              meetings.trail.note(rank == 1 ? "FORCE" : "BODY", "a.py:5");
              meetings.trail.note(rank == 1 ? "BODY" : "FORCE", "a.py:6");
              return Visit{MeetingPlace::barrier, 0, "", {}};
            }),
            all("ranks 0 and 1 do not run the script alike: commands in another order: BODY "
                "(a.py:5) on rank 0, FORCE (a.py:5) on rank 1"));
}

TEST(RankMeetings, NameTheValueThatDiffers) {
  EXPECT_EQ(texts_of([](RankMeetings& /*meetings*/, int rank) {
              const auto values = [rank] {
                return Particulars{{"step", "1 s", ""}, {"gravity", cat(rank / 2), "b.py:3"}};
              };
              return Visit{MeetingPlace::step, static_cast<std::uint64_t>(rank / 2), "", values};
            }),
            all("ranks 0 and 2 do not run the script alike: gravity: 0 (b.py:3) on rank 0, 1 "
                "(b.py:3) on rank 2"));
}

TEST(RankMeetings, NameThePlacesOfRanksThatAreApart) {
  EXPECT_EQ(texts_of([](RankMeetings& /*meetings*/, int rank) {
              return rank == 1 ? Visit{MeetingPlace::barrier, 0, "", {}}
                               : Visit{MeetingPlace::step, 3, " at t=2 s", {}};
            }),
            all("ranks 0 and 1 do not run the script alike: rank 0 is in RUN at t=2 s "
                "after a.py:1: SOLFEC, rank 1 waits at BARRIER after a.py:1: SOLFEC"));
}

TEST(RankMeetings, TellOfAnErrorWhoeverComesNext) {
  Texts texts;
  std::array<JobEnd, kRanks> ends;
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    RankMeetings meetings;
    int code = 4;
    if (rank == 1) {
      meetings.tell_error(comm, "file:3: it is broken");
    } else {
      try {
        meetings.meet(comm, {MeetingPlace::step, 0, "", {}});
      } catch (const RanksParted& error) {
        texts[rank] = error.what();
        code = 9;  // not that of the job: this rank follows another one
      }
    }
    ends[rank] = meetings.end(comm, code);
  });
  const std::string told = "rank 1 has an error in RUN: file:3: it is broken";
  EXPECT_EQ(texts, (Texts{told, "", told}));
  for (const JobEnd& end : ends) EXPECT_EQ(end.code, 4);
  EXPECT_FALSE(ends[0].is_told);
  EXPECT_TRUE(ends[1].is_told);
  EXPECT_FALSE(ends[2].is_told);
}

TEST(RankMeetings, EndWithTheLargestCode) {
  test::on_ranks(kRanks, [&](test::MailboxComm& comm) {
    RankMeetings meetings;
    if (comm.rank() == 1) meetings.trail.note("BODY", "");  // does not matter at the end
    const JobEnd end = meetings.end(comm, comm.rank());
    EXPECT_EQ(end.code, 2);
    EXPECT_EQ(end.is_told, comm.rank() > 0);
    EXPECT_FALSE(end.is_lost);
  });
  RankMeetings alone;
  EXPECT_EQ(alone.end(one_rank(), 5).code, 5);
}

}  // namespace
}  // namespace solfec
