#include "geometry/geodesic_sphere.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

/// A regular polyhedron with triangular faces and corners on the unit sphere.
struct Solid {
  std::vector<Vec3> corner;
  std::vector<std::array<int, 3>> face;  // counter-clockwise seen from outside
  double edge_angle{};                   // ω, rad
};

/// The polyhedron with these corners: all triples of corners as near as neighbours are faces.
Solid solid_of(std::vector<Vec3> corners) {
  Solid solid;
  for (const Vec3 p : corners) solid.corner.push_back(normalized(p));
  const auto& x = solid.corner;
  double nearest = -1.0;  // cosine of the angle between neighbours
  for (std::size_t i = 1; i < x.size(); ++i) nearest = std::max(nearest, dot(x[0], x[i]));
  const auto near = [&](int i, int j) { return dot(x[at(i)], x[at(j)]) > nearest - 1e-6; };
  const int n = count(x);
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        if (!near(i, j) || !near(j, k) || !near(k, i)) continue;
        const bool outward = dot(cross(x[at(i)], x[at(j)]), x[at(k)]) > 0.0;
        solid.face.push_back(outward ? std::array{i, j, k} : std::array{i, k, j});
      }
    }
  }
  solid.edge_angle = std::acos(nearest);
  return solid;
}

const std::array<Solid, 3>& solids() {
  constexpr double g = std::numbers::phi;
  static const std::array<Solid, 3> all{
      solid_of({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}),
      solid_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}),
      solid_of({{0, 1, g},
                {0, 1, -g},
                {0, -1, g},
                {0, -1, -g},
                {1, g, 0},
                {1, -g, 0},
                {-1, g, 0},
                {-1, -g, 0},
                {g, 0, 1},
                {-g, 0, 1},
                {g, 0, -1},
                {-g, 0, -1}})};
  return all;
}

/// Shares of the three corners of a face at a grid point; they sum up to ν.
using Shares = std::array<int, 3>;

Vec3 grid_point(const Solid& solid, const std::array<int, 3>& face, const Shares& share) {
  const double step = solid.edge_angle / (share[0] + share[1] + share[2]);
  Vec3 sum;
  for (std::size_t c = 0; c < 3; ++c) {
    sum += std::sin(step * share[c]) * solid.corner[at(face[c])];
  }
  return normalized(sum);
}

/// Calls f(a, b, c) with the shares of the corners of all triangles of a face.
template <typename Function>
void for_each_triangle(int pieces, const Function& f) {
  const auto share = [&](int i, int j) { return Shares{pieces - i - j, i, j}; };
  for (int i = 0; i < pieces; ++i) {
    for (int j = 0; i + j < pieces; ++j) {
      f(share(i, j), share(i + 1, j), share(i, j + 1));
      if (i + j + 1 < pieces) f(share(i + 1, j), share(i + 1, j + 1), share(i, j + 1));
    }
  }
}

double chord_error_of(Vec3 a, Vec3 b, Vec3 c) {
  return 1.0 - dot(normalized(cross(b - a, c - a)), a);
}

/// The largest of one face; the others are its images.
double chord_error_of(const Solid& solid, int pieces) {
  const auto& face = solid.face[0];
  double error = 0.0;
  for_each_triangle(pieces, [&](const Shares& a, const Shares& b, const Shares& c) {
    error = std::max(error, chord_error_of(grid_point(solid, face, a), grid_point(solid, face, b),
                                           grid_point(solid, face, c)));
  });
  return error;
}

/// Numbers the grid points; those of edges and corners are shared by faces.
class GridPoints {
 public:
  explicit GridPoints(const Solid& solid, UnitSphere& sphere) : solid_(solid), sphere_(sphere) {}

  int number(int face, const Shares& share) {
    const auto& corner = solid_.face[at(face)];
    // A point is known by the corners that have a share in it, in the order of their numbers.
    std::array<std::pair<int, int>, 3> part{};
    for (std::size_t c = 0; c < 3; ++c) part[c] = {share[c] > 0 ? corner[c] : -1, share[c]};
    std::sort(part.begin(), part.end());
    const auto [place, added] = number_.try_emplace(part, count(sphere_.vertex));
    if (added) sphere_.vertex.push_back(grid_point(solid_, corner, share));
    return place->second;
  }

 private:
  const Solid& solid_;
  UnitSphere& sphere_;
  std::map<std::array<std::pair<int, int>, 3>, int> number_;
};

UnitSphere subdivide(const Solid& solid, int pieces) {
  UnitSphere sphere;
  GridPoints points(solid, sphere);
  for (int face = 0; face < count(solid.face); ++face) {
    for_each_triangle(pieces, [&](const Shares& a, const Shares& b, const Shares& c) {
      const int i = points.number(face, a);
      const int j = points.number(face, b);
      sphere.triangle.push_back({i, j, points.number(face, c)});
    });
  }
  for (const auto& t : sphere.triangle) {
    const double error =
        chord_error_of(sphere.vertex[at(t[0])], sphere.vertex[at(t[1])], sphere.vertex[at(t[2])]);
    sphere.chord_error = std::max(sphere.chord_error, error);
  }
  return sphere;
}

/// Least number of pieces per edge, kFinestSphere + 1 when even that is not enough.
int least_pieces(const Solid& solid, double chord_error) {
  const double parts = least_triangles(chord_error) / count(solid.face);
  // No need to try what no sphere can do.
  int pieces = std::max(1, static_cast<int>(std::floor(std::sqrt(std::min(parts, 1e9)))));
  while (pieces <= kFinestSphere && chord_error_of(solid, pieces) > chord_error) ++pieces;
  return std::min(pieces, kFinestSphere + 1);
}

}  // namespace

double least_triangles(double chord_error) {
  if (!(chord_error < 1.0)) return 4.0;
  const double angle = std::atan(1.0 / (std::numbers::sqrt3 * (1.0 - chord_error)));
  const double ratio = 6.0 * angle / std::numbers::pi;  // n / (n - 2)
  return ratio > 1.0 ? std::max(4.0, 4.0 / (ratio - 1.0)) : std::numeric_limits<double>::infinity();
}

UnitSphere make_unit_sphere(double chord_error) {
  SOLFEC_ASSERT(chord_error > 0.0);
  const double wanted = chord_error - 1e-14;  // for rounding on the other faces
  const Solid* best = nullptr;
  int pieces = 0;
  for (const Solid& solid : solids()) {
    const int needed = least_pieces(solid, wanted);
    if (needed > kFinestSphere) continue;
    const auto triangles = [](const Solid& of, int n) { return count(of.face) * n * n; };
    if (best != nullptr && triangles(*best, pieces) <= triangles(solid, needed)) continue;
    best = &solid;
    pieces = needed;
  }
  if (best == nullptr) {
    throw InputError(cat("a sphere of triangles with a chord error of ", chord_error,
                         " of its radius needs more than ",
                         solids()[2].face.size() * kFinestSphere * kFinestSphere, " triangles"));
  }
  return subdivide(*best, pieces);
}

}  // namespace solfec
