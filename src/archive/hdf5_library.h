#pragma once

#include <hdf5.h>

namespace solfec {

// Values of H5F_ACC_RDONLY and H5F_ACC_TRUNC, whose macros would call the library.
inline constexpr unsigned kHdf5ReadOnly = 0x0000U;
inline constexpr unsigned kHdf5Truncate = 0x0002U;

/// Functions of the HDF5 library that this program calls. The library, which needs thirty others,
/// is opened for the first stored problem. So other runs start faster and work without it. Members
/// have the names of the functions in short: `file_open` is H5Fopen.
class Hdf5Library {
 public:
  /// Opens the library. @throws InputError naming the library and its package when it is not there.
  Hdf5Library();

  decltype(&H5Fcreate) file_create{};
  decltype(&H5Fopen) file_open{};
  decltype(&H5Fclose) file_close{};
  decltype(&H5Gcreate2) group_create{};
  decltype(&H5Gclose) group_close{};
  decltype(&H5Dcreate2) set_create{};
  decltype(&H5Dopen2) set_open{};
  decltype(&H5Dclose) set_close{};
  decltype(&H5Dread) set_read{};
  decltype(&H5Dwrite) set_write{};
  decltype(&H5Dget_type) set_type{};
  decltype(&H5Dget_space) set_space{};
  decltype(&H5Dget_create_plist) set_properties{};
  decltype(&H5Pcreate) properties_create{};
  decltype(&H5Pclose) properties_close{};
  decltype(&H5Pget_layout) properties_layout{};
  decltype(&H5Pset_obj_track_times) properties_track_times{};
  decltype(&H5Screate) space_create{};
  decltype(&H5Screate_simple) space_create_simple{};
  decltype(&H5Sclose) space_close{};
  decltype(&H5Sget_simple_extent_npoints) space_points{};
  decltype(&H5Tcopy) type_copy{};
  decltype(&H5Tclose) type_close{};
  decltype(&H5Tget_class) type_class{};
  decltype(&H5Tget_size) type_size{};
  decltype(&H5Tset_size) type_set_size{};
  decltype(&H5Tis_variable_str) type_is_variable_text{};
  decltype(&H5Ovisit2) visit_objects{};
  decltype(&H5Eset_auto2) set_error_printer{};

  // Identifiers of types and property lists, which the library assigns when it starts.
  [[nodiscard]] hid_t int32() const { return started(int32_); }
  [[nodiscard]] hid_t float64() const { return started(float64_); }
  [[nodiscard]] hid_t text() const { return started(text_); }
  [[nodiscard]] hid_t of_groups() const { return started(of_groups_); }
  [[nodiscard]] hid_t of_sets() const { return started(of_sets_); }

 private:
  [[nodiscard]] hid_t started(const hid_t* number) const {
    start_();
    return *number;
  }

  decltype(&H5open) start_{};
  const hid_t* int32_{};
  const hid_t* float64_{};
  const hid_t* text_{};
  const hid_t* of_groups_{};
  const hid_t* of_sets_{};
};

/// Returns the library; the first call opens it. @throws InputError as the constructor.
const Hdf5Library& hdf5_library();

}  // namespace solfec
