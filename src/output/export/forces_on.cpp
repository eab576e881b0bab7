#include "output/export/forces_on.h"

#include <algorithm>
#include <limits>

#include "base/count.h"
#include "base/id_index.h"

namespace solfec {

std::vector<Vec3> forces_on(const Snapshot& snapshot) {
  IdIndex index;
  for (int i = 0; i < count(snapshot.members); ++i) index.set(snapshot.members[at(i)].id, i);
  std::vector<Vec3> force(snapshot.members.size());
  if (snapshot.left_out > 0) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    std::fill(force.begin(), force.end(), Vec3{kUnknown, kUnknown, kUnknown});
    return force;
  }
  for (const ConstraintRecord& row : snapshot.constraints) {
    const Vec3 r = row.frame * row.R;
    const int master = index.find(row.master);
    const int slave = row.slave == 0 ? -1 : index.find(row.slave);
    if (master >= 0) force[at(master)] += r;
    if (slave >= 0) force[at(slave)] -= r;
  }
  return force;
}

}  // namespace solfec
