// The extension module solfec._solfec of ordinary Python.
#include "base/parallel_for.h"
#include "language/bind/module.h"
#include "language/default_threads.h"

PYBIND11_MODULE(_solfec, module) {
  solfec::set_thread_count(solfec::default_thread_count());
  solfec::fill_module(module);
}
