#pragma once

#include <memory>
#include <string>

#include "archive/archive_error.h"
#include "base/phase_timers.h"
#include "domain/domain.h"
#include "output/frame.h"

namespace solfec {

/// Writes the results of one domain into a folder: frames.0.xdr (append-only frames, the first with
/// geometry, materials and labels) and timing.0.xdr. Layout: docs/output-format.md.
///
/// A frame is a function of the domain, the summary and the frames before it, so equal runs give
/// equal bytes. Bodies are stored when they are first seen; geometry and characteristics are those
/// of that moment.
class ResultWriter {
 public:
  /// Creates the folder and empty files. Files without a readable frame that stand there (a run
  /// that was killed at its start) are renamed to NAME.bak-N. @throws OutputError with path and
  /// reason. @pre the folder holds no results.
  explicit ResultWriter(const std::string& folder);
  ~ResultWriter();
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  /// Compresses the payload of all later frames.
  void set_compression(bool on);
  /// Appends one frame by one write per file; no allocation after warm-up.
  /// @throws OutputError; the frames then end with the one before, and the call may be repeated.
  void write(const Domain& domain, const StepSummary& summary, const PhaseTimers& timers);
  [[nodiscard]] int frame_count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
