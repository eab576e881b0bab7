#include <algorithm>

#include "domain/bonds/bond_anchors.h"
#include "domain/domain.h"

namespace solfec {

void Domain::bond_contacts(BodyId a, BodyId b) {
  detect_contacts();
  for (ContactPoint& contact : contacts_.points()) {
    const auto [first, second] = std::minmax(a, b);
    const bool is_between =
        contact.key.first_body == first && contact.key.second_body == second;
    if (is_between) give_bonds(surface_materials, contact_params.tolerance, {&contact, 1});
  }
  make_anchors(bodies, contacts_.points(), contacts_.memories());
  bonds_ = true;
}

}  // namespace solfec
