#include "geometry/shape/prism.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>

#include "base/cat.h"
#include "base/check.h"
#include "base/count.h"
#include "geometry/shape/convex_parts.h"
#include "math/vec3_text.h"

namespace solfec {

namespace {

constexpr double kSameOfSize = 1e-6;  // of the size of a polygon: distances that are none

std::string text_of(Vec3 p) { return vec3_text(p) + " m"; }

/// A polygon with its surface ids, counter-clockwise seen along minus the axis.
struct Outline {
  std::vector<Vec3> corner;
  std::vector<int> side;  // surface of the side from corner k to the next
  int bottom{};
  int top{};
};

/// Twice the area of a plane polygon along its normal (Newell's sum), m^2.
Vec3 twice_area(std::span<const Vec3> polygon) {
  Vec3 sum;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    sum += cross(polygon[k] - polygon[0], polygon[(k + 1) % polygon.size()] - polygon[0]);
  }
  return sum;
}

double size_of(std::span<const Vec3> polygon) {
  double largest = 0.0;
  for (const Vec3& p : polygon) largest = std::max(largest, norm(p - polygon[0]));
  return largest;
}

void check_corners(const char* command, std::span<const Vec3> polygon) {
  if (polygon.size() < 3) {
    throw InputError(
        cat(command, ": 'polygon' must have at least 3 corners, got ", polygon.size()));
  }
  const double size = size_of(polygon);
  if (!std::isfinite(size * size)) {
    throw InputError(cat(command, ": the polygon is too large, its size is ", size, " m"));
  }
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::size_t next = (k + 1) % polygon.size();
    if (norm(polygon[next] - polygon[k]) > kSameOfSize * size) continue;
    throw InputError(cat(command, ": corners ", k, " and ", next,
                         " of the polygon must be apart, got ", text_of(polygon[k]), " and ",
                         text_of(polygon[next])));
  }
  const Vec3 area = twice_area(polygon);
  if (!(norm(area) > kSameOfSize * size * size)) {
    throw InputError(
        cat(command, ": the polygon must have an area, got ", 0.5 * norm(area), " m^2"));
  }
  const Vec3 normal = normalized(area);
  Vec3 middle;
  for (const Vec3& p : polygon) middle += (1.0 / static_cast<double>(polygon.size())) * p;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const double off = dot(normal, polygon[k] - middle);
    if (std::abs(off) <= kSameOfSize * size) continue;
    throw InputError(cat(command, ": the corners of the polygon must lie in one plane, corner ", k,
                         " is ", std::abs(off), " m off it"));
  }
}

std::vector<int> side_surfaces(const char* command, std::span<const int> surfaces, std::size_t n) {
  if (surfaces.size() == 1) return std::vector<int>(n, surfaces[0]);
  if (surfaces.size() == 3) return std::vector<int>(n, surfaces[2]);
  if (surfaces.size() == n + 2) return {surfaces.begin() + 2, surfaces.end()};
  throw InputError(cat(command, ": 'surfids' must be one id, three (bottom, top, sides) or ", n + 2,
                       " (bottom, top, each side), got ", surfaces.size()));
}

Outline make_outline(const char* command, const PrismParams& params) {
  check_corners(command, params.polygon);
  check_axis(command, "axis", params.axis);
  const Vec3 area = twice_area(params.polygon);
  const double height = dot(normalized(area), params.axis);
  if (!(std::abs(height) > kSameOfSize * norm(params.axis))) {
    throw InputError(cat(command, ": 'axis' must not lie in the plane of the polygon, got ",
                         text_of(params.axis)));
  }
  const std::size_t n = params.polygon.size();
  Outline outline{{params.polygon.begin(), params.polygon.end()},
                  side_surfaces(command, params.surfaces, n),
                  params.surfaces.front(),
                  params.surfaces.size() == 1 ? params.surfaces[0] : params.surfaces[1]};
  if (height < 0.0) {  // corner k becomes corner n - 1 - k, and its side n - 2 - k
    std::reverse(outline.corner.begin(), outline.corner.end());
    std::reverse(outline.side.begin(), outline.side.end());
    std::rotate(outline.side.begin(), outline.side.begin() + 1, outline.side.end());
  }
  return outline;
}

/// The column over a convex part of the outline, by its corners in order.
Convex column(const Outline& outline, std::span<const int> part, Vec3 axis, VolumeId volume) {
  const int n = count(part);
  const int corners = count(outline.corner);
  Convex convex;
  convex.volume = volume;
  for (const Vec3 shift : {Vec3{}, axis}) {
    for (const int k : part) {
      convex.vertices.push_back(outline.corner[static_cast<std::size_t>(k)] + shift);
    }
  }
  convex.face_start.push_back(0);
  const auto close_face = [&](int surface) {
    convex.face_start.push_back(count(convex.face_vertex));
    convex.surface.push_back(surface);
  };
  for (int k = n - 1; k >= 0; --k) convex.face_vertex.push_back(k);
  close_face(outline.bottom);
  for (int k = 0; k < n; ++k) convex.face_vertex.push_back(n + k);
  close_face(outline.top);
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    convex.face_vertex.insert(convex.face_vertex.end(), {k, next, n + next, n + k});
    const int from = part[static_cast<std::size_t>(k)];
    const bool is_side = part[static_cast<std::size_t>(next)] == (from + 1) % corners;
    close_face(is_side ? outline.side[static_cast<std::size_t>(from)] : outline.bottom);
  }
  return convex;
}

