#include "language/table/shape_words.h"
#include "language/table/tables.h"

namespace solfec {

namespace {

ArgumentSpec volume_id() {
  return required("volid", ValueKind::integer, "", "volume identifier, chosen by the user");
}

ArgumentSpec surface_id(std::string_view doc) {
  return required("surfid", ValueKind::integer, "", doc);
}

ArgumentSpec three_radii() {
  return required("radii", ValueKind::vector3, "m", "three radii, positive, along x, y and z");
}

ArgumentSpec more_convices() {
  return object("convex", "a CONVEX object", "CONVEX | None", "None",
                "collection that the new polyhedron joins; it is emptied");
}

ArgumentSpec sizes(std::string_view name, std::string_view along) {
  return optional(name, ValueKind::numbers, "None", "", along);
}

CommandSpec convex() {
  return {
      .name = "CONVEX",
      .is_type = true,
      .arguments =
          {required("vertices", ValueKind::points, "m",
                    "at least 4 vertices, as a flat list x0, y0, z0, x1, ... or a list of triples"),
           required("faces", ValueKind::integers, "",
                    "flat list n, v1, ..., vn, surface id, n, ... of at least 4 faces; "
                    "vertices count from 0, counter-clockwise seen from outside"),
           volume_id(), more_convices()},
      .result = "CONVEX",
      .doc =
          "Makes a convex polyhedron from its vertices and faces.\n\n"
          "A CONVEX object may hold many polyhedra: pass an earlier one as `convex`.",
      .members = {
          read_only("nver", "int", "", "number of vertices of all polyhedra"),
          method("vertex", {required("n", ValueKind::integer, "", "number of the vertex from 0")},
                 "tuple[float, float, float]", "coordinates of vertex n, m")}};
}

CommandSpec hull() {
  return {
      .name = "HULL",
      .arguments =
          {required("points", ValueKind::points, "m",
                    "at least 4 points, as a flat list x0, y0, z0, x1, ... or a list of triples"),
           volume_id(), surface_id("surface identifier of all faces"), more_convices()},
      .result = "CONVEX",
      .doc = "Makes the convex hull of a set of points."};
}

ArgumentSpec new_coordinate(std::string_view name) {
  return optional(name, ValueKind::number, "None", "m", "new coordinate; None: as it is");
}

CommandSpec mesh_to_convex() {
  return {.name = "MESH2CONVEX",
          .arguments = {object("mesh", "a MESH object", "MESH", "", "mesh; not emptied")},
          .result = "CONVEX",
          .doc =
              "Makes one convex polyhedron of each element of a mesh.\n\n"
              "Outer faces keep their surface ids. Faces between two elements get the id "
              "-2147483647, which stands for inner faces: nothing touches them, and polyhedra "
              "without any other face are in no contact. Bent faces become two triangles with an "
              "outward ridge, so that neighbours overlap there and the volume is larger by that. "
              "A RIGID or PSEUDO_RIGID body may have the polyhedra, or a FINITE_ELEMENT body with "
              "a background mesh."};
}

CommandSpec mesh_split() {
  return {
      .name = "MESH_SPLIT",
      .arguments =
          {object("mesh", "a MESH object", "MESH", "", "mesh; not emptied"),
           optional("nodeset", ValueKind::integers, "None", "",
                    "numbers of nodes: faces between two elements, all of whose nodes are listed, "
                    "are opened"),
           object("faceset", "a list of lists of 3 or 4 node numbers",
                  "Iterable[Sequence[int]] | None", "None",
                  "faces that are opened, as MESH.inter_element_faces gives them; wins over "
                  "`nodeset`"),
           optional("surfid1", ValueKind::integer, "0", "",
                    "surface id of opened faces; with `faceset` of their sides on elements from "
                    "outside of which the listed nodes run counter-clockwise"),
           optional("surfid2", ValueKind::integer, "0", "",
                    "surface id of the other sides, with `faceset`")},
      .result = "list[MESH] | None",
      .doc =
          "Opens a mesh along faces between elements and returns its parts.\n\n"
          "Nodes of opened faces are doubled, but for those at the tip of a slit; a part is "
          "what still hangs together by nodes. Where faces open a slit only, the list holds one "
          "mesh, whose sides may touch each other as parts of one body (BODY.selfcontact). "
          "None: no face is opened. Parts are in the order of their first elements, nodes and "
          "elements in that of the mesh."};
}

CommandSpec mesh() {
  return {
      .name = "MESH",
      .is_type = true,
      .arguments = {required("nodes", ValueKind::points, "m",
                             "nodes, as a flat list x0, y0, z0, x1, ... or a list of triples"),
                    required("elements", ValueKind::integers, "",
                             "flat list n, i1, ..., in, volume id, n, ...; n is 4 (tetrahedron), 5 "
                             "(pyramid), 6 (wedge) or 8 (hexahedron), nodes count from 0"),
                    required(
                        "surfids", ValueKind::integer_or_list, "",
                        "surface id of all outer faces, or a list: the common id, then k, i1, ..., "
                        "ik, id for each face (k = 3 or 4) that has another one")},
      .result = "MESH",
      .doc =
          "Makes a volumetric mesh of first-order elements.\n\n"
          "Node order: hexahedron 0-3 bottom counter-clockwise seen from the top, 4-7 above "
          "them; wedge 0-2 and 3-5; pyramid base 0-3 and apex 4; tetrahedron base 0-2 and "
          "apex 3.\n\n"
          "Nodes that no element has are told in a warning. They keep their numbers in `elements`, "
          "`surfids`, nnod and node; a FINITE_ELEMENT body leaves them out, its conf and velo list "
          "the others in the same order.",
      .members = {
          read_only("nnod", "int", "", "number of nodes"),
          method("node",
                 {required("n", ValueKind::integer, "", "number of the node from 0"),
                  new_coordinate("x"), new_coordinate("y"), new_coordinate("z")},
                 "tuple[float, float, float]",
                 "coordinates of node n, m, after those that are given have been set; a command "
                 "that takes the mesh refuses elements that have become flat or inverted"),
          method("nodes_on_surface",
                 {required("surfid", ValueKind::integer, "", "surface id of the faces")},
                 "list[int] | None",
                 "ascending numbers of the nodes on the faces with a surface id; None: no face has "
                 "it"),
          method("get_data", {}, "tuple[list[float], list[int], list[int]]",
                 "nodes, elements and surfids that make the mesh again: MESH (*mesh.get_data ())"),
          method("set_volid", {volume_id()}, "None", "gives all elements a volume id"),
          method("inter_element_faces", {}, "list[list[int]]",
                 "nodes of each face between two elements, by element and side"),
          method("inter_element_faces_on_plane",
                 {required("point", ValueKind::vector3, "m", "point of the plane"),
                  required("normal", ValueKind::vector3, "", "normal of the plane"),
                  object("ref", "True or False", "bool", "True",
                         "True: a mesh of BODY.mesh is seen where it was at the start"),
                  optional("eps", ValueKind::positive, "GEOMETRIC_EPSILON", "m",
                           "largest distance of the nodes of a face from the plane")},
                 "list[list[int]]", "those of inter_element_faces that lie on a plane"),
          method("surface_integration_points",
                 {optional("surfid", ValueKind::integer, "None", "",
                           "surface id of the faces; None: all outer faces")},
                 "list[tuple[float, float, float]]",
                 "Gauss points of the outer faces, m, by face: 1 of a triangle, 2 x 2 of a "
                 "quadrilateral; no face has the id: []"),
          method("volume_integration_points",
                 {optional("volid", ValueKind::integer, "None", "",
                           "volume id of the elements; None: all elements")},
                 "list[tuple[float, float, float]]",
                 "Gauss points of the elements, m, by element: 4 of a tetrahedron, 8 of a pyramid, "
                 "6 of a wedge, 8 of a hexahedron; no element has the id: []")}};
}

CommandSpec hex() {
  return {.name = "HEX",
          .arguments =
              {required(
                   "nodes", ValueKind::points, "m",
                   "8 corners, flat or as triples: 0-3 bottom counter-clockwise seen from the top, "
                   "4-7 above them"),
               required("i", ValueKind::count, "", "number of elements along x"),
               required("j", ValueKind::count, "", "number of elements along y"),
               required("k", ValueKind::count, "", "number of elements along z"), volume_id(),
               with_alias(required("surfids", ValueKind::integers, "",
                                   "six surface ids: bottom, -x, +y, +x, -y, top"),
                          "surids"),
               sizes("dx", "relative sizes of the i layers along x"),
               sizes("dy", "relative sizes of the j layers along y"),
               sizes("dz", "relative sizes of the k layers along z")},
          .result = "MESH",
          .doc =
              "Makes a structured hexahedral mesh between eight corners.\n\n"
              "Nodes are numbered along x first, then y, then z."};
}

CommandSpec rough_hex() {
  return {
      .name = "ROUGH_HEX",
      .arguments = {object("shape", "a CONVEX object or a list of such", "CONVEX | list[CONVEX]",
                           "", "what the mesh has to cover; not emptied"),
                    required("i", ValueKind::count, "", "number of elements along x"),
                    required("j", ValueKind::count, "", "number of elements along y"),
                    required("k", ValueKind::count, "", "number of elements along z"),
                    sizes("dx", "relative sizes of the i layers along x"),
                    sizes("dy", "relative sizes of the j layers along y"),
                    sizes("dz", "relative sizes of the k layers along z")},
      .result = "MESH",
      .doc =
          "Makes a background mesh for the argument mesh of BODY.\n\n"
          "A regular grid of hexahedra along the principal directions of the Euler tensor of "
          "the shape that just encloses it; x, y and z stand for the principal direction "
          "closest to that axis. All volume and surface ids are 2147483647."};
}

ArgumentSpec surface_ids(std::string_view doc) {
  return required("surfids", ValueKind::integer_or_list, "", doc);
}

CommandSpec box() {
  return {.name = "BOX",
          .arguments = {required("corner", ValueKind::vector3, "m",
                                 "the corner with the least x, y and z"),
                        required("sizes", ValueKind::vector3, "m", "lengths along x, y and z"),
                        volume_id(),
                        surface_ids("surface id of all faces, or six: bottom, -x, +y, +x, -y, "
                                    "top")},
          .result = "CONVEX",
          .doc = "Makes a box with faces along the coordinate axes; ROTATE turns it."};
}

CommandSpec prism() {
  return {.name = "PRISM",
          .arguments =
              {required("polygon", ValueKind::points, "m",
                        "corners of the bottom in order, either way round, in one plane, as a flat "
                        "list or a list of triples"),
               required("axis", ValueKind::vector3, "m", "vector from the bottom to the top"),
               volume_id(),
               surface_ids("surface id of all faces, or three: bottom, top, sides, or bottom, top "
                           "and one for each side; side i runs from corner i to the next")},
          .result = "CONVEX",
          .doc =
              "Makes a prism over a plane polygon.\n\n"
              "A concave polygon is cut into convex parts: the CONVEX then holds several polyhedra "
              "side by side, and the faces of the cuts have the id of the bottom. Sides that cross "
              "are refused."};
}

CommandSpec cylinder() {
  return {.name = "CYLINDER",
          .arguments = {required("base", ValueKind::vector3, "m", "centre of the bottom"),
                        required("axis", ValueKind::vector3, "m",
                                 "vector from there to the centre of the top"),
                        required("radius", ValueKind::positive, "m", "size"),
                        required("facets", ValueKind::count, "", "number of sides, 3 to 1000"),
                        volume_id(),
                        surface_ids("surface id of all faces, or three: bottom, top, side")},
          .result = "CONVEX",
          .doc =
              "Makes a cylinder with plane facets.\n\n"
              "It is the prism whose corners lie on the circle of the radius, so with n facets its "
              "volume is n/2 sin(2 pi/n) radius^2 times the length of the axis. The first corner "
              "lies in the direction of x seen from the axis (of y when the axis runs along x)."};
}

CommandSpec plane() {
  return {
      .name = "PLANE",
      .arguments = {required("point", ValueKind::vector3, "m", "centre of the top face"),
                    required("normal", ValueKind::vector3, "", "normal of the top face, outwards"),
                    required("size", ValueKind::positive, "m", "side of the square face"),
                    volume_id(), surface_id("surface identifier of all faces"),
                    optional("thickness", ValueKind::positive, "None", "m",
                             "depth below the face; a tenth of the size when not given")},
      .result = "CONVEX",
      .doc =
          "Makes a ground, a wall or a ramp for an OBSTACLE: a square slab below a plane.\n\n"
          "Bodies of other kinds refuse it."};
}

CommandSpec pipe() {
  return {
      .name = "PIPE",
      .arguments =
          {required("pnt", ValueKind::vector3, "m", "centre of the bottom"),
           required("dir", ValueKind::vector3, "m", "vector from there to the centre of the top"),
           required("rin", ValueKind::positive, "m", "inner radius"),
           required("thi", ValueKind::positive, "m", "thickness of the wall"),
           with_alias(required("ndri", ValueKind::count, "", "elements along the axis"), "ndir"),
           required("nrad", ValueKind::count, "", "elements around the axis, at least 3"),
           required("nthi", ValueKind::count, "", "elements through the wall"), volume_id(),
           with_alias(required("surfids", ValueKind::integers, "",
                               "four surface ids: bottom, top, inner, outer"),
                      "surids")},
      .result = "MESH",
      .doc =
          "Makes a tube of hexahedra, whose nodes lie on circles.\n\n"
          "Nodes are numbered outwards through the wall first, then around the axis by the "
          "right-hand rule, then along it."};
}

CommandSpec tetrahedralize() {
  return {
      .name = "TETRAHEDRALIZE",
      .arguments =
          {or_path(object(
               "shape", "a MESH object or the path of a file", "MESH | str | PathLike[str]", "",
               "mesh whose surface is filled (it is not emptied), or a file of triangles "
               "(STL, OBJ, PLY)")),
           required("path", ValueKind::path, "",
                    "file of gmsh that keeps the mesh; where it is there, it is read"),
           optional("volume", ValueKind::positive, "None", "m^3",
                    "largest volume of an element; the surface is meshed anew then"),
           optional("quality", ValueKind::positive, "None", "",
                    "largest ratio of the radius of the sphere through the corners of an element "
                    "to its shortest edge, above 1; a warning counts elements beyond it"),
           optional("volid", ValueKind::integer, "None", "",
                    "volume id; None: that of the MESH, 1 for a file"),
           with_alias(optional("surfid", ValueKind::integer, "None", "",
                               "surface id; None: that of the nearest face of the MESH, 1 for a "
                               "file"),
                      "surid")},
      .result = "MESH",
      .doc =
          "Fills a closed surface with tetrahedra, by the program gmsh.\n\n"
          "Without `volume` the triangles of the surface are the faces of the elements (faces of "
          "four corners are cut into two). Solids may be several and have cavities. The file "
          "`path` tells what its mesh was made of: when the shape, its ids, `volume` or `quality` "
          "have changed, it is made anew with a warning. A file from elsewhere is taken as it is."};
}

CommandSpec ellip_mesh() {
  return {.name = "ELLIP_MESH",
          .arguments = {required("center", ValueKind::vector3, "m", "position of the centre"),
                        three_radii(),
                        required("error", ValueKind::positive, "",
                                 "below 1; faces lie outside of the ellipsoid whose radii are "
                                 "smaller by this share"),
                        volume_id(), surface_id("surface identifier of all faces")},
          .result = "MESH",
          .doc =
              "Makes an ellipsoid of tetrahedra, by the program gmsh.\n\n"
              "Nodes of the surface lie on the ellipsoid."};
}

CommandSpec sphere() {
  return {.name = "SPHERE",
          .is_type = true,
          .arguments = {required("center", ValueKind::vector3, "m", "position of the centre"),
                        required("radius", ValueKind::positive, "m", "size"), volume_id(),
                        surface_id("surface identifier of the sphere"),
                        object("sphere", "a SPHERE object", "SPHERE | None", "None",
                               "collection that the new sphere joins; it is emptied")},
          .result = "SPHERE",
          .doc =
              "Makes a sphere.\n\n"
              "A SPHERE object may hold many spheres: pass an earlier one as `sphere`.",
          .members = {
              read_only("center", "tuple[float, float, float]", "m", "centre of the first sphere"),
              read_only("radius", "float", "m", "radius of the first sphere")}};
}

CommandSpec ellip() {
  return {
      .name = "ELLIP",
      .is_type = true,
      .arguments = {required("center", ValueKind::vector3, "m", "position of the centre"),
                    three_radii(), volume_id(), surface_id("surface identifier of the ellipsoid")},
      .result = "ELLIP",
      .doc =
          "Makes an ellipsoid.\n\n"
          "ROTATE turns its axes, and SCALE by unequal factors those of one that is turned. "
          "Pseudo-rigid bodies deform it into other ellipsoids. Contact with any other shape "
          "is at one point.",
      .members = {read_only("center", "tuple[float, float, float]", "m", "its centre"),
                  read_only("radii", "tuple[float, float, float]", "m", "its three radii"),
                  read_only("rot", "tuple[float, ...]", "",
                            "nine numbers, the directions of the radii one after another")}};
}

CommandSpec rod() {
  return {.name = "ROD",
          .is_type = true,
          .arguments = {required("base", ValueKind::vector3, "m", "centre of the bottom"),
                        required("axis", ValueKind::vector3, "m",
                                 "vector from there to the centre of the top"),
                        required("radius", ValueKind::positive, "m", "size"), volume_id(),
                        surface_id("surface identifier of the side and both ends")},
          .result = "ROD",
          .doc =
              "Makes a cylinder whose side is round, without facets.\n\n"
              "Its normals and gaps are exact, so it rolls and turns in a BORE without noise. It "
              "touches a face, an edge or another ROD along a line at both ends of the line, and "
              "stands on eight points of its rim. Mass and inertia are exact. RIGID bodies and "
              "OBSTACLEs may have it. Pictures and exports show facets.",
          .members = {
              read_only("center", "tuple[float, float, float]", "m", "its centre"),
              read_only("axis", "tuple[float, float, float]", "m", "from the bottom to the top"),
              read_only("radius", "float", "m", "its radius")}};
}

CommandSpec bore() {
  return {.name = "BORE",
          .is_type = true,
          .arguments = {required("base", ValueKind::vector3, "m", "centre of the lower mouth"),
                        required("axis", ValueKind::vector3, "m",
                                 "vector from there to the centre of the upper mouth"),
                        required("radius", ValueKind::positive, "m", "of the hole"),
                        required("thickness", ValueKind::positive, "m", "of the wall about it"),
                        volume_id(), surface_id("surface identifier of the wall")},
          .result = "BORE",
          .doc =
              "Makes a round hole without facets, in a wall that is open at both mouths.\n\n"
              "The inner side of the wall presses on what is in the hole, between the mouths: ROD, "
              "SPHERE, ELLIP and polyhedra. The wall has mass, but its outer side and its ends "
              "touch nothing: give the body a CONVEX or a PIPE beside the BORE where it needs one. "
              "RIGID bodies and OBSTACLEs may have it. Pictures and exports show facets.",
          .members = {read_only("center", "tuple[float, float, float]", "m", "its centre"),
                      read_only("axis", "tuple[float, float, float]", "m",
                                "from the lower to the upper mouth"),
                      read_only("radius", "float", "m", "of the hole"),
                      read_only("thickness", "float", "m", "of the wall")}};
}

CommandSpec copy() {
  return {.name = "COPY",
          .arguments = {object("shape", any_shape(), "_S", "", "what is copied")},
          .result = "_S",
          .doc =
              "Copies shapes.\n\n"
              "The result is one object for one object (or a list of one), else a list."};
}

CommandSpec scale() {
  return {.name = "SCALE",
          .arguments = {object("shape", any_shape_or_point(), "_S", "", "what is scaled"),
                        required("coefs", ValueKind::vector3, "", "factors along x, y and z")},
          .result = "_S",
          .doc =
              "Scales shapes about the origin.\n\n"
              "Shapes are changed in place and returned; for a point the new point is returned. "
              "The factors of a sphere must be equal."};
}

CommandSpec translate() {
  return {.name = "TRANSLATE",
          .arguments = {object("shape", any_shape_or_point(), "_S", "", "what is moved"),
                        required("vector", ValueKind::vector3, "m", "translation")},
          .result = "_S",
          .doc =
              "Translates shapes.\n\n"
              "Shapes are changed in place and returned; for a point the new point is returned."};
}

CommandSpec rotate() {
  return {.name = "ROTATE",
          .arguments = {object("shape", any_shape_or_point(), "_S", "", "what is rotated"),
                        required("point", ValueKind::vector3, "m", "point of the axis"),
                        required("vector", ValueKind::vector3, "", "direction of the axis"),
                        required("angle", ValueKind::number, "degrees",
                                 "angle, positive by the right-hand rule")},
          .result = "_S",
          .doc =
              "Rotates shapes about an axis.\n\n"
              "Shapes are changed in place and returned; for a point the new point is returned."};
}

CommandSpec split() {
  return {
      .name = "SPLIT",
      .arguments = {object("shape", any_shape(), "_Shape", "", "what is cut; it is emptied"),
                    required("point", ValueKind::vector3, "m", "point of the plane"),
                    required("normal", ValueKind::vector3, "", "normal of the plane"),
                    optional("surfid", ValueKind::integer_or_list, "0", "",
                             "surface id of the new faces, or a pair: of those below and above"),
                    optional("topoadj", ValueKind::flag, "'OFF'", "",
                             "'ON': cuts only elements of a MESH that hang together, across the "
                             "plane, with the element at `point`"),
                    optional("remesh", ValueKind::flag, "'ON'", "",
                             "'ON': nodes of a MESH that are near the plane move onto it, which "
                             "spares thin elements")},
      .result = split_result(),
      .doc =
          "Cuts shapes by a plane and returns (below, above).\n\n"
          "A side is a CONVEX with all its polyhedra, a MESH for each part that hangs together, a "
          "SPHERE with all its spheres, an ELLIP with all its ellipsoids, a list of these, or None "
          "when it is empty. Polyhedra and meshes are cut; a sphere or an ellipsoid goes whole to "
          "the side of its centre.\n\n"
          "A MESH is cut through its elements: tetrahedra, pyramids, wedges and hexahedra on both "
          "sides, whose volumes sum to that of the mesh to rounding where its faces are plane. "
          "Faces keep their surface ids. Nodes nearer to the plane than a fifth of a cut edge move "
          "onto it where surface, surface ids and volume ids stay what they are. A warning tells "
          "when elements become thinner than a tenth of the thinnest one before. A mesh that "
          "`topoadj` opens without parting it is below."};
}

CommandSpec bend() {
  return {.name = "BEND",
          .arguments = {object("shape", "a MESH object", "MESH", "", "mesh that is bent"),
                        required("point", ValueKind::vector3, "m", "point of the axis"),
                        required("direction", ValueKind::vector3, "",
                                 "direction of the axis, right-hand rule"),
                        required("angle", ValueKind::positive, "degrees", "angle")},
          .result = "MESH",
          .doc =
              "Bends a mesh about an axis, in place, and returns it.\n\n"
              "Bending starts at the section through the axis and the nearest node q and goes "
              "along direction x (q - its projection on the axis); lengths at q's distance from "
              "the axis are kept, what is longer than the arc stays straight."};
}

CommandSpec overlapping() {
  return {
      .name = "OVERLAPPING",
      .arguments =
          {object("obstacles", any_shape(), "_Shape", "", "what may be overlapped; not emptied"),
           object("shapes", any_shape(), "_Shape", "", "shapes that are looked at; emptied"),
           with_alias(choice("invert", {"NOT"}, "None", "'NOT': shapes that overlap no obstacle"),
                      "not"),
           optional("gap", ValueKind::number, "0.0", "m",
                    "overlaps count when they are deeper than -gap; gap <= 0")},
      .result = "list[Any]",
      .doc =
          "Chooses those of some shapes that overlap obstacles, or those that do not.\n\n"
          "Each object of the list is looked at as a whole, with all its polyhedra or spheres. "
          "The depth of an overlap is how far an object must be moved, at least, to leave a piece "
          "of the obstacles; shapes that touch do not overlap. A shape inside of a mesh, and a "
          "round one whose middle is inside of a polyhedron, is deeper than any gap."};
}

CommandSpec mass_center() {
  return {.name = "MASS_CENTER",
          .arguments = {object("shape", any_shape_or_body(), "_Shape | BODY", "",
                               "whose centre is asked for")},
          .result = "tuple[float, float, float]",
          .doc =
              "Computes the centre of the volume, m.\n\n"
              "Of a BODY it is the centre of its reference shape."};
}

}  // namespace

CommandGroup shape_group() {
  return {"Shapes",
          {convex(),         hull(),       mesh(),      mesh_to_convex(), mesh_split(), hex(),
           rough_hex(),      box(),        prism(),     cylinder(),       plane(),      pipe(),
           tetrahedralize(), ellip_mesh(), sphere(),    ellip(),          rod(),        bore(),
           copy(),           scale(),      translate(), rotate(),         split(),      bend(),
           overlapping(),    mass_center()}};
}

}  // namespace solfec
