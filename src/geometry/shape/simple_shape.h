#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "geometry/shape/shape.h"
#include "geometry/shape/shape_kinds.h"
#include "math/vec3.h"

namespace solfec {

/// A simple shape is given by one formula, like Sphere. It has the functions below, which the
/// program needs before the shape becomes a piece of contact. A new one is a struct in a file of
/// its own with these functions, and an entry in `simple_lists` of geometry/shape/shape.h.
///
/// kName            its command
/// kPlural          plural for messages
/// kPiece, kPart    kinds of its piece and part
/// check_scale      throws InputError (value) for factors with which it cannot be scaled
/// height_above     signed measure of a point: not above 0 inside, about its distance (m) near the
///                  surface
/// points_of        points of its piece, which move with the body, m; `radius_of` grows their hull
/// kOnlyRigid       whether bodies that strain refuse it
/// round_image_of   map from the unit sphere to its surface; or instead
/// facets_of        a mesh with corners on its surface, for pictures and exports
/// list_fields      fields in result files (archive/fields.h)
/// size_text        size for messages, e.g. "radius 1 m"
/// RoundImaged is a simple shape that is drawn as a sphere or an ellipsoid.
template <typename T>
concept RoundImaged = requires(const T& given) {
  { round_image_of(given) } -> std::same_as<RoundImage>;
};
/// A simple shape that is drawn by facets.
template <typename T>
concept Faceted = requires(const T& given) {
  { facets_of(given) } -> std::same_as<Mesh>;
};

template <typename T>
concept SimpleShape = (RoundImaged<T> || Faceted<T>)&&requires(T changed, const T& given,
                                                               Vec3 vector,
                                                               const AxisRotation& rotation) {
  { T::kName } -> std::convertible_to<const char*>;
  { T::kPlural } -> std::convertible_to<const char*>;
  { T::kPiece } -> std::convertible_to<PieceKind>;
  { T::kPart } -> std::convertible_to<ShapePartKind>;
  { T::kOnlyRigid } -> std::convertible_to<bool>;
  { given.center } -> std::convertible_to<Vec3>;
  { given.surface } -> std::convertible_to<SurfaceId>;
  { given.volume } -> std::convertible_to<VolumeId>;
  { mass_properties(given) } -> std::same_as<MassProperties>;
  check_scale(given, vector);
  scale(changed, vector);
  translate(changed, vector);
  rotate(changed, rotation);
  { height_above(given, vector) } -> std::same_as<double>;
  { points_of(given)[0] } -> std::convertible_to<Vec3>;
  { radius_of(given) } -> std::same_as<double>;
  { type_name(&given) } -> std::convertible_to<std::string_view>;
  check_stored(given);
  { size_text(given) } -> std::same_as<std::string>;
};

/// The list of the simple shapes of one kind.
template <SimpleShape T, typename SomeShape>
auto& simple_list(SomeShape& shape) {
  using List = std::conditional_t<std::is_const_v<SomeShape>, const std::vector<T>, std::vector<T>>;
  return std::get<List&>(simple_lists(shape));
}

/// Calls f(list) for the list of each kind of simple shape, in the order of their pieces.
template <typename SomeShape, typename Function>
void for_each_simple_list(SomeShape& shape, const Function& f) {
  std::apply([&](auto&... list) { (f(list), ...); }, simple_lists(shape));
}

/// Calls f(simple shape) for each simple shape.
template <typename SomeShape, typename Function>
void for_each_simple(SomeShape& shape, const Function& f) {
  for_each_simple_list(shape, [&](auto& list) {
    for (auto& part : list) f(part);
  });
}

/// Calls f(simple shape) for each simple shape that is drawn as a sphere or an ellipsoid.
template <typename SomeShape, typename Function>
void for_each_round_image(SomeShape& shape, const Function& f) {
  for_each_simple(shape, [&](auto& part) {
    if constexpr (RoundImaged<std::decay_t<decltype(part)>>) f(part);
  });
}
/// Calls f(simple shape) for each simple shape that is drawn by facets.
template <typename SomeShape, typename Function>
void for_each_faceted(SomeShape& shape, const Function& f) {
  for_each_simple(shape, [&](auto& part) {
    if constexpr (Faceted<std::decay_t<decltype(part)>>) f(part);
  });
}

/// Number of simple shapes that are drawn as spheres or ellipsoids.
inline std::size_t round_image_count(const Shape& shape) {
  std::size_t sum = 0;
  for_each_round_image(shape, [&](const auto& /*part*/) { ++sum; });
  return sum;
}

/// Number of simple shapes.
inline std::size_t simple_count(const Shape& shape) {
  std::size_t sum = 0;
  for_each_simple_list(shape, [&](const auto& list) { sum += list.size(); });
  return sum;
}

/// True when the shape is one mesh and nothing else.
inline bool is_one_mesh(const Shape& shape) {
  return shape.meshes.size() == 1 && shape.convices.empty() && simple_count(shape) == 0;
}

}  // namespace solfec
