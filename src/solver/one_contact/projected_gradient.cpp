#include "solver/one_contact/projected_gradient.h"

#include <algorithm>
#include <cmath>

#include "local_dynamics/contact_block.h"

namespace solfec {

OneContactStatus solve_projected_gradient(const OneContact& contact, const OneContactParams& params,
                                          Vec3& r) {
  const double rho = 1.0 / largest_eigenvalue(contact.W);
  for (int iteration = 0; iteration < params.max_iterations; ++iteration) {
    Vec3 next = r - rho * (contact.b + contact.W * r);
    next.z = std::max(next.z, 0.0);
    const double bound = contact.friction * next.z;
    const double length = std::hypot(next.x, next.y);
    if (length > bound) {
      next.x *= bound / length;
      next.y *= bound / length;
    }
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
