#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "constraint/joint.h"
#include "math/vec3.h"

namespace solfec {

/// Number by which an item names a body that only the results have: a callback made it, and it was
/// deleted. Other bodies of items have their ids in the domain.
constexpr BodyId body_of_results(BodyId stored) { return -stored; }

/// 'DX', 'DY', 'DZ', 'VX', 'VY', 'VZ', 'CX', 'CY', 'CZ' (current coordinates), 'SX', 'SY', 'SZ',
/// 'SXY', 'SXZ', 'SYZ', 'MISES' (von Mises stress) or 'PLASTIC_STRAIN' (equivalent plastic
/// strain) at a reference point of a body. Not a number where the frame does not hold the body.
struct PointHistory {
  BodyId body{};
  Vec3 point;  // m
  std::string entity;
};

/// Item of energies: 'KINETIC', 'INTERNAL', 'EXTERNAL', 'CONTACT', 'FRICTION', 'DAMPING',
/// 'NUMERICAL' (energy that the integration schemes added or removed) or 'PLASTIC'. It is summed
/// over the bodies of the item in the frame, or over all bodies when `all` is set; not a number
/// without such a body.
struct EnergyHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::string entity;
};

/// Item of constraints of bodies: 'GAP' (least gap of contacts, infinity when there is none), 'R'
/// and 'CR' (sums of reactions), 'U' and 'CU' (mean relative velocities, 0 when there is no
/// constraint). Each constraint counts once; 'CR' and 'CU' take contacts only. The value is not a
/// number where the frame holds none of the bodies. A pair of surfaces, in any order, limits the
/// contacts that count, but not other constraints.
///
/// Without direction the item takes normal parts as they are stored. With a direction in space it
/// is the force that all other bodies exert on the bodies of the item, or the velocity of these
/// relative to the others: the sign is + where a body of the item is the master, and - where it is
/// the slave. A constraint between two bodies of the item (or of a body with itself) does not
/// count. For an item of all bodies only fixed points of space remain.
///
/// With `constraints` the item takes these instead: R acts on the master, U is master minus slave.
struct ConstraintHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::optional<Vec3> direction;  // of any length but 0
  std::optional<std::pair<SurfaceId, SurfaceId>> surfaces;
  std::string entity;
  std::vector<ConstraintId> constraints{};  // used instead of bodies unless empty
};

/// Item of the whole system: timings by phase name, 'STEP', 'CONS', 'BODS', 'NEWBODS', 'DELBODS',
/// 'NEWCONS' (made since the frame before), 'GSITERS', 'MERIT', 'RESIDUAL', 'OUT_OF_BALANCE',
/// 'REPEATS', 'NTITERS', 'BSITERS', 'GSCOLORS', 'GSBOT', 'GSMID', 'GSTOP', 'GSINN', 'LININIT',
/// 'LINUPD', 'LINMV', 'LINPRE', 'LINRUN', 'LINCOM'; entities of parts that did not run are 0.
struct CounterHistory {
  std::string entity;
};

/// A value of a joint (domain/records/joint_values.h); not a number in frames without the joint.
struct JointHistory {
  Joint joint;
  std::string entity;
};

using HistoryItem =
    std::variant<PointHistory, EnergyHistory, ConstraintHistory, CounterHistory, JointHistory>;

}  // namespace solfec
