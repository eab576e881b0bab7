#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "geometry/element/mesh_cut.h"

namespace solfec {

/// Parts of a body that was cut.
struct CutBody {
  std::vector<BodyId> part;  // none: the plane cuts nothing, and the body stays
  int lost_loads = 0;        // of the body that no part has taken over
  int lost_constraints = 0;  // likewise
  double thinning = 1.0;     // CutMesh::thinning
};

/// Cuts a body of one mesh by a plane (cut_mesh) and replaces it by the parts, as if a function
/// that RUN called had made them.
///
/// Parts have the material, settings and exclusions of the body, and labels that end with /1 and so
/// on. Each point keeps its place; points of pseudo-rigid bodies keep their velocity, too. Nodes of
/// finite elements that the cut has made get the displacement and velocity that the body had there,
/// and then, unless constraints hold the body, one rigid motion is added to the velocities of all
/// parts: with it their momentum and angular momentum are those of the body. Accounts of energies
/// are divided by volume, and what the new nodes change is booked as numerical. Point forces,
/// pressures and constraints go on at the part that has their point or faces; forces by functions,
/// springs by functions and joints are lost.
///
/// @param plane  In the reference placement.
/// @throws InputError when the shape of the body is not one mesh, when it is no deformable body,
///         has cohesive bonds, has yielded or has a reduced base, and as cut_mesh does.
CutBody cut_body(Domain& domain, BodyId id, const MeshCutPlane& plane,
                 const MeshCutOptions& options);

}  // namespace solfec
