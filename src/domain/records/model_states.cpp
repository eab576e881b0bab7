#include "domain/records/model_states.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace solfec {

namespace {

template <typename Item>
void append(const std::vector<Item>& part, std::vector<Item>& all) {
  all.insert(all.end(), part.begin(), part.end());
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
  check_ids(sorted);
  set_starts(sorted);
  return sorted;
}

/// Users' constraints first, as Domain::constraints() has them.
void sort_rows(std::vector<ConstraintRecord>& rows) {
  struct Place {
    bool is_contact{};
    ContactKey key;
    ConstraintId id{};
    std::size_t index{};
  };
  std::vector<Place> order;
  order.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_contact = rows[i].kind == ConstraintKind::contact;
    order.push_back(
        {is_contact, is_contact ? contact_of(rows[i]).key : ContactKey{}, rows[i].id, i});
  }
  std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
    return std::tie(a.is_contact, a.key, a.id) < std::tie(b.is_contact, b.key, b.id);
  });
  std::vector<ConstraintRecord> sorted;
  sorted.reserve(rows.size());
  for (const Place& place : order) sorted.push_back(rows[place.index]);
  rows = std::move(sorted);
}

void sort_memory(ConstraintStates& states) {
  std::sort(states.references.begin(), states.references.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  std::sort(states.covered.begin(), states.covered.end());
  states.covered.erase(std::unique(states.covered.begin(), states.covered.end()),
                       states.covered.end());
  std::sort(states.built.begin(), states.built.end());  // all ranks have all of them
  states.built.erase(std::unique(states.built.begin(), states.built.end()), states.built.end());
}

}  // namespace

void add_states(const ModelStates& part, ModelStates& all) {
  append(part.bodies.bodies, all.bodies.bodies);
  append(part.bodies.numbers, all.bodies.numbers);
  append(part.constraints.constraints, all.constraints.constraints);
  all.constraints.left_out += part.constraints.left_out;
  append(part.constraints.references, all.constraints.references);
  append(part.constraints.covered, all.constraints.covered);
  append(part.constraints.built, all.constraints.built);
}

void sort_states(ModelStates& all) {
  set_starts(all.bodies);
  all.bodies = by_id(all.bodies);
  sort_rows(all.constraints.constraints);
  sort_memory(all.constraints);
}

}  // namespace solfec
