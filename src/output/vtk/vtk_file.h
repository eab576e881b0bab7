#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes the bytes of VTK's XML files (VTU, VTP; version 1.0, header_type UInt64): a head that
/// lists the arrays, then all arrays, compressed, as raw bytes behind an underscore
/// (format="appended", encoding="raw"). Every reader of VTK can read this form.
///
/// The arrays of the last data set are kept. An array that has not changed (ids, labels, the cells
/// of a model) is not compressed again. When no array has changed, no new file is needed.
class VtkFileMaker {
 public:
  /// Parts of a file, made by `make`.
  struct File {
    std::string head;                                  // XML up to the underscore
    std::vector<const std::vector<std::byte>*> array;  // in their order
    std::string tail;                                  // XML
    bool is_as_before = false;                         // the data set is that of the call before
  };

  /// Makes the parts of a file from a data set. @return Valid up to the next call.
  File make(VtkData data);

 private:
  class Composer;
  struct Encoded {
    VtkValues values;
    std::vector<std::byte> bytes;
    bool is_new = true;
  };

  Encoded& encode(const std::string& key, VtkValues values);

  std::map<std::string, Encoded> last_;  // by section and name
  std::vector<std::string> keys_;        // of the data set before
};

}  // namespace solfec
