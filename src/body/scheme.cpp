#include "body/scheme.h"

namespace solfec {

bool has_scheme(BodyKind kind, Scheme scheme) {
  switch (scheme) {
    case Scheme::none:
      return kind == BodyKind::obstacle;
    case Scheme::rig_pos:
    case Scheme::rig_neg:
    case Scheme::rig_imp:
      return kind == BodyKind::rigid;
    case Scheme::def_exp:
    case Scheme::def_lim:
    case Scheme::def_lim2:
    case Scheme::def_imp:
      return kind == BodyKind::pseudo_rigid || kind == BodyKind::finite_element;
  }
  return false;
}

Scheme default_scheme(BodyKind kind) {
  if (kind == BodyKind::rigid) return Scheme::rig_neg;
  return kind == BodyKind::obstacle ? Scheme::none : Scheme::def_exp;
}

}  // namespace solfec
