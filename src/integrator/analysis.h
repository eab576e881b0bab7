#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

/// Kind of analysis: with inertia (integrator.h) or as a sequence of equilibria (quasi_static.h).
enum class Analysis : std::uint8_t { dynamic, quasi_static };

/// As SOLFEC spells it.
constexpr std::string_view name_of(Analysis item) {
  switch (item) {
    case Analysis::dynamic:
      return "DYNAMIC";
    case Analysis::quasi_static:
      return "QUASI_STATIC";
  }
  return {};
}

}  // namespace solfec