/// The outline in the plane: coordinates across its normal.
std::vector<PlanePoint> flat_outline(const Outline& outline) {
  const Vec3 normal = normalized(twice_area(outline.corner));
  const auto [x, y] = cross_section_axes(normal);
  std::vector<PlanePoint> flat;
  for (const Vec3& p : outline.corner) {
    const Vec3 arm = p - outline.corner[0];
    flat.push_back({dot(x, arm), dot(y, arm)});
  }
  return flat;
}

}  // namespace

void check_axis(const char* command, const char* argument, Vec3 axis) {
  const double square = dot(axis, axis);
  if (square > std::numeric_limits<double>::min() && std::isfinite(square)) return;
  throw InputError(cat(command, ": '", argument, "' must have a length, got (", axis.x, ", ",
                       axis.y, ", ", axis.z, ")"));
}

std::array<Vec3, 2> cross_section_axes(Vec3 direction) {
  constexpr double kAlong = 0.9;  // cosine
  const Vec3 unit = normalized(direction);
  const Vec3 guide = std::abs(unit.x) > kAlong ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 first = normalized(guide - dot(guide, unit) * unit);
  return {first, cross(unit, first)};
}

std::vector<Convex> make_prism(const char* command, const PrismParams& params) {
  const Outline outline = make_outline(command, params);
  const std::vector<PlanePoint> flat = flat_outline(outline);
  if (const auto crossing = crossing_sides(flat)) {
    const auto [first, second] = *crossing;
    const auto at = [&](int k) { return outline.corner[static_cast<std::size_t>(k)]; };
    throw InputError(cat(command, ": sides of the polygon must not cross, that from ",
                         text_of(at(first)), " meets that from ", text_of(at(second))));
  }
  std::vector<Convex> parts;
  for (const std::vector<int>& part : convex_parts(flat)) {
    parts.push_back(column(outline, part, params.axis, params.volume));
  }
  return parts;
}

Convex make_box(const BoxParams& params) {
  const auto [a, b, c] = params.sizes;
  if (!(a > 0.0 && b > 0.0 && c > 0.0)) {
    throw InputError(cat("BOX: 'sizes' must be positive, got ", text_of(params.sizes)));
  }
  const auto& s = params.surfaces;
  if (s.size() != 1 && s.size() != 6) {
    throw InputError(
        cat("BOX: 'surfids' must be one id or six (bottom, -x, +y, +x, -y, top), got ", s.size()));
  }
  const Vec3 p = params.corner;
  Outline outline{{p, p + Vec3{a, 0, 0}, p + Vec3{a, b, 0}, p + Vec3{0, b, 0}},
                  std::vector<int>(4, s[0]),
                  s[0],
                  s[0]};
  if (s.size() == 6) {
    outline.side = {s[4], s[3], s[2], s[1]};
    outline.top = s[5];
  }
  return column(outline, std::array{0, 1, 2, 3}, {0, 0, c}, params.volume);
}

Convex make_facet_cylinder(const FacetCylinderParams& params) {
  constexpr int kMostFacets = 1000;
  check_axis("CYLINDER", "axis", params.axis);
  if (params.facets < 3 || params.facets > kMostFacets) {
    throw InputError(
        cat("CYLINDER: 'facets' must lie between 3 and ", kMostFacets, ", got ", params.facets));
  }
  if (params.surfaces.size() != 1 && params.surfaces.size() != 3) {
    throw InputError(cat("CYLINDER: 'surfids' must be one id or three (bottom, top, side), got ",
                         params.surfaces.size()));
  }
  const auto [x, y] = cross_section_axes(params.axis);
  std::vector<Vec3> polygon;
  for (int k = 0; k < params.facets; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / params.facets;
    polygon.push_back(params.base + params.radius * (std::cos(angle) * x + std::sin(angle) * y));
  }
  return make_prism("CYLINDER", {polygon, params.axis, params.volume, params.surfaces}).front();
}

Convex make_slab(const SlabParams& params) {
  check_axis("PLANE", "normal", params.normal);
  const Vec3 normal = normalized(params.normal);
  const auto [x, y] = cross_section_axes(normal);
  const Vec3 middle = params.point - params.thickness * normal;
  const double half = 0.5 * params.size;
  const std::array<Vec3, 4> polygon{middle - half * x - half * y, middle + half * x - half * y,
                                    middle + half * x + half * y, middle - half * x + half * y};
  const std::array<int, 1> surface{params.surface};
  return make_prism("PLANE", {polygon, params.thickness * normal, params.volume, surface}).front();
}

}  // namespace solfec
