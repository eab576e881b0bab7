#pragma once

#include <string_view>
#include <utility>

#include "archive/fields.h"
#include "archive/stored_function.h"
#include "constraint/spring.h"

namespace solfec {

struct UserConstraint;

/// Fields of what PUT_SPRING has given (archive/fields.h).

constexpr std::string_view type_name(const SpringDirection*) { return "SpringDirection"; }
constexpr std::string_view type_name(const Spring*) { return "Spring"; }

/// Law of a stored spring. @throws ArchiveError when it is not possible.
void set_stored_law(Spring& spring, StoredFunction&& value);
void check_stored(const Spring& spring);
/// Checks that the direction of a constraint of kind spring is a direction. @throws ArchiveError
/// when it is none.
void check_spring_direction(const UserConstraint& constraint);

/// Lists the fields of a spring as PUT_SPRING has given it; the values that a function of the user
/// gives belong to the step and are not stored.
template <typename Fields>
void list_fields(Fields& fields, const Spring*) {
  using S = Spring;
  fields("direction", "", &S::direction);
  fields.finite("carried", "direction in the body that turns it", &S::carried);
  fields("function", "name of the user's function, empty without", &S::function);
  fields.through(
      "value", "stiffness, N/m, or table of forces, N, over strokes, m",
      [](const S& spring) {
        return StoredFunction(spring.function.empty() ? spring.row.stiffness : 0.0,
                              spring.row.table.get());
      },
      [](S& spring, StoredFunction&& value) { set_stored_law(spring, std::move(value)); });
  fields.through(
      "lower", "stop, m", [](const S& spring) { return spring.row.lower; },
      [](S& spring, double stop) { spring.row.lower = stop; });
  fields.through(
      "upper", "likewise", [](const S& spring) { return spring.row.upper; },
      [](S& spring, double stop) { spring.row.upper = stop; });
  fields.check([](const S& spring) { check_stored(spring); });
}

}  // namespace solfec
