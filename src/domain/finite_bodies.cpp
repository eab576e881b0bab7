#include "domain/finite_bodies.h"

#include <algorithm>
#include <vector>

namespace solfec {

namespace {

/// Id of the first slot of a set one of whose arrays holds a number that is not finite, else 0.
template <typename... Arrays>
BodyId first_not_finite(const std::vector<BodyId>& id, const Arrays&... arrays) {
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (!(is_finite(arrays[i]) && ...)) return id[i];
  }
  return 0;
}

}  // namespace

BodyId find_not_finite(const Bodies& bodies) {
  const ObstacleSet& obstacles = bodies.obstacles;
  const RigidSet& rigid = bodies.rigid;
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  BodyId first = 0;
  for (const BodyId id :
       {first_not_finite(obstacles.id, obstacles.angular, obstacles.linear, obstacles.center,
                         obstacles.rotation),
        first_not_finite(rigid.id, rigid.angular, rigid.linear, rigid.center, rigid.rotation),
        first_not_finite(soft.id, soft.rate, soft.linear, soft.center, soft.gradient)}) {
    if (id != 0 && (first == 0 || id < first)) first = id;
  }
  for (const FiniteElementBody& body : bodies.finite_element.body) {
    const bool finite = std::all_of(body.velocity.begin(), body.velocity.end(),
                                    [](Vec3 u) { return is_finite(u); }) &&
                        std::all_of(body.displacement.begin(), body.displacement.end(),
                                    [](Vec3 q) { return is_finite(q); });
    if (!finite && (first == 0 || body.id < first)) first = body.id;
  }
  return first;
}

}  // namespace solfec
