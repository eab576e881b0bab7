#include "geometry/element/element_tables.h"

#include "base/check.h"

namespace solfec {
namespace {

constexpr ElementFaces kTetrahedron{
    4, {3, 3, 3, 3}, {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}};
constexpr ElementFaces kPyramid{
    5, {4, 3, 3, 3, 3}, {{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}}};
constexpr ElementFaces kWedge{
    5, {3, 4, 4, 4, 3}, {{{0, 2, 1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {3, 4, 5}}}};
constexpr ElementFaces kHexahedron{
    6,
    {4, 4, 4, 4, 4, 4},
    {{{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}}}};

constexpr std::array<ElementCorner, 1> kTetrahedronCorners{{{{0, 1, 2, 3}}}};
constexpr std::array<ElementCorner, 4> kPyramidCorners{
    {{{0, 1, 3, 4}}, {{1, 2, 0, 4}}, {{2, 3, 1, 4}}, {{3, 0, 2, 4}}}};
constexpr std::array<ElementCorner, 6> kWedgeCorners{{{{0, 1, 2, 3}},
                                                      {{1, 2, 0, 4}},
                                                      {{2, 0, 1, 5}},
                                                      {{3, 5, 4, 0}},
                                                      {{4, 3, 5, 1}},
                                                      {{5, 4, 3, 2}}}};
constexpr std::array<ElementCorner, 8> kHexahedronCorners{{{{0, 1, 3, 4}},
                                                           {{1, 2, 0, 5}},
                                                           {{2, 3, 1, 6}},
                                                           {{3, 0, 2, 7}},
                                                           {{4, 7, 5, 0}},
                                                           {{5, 4, 6, 1}},
                                                           {{6, 5, 7, 2}},
                                                           {{7, 6, 4, 3}}}};

}  // namespace

const ElementFaces& element_faces(int node_count) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  if (node_count == 4) return kTetrahedron;
  if (node_count == 5) return kPyramid;
  return node_count == 6 ? kWedge : kHexahedron;
}

std::span<const ElementCorner> element_corners(int node_count) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  if (node_count == 4) return kTetrahedronCorners;
  if (node_count == 5) return kPyramidCorners;
  if (node_count == 6) return kWedgeCorners;
  return kHexahedronCorners;
}

FaceNodes face_nodes(const MeshElement& element, int side) {
  FaceNodes face;
  for (const int local : element_faces(element.node_count).face(side)) {
    face.node[static_cast<std::size_t>(face.size++)] =
        element.node[static_cast<std::size_t>(local)];
  }
  return face;
}

}  // namespace solfec
