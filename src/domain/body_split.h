#pragma once

#include <array>
#include <string>
#include <vector>

#include "domain/body_heirs.h"
#include "geometry/element/mesh_split.h"

namespace solfec {

/// How a body is to be opened.
struct BodySplit {
  std::vector<SplitFace> faces;  // of its mesh; at least one
  std::array<std::string, 2> label;
  bool in_callback = false;  // whether a function that RUN called asks for it
};

/// Parts of an opened body.
struct SplitParts {
  std::vector<BodyId> body;            // one where the faces open a slit only, or two
  std::vector<std::vector<int>> node;  // of the former mesh, for the nodes of each
  Attachments gone;                    // with the body
};

/// Definitions of the parts into which the faces open a body, and the former nodes of each.
struct PartDefinitions {
  std::vector<BodyDefinition> body;
  std::vector<std::vector<int>> node;
};
/// @pre the shape of the body is one mesh. @throws InputError when there are more than two.
PartDefinitions define_parts(const BodyRecord& record, const BodySplit& split);

/// Replaces a body of one mesh by the parts into which faces between its elements open it. Parts
/// have its material, settings, exclusions of contact with whole bodies, and the place and velocity
/// of each of its points, so that momentum and angular momentum stay. Loads, constraints and
/// contacts go with it.
/// @throws InputError when the shape of the body is not one mesh, when it is an obstacle, has
///         cohesive bonds, or falls into more than two parts.
SplitParts split_body(Domain& domain, BodyId id, const BodySplit& split);

}  // namespace solfec
