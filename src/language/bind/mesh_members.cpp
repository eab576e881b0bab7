#include "language/bind/mesh_members.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "language/arguments/objects.h"
#include "language/bind/bind_groups.h"

namespace solfec {

namespace {

const Mesh& mesh_of(const MeshObject& self) {
  check_not_empty(self);
  return self.shape.meshes.front();
}

/// A mesh of a body with its nodes where they are now.
py::object placed_copy(const BodyObject& body, const Mesh& mesh) {
  const Bodies& bodies = body.simulation->bodies();
  const BodyRef place = body.simulation->place_of(body.id);
  Shape shape;
  Mesh& copy = shape.meshes.emplace_back(mesh);
  const FiniteElementBody* const elements = bodies.mesh(place);
  if (elements != nullptr) {
    elements->positions(copy.nodes);
  } else {
    for (Vec3& node : copy.nodes) node = bodies.current_point(place, node);
  }
  return to_python(std::move(shape));
}

}  // namespace

py::object nodes_on_surface(MeshObject& self, const Arguments& args) {
  const Mesh& mesh = mesh_of(self);
  const auto surface = static_cast<SurfaceId>(args["surfid"].integer());
  std::vector<int> found;
  for (const MeshFace& face : mesh.faces) {
    if (face.surface != surface) continue;
    const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
    for (const int node : nodes.nodes()) found.push_back(node);
  }
  if (found.empty()) return py::none();
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  py::list numbers;
  for (const int node : found) numbers.append(node);
  return numbers;
}

py::object mesh_data(MeshObject& self, const Arguments& /*args*/) {
  const Mesh& mesh = mesh_of(self);
  py::list nodes;
  for (const Vec3 node : mesh.nodes) {
    for (int i = 0; i < 3; ++i) nodes.append(node[i]);
  }
  py::list elements;
  for (const MeshElement& element : mesh.elements) {
    elements.append(element.node_count);
    for (int a = 0; a < element.node_count; ++a) elements.append(element.node[at(a)]);
    elements.append(element.volume);
  }
  py::list surfaces;
  surfaces.append(0);
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes_of_face = face_nodes(mesh.elements[at(face.element)], face.side);
    surfaces.append(nodes_of_face.size);
    for (const int node : nodes_of_face.nodes()) surfaces.append(node);
    surfaces.append(face.surface);
  }
  return py::make_tuple(nodes, elements, surfaces);
}

py::object meshes_of(BodyObject& self) {
  const BodyRecord& record = record_of(self);
  if (!is_here(self)) return py::none();
  const FiniteElementBody* const elements =
      self.simulation->bodies().mesh(self.simulation->place_of(self.id));
  if (elements != nullptr) return placed_copy(self, *elements->mesh);
  const auto shape = record.shape;  // making an object may run code of the user
  if (shape->meshes.empty()) return py::none();
  if (shape->meshes.size() == 1) return placed_copy(self, shape->meshes.front());
  py::list all;
  for (const Mesh& mesh : shape->meshes) all.append(placed_copy(self, mesh));
  return all;
}

}  // namespace solfec
