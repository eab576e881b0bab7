// The extension module solfec._solfec of ordinary Python consists of the library of this layer. Its
// start function, PyInit__solfec, is in language/bind/module.cpp; it is named here so that the
// linker takes it and everything it needs.
#include <Python.h>

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): Python's name
extern "C" PyObject* PyInit__solfec();

namespace {

[[maybe_unused, gnu::used]] PyObject* (*const kStart)() = PyInit__solfec;

}  // namespace
