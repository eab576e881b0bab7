#include "solver/one_contact/de_saxce_feng.h"

#include <algorithm>
#include <cmath>

#include "local_dynamics/contact_block.h"
#include "solver/one_contact/friction_cone.h"

namespace solfec {

OneContactStatus solve_de_saxce_feng(const OneContact& contact, const OneContactParams& params,
                                     Vec3& r) {
  const double rho = 1.0 / largest_eigenvalue(contact.W);
  for (int iteration = 0; iteration < params.max_iterations; ++iteration) {
    Vec3 u = contact.b + contact.W * r;
    u.z += contact.friction * std::hypot(u.x, u.y);
    const Vec3 next = project_on_friction_cone(r - rho * u, contact.friction);
    const double change = norm(next - r);
    r = next;
    if (!is_finite(r)) return OneContactStatus::failed;
    if (change <= params.tolerance * reaction_scale(contact, rho, r)) {
      return OneContactStatus::solved;
    }
  }
  return OneContactStatus::not_converged;
}

}  // namespace solfec
