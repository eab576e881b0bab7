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
  bodies,  // all but the constraints; only the number of these is read
  all
};

/// True for a negative id. `show` gives the negative of its id to a stored constraint whose id
/// belongs to another constraint in the script.
constexpr bool is_other_constraint(ConstraintId id) {
  return -kFirstFoundConstraint < id && id < 0;
}

/// Opens a result folder and gives random access to its frames.
///
/// Damaged tails are ignored and reported; no content of a file can crash the reader. Opening reads
/// the headers of all frames and all model data; payloads are checked when they are loaded.
class ResultReader {
 public:
  /// True when the folder holds at least one readable frame. @throws ArchiveError when the file of
  /// frames is a FIFO or a device, and when several frames lack parts of other ranks.
  static bool has_results(const std::string& folder);
  /// Opens a folder. @throws InputError when there is no file or no frame yet, ArchiveError when no
  /// frame is readable or the file is no regular file.
  explicit ResultReader(const std::string& folder);
  ~ResultReader();
  ResultReader(ResultReader&&) noexcept;
  ResultReader& operator=(ResultReader&&) noexcept;

  [[nodiscard]] int frame_count() const;
  /// Time of a frame, s. @pre 0 <= frame < frame_count(), here and below
  [[nodiscard]] double time(int frame) const;
  /// Frame whose time is nearest to t; the earlier one when two are equally near.
  [[nodiscard]] int nearest(double t) const;
  /// Number of bytes at the end of the file that form no complete frame, 0 for an intact file.
  [[nodiscard]] long long damaged_bytes() const;
  /// Reason why these bytes cannot be read, '' for an intact file.
  [[nodiscard]] const std::string& damage() const;
  /// Number of frames at the end of the file that lack parts of other ranks; frame_count() is
  /// without them.
  [[nodiscard]] int incomplete_frames() const;
  /// Number of frames up to the last one from which a run can be continued: the frame, or a file of
  /// states, holds the complete state. The number of all frames when there is no such frame.
  [[nodiscard]] int continuable_frames();
  /// Decodes frame i. @throws ArchiveError naming file and frame when it is damaged.
  void load(int frame, Frame& content, FrameParts parts = FrameParts::all);
  /// Timing of a frame; zeros when the timing file has no entry for it.
  [[nodiscard]] FrameTiming timing(int frame) const;

  [[nodiscard]] Analysis analysis() const;
  /// All bodies that occur in any frame, by id.
  [[nodiscard]] const std::vector<StoredBody>& bodies() const;
  /// Materials with their values at the end.
  [[nodiscard]] const std::vector<BulkMaterial>& bulk_materials() const;
  [[nodiscard]] const std::vector<SurfaceMaterial>& surface_materials() const;

  /// Rules of contact at the end.
  [[nodiscard]] const ContactParams& contact_params() const;

  /// Returns the state of the run at frame i, without the configuration.
  [[nodiscard]] RunState run_state(int frame) const;
  /// Hashes of the settings at the start of the RUN to which frame i belongs. @throws ArchiveError
  /// naming file and frame when it is damaged.
  [[nodiscard]] SettingHashes hashes_at_run_start(int frame) const;
  /// Puts frame i into a domain as its live state, to continue its run; see restore_domain.
  /// @param[out] content  The frame without its constraints, with the version of the state that was
  ///                      used. When the complete state is not stored, the domain gets the data of
  ///                      the frame, which suffice for inspection.
  RestoreReport restore(int frame, const SettingHashes& script, Domain& domain, Frame& content);
  /// Puts frame i into an empty domain without the script, for inspection; see place_domain.
  void place(int frame, Domain& domain);

  /// Descriptions of the bodies of a script that `show` has made from the file since the last call,
  /// because the present script does not make them, e.g. "body 'a' (created at drop.py:5) of the
  /// results".
  [[nodiscard]] std::vector<std::string> take_adopted();

  /// Allows that bodies of the script and stored ones have different bulk materials.
  void accept_other_materials();
  /// Describes the difference between the bulk material of a body of `domain` and that of the
  /// stored body with the given index; empty when there is none.
  [[nodiscard]] std::string material_difference(int stored_index, const BodyRecord& record,
                                                const Domain& domain) const;

  /// See check_first_constraints.
  void check_constraints(const Domain& domain);

  /// Returns the snapshot of frame i, with the ids and the indices of materials of the file.
  /// @throws ArchiveError naming file and frame when it is damaged.
  std::shared_ptr<const Snapshot> snapshot(int frame);
  /// Shows frame i with the ids of a domain that a script has built again. Bodies are matched by
  /// ordinals. Bodies that the domain does not have, e.g. those of callbacks, are made there from
  /// the file, but only the snapshot has their state of the frame. Constraints of the script have
  /// the ids of the run that wrote the results, unless the script has given this id to another one,
  /// see is_other_constraint. Bodies that the script makes after the first call and that the file
  /// does not have are left out: the run was stopped before it made them.
  /// @param[in,out] shown  Replaced by the snapshot unless an exception is thrown; reuses its
  /// memory.
  /// @throws InputError naming the body when the models differ, also in the number of bodies.
  void show(int frame, Domain& domain, std::shared_ptr<const Snapshot>& shown);
  /// Fills a domain without bodies and materials from the file, so that `show` works without the
  /// script. @throws ArchiveError when the file describes no valid model.
  void build_model(Domain& domain);
  /// Index in bodies() of the stored body that matches a body of `domain`, -1 when there is none.
  /// It also finds bodies of the running simulation that were deleted, and a stored body by its
  /// `body_of_results`.
  /// @throws InputError naming the body when the models differ.
  [[nodiscard]] int find_stored(BodyId domain_body, const Domain& domain);
  /// Returns for each of bodies() the matching body of `domain`, 0: none. @throws InputError naming
  /// the body when the models differ.
  [[nodiscard]] std::vector<BodyId> bodies_in(const Domain& domain);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
