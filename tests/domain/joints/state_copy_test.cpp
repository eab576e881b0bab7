#include "domain/joints/state_copy.h"

#include <vector>

#include <gtest/gtest.h>

#include "body/bodies.h"

namespace solfec {
namespace {

class StateCopyTest : public ::testing::Test {
 protected:
  void add(BodyId id, BodyKind kind) {
    MassProperties properties;
    properties.volume = 1.0;
    properties.euler = (1.0 / 12.0) * identity();
    bodies_.add(id, kind, properties, {"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
  }
  [[nodiscard]] std::vector<double> state_of(BodyId id) const {
    std::vector<double> state(static_cast<std::size_t>(bodies_.state_size(bodies_.ref(id))));
    bodies_.get_state(bodies_.ref(id), state);
    return state;
  }
  void disturb(BodyId id) {
    bodies_.set_rigid_velocity(bodies_.ref(id), {7, 8, 9}, {1, 1, 1});
    Energies energies;
    energies.external = 5.0;
    bodies_.set_energies(bodies_.ref(id), energies);
  }

  Bodies bodies_;
};

/// Copies of bodies of other ranks come and go within a step, which moves the others in their
/// lists.
TEST_F(StateCopyTest, OwnBodiesGetTheirStatesBackWhateverGhostsDo) {
  add(1, BodyKind::rigid);
  add(2, BodyKind::rigid);
  add(3, BodyKind::pseudo_rigid);
  add(4, BodyKind::obstacle);
  bodies_.set_owner(1, 1);  // of another rank
  const std::vector<std::vector<double>> before = {state_of(2), state_of(3), state_of(4)};
  const StateCopy copy(bodies_);
  bodies_.remove(1);
  add(5, BodyKind::rigid);
  bodies_.set_owner(5, 1);
  for (const BodyId id : {2, 3, 4, 5}) disturb(id);
  const std::vector<double> ghost = state_of(5);
  copy.restore(bodies_);
  EXPECT_EQ(state_of(2), before[0]);
  EXPECT_EQ(state_of(3), before[1]);
  EXPECT_EQ(state_of(4), before[2]);
  EXPECT_EQ(bodies_.energies(bodies_.ref(2)).external, 0.0);
  EXPECT_EQ(state_of(5), ghost);
}

}  // namespace
}  // namespace solfec
