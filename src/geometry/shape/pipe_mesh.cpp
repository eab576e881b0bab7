#include "geometry/shape/pipe_mesh.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "base/cat.h"
#include "base/check.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/shape/prism.h"

namespace solfec {

namespace {

void check_counts(const PipeMeshParams& params) {
  if (params.around < 3) {
    throw InputError(cat("PIPE: 'nrad' must be at least 3, got ", params.around));
  }
  const double nodes = (1.0 + params.along) * params.around * (1.0 + params.through);
  if (nodes > std::numeric_limits<int>::max() / 8.0) {
    throw InputError(cat("PIPE: the mesh has too many nodes, got ndri, nrad, nthi = ", params.along,
                         ", ", params.around, ", ", params.through));
  }
  if (params.surfaces.size() != 4) {
    throw InputError(cat("PIPE: 'surfids' must have 4 numbers (bottom, top, inner, outer), got ",
                         params.surfaces.size()));
  }
}

void add_nodes(const PipeMeshParams& params, Mesh& mesh) {
  const auto [x, y] = cross_section_axes(params.axis);
  for (int k = 0; k <= params.along; ++k) {
    const Vec3 center = params.point + (static_cast<double>(k) / params.along) * params.axis;
    for (int j = 0; j < params.around; ++j) {
      const double angle = 2.0 * std::numbers::pi * j / params.around;
      const Vec3 way = std::cos(angle) * x + std::sin(angle) * y;
      for (int i = 0; i <= params.through; ++i) {
        const double radius = params.inner + params.thickness * i / params.through;
        mesh.nodes.push_back(center + radius * way);
      }
    }
  }
}

/// Node (i, j, k) has the number i + row j + layer k; j counts around.
void add_elements(const PipeMeshParams& params, Mesh& mesh) {
  const int row = params.through + 1;
  const int layer = row * params.around;
  for (int k = 0; k < params.along; ++k) {
    for (int j = 0; j < params.around; ++j) {
      for (int i = 0; i < params.through; ++i) {
        const int near = i + row * j + layer * k;
        const int far = i + row * ((j + 1) % params.around) + layer * k;
        mesh.elements.push_back({8,
                                 {near, near + 1, far + 1, far, near + layer, near + 1 + layer,
                                  far + 1 + layer, far + layer},
                                 params.volume});
      }
    }
  }
}

/// Sides are bottom, -y, +x, +y, -x, top (element_faces): x leads through the wall.
void set_surfaces(std::span<const int> surfaces, Mesh& mesh) {
  for (MeshFace& face : mesh.faces) {
    switch (face.side) {
      case 0:
        face.surface = surfaces[0];
        break;
      case 5:
        face.surface = surfaces[1];
        break;
      case 4:
        face.surface = surfaces[2];
        break;
      default:
        face.surface = surfaces[3];
    }
  }
}

}  // namespace

Mesh make_pipe_mesh(const PipeMeshParams& params) {
  check_axis("PIPE", "dir", params.axis);
  check_counts(params);
  Mesh mesh;
  add_nodes(params, mesh);
  add_elements(params, mesh);
  check_elements("PIPE", mesh);
  find_outer_faces("PIPE", 0, mesh);
  set_surfaces(params.surfaces, mesh);
  return mesh;
}

}  // namespace solfec
