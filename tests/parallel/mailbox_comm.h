#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <span>
#include <thread>
#include <vector>

#include "parallel/comm.h"

namespace solfec::test {

/// What the ranks of MailboxComm share: a box for what each rank gives in the call that is going
/// on, and a place to meet.
struct Mailbox {
  explicit Mailbox(int ranks) : size(ranks), bytes(n()), messages(n()), meeting(ranks) {}
  [[nodiscard]] std::size_t n() const { return static_cast<std::size_t>(size); }

  int size;
  std::vector<std::span<const std::byte>> bytes;   // by rank
  std::vector<std::span<const Message>> messages;  // by rank
  std::barrier<> meeting;
};

/// Ranks that are threads of one program: all put what they give into the box, meet, read what is
/// for them and meet again.
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
  void exchange(std::span<const Message> sent, std::span<Message> received) override {
    box_.messages[own()] = sent;
    box_.meeting.arrive_and_wait();
    for (Message& message : received) {
      const Message* const found = from(message.rank);
      ok_ = ok_ && found != nullptr && found->bytes.size() == message.bytes.size();
      if (found != nullptr) message.bytes = found->bytes;
    }
    box_.meeting.arrive_and_wait();
  }
  /// Whether all that was expected has come, with its size.
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
};

/// Calls f(comm) on each of some ranks at once. f must not throw.
template <typename Function>
void on_ranks(int ranks, const Function& f) {
  Mailbox box(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&box, &f, rank] {
      MailboxComm comm(box, rank);
      f(comm);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace solfec::test
