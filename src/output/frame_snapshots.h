#pragma once

#include <memory>
#include <vector>

#include "output/body_binding.h"
#include "output/snapshot.h"

namespace solfec {

/// Makes snapshots of the frames of one result folder. Bodies are built once: the last snapshot is
/// filled anew when nobody else holds it, else copied.
class FrameSnapshots {
 public:
  /// Checks the bodies of a frame before `take` changes anything.
  /// @throws ArchiveError when a body is invalid or its state has another size.
  void check(const Frame& frame, const ModelArchive& archive);
  /// Makes the snapshot of a frame; moves the constraints out of the frame.
  /// @pre `check` has passed for the frame.
  std::shared_ptr<Snapshot> take(Frame& frame, const ModelArchive& archive);

 private:
  void build(const ModelArchive& archive);

  std::shared_ptr<Snapshot> last_;
  std::vector<SnapshotBody> all_;  // one per stored body
};

}  // namespace solfec
