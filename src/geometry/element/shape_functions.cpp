#include "geometry/element/shape_functions.h"

#include <cmath>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr std::array<Vec3, 4> kTetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr std::array<Vec3, 5> kPyramid{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
constexpr std::array<Vec3, 6> kWedge{
    {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
constexpr std::array<Vec3, 8> kHexahedron{{{-1, -1, -1},
                                           {1, -1, -1},
                                           {1, 1, -1},
                                           {-1, 1, -1},
                                           {-1, -1, 1},
                                           {1, -1, 1},
                                           {1, 1, 1},
                                           {-1, 1, 1}}};

void tetrahedron(Vec3 p, ShapeFunctions& shape) {
  shape.value = {1.0 - p.x - p.y - p.z, p.x, p.y, p.z};
  shape.gradient = {{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

void pyramid(Vec3 p, ShapeFunctions& shape) {
  constexpr double kApex = 1e-12;  // s below which the direction to the apex is lost
  const double s = 1.0 - p.z;
  const bool at_apex = std::fabs(s) < kApex;
  const double a = at_apex ? 0.0 : p.x / s;
  const double b = at_apex ? 0.0 : p.y / s;
  for (std::size_t k = 0; k < 4; ++k) {
    const double u = 1.0 + kPyramid[k].x * a;
    const double v = 1.0 + kPyramid[k].y * b;
    shape.value[k] = 0.25 * s * u * v;
    shape.gradient[k] = {0.25 * kPyramid[k].x * v, 0.25 * kPyramid[k].y * u,
                         -0.25 * (1.0 - kPyramid[k].x * kPyramid[k].y * a * b)};
  }
  shape.value[4] = p.z;
  shape.gradient[4] = {0, 0, 1};
}

void wedge(Vec3 p, ShapeFunctions& shape) {
  const std::array<double, 3> triangle{1.0 - p.x - p.y, p.x, p.y};
  constexpr std::array<Vec3, 3> kSlope{{{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}}};
  for (std::size_t k = 0; k < 6; ++k) {
    const double height = 0.5 * (1.0 + kWedge[k].z * p.z);
    shape.value[k] = triangle[k % 3] * height;
    shape.gradient[k] = height * kSlope[k % 3];
    shape.gradient[k].z = triangle[k % 3] * 0.5 * kWedge[k].z;
  }
}

void hexahedron(Vec3 p, ShapeFunctions& shape) {
  for (std::size_t k = 0; k < 8; ++k) {
    const Vec3 sign = kHexahedron[k];
    const double u = 1.0 + sign.x * p.x;
    const double v = 1.0 + sign.y * p.y;
    const double w = 1.0 + sign.z * p.z;
    shape.value[k] = 0.125 * u * v * w;
    shape.gradient[k] = {0.125 * sign.x * v * w, 0.125 * sign.y * u * w, 0.125 * sign.z * u * v};
  }
}

}  // namespace

ShapeFunctions shape_functions(int node_count, Vec3 local) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  ShapeFunctions shape;
  shape.node_count = node_count;
  if (node_count == 4) tetrahedron(local, shape);
  if (node_count == 5) pyramid(local, shape);
  if (node_count == 6) wedge(local, shape);
  if (node_count == 8) hexahedron(local, shape);
  return shape;
}

std::span<const Vec3> reference_nodes(int node_count) {
  SOLFEC_ASSERT(node_count == 4 || node_count == 5 || node_count == 6 || node_count == 8);
  if (node_count == 4) return kTetrahedron;
  if (node_count == 5) return kPyramid;
  if (node_count == 6) return kWedge;
  return kHexahedron;
}

Vec3 reference_center(int node_count) {
  if (node_count == 4) return {0.25, 0.25, 0.25};
  if (node_count == 5) return {0.0, 0.0, 0.25};
  if (node_count == 6) return {1.0 / 3.0, 1.0 / 3.0, 0.0};
  return {};
}

Mat3 element_jacobian(std::span<const Vec3> vertices, const ShapeFunctions& shape) {
  SOLFEC_ASSERT(count(vertices) == shape.node_count);
  Mat3 J;
  for (std::size_t a = 0; a < vertices.size(); ++a) J += outer(vertices[a], shape.gradient[a]);
  return J;
}

double to_space_gradients(std::span<const Vec3> vertices, ShapeFunctions& shape) {
  const Mat3 J = element_jacobian(vertices, shape);
  const Mat3 inverse_J = inverse(J);
  for (std::size_t a = 0; a < vertices.size(); ++a) {
    shape.gradient[a] = transposed_times(inverse_J, shape.gradient[a]);
  }
  return determinant(J);
}

}  // namespace solfec
