#pragma once

#include <vector>

#include "base/ids.h"
#include "contact/piece/contact_point.h"
#include "domain/contacts/shift_momentum.h"
#include "domain/contacts/shift_solver.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "parallel/comm.h"

namespace solfec {

/// A row of the projection (ContactProjection) as ranks send it to each other.
struct ProjectionRow {
  ConstraintId constraint{};  // 0: a contact
  ContactKey key;             // of a contact
  BodyId master{};
  BodyId slave{};  // 0: none
  ShiftRow row;
  bool presses{};  // a joint, or a contact with a reaction
  double depth{};  // m, above 0: of a contact that is too deep
  Mat3 frame;
  Vec3 point;
  Vec3 slave_point;
};

/// A body with inertia on which such rows act.
struct ProjectionBody {
  BodyId id{};
  bool has_stiffness{};
  double inverse_mass{};  // 1/kg
  Mat3 inverse_inertia;   // 1/(kg m^2)
  Vec3 pivot;             // centre when the rows were placed, m
  bool turns = true;      // RigidInertia::turns
  MomentumBody momentum;
};

/// Rows and bodies of one rank or of all.
struct ProjectionParts {
  std::vector<ProjectionRow> rows;
  std::vector<ProjectionBody> bodies;

  void clear() {
    rows.clear();
    bodies.clear();
  }
};

/// Gives each rank the parts of all: rows in the order that one rank would have, constraints before
/// contacts. Collective. @pre each row is of one rank; its rows are in that order.
void gather_projection(Comm& comm, ProjectionParts& parts);

}  // namespace solfec
