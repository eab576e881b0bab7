#include <iterator>

#include "base/check.h"
#include "solver/law/cohesive_contact.h"
#include "solver/law/fixed_direction.h"
#include "solver/law/fixed_point.h"
#include "solver/law/law.h"
#include "solver/law/rigid_link.h"
#include "solver/law/signorini_contact.h"
#include "solver/law/spring_contact.h"
#include "solver/law/spring_damper.h"
#include "solver/law/velocity_direction.h"

namespace solfec {
namespace {

template <typename Kind>
constexpr Law row_of(ConstraintKind kind) {
  return {kind,
          Kind::reaction,
          Kind::residual,
          Kind::spurious_energy,
          Kind::own_energy,
          Kind::linear_row,
          Kind::newton_row,
          Kind::project,
          Kind::breaks_bond};
}

/// In the order of the enumeration.
constexpr Law kLaws[] = {
    row_of<SignoriniContact>(ConstraintKind::contact),
    row_of<FixedPoint>(ConstraintKind::fixed_point),
    row_of<FixedDirection>(ConstraintKind::fixed_direction),
    row_of<VelocityDirection>(ConstraintKind::velocity_direction),
    row_of<RigidLink>(ConstraintKind::rigid_link),
    row_of<SpringDamper>(ConstraintKind::spring),
    row_of<SpringDamper>(ConstraintKind::drive),
    row_of<CohesiveContact>(ConstraintKind::cohesive_zone),
    row_of<SpringContact>(ConstraintKind::spring_dashpot),
};

constexpr bool is_in_order() {
  for (std::size_t k = 0; k < std::size(kLaws); ++k) {
    if (static_cast<std::size_t>(kLaws[k].kind) != k) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

const Law& law_of(ConstraintKind kind) {
  SOLFEC_ASSERT(static_cast<std::size_t>(kind) < std::size(kLaws));
  return kLaws[static_cast<std::size_t>(kind)];
}

}  // namespace solfec
