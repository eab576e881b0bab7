#include "body/point_velocity.h"

#include "base/check.h"

namespace solfec {

namespace {

/// f(set, slot) with the set of a homogeneous body.
template <typename Function>
Vec3 of_homogeneous(const Bodies& bodies, BodyRef body, const Function& f) {
  SOLFEC_ASSERT(is_homogeneous(body.kind));
  return bodies.visit(body, [&]<typename Set>(const Set& set, int slot) {
    if constexpr (is_homogeneous(Set::kKind)) {
      return f(set, slot);
    } else {
      return Vec3{};
    }
  });
}

}  // namespace

Vec3 point_arm(const Bodies& bodies, BodyRef body, Vec3 point) {
  return of_homogeneous(bodies, body,
                        [&](const auto& set, int slot) { return set.arm(slot, point); });
}

Vec3 start_velocity(const Bodies& bodies, BodyRef body, Vec3 arm) {
  return of_homogeneous(
      bodies, body, [&](const auto& set, int slot) { return set.start_velocity_of(slot, arm); });
}

Vec3 free_velocity(const Bodies& bodies, BodyRef body, Vec3 arm) {
  return of_homogeneous(bodies, body,
                        [&](const auto& set, int slot) { return set.free_velocity_of(slot, arm); });
}

}  // namespace solfec
