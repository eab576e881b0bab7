#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

/// 'DX', 'DY', 'DZ', 'VX', 'VY', 'VZ', 'CX', 'CY', 'CZ' (current coordinates), 'SX', 'SY', 'SZ',
/// 'SXY', 'SXZ', 'SYZ' or 'MISES' (von Mises stress) at a reference point of a body. 0 where the
/// frame does not hold the body.
struct PointHistory {
  BodyId body{};
  Vec3 point;  // m
  std::string entity;
};

/// 'KINETIC', 'INTERNAL', 'EXTERNAL', 'CONTACT', 'FRICTION', 'DAMPING' or 'NUMERICAL' (what the
/// integration schemes added or removed) summed over bodies, as far as the
/// frame holds them; all bodies of the frame when `all` is set.
struct EnergyHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::string entity;
};

/// 'GAP' (least gap of contacts, infinity when there is none), 'R', 'CR' (sums of reactions), 'U',
/// 'CU' (mean relative velocities, 0 when there is no constraint) over the constraints of bodies,
/// each once; C: contacts only. Normal parts, or parts along a global direction; contacts may be
/// limited to an unordered pair of surfaces, which other constraints always pass.
struct ConstraintHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::optional<Vec3> direction;  // of any length but 0
  std::optional<std::pair<SurfaceId, SurfaceId>> surfaces;
  std::string entity;
};

/// Timings by phase name, 'STEP', 'CONS', 'BODS', 'NEWBODS', 'DELBODS', 'NEWCONS' (made since the
/// frame before), 'GSITERS', 'MERIT', 'RESIDUAL', 'NTITERS', 'BSITERS', 'GSCOLORS', 'GSBOT',
/// 'GSMID', 'GSTOP', 'GSINN', 'LININIT', 'LINUPD', 'LINMV', 'LINPRE', 'LINRUN', 'LINCOM'; entities
/// of parts that did not run are 0.
struct CounterHistory {
  std::string entity;
};

using HistoryItem = std::variant<PointHistory, EnergyHistory, ConstraintHistory, CounterHistory>;

}  // namespace solfec
