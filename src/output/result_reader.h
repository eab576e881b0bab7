#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "output/frame.h"
#include "output/model_archive.h"
#include "output/restore.h"
#include "output/snapshot.h"

namespace solfec {

/// Parts of a frame that are decoded.
enum class FrameParts {
  bodies,  // all but the constraints, of which only the number is read
  all
};

/// Whether `show` has given this id to a stored constraint: its own, negative, is in the script
/// that of another constraint.
constexpr bool is_other_constraint(ConstraintId id) {
  return -kFirstFoundConstraint < id && id < 0;
}

/// Opens a result folder and gives random access to its frames.
///
/// Damaged tails are ignored and reported; no content of a file can crash the reader. Opening reads
/// the headers of all frames and the model data of those that have some; payloads are checked when
/// they are loaded.
class ResultReader {
 public:
  /// True when the folder holds at least one readable frame. @throws ArchiveError when a FIFO or
  /// a device stands in place of the frames, and when several frames lack parts of other ranks.
  static bool has_results(const std::string& folder);
  /// @throws InputError when there is no file or no frame yet, ArchiveError when none is readable
  ///         or it is no regular file.
  explicit ResultReader(const std::string& folder);
  ~ResultReader();
  ResultReader(ResultReader&&) noexcept;
  ResultReader& operator=(ResultReader&&) noexcept;

  [[nodiscard]] int frame_count() const;
  /// @pre 0 <= frame < frame_count(), here and below
  [[nodiscard]] double time(int frame) const;
  /// Frame whose time is nearest to t; the earlier one of two equally near ones.
  [[nodiscard]] int nearest(double t) const;
  /// Bytes at the end of the file that are no complete frame, 0 for an intact file.
  [[nodiscard]] long long damaged_bytes() const;
  /// Why these bytes cannot be read, '' for an intact file.
  [[nodiscard]] const std::string& damage() const;
  /// Frames at the end of the file that lack parts of other ranks; they do not count.
  [[nodiscard]] int incomplete_frames() const;
  /// Frames up to the last one from which a run can go on: that holds its whole state, or whose
  /// state stands in a file of states. All frames when no such one can be found.
  [[nodiscard]] int continuable_frames();
  /// Decodes frame i. @throws ArchiveError naming file and frame when it is damaged.
  void load(int frame, Frame& content, FrameParts parts = FrameParts::all);
  /// Zeros when the timing file has no entry for the frame.
  [[nodiscard]] FrameTiming timing(int frame) const;

  [[nodiscard]] Analysis analysis() const;
  /// All bodies that ever were in a frame, by id.
  [[nodiscard]] const std::vector<StoredBody>& bodies() const;
  /// Materials with their values at the end.
  [[nodiscard]] const std::vector<BulkMaterial>& bulk_materials() const;
  [[nodiscard]] const std::vector<SurfaceMaterial>& surface_materials() const;

  /// Rules of contact at the end.
  [[nodiscard]] const ContactParams& contact_params() const;

  /// Returns what frame i says of the run, without the configuration.
  [[nodiscard]] RunState run_state(int frame) const;
  /// Hashes of the settings of the RUN of frame i when that began. @throws ArchiveError likewise
  [[nodiscard]] SettingHashes hashes_at_run_start(int frame) const;
  /// Puts frame i into a domain as its live state, so that its run goes on; see restore_domain.
  /// `content` receives the frame, all but its constraints, with the version of the state: of a
  /// frame whose whole state is nowhere the domain gets what it shows, which does for looking.
  RestoreReport restore(int frame, const SettingHashes& script, Domain& domain, Frame& content);
  /// Puts frame i into an empty domain without the script, for looking; see place_domain.
  void place(int frame, Domain& domain);

  /// Bodies that `show` has taken from the file since the last call, although a script once made
  /// them: one text for each, e.g. "body 'a' (created at drop.py:5) of the results".
  [[nodiscard]] std::vector<std::string> take_adopted();

  /// Lets bodies of the script bind to stored ones of other bulk materials.
  void accept_other_materials();
  /// How the bulk material of a body of `domain` differs from that of the stored body with the
  /// given index; empty when it does not.
  [[nodiscard]] std::string material_difference(int stored_index, const BodyRecord& record,
                                                const Domain& domain) const;

  /// See check_first_constraints.
  void check_constraints(const Domain& domain);

  /// Returns the snapshot of what frame i holds; ids, and indices of materials, are those of the
  /// file.
  /// @throws ArchiveError naming file and frame when it is damaged.
  std::shared_ptr<const Snapshot> snapshot(int frame);
  /// Shows frame i with the ids that a domain has which a script has built again. Bodies bind by
  /// ordinal; those that the domain has not, e.g. made in callbacks, are made there from the file;
  /// their state is that of the frame in the snapshot only.
  /// Constraints of the script have the ids that they had in the run that wrote, unless the script
  /// has made another one there, see is_other_constraint.
  /// Bodies that the script makes after the first call and that the file does not know are absent:
  /// the run was stopped before it came to them.
  /// @param[in,out] shown  Replaced unless something is thrown; its memory serves again.
  /// @throws InputError naming the body when the models differ, also in the number of bodies.
  void show(int frame, Domain& domain, std::shared_ptr<const Snapshot>& shown);
  /// Fills a domain without bodies and materials from the file, so that `show` works without the
  /// script. @throws ArchiveError when what the file says makes no sound model.
  void build_model(Domain& domain);
  /// Index into bodies() of what a body of `domain` is in the file, -1 when the file has no such
  /// body. Also found for bodies of the running simulation that were deleted, and for
  /// `body_of_results` of a stored body.
  /// @throws InputError naming the body when the models differ.
  [[nodiscard]] int find_stored(BodyId domain_body, const Domain& domain);
  /// For each of bodies() the body of `domain` that it is, 0: none. @throws InputError likewise.
  [[nodiscard]] std::vector<BodyId> bodies_in(const Domain& domain);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
