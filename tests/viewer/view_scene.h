#pragma once

#include <memory>

#include "domain/domain.h"
#include "output/snapshot.h"

namespace solfec::test {

/// Makes small models for pictures.
class ViewModel {
 public:
  ViewModel();

  BodyId add_ball(Vec3 center, double radius, BodyKind kind = BodyKind::rigid);
  BodyId add_ellipsoid(Vec3 center, Vec3 half_axes);
  BodyId add_box(Vec3 lo, Vec3 hi, BodyKind kind = BodyKind::rigid);
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const {
    return take_snapshot(domain, {});
  }

  Domain domain;

 private:
  BodyId add(Shape shape, BodyKind kind);
  int material_;
};

}  // namespace solfec::test
