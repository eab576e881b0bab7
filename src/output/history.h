#pragma once

#include <functional>
#include <vector>

#include "domain/domain.h"
#include "output/history_items.h"
#include "output/history_samplers.h"  // validate
#include "output/result_reader.h"

namespace solfec {

/// Request of HISTORY: the items and the frames.
struct HistoryRequest {
  std::vector<HistoryItem> items;
  double t0{};                           // s
  double t1{};                           // s
  int skip = 1;                          // every skip-th frame, >= 1
  std::function<void(double)> progress;  // called with the done share in (0, 1]; may be empty
};

/// Frames of a history that hold none of the bodies of an item, or none of the constraints of the
/// script in an item. The values of the item there are not a number.
struct ItemGap {
  BodyId body{};              // first body, id in the results; 0: an item of constraints
  ConstraintId constraint{};  // first constraint
  int members = 0;            // number of bodies or constraints of the item
  int frames = 0;             // number of frames without them
};

/// Values that HISTORY gets; all lists have equal length.
struct History {
  std::vector<double> times;                // s, of the frames
  std::vector<std::vector<double>> values;  // one list per item
  std::vector<ItemGap> absent;              // in the order of items
  int without_contacts = 0;  // frames without contacts, when an item needs them; it is NaN there
};

/// Samples the frames with t0 <= time <= t1, both inclusive within 1e-9 (t1 - t0) and the rounding
/// of the times themselves. Items name bodies of `domain`, but values come from the frames alone:
/// the domain is not changed, so a callback may call this during a run.
/// @throws InputError for an unknown entity, a skip below 1, an interval without frames (the
/// message
///         tells the times of the frames), a body that the results do not have, damaged frames, and
///         models that differ (as ResultReader::show).
History read_history(ResultReader& reader, const Domain& domain, const HistoryRequest& request);

}  // namespace solfec
