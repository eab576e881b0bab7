#pragma once

#include <atomic>
#include <vector>

#include <mpi.h>

#include "parallel/comm.h"

namespace solfec {

/// Ranks of an MPI communicator, of which this makes a copy of its own. Errors of MPI end the job,
/// as MPI_ERRORS_ARE_FATAL has it.
///
/// `deliver` is the non-blocking consensus of Hoefler, Siebert and Lumsdaine (2010), Scalable
/// communication protocols for dynamic sparse data exchange, PPoPP, 159-168, alg. 2 (NBX): its cost
/// grows with the messages of a rank and the logarithm of the ranks, not with the ranks. Messages
/// are sorted by sender, so nothing depends on when they arrive.
class MpiComm final : public Comm {
 public:
  /// @note Collective, and so is the end.
  explicit MpiComm(MPI_Comm of);
  ~MpiComm() override;
  MpiComm(const MpiComm&) = delete;
  MpiComm& operator=(const MpiComm&) = delete;
  MpiComm(MpiComm&&) = delete;
  MpiComm& operator=(MpiComm&&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override;
  std::vector<Message> deliver(std::vector<Message> messages) override;
  ExchangeTicket start_exchange(std::span<const Message> sent,
                                std::span<Message> received) override;
  void finish_exchange(ExchangeTicket ticket) override;
  void broadcast(int from, std::vector<std::byte>& bytes) override;
  void barrier() override;
  [[nodiscard]] bool meet(std::span<const std::byte> mine, std::span<std::byte> all,
                          double patience) override;

  [[nodiscard]] bool is_waiting() const override { return waits_.load(std::memory_order_relaxed); }

  [[nodiscard]] MPI_Comm handle() const { return comm_; }

 private:
  void receive_waiting(int tag, std::vector<Message>& received);

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm meetings_ = MPI_COMM_NULL;  // the way of `meet`
  struct Meeting {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> mine, all;
    bool is_lost = false;  // others have not come: the request stays, with its buffers
  };
  Meeting meeting_;
  int rank_ = 0;
  int size_ = 1;
  bool odd_delivery_ = false;
  std::atomic<bool> waits_ = false;
  struct UnderWay {
    std::vector<MPI_Request> requests;
    bool active = false;
  };
  std::vector<UnderWay> exchanges_;  // by ticket; places are used again
};

}  // namespace solfec
