#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "domain/domain.h"
#include "geometry/shape/convex_hull.h"

namespace solfec {

/// Convex box of volume and surface id 1.
inline Shape box_shape(Vec3 lo, Vec3 hi, int volume = 1) {
  std::vector<Vec3> corners;
  corners.reserve(8);
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z});
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, volume, 1));
  return shape;
}

inline Shape ball_shape(Vec3 center, double radius) {
  Shape shape;
  shape.spheres.push_back({center, radius, 1, 1});
  return shape;
}

/// A domain of one material, density 1000 kg/m^3, and a solver that leaves no error.
class DomainFixture : public ::testing::Test {
 protected:
  static GaussSeidelParams tight_params() {
    GaussSeidelParams params;
    params.relative_tolerance = 1e-13;
    params.merit_tolerance = 1e-18;
    params.max_sweeps = 10000;
    return params;
  }

  BodyId add(BodyKind kind, Shape shape, std::string label = "") {
    return add_to(domain_, kind, std::move(shape), std::move(label));
  }
  BodyId add_to(Domain& domain, BodyKind kind, Shape shape, std::string label = "") const {
    BodyDefinition definition;
    definition.kind = kind;
    definition.shape = std::move(shape);
    definition.material = material_;
    definition.label = std::move(label);
    definition.origin = "test.py:1";
    return domain.add_body(std::move(definition));
  }

  [[nodiscard]] Vec3 point(BodyId id, Vec3 reference) const {
    return domain_.bodies.current_point(domain_.body_ref(id), reference);
  }
  [[nodiscard]] Vec3 speed(BodyId id, Vec3 reference) const {
    return domain_.bodies.velocity(domain_.body_ref(id), reference);
  }
  void run(int steps, double h) {
    for (int k = 0; k < steps; ++k) (void)domain_.step(solver_, h);
  }

  Domain domain_{Analysis::dynamic, 1e-4};
  int material_ =
      domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
  GaussSeidelSolver solver_{tight_params()};
};

}  // namespace solfec
