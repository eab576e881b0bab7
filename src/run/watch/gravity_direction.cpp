#include "run/watch/gravity_direction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/cat.h"

namespace solfec {

namespace {

constexpr double kTouching = 1e-3;      // of the least extent of a body; less is no overlap
constexpr int kMostPairs = 10'000'000;  // of boxes that are compared, about 0.1 s

/// Constant part of a component of gravity, m/s^2.
double steady(const LoadValue& load) {
  if (!load.series) return load.constant;
  const auto [least, most] =
      std::minmax_element(load.series->values().begin(), load.series->values().end());
  if (*least >= 0.0) return *most;
  return *most <= 0.0 ? *least : 0.0;
}

/// Where a box meets another one on its way: nowhere, along a direction (now as well), against it.
enum class Meeting { none, forwards, backwards };

/// A box moves along the line of a direction (unit): its centre meets the other box grown by its
/// half extent (less `margin`, so that boxes that touch do not meet) for a range of the way.
Meeting meeting(const Box& moving, const Box& other, Vec3 direction, double margin) {
  const Vec3 center = 0.5 * (moving.lo + moving.hi);
  const Vec3 half = 0.5 * (moving.hi - moving.lo) - Vec3{margin, margin, margin};
  const std::array<std::array<double, 4>, 3> axes{
      {{center.x, direction.x, other.lo.x - half.x, other.hi.x + half.x},
       {center.y, direction.y, other.lo.y - half.y, other.hi.y + half.y},
       {center.z, direction.z, other.lo.z - half.z, other.hi.z + half.z}}};
  double enter = -HUGE_VAL;
  double leave = HUGE_VAL;
  for (const auto& [start, slope, low, high] : axes) {
    if (slope == 0.0) {
      if (!(low < start && start < high)) return Meeting::none;
      continue;
    }
    const auto [first, last] = std::minmax({(low - start) / slope, (high - start) / slope});
    enter = std::max(enter, first);
    leave = std::min(leave, last);
  }
  if (!(enter < leave)) return Meeting::none;
  return leave > 0.0 ? Meeting::forwards : Meeting::backwards;
}

struct Support {
  Box box;
  std::vector<Box> pieces;
};

struct Parts {
  std::vector<BodyId> loose;
  std::vector<Support> supports;
};

Parts parts_of(const Domain& domain) {
  std::set<BodyId> joined;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    joined.insert({constraint.master, constraint.slave});
  }
  Parts parts;
  for (const BodyRecord& body : domain.body_records()) {
    if (has_inertia(body.kind) && joined.count(body.id) == 0) {
      parts.loose.push_back(body.id);
      continue;
    }
    Support support{{}, domain.piece_boxes(body.id)};
    for (const Box& piece : support.pieces) support.box.add(piece);
    parts.supports.push_back(std::move(support));
  }
  return parts;
}

bool may_hang(const Domain& domain) {
  const SurfaceMaterialTable& surfaces = domain.surface_materials;
  for (int i = 0; i < surfaces.size(); ++i) {
    if (surfaces[i].cohesion > 0.0) return true;
  }
  return false;
}

bool may_be_driven(const Domain& domain, const std::vector<BodyId>& loose, Vec3 along) {
  const bool points_up = along.z > std::max(std::fabs(along.x), std::fabs(along.y));
  if (points_up) return false;
  for (const CallbackForce& callback : domain.loads.callbacks) {
    if (callback.constraint == 0) return true;
  }
  for (const PointForce& force : domain.loads.forces) {
    if (force.value.series || force.value.constant * dot(force.direction, along) < 0.0) return true;
  }
  if (!domain.loads.pressures.empty()) return true;
  return std::any_of(loose.begin(), loose.end(), [&](BodyId id) {
    return dot(domain.bodies.motion(domain.body_ref(id)).linear, along) < 0.0;
  });
}

/// Whether some loose body is pulled off a support and none is pulled towards one.
bool pulls_off(const Domain& domain, const Parts& parts, Vec3 along) {
  bool found = false;
  int pairs = 0;
  for (const BodyId id : parts.loose) {
    const Box box = domain.body_box(id);
    const Vec3 extent = box.hi - box.lo;
    const double margin = kTouching * std::min({extent.x, extent.y, extent.z});
    for (const Support& support : parts.supports) {
      if (++pairs > kMostPairs) return false;
      if (meeting(box, support.box, along, margin) == Meeting::none) continue;
      for (const Box& piece : support.pieces) {
        if (++pairs > kMostPairs) return false;
        const Meeting one = meeting(box, piece, along, margin);
        if (one == Meeting::forwards) return false;
        found = found || one == Meeting::backwards;
      }
    }
  }
  return found;
}

}  // namespace

std::string gravity_direction_warning(const Domain& domain) {
  const auto& gravity = domain.loads.gravity;
  const Vec3 g{steady(gravity[0]), steady(gravity[1]), steady(gravity[2])};
  if (!(norm(g) > 0.0) || may_hang(domain)) return {};
  const Vec3 along = normalized(g);
  const Parts parts = parts_of(domain);
  if (may_be_driven(domain, parts.loose, along) || !pulls_off(domain, parts, along)) return {};
  return cat("GRAVITY: (", short_number(g.x), ", ", short_number(g.y), ", ", short_number(g.z),
             ") m/s^2 pulls loose bodies away from obstacles or joined bodies and none towards "
             "one, is its sign right?");
}

}  // namespace solfec
