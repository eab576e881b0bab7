#include "body/surface_fields.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/plastic_strain.h"
#include "body/finite_element/stress_recovery.h"
#include "material/stress_components.h"
#include "material/von_mises.h"

namespace solfec {
namespace {

using StressComponents = std::array<double, 6>;  // sx, sy, sz, sxy, sxz, syz

/// Calls f(point, value) with the values at all points of a field given at the nodes.
template <typename Value, typename Function>
void for_each_nodal_value(const SurfacePoints& points, std::span<const Value> nodal,
                          const Function& f) {
  std::vector<Value> value(points.size());
  take_from_nodes<Value>(points, nodal, value);
  for (std::size_t i = 0; i < value.size(); ++i) f(i, value[i]);
}

/// Calls f(point, components) for all points.
template <typename Function>
void for_each_stress(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                     const Function& f) {
  if (const FiniteElementBody* const mesh = bodies.mesh(body)) {
    std::vector<Mat3> nodal(at(mesh->node_count()));
    StressRecovery(*mesh).nodes(nodal);
    for_each_nodal_value<Mat3>(
        points, nodal, [&](std::size_t i, const Mat3& stress) { f(i, stress_components(stress)); });
    return;
  }
  StressComponents uniform{};
  bodies.stress(body, Vec3{}, uniform);  // whatever the point
  for (std::size_t i = 0; i < points.size(); ++i) f(i, uniform);
}

void put(std::span<double> values, std::size_t i, Vec3 v) {
  for (int k = 0; k < 3; ++k) values[3 * i + at(k)] = v[k];
}

void write_displacement(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                        std::span<double> values) {
  if (const FiniteElementBody* const mesh = bodies.mesh(body)) {
    for_each_nodal_value<Vec3>(points, mesh->displacement,
                               [&](std::size_t i, Vec3 q) { put(values, i, q); });
    return;
  }
  // Not as a difference of positions, so that far-away bodies lose no digits.
  const BodyMotion now = bodies.motion(body);
  const Vec3 shift = now.center - now.reference_center;
  const Mat3 turn = now.gradient - identity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    put(values, i, shift + turn * (points.reference[i] - now.reference_center));
  }
}

void write_velocity(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                    std::span<double> values) {
  if (const FiniteElementBody* const mesh = bodies.mesh(body)) {
    for_each_nodal_value<Vec3>(points, mesh->velocity,
                               [&](std::size_t i, Vec3 u) { put(values, i, u); });
    return;
  }
  const BodyMotion now = bodies.motion(body);
  for (std::size_t i = 0; i < points.size(); ++i) {
    put(values, i, now.linear + now.rate * (points.reference[i] - now.reference_center));
  }
}

void write_stress(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                  std::span<double> values) {
  for_each_stress(bodies, body, points, [&](std::size_t i, const StressComponents& s) {
    std::copy(s.begin(), s.end(), values.begin() + static_cast<std::ptrdiff_t>(s.size() * i));
  });
}

void write_mises(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                 std::span<double> values) {
  for_each_stress(bodies, body, points,
                  [&](std::size_t i, const StressComponents& s) { values[i] = von_mises(s); });
}

void write_plastic_strain(const Bodies& bodies, BodyRef body, const SurfacePoints& points,
                          std::span<double> values) {
  const FiniteElementBody* const mesh = bodies.mesh(body);
  if (mesh == nullptr) {
    std::fill(values.begin(), values.end(), 0.0);
    return;
  }
  std::vector<double> nodal(at(mesh->node_count()));
  plastic_strains(*mesh, nodal);
  take_from_nodes<double>(points, nodal, values);
}

// A further row is all that a further quantity needs.
constexpr std::array kFields{
    SurfaceField{"displacement",
                 "m",
                 "from the reference to the current position",
                 3,
                 {"dx", "dy", "dz"},
                 write_displacement},
    SurfaceField{"velocity", "m/s", "of the material point", 3, {"vx", "vy", "vz"}, write_velocity},
    SurfaceField{
        "stress", "Pa", "Cauchy stress", 6, {"sx", "sy", "sz", "sxy", "sxz", "syz"}, write_stress},
    SurfaceField{"mises", "Pa", "von Mises stress", 1, {"mises"}, write_mises},
    SurfaceField{"plastic_strain",
                 "-",
                 "equivalent plastic strain of 'VON_MISES'",
                 1,
                 {"plastic_strain"},
                 write_plastic_strain},
};

}  // namespace

std::span<const SurfaceField> surface_fields() { return kFields; }

const SurfaceField* find_surface_field(std::string_view name) {
  const auto found = std::find_if(kFields.begin(), kFields.end(),
                                  [&](const SurfaceField& field) { return field.name == name; });
  return found == kFields.end() ? nullptr : &*found;
}

}  // namespace solfec
