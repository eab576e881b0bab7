#pragma once

#include <string>

#include "run/folder/model_view.h"

namespace solfec {

/// Stores in a result folder what a script says about its pictures, so that they look like those
/// of the script where only the folder is given. Bodies are known by their ids in the results. A
/// view that says nothing removes the file of an earlier one.
/// @throws OutputError when the folder refuses.
void store_view(const std::string& folder, const ModelView& view);

/// Reads it; a view that says nothing where there is no such file. Lines that are no entries are
/// passed over, for people may edit the file.
ModelView load_view(const std::string& folder);

}  // namespace solfec
