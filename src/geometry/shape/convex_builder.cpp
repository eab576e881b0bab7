#include "geometry/shape/convex_builder.h"

#include <cstddef>
#include <string>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/element/flat_lists.h"
#include "geometry/shape/convex_checks.h"

namespace solfec {
namespace {

constexpr int kLeastVertices = 4;
constexpr int kLeastFaces = 4;

void read_faces(std::span<const int> list, Convex& convex) {
  convex.face_start.push_back(0);
  for (std::size_t k = 0; k < list.size();) {
    const std::string name = cat("CONVEX: face ", convex.face_count());
    const int size = list[k];
    if (size < 3) {
      throw InputError(cat(name, ": A face must have more than 2 vertices, got ", size));
    }
    const auto needed = static_cast<std::size_t>(size) + 1;  // vertices and the surface id
    const std::size_t left = list.size() - k - 1;
    if (left < needed) {
      throw InputError(cat(name, ": The last face definition is incomplete, ", size,
                           " vertices and a surface id must follow, got ", left, " numbers"));
    }
    const auto loop = list.subspan(k + 1, static_cast<std::size_t>(size));
    check_indices(name, loop, count(convex.vertices));
    convex.face_vertex.insert(convex.face_vertex.end(), loop.begin(), loop.end());
    convex.face_start.push_back(count(convex.face_vertex));
    convex.surface.push_back(list[k + needed]);
    k += needed + 1;
  }
  if (convex.face_count() < kLeastFaces) {
    throw InputError(cat("CONVEX: At least 4 faces must be defined, got ", convex.face_count()));
  }
}

}  // namespace

Convex make_convex(std::span<const double> vertices, std::span<const int> faces, VolumeId volume) {
  Convex convex;
  convex.volume = volume;
  convex.vertices = points_of_flat_list("CONVEX", "vertices", vertices, kLeastVertices);
  read_faces(faces, convex);
  const std::string defect = convex_defect(convex);
  if (!defect.empty()) throw InputError(cat("CONVEX: ", defect));
  return convex;
}

}  // namespace solfec
