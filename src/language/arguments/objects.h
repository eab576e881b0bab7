#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "constraint/joint.h"
#include "domain/records/joint_values.h"
#include "language/arguments/value.h"
#include "math/time_series.h"
#include "run/simulation.h"

namespace solfec {

/// Contents of the Python objects. All share the simulation, so none dangles when a script drops
/// its SOLFEC variable; bodies, constraints and materials are found by id or index at each use.

/// Function of CALLBACK.
struct PeriodicCall {
  py::function function;
  py::object data;
};

/// The one Python owner of the functions that its simulation calls: Python's garbage collector sees
/// them through it, and they go with it, as nothing can RUN without it.
struct SolfecObject {
  explicit SolfecObject(std::shared_ptr<Simulation> made) : simulation(std::move(made)) {}
  ~SolfecObject() { clear(); }
  SolfecObject(const SolfecObject&) = delete;
  SolfecObject& operator=(const SolfecObject&) = delete;

  std::shared_ptr<Simulation> simulation;
  std::shared_ptr<PeriodicCall> periodic;  // shared with the simulation; null: none

  int traverse(visitproc visit, void* arg) const;
  /// Drops all functions.
  void clear();

  friend bool operator==(const SolfecObject& a, const SolfecObject& b) {
    return a.simulation == b.simulation;
  }
};

/// A BODY: it may have been deleted since.
struct BodyObject {
  std::shared_ptr<Simulation> simulation;
  BodyId id{};

  friend bool operator==(const BodyObject&, const BodyObject&) = default;
};

/// A CONSTRAINT: contacts vanish with time.
struct ConstraintObject {
  std::shared_ptr<Simulation> simulation;
  ConstraintId id{};     // results know a deleted one by it
  std::size_t place{};   // where the record was found last; a hint
  bool deleted = false;  // by DELETE

  friend bool operator==(const ConstraintObject& a, const ConstraintObject& b) {
    return a.simulation == b.simulation && a.id == b.id;
  }
};

/// A JOINT: its rows are found by their ids.
struct JointObject {
  std::shared_ptr<Simulation> simulation;
  Joint joint;

  friend bool operator==(const JointObject& a, const JointObject& b) {
    return a.simulation == b.simulation && a.joint.id == b.joint.id;
  }
};

/// A SURFACE_MATERIAL by its index in the table, which stays.
struct SurfaceMaterialObject {
  std::shared_ptr<Simulation> simulation;
  int index{};

  friend bool operator==(const SurfaceMaterialObject&, const SurfaceMaterialObject&) = default;
};

/// A BULK_MATERIAL by its index, which stays.
struct BulkMaterialObject {
  std::shared_ptr<Simulation> simulation;
  int index{};

  friend bool operator==(const BulkMaterialObject&, const BulkMaterialObject&) = default;
};

/// A TIME_SERIES, shared with whatever it was given to.
struct TimeSeriesObject {
  std::shared_ptr<const TimeSeries> series;
  std::string label;  // '' without one
};

/// Simulation of an argument that must be a SOLFEC object.
Simulation& simulation_of(const Value& value);

/// Body of an argument that must be a BODY object and still exist.
/// @throws InputError (type) "'body' is a recently deleted BODY object".
BodyObject& body_of(const Value& value);

/// Refuses a reference point that is not of a body: outside of its mesh or, of other kinds, outside
/// of its shape and neither its centre nor a point of its joints. Deleted bodies have any point.
/// @throws InputError naming point and body.
void check_point(const Domain& domain, BodyId id, Vec3 point);

/// Record of a living body. @throws InputError as body_of does.
const BodyRecord& record_of(const BodyObject& body);

/// Whether a body exists and, in READ mode, is in the shown frame.
bool is_here(const BodyObject& body);

/// Record of a constraint, null when it has vanished.
const ConstraintRecord* record_of(ConstraintObject& constraint);

/// Values of a joint; nothing when the joint has been deleted.
std::optional<JointValues> values_of(const JointObject& joint);

/// Index of a bulk material that is given by its object or its label. @throws InputError when the
/// analysis has no such material.
int bulk_material_of(const Value& value, const std::shared_ptr<Simulation>& simulation);

/// A vector that is not zero, scaled to an ordinary size where its length would overflow or
/// underflow. @throws InputError for the zero vector.
Vec3 direction_of(const Value& value);

/// Point of a constraint or joint, m. @throws InputError when it lies so far from the origin that
/// rounding alone moves it by a tenth of a millimetre.
Vec3 constraint_point(const Value& value);

/// A number or a TIME_SERIES object. @throws InputError when it is neither.
LoadValue load_value_of(const Value& value);

/// The one Python object of a body, constraint or material.
py::object to_python(const std::shared_ptr<Simulation>& simulation, BodyId id);
py::object constraint_to_python(const std::shared_ptr<Simulation>& simulation, ConstraintId id,
                                std::size_t place = 0);
std::shared_ptr<BodyObject> body_object(const std::shared_ptr<Simulation>& simulation, BodyId id);
/// Makes the object of a body stand for another one of its simulation, which no object has yet.
void become_body(const std::shared_ptr<BodyObject>& object, BodyId id);
std::shared_ptr<SurfaceMaterialObject> surface_material_object(
    const std::shared_ptr<Simulation>& simulation, int index);
std::shared_ptr<BulkMaterialObject> bulk_material_object(
    const std::shared_ptr<Simulation>& simulation, int index);
/// All constraints, or those of one body when it is not 0.
py::list constraint_list(const std::shared_ptr<Simulation>& simulation, BodyId body);

}  // namespace solfec
