#include "run/run_settings.h"

namespace solfec {

RunSettings& run_settings() {
  static RunSettings settings;
  return settings;
}

}  // namespace solfec
