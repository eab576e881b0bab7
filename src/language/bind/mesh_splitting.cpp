#include "language/bind/mesh_splitting.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/count.h"
#include "domain/body_split.h"
#include "geometry/element/mesh_split.h"
#include "language/arguments/session.h"
#include "language/python/errors.h"
#include "language/python/python_numbers.h"

namespace solfec {

namespace {

/// Surface ids of both sides of an opened face.
struct SideSurfaces {
  SurfaceId first{};
  SurfaceId second{};
};

SideSurfaces sides_of(const Value& first, const Value& second) {
  return {first.integer_or(0), second.integer_or(0)};
}

/// Faces between two elements, all of whose nodes are in a list; both sides get the first id.
std::vector<SplitFace> faces_of_nodes(const Value& value, const Mesh& mesh, SurfaceId surface) {
  std::vector<bool> is_listed(mesh.nodes.size(), false);
  for (const int node : value.integers()) {
    if (node < 0 || node >= count(mesh.nodes)) {
      value.fail(cat("must hold nodes from 0 to ", mesh.nodes.size() - 1, ", got ", node));
    }
    is_listed[at(node)] = true;
  }
  std::vector<SplitFace> faces;
  for (const InnerFace& face : find_inner_faces(mesh)) {
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    const auto loop = nodes.nodes();
    const bool opens =
        std::all_of(loop.begin(), loop.end(), [&](int node) { return bool{is_listed[at(node)]}; });
    if (opens) faces.push_back({face, surface, surface});
  }
  return faces;
}

/// Nodes of item k of a list of faces.
std::vector<int> listed_face(const Value& value, py::handle item, int k, const Mesh& mesh) {
  std::vector<double> numbers;
  if (!is_sequence(item) || !read_numbers(item, numbers)) value.fail_type();
  if (numbers.size() != 3 && numbers.size() != 4) {
    value.fail(cat("has an invalid face size (neither 3 nor 4): face ", k, " has ", numbers.size(),
                   " nodes"));
  }
  std::vector<int> nodes;
  for (const double number : numbers) {
    const bool is_node = number == std::floor(number) && number >= 0.0 &&
                         number < static_cast<double>(mesh.nodes.size());
    if (!is_node) {
      value.fail(
          cat("must hold nodes from 0 to ", mesh.nodes.size() - 1, ", face ", k, " has ", number));
    }
    nodes.push_back(static_cast<int>(number));
  }
  return nodes;
}

/// Whether two loops with equal nodes run the same way round.
bool run_alike(std::span<const int> a, std::span<const int> b) {
  const auto start = std::find(b.begin(), b.end(), a[0]) - b.begin();
  return b[static_cast<std::size_t>(start + 1) % b.size()] == a[1];
}

/// Faces of a list; the first id belongs to the element from outside of which the listed nodes run
/// counter-clockwise.
std::vector<SplitFace> listed_faces(const Value& value, const Mesh& mesh, SideSurfaces surfaces) {
  std::map<FaceKey, InnerFace> inner;
  for (const InnerFace& face : find_inner_faces(mesh)) {
    inner[face_key(face_nodes(mesh.elements[at(face.element)], face.side).nodes())] = face;
  }
  std::vector<SplitFace> faces;
  std::set<FaceKey> listed;
  int k = 0;
  if (!is_sequence(value.object())) value.fail_type();
  for (const auto& item : value.object()) {
    const std::vector<int> nodes = listed_face(value, item, k, mesh);
    const FaceKey key = face_key(nodes);
    const auto found = inner.find(key);
    if (found == inner.end()) {
      std::string text;
      for (const int node : nodes) text += cat(text.empty() ? "" : ", ", node);
      value.fail(cat("must hold faces between two elements, face ", k, " with the nodes ", text,
                     " is none"));
    }
    ++k;
    if (!listed.insert(key).second) continue;
    const InnerFace& face = found->second;
    const FaceNodes loop = face_nodes(mesh.elements[at(face.element)], face.side);
    if (run_alike(nodes, loop.nodes())) {
      faces.push_back({face, surfaces.first, surfaces.second});
    } else {
      faces.push_back({face, surfaces.second, surfaces.first});
    }
  }
  return faces;
}

}  // namespace

py::object split_mesh_object(const Arguments& args) {
  auto& object = args["mesh"].as<MeshObject>();
  check_usable(object);
  const Mesh& mesh = object.shape.meshes.front();
  const SideSurfaces surfaces = sides_of(args["surfid1"], args["surfid2"]);
  if (!args["nodeset"].given() && !args["faceset"].given()) {
    args["nodeset"].fail("or 'faceset' must be given", InputErrorKind::type);
  }
  std::vector<SplitFace> faces;
  if (args["nodeset"].given()) faces = faces_of_nodes(args["nodeset"], mesh, surfaces.first);
  if (args["faceset"].given()) faces = listed_faces(args["faceset"], mesh, surfaces);
  if (faces.empty()) return py::none();
  py::list parts;
  for (MeshPart& part : split_mesh(mesh, faces)) {
    Shape shape;
    shape.meshes.push_back(std::move(part.mesh));
    parts.append(to_python(std::move(shape)));
  }
  return parts;
}

namespace {

/// Tells which loads and constraints have gone with a body.
void warn_of_losses(const std::string& body, const SplitParts& parts) {
  if (parts.gone.none()) return;
  warn("RT_SPLIT", cat(body, " had loads (", parts.gone.loads, ") and constraints (",
                       parts.gone.constraints, "), which are gone; give them to its parts"));
}

/// Parts of a body that a script splits while it reads results, which have their motion.
SplitParts parts_of_results(Simulation& simulation, BodyId id, const BodySplit& split) {
  PartDefinitions parts = define_parts(*simulation.domain.find_body(id), split);
  simulation.delete_body(id);
  SplitParts made;
  for (BodyDefinition& part : parts.body) {
    made.body.push_back(simulation.domain.add_body(std::move(part)));
  }
  made.node = std::move(parts.node);
  return made;
}

}  // namespace

py::object split_body_object(const Arguments& args) {
  const BodyRecord& record = record_of(body_of(args["body1"]));
  const auto body = args["body1"].object().cast<std::shared_ptr<BodyObject>>();
  const std::shared_ptr<Simulation> simulation = body->simulation;
  const int ranks = run_context().comm->size();
  if (ranks > 1) {
    args["body1"].fail(cat("can be split on one rank only, got ", ranks), InputErrorKind::runtime);
  }
  if (!is_one_mesh(*record.shape)) args["body1"].fail("shape is not a MESH");
  BodySplit split;
  split.faces = listed_faces(args["surf"], record.shape->meshes.front(),
                             sides_of(args["sid1"], args["sid2"]));
  if (split.faces.empty()) return py::none();
  split.label = {args["label1"].text_or(record.label), args["label2"].text_or("")};
  split.in_callback = acts_in_run(*simulation);
  const std::string name = describe(record);
  const SplitParts parts = simulation->is_building()
                               ? split_body(simulation->domain, body->id, split)
                               : parts_of_results(*simulation, body->id, split);
  warn_of_losses(name, parts);
  become_body(body, parts.body[0]);
  py::object second = py::none();
  py::object second_nodes = py::none();
  if (parts.body.size() == 2) {
    second = to_python(simulation, parts.body[1]);
    second_nodes = to_list(parts.node[1]);
  }
  return py::make_tuple(second, to_list(parts.node[0]), second_nodes);
}

}  // namespace solfec
