#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace solfec {

/// True when a file stands at `path` that another program or a person has made: a regular file that
/// is not empty and begins with none of the given texts. A zero byte of a text stands for any byte.
/// Such a file must not be written over.
bool is_foreign_file(const std::string& path, std::initializer_list<std::string_view> beginnings);

/// @param kind  What the file would be, with its article, e.g. "a page of solfec".
/// @throws OutputError when the file at `path` is foreign.
void check_not_foreign(const std::string& path, std::string_view kind,
                       std::initializer_list<std::string_view> beginnings);

/// Name for a file that is written beside `path` before it gets this name: PATH.part, with a number
/// behind it where a file has that name already. What is no regular file does not count.
std::string name_beside(const std::string& path);

}  // namespace solfec
