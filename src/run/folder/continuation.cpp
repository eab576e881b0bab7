#include "run/folder/continuation.h"

namespace solfec {

int Continuation::frame_to_restore(int run) const {
  int known = restored_;  // no frame up to here is wanted
  int later = frames_;
  while (later - known > 1) {  // the numbers of the RUNs do not decrease
    const int middle = known + (later - known) / 2;
    (reader_.run_state(middle).run <= run ? known : later) = middle;
  }
  return known > restored_ ? known : -1;
}

RestoreReport Continuation::restore(int frame, const SettingHashes& script, Domain& domain,
                                    Frame& content) {
  RestoreReport report = reader_.restore(frame, script, domain, content);
  restored_ = frame;
  return report;
}

}  // namespace solfec
