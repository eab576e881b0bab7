#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/domain.h"
#include "output/model_archive.h"

namespace solfec {

/// Model as a result file tells it, gathered over its frames.
struct ModelArchive {
  std::string file;   // named in messages
  StoredModel model;  // all bodies; materials of the last frame with model data
  std::vector<BulkMaterial> bulk_versions;  // every material with every set of values it had
  std::string damage;                       // why some model data cannot be read, else empty
  bool other_materials_pass = false;        // bodies bind to stored ones of other bulk materials

  /// Adds the model data of a later frame. @throws ArchiveError when they contradict the earlier
  /// ones.
  void add(StoredModel part);
  /// Index of a stored body, -1 when there is none.
  [[nodiscard]] int find(BodyId id) const;
};

/// Tells how the bulk material of a body of the script differs from the stored one; empty when it
/// does not.
std::string material_difference(const ModelArchive& archive, const StoredBody& stored,
                                const BodyRecord& record, const Domain& domain);

/// Tells how a body of the script differs from the stored one; empty when it does not. Materials
/// are compared unless the archive accepts different ones.
std::string body_difference(const ModelArchive& archive, const StoredBody& stored,
                            const BodyRecord& record, const Domain& domain);

/// Makes a stored body in the domain, with the given id or the next one (0), as made in a callback.
/// @return Its id. @throws ArchiveError when it is no sound body.
BodyId create_stored_body(const ModelArchive& archive, const StoredBody& stored, BodyId id,
                          Domain& domain);

/// Which body of a domain stands for which stored body.
///
/// Stored bodies with an ordinal belong to the BODY call of that number; kind, label, geometry and
/// material must agree. Where they do not, the script may have passed over BODY calls that it made
/// when it wrote: its body then belongs to the next stored one that agrees. Bodies made in
/// callbacks (ordinal 0) belong to the body of equal id in the domain that wrote them, and have
/// none in a domain that a script has built again until `bind_or_create` makes them.
class BodyBinding {
 public:
  /// Binds what can be bound without a change of the domain.
  /// @throws InputError naming the body that differs and how.
  void bind(const ModelArchive& archive, const Domain& domain);
  /// Binds the bodies with the given stored ids too; those which the script does not make, or has
  /// deleted again, are created from the file.
  /// @throws InputError also when the script makes, at the first call, more than are stored.
  void bind_or_create(const ModelArchive& archive, std::span<const BodyId> stored, Domain& domain);
  /// Stored bodies of a script that this script does not make, created since the last call.
  [[nodiscard]] std::vector<std::string> take_adopted();
  /// Creates every stored body in a domain that no script has filled.
  void create_all(const ModelArchive& archive, Domain& domain);

  /// Id in the domain of the i-th stored body, 0: not bound.
  [[nodiscard]] BodyId domain_id(int stored_index) const {
    return domain_ids_[static_cast<std::size_t>(stored_index)];
  }
  /// Index of the stored body that a body of the domain stands for, -1: none.
  [[nodiscard]] int stored_index(BodyId domain_body) const;

 private:
  void drop_stale(const ModelArchive& archive, const Domain& domain);
  void check_no_more_bodies(const ModelArchive& archive, const Domain& domain);
  void create(const ModelArchive& archive, int index, Domain& domain);

  void bind_to_script(const ModelArchive& archive, const BodyRecord& record, const Domain& domain);

  /// State on which `bind` depends: nothing is done again while it stays.
  struct Seen {
    const Domain* domain = nullptr;
    std::int64_t revision{};  // of its table of bodies
    std::size_t stored{};     // bodies

    bool operator==(const Seen&) const = default;
  };

  Seen bound_for_;
  std::unordered_map<BodyId, int> index_of_;  // of stored bodies, by ids in the domain
  std::vector<BodyId> domain_ids_;            // one per stored body
  int passed_over_ = 0;            // BODY calls of the stored script that this one does not make
  std::set<int> not_made_;         // their ordinals
  std::map<int, int> by_ordinal_;  // stored bodies of the script: ordinal, index
  int known_ = 0;                  // stored bodies that were looked at for it
  std::vector<std::string> adopted_;
  bool counted_ = false;  // the script makes no more bodies than are stored
};

}  // namespace solfec
