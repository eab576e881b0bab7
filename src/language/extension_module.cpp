// The extension module solfec._solfec of ordinary Python.
#include "language/module.h"

PYBIND11_MODULE(_solfec, module) { solfec::fill_module(module); }
