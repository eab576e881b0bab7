#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "parallel/comm.h"

// What every back end of Comm must do: each function is called on all ranks at once.

namespace solfec::test {

/// Bytes that tell who has sent them to whom and in which round.
inline std::vector<std::byte> letter(int from, int to, int round, int size) {
  std::vector<std::byte> bytes(at(size));
  for (int i = 0; i < size; ++i) {
    bytes[at(i)] = static_cast<std::byte>(7 * from + 31 * to + 101 * round + 3 * i);
  }
  return bytes;
}

inline int size_of_letter(int from, int to, int round) {
  // nothing, some bytes, and more than goes eagerly over the wire
  constexpr std::array kSizes = {0, 3, 400, 300000};
  return kSizes[at((from + 2 * to + round) % 4)];
}

inline void check_gathering(Comm& comm) {
  const std::vector<int> ranks = comm.all_gather(100 + comm.rank());
  ASSERT_EQ(count(ranks), comm.size());
  for (int i = 0; i < comm.size(); ++i) EXPECT_EQ(ranks[at(i)], 100 + i);
  std::vector<std::byte> nothing;
  comm.all_gather(std::span<const std::byte>{}, std::span<std::byte>(nothing));
}

/// Meetings take their own way: they may come while an exchange is under way and in its middle.
inline void check_meetings(Comm& comm) {
  for (const double patience : {std::numeric_limits<double>::infinity(), 50.0}) {
    const int mine = 7 + comm.rank();
    std::vector<int> all(at(comm.size()));
    ASSERT_TRUE(comm.meet(std::as_bytes(std::span(&mine, 1)),
                          std::as_writable_bytes(std::span(all)), patience));
    for (int i = 0; i < comm.size(); ++i) EXPECT_EQ(all[at(i)], 7 + i);
  }
}

/// 1e16 + 1 is rounded to 1e16, so the order of a sum is seen in its bits.
inline void check_reductions(Comm& comm) {
  constexpr std::array kParts = {1.0, 1e16, -1e16, 1.0};
  const auto part = [&](int rank) { return kParts[at(rank % 4)] * (1 + rank / 4); };
  double expected = part(0);
  for (int i = 1; i < comm.size(); ++i) expected += part(i);
  EXPECT_EQ(comm.all_reduce(Reduction::sum, part(comm.rank())), expected);
  std::array<long, 2> two{10L - comm.rank(), 10L + comm.rank()};
  comm.all_reduce(Reduction::least, std::span<long>(two));
  EXPECT_EQ(two[0], 11 - comm.size());
  EXPECT_EQ(two[1], 10);
  EXPECT_EQ(comm.all_reduce(Reduction::largest, 2.5 * comm.rank()), 2.5 * (comm.size() - 1));
}

/// Ranks that do not expect it get letters, many times in a row and without a meeting in between.
inline void check_deliveries(Comm& comm) {
  const int size = comm.size();
  const auto sends = [&](int from, int to, int round) {
    return (from * 5 + to * 3 + round) % 4 == 0 || round % 7 == 6;  // now and then all to all
  };
  for (int round = 0; round < 30; ++round) {
    std::vector<Message> sent;
    for (int to = size - 1; to >= 0; --to) {  // in no order that could help
      if (!sends(comm.rank(), to, round)) continue;
      sent.push_back({to, letter(comm.rank(), to, round, size_of_letter(comm.rank(), to, round))});
    }
    const std::vector<Message> came = comm.deliver(std::move(sent));
    auto next = came.begin();
    for (int from = 0; from < size; ++from) {
      if (!sends(from, comm.rank(), round)) continue;
      ASSERT_NE(next, came.end());
      EXPECT_EQ(next->rank, from);
      EXPECT_TRUE(next->bytes ==
                  letter(from, comm.rank(), round, size_of_letter(from, comm.rank(), round)));
      ++next;
    }
    EXPECT_EQ(next, came.end());
  }
}

/// One side of an exchange in which some ranks send to some.
struct ExchangeCase {
  ExchangeCase(const Comm& comm, int number) : round(number) {
    for (int other = 0; other < comm.size(); ++other) {
      const int size_out = size_of_letter(comm.rank(), other, round);
      const int size_in = size_of_letter(other, comm.rank(), round);
      if (sends(comm.rank(), other)) {
        sent.push_back({other, letter(comm.rank(), other, round, size_out)});
      }
      if (sends(other, comm.rank()))
        received.push_back({other, std::vector<std::byte>(at(size_in))});
    }
  }
  [[nodiscard]] bool sends(int from, int to) const { return (from + 2 * to + round) % 3 != 0; }
  void check(const Comm& comm) const {
    for (const Message& message : received) {
      const int size = size_of_letter(message.rank, comm.rank(), round);
      EXPECT_TRUE(message.bytes == letter(message.rank, comm.rank(), round, size));
    }
  }

  int round;
  std::vector<Message> sent, received;
};

inline void check_exchanges(Comm& comm) {
  for (int round = 0; round < 20; ++round) {
    ExchangeCase one(comm, round);
    comm.exchange(one.sent, one.received);
    one.check(comm);
  }
}

/// Several exchanges are under way, other calls come in between, and every rank finishes in an
/// order of its own.
inline void check_split_exchanges(Comm& comm) {
  constexpr int kUnderWay = 5;
  for (int repeat = 0; repeat < 4; ++repeat) {
    std::vector<ExchangeCase> cases;
    for (int k = 0; k < kUnderWay; ++k) cases.emplace_back(comm, 100 * repeat + k);
    std::vector<ExchangeTicket> tickets;
    for (ExchangeCase& one : cases) tickets.push_back(comm.start_exchange(one.sent, one.received));
    EXPECT_EQ(comm.all_reduce(Reduction::sum, 1), comm.size());
    for (int k = 0; k < kUnderWay; ++k) {
      const auto next = at((k * 2 + comm.rank()) % kUnderWay);
      comm.finish_exchange(tickets[next]);
      cases[next].check(comm);
    }
    check_gathering(comm);
  }
}

/// A chain: each rank starts to send only what it has got from the one before, so exchanges that
/// met all ranks would never end.
inline void check_chain(Comm& comm) {
  int sum = comm.rank() + 1;
  for (int sender = 0; sender + 1 < comm.size(); ++sender) {
    std::vector<Message> sent;
    std::vector<Message> received;
    if (comm.rank() == sender) sent.push_back({sender + 1, letter(sum, 0, 0, 1)});
    if (comm.rank() == sender + 1) received.push_back({sender, std::vector<std::byte>(1)});
    comm.exchange(sent, received);
    if (received.empty()) continue;
    EXPECT_EQ(received[0].bytes, letter(comm.rank() * (comm.rank() + 1) / 2, 0, 0, 1));
    sum += comm.rank() * (comm.rank() + 1) / 2;
  }
}

inline void check_broadcasts(Comm& comm) {
  for (int from = 0; from < comm.size(); ++from) {
    for (const int size : {0, 5, 200000}) {
      std::vector<std::byte> bytes = letter(comm.rank(), 1, 2, comm.rank() == from ? size : 17);
      comm.broadcast(from, bytes);
      EXPECT_TRUE(bytes == letter(from, 1, 2, size));
    }
  }
}

inline void check_all_calls(Comm& comm) {
  check_gathering(comm);
  check_meetings(comm);
  check_reductions(comm);
  check_deliveries(comm);
  check_exchanges(comm);
  check_split_exchanges(comm);
  check_chain(comm);
  check_broadcasts(comm);
  comm.barrier();
}

}  // namespace solfec::test
