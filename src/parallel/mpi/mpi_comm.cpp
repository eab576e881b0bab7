#include "parallel/mpi/mpi_comm.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>

#include "base/cat.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr int kExchangeTag = 1;
// A rank that has seen the end of a delivery may begin the next one while others are still in the
// last: two tags in turn keep them apart. It cannot be two ahead, since none ends without all.
constexpr int kEvenDeliveryTag = 2;
constexpr int kOddDeliveryTag = 3;

/// Number of bytes as MPI takes it.
int size_of(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::length_error(cat("a message of ", bytes, " bytes is longer than 2 GiB"));
  }
  return static_cast<int>(bytes);
}

/// Marks a call that may wait for other ranks.
class Wait {
 public:
  explicit Wait(std::atomic<bool>& waits) : waits_(waits) {
    waits_.store(true, std::memory_order_relaxed);
  }
  ~Wait() { waits_.store(false, std::memory_order_relaxed); }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;
  Wait(Wait&&) = delete;
  Wait& operator=(Wait&&) = delete;

 private:
  std::atomic<bool>& waits_;
};

}  // namespace

MpiComm::MpiComm(MPI_Comm of) {
  MPI_Comm_dup(of, &comm_);
  MPI_Comm_dup(of, &meetings_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
}

MpiComm::~MpiComm() {
  if (!meeting_.is_lost) MPI_Comm_free(&meetings_);
  MPI_Comm_free(&comm_);
}

void MpiComm::all_gather(std::span<const std::byte> mine, std::span<std::byte> all) {
  SOLFEC_ASSERT(all.size() == mine.size() * at(size_));
  const int bytes = size_of(mine.size());
  const Wait wait(waits_);
  MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm_);
}

/// Takes one message that has come, if any.
void MpiComm::receive_waiting(int tag, std::vector<Message>& received) {
  int has_come = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, comm_, &has_come, &status);
  if (has_come == 0) return;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  Message& message = received.emplace_back();
  message.rank = status.MPI_SOURCE;
  message.bytes.resize(at(bytes));
  MPI_Recv(message.bytes.data(), bytes, MPI_BYTE, message.rank, tag, comm_, MPI_STATUS_IGNORE);
}

std::vector<Message> MpiComm::deliver(std::vector<Message> messages) {
  const int tag = odd_delivery_ ? kOddDeliveryTag : kEvenDeliveryTag;
  odd_delivery_ = !odd_delivery_;
  std::vector<Message> received;
  std::vector<MPI_Request> sends;
  const Wait wait(waits_);
  for (Message& message : messages) {
    SOLFEC_ASSERT(0 <= message.rank && message.rank < size_);
    if (message.rank == rank_) {
      received.push_back(std::move(message));
      continue;
    }
    MPI_Issend(message.bytes.data(), size_of(message.bytes.size()), MPI_BYTE, message.rank, tag,
               comm_, &sends.emplace_back());
  }
  // Synchronous sends are done when they are received: a rank whose sends are done comes to the
  // barrier, and when all have come, there is nothing left to receive.
  MPI_Request barrier = MPI_REQUEST_NULL;
  int is_over = 0;
  while (is_over == 0) {
    receive_waiting(tag, received);
    if (barrier != MPI_REQUEST_NULL) {
      MPI_Test(&barrier, &is_over, MPI_STATUS_IGNORE);
      continue;
    }
    int all_received = 0;
    MPI_Testall(count(sends), sends.data(), &all_received, MPI_STATUSES_IGNORE);
    if (all_received != 0) MPI_Ibarrier(comm_, &barrier);
  }
  std::sort(received.begin(), received.end(),
            [](const Message& a, const Message& b) { return a.rank < b.rank; });
  return received;
}

ExchangeTicket MpiComm::start_exchange(std::span<const Message> sent, std::span<Message> received) {
  auto place = std::find_if(exchanges_.begin(), exchanges_.end(),
                            [](const UnderWay& exchange) { return !exchange.active; });
  if (place == exchanges_.end()) place = exchanges_.emplace(exchanges_.end());
  place->active = true;
  place->requests.clear();
  // One tag will do: exchanges start in the same order everywhere, and messages from one rank to
  // another match in the order in which they were posted.
  for (Message& message : received) {
    MPI_Irecv(message.bytes.data(), size_of(message.bytes.size()), MPI_BYTE, message.rank,
              kExchangeTag, comm_, &place->requests.emplace_back());
  }
  for (const Message& message : sent) {
    MPI_Isend(message.bytes.data(), size_of(message.bytes.size()), MPI_BYTE, message.rank,
              kExchangeTag, comm_, &place->requests.emplace_back());
  }
  return {static_cast<int>(place - exchanges_.begin())};
}

void MpiComm::finish_exchange(ExchangeTicket ticket) {
  UnderWay& exchange = exchanges_[at(ticket.number)];
  SOLFEC_ASSERT(exchange.active);
  const Wait wait(waits_);
  MPI_Waitall(count(exchange.requests), exchange.requests.data(), MPI_STATUSES_IGNORE);
  exchange.active = false;
}

void MpiComm::broadcast(int from, std::vector<std::byte>& bytes) {
  int size = size_of(bytes.size());
  const Wait wait(waits_);
  MPI_Bcast(&size, 1, MPI_INT, from, comm_);
  bytes.resize(at(size));
  MPI_Bcast(bytes.data(), size, MPI_BYTE, from, comm_);
}

void MpiComm::barrier() {
  const Wait wait(waits_);
  MPI_Barrier(comm_);
}

bool MpiComm::meet(std::span<const std::byte> mine, std::span<std::byte> all, double patience) {
  if (meeting_.is_lost) return false;
  const Wait wait(waits_);
  const auto start = std::chrono::steady_clock::now();
  meeting_.mine.assign(mine.begin(), mine.end());
  meeting_.all.resize(all.size());
  const int bytes = size_of(mine.size());
  MPI_Iallgather(meeting_.mine.data(), bytes, MPI_BYTE, meeting_.all.data(), bytes, MPI_BYTE,
                 meetings_, &meeting_.request);
  if (patience == std::numeric_limits<double>::infinity()) {
    MPI_Wait(&meeting_.request, MPI_STATUS_IGNORE);
  }
  for (;;) {
    int all_are_here = 0;
    MPI_Test(&meeting_.request, &all_are_here, MPI_STATUS_IGNORE);
    if (all_are_here != 0) break;
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (waited.count() > patience) {
      meeting_.is_lost = true;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::copy(meeting_.all.begin(), meeting_.all.end(), all.begin());
  return true;
}

}  // namespace solfec
