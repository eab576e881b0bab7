#include "solver/measure/stage_log.h"

namespace solfec {

void put_in_front(std::span<const StageRecord> earlier, std::vector<StageRecord>& records) {
  records.insert(records.begin(), earlier.begin(), earlier.end());
}

}  // namespace solfec
