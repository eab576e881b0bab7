#include "body/step_state.h"

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "body/point_velocity.h"

namespace solfec {
namespace {

MassProperties cube_properties() {
  MassProperties properties;
  properties.volume = 1.0;
  properties.euler = (1.0 / 12.0) * identity();
  return properties;
}

/// A copy at rest that takes the step state of a body gives rows what the body gives them.
TEST(StepState, CopiesAreToRowsWhatTheBodiesAre) {
  const BulkMaterial material{"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0};
  const MassProperties properties = cube_properties();
  Bodies own;
  Bodies copies;
  for (const BodyId id : {1, 2, 3, 4}) {
    const BodyKind kind = id == 1   ? BodyKind::obstacle
                          : id == 2 ? BodyKind::rigid
                                    : BodyKind::pseudo_rigid;
    own.add(id, kind, properties, material);
    copies.add(id, kind, properties, material);
    own.set_rigid_velocity(own.ref(id), {0.1 * double(id), 2.0, 3.0}, {0.5, -0.25, double(id)});
  }
  own.rigid.start_angular[0] = {1, 2, 3};
  own.rigid.start_linear[0] = {4, 5, 6};
  own.pseudo_rigid.start_rate[0] = outer({1, 2, 3}, {4, 5, 6});
  own.pseudo_rigid.implicit[1] = 1;
  for (std::size_t k = 0; k < 81; ++k) {
    own.pseudo_rigid.effective_inverse[1][k] = 0.5 * static_cast<double>(k);
  }
  std::vector<double> numbers;
  for (const BodyId id : {1, 2, 3, 4}) put_step_state(own, own.ref(id), numbers);
  std::span<const double> rest = numbers;
  for (const BodyId id : {1, 2, 3, 4}) rest = take_step_state(rest, copies.ref(id), copies);
  EXPECT_TRUE(rest.empty());
  const Vec3 arm{0.3, -0.2, 0.1};
  for (const BodyId id : {1, 2, 3, 4}) {
    EXPECT_EQ(start_velocity(copies, copies.ref(id), arm), start_velocity(own, own.ref(id), arm));
    EXPECT_EQ(free_velocity(copies, copies.ref(id), arm), free_velocity(own, own.ref(id), arm));
    EXPECT_EQ(copies.current_point(copies.ref(id), arm), own.current_point(own.ref(id), arm));
  }
  EXPECT_EQ(copies.pseudo_rigid.implicit, own.pseudo_rigid.implicit);
  EXPECT_EQ(copies.pseudo_rigid.effective_inverse[1], own.pseudo_rigid.effective_inverse[1]);
}

/// The work of a shift of a copy that takes the loads is that of the body.
TEST(StepState, LoadsMakeTheWorkOfAShift) {
  const BulkMaterial material{"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0};
  Bodies own;
  Bodies copies;
  std::vector<double> numbers;
  for (const BodyId id : {1, 2, 3}) {
    const BodyKind kind = id == 1   ? BodyKind::obstacle
                          : id == 2 ? BodyKind::rigid
                                    : BodyKind::pseudo_rigid;
    own.add(id, kind, cube_properties(), material);
    copies.add(id, kind, cube_properties(), material);
  }
  own.rigid.force[0] = {1, 2, 3};
  own.rigid.torque[0] = {4, 5, 6};
  own.pseudo_rigid.force[0] = {7, 8, 9};
  own.pseudo_rigid.couple[0] = outer({1, 2, 3}, {4, 5, 7});
  for (const BodyId id : {1, 2, 3}) put_step_loads(own, own.ref(id), numbers);
  std::span<const double> rest = numbers;
  for (const BodyId id : {1, 2, 3}) rest = take_step_loads(rest, copies.ref(id), copies);
  EXPECT_TRUE(rest.empty());
  // f·s + t·r; f·s + (t x) : C by hand for the pseudo-rigid one
  const Vec3 shift{0.5, 0.25, 2.0};
  const Vec3 turn{0.125, 1.0, 0.5};
  const auto work = [&](BodyId id) { return copies.load_work(copies.ref(id), {}, shift, turn); };
  EXPECT_EQ(work(1), 0.0);
  EXPECT_DOUBLE_EQ(work(2), 0.5 + 0.5 + 6.0 + (0.5 + 5.0 + 3.0));
  EXPECT_DOUBLE_EQ(work(3), own.load_work(own.ref(3), {}, shift, turn));
  EXPECT_NE(work(3), 0.0);
}

}  // namespace
}  // namespace solfec
