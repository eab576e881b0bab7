#include "contact/cover/cover_region.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "geometry/shape/convex_hull.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-2;  // m, coarse, so that random places are often near a border

/// Random hull with a base in z = 0 that looks down, seen as a piece.
class CoverRegion : public ::testing::Test {
 protected:
  double uniform(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(rng_);
  }

  PolyhedronView random_piece(int& base) {
    std::vector<Vec3> points;
    for (int k = 0; k < 5; ++k) points.push_back({uniform(-1, 1), uniform(-1, 1), 0.0});
    for (int k = 0; k < 3; ++k) points.push_back({uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1)});
    Shape shape;
    shape.convices.push_back(make_convex_hull(points, 1, 1));
    pieces_ = make_shape_pieces(shape, kTolerance);
    set_ = {};
    set_.append(1, false, false, pieces_);
    set_.refresh(0.0);
    const PolyhedronView view = polyhedron_view(set_, 0);
    base = 0;
    for (int f = 1; f < view.face_count(); ++f) {
      if (view.normal[f].z < view.normal[base].z) base = f;
    }
    return view;
  }

  /// Triangle that looks up, near z = 0, with sides of at most `size` and a tilt of at most `tilt`.
  std::vector<Vec3> random_triangle(double size, double tilt) {
    const Vec3 center{uniform(-1.2, 1.2), uniform(-1.2, 1.2), uniform(-4, 4) * kTolerance};
    const double slope_x = uniform(-tilt, tilt);
    const double slope_y = uniform(-tilt, tilt);
    std::vector<Vec3> corner;
    for (int k = 0; k < 3; ++k) {
      const double x = uniform(-size, size);
      const double y = uniform(-size, size);
      corner.push_back(center + Vec3{x, y, slope_x * x + slope_y * y});
    }
    if (cross(corner[1] - corner[0], corner[2] - corner[0]).z < 0.0)
      std::swap(corner[1], corner[2]);
    return corner;
  }

  static Vec3 normal_of(std::span<const Vec3> corner) {
    return normalized(cross(corner[1] - corner[0], corner[2] - corner[0]));
  }

  /// From the corner that is nearest to a random place below the base, or just above it, to there.
  Vec3 toward(const PolyhedronView& view, int base, std::span<const Vec3> corner) {
    const auto loop = view.face(base);
    Vec3 place = view.vertex[loop[rng_() % loop.size()]];
    place += uniform(0.0, 0.3) * (view.vertex[loop[rng_() % loop.size()]] - place);
    place += uniform(-1.0, kCoverDepth) * kTolerance * -view.normal[base];
    const Vec3 nearest = *std::min_element(corner.begin(), corner.end(), [&](Vec3 p, Vec3 q) {
      return norm(place - p) < norm(place - q);
    });
    return place - nearest;
  }

  std::mt19937 rng_{20260311};
  ShapePieces pieces_;
  PieceSet set_;
};

