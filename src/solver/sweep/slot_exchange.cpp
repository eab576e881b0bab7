#include "solver/sweep/slot_exchange.h"

#include <algorithm>
#include <cstring>

namespace solfec {

void SlotExchange::start(const SharedSlots& shared, const BodyVelocities& velocities) {
  shared_ = &shared;
  size_.clear();
  std::size_t most = 0;
  for (const SharedSlots::Neighbour& neighbour : shared.neighbours) {
    std::size_t numbers = 0;
    for (const int slot : neighbour.slot) {
      numbers += velocities.shared_size(slot);
      most = std::max(most, velocities.shared_size(slot));
    }
    size_.push_back(numbers * sizeof(double));
  }
  numbers_.resize(most);
  // messages for all sweeps of the solution: to all neighbours, and from those of each colour
  sent_.clear();
  received_.clear();
  for (std::size_t k = 0; k < size_.size(); ++k) {
    sent_.push_back({shared.neighbours[k].rank, std::vector<std::byte>(size_[k])});
  }
  for (int colour = 0; colour < shared.colours; ++colour) {
    for (std::size_t k = 0; k < size_.size(); ++k) {
      if (shared.neighbours[k].colour == colour) received_.push_back(sent_[k]);
    }
  }
}

void SlotExchange::pass(int colour, BodyVelocities& velocities) {
  const auto& neighbours = shared_->neighbours;
  if (colour == shared_->colour) {
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      std::byte* to = sent_[k].bytes.data();
      for (const int slot : neighbours[k].slot) {
        const std::size_t size = velocities.shared_size(slot) * sizeof(double);
        if (size == 0) continue;
        velocities.copy_shared(slot, numbers_.data());
        std::memcpy(to, numbers_.data(), size);
        to += size;
      }
    }
    shared_->comm->exchange(sent_, {});
    return;
  }
  const auto count_if = [&](const auto& is_meant) {
    return static_cast<std::size_t>(
        std::count_if(neighbours.begin(), neighbours.end(),
                      [&](const SharedSlots::Neighbour& one) { return is_meant(one.colour); }));
  };
  const std::span<Message> received =
      std::span(received_).subspan(count_if([&](int other) { return other < colour; }),
                                   count_if([&](int other) { return other == colour; }));
  shared_->comm->exchange({}, received);
  std::size_t next = 0;
  for (const SharedSlots::Neighbour& neighbour : neighbours) {
    if (neighbour.colour != colour) continue;
    const std::byte* from = received[next++].bytes.data();
    for (const int slot : neighbour.slot) {
      const std::size_t size = velocities.shared_size(slot) * sizeof(double);
      if (size == 0) continue;
      std::memcpy(numbers_.data(), from, size);
      velocities.take_shared(slot, numbers_.data());
      from += size;
    }
  }
}

}  // namespace solfec
