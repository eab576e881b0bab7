#pragma once

#include <string>

namespace solfec {

/// A script of inp/ that comes with the program.
struct Example {
  std::string name;  // path below inp/ without its ending, e.g. masonry/arch
  std::string path;
};

/// One line per example: its name and the first sentence of its header ("# Shows: ...").
/// @throws InputError when the folder share/solfec/inp is not beside the folder of the program.
std::string list_of_examples();

/// Finds an example by its name, or by the last part of its name when no other example has it; both
/// may have the ending .py.
/// @throws InputError naming the nearest example.
Example find_example(const std::string& name);

/// Text of the script. @throws InputError when it cannot be read.
std::string example_text(const Example& example);

/// Returns the text after "# Shows:" in the header of a script, up to the first word that ends with
/// . or ; or to the next heading, at most 100 characters; '' without such a line.
std::string subject_of_script(const std::string& text);

}  // namespace solfec
