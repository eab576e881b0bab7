#pragma once

#include <span>
#include <string>

#include "domain/domain.h"

namespace solfec {

/// How many loads and user constraints a body has.
struct Attachments {
  int loads{};
  int constraints{};

  [[nodiscard]] bool none() const { return loads == 0 && constraints == 0; }
};
Attachments attachments_of(const Domain& domain, BodyId id);

/// Definition of a part of a body: a mesh with its kind, form, elements and material, as if the
/// line that made the body had made the part.
BodyDefinition part_definition(const BodyRecord& record, Mesh mesh, std::string label,
                               bool in_callback);

/// A body that goes, as it was: parts that are made of it have its settings and its motion.
struct FormerBody {
  BodyRecord record;
  Scheme scheme{};
  double damping{};
  bool rotation_disabled = false;
  Vec3 center;                // of its reference placement, m
  std::vector<double> state;  // Bodies::get_state; empty with a mesh
  FiniteElementBody mesh;     // of finite elements alone
};
FormerBody former_body(const Domain& domain, BodyId id);

/// Gives a part the settings of the former body: materials by volume id, self-contact, scheme,
/// damping and whether it turns.
void inherit_settings(const FormerBody& former, BodyId part, Domain& domain);

/// Gives a part the motion of the former body. Each material point keeps its place and velocity.
/// @param node  Nodes of the former mesh for those of the part; of finite elements alone.
void inherit_motion(const FormerBody& former, std::span<const int> node, BodyId part,
                    Domain& domain);
/// @param node  Points of the former mesh for the nodes of the part; of finite elements alone.
void inherit_motion(const FormerBody& former, std::span<const MeshPoint> node, BodyId part,
                    Domain& domain);

}  // namespace solfec
