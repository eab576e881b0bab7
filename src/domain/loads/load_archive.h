#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "archive/fields.h"
#include "archive/stored_function.h"
#include "domain/loads/loads.h"

namespace solfec {

/// A load that a callback made, with its place in the list of all of its type: sums keep their
/// order.
template <typename Item>
struct Placed {
  int place{};
  Item item;
};

/// Force by a function; the function itself cannot be stored.
struct NamedForce {
  BodyId body{};
  std::string name;
};

/// Fields of loads (archive/fields.h).

constexpr std::string_view type_name(const LoadFrame*) { return "LoadFrame"; }
constexpr std::string_view type_name(const LoadValue*) { return "Load"; }
constexpr std::string_view type_name(const PointForce*) { return "Force"; }
constexpr std::string_view type_name(const BodyTorque*) { return "Torque"; }
constexpr std::string_view type_name(const PressedSurface*) { return "PressedSurface"; }
constexpr std::string_view type_name(const SurfacePressure*) { return "Pressure"; }
constexpr std::string_view type_name(const SimplifiedCrack*) { return "Crack"; }
constexpr std::string_view type_name(const NamedForce*) { return "NamedForce"; }
constexpr std::string_view type_name(const Placed<PointForce>*) { return "PlacedForce"; }
constexpr std::string_view type_name(const Placed<BodyTorque>*) { return "PlacedTorque"; }
constexpr std::string_view type_name(const Placed<SurfacePressure>*) { return "PlacedPressure"; }
constexpr std::string_view type_name(const Placed<NamedForce>*) { return "PlacedNamedForce"; }

template <typename Fields>
void list_fields(Fields& fields, const LoadValue*) {
  fields.through(
      "value", "", [](const LoadValue& v) { return StoredFunction(v.constant, v.series.get()); },
      [](LoadValue& v, StoredFunction&& value) {
        v.constant = value.constant;
        v.series = value.take_series();
      });
}

template <typename Fields>
void list_fields(Fields& fields, const PointForce*) {
  fields("body", "", &PointForce::body);
  fields("frame", "", &PointForce::frame);
  fields.finite("point", "reference, m", &PointForce::point);
  fields.finite("direction", "", &PointForce::direction);
  fields("value", "N", &PointForce::value);
}

template <typename Fields>
void list_fields(Fields& fields, const BodyTorque*) {
  fields("body", "", &BodyTorque::body);
  fields("frame", "", &BodyTorque::frame);
  fields.finite("direction", "", &BodyTorque::direction);
  fields("value", "N m", &BodyTorque::value);
}

template <typename Fields>
void list_fields(Fields& fields, const PressedSurface*) {
  fields("surface", "id of the faces", &PressedSurface::surface);
  fields.finite("size", "of the faces, m²", &PressedSurface::size);
  fields.finite("center", "of the faces, reference, m", &PressedSurface::center);
  fields.finite("area", "integral of the outward normal, m²", &PressedSurface::area);
  fields.finite("spread", "integral of the normal times the arm from the center, by columns, m³",
                &PressedSurface::spread);
}

template <typename Fields>
void list_fields(Fields& fields, const SurfacePressure*) {
  fields("body", "", &SurfacePressure::body);
  fields("faces", "", &SurfacePressure::surface);
  fields("value", "Pa, positive pulls", &SurfacePressure::value);
}

template <typename Fields>
void list_fields(Fields& fields, const SimplifiedCrack*) {
  fields("body", "", &SimplifiedCrack::body);
  fields.finite("point", "of the plane, reference, m", &SimplifiedCrack::point);
  fields.finite("normal", "reference, unit", &SimplifiedCrack::normal);
  fields("surface", "ids of the new faces below and above", &SimplifiedCrack::surface);
  fields("adjacent_only", "", &SimplifiedCrack::adjacent_only);
  fields("tension", "Pa", &SimplifiedCrack::tension);
  fields("fracture_energy", "J/m²", &SimplifiedCrack::fracture_energy);
}

template <typename Fields>
void list_fields(Fields& fields, const NamedForce*) {
  fields("body", "", &NamedForce::body);
  fields("name", "of the function", &NamedForce::name);
}

template <typename Fields, typename Item>
void list_fields(Fields& fields, const Placed<Item>*) {
  fields("place", "among all of its type", &Placed<Item>::place);
  fields("item", "", &Placed<Item>::item);
  fields.derive([](Placed<Item>& placed) {
    if constexpr (requires { placed.item.in_callback; }) placed.item.in_callback = true;
  });
}

}  // namespace solfec
