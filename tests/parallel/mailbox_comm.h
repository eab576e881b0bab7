#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/comm.h"
#include "parallel/fibers.h"

namespace solfec::test {

/// Data that the ranks of MailboxComm share: a box for what each rank gives in the call that is
/// going on, a place to meet, and the letters of exchanges.
struct Mailbox {
  explicit Mailbox(int ranks) : size(ranks), bytes(n()), messages(n()) {}
  [[nodiscard]] std::size_t n() const { return static_cast<std::size_t>(size); }

  /// Returns when all ranks have come here.
  void meet(Fibers& fibers) {
    const int meeting = meetings;
    if (++arrived == size) {
      arrived = 0;
      ++meetings;
    } else if (!fibers.wait([&] { return meetings != meeting; })) {
      std::cerr << "all ranks wait for each other, some in a meeting\n";
      std::abort();
    }
  }

  using Address = std::tuple<int, int, int>;  // number of the exchange, sender, receiver

  int size;
  std::vector<std::span<const std::byte>> bytes;      // by rank
  std::vector<std::span<const Message>> messages;     // by rank
  int arrived = 0;                                    // in the meeting that is going on
  int meetings = 0;                                   // that have ended
  std::map<Address, std::vector<std::byte>> letters;  // sent and not yet received
};

/// Ranks that are fibers of one program: all put what they give into the box, meet, read what is
/// for them and meet again. In an exchange nobody meets: letters wait for who fetches them.
class MailboxComm final : public Comm {
 public:
  MailboxComm(Mailbox& box, Fibers& fibers, int rank) : box_(box), fibers_(fibers), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return box_.size; }

  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    box_.bytes[own()] = mine;
    box_.meet(fibers_);
    auto to = all.begin();
    for (const auto& bytes : box_.bytes) to = std::copy(bytes.begin(), bytes.end(), to);
    box_.meet(fibers_);
  }
  std::vector<Message> deliver(std::vector<Message> messages) override {
    box_.messages[own()] = messages;
    box_.meet(fibers_);
    std::vector<Message> mine;
    for (int sender = 0; sender < box_.size; ++sender) {
      const Message* const message = from(sender);
      if (message != nullptr) mine.push_back({sender, message->bytes});
    }
    box_.meet(fibers_);
    return mine;
  }
  ExchangeTicket start_exchange(std::span<const Message> sent,
                                std::span<Message> received) override {
    const int number = static_cast<int>(expected_.size());
    expected_.push_back(received);
    for (const Message& message : sent) {
      ok_ = box_.letters.try_emplace({number, rank_, message.rank}, message.bytes).second && ok_;
    }
    return {number};
  }
  void finish_exchange(ExchangeTicket ticket) override {
    for (Message& message : expected_[static_cast<std::size_t>(ticket.number)]) {
      const Mailbox::Address address{ticket.number, message.rank, rank_};
      if (!fibers_.wait([&] { return box_.letters.contains(address); })) {
        ok_ = false;  // nobody sends it
        continue;
      }
      auto letter = box_.letters.extract(address);
      ok_ = ok_ && letter.mapped().size() == message.bytes.size();
      message.bytes = std::move(letter.mapped());
    }
  }
  void broadcast(int from, std::vector<std::byte>& bytes) override {
    box_.bytes[own()] = bytes;
    box_.meet(fibers_);
    const auto& theirs = box_.bytes[static_cast<std::size_t>(from)];
    if (from != rank_) bytes.assign(theirs.begin(), theirs.end());
    box_.meet(fibers_);
  }
  void barrier() override { box_.meet(fibers_); }
  [[nodiscard]] bool meet(std::span<const std::byte> mine, std::span<std::byte> all,
                          double /*patience*/) override {
    all_gather(mine, all);
    return true;
  }
  /// Whether all that was expected has come, once and with its size.
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  [[nodiscard]] std::size_t own() const { return static_cast<std::size_t>(rank_); }
  [[nodiscard]] const Message* from(int sender) const {
    const auto& all = box_.messages[static_cast<std::size_t>(sender)];
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Message& m) { return m.rank == rank_; });
    return found == all.end() ? nullptr : &*found;
  }

  Mailbox& box_;
  Fibers& fibers_;
  int rank_;
  bool ok_ = true;
  std::vector<std::span<Message>> expected_;  // by number of the exchange
};

/// Calls f(comm) on each of some ranks, which take turns. f must not throw.
template <typename Function>
void on_ranks(int ranks, const Function& f) {
  Mailbox box(ranks);
  const Fibers fibers(ranks, [&](Fibers& all, int rank) {
    MailboxComm comm(box, all, rank);
    f(comm);
    EXPECT_TRUE(comm.ok()) << "rank " << rank;
  });
  EXPECT_TRUE(box.letters.empty()) << "letters that nobody expected";
}

}  // namespace solfec::test
