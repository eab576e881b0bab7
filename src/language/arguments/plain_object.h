#pragma once

#include "language/python/pybind.h"

namespace solfec {

/// Our objects and the user's: a command first turns all that it is given into plain objects, which
/// may run code of the user (__float__, __index__, __iter__, __getitem__, __fspath__); only then it
/// looks for bodies and the like, which that code may have deleted.

/// Whether an object is one of ours, of any type. Unlike isinstance this asks no foreign object.
bool is_ours(py::handle object);

/// Whether an object is of our type T. Unlike isinstance this asks no foreign object.
template <typename T>
bool holds(py::handle object) {
  auto* const type = reinterpret_cast<PyTypeObject*>(py::type::handle_of<T>().ptr());
  return PyObject_TypeCheck(object.ptr(), type) != 0;
}

/// Copy of an object that nothing of the user's can run in: None, exact floats, integers and
/// strings, lists and tuples of such (arrays, other sequences and generators become lists), our own
/// objects and functions. Numbers of foreign types become floats. What is none of these stays as it
/// is when nobody asks it anything, else its description takes its place; neither fits any
/// argument.
/// @throws what the user's code throws.
py::object plain_object(py::handle object);

/// Returns the plain object of a path: objects of pathlib become strings, all others what
/// plain_object makes of them.
py::object plain_path(py::handle object);

}  // namespace solfec