TEST_F(CoverRegion, HasAllPlacesOverTheFaceAndNoneFartherThanItsReach) {
  int inside = 0;
  for (int sample = 0; sample < 20000; ++sample) {
    int base = 0;
    if (sample % 100 == 0) random_piece(base);
    const PolyhedronView view = polyhedron_view(set_, 0);
    for (int f = 1; f < view.face_count(); ++f) {
      if (view.normal[f].z < view.normal[base].z) base = f;
    }
    const Vec3 place{uniform(-1.2, 1.2), uniform(-1.2, 1.2), uniform(-3, 12) * kTolerance};
    // distance beside the base in its plane, by the segments of its border
    double beside = 1e9;
    bool over = true;
    const auto loop = view.face(base);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      Vec3 a = view.vertex[loop[k]];
      Vec3 b = view.vertex[loop[(k + 1) % loop.size()]];
      const Vec3 flat{place.x, place.y, 0.0};
      const double t = std::clamp(dot(flat - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
      beside = std::min(beside, norm(flat - a - t * (b - a)));
      over = over && cross(b - a, flat - a).z <= 0.0;  // clockwise seen from above
    }
    if (over) beside = 0.0;
    double out = -1e9;  // of the piece
    for (int f = 0; f < view.face_count(); ++f) {
      out = std::max(out, dot(view.normal[f], place) - view.offset[f]);
    }
    const double height = -place.z;
    const bool near = height <= kTolerance && height >= -kCoverDepth * kTolerance;
    const bool covered = covers_point(view, base, {kTolerance, kTolerance, kTolerance}, place);
    if (near && (over || beside <= kTolerance) && (height >= 0.0 || out <= kTolerance)) {
      EXPECT_TRUE(covered) << sample;
      ++inside;
    }
    if (!near || beside > std::sqrt(5.0) * kTolerance) {
      EXPECT_FALSE(covered) << sample;
    }
    if (height < 0.0 && out > 3.0 * kTolerance) {
      EXPECT_FALSE(covered) << sample;
    }
  }
  EXPECT_GT(inside, 500);
}

TEST_F(CoverRegion, FaceIsCoveredWhereItHasPlacesInTheRegionAndOnlyThere) {
  int covered = 0;
  int uncovered = 0;
  int deep = 0;
  CoverScratch scratch;
  for (int sample = 0; sample < 2000; ++sample) {
    int base = 0;
    const PolyhedronView view = random_piece(base);
    const auto corner = random_triangle(0.3, 0.06);
    const Vec3 normal = normal_of(corner);
    if (norm(normal + view.normal[base]) > kOpposite) continue;
    const bool was = sample % 2 == 1;
    const CoverExtent extent = was ? stays_covered(kTolerance) : gets_covered(kTolerance);
    const CoverAnswer answer =
        ask_cover({corner, normal}, view, base, {kTolerance, was, 1.0}, scratch);
    bool any = false;
    for (int i = 0; i <= 80; ++i) {
      for (int j = 0; i + j <= 80; ++j) {
        const Vec3 place =
            corner[0] + i / 80.0 * (corner[1] - corner[0]) + j / 80.0 * (corner[2] - corner[0]);
        any = any || covers_point(view, base, extent, place);
      }
    }
    ++(any ? covered : uncovered);
    if (any) {
      EXPECT_TRUE(answer.covered) << sample;
    }
    // A place that deep inside has one of the raster beside it.
    if (was && answer.covered && answer.allowance > 0.012) {
      ++deep;
      EXPECT_TRUE(any) << sample;
    }
  }
  EXPECT_GT(covered, 300);
  EXPECT_GT(uncovered, 300);
  EXPECT_GT(deep, 50);
}

TEST_F(CoverRegion, AnswerBearsEveryMotionOfItsAllowance) {
  CoverScratch scratch;
  int with_allowance = 0;
  int changed_beyond = 0;
  for (int sample = 0; sample < 3000; ++sample) {
    int base = 0;
    const PolyhedronView view = random_piece(base);
    const auto corner = random_triangle(0.3, 0.08);
    const bool was = sample % 2 == 1;
    const double radius = 2.0;  // of all corners about the origin, at least
    const CoverAnswer answer =
        ask_cover({corner, normal_of(corner)}, view, base, {kTolerance, was, radius}, scratch);
    ASSERT_GE(answer.allowance, 0.0);
    if (answer.allowance > 1e-6) ++with_allowance;
    for (int trial = 0; trial < 12; ++trial) {
      for (const double part : {0.999, 5.0}) {
        // half by a turn about the origin, half by a shift
        const double share = trial % 4 == 0 ? 0.0 : uniform(0.0, 1.0);
        const Vec3 axis = normalized({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
        const double angle =
            share * part * std::min(answer.allowance, 0.2) / radius / std::sqrt(2.0);
        const Mat3 rotation = identity() + std::sin(angle) * skew(axis) +
                              (1.0 - std::cos(angle)) * (skew(axis) * skew(axis));
        const Vec3 way = trial % 2 == 0 ? toward(view, base, corner)
                                        : Vec3{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        const Vec3 by = (1.0 - share) * part * std::min(answer.allowance, 0.2) * normalized(way);
        std::vector<Vec3> moved;
        for (const Vec3 p : corner) moved.push_back(rotation * p + by);
        const CoverAnswer then = ask_cover({moved, normal_of(moved)}, view, base,
                                           {kTolerance, answer.covered, radius}, scratch);
        if (part < 1.0) {
          EXPECT_EQ(then.covered, answer.covered) << sample;
        } else if (then.covered != answer.covered) {
          ++changed_beyond;
        }
      }
    }
  }
  EXPECT_GT(with_allowance, 2500);
  EXPECT_GT(changed_beyond, 100);  // the allowance is not so small that nothing was tested
}

TEST_F(CoverRegion, QuickTestNeverRulesOutAFaceThatAMotionCanMakeOpposite) {
  for (int sample = 0; sample < 20000; ++sample) {
    const Vec3 a = normalized({uniform(-0.5, 0.5), uniform(-0.5, 0.5), 1.0});
    const Vec3 b = normalized({uniform(-0.5, 0.5), uniform(-0.5, 0.5), -1.0});
    const double enough = uniform(0.0, 0.1);
    if (could_cover(a, b, could_cover_up_to(true, 1.0, enough))) continue;
    EXPECT_GT(norm(a + b) - kStaysCovered * kOpposite, enough);
  }
  const double by_none = could_cover_up_to(true, std::numeric_limits<double>::infinity(), 0.1);
  EXPECT_TRUE(could_cover({0, 0, 1}, {0, 0, -1}, could_cover_up_to(true, 1.0, 0.0)));
  EXPECT_FALSE(could_cover({0, 0, 1}, {0, 0, 1}, could_cover_up_to(true, 1.0, 0.1)));
  EXPECT_FALSE(could_cover({0, 0, 1}, {1, 0, 0}, by_none));
  EXPECT_EQ(could_cover_up_to(false, 2.0, 0.1), kOpposite + 0.05);
}

TEST_F(CoverRegion, HeightsRuleOutNoFaceThatIsCovered) {
  CoverScratch scratch;
  int covered = 0;
  int ruled_out = 0;
  for (int sample = 0; sample < 4000; ++sample) {
    int base = 0;
    const PolyhedronView view = random_piece(base);
    const auto corner = random_triangle(0.3, 0.3);
    const std::vector<int> loop{0, 1, 2};
    const auto face = static_cast<std::size_t>(base);
    const bool meets =
        heights_meet(loop, corner, {view.normal[face], view.offset[face]}, kTolerance);
    const SeenFace seen{corner, normal_of(corner)};
    const CoverQuestion question{kTolerance, sample % 2 == 1, 2.0, false};
    const bool is_covered = ask_cover(seen, view, base, question, scratch).covered;
    EXPECT_TRUE(meets || !is_covered);
    covered += is_covered ? 1 : 0;
    ruled_out += meets ? 0 : 1;
  }
  EXPECT_GT(covered, 100);
  EXPECT_GT(ruled_out, 100);
}

TEST_F(CoverRegion, AllowanceThatIsEnoughChangesNoAnswer) {
  CoverScratch scratch;
  int cut_off = 0;
  for (int sample = 0; sample < 3000; ++sample) {
    int base = 0;
    const PolyhedronView view = random_piece(base);
    const auto corner = random_triangle(0.3, 0.3);
    const SeenFace seen{corner, normal_of(corner)};
    CoverQuestion question{kTolerance, sample % 2 == 1, 2.0};
    const CoverAnswer whole = ask_cover(seen, view, base, question, scratch);
    question.enough = uniform(0.0, 0.3);
    const CoverAnswer answer = ask_cover(seen, view, base, question, scratch);
    EXPECT_EQ(answer.covered, whole.covered);
    EXPECT_EQ(std::min(answer.allowance, question.enough),
              std::min(whole.allowance, question.enough));
    if (answer.allowance != whole.allowance) ++cut_off;
  }
  EXPECT_GT(cut_off, 100);
}

TEST_F(CoverRegion, FacesOfACoverFaceTheMiddleOfTheOtherPiece) {
  CoverScratch scratch;
  int covers = 0;
  for (int sample = 0; sample < 4000; ++sample) {
    int base = 0;
    const PolyhedronView view = random_piece(base);
    // a slab whose top is the face that may be covered, tilted and sunk in at random
    const double thick = uniform(0.02, 1.0);
    const double half = uniform(0.05, 1.0);
    std::vector<Vec3> points;
    const Vec3 center{uniform(-1, 1), uniform(-1, 1), uniform(-3, 11) * kTolerance};
    const Vec3 up = normalized({uniform(-0.15, 0.15), uniform(-0.15, 0.15), 1.0});
    const Vec3 along = normalized(cross(up, {0.3, 1.0, 0.1}));
    for (const double x : {-half, half}) {
      for (const double y : {-half, half}) {
        for (const double z : {-thick, 0.0}) {
          points.push_back(center + x * along + y * cross(up, along) + z * up);
        }
      }
    }
    Shape shape;
    shape.convices.push_back(make_convex_hull(points, 1, 1));
    const ShapePieces slab = make_shape_pieces(shape, kTolerance);
    PieceSet set;
    set.append(1, false, false, slab);
    set.refresh(0.0);
    const PolyhedronView other = polyhedron_view(set, 0);
    int top = 0;
    for (int f = 1; f < other.face_count(); ++f) {
      if (other.normal[f].z > other.normal[top].z) top = f;
    }
    std::vector<Vec3> corner;
    for (const int v : other.face(top)) corner.push_back(other.vertex[v]);
    const bool was = sample % 2 == 1;
    const CoverQuestion question{kTolerance, was, 1.0};
    if (!ask_cover({corner, other.normal[top]}, view, base, question, scratch).covered) continue;
    ++covers;
    const PieceBall ball = ball_around(view);
    const PieceBall other_ball = ball_around(other);
    const double up_to = could_cover_up_to(was, 1.0, 0.0);
    EXPECT_GE(dot(other.normal[top], ball.centre) - other.offset[top],
              least_facing_height(other_ball, ball, kTolerance, up_to, 0.0));
    EXPECT_GE(dot(view.normal[base], other_ball.centre) - view.offset[base],
              least_facing_height(ball, other_ball, kTolerance, up_to, 0.0));
  }
  EXPECT_GT(covers, 500);
}

}  // namespace
}  // namespace solfec
