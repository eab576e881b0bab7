#include "geometry/shape/rough_hex.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Eigenvalues>

#include "geometry/element/hex_mesh.h"
#include "geometry/shape/mass_properties.h"
#include "math/box.h"
#include "math/mat3.h"

namespace solfec {
namespace {

// Eigenvectors of equal principal values are any of a plane or of space. So values are grouped, and
// each group gets the projections of the coordinate axes onto its space (add_directions); then the
// three directions are put in the order of the axes (ordered).

constexpr double kSame = 1e-6;    // of the largest principal value
constexpr double kMargin = 1e-6;  // of the size of the shape

/// The part of v that is orthogonal to the first `known` columns.
Vec3 orthogonal_part(Vec3 v, const Mat3& frame, int known) {
  for (int k = 0; k < known; ++k) v -= dot(v, frame.column(k)) * frame.column(k);
  return v;
}

/// Projects the coordinate axes onto the space of directions with one principal value, one after
/// the other the axis that keeps most of its length.
void add_directions(const Mat3& projector, int dimension, Mat3& frame, int& known) {
  for (int k = 0; k < dimension; ++k) {
    Vec3 best;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 part = orthogonal_part(projector.column(axis), frame, known);
      if (norm(part) > norm(best) + kSame) best = part;
    }
    const Vec3 unit = normalized(best);
    for (int i = 0; i < 3; ++i) frame(i, known) = unit[i];
    ++known;
  }
}

/// Right-handed principal directions, each as column of the axis to which it is closest and towards
/// its positive side.
Mat3 ordered(const Mat3& directions) {
  std::array<int, 3> order{0, 1, 2};
  std::array<int, 3> best = order;
  double largest = -1.0;
  do {  // the assignment with the largest sum of cosines
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      sum += std::fabs(directions(axis, order[static_cast<std::size_t>(axis)]));
    }
    if (sum > largest + kSame) {
      largest = sum;
      best = order;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  Mat3 frame;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 d = directions.column(best[static_cast<std::size_t>(axis)]);
    for (int i = 0; i < 3; ++i) frame(i, axis) = d[axis] < 0.0 ? -d[i] : d[i];
  }
  if (determinant(frame) < 0.0) {
    for (int i = 0; i < 3; ++i) frame(i, 2) = -frame(i, 2);
  }
  return frame;
}

/// Unit principal directions as columns; any three of them that belong to equal values are those
/// nearest to the axes.
Mat3 principal_frame(const Mat3& euler) {
  const Eigen::Map<const Eigen::Matrix3d> matrix(euler.m);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
  const Eigen::Vector3d& values = solver.eigenvalues();
  Mat3 directions;
  int known = 0;
  for (int k = 0; k < 3;) {
    int end = k + 1;
    while (end < 3 && values[end] - values[end - 1] <= kSame * values[2]) ++end;
    Mat3 projector;
    for (int i = k; i < end; ++i) {
      const Eigen::Vector3d d = solver.eigenvectors().col(i);
      projector += outer({d[0], d[1], d[2]}, {d[0], d[1], d[2]});
    }
    add_directions(projector, end - k, directions, known);
    k = end;
  }
  return ordered(directions);
}

}  // namespace

Mesh make_rough_hex(const Shape& shape, const std::array<int, 3>& counts,
                    const std::array<std::span<const double>, 3>& sizes) {
  const MassProperties properties = mass_properties(shape);
  const Mat3 frame = principal_frame(properties.euler);
  Box box;
  for (const Convex& convex : shape.convices) {
    for (const Vec3 vertex : convex.vertices) {
      box.add(transposed_times(frame, vertex - properties.center));
    }
  }
  box.grow(kMargin * norm(box.hi - box.lo));
  std::vector<double> corners;
  for (int corner = 0; corner < 8; ++corner) {
    const int ring = corner % 4;  // counter-clockwise about z
    const Vec3 local{ring == 1 || ring == 2 ? box.hi.x : box.lo.x, ring >= 2 ? box.hi.y : box.lo.y,
                     corner >= 4 ? box.hi.z : box.lo.z};
    const Vec3 x = properties.center + frame * local;
    corners.insert(corners.end(), {x.x, x.y, x.z});
  }
  constexpr int kAnyId = std::numeric_limits<int>::max();
  const std::array<int, 6> surfaces{kAnyId, kAnyId, kAnyId, kAnyId, kAnyId, kAnyId};
  return make_hex_mesh({corners, counts, kAnyId, surfaces, sizes});
}

}  // namespace solfec
