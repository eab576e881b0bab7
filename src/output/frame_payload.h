#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "archive/xdr.h"
#include "base/ids.h"
#include "domain/domain.h"
#include "output/frame.h"

namespace solfec {

/// Version of the payload of a frame (the container has its own); docs/output-format.md.
inline constexpr std::uint32_t kPayloadVersion = 11;

/// How the payload of one frame relates to the model data of the file.
struct ModelLink {
  bool has_model = false;   // materials and new bodies follow the constraints
  int previous_model = -1;  // latest earlier frame with model data, -1: none

  /// Frame whose model data hold at the frame of this link.
  /// @throws ArchiveError when there cannot be one.
  [[nodiscard]] int holding(int frame) const;
};

/// Turns the state of a domain into the payload of a frame, all but the model data. Arrays are
/// written as wholes, one per quantity; the storage is reused, so nothing is allocated once a frame
/// of equal size was encoded.
class FrameEncoder {
 public:
  struct Changes {
    ModelLink link;
    std::span<const BodyId> new_bodies;
    std::span<const BodyId> deleted_bodies;
  };

  void encode(const Domain& domain, const StepSummary& summary, const RunState& run,
              const Changes& changes, XdrWriter& out);

 private:
  void encode_bodies(const Domain& domain, XdrWriter& out);
  void encode_constraints(const std::vector<ConstraintRecord>& rows, XdrWriter& out);
  void encode_references(const std::vector<ConstraintRecord>& rows,
                         const std::vector<PairReference>& pairs, XdrWriter& out);
  static void encode_covered(std::span<const CoveredPair> covered, XdrWriter& out);

  std::vector<double> doubles_;
  std::vector<std::int32_t> ints_;
  std::vector<std::int64_t> longs_;
};

/// Readers of the parts of a payload, to be called in this order. Counts, kinds, references and
/// sizes are checked against each other.
/// @throws ArchiveError saying what is wrong.
ModelLink decode_head(XdrReader& in, Frame& frame);
void decode_bodies(XdrReader& in, Frame& frame);
/// Without `wanted` only `constraint_count` is read, and the reader stays behind it.
void decode_constraints(XdrReader& in, bool wanted, Frame& frame);

}  // namespace solfec
