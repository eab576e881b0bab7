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

/// How an item names a body that only the results have, by its id there: a callback made it and it
/// is gone. Other bodies of items have their ids in the domain.
constexpr BodyId body_of_results(BodyId stored) { return -stored; }

/// 'DX', 'DY', 'DZ', 'VX', 'VY', 'VZ', 'CX', 'CY', 'CZ' (current coordinates), 'SX', 'SY', 'SZ',
/// 'SXY', 'SXZ', 'SYZ', 'MISES' (von Mises stress) or 'PLASTIC_STRAIN' (equivalent plastic
/// strain) at a reference point of a body. Not a number where the frame does not hold the body.
struct PointHistory {
  BodyId body{};
  Vec3 point;  // m
  std::string entity;
};

/// 'KINETIC', 'INTERNAL', 'EXTERNAL', 'CONTACT', 'FRICTION', 'DAMPING', 'NUMERICAL' (what the
/// integration schemes added or removed) or 'PLASTIC' summed over bodies, as far as the
/// frame holds them, not a number where it holds none; all bodies of the frame when `all` is set.
struct EnergyHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::string entity;
};

/// 'GAP' (least gap of contacts, infinity when there is none), 'R', 'CR' (sums of reactions), 'U',
/// 'CU' (mean relative velocities, 0 when there is no constraint) over the constraints of bodies,
/// each once; not a number where the frame holds none of the bodies; C: contacts only. Contacts may
/// be limited to an unordered pair of surfaces, which other constraints always pass.
///
/// Without direction: normal parts as they are stored. Along a global direction: the force that
/// all others exert on the bodies, and the velocity of the bodies relative to the others; +1 where
/// a body is the master, -1 where it is the slave, and a constraint between two of the bodies (or
/// of a body with itself) does not count. All bodies touch nothing but fixed points of space.
///
/// With `constraints` the item is about these instead: R acts on the master, U is master minus
/// slave.
struct ConstraintHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::optional<Vec3> direction;  // of any length but 0
  std::optional<std::pair<SurfaceId, SurfaceId>> surfaces;
  std::string entity;
  std::vector<ConstraintId> constraints{};  // takes the place of bodies when it is not empty
};

/// Timings by phase name, 'STEP', 'CONS', 'BODS', 'NEWBODS', 'DELBODS', 'NEWCONS' (made since the
/// frame before), 'GSITERS', 'MERIT', 'RESIDUAL', 'OUT_OF_BALANCE', 'REPEATS', 'NTITERS',
/// 'BSITERS', 'GSCOLORS', 'GSBOT', 'GSMID', 'GSTOP', 'GSINN', 'LININIT', 'LINUPD', 'LINMV',
/// 'LINPRE', 'LINRUN', 'LINCOM'; entities of parts that did not run are 0.
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
