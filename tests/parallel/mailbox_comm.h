#pragma once

#include <algorithm>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "parallel/comm.h"

namespace solfec::test {

/// Data that the ranks of MailboxComm share: a box for what each rank gives in the call that is
/// going on, a place to meet, and the letters of exchanges.
struct Mailbox {
  explicit Mailbox(int ranks) : size(ranks), bytes(n()), messages(n()), meeting(ranks) {}
  [[nodiscard]] std::size_t n() const { return static_cast<std::size_t>(size); }

  using Address = std::tuple<int, int, int>;  // number of the exchange, sender, receiver

  int size;
  std::vector<std::span<const std::byte>> bytes;   // by rank
  std::vector<std::span<const Message>> messages;  // by rank
  std::barrier<> meeting;
  std::mutex guard;  // of the letters
  std::condition_variable arrival;
  std::map<Address, std::vector<std::byte>> letters;  // sent and not yet received
};

/// Ranks that are threads of one program: all put what they give into the box, meet, read what is
/// for them and meet again. In an exchange nobody meets: letters wait for who fetches them.
class MailboxComm final : public Comm {
 public:
  MailboxComm(Mailbox& box, int rank) : box_(box), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return box_.size; }

  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    box_.bytes[own()] = mine;
    box_.meeting.arrive_and_wait();
    auto to = all.begin();
    for (const auto& bytes : box_.bytes) to = std::copy(bytes.begin(), bytes.end(), to);
    box_.meeting.arrive_and_wait();
  }
  std::vector<Message> deliver(std::vector<Message> messages) override {
    box_.messages[own()] = messages;
    box_.meeting.arrive_and_wait();
    std::vector<Message> mine;
    for (int sender = 0; sender < box_.size; ++sender) {
      const Message* const message = from(sender);
      if (message != nullptr) mine.push_back({sender, message->bytes});
    }
    box_.meeting.arrive_and_wait();
    return mine;
  }
  ExchangeTicket start_exchange(std::span<const Message> sent,
                                std::span<Message> received) override {
    const int number = static_cast<int>(expected_.size());
    expected_.push_back(received);
    const std::lock_guard lock(box_.guard);
    for (const Message& message : sent) {
      ok_ = box_.letters.try_emplace({number, rank_, message.rank}, message.bytes).second && ok_;
    }
    box_.arrival.notify_all();
    return {number};
  }
  void finish_exchange(ExchangeTicket ticket) override {
    constexpr std::chrono::seconds kLongest{60};  // for a letter that nobody sends
    std::unique_lock lock(box_.guard);
    for (Message& message : expected_[static_cast<std::size_t>(ticket.number)]) {
      const Mailbox::Address address{ticket.number, message.rank, rank_};
      if (!box_.arrival.wait_for(lock, kLongest, [&] { return box_.letters.contains(address); })) {
        ok_ = false;
        continue;
      }
      auto letter = box_.letters.extract(address);
      ok_ = ok_ && letter.mapped().size() == message.bytes.size();
      message.bytes = std::move(letter.mapped());
    }
  }
  void broadcast(int from, std::vector<std::byte>& bytes) override {
    box_.bytes[own()] = bytes;
    box_.meeting.arrive_and_wait();
    const auto& theirs = box_.bytes[static_cast<std::size_t>(from)];
    if (from != rank_) bytes.assign(theirs.begin(), theirs.end());
    box_.meeting.arrive_and_wait();
  }
  void barrier() override { box_.meeting.arrive_and_wait(); }
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
  int rank_;
  bool ok_ = true;
  std::vector<std::span<Message>> expected_;  // by number of the exchange
};

/// Calls f(comm) on each of some ranks at once. f must not throw.
template <typename Function>
void on_ranks(int ranks, const Function& f) {
  Mailbox box(ranks);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&box, &f, rank] {
      MailboxComm comm(box, rank);
      f(comm);
      EXPECT_TRUE(comm.ok()) << "rank " << rank;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(box.letters.empty()) << "letters that nobody expected";
}

}  // namespace solfec::test
