#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/report/progress.h"
#include "run/watch/jam_watch.h"
#include "run/watch/pair_warnings.h"
#include "run/watch/penetration_watch.h"
#include "run/watch/tunnel_watch.h"

namespace solfec {

/// Warnings of a run about bodies that overlap or come too fast for the step: at most one warning
/// per pair of bodies, one more when they cannot be moved apart, and the deepest penetration.
/// Nothing of it is stored.
class ContactWarnings {
 public:
  void begin_run();
  /// The warnings about the model have told of its deep overlaps.
  void skip_deep_overlaps(const Domain& domain);
  /// Warns of what the next step may not see; dynamic analyses only.
  void before_step(const Domain& domain, double step, Progress& progress);
  /// @param warn  Whether deep gaps are told; the deepest one is noted in any case.
  void after_step(const Domain& domain, bool warn, Progress& progress);
  /// Says how many pairs had no line.
  void end_run(Progress& progress) const;

  void fill(const Domain& domain, ProgressSample& sample) const;
  [[nodiscard]] std::string summary(const Domain& domain) const {
    return penetration_.summary(domain);
  }

 private:
  void tell(Progress& progress);
  void tell_built(const Domain& domain);
  void tell_bare(const Domain& domain);

  PairWarnings told_;
  PenetrationWatch penetration_;
  JamWatch jams_;
  TunnelWatch tunnels_;
  std::vector<std::string> lines_;
  bool built_told_ = false;
  bool bare_told_ = false;
};

}  // namespace solfec
