#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "domain/domain.h"
#include "math/vec3.h"
#include "output/result_reader.h"

namespace solfec {

/// 'DX', 'DY', 'DZ', 'VX', 'VY', 'VZ', 'SX', 'SY', 'SZ', 'SXY', 'SXZ', 'SYZ' or 'MISES' at a reference
/// point of a body.
struct PointHistory {
  BodyId body{};
  Vec3 point;
  std::string entity;
};

/// 'KINETIC', 'INTERNAL', 'EXTERNAL', 'CONTACT' or 'FRICTION' summed over bodies; all bodies when
/// `all` is set.
struct EnergyHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::string entity;
};

/// 'GAP' (least gap of contacts), 'R', 'CR' (sums of reactions), 'U', 'CU' (mean relative velocities)
/// over the constraints of bodies, each once; C: contacts only. Normal parts, or parts along a global
/// direction; contacts may be limited to an unordered pair of surfaces.
struct ConstraintHistory {
  bool all = false;
  std::vector<BodyId> bodies;
  std::optional<Vec3> direction;
  std::optional<std::pair<SurfaceId, SurfaceId>> surfaces;
  std::string entity;
};

/// Timings by phase name, 'STEP', 'CONS', 'BODS', 'NEWBODS', 'DELBODS', 'NEWCONS', 'GSITERS', 'MERIT',
/// 'NTITERS', 'GSCOLORS', 'GSBOT', 'GSMID', 'GSTOP', 'GSINN', 'LININIT' ... 'LINCOM'; entities of parts that
/// did not run are 0.
struct CounterHistory {
  std::string entity;
};

using HistoryItem = std::variant<PointHistory, EnergyHistory, ConstraintHistory, CounterHistory>;

/// Throws InputError "Invalid entity kind ..." for an unknown entity.
void validate(const HistoryItem& item);

struct HistoryRequest {
  std::vector<HistoryItem> items;
  double t0{};
  double t1{};
  int skip = 1;                           // every skip-th frame, >= 1
  std::function<void(double)> progress;   // called with the done share in [0, 1]; may be empty
};

struct History {
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // one list per item
};

/// Samples the frames with t0 <= time <= t1 (clipped to the recorded range). `domain` is used to
/// evaluate points and shows frame `restore` afterwards.
History read_history(ResultReader& reader, Domain& domain, const HistoryRequest& request,
                     int restore);

}  // namespace solfec
