#include "language/table/advice.h"

namespace solfec {

namespace {

struct NameAdvice {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view kBoxText =
    "BOX makes a box with faces along the axes, HEX a mesh between eight corners";
constexpr std::string_view kSurfaceFileText =
    "solfec.mesh.read_surface reads STL, OBJ and PLY, solfec.mesh.read meshes of gmsh, Abaqus, MED "
    "and vtk (docs/import.md)";
constexpr std::string_view kFileText =
    "solfec.mesh.read reads meshes of gmsh, Abaqus, MED and vtk, solfec.mesh.read_surface STL, OBJ "
    "and PLY (docs/import.md)";
constexpr std::string_view kWallText =
    "solfec.build.wall lays walls of bricks (docs/models.md); a BODY of kind 'OBSTACLE' with a "
    "PLANE, a BOX or a MESH as its shape is a fixed wall";
constexpr std::string_view kFloorText =
    "a BODY of kind 'OBSTACLE' with a PLANE, a BOX or a MESH as its shape is a fixed wall or floor";
constexpr std::string_view kBuildText =
    "solfec.build makes walls, arches, domes, vaults, columns, rubble and packings "
    "(docs/models.md)";
constexpr std::string_view kRecordText =
    "solfec.quake.read_record reads records of earthquakes (docs/earthquakes.md)";
constexpr std::string_view kJointText =
    "HINGE, SLIDER, CYLINDRICAL, UNIVERSAL, BALL and WELD join two bodies, MOTOR drives them";
constexpr std::string_view kExportText =
    "the option --export vtk DIR of solfec writes results for ParaView, csv tables, html a page";
constexpr std::string_view kPlotText =
    "HISTORY gives lists for matplotlib, the option --render DIR -o FILE of solfec makes pictures";
constexpr std::string_view kClampText =
    "FIX_POINT fixes a point of a body, FIX_DIRECTION its motion along a direction";
constexpr std::string_view kMaterialText =
    "BULK_MATERIAL defines the material of a volume, SURFACE_MATERIAL the contact of two surfaces";

constexpr NameAdvice kNameAdvice[] = {
    {"BRICK", kBoxText},
    {"CUBE", kBoxText},
    {"STL", kSurfaceFileText},
    {"OBJ", kSurfaceFileText},
    {"PLY", kSurfaceFileText},
    {"GMSH", kFileText},
    {"IMPORT", kFileText},
    {"READ_MESH", kFileText},
    {"ABAQUS", kFileText},
    {"WALL", kWallText},
    {"ARCH", kBuildText},
    {"DOME", kBuildText},
    {"VAULT", kBuildText},
    {"COLUMN", kBuildText},
    {"RUBBLE", kBuildText},
    {"PACKING", kBuildText},
    {"EARTHQUAKE", kRecordText},
    {"ACCELEROGRAM", kRecordText},
    {"FLOOR", kFloorText},
    {"GROUND", kFloorText},
    {"OBSTACLE", kFloorText},
    {"REVOLUTE", kJointText},
    {"PIN", kJointText},
    {"PRISMATIC", kJointText},
    {"FIX", kClampText},
    {"CLAMP", kClampText},
    {"SPRING", "PUT_SPRING puts a spring between two points of two bodies"},
    {"FRICTION", "SURFACE_MATERIAL has the argument 'friction'"},
    {"CONCRETE", kMaterialText},
    {"EXPORT", kExportText},
    {"VTK_EXPORT", kExportText},
    {"PLOT", kPlotText},
    {"FIELD", "MATERIAL gives the parts of a volume id another BULK_MATERIAL"},
    {"SICONOS_SOLVER",
     "NEWTON_SOLVER, INTERIOR_POINT_SOLVER and GAUSS_SEIDEL_SOLVER solve the contacts, "
     "EXPORT_CONTACT_PROBLEM writes them down for solvers of others"},
    {"HYBRID_SOLVER", "bodies of SPHERE are particles: put them into the same analysis"},
    {"MBFCP_EXPORT",
     "MESH.get_data gives nodes and elements, the option --export vtk, csv or html "
     "of solfec writes results"},
    {"FRACTURE_EXPORT_YAFFEMS", kExportText},
};

struct MemberAdvice {
  std::string_view type;
  std::string_view member;
  std::string_view text;
};

constexpr std::string_view kPositionText =
    "center is the reference mass centre, DISPLACEMENT(body, body.center) its displacement";
constexpr std::string_view kVelocityText =
    "VELOCITY(body, point) gives the velocity of a point, INITIAL_VELOCITY sets that of the body";
constexpr std::string_view kFixedText =
    "kind 'OBSTACLE' makes a fixed body, FIX_POINT and FIX_DIRECTION hold points of others";
constexpr std::string_view kDensityText = "body.material.density has it";
constexpr std::string_view kEnergyText =
    "ENERGY gives a tuple of numbers (kinetic, internal, external, contact, friction)";
constexpr std::string_view kVectorText =
    "points and vectors are tuples (x, y, z): take [0], [1] or [2]";

constexpr MemberAdvice kMemberAdvice[] = {
    {"BODY", "position", kPositionText},
    {"BODY", "pos", kPositionText},
    {"BODY", "displacement", "DISPLACEMENT(body, point) gives the displacement of a point"},
    {"BODY", "velocity", kVelocityText},
    {"BODY", "vel", kVelocityText},
    {"BODY", "fixed", kFixedText},
    {"BODY", "name", "label is the name that BODY was given"},
    {"BODY", "stress", "STRESS(body, point) gives the stress at a point"},
    {"BODY", "energy", "ENERGY(solfec, body) gives the energies of a body"},
    {"BODY", "force", "FORCE loads a body"},
    {"BODY", "density", kDensityText},
    {"BODY", "inertia", "tensor is the inertia tensor of a rigid body"},
    {"BODY", "color", "the option --field of --render colours bodies"},
    {"SOLFEC", "dt", "step is the time step"},
    {"SURFACE_MATERIAL", "mu", "friction is the coefficient"},
    {"BULK_MATERIAL", "E", "young is Young's modulus"},
    {"BULK_MATERIAL", "nu", "poisson is Poisson's ratio"},
    {"BULK_MATERIAL", "rho", "density is the mass density"},
    {"GAUSS_SEIDEL_SOLVER", "tolerance", "epsilon and meritval are the tolerances"},
    {"tuple", "kinetic", kEnergyText},
    {"tuple", "internal", kEnergyText},
    {"tuple", "external", kEnergyText},
    {"tuple", "contact", kEnergyText},
    {"tuple", "friction", kEnergyText},
    {"tuple", "x", kVectorText},
    {"tuple", "y", kVectorText},
    {"tuple", "z", kVectorText},
};

}  // namespace

std::string_view advice_on_name(std::string_view name) {
  for (const NameAdvice& one : kNameAdvice) {
    if (one.name == name) return one.text;
  }
  return {};
}

std::string_view advice_on_member(std::string_view type, std::string_view member) {
  for (const MemberAdvice& one : kMemberAdvice) {
    if (one.type == type && one.member == member) return one.text;
  }
  return {};
}

}  // namespace solfec
