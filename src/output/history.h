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

/// Frames of a history that hold none of the bodies of an item, or none of its constraints that
/// the script has made; its values there are not a number.
struct ItemGap {
  BodyId body{};              // the first one, id in the results; 0: an item of constraints
  ConstraintId constraint{};  // the first one
  int members = 0;            // bodies or constraints of the item
  int frames = 0;             // without them
};

/// Values that HISTORY gets; all lists have equal length.
struct History {
  std::vector<double> times;                // s, of the frames
  std::vector<std::vector<double>> values;  // one list per item
  std::vector<ItemGap> absent;              // in the order of items
  int without_contacts = 0;  // frames that hold no contacts, where an item needs them: not a number
};

/// Samples the frames with t0 <= time <= t1, both inclusive within 1e-9 (t1 - t0) and the rounding
/// of the times themselves. Bodies are those of `domain`, which is neither changed nor evaluated:
/// stored bodies are placed as the frames say, so the call is possible while a run is going on.
/// @throws InputError for an unknown entity, a skip below 1, an interval without frames (the
///         message says which there are), a body that the results do not know, damaged frames, and
///         as ResultReader::show does when the models differ.
History read_history(ResultReader& reader, const Domain& domain, const HistoryRequest& request);

}  // namespace solfec
