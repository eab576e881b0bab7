#include <algorithm>

#include "domain/bonds/bond_anchors.h"
#include "domain/domain.h"

namespace solfec {

void Domain::bond_contacts(BodyId a, BodyId b) {
  detect_contacts();
  const auto [first, second] = std::minmax({a, b});
  for (ContactPoint& contact : contacts_.points()) {
    const bool is_between = contact.key.first_body == first && contact.key.second_body == second;
    if (!is_between || contact.state.bonded) continue;
    give_bonds(surface_materials, contact_params.tolerance, {&contact, 1});
    make_anchors(bodies, {&contact, 1}, contacts_.memories());
    begin_at_stress(bodies, surface_materials, contact, contacts_.memories());
  }
  bonds_ = true;
}

}  // namespace solfec
