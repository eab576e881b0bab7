#pragma once

#include <hdf5.h>

namespace solfec {

// H5F_ACC_RDONLY and H5F_ACC_TRUNC without the calls of the library that are in these macros.
inline constexpr unsigned kHdf5ReadOnly = 0x0000U;
inline constexpr unsigned kHdf5Truncate = 0x0002U;

/// Functions of the HDF5 library that this program calls. The library and the thirty others that it
/// needs are opened when the first stored problem asks for them, so nothing else waits for them or
/// needs them installed. Members have the names of the functions in short: `file_open` is H5Fopen.
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

  // Numbers that the library gives to types and kinds of properties once it has started.
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

/// The library, opened by the first call that succeeds. @throws as the constructor.
const Hdf5Library& hdf5_library();

}  // namespace solfec
