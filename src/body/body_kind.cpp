#include "body/body_kind.h"

namespace solfec {

std::string_view body_kind_name(BodyKind kind) {
  constexpr std::string_view kNames[] = {"OBSTACLE", "RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace solfec
