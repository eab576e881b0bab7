#pragma once

#include <string>

#include "language/table/command_table.h"

namespace solfec {

/// Texts made from the command table.

/// Returns the text that `solfec --doc NAME` prints of a command: signature, text, arguments,
/// members.
std::string help_text(const CommandSpec& command);

/// Returns the text of help_text without its first line, the signature.
std::string help_body(const CommandSpec& command);

/// Returns the text that help() shows of a member: its text and unit, what may be written,
/// arguments of methods.
std::string help_text(const MemberSpec& member);

/// The language reference, docs/language.md.
std::string language_reference();

/// Type stubs of the package, python/solfec/__init__.pyi.
std::string type_stubs();

}  // namespace solfec
