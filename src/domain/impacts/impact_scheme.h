#pragma once

#include <cstdint>
#include <string_view>

namespace solfec {

/// Which reactions a dynamic analysis reports.
enum class ImpactScheme : std::uint8_t {
  shake,  // those that move the bodies: an impact is spread over two steps
  rattle  // those of a second problem in velocities: an impact is that of its step
};

/// As SOLFEC.impacts spells it.
constexpr std::string_view name_of(ImpactScheme item) {
  switch (item) {
    case ImpactScheme::shake:
      return "SHAKE";
    case ImpactScheme::rattle:
      return "RATTLE";
  }
  return {};
}

}  // namespace solfec
