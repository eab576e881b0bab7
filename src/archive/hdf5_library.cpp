#include "archive/hdf5_library.h"

#include <dlfcn.h>

#include "base/cat.h"
#include "base/check.h"

// SOLFEC_HDF5_LIBRARY and SOLFEC_HDF5_PACKAGE: the library whose header this program was built
// with, as the system knows it, and the package that it comes from (CMakeLists.txt).

namespace solfec {

namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw InputError(
      cat("HDF5 files need the library ", SOLFEC_HDF5_LIBRARY, " (Debian: apt install ",
          SOLFEC_HDF5_PACKAGE, "); problems in text files need none: ", reason),
      InputErrorKind::runtime);
}

template <typename Address>
void find(void* library, const char* name, Address& address) {
  address = reinterpret_cast<Address>(dlsym(library, name));
  if (address == nullptr) fail(cat(name, " is not in it"));
}

}  // namespace

Hdf5Library::Hdf5Library() {
  void* const library = dlopen(SOLFEC_HDF5_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(dlerror());
  find(library, "H5open", start_);
  find(library, "H5Fcreate", file_create);
  find(library, "H5Fopen", file_open);
  find(library, "H5Fclose", file_close);
  find(library, "H5Gcreate2", group_create);
  find(library, "H5Gclose", group_close);
  find(library, "H5Dcreate2", set_create);
  find(library, "H5Dopen2", set_open);
  find(library, "H5Dclose", set_close);
  find(library, "H5Dread", set_read);
  find(library, "H5Dwrite", set_write);
  find(library, "H5Dget_type", set_type);
  find(library, "H5Dget_space", set_space);
  find(library, "H5Dget_create_plist", set_properties);
  find(library, "H5Pcreate", properties_create);
  find(library, "H5Pclose", properties_close);
  find(library, "H5Pget_layout", properties_layout);
  find(library, "H5Pset_obj_track_times", properties_track_times);
  find(library, "H5Screate", space_create);
  find(library, "H5Screate_simple", space_create_simple);
  find(library, "H5Sclose", space_close);
  find(library, "H5Sget_simple_extent_npoints", space_points);
  find(library, "H5Tcopy", type_copy);
  find(library, "H5Tclose", type_close);
  find(library, "H5Tget_class", type_class);
  find(library, "H5Tget_size", type_size);
  find(library, "H5Tset_size", type_set_size);
  find(library, "H5Tis_variable_str", type_is_variable_text);
  find(library, "H5Ovisit2", visit_objects);
  find(library, "H5Eset_auto2", set_error_printer);
  find(library, "H5T_NATIVE_INT32_g", int32_);
  find(library, "H5T_NATIVE_DOUBLE_g", float64_);
  find(library, "H5T_C_S1_g", text_);
  find(library, "H5P_CLS_GROUP_CREATE_ID_g", of_groups_);
  find(library, "H5P_CLS_DATASET_CREATE_ID_g", of_sets_);
}

const Hdf5Library& hdf5_library() {
  static const Hdf5Library library;
  return library;
}

}  // namespace solfec
