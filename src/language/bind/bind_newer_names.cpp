#include "language/bind/bind_groups.h"
#include "language/table/newer_names.h"

namespace solfec {

void bind_newer_names(py::module_& module) {
  for (const NewerName& entry : newer_names()) {
    const std::string name(entry.name);
    module.def(
        name.c_str(),
        [name, &entry](const py::args& /*args*/, const py::kwargs& /*kwargs*/) {
          return with_python_errors(name, [&entry]() -> py::object {
            throw InputError(newer_name_error(entry), InputErrorKind::runtime);
          });
        },
        newer_name_text(entry).c_str());
    module.attr(name.c_str()).attr("__module__") = "solfec";
  }
}

}  // namespace solfec
