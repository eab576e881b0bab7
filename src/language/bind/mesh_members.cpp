#include "language/bind/mesh_members.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/count.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/integration_points.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/shape/element_convices.h"
#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "language/bind/bind_groups.h"
#include "language/python/python_numbers.h"

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
  py::object made = to_python(std::move(shape));
  shape_in(made)->reference.meshes.push_back(mesh);
  return made;
}

py::list list_of(std::span<const Vec3> points) {
  py::list list;
  for (const Vec3 point : points) list.append(to_tuple(point));
  return list;
}

/// Optional integer of an argument.
std::optional<int> integer_in(const Value& value) {
  return value.given() ? std::optional<int>(value.integer()) : std::nullopt;
}

/// True or False. @throws InputError (type) for anything else.
bool truth_of(const Value& value) {
  if (!value.given() || value.original().is(py::bool_(true))) return true;
  if (!value.original().is(py::bool_(false))) value.fail_type();
  return false;
}

}  // namespace

py::object mesh_node(MeshObject& self, const Arguments& args) {
  const Mesh& mesh = mesh_of(self);
  const Value& n = args["n"];
  const int number = n.integer();
  if (number < 0 || number >= count(mesh.nodes)) {
    n.fail(cat("Node index out of bounds, got ", number));
  }
  Vec3 place = mesh.nodes[at(number)];
  constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
  std::array<std::optional<double>, 3> given;
  for (std::size_t d = 0; d < 3; ++d) {
    const Value& value = args[kAxes[d]];
    if (value.given()) given[d] = value.number();
  }
  for (int d = 0; d < 3; ++d) {
    if (!given[at(d)]) continue;
    place[d] = *given[at(d)];
    for (Mesh& moved : self.shape.meshes) moved.nodes[at(number)][d] = place[d];
    for (Mesh& moved : self.reference.meshes) moved.nodes[at(number)][d] = place[d];
    self.nodes_set = true;
  }
  return to_tuple(place);
}

py::object set_mesh_volume(MeshObject& self, const Arguments& args) {
  (void)mesh_of(self);
  const VolumeId volume = args["volid"].integer();
  for (Shape* const shape : {&self.shape, &self.reference}) {
    for (Mesh& mesh : shape->meshes) {
      for (MeshElement& element : mesh.elements) element.volume = volume;
    }
  }
  return py::none();
}

py::object inter_element_faces(MeshObject& self, const Arguments& /*args*/) {
  py::list faces;
  for (const FaceNodes& face : inner_faces(mesh_of(self))) faces.append(to_list(face.nodes()));
  return faces;
}

py::object inter_element_faces_on_plane(MeshObject& self, const Arguments& args) {
  const Mesh& mesh = mesh_of(self);
  const Vec3 point = args["point"].vector3();
  const Vec3 normal = normalized(direction_of(args["normal"]));
  const bool by_reference = truth_of(args["ref"]) && !self.reference.meshes.empty();
  const double eps = args["eps"].number_or(geometric_epsilon());
  const std::vector<Vec3>& nodes = by_reference ? self.reference.meshes.front().nodes : mesh.nodes;
  py::list faces;
  for (const FaceNodes& face : inner_faces(mesh)) {
    const auto loop = face.nodes();
    const bool lies_on_it = std::all_of(loop.begin(), loop.end(), [&](int node) {
      return std::fabs(dot(normal, nodes[at(node)] - point)) <= eps;
    });
    if (lies_on_it) faces.append(to_list(loop));
  }
  return faces;
}

py::object surface_points(MeshObject& self, const Arguments& args) {
  return list_of(surface_integration_points(mesh_of(self), integer_in(args["surfid"])));
}

py::object volume_points(MeshObject& self, const Arguments& args) {
  return list_of(volume_integration_points(mesh_of(self), integer_in(args["volid"])));
}

py::object mesh_to_convices(const Arguments& args) {
  auto& mesh = args["mesh"].as<MeshObject>();
  check_usable(mesh);
  Shape shape;
  shape.convices = element_convices(mesh.shape.meshes.front());
  return to_python(std::move(shape));
}

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
  return to_list(found);
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
