#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "parallel/comm.h"
#include "parallel/packet.h"

namespace solfec {

/// Sends lists to ranks that do not expect them. Collective.
/// @return Those for this rank with their senders, by sender.
template <typename Item>
std::vector<std::pair<int, std::vector<Item>>> deliver_lists(
    Comm& comm, const std::map<int, std::vector<Item>>& lists) {
  std::vector<Message> messages;
  for (const auto& [rank, list] : lists) {
    PacketWriter packet;
    packet.put_all(std::span<const Item>(list));
    messages.push_back({rank, packet.take()});
  }
  std::vector<std::pair<int, std::vector<Item>>> received;
  for (const Message& message : comm.deliver(std::move(messages))) {
    auto& [rank, list] = received.emplace_back(message.rank, std::vector<Item>());
    PacketReader(message.bytes).get_all(list);
  }
  return received;
}

}  // namespace solfec
