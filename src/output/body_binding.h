#pragma once

#include <span>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "output/stored_model.h"

namespace solfec {

/// What a result file tells about the model, gathered over its frames.
struct ModelArchive {
  std::string file;   // named in messages
  StoredModel model;  // all bodies; materials of the last frame with model data
  std::vector<BulkMaterial> bulk_versions;  // every material with every set of values it had
  std::string damage;                       // why some model data cannot be read, else empty

  /// Adds the model data of a later frame. @throws ArchiveError when they contradict the earlier
  /// ones.
  void add(StoredModel part);
  /// Index of a stored body, -1 when there is none.
  [[nodiscard]] int find(BodyId id) const;
};

/// What differs between a body of the script and the stored one; empty when nothing does.
std::string body_difference(const ModelArchive& archive, const StoredBody& stored,
                            const BodyRecord& record, const Domain& domain);

/// Makes a stored body in the domain, with the given id or the next one (0), as made in a callback.
/// @return Its id. @throws ArchiveError when it is no sound body.
BodyId create_stored_body(const ModelArchive& archive, const StoredBody& stored, BodyId id,
                          Domain& domain);

/// Which body of a domain stands for which stored body.
///
/// Stored bodies with an ordinal belong to the BODY call of that number; kind, label, geometry and
/// material must agree. Bodies made in callbacks (ordinal 0) belong to the body of equal id in the
/// domain that wrote them, and have none in a domain that a script has built again until
/// `bind_or_create` makes them.
class BodyBinding {
 public:
  /// Binds what can be bound without a change of the domain.
  /// @throws InputError naming the body that differs and how.
  void bind(const ModelArchive& archive, const Domain& domain);
  /// Binds the bodies with the given stored ids too; those which the script does not make, or has
  /// deleted again, are created from the file.
  /// @throws InputError also when the script makes fewer bodies than the frame needs, or, at the
  ///         first call, more than are stored.
  void bind_or_create(const ModelArchive& archive, std::span<const BodyId> stored, Domain& domain);
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

  std::vector<BodyId> domain_ids_;  // one per stored body
  bool counted_ = false;            // the script makes no more bodies than are stored
};

}  // namespace solfec
