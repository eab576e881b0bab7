#pragma once

#include <string>

#include "language/arguments/objects.h"
#include "language/arguments/shape_objects.h"
#include "language/arguments/solver_objects.h"
#include "language/bind/bind.h"

namespace solfec {

/// Descriptions that repr() shows of the objects of a script, in one line, e.g. "<SPHERE at (0, 0,
/// 1) m, radius 0.5 m>", "<CONSTRAINT 3 CONTACT of body 1 and body 2 at (0, 0, 0) m>".

std::string description(const SolfecObject& self);
std::string description(const BodyObject& self);
std::string description(const ConstraintObject& self);
std::string description(const JointObject& self);
std::string description(const SurfaceMaterialObject& self);
std::string description(const BulkMaterialObject& self);
std::string description(const TimeSeriesObject& self);
std::string description(const ShapeObject& self);
std::string description(const GaussSeidelObject& self);
std::string description(const PenaltyObject& self);
std::string description(const NewtonObject& self);
std::string description(const BodySpaceObject& self);
std::string description(const InteriorPointObject& self);

/// Defines that repr() and print() show the description of a T.
template <typename T>
void define_repr(TypeBinder<T>& type) {
  type.repr([](const T& self) { return description(self); });
}

}  // namespace solfec
