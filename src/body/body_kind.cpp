#include "body/body_kind.h"

namespace solfec {

std::string_view body_kind_name(BodyKind kind) {
  if (kind == BodyKind::obstacle) return "OBSTACLE";
  return kind == BodyKind::rigid ? "RIGID" : "PSEUDO_RIGID";
}

}  // namespace solfec
