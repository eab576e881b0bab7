#include "geometry/shape/mass_properties.h"

#include <map>
#include <span>

#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/shape/simple_shape.h"

namespace solfec {
namespace {

/// Integrals of 1, X and X Xᵀ about a chosen origin.
struct Moments {
  double volume{};
  Vec3 first;
  Mat3 second;
};

/// Adds the tetrahedron (origin, p, q, r), signed by its orientation and times `share`.
/// ∫ X Xᵀ dV = V/20 (Σ v vᵀ + (Σ v)(Σ v)ᵀ) over the vertices v.
void add_tetrahedron(Moments& sum, double share, Vec3 p, Vec3 q, Vec3 r) {
  const double volume = share * dot(p, cross(q, r)) / 6.0;
  const Vec3 total = p + q + r;
  sum.volume += volume;
  sum.first += volume / 4.0 * total;
  sum.second += volume / 20.0 * (outer(p, p) + outer(q, q) + outer(r, r) + outer(total, total));
}

/// Adds the cone from the origin over one face.
void add_face(Moments& sum, std::span<const Vec3> vertex, std::span<const int> face, Vec3 origin) {
  const auto at = [&](int k) {
    return vertex[static_cast<std::size_t>(face[static_cast<std::size_t>(k)])] - origin;
  };
  const int n = count(face);
  if (n == 4) {  // both diagonals, half each
    add_tetrahedron(sum, 0.5, at(0), at(1), at(2));
    add_tetrahedron(sum, 0.5, at(0), at(2), at(3));
    add_tetrahedron(sum, 0.5, at(1), at(2), at(3));
    add_tetrahedron(sum, 0.5, at(1), at(3), at(0));
    return;
  }
  for (int k = 1; k + 1 < n; ++k) add_tetrahedron(sum, 1.0, at(0), at(k), at(k + 1));
}

MassProperties about_center(const Moments& moments, Vec3 origin) {
  if (moments.volume == 0.0) return {0.0, origin, {}};
  const Vec3 arm = moments.first / moments.volume;
  return {moments.volume, origin + arm, moments.second - moments.volume * outer(arm, arm)};
}

/// Parallel-axis theorem for two bodies: E = E1 + E2 + V1 V2/(V1 + V2) d dᵀ.
void merge(MassProperties& sum, const MassProperties& part) {
  const double volume = sum.volume + part.volume;
  if (volume == 0.0) return;
  const Vec3 arm = part.center - sum.center;
  sum.euler += part.euler + sum.volume * part.volume / volume * outer(arm, arm);
  sum.center += part.volume / volume * arm;
  sum.volume = volume;
}

MassProperties of_convex(const Convex& convex) {
  const Vec3 origin = convex.vertices[0];
  Moments moments;
  for (int f = 0; f < convex.face_count(); ++f) {
    add_face(moments, convex.vertices, convex.face(f), origin);
  }
  return about_center(moments, origin);
}

MassProperties of_element(const Mesh& mesh, const MeshElement& element) {
  const Vec3 origin = mesh.nodes[static_cast<std::size_t>(element.node[0])];
  Moments moments;
  const int sides = element_faces(element.node_count).face_count;
  for (int side = 0; side < sides; ++side) {
    const FaceNodes face = face_nodes(element, side);
    add_face(moments, mesh.nodes, face.nodes(), origin);
  }
  return about_center(moments, origin);
}

MassProperties scaled(MassProperties part, double density) {
  part.volume *= density;
  part.euler *= density;
  return part;
}

/// Calls f(properties, volume id) for all parts.
template <typename Function>
void for_each_part(const Shape& shape, const Function& f) {
  for (const Convex& convex : shape.convices) f(of_convex(convex), convex.volume);
  for (const Mesh& mesh : shape.meshes) {
    for (const MeshElement& element : mesh.elements) f(of_element(mesh, element), element.volume);
  }
  for_each_simple(shape, [&](const auto& part) { f(mass_properties(part), part.volume); });
}

}  // namespace

MassProperties mass_properties(const Shape& shape) {
  MassProperties sum;
  for_each_part(shape, [&](const MassProperties& part, VolumeId /*volume*/) { merge(sum, part); });
  return sum;
}

MassProperties mass_properties(const Shape& shape, const std::function<double(VolumeId)>& density) {
  MassProperties sum;
  for_each_part(shape, [&](const MassProperties& part, VolumeId volume) {
    merge(sum, scaled(part, density(volume)));
  });
  return sum;
}

std::vector<std::pair<VolumeId, double>> volumes_by_id(const Shape& shape) {
  std::map<VolumeId, double> sums;
  for_each_part(shape,
                [&](const MassProperties& part, VolumeId volume) { sums[volume] += part.volume; });
  return {sums.begin(), sums.end()};
}

}  // namespace solfec
