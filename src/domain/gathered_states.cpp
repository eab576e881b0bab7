#include "domain/gathered_states.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "archive/fields.h"
#include "archive/xdr.h"
#include "base/count.h"
#include "domain/state_archive.h"

namespace solfec {

namespace {

std::vector<std::byte> own_states(const Domain& domain) {
  std::vector<BodyId> ids;
  for (const BodyId id : domain.bodies.ids()) {
    if (!domain.bodies.is_ghost(id)) ids.push_back(id);
  }
  XdrWriter out;
  StateWriter writer;
  writer.save_bodies(domain, ids, out);
  writer.save_constraints(domain, out);
  return {out.bytes().begin(), out.bytes().end()};
}

BodyStates by_id(const BodyStates& states) {
  std::vector<std::size_t> order(states.bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return states.bodies[a].id < states.bodies[b].id;
  });
  BodyStates sorted;
  sorted.bodies.reserve(order.size());
  sorted.numbers.reserve(states.numbers.size());
  for (const std::size_t i : order) {
    sorted.bodies.push_back(states.bodies[i]);
    const std::span<const double> numbers = states.numbers_of(i);
    sorted.numbers.insert(sorted.numbers.end(), numbers.begin(), numbers.end());
  }
  set_starts(sorted);
  return sorted;
}

template <typename Item>
void append(std::vector<Item>& all, const std::vector<Item>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

/// Users' constraints first, as Domain::constraints() has them.
void sort_rows(std::vector<ConstraintRecord>& rows) {
  const auto contacts = std::stable_partition(rows.begin(), rows.end(), [](const auto& row) {
    return row.kind != ConstraintKind::contact;
  });
  std::sort(rows.begin(), contacts, [](const auto& a, const auto& b) { return a.id < b.id; });
  std::sort(contacts, rows.end(),
            [](const auto& a, const auto& b) { return contact_of(a).key < contact_of(b).key; });
}

void sort_memory(ConstraintStates& states) {
  std::sort(states.references.begin(), states.references.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  std::sort(states.covered.begin(), states.covered.end());
  states.covered.erase(std::unique(states.covered.begin(), states.covered.end()),
                       states.covered.end());
}

}  // namespace

std::optional<ModelStates> gather_states(const Domain& domain) {
  Comm& comm = domain.comm();
  std::vector<Message> messages;
  messages.push_back({0, own_states(domain)});
  messages = comm.deliver(std::move(messages));
  if (comm.rank() != 0) return std::nullopt;
  ModelStates all;
  for (Message& message : messages) {
    XdrReader in(message.bytes);
    BodyStates bodies;
    load(in, bodies);
    ConstraintStates constraints;
    load(in, constraints);
    append(all.bodies.bodies, bodies.bodies);
    append(all.bodies.numbers, bodies.numbers);
    append(all.constraints.constraints, constraints.constraints);
    append(all.constraints.references, constraints.references);
    append(all.constraints.covered, constraints.covered);
    message.bytes = {};  // large
  }
  set_starts(all.bodies);
  all.bodies = by_id(all.bodies);
  sort_rows(all.constraints.constraints);
  sort_memory(all.constraints);
  return all;
}

}  // namespace solfec
