#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "body/common/body_kind.h"
#include "body/common/new_body.h"
#include "geometry/shape/bounding_ball.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape.h"
#include "geometry/shape/shape_pieces.h"
#include "material/bulk_material.h"
#include "math/vec3.h"

namespace solfec {

/// Record of a body in the domain: everything but its motion.
struct BodyRecord {
  BodyId id{};
  BodyKind kind{};
  FiniteElementForm form{};                 // of finite elements
  ElementFormulation element{};             // likewise
  std::shared_ptr<const ReducedBase> base;  // of reduced forms, else null
  std::string label;                        // '' when the user gave none
  std::string origin;  // script line that made it, e.g. "arch.py:33"; '' when unknown
  int ordinal{};       // n-th BODY call outside callbacks, 0 when made in a callback
  int material{};      // index into the bulk materials
  std::vector<std::pair<VolumeId, int>> part_materials;  // of MATERIAL, by volume id
  double made_at{};                                      // time when it was made, s
  bool self_contact = false;
  bool partitioned = false;  // part of another body
  Vec3 given_linear;         // obstacles: motion of INITIAL_VELOCITY, m/s
  Vec3 given_angular;        // spatial, rad/s
  std::shared_ptr<const Shape> shape;
  BoundingBall ball;                          // that holds the shape at its reference placement
  std::shared_ptr<const ShapePieces> pieces;  // one per element of a mesh
  std::shared_ptr<const ShapePieces> whole_pieces;  // with one per convex mesh; null: no such mesh
  std::shared_ptr<const ShapePieces> contact_pieces;  // those of the two that contact knows
};

/// Returns the definition by which Bodies::add makes a recorded body; it refers to the material and
/// to the pieces of the record.
NewBody new_body(const BodyRecord& record, const MassProperties& properties,
                 const BulkMaterial& material);

/// Whether a piece of a body that contact knows has faces; where there are none, it is round.
bool has_faces(const BodyRecord& record, int piece);

/// "body 'pier-3' (created at arch.py:33)" or "body 7 (created at arch.py:33)".
std::string describe(const BodyRecord& record);

}  // namespace solfec
