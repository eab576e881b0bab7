#pragma once

#include <map>
#include <utility>

#include "language/python/pybind.h"
#include "run/simulation.h"

namespace solfec {

/// Objects that scripts hold, by what they stand for.
template <typename Object, typename Number>
std::map<std::pair<const Simulation*, Number>, std::weak_ptr<Object>>& known_objects() {
  static std::map<std::pair<const Simulation*, Number>, std::weak_ptr<Object>> known;
  return known;
}

/// One Python object for one thing of a simulation as long as a script holds it, so that
/// `constraint.adjbod[0] is body`. What a script has let go is made anew when it is asked for.
///
/// @tparam Object  Has `simulation` and ==; `number` is its id or index.
template <typename Object, typename Number>
std::shared_ptr<Object> one_object(Object made, Number number) {
  using Key = std::pair<const Simulation*, Number>;
  constexpr std::size_t kFew = 64;
  auto& known = known_objects<Object, Number>();
  static std::size_t many = kFew;
  if (known.size() > many) {
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    many = 2 * known.size() + kFew;
  }
  std::weak_ptr<Object>& place = known[Key{made.simulation.get(), number}];
  std::shared_ptr<Object> found = place.lock();
  if (found && *found == made) return found;
  auto object = std::make_shared<Object>(std::move(made));
  place = object;
  return object;
}

/// Makes an object that a script holds stand for another thing from now on. @pre the object has its
/// number already.
template <typename Object, typename Number>
void hold_as(const std::shared_ptr<Object>& object, Number number) {
  known_objects<Object, Number>()[{object->simulation.get(), number}] = object;
}

}  // namespace solfec
