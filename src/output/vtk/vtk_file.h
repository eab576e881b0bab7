#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "output/vtk/vtk_data.h"

namespace solfec {

/// Makes the bytes of VTK's XML files (VTU, VTP; version 1.0, header_type UInt64): a head that says
/// what there is, then all arrays, compressed, as raw bytes behind an underscore
/// (format="appended", encoding="raw"), which every reader of VTK takes.
///
/// It remembers the arrays of the data set before: those that have not changed (ids, labels, the
/// cells of a model) are neither compressed again nor, when none has changed, is a new file needed.
class VtkFileMaker {
 public:
  /// Data set as `make` has made it.
  struct File {
    std::string head;                                  // XML up to the underscore
    std::vector<const std::vector<std::byte>*> array;  // in their order
    std::string tail;                                  // XML
    bool is_as_before = false;                         // the data set is that of the call before
  };

  /// @return Valid up to the next call.
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
