#include "domain/joints/joint_fit.h"

#include <algorithm>
#include <vector>

#include "domain/joints/joint_projection.h"
#include "domain/joints/state_copy.h"

namespace solfec {

namespace {

/// Whether the arm of a point turns with the body; points of others have the same arms anywhere.
bool turns(const Bodies& bodies, BodyId id) {
  return id != 0 && bodies.ref(id).kind == BodyKind::rigid;
}

/// Arms of the points of a row.
struct Arms {
  Vec3 master;
  Vec3 slave;
};

Vec3 center_of(const Bodies& bodies, BodyId id) {
  return bodies.rigid.center[static_cast<std::size_t>(bodies.ref(id).slot)];
}

}  // namespace

void place_rows_where_joints_fit(Bodies& bodies, std::span<const UserConstraint> twice,
                                 std::span<UserConstraint> constraints) {
  if (twice.empty()) return;
  const StateCopy middle(bodies, moving_bodies(bodies, twice));
  project_joints(bodies, twice, kUpkeep);
  std::vector<UserConstraint*> placed;
  std::vector<Arms> arms;
  auto next = constraints.begin();
  for (const UserConstraint& joint : twice) {
    next = std::find_if(next, constraints.end(),
                        [&](const UserConstraint& one) { return one.id == joint.id; });
    if (next == constraints.end()) break;
    if (next->kind == ConstraintKind::rigid_link) continue;  // its law knows its length in between
    UserConstraint& row = *next;
    const Vec3 master = row.point;
    const Vec3 slave = row.slave_point;
    place_constraint(bodies, row);
    if (!turns(bodies, row.master)) row.point = master;
    if (!turns(bodies, row.slave)) row.slave_point = slave;
    placed.push_back(&row);
    arms.push_back(
        {turns(bodies, row.master) ? row.point - center_of(bodies, row.master) : Vec3{},
         turns(bodies, row.slave) ? row.slave_point - center_of(bodies, row.slave) : Vec3{}});
  }
  middle.restore(bodies);
  for (std::size_t k = 0; k < placed.size(); ++k) {
    UserConstraint& row = *placed[k];
    if (turns(bodies, row.master)) row.point = center_of(bodies, row.master) + arms[k].master;
    if (turns(bodies, row.slave)) row.slave_point = center_of(bodies, row.slave) + arms[k].slave;
  }
}

}  // namespace solfec
