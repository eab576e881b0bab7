#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "math/box.h"
#include "math/vec3.h"
#include "viewer/image/image.h"
#include "viewer/scene/palette.h"

namespace solfec {

using Point3 = std::array<float, 3>;

/// Corner of a triangle as the shaders take it. Coordinates in a scene are relative to its origin,
/// so that models far away from zero lose no digits.
struct SurfaceCorner {
  Point3 position{};  // m
  Point3 normal{};
  float value{};
  Colour colour;         // kByValue: that of the value; a triangle has that of its last corner
  std::uint32_t body{};  // number in Scene::bodies, from 1
};

/// A sphere or an ellipsoid x = center + A n of unit vectors n, drawn by casting rays.
struct RoundPart {
  Point3 center{};
  float radius{};                   // largest, m
  std::array<Point3, 3> inverse{};  // columns of A^-1, 1/m
  /// Rows (w_k, g_k) of three numbers w_k + g_k n at the point of n. The value there is the first
  /// number or, with Scene::norm_of_rounds, the length of the vector of the three.
  std::array<std::array<float, 4>, 3> value{};
  Colour colour;
  std::uint32_t body{};
};

/// A line of some pixels.
struct Segment {
  Point3 from{};
  Point3 to{};
  Colour colour;
  float width{};  // over the width of edges
};

/// A cylinder, a cone, or a truncated cone.
struct Rod {
  Point3 from{};
  Point3 to{};
  std::array<float, 2> radius{};  // at both ends, m
  float value{};
  Colour colour;
};

/// Largest number of planes that cut a picture.
inline constexpr int kMostCuts = 6;

/// A plane n · x = d that cuts away all points with n · x > d.
struct CutPlane {
  Vec3 normal;
  double distance{};  // m
};

/// Text at a point of the model.
struct PointLabel {
  Vec3 point;  // m
  std::string text;
};

/// Triangles and round parts of some bodies.
struct ScenePart {
  std::vector<SurfaceCorner> corners;
  std::vector<RoundPart> rounds;
};

/// A line of a legend of categories.
struct Category {
  Colour colour;
  std::string name;
};

/// Text and colours of a legend.
struct Legend {
  std::string title;
  ValueRange range;   // of bands; empty: none
  double unit = 1.0;  // that the title names, in SI units; numbers are given in it
  BandColours bands{};
  std::vector<Category> categories;  // instead of bands
};

/// Everything that a picture of one time shows, in arrays; made by SceneBuilder.
struct Scene {
  double time{};  // s
  Vec3 origin;    // m
  std::vector<SurfaceCorner> corners;
  std::vector<RoundPart> rounds;
  bool norm_of_rounds = false;
  ScenePart veiled;  // of transparent bodies
  ScenePart hollow;  // of bodies drawn by lines only; for picking
  std::vector<Segment> edges;
  std::vector<Rod> rods;         // drawn over all bodies
  std::vector<RoundPart> marks;  // drawn over all bodies
  std::vector<PointLabel> labels;
  std::vector<CutPlane> cuts;  // of bodies
  ValueRange range;            // of the colours
  ValueRange chain_range;      // of force chains when colours show another quantity; else empty
  BandColours bands{};
  Legend legend;
  Legend chain_legend;  // of chain_range

  std::vector<BodyId> bodies;  // drawn bodies; body i has the number i + 1
  std::vector<Box> boxes;      // of each drawn body, m
  std::vector<bool> moves;     // false: the body is an obstacle
  double body_size{};          // mean smallest edge of the boxes of bodies that move, m
};

/// The box of those parts of a box that no plane cuts away; empty where nothing is left.
Box what_is_left(const Box& box, std::span<const CutPlane> cuts);

/// Points that a camera must see: the corners of the boxes of bodies. When bodies move, only the
/// part of a large obstacle that is near them counts.
/// @param moves  For each box: false when its body is an obstacle.
std::vector<Vec3> points_to_see(std::span<const Box> boxes, const std::vector<bool>& moves);

}  // namespace solfec
