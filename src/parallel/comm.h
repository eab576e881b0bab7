#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/check.h"

namespace solfec {

/// Bytes for a rank, or from one.
struct Message {
  int rank{};
  std::vector<std::byte> bytes;
};

/// An exchange that is under way.
struct ExchangeTicket {
  int number{};
};

/// Operation that joins the numbers of all ranks to one.
enum class Reduction : std::uint8_t { sum, least, largest };

/// The ranks that compute one model together. All calls but rank() and size() are collective: every
/// rank makes the same ones in the same order. Results do not depend on who is first: sums go in
/// the order of ranks, and what comes from several ranks comes in that order.
///
/// Back ends: one rank (`one_rank`), which every serial run has, and MPI (parallel/mpi), chosen
/// when a program is linked (parallel/world.h). Tests have one of fibers
/// (tests/parallel/mailbox_comm.h).
class Comm {
 public:
  Comm() = default;
  virtual ~Comm() = default;
  Comm(const Comm&) = delete;
  Comm& operator=(const Comm&) = delete;
  Comm(Comm&&) = delete;
  Comm& operator=(Comm&&) = delete;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  /// The bytes of all ranks one after the other, by rank. @pre all ranks give the same size;
  /// all.size() == size() * mine.size().
  virtual void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// Sends messages to ranks that do not expect them, at most one to each, also to this rank.
  /// @return Those for this rank, by sender.
  virtual std::vector<Message> deliver(std::vector<Message> messages) = 0;
  /// Starts to send messages to ranks that expect them and returns at once, so that work is done
  /// while they travel: `sent` holds one for each rank that has this one in `received`, whose
  /// buffers have the sizes of what comes. Ranks increase in both. Messages and buffers stay as
  /// they are, untouched, until finish_exchange().
  ///
  /// Several exchanges may be under way. All ranks start them in the same order; each finishes them
  /// in an order of its own, and other calls may come in between. A rank waits for those that it
  /// receives from, not for the others.
  [[nodiscard]] virtual ExchangeTicket start_exchange(std::span<const Message> sent,
                                                      std::span<Message> received) = 0;
  /// Waits for what was started: then all has been received, and `sent` may change.
  virtual void finish_exchange(ExchangeTicket ticket) = 0;
  /// Gives all ranks the bytes of one of them, whatever they had and of any size.
  virtual void broadcast(int from, std::vector<std::byte>& bytes) = 0;
  /// Returns when all ranks have come here.
  virtual void barrier() = 0;

  /// all_gather on a way of its own, where ranks meet that may have left the common path: whatever
  /// else is under way, and whichever calls others wait in, it meets the `meet` of the others.
  /// @param patience  s to wait for the others.
  /// @return Whether all have come in time. When not, all later meetings fail at once.
  [[nodiscard]] virtual bool meet(std::span<const std::byte> mine, std::span<std::byte> all,
                                  double patience) = 0;

  /// Whether this rank waits for others just now. May be asked from another thread.
  [[nodiscard]] virtual bool is_waiting() const { return false; }

  // ---- on top of these -----------------------------------------------------------------------

  /// Starts and finishes.
  void exchange(std::span<const Message> sent, std::span<Message> received) {
    finish_exchange(start_exchange(sent, received));
  }

  /// One item of each rank, by rank.
  template <typename Item>
  std::vector<Item> all_gather(const Item& mine) {
    static_assert(std::is_trivially_copyable_v<Item>);
    std::vector<Item> all(static_cast<std::size_t>(size()));
    all_gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
    return all;
  }
  /// Joins the numbers of all ranks place by place; all ranks get the same bits. @pre all ranks
  /// give equally many. For a few numbers: it takes memory for those of all ranks.
  template <typename Number>
  void all_reduce(Reduction reduction, std::span<Number> numbers) {
    static_assert(std::is_arithmetic_v<Number>);
    if (size() == 1) return;
    std::vector<Number> all(numbers.size() * static_cast<std::size_t>(size()));
    all_gather(std::as_bytes(numbers), std::as_writable_bytes(std::span(all)));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      Number joined = all[i];
      for (std::size_t k = i + numbers.size(); k < all.size(); k += numbers.size()) {
        joined = join(reduction, joined, all[k]);
      }
      numbers[i] = joined;
    }
  }
  template <typename Number>
  Number all_reduce(Reduction reduction, Number number) {
    all_reduce(reduction, std::span(&number, 1));
    return number;
  }

 private:
  template <typename Number>
  static Number join(Reduction reduction, Number a, Number b) {
    switch (reduction) {
      case Reduction::sum:
        return a + b;
      case Reduction::least:
        return b < a ? b : a;
      case Reduction::largest:
        return a < b ? b : a;
    }
    return a;
  }
};

/// The ranks of a serial run: this one. It has no state, so all may share it.
Comm& one_rank();

}  // namespace solfec
