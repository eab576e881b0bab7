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

/// Model that a result file describes, gathered over its frames.
struct ModelArchive {
  std::string file;   // named in messages
  StoredModel model;  // all bodies; materials of the last frame with model data
  std::vector<BulkMaterial> bulk_versions;  // every material with every set of values it had
  std::string damage;                       // reason why some model data cannot be read, or empty
  bool other_materials_pass = false;  // true: bulk materials of a body and a stored one may differ

  /// Adds the model data of a later frame. @throws ArchiveError when they contradict those of
  /// earlier frames.
  void add(StoredModel part);
  /// Index of a stored body, -1 when there is none.
  [[nodiscard]] int find(BodyId id) const;
};

/// Describes the difference between the bulk material of a body of the script and the stored one;
/// empty when there is none.
std::string material_difference(const ModelArchive& archive, const StoredBody& stored,
                                const BodyRecord& record, const Domain& domain);

/// Describes the difference between a body of the script and the stored one; empty when there is
/// none. Materials are compared unless the archive accepts different ones.
std::string body_difference(const ModelArchive& archive, const StoredBody& stored,
                            const BodyRecord& record, const Domain& domain);

/// Makes a stored body in the domain, with the given id or the next one (0), as if a callback made
/// it.
/// @return The id. @throws ArchiveError when the stored data make no valid body.
BodyId create_stored_body(const ModelArchive& archive, const StoredBody& stored, BodyId id,
                          Domain& domain);

/// Matches the bodies of a domain with stored bodies.
///
/// A stored body with the ordinal n belongs to the n-th BODY call; kind, label, geometry and
/// material must agree. Where they do not, the script may have left out BODY calls that it made
/// when the results were written: its body then belongs to the next stored body that agrees. A body
/// of a callback (ordinal 0) belongs to the body of equal id in the domain that wrote the results.
/// A domain that a script has built again does not have such a body until `bind_or_create` makes
/// it.
class BodyBinding {
 public:
  /// Binds all bodies that exist in the domain, without changing it.
  /// @throws InputError naming the body that differs and the difference.
  void bind(const ModelArchive& archive, const Domain& domain);
  /// Binds the bodies with the given stored ids too. Bodies that the script does not make, or has
  /// deleted again, are created from the file.
  /// @throws InputError as `bind`, and when the script has more bodies than are stored at the first
  ///         call.
  void bind_or_create(const ModelArchive& archive, std::span<const BodyId> stored, Domain& domain);
  /// Descriptions of the stored bodies that this script does not make, created since the last call.
  [[nodiscard]] std::vector<std::string> take_adopted();
  /// Creates every stored body in a domain that no script has filled.
  void create_all(const ModelArchive& archive, Domain& domain);

  /// Id in the domain of the i-th stored body, 0: not bound.
  [[nodiscard]] BodyId domain_id(int stored_index) const {
    return domain_ids_[static_cast<std::size_t>(stored_index)];
  }
  /// Index of the stored body to which a body of the domain is bound, -1: none.
  [[nodiscard]] int stored_index(BodyId domain_body) const;

 private:
  void drop_stale(const ModelArchive& archive, const Domain& domain);
  void check_no_more_bodies(const ModelArchive& archive, const Domain& domain);
  void create(const ModelArchive& archive, int index, Domain& domain);

  void bind_to_script(const ModelArchive& archive, const BodyRecord& record, const Domain& domain);

  /// State on which `bind` depends; while it is unchanged, `bind` does nothing.
  struct Seen {
    const Domain* domain = nullptr;
    std::int64_t revision{};  // of its table of bodies
    std::size_t stored{};     // bodies

    bool operator==(const Seen&) const = default;
  };

  Seen bound_for_;
  std::unordered_map<BodyId, int> index_of_;  // of stored bodies, by ids in the domain
  std::vector<BodyId> domain_ids_;            // one per stored body
  int passed_over_ = 0;            // number of BODY calls that only the stored script makes
  std::set<int> not_made_;         // ordinals of these calls
  std::map<int, int> by_ordinal_;  // stored bodies of the script: ordinal, index
  int known_ = 0;                  // number of stored bodies in by_ordinal_
  std::vector<std::string> adopted_;
  bool counted_ = false;  // checked: the script makes no more bodies than are stored
};

}  // namespace solfec
