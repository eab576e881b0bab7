#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "geometry/element/element_tables.h"
#include "geometry/element/mesh.h"

namespace solfec {

/// Nodes of a face in ascending order, after -1 for unused entries; equal for both neighbours.
using FaceKey = std::array<int, 4>;
/// Makes the key of a face. @param nodes  3 or 4 nodes, in any order.
FaceKey face_key(std::span<const int> nodes);

/// Finds the outer faces: sides of elements that no other element shares. `Mesh::faces` gets them
/// by element, then side, with the surface id `surface`.
///
/// @param command  Name of the input command for messages.
/// @throws InputError when a face belongs to more than two elements, or when two elements lie on
///         the same side of a face (an element given twice, for example).
void find_outer_faces(std::string_view command, SurfaceId surface, Mesh& mesh);

/// A face between two elements, as a side of each; the first has the smaller number.
struct InnerFace {
  int element{};
  int side{};
  int neighbour{};
  int neighbour_side{};
};
/// All inner faces, by element and side.
std::vector<InnerFace> find_inner_faces(const Mesh& mesh);

/// Nodes of all inner faces, counter-clockwise seen from outside of the first element.
std::vector<FaceNodes> inner_faces(const Mesh& mesh);

/// Elements whose nodes were put into another order.
struct TurnedElements {
  int count{};
  int first = -1;  // index of the element, -1: none
};

/// Reorders the nodes of elements that are mirrored at every corner, for which there is one right
/// order. Elements that are inverted at some corners only are left alone.
TurnedElements orient_elements(Mesh& mesh);

/// Least triple product of the edges that leave a corner of an element over their lengths, which is
/// positive in a proper element and 1 in a box.
double least_corner(const Mesh& mesh, const MeshElement& element);

/// Checks that every element is neither flat nor inverted: at each corner the triple product of the
/// edges, divided by their lengths, is above 1e-6.
///
/// @throws InputError naming the element and the corner.
void check_elements(std::string_view command, const Mesh& mesh);

}  // namespace solfec
