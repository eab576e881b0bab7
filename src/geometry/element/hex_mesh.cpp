#include "geometry/element/hex_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/element/flat_lists.h"
#include "geometry/element/mesh_faces.h"

namespace solfec {
namespace {

constexpr int kCorners = 8;
constexpr std::size_t kCornerNumbers = 24;
constexpr std::size_t kSurfaces = 6;

using Corners = std::vector<Vec3>;

Corners read_corners(std::span<const double> list) {
  if (list.size() != kCornerNumbers) {
    throw InputError(cat("HEX: 'nodes' must have 24 numbers, got ", list.size()));
  }
  Corners v = points_of_flat_list("HEX", "nodes", list, kCorners);
  if (dot(cross(v[1] - v[0], v[2] - v[1]), v[4] - v[0]) < 0.0) {
    std::swap_ranges(v.begin(), v.begin() + 4, v.begin() + 4);
  }
  return v;
}

/// Numbers of nodes must stay far below what an int can count.
void check_counts(const HexMeshParams& params) {
  std::int64_t nodes = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int n = params.counts[axis];
    if (n < 1) throw InputError(cat("HEX: '", "ijk"[axis], "' must be at least 1, got ", n));
    nodes *= static_cast<std::int64_t>(n) + 1;
    if (nodes > std::numeric_limits<int>::max() / 8) {
      throw InputError(cat("HEX: the mesh has too many nodes, got i, j, k = ", params.counts[0],
                           ", ", params.counts[1], ", ", params.counts[2]));
    }
  }
  if (params.surfaces.size() != kSurfaces) {
    throw InputError(cat("HEX: 'surfids' must have 6 numbers, got ", params.surfaces.size()));
  }
}

/// Positions of the node layers along one axis, from 0 to 1.
std::vector<double> layers(char axis, int elements, std::span<const double> sizes) {
  const auto n = static_cast<std::size_t>(elements);
  if (!sizes.empty() && sizes.size() < n) {
    throw InputError(
        cat("HEX: 'd", axis, "' must have at least ", n, " numbers, got ", sizes.size()));
  }
  std::vector<double> position(n + 1, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    const double size = sizes.empty() ? 1.0 : sizes[k];
    if (!(size > 0.0 && std::isfinite(size))) {
      throw InputError(cat("HEX: 'd", axis, "' must be positive, got ", size, " at place ", k));
    }
    position[k + 1] = position[k] + size;
  }
  const double sum = position.back();
  if (!std::isfinite(sum)) throw InputError(cat("HEX: the sum of 'd", axis, "' is not finite"));
  for (double& x : position) x /= sum;
  return position;
}

/// Trilinear interpolation between the corners; exact at the corners.
Vec3 interpolate(const Corners& v, double x, double y, double z) {
  const Vec3 bottom = (1 - y) * ((1 - x) * v[0] + x * v[1]) + y * ((1 - x) * v[3] + x * v[2]);
  const Vec3 top = (1 - y) * ((1 - x) * v[4] + x * v[5]) + y * ((1 - x) * v[7] + x * v[6]);
  return (1 - z) * bottom + z * top;
}

/// Node (i, j, k) has the number i + row j + layer k.
void add_elements(const HexMeshParams& params, Mesh& mesh) {
  const auto [ni, nj, nk] = params.counts;
  const int row = ni + 1;
  const int layer = row * (nj + 1);
  for (int k = 0; k < nk; ++k) {
    for (int j = 0; j < nj; ++j) {
      for (int i = 0; i < ni; ++i) {
        const int n = i + row * j + layer * k;
        mesh.elements.push_back({8,
                                 {n, n + 1, n + 1 + row, n + row, n + layer, n + 1 + layer,
                                  n + 1 + row + layer, n + row + layer},
                                 params.volume});
      }
    }
  }
}

/// Surface of each element side: sides are bottom, -y, +x, +y, -x, top (element_faces).
void set_surfaces(std::span<const int> surfaces, Mesh& mesh) {
  constexpr std::array<std::size_t, 6> kSurfaceOfSide{0, 4, 3, 2, 1, 5};
  for (MeshFace& face : mesh.faces) {
    face.surface = surfaces[kSurfaceOfSide[static_cast<std::size_t>(face.side)]];
  }
}

}  // namespace

Mesh make_hex_mesh(const HexMeshParams& params) {
  const Corners corners = read_corners(params.corners);
  check_counts(params);
  const std::vector<double> x = layers('x', params.counts[0], params.sizes[0]);
  const std::vector<double> y = layers('y', params.counts[1], params.sizes[1]);
  const std::vector<double> z = layers('z', params.counts[2], params.sizes[2]);
  Mesh mesh;
  mesh.nodes.reserve(x.size() * y.size() * z.size());
  for (const double zk : z) {
    for (const double yj : y) {
      for (const double xi : x) mesh.nodes.push_back(interpolate(corners, xi, yj, zk));
    }
  }
  add_elements(params, mesh);
  check_elements("HEX", mesh);
  find_outer_faces("HEX", 0, mesh);
  set_surfaces(params.surfaces, mesh);
  return mesh;
}

}  // namespace solfec
