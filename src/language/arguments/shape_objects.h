#pragma once

#include <array>
#include <memory>
#include <vector>

#include "geometry/shape/simple_shape.h"
#include "language/arguments/value.h"

namespace solfec {

/// Contents of CONVEX, MESH and objects of simple shapes. Passing one to a command that takes the
/// shape over empties it.
struct ShapeObject {
  explicit ShapeObject(const char* name) : type(name) {}

  const char* type;  // "CONVEX", "MESH", "SPHERE" ...
  Shape shape;
  std::string used_at;                   // script line that emptied it, e.g. "arch.py:33"
  const char* only_obstacles = nullptr;  // command whose shapes only obstacles may have
  Shape reference;         // of BODY.mesh: where its nodes were at the start, else empty
  bool nodes_set = false;  // by MESH.node: elements may be inverted
};

/// Convices, of CONVEX and HULL; one object may hold several.
struct ConvexObject : ShapeObject {
  ConvexObject() : ShapeObject("CONVEX") {}
};
/// One mesh, of MESH, HEX and what makes such.
struct MeshObject : ShapeObject {
  MeshObject() : ShapeObject("MESH") {}
};
/// Object of a kind of simple shapes.
template <SimpleShape Part>
struct SimpleObject : ShapeObject {
  SimpleObject() : ShapeObject(Part::kName) {}
};
using SphereObject = SimpleObject<Sphere>;

/// Makes the Python object of the right type for a shape of one sort.
/// @pre the shape holds either convices, or one mesh, or simple shapes of one kind.
py::object to_python(Shape shape);

/// Shape inside a Python object, null when it is none of their objects.
ShapeObject* shape_in(py::handle object);

/// Throws InputError (type) "CONVEX object is empty (used at arch.py:33)" for an emptied object.
void check_not_empty(const ShapeObject& object);

/// Throws InputError for an emptied object, as check_not_empty does, and for a mesh with an element
/// that MESH.node has made flat or inverted.
void check_usable(ShapeObject& object);

/// All shapes of an argument that is a shape object or a, possibly nested, list of such, in order.
/// @throws InputError (type) for other objects, for emptied ones and for an empty list.
std::vector<ShapeObject*> shapes_of(const Value& value);

/// Copies of all shapes side by side.
Shape joined(std::span<ShapeObject* const> shapes);
/// Appends copies of the parts of one shape to another.
void append(Shape& shape, const Shape& more);

/// Empties shapes that the current script line has taken over.
/// @pre no_duplicates(shapes).
void take_over(std::span<ShapeObject* const> shapes);
/// Throws InputError (value) when an object occurs twice in the argument that gave `shapes`.
void check_no_duplicates(const Value& value, std::span<ShapeObject* const> shapes);

/// Surface ids of the faces of a cut below and above it: one id for both, or a pair; 0 where
/// nothing is given.
std::array<SurfaceId, 2> cut_surfaces(const Value& value);

}  // namespace solfec
