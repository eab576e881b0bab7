#include "geometry/shape/face_groups.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/hex_mesh.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/shape_pieces.h"

namespace solfec {
namespace {

std::set<int> groups_of(const ShapePieces& pieces) {
  return {pieces.face_group.begin(), pieces.face_group.end()};
}

/// Group of the face of a piece that looks along a direction best.
int group_at(const ShapePieces& pieces, int piece, Vec3 direction) {
  int best = -1;
  double most = -2.0;
  for (int f = pieces.face_start[piece]; f < pieces.face_start[piece + 1]; ++f) {
    const auto loop =
        std::span(pieces.loop)
            .subspan(pieces.loop_start[f], pieces.loop_start[f + 1] - pieces.loop_start[f]);
    const double cosine = dot(face_plane(piece_vertices(pieces, piece), loop).normal, direction);
    if (cosine > most) {
      most = cosine;
      best = pieces.face_group[f];
    }
  }
  return best;
}

TEST(FaceGroups, MeshOfABrickHasSixAndNoneInside) {
  RandomGeometry random(1);
  for (int sample = 0; sample < 10; ++sample) {
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(50);
    std::vector<double> corners;
    for (const Vec3 corner : {Vec3{0, 0, 0},
                              {1, 0, 0},
                              {1, 2, 0},
                              {0, 2, 0},
                              {0, 0, 3},
                              {1, 0, 3},
                              {1, 2, 3},
                              {0, 2, 3}}) {
      const Vec3 p = rotation * corner + shift;
      corners.insert(corners.end(), {p.x, p.y, p.z});
    }
    const std::vector<int> ids(6, 1);
    Shape shape;
    shape.meshes.push_back(make_hex_mesh({corners, {2, 3, 4}, 0, ids, {}}));
    const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
    EXPECT_EQ(groups_of(pieces), (std::set<int>{-1, 0, 1, 2, 3, 4, 5}));
    for (std::size_t f = 0; f < pieces.outer.size(); ++f) {
      EXPECT_EQ(pieces.face_group[f] >= 0, pieces.outer[f] != 0);
    }
    const int top = group_at(pieces, pieces.piece_count() - 1, rotation * Vec3{0, 0, 1});
    int faces = 0;
    for (const int group : pieces.face_group) faces += group == top ? 1 : 0;
    EXPECT_EQ(faces, 6);
  }
}

TEST(FaceGroups, OtherSurfacesLevelsAndSidesStayApart) {
  Shape shape;
  shape.convices.push_back(make_brick({0, 0, 0}, {1, 1, 1}));
  shape.convices.push_back(make_brick({1, 0, 0}, {2, 1, 1}));            // level, beside it
  shape.convices.push_back(make_brick({7, 0, 0.5}, {8, 1, 1}));          // level, far off
  shape.convices.push_back(make_brick({9, 0, 0.5}, {10, 1, 1 + 1e-3}));  // a step higher
  shape.convices.push_back(make_brick({11, 0, 0.5}, {12, 1, 1}));        // another surface
  shape.convices.back().surface[5] = 9;
  shape.convices.push_back(make_brick({13, 0, 1}, {14, 1, 2}));  // its lower side is at z = 1
  const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
  const int top = group_at(pieces, 0, {0, 0, 1});
  EXPECT_EQ(group_at(pieces, 1, {0, 0, 1}), top);
  EXPECT_EQ(group_at(pieces, 2, {0, 0, 1}), top);
  EXPECT_NE(group_at(pieces, 3, {0, 0, 1}), top);
  EXPECT_NE(group_at(pieces, 4, {0, 0, 1}), top);
  EXPECT_NE(group_at(pieces, 5, {0, 0, -1}), top);
  EXPECT_NE(group_at(pieces, 0, {1, 0, 0}), group_at(pieces, 1, {1, 0, 0}));
}

TEST(FaceGroups, SpheresHaveNone) {
  Shape shape;
  shape.spheres.push_back({{0, 0, 0}, 1.0, 1, 1});
  EXPECT_TRUE(make_shape_pieces(shape, 1e-4).face_group.empty());
}

}  // namespace
}  // namespace solfec
