#include "solver/contact_oracle.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

constexpr int kScanSteps = 3600;
constexpr double kAdmissible = 1e-9;

// Sliding along the unit vector t: r_T = mu r_n t with u_n = 0.
Vec3 sliding_reaction(const OneContact& contact, double angle) {
  const double mu = contact.friction;
  const Vec3 ray{mu * std::cos(angle), mu * std::sin(angle), 1.0};
  return (-contact.b.z / dot(contact.W.row(2), ray)) * ray;
}

// u_T x t: zero where the slip is along the friction.
double misalignment(const OneContact& contact, double angle) {
  const Vec3 u = contact.b + contact.W * sliding_reaction(contact, angle);
  return u.x * std::sin(angle) - u.y * std::cos(angle);
}

double bisect(const OneContact& contact, double low, double high) {
  const bool sign = misalignment(contact, low) > 0.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    ((misalignment(contact, middle) > 0.0) == sign ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

double law_violation(const OneContact& contact, Vec3 r) {
  const Vec3 u = contact.b + contact.W * r;
  const double scale = trace(contact.W) / 3.0;
  const double speed = norm(contact.b) + norm(u) + scale * norm(r);
  if (speed == 0.0) return 0.0;
  const double force = speed / scale;
  const double friction = std::hypot(r.x, r.y);
  const double slip = std::hypot(u.x, u.y);
  const double bound = contact.friction * r.z;
  return std::max({-u.z / speed, -r.z / force, std::fabs(u.z * r.z) / (speed * force),
                   (friction - bound) / force,
                   (slip * friction + u.x * r.x + u.y * r.y) / (speed * force),
                   slip * std::max(bound - friction, 0.0) / (speed * force)});
}

std::vector<Vec3> all_solutions(const OneContact& contact) {
  std::vector<Vec3> candidates{{}, -(inverse(contact.W) * contact.b)};
  const double step = 2.0 * std::acos(-1.0) / kScanSteps;
  for (int k = 0; k < kScanSteps; ++k) {
    const double low = misalignment(contact, k * step);
    const double high = misalignment(contact, (k + 1) * step);
    if ((low > 0.0) == (high > 0.0)) continue;
    candidates.push_back(sliding_reaction(contact, bisect(contact, k * step, (k + 1) * step)));
  }
  std::vector<Vec3> solutions;
  for (const Vec3 r : candidates) {
    if (law_violation(contact, r) <= kAdmissible) solutions.push_back(r);
  }
  return solutions;
}

}  // namespace solfec
