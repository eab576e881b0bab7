#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/domain.h"
#include "output/frame.h"
#include "output/history_items.h"
#include "output/result_reader.h"

namespace solfec {

/// Names that the entity of an item may have, in the order of the documents.
std::vector<std::string_view> entity_names(const HistoryItem& item);

/// Joins names for a message: "'DX', 'DY', ...".
std::string listed(std::span<const std::string_view> names);

/// Throws InputError "Invalid entity kind 'DW', must be one of ..." for an unknown entity, or for a
/// bad direction.
void validate(const HistoryItem& item);

/// Value of one history item in a frame that holds a body of the item; `frame` is its index.
using HistorySampler = std::function<double(int frame, const Frame& content)>;

/// Resolves the bodies of an item and returns the function that evaluates it. The reader must
/// outlive this function.
HistorySampler make_sampler(const HistoryItem& item, ResultReader& reader, const Domain& domain);

/// Ids in the results of the bodies that an item names, sorted; empty for items of all bodies, of
/// counters and of constraints.
std::vector<BodyId> stored_bodies_of(const HistoryItem& item, ResultReader& reader,
                                     const Domain& domain);
/// Ids in the results of the constraints that an item names, sorted, when the script has made all
/// of them outside of callbacks; else empty.
std::vector<ConstraintId> lasting_constraints_of(const HistoryItem& item);

/// True when an item needs the constraints of the frames.
bool needs_constraints(const HistoryItem& item);
/// True when an item may need the contacts of the frames.
bool needs_contacts(const HistoryItem& item);

}  // namespace solfec
