#include <gtest/gtest.h>

#include "domain/domain.h"
#include "geometry/shape/convex_hull.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

Shape box(Vec3 lo, Vec3 hi) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z});
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, 1, 1));
  return shape;
}

TEST(DomainAllocation, StepsOfAStackDoNotAllocateAfterWarmUp) {
  Domain domain(Analysis::dynamic, 1e-4);
  const int material =
      domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0}).first;
  const auto add = [&](BodyKind kind, Shape shape) {
    BodyDefinition definition;
    definition.kind = kind;
    definition.shape = std::move(shape);
    definition.material = material;
    return domain.add_body(std::move(definition));
  };
  SurfaceMaterial rough;
  rough.friction = 0.5;
  domain.surface_materials.define(rough);
  add(BodyKind::obstacle, box({-2, -2, -1}, {2, 2, 0}));
  for (int k = 0; k < 5; ++k) {
    add(k % 2 == 0 ? BodyKind::rigid : BodyKind::pseudo_rigid,
        box({-0.5, -0.5, 1.0 * k}, {0.5, 0.5, 1.0 * k + 1.0}));
  }
  Shape ball;
  ball.spheres.push_back({{1.2, 0, 0.5}, 0.5, 1, 1});
  const BodyId hanging = add(BodyKind::rigid, std::move(ball));
  domain.add_constraint(make_rigid_link(hanging, 0, {1.2, 0, 0.5}, {1.2, 0, 2.0}, 1e-4));
  domain.loads.gravity[2].constant = -9.81;
  GaussSeidelParams params;
  params.relative_tolerance = 1e-8;
  params.merit_tolerance = 1e-8;
  GaussSeidelSolver solver(params);
  constexpr double kStep = 2e-4;
  for (int k = 0; k < 100; ++k) (void)domain.step(solver, kStep);
  ASSERT_GT(domain.contact_count(), 5);

  const std::int64_t before = allocation_count();
  for (int k = 0; k < 50; ++k) (void)domain.step(solver, kStep);
  EXPECT_EQ(allocation_count() - before, 0);
}

TEST(DomainAllocation, ProjectionOfAJamDoesNotAllocateAfterWarmUp) {
  Domain domain(Analysis::dynamic, 1e-4);
  domain.contact_params.points = ContactPoints::patch;
  domain.contact_params.projection = true;
  domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
  const auto add = [&](BodyKind kind, Vec3 lo, Vec3 hi) {
    BodyDefinition definition;
    definition.kind = kind;
    definition.shape = box(lo, hi);
    return domain.add_body(std::move(definition));
  };
  add(BodyKind::obstacle, {-1, -1, -1}, {0, 2, 2});
  add(BodyKind::obstacle, {0.99, -1, -1}, {2, 2, 2});
  const BodyId cube = add(BodyKind::rigid, {-0.005, 0, 0}, {0.995, 1, 1});
  domain.add_constraint(make_fixed_direction(cube, {0.5, 0.5, 0.5}, {0, 0, 1}));
  GaussSeidelSolver solver({});
  for (int k = 0; k < 50; ++k) (void)domain.step(solver, 1e-3);
  const std::int64_t before = allocation_count();
  for (int k = 0; k < 50; ++k) (void)domain.step(solver, 1e-3);
  EXPECT_EQ(allocation_count() - before, 0);
  EXPECT_EQ(domain.contact_projection().deep().size(), 8u);
  EXPECT_TRUE(domain.contact_projection().report().converged);
}

}  // namespace
}  // namespace solfec
