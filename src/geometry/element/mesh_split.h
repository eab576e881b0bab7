#pragma once

#include <span>
#include <vector>

#include "geometry/element/mesh.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/element/mesh_part.h"

namespace solfec {

/// An inner face along which a mesh is opened, and the surface ids of its two sides: that of
/// `face.element`, and that of the neighbour.
struct SplitFace {
  InnerFace face;
  SurfaceId surface{};
  SurfaceId neighbour_surface{};
};

/// Opens a mesh along inner faces. Around each node of these faces, elements that are still
/// connected by closed faces with this node share one copy of it, so nodes at the tip of a slit
/// stay single. Copies lie at one place. Elements that are then connected by nodes form a part.
///
/// @return The parts by their first elements, the nodes of each in the order of the whole mesh,
///         copies of one node by their first elements; one part where the faces open a slit only.
std::vector<MeshPart> split_mesh(const Mesh& mesh, std::span<const SplitFace> faces);

}  // namespace solfec
