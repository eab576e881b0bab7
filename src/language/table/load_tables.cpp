#include "domain/loads/loads.h"
#include "language/table/tables.h"

namespace solfec {

namespace {

constexpr std::string_view kLoadType = "a number or a TIME_SERIES object";
constexpr std::string_view kLoadStub = "float | TIME_SERIES";

ArgumentSpec loaded_argument() {
  return object("body", "a BODY object", "BODY", "", "loaded body");
}

ArgumentSpec frame() {
  return choice("kind", names_of<LoadFrame>(), "",
                "whether the direction stays fixed in space or follows the body");
}

CommandSpec gravity() {
  return {.name = "GRAVITY",
          .where = kBetween,
          .arguments = {object("solfec", "a SOLFEC object", "SOLFEC", "", "analysis"),
                        object("vector", "three numbers or TIME_SERIES objects",
                               "Sequence[float | TIME_SERIES] | _Numbers", "",
                               "acceleration along x, y and z, m/s^2; each may depend on time")},
          .result = "None",
          .doc = "Sets the gravitational acceleration of all bodies; replaces the earlier one."};
}

CommandSpec force() {
  return {.name = "FORCE",
          .where = kBetween,
          .arguments = {loaded_argument(), frame(),
                        required("point", ValueKind::vector3, "m", "reference point"),
                        required("direction", ValueKind::vector3, "", "direction, normalised"),
                        object("value", "a number, a TIME_SERIES object or a function",
                               "float | TIME_SERIES | Callable[..., Sequence[float]]", "",
                               "force, N, or a function"),
                        optional("data", ValueKind::any, "None", "",
                                 "passed to the function first; a tuple is expanded")},
          .result = "None",
          .doc =
              "Applies a point force to a body; forces add up.\n\n"
              "A function is called as value(data..., q, u, time, step) with the configuration and "
              "velocity of the body and returns its whole load, point and direction are ignored: "
              "for RIGID nine numbers (spatial force, spatial torque, referential torque), else "
              "one number per velocity component."};
}

CommandSpec torque() {
  return {.name = "TORQUE",
          .where = kBetween,
          .arguments = {loaded_argument(), frame(),
                        required("direction", ValueKind::vector3, "", "direction, normalised"),
                        object("value", kLoadType, kLoadStub, "", "torque, N m")},
          .result = "None",
          .doc = "Applies a torque to a RIGID body; torques add up."};
}

CommandSpec pressure() {
  return {
      .name = "PRESSURE",
      .where = kBetween,
      .arguments = {loaded_argument(),
                    required("surfid", ValueKind::integer, "", "surface id of the loaded faces"),
                    object("value", kLoadType, kLoadStub, "",
                           "pressure, Pa: positive pulls, negative presses")},
      .result = "None",
      .doc =
          "Loads all faces of a body that have a surface id along their outward normals; "
          "pressures add up.\n\n"
          "The load follows the faces: per area as it is now, along the normal as it is now. "
          "Resultant and moment are those of the integral over the faces of MESH and CONVEX "
          "objects; round shapes have no faces. A FINITE_ELEMENT body gets nodal forces, "
          "and must be the mesh itself, not a shape in a background mesh."};
}

CommandSpec simplified_crack() {
  return {
      .name = "SIMPLIFIED_CRACK",
      .where = kBetween,
      .arguments = {object("body", "a BODY object", "BODY", "",
                           "PSEUDO_RIGID or FINITE_ELEMENT body of one MESH"),
                    required("point", ValueKind::vector3, "m", "reference point of the plane"),
                    required("normal", ValueKind::vector3, "", "reference normal of the plane"),
                    required("surfid", ValueKind::integer_or_list, "",
                             "surface id of the new faces, or a pair: of those below and above"),
                    choice("criterion", {"TENSILE"}, "", "'TENSILE': the largest normal stress"),
                    optional("topoadj", ValueKind::flag, "'OFF'", "",
                             "'ON': cuts only elements that hang together, across the plane, with "
                             "the element at `point`"),
                    optional("ft", ValueKind::non_negative, "0.0", "Pa",
                             "normal stress above which the body is cut"),
                    optional("Gf", ValueKind::non_negative, "0.0", "J/m^2",
                             "fracture energy, 0: the parts come apart at once")},
      .result = "None",
      .doc =
          "Prescribes a plane along which a body is cut in a RUN once it is pulled too much there."
          "\n\n"
          "As a step begins, the stress along the normal of the plane is found where the plane "
          "cuts edges of elements. Once the largest one is above `ft`, parts take the place of the "
          "body, as SPLIT makes them of its mesh, with labels that end with /1 and so on. Mass, "
          "momentum and angular momentum stay. Point forces, pressures and constraints go to the "
          "part that has their point or faces; forces and springs by functions, joints and other "
          "cracks of the body end with it, which is told. With `Gf` the new faces are bonded: "
          "SURFACE_MATERIAL of the pair of ids is COHESIVE_ZONE with the tension `ft`, energies "
          "that take `Gf` from the strength on, cohesion ft x max(1, friction), and friction and "
          "restitution of the material that the pair had; the ids must be those of no other "
          "faces. Comes before RUN, in DYNAMIC analyses on one rank."};
}

CommandSpec initial_velocity() {
  return {
      .name = "INITIAL_VELOCITY",
      .where = kBetween,
      .arguments = {object("body", "a BODY object", "BODY", "", "body"),
                    required("linear", ValueKind::vector3, "m/s", "velocity of the mass centre"),
                    required("angular", ValueKind::vector3, "rad/s",
                             "angular velocity about the mass centre")},
      .result = "None",
      .doc =
          "Gives a body the velocity of a rigid motion, meant for time 0.\n\n"
          "An OBSTACLE keeps this motion: it turns steadily about its moving centre."};
}

CommandSpec take_motion() {
  return {
      .name = "TAKE_MOTION",
      .where = kBetween,
      .arguments = {object("body", "a BODY object", "BODY", "", "body that is put and moved"),
                    object("source", "a BODY object", "BODY", "", "body that moves already")},
      .result = "None",
      .doc =
          "Gives a body the place, the momentum and the angular momentum of another one.\n\n"
          "For bodies that change their kind in a run: make the new body from the same reference "
          "shape, let it take the motion, DELETE the old one. The body is put, undeformed, where "
          "the mean rotation and the mass centre of the source put its reference, and moves as a "
          "rigid body with the momenta of the source. Velocities of points change as far as mass "
          "and inertia differ, as do those of lumped masses of a coarse mesh; deformation and its "
          "energy are left behind. RIGID_TO_FEM keeps velocities in their place."};
}

CommandSpec body_chars() {
  return {.name = "BODY_CHARS",
          .where = kBetween,
          .arguments = {object("body", "a BODY object", "BODY", "", "body"),
                        required("mass", ValueKind::number, "kg", "mass"),
                        required("volume", ValueKind::number, "m^3", "volume"),
                        required("center", ValueKind::vector3, "m", "reference mass centre"),
                        required("tensor", ValueKind::matrix9, "kg m^2",
                                 "column by column: inertia tensor for RIGID, mass-weighted Euler "
                                 "tensor otherwise")},
          .result = "None",
          .doc = "Overwrites the reference characteristics of a body, before the first step."};
}

}  // namespace

CommandGroup load_group() {
  return {"Loads and initial state",
          {gravity(), force(), torque(), pressure(), simplified_crack(), initial_velocity(),
           take_motion(), body_chars()}};
}

}  // namespace solfec
