#include "output/frame_snapshots.h"

#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "domain/state_archive.h"
#include "output/stored_bodies.h"

namespace solfec {

void FrameSnapshots::build(const ModelArchive& archive) {
  auto snapshot = std::make_shared<Snapshot>();
  std::vector<SnapshotBody> all;
  for (const StoredBody& stored : archive.model.bodies) {
    const auto shape = std::make_shared<const Shape>(stored.shape);
    try {
      const BodyRef place =
          add_stored_body(stored, shape, archive.model.bulk_materials, snapshot->bodies);
      all.push_back({stored.id, place, stored.id, stored.label, stored.material, 0, shape});
    } catch (const InputError& error) {
      throw ArchiveError(cat(archive.file, ": body ", stored.id, ": ", error.what()));
    }
  }
  snapshot->analysis = archive.model.analysis;
  snapshot->contact = archive.model.settings.contact_params;
  last_ = std::move(snapshot);
  all_ = std::move(all);
}

void FrameSnapshots::check(const Frame& frame, const ModelArchive& archive) {
  if (last_ == nullptr) build(archive);
  for (std::size_t i = 0; i < frame.bodies.bodies.size(); ++i) {
    const int index = archive.find(frame.bodies.bodies[i].id);
    SOLFEC_ASSERT(index >= 0);
    check_placement(frame.bodies, i, last_->bodies, all_[static_cast<std::size_t>(index)].place);
  }
}

std::shared_ptr<Snapshot> FrameSnapshots::take(Frame& frame, const ModelArchive& archive) {
  if (last_.use_count() > 1) last_ = std::make_shared<Snapshot>(*last_);
  Snapshot& snapshot = *last_;
  snapshot.time = frame.time;
  snapshot.summary = frame.summary;
  snapshot.members.clear();
  for (std::size_t i = 0; i < frame.bodies.bodies.size(); ++i) {
    const SnapshotBody& body =
        all_[static_cast<std::size_t>(archive.find(frame.bodies.bodies[i].id))];
    set_placement(frame.bodies, i, snapshot.bodies, body.place);
    snapshot.members.push_back(body);
    snapshot.members.back().rank = frame.bodies.bodies[i].rank;
  }
  snapshot.constraints = std::exchange(frame.constraints, {});
  snapshot.left_out = frame.left_out;
  snapshot.loads = frame.loads;
  return last_;
}

}  // namespace solfec
