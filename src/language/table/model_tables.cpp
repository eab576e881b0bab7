#include "body/common/scheme.h"
#include "domain/impacts/impact_scheme.h"
#include "integrator/analysis.h"
#include "language/table/shape_words.h"
#include "language/table/tables.h"
#include "material/bulk_material.h"
#include "material/surface_material.h"

namespace solfec {

namespace {

constexpr std::string_view kNumbersStub = "tuple[float, ...] | None";

ArgumentSpec owner() {
  return object("solfec", "a SOLFEC object", "SOLFEC", "", "owning analysis");
}

std::vector<MemberSpec> solfec_members() {
  return {
      read_only("analysis", "str", "", "'DYNAMIC' or 'QUASI_STATIC'"),
      read_only("time", "float", "s", "current time"),
      read_only("mode", "str", "", "'WRITE', or 'READ' when the folder holds results"),
      read_only("constraints", "list[CONSTRAINT]", "", "all constraints, contacts included"),
      read_only("ncon", "int", "", "number of constraints"),
      read_only("worst", "CONSTRAINT | None", "",
                "constraint with the largest part of the residual of the last step"),
      read_only("bodies", "list[BODY]", "", "all bodies in creation order"),
      read_only("nbod", "int", "", "number of bodies"),
      read_write(required("step", ValueKind::positive, "s", "upper bound of the time step"),
                 "float"),
      read_only("current_step", "float", "s", "working time step, may be less than `step`"),
      read_write(choice("verbose", {"ON", "OFF", "%", "%\n"}, "",
                        "console output during RUN; '%': only the share done, renewed in place, "
                        "with a line end: on a line of its own each time"),
                 "str"),
      read_write(required("projection", ValueKind::flag, "",
                          "removal of the drift of joints after each step; 'OFF' by default, which "
                          "removes it in mechanisms that are held twice alone"),
                 "str"),
      read_write(choice("impacts", names_of<ImpactScheme>(), "",
                        "which reactions dynamic analyses report, 'SHAKE' by default: those that "
                        "move the bodies, which spread an impact over two steps; 'RATTLE': the "
                        "impulse of an impact is that of its step (docs/time-step.md), at up to "
                        "twice the cost; bodies move alike"),
                 "str"),
      read_only("outpath", "str", "", "results folder"),
      read_write(required("equilibrium", ValueKind::non_negative, "",
                          "quasi-static steps are repeated until at most this part of the load of "
                          "each body is out of balance, below 1; 1E-3 by default; 0: those of "
                          "deformable bodies are not"),
                 "float"),
      read_only("out_of_balance", "float", "",
                "part of its load by which the body farthest from equilibrium is out of balance "
                "after the last quasi-static step"),
      read_only("repeats", "int", "", "repeats of the last step, see `equilibrium`"),
  };
}

CommandSpec solfec() {
  return {.name = "SOLFEC",
          .is_type = true,
          .where = Where::outside_run,
          .arguments = {choice("analysis", names_of<Analysis>(), "", "kind of analysis"),
                        required("step", ValueKind::positive, "s", "upper bound of the time step"),
                        required("output", ValueKind::path, "", "path of the results folder")},
          .result = "SOLFEC",
          .doc =
              "Makes an analysis; one script may hold several.\n\n"
              "When the folder holds results the object is in READ mode: RUN shows the frame of "
              "its end and the results commands show what is stored. Option -w moves the old "
              "results away and writes anew. An object with a path that an earlier one of the "
              "script has written reads it, whatever the options. One process writes into a "
              "folder at a time: another one gets CreationError at RUN.",
          .members = solfec_members()};
}

CommandSpec surface_material() {
  const auto value = [](std::string_view name, ValueKind kind, std::string_view unit,
                        std::string_view doc) { return optional(name, kind, "0.0", unit, doc); };
  const auto member = [](std::string_view name, ValueKind kind, std::string_view unit,
                         std::string_view doc) {
    return read_write(required(name, kind, unit, doc), "float");
  };
  const auto non_negative = ValueKind::non_negative;
  return {
      .name = "SURFACE_MATERIAL",
      .is_type = true,
      .where = kBetween,
      .arguments =
          {owner(),
           optional("surf1", ValueKind::integer, "None", "", "first surface id; None: any surface"),
           optional("surf2", ValueKind::integer, "None", "",
                    "second surface id; None: any surface"),
           choice("model", names_of<SurfaceModel>(), "'SIGNORINI_COULOMB'", "contact law"),
           optional("label", ValueKind::text, "None", "",
                    "label; None: 'SURFACE_MATERIAL_i', i counts from 0"),
           value("friction", non_negative, "", "Coulomb coefficient"),
           value("cohesion", non_negative, "Pa", "cohesion per area"),
           value("restitution", ValueKind::fraction, "", "velocity restitution"),
           value("spring", non_negative, "N/m", "spring stiffness, SPRING_DASHPOT"),
           optional("dashpot", ValueKind::number, "0", "N s/m",
                    "damping, SPRING_DASHPOT; -1: critical damping"),
           optional("hpow", non_negative, "1", "",
                    "power of the depth, SPRING_DASHPOT, at most 10; Hertz contact of "
                    "balls: 1.5"),
           value("tension", non_negative, "Pa", "tensile strength, COHESIVE_ZONE"),
           value("normal_energy", non_negative, "J/m²",
                 "energy of a break by a pull, COHESIVE_ZONE"),
           value("tangential_energy", non_negative, "J/m²",
                 "energy of a break by a shear, COHESIVE_ZONE"),
           value("normal_stiffness", non_negative, "Pa/m",
                 "stiffness of a bond along its normal, COHESIVE_ZONE; 0: 50 tension² / "
                 "normal_energy"),
           value("tangential_stiffness", non_negative, "Pa/m",
                 "stiffness of a bond across, COHESIVE_ZONE; 0: 50 cohesion² / tangential_energy"),
           value("dynamic_friction", non_negative, "",
                 "Coulomb coefficient while it slides, STATIC_DYNAMIC; at most friction"),
           value("rolling", non_negative, "m",
                 "arm of the normal reaction against rolling, ROLLING_RESISTANCE"),
           value("press_speed", non_negative, "m/s",
                 "at which an overlap is pressed apart at most, PRESS_FIT")},
      .result = "SURFACE_MATERIAL",
      .doc =
          "Defines the contact law between two surfaces.\n\n"
          "With both surfaces omitted it is the default of all pairs. Look-up for a contact: "
          "the exact pair, (a, any), (b, any), the default. A second definition of a pair "
          "replaces the first one with a warning.\n\n"
          "The spring force is spring * depth^hpow, so that spring has the unit N/m^hpow. With "
          "dashpot = -1 the dashpot is 2 sqrt (m k), where k is the tangent stiffness at the depth "
          "and m the mass that both bodies put against the contact: with hpow = 1 it comes to rest "
          "without vibration, with others nearly so; it needs hpow above 0 (docs/solvers.md).\n\n"
          "COHESIVE_ZONE bonds what touches at time 0 by springs that soften while they break, "
          "beside the contact with its friction: linear up to the strength (a pull of tension, a "
          "shear of cohesion, both by Mohr's line, friction * pull + shear = cohesion), then down "
          "to zero, with a break that takes normal_energy or tangential_energy per area. It needs "
          "positive cohesion, tension and energies (docs/contact.md).\n\n"
          "STATIC_DYNAMIC is SIGNORINI_COULOMB with friction until a contact slides and with "
          "dynamic_friction from the step after until it sticks again (docs/contact.md).\n\n"
          "ROLLING_RESISTANCE is SIGNORINI_COULOMB with a couple against rolling of at most "
          "rolling times the normal reaction, between rigid bodies and obstacles "
          "(docs/contact.md).\n\n"
          "PRESS_FIT is SIGNORINI_COULOMB for interference fits: DYNAMIC steps press an overlap of "
          "bodies that strain apart by at most press_speed, and the bodies keep the stress; with "
          "other models they are moved apart without stress (docs/contact.md).",
      .members = {
          read_only("surf1", "int | None", "", "first surface id, None: any"),
          read_only("surf2", "int | None", "", "second surface id, None: any"),
          read_only("label", "str", "", "label"),
          read_write(choice("model", names_of<SurfaceModel>(), "", "contact law"), "str"),
          member("friction", non_negative, "", "Coulomb coefficient"),
          member("cohesion", non_negative, "Pa", "cohesion per area"),
          member("restitution", ValueKind::fraction, "", "velocity restitution"),
          member("spring", non_negative, "N/m", "spring stiffness"),
          member("dashpot", ValueKind::number, "N s/m", "damping; -1: critical damping"),
          member("hpow", non_negative, "", "power of the depth"),
          member("tension", non_negative, "Pa", "tensile strength, COHESIVE_ZONE"),
          member("normal_energy", non_negative, "J/m²", "of a break by a pull"),
          member("tangential_energy", non_negative, "J/m²", "of a break by a shear"),
          member("normal_stiffness", non_negative, "Pa/m",
                 "of a bond along its normal; 0: by strength and energy"),
          member("tangential_stiffness", non_negative, "Pa/m",
                 "of a bond across; 0: by strength and energy"),
          member("dynamic_friction", non_negative, "", "while it slides, STATIC_DYNAMIC"),
          member("rolling", non_negative, "m", "arm against rolling, ROLLING_RESISTANCE"),
          member("press_speed", non_negative, "m/s", "of an overlap that opens, PRESS_FIT"),
      }};
}

CommandSpec bulk_material() {
  return {.name = "BULK_MATERIAL",
          .is_type = true,
          .where = kBetween,
          .arguments = {owner(),
                        choice("model", names_of<BulkModel>(), "'KIRCHHOFF'",
                               "law of the stress: St Venant-Kirchhoff; for large strains of "
                               "FINITE_ELEMENT bodies of form 'TL' compressible neo-Hooke, or "
                               "plasticity of von Mises (docs/finite-elements.md)"),
                        optional("label", ValueKind::text, "None", "",
                                 "label; None: 'BULK_MATERIAL_i', i counts from 0"),
                        optional("young", ValueKind::positive, "1E6", "Pa", "Young's modulus"),
                        optional("poisson", ValueKind::number, "0.25", "",
                                 "Poisson's ratio, in (-1, 0.5); 0.5 only for RIGID bodies and "
                                 "OBSTACLEs"),
                        optional("density", ValueKind::positive, "1E3", "kg/m^3", "mass density"),
                        optional("yield_stress", ValueKind::non_negative, "0", "Pa",
                                 "'VON_MISES': stress of the first yield in tension"),
                        optional("hardening", ValueKind::non_negative, "0", "Pa",
                                 "'VON_MISES': slope of the yield stress by the equivalent plastic "
                                 "strain")},
          .result = "BULK_MATERIAL",
          .doc =
              "Defines the material of a volume.\n\n"
              "A second definition of a label replaces the first one with a warning.",
          .members = {
              read_only("label", "str", "", "label"),
              read_write(choice("model", names_of<BulkModel>(), "", "law of the stress"), "str"),
              read_write(required("young", ValueKind::positive, "Pa", "Young's modulus"), "float"),
              read_write(required("poisson", ValueKind::number, "",
                                  "Poisson's ratio, in (-1, 0.5); 0.5 only for RIGID bodies and "
                                  "OBSTACLEs"),
                         "float"),
              read_write(required("density", ValueKind::positive, "kg/m^3",
                                  "mass density of bodies made afterwards"),
                         "float"),
              read_write(required("yield_stress", ValueKind::non_negative, "Pa",
                                  "'VON_MISES': stress of the first yield, else 0"),
                         "float"),
              read_write(required("hardening", ValueKind::non_negative, "Pa",
                                  "'VON_MISES': slope of the yield stress, else 0"),
                         "float"),
          }};
}

/// DEFAULT in the place of NONE, then the names.
std::vector<std::string_view> scheme_choices() {
  constexpr auto kNames = all_names<Scheme>();
  std::vector<std::string_view> choices(kNames.begin(), kNames.end());
  choices.front() = "DEFAULT";
  return choices;
}

std::vector<MemberSpec> body_members() {
  return {
      read_only("kind", "str", "", "'RIGID', 'PSEUDO_RIGID', 'FINITE_ELEMENT' or 'OBSTACLE'"),
      read_only("label", "str", "", "label, '' when there is none"),
      read_write(required("conf", ValueKind::numbers, "",
                          "configuration: rotation (RIGID) or deformation gradient (PSEUDO_RIGID) "
                          "column by column, then the current mass centre; current positions of "
                          "the nodes (FINITE_ELEMENT); None for an OBSTACLE, which refuses another "
                          "one. Writing moves the body without work, and keeps velo"),
                 kNumbersStub),
      read_write(required("velo", ValueKind::numbers, "",
                          "velocity: referential angular velocity (RIGID) or rate of the "
                          "deformation gradient (PSEUDO_RIGID), then velocity of the centre; "
                          "velocities of the nodes (FINITE_ELEMENT); None for an OBSTACLE, which "
                          "refuses another one"),
                 kNumbersStub),
      read_only("mass", "float", "kg", "reference mass"),
      read_only("volume", "float", "m^3", "reference volume"),
      read_only("center", kVectorStub, "m", "reference mass centre"),
      read_only("tensor", "tuple[float, ...]", "kg m^2",
                "inertia tensor (RIGID) or mass-weighted Euler tensor, column by column"),
      read_only("constraints", "list[CONSTRAINT]", "", "constraints of this body"),
      read_only("ncon", "int", "", "number of constraints of this body"),
      read_write(
          required("selfcontact", ValueKind::flag, "",
                   "contact between elements of the body that share no node, or other pieces "
                   "that do not touch from the start; found for every kind, without a force for "
                   "RIGID and PSEUDO_RIGID, whose "
                   "uniform motion never lets two of their points meet"),
          "str"),
      read_write(choice("scheme", scheme_choices(), "",
                        "time integration: RIG_POS, RIG_NEG (default), RIG_IMP for RIGID, DEF_EXP "
                        "(default), DEF_LIM, DEF_LIM2, DEF_IMP for PSEUDO_RIGID and "
                        "FINITE_ELEMENT; reading gives the resolved name"),
                 "str"),
      read_write(required("damping", ValueKind::non_negative, "s",
                          "stiffness-proportional damping factor, 0 for kinds without stiffness"),
                 "float"),
      read_write(
          required("disable_rotation", ValueKind::flag, "",
                   "'ON': the angular velocity of a RIGID body stays zero; forces, reactions "
                   "and torques have no moment about its centre; refused for other kinds and "
                   "while the body turns"),
          "str"),
      read_only("id", "int", "", "number of the body, from 1 in creation order"),
      read_only("material", "BULK_MATERIAL", "", "bulk material"),
      read_only("element", "str", "",
                "strains of the elements of a FINITE_ELEMENT body, 'LINEAR' for other kinds"),
      read_only(
          "mesh", "MESH | list[MESH] | None", "",
          "copy of the MESH of the shape with its nodes where they are now, a list of several, "
          "None without; FINITE_ELEMENT: the mesh whose nodes conf and velo list"),
      read_only("display_points", "list[tuple[str, tuple[float, float, float]]]", "m",
                "points of DISPLAY_POINT: (label, point)"),
  };
}

CommandSpec body() {
  return {
      .name = "BODY",
      .is_type = true,
      .where = kBetween,
      .arguments = {owner(),
                    choice("kind", {"RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT", "OBSTACLE"}, "",
                           "kinematic model"),
                    object("shape", any_shape(), "_Shape", "", "shape; it is emptied"),
                    object("material", "a BULK_MATERIAL object or its label", "BULK_MATERIAL | str",
                           "", "bulk material"),
                    optional("label", ValueKind::text, "None", "", "label"),
                    choice("form", {"TL", "BC", "BC_MANUAL", "BC-MODAL", "BC-RO"}, "'TL'",
                           "FINITE_ELEMENT formulation: total Lagrangian, body co-rotational, or "
                           "co-rotational with displacements that are combinations of a 'base'; "
                           "else ignored"),
                    object(
                        "mesh", "a MESH object", "MESH | None", "None",
                        "background mesh of a FINITE_ELEMENT body made of CONVEX objects: it must "
                        "cover them, its elements count as far as they are filled; emptied; else "
                        "ignored"),
                    choice("element", {"LINEAR", "BENDING", "MIXED"}, "'LINEAR'",
                           "strains of the elements of a FINITE_ELEMENT body: those of the shape "
                           "functions; with incompatible modes of hexahedra, of which one layer "
                           "bends as a beam does; with the mean dilatation of each element, for "
                           "Poisson's ratios close to 1/2 (docs/finite-elements.md)"),
                    object("base", "a tuple (eigenvalues, vectors) or the label of REGISTER_BASE",
                           "tuple[Any, ...] | str | None", "None",
                           "of forms 'BC-MODAL' and 'BC-RO': vectors of three numbers for each "
                           "node in the order of BODY.mesh, as MODAL_ANALYSIS gives them, flat or "
                           "one list each; (eigenvalues, vectors, ratios) damps each vector with "
                           "its share of critical damping, one number for all; else ignored")},
      .result = "BODY",
      .doc = "Makes a body at rest; its mass properties come from shape and material.",
      .members = body_members()};
}

CommandSpec time_series() {
  return {
      .name = "TIME_SERIES",
      .is_type = true,
      .arguments =
          {or_path(object(
               "points", "a list [t0, v0, t1, v1, ...], a list of pairs or a path",
               "_Numbers | Iterable[_Numbers] | str | PathLike[str]", "",
               "flat list of times and values, list of pairs, or path of a file with two numbers "
               "per line (lines with # are skipped)")),
           optional("label", ValueKind::text, "None", "", "label; None: ''"),
           optional("cache", ValueKind::natural, "0", "",
                    "later versions: points kept in memory; all of them are")},
      .result = "TIME_SERIES",
      .doc =
          "Makes a piecewise linear function of time, constant beyond its ends.\n\n"
          "At least two points; times must increase. A record of PEER NGA (.AT2) is no such file: "
          "solfec.quake reads it (docs/earthquakes.md).",
      .members = {read_only("label", "str", "", "label, '' when there is none"),
                  read_only("times", "list[float]", "s", "times of the points"),
                  read_only("values", "list[float]", "", "values at these times"),
                  read_only("derivative", "TIME_SERIES", "",
                            "new series of the slopes, piecewise constant; that of an integral is "
                            "the series that was integrated"),
                  read_only("integral", "TIME_SERIES", "",
                            "new series of the integral from the first time, exact at all "
                            "times up to the last one (piecewise quadratic, then cubic, at "
                            "most 8 times) and constant beyond the ends")}};
}

}  // namespace

CommandGroup model_group() {
  return {"Model", {solfec(), surface_material(), bulk_material(), body(), time_series()}};
}

}  // namespace solfec
