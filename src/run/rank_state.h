#pragma once

#include <cstdint>

#include "run/rank_meetings.h"
#include "run/run_data.h"

namespace solfec {

/// Returns in words what all ranks must have alike when a RUN begins or goes on: bodies, ids,
/// settings.
Particulars particulars_of(const RunData& data, const SettingTexts& settings);

/// Hash of it all. After a RUN that failed a rank has its part of the model only, and counts count.
std::uint64_t state_hash(const RunData& data, const SettingTexts& settings);

/// Hash of what decides on a step and what comes after it: ids, step, times of frames and calls.
std::uint64_t step_hash(const RunData& data);

}  // namespace solfec
