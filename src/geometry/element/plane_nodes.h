#pragma once

#include <span>
#include <vector>

#include "geometry/element/mesh.h"
#include "math/vec3.h"

namespace solfec {

/// Heights of the nodes of a mesh above a plane, m; exactly zero for nodes closer to it than 1e-6
/// of the shortest edge of their elements, which elements take for points of the plane.
/// @param normal  Unit.
std::vector<double> node_heights(const Mesh& mesh, Vec3 point, Vec3 normal);

/// Moves nodes onto a plane that would leave thin elements when the plane cuts the mesh: those that
/// are nearer to it than a fifth of an edge that it cuts.
///
/// Nodes inside move along the normal of the plane, nodes of outer faces within these faces, so the
/// mesh keeps its surface. A node stays where its faces do not let it, where faces of one plane
/// have different surface ids or elements different volume ids there, and where an element would
/// become flat.
///
/// @param elements  Whose nodes may move.
/// @param point     Of the plane, m.
/// @param normal    Of the plane, unit.
/// @return Numbers of the nodes that have moved, ascending.
std::vector<int> move_to_plane(std::span<const int> elements, Vec3 point, Vec3 normal, Mesh& mesh);

}  // namespace solfec
