#include "geometry/surface/geodesic_sphere.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

// For each of the three solids least_pieces finds the ν that the error needs; the best of them is
// subdivided. Grid points on an edge belong to two faces: they are numbered by edge (GridPoints),
// so that both faces have the same vertex to the bit.

/// A regular polyhedron with triangular faces and corners on the unit sphere.
struct Solid {
  std::vector<Vec3> corner;
  std::vector<std::array<int, 3>> face;  // counter-clockwise seen from outside
  double edge_angle{};                   // ω, rad
};

/// The polyhedron with these corners: all triples of corners as near as neighbours are faces.
Solid solid_of(const std::vector<Vec3>& corners) {
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

/// The one that most often has fewest triangles comes first.
const std::array<Solid, 3>& solids() {
  constexpr double g = std::numbers::phi;
  static const std::array<Solid, 3> all{
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
                {-g, 0, -1}}),
      solid_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}),
      solid_of({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}})};
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

/// Numbers the grid points: corners, then those of edges, then those inside of faces.
class GridPoints {
 public:
  GridPoints(const Solid& solid, int pieces, UnitSphere& sphere)
      : solid_(solid), sphere_(sphere), inner_(pieces - 1) {
    const std::size_t corners = solid.corner.size();
    edge_.assign(corners * corners, -1);
    for (const auto& face : solid.face) {
      for (std::size_t k = 0; k < 3; ++k) {
        int& number = edge(face[k], face[(k + 1) % 3]);
        if (number < 0) number = edges_++;
      }
    }
    sphere_.vertex.resize(corners + at(edges_ * inner_));
  }

  /// Gives the point its place, that of another face where it is on an edge.
  int number(int face, const Shares& share) {
    const auto& corner = solid_.face[at(face)];
    int least = -1;  // of the corners with a share, and the others
    int most = -1;
    int step = 0;  // share of `most`
    int used = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      if (share[c] == 0) continue;
      ++used;
      if (least < 0 || corner[c] < least) least = corner[c];
      if (corner[c] <= most) continue;
      most = corner[c];
      step = share[c];
    }
    int place = count(sphere_.vertex);
    if (used == 1) place = most;
    if (used == 2) place = count(solid_.corner) + edge(least, most) * inner_ + step - 1;
    if (used == 3) sphere_.vertex.emplace_back();
    sphere_.vertex[at(place)] = grid_point(solid_, corner, share);
    return place;
  }

 private:
  int& edge(int a, int b) {
    return edge_[at(std::min(a, b)) * solid_.corner.size() + at(std::max(a, b))];
  }

  const Solid& solid_;
  UnitSphere& sphere_;
  int inner_;              // points inside an edge
  std::vector<int> edge_;  // number of the edge between two corners
  int edges_ = 0;
};

/// The sphere of a solid whose edges are cut in `pieces`; its error is measured on all triangles.
UnitSphere subdivide(const Solid& solid, int pieces) {
  UnitSphere sphere;
  GridPoints points(solid, pieces, sphere);
  const auto place = [&](const Shares& share) { return at(share[1] * (pieces + 1) + share[2]); };
  std::vector<int> number(at((pieces + 1) * (pieces + 1)));  // of the grid points of one face
  for (int face = 0; face < count(solid.face); ++face) {
    for (int i = 0; i <= pieces; ++i) {
      for (int j = 0; i + j <= pieces; ++j) {
        const Shares share{pieces - i - j, i, j};
        number[place(share)] = points.number(face, share);
      }
    }
    for_each_triangle(pieces, [&](const Shares& a, const Shares& b, const Shares& c) {
      sphere.triangle.push_back({number[place(a)], number[place(b)], number[place(c)]});
    });
  }
  for (const auto& t : sphere.triangle) {
    const double error =
        chord_error_of(sphere.vertex[at(t[0])], sphere.vertex[at(t[1])], sphere.vertex[at(t[2])]);
    sphere.chord_error = std::max(sphere.chord_error, error);
  }
  return sphere;
}

int triangles_of(const Solid& solid, int pieces) { return count(solid.face) * pieces * pieces; }

/// Least number of pieces per edge with fewer triangles than `most`; 0: none.
int least_pieces(const Solid& solid, double chord_error, int most) {
  const double parts = least_triangles(chord_error) / count(solid.face);
  // No need to try what no sphere can do.
  int pieces = std::max(1, static_cast<int>(std::floor(std::sqrt(std::min(parts, 1e9)))));
  for (; pieces <= kFinestSphere && triangles_of(solid, pieces) < most; ++pieces) {
    if (chord_error_of(solid, pieces) <= chord_error) return pieces;
  }
  return 0;
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
  int most = std::numeric_limits<int>::max();
  for (const Solid& solid : solids()) {
    const int needed = least_pieces(solid, wanted, most);
    if (needed == 0) continue;
    best = &solid;
    pieces = needed;
    most = triangles_of(solid, pieces);
  }
  if (best == nullptr) {
    throw InputError(cat("a sphere of triangles with a chord error of ", chord_error,
                         " of its radius needs more than ",
                         solids()[0].face.size() * kFinestSphere * kFinestSphere, " triangles"));
  }
  return subdivide(*best, pieces);
}

}  // namespace solfec
