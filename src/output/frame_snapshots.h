#pragma once

#include <memory>
#include <vector>

#include "output/body_binding.h"
#include "output/snapshot.h"

namespace solfec {

/// Makes snapshots of the frames of one result folder. Bodies are built once: the snapshot made
/// last is filled anew when nobody holds it any more, else copied.
class FrameSnapshots {
 public:
  /// Throws what `take` would throw for what the frame says of its bodies, before anything changes.
  /// @throws ArchiveError when a body is not sound or its state has another size.
  void check(const Frame& frame, const ModelArchive& archive);
  /// The snapshot of a frame, whose constraints it takes.
  /// @pre `check` has passed for the frame.
  std::shared_ptr<Snapshot> take(Frame& frame, const ModelArchive& archive);

 private:
  void build(const ModelArchive& archive);

  std::shared_ptr<Snapshot> last_;
  std::vector<SnapshotBody> all_;  // one per stored body
};

}  // namespace solfec
