#pragma once

#include <cstddef>
#include <string>

namespace solfec {

/// Text of a file, or the reason why it cannot be read.
struct WholeFile {
  std::string text;
  std::string problem;  // e.g. "No such file or directory"; empty: the file was read
};

constexpr std::size_t kMostText = std::size_t{1} << 26;  // 64 MiB, of a script or a note

/// True for a FIFO, a device or a socket: a read of it may wait or go on for ever.
bool is_special_file(const std::string& path);

/// Problem of a special file, for messages.
constexpr const char* kSpecialFile = "it is no regular file";

/// Reads a regular file; an error of the disk is a problem, not an exception.
///
/// @param most  Bytes that the file may have.
WholeFile read_whole_file(const std::string& path, std::size_t most = std::string::npos);

/// Text of a note or a script of at most kMostText bytes; empty when it cannot be read.
std::string note_text(const std::string& path);

/// Reads a script: a regular file, or a pipe that is open already, as /dev/stdin and /dev/fd/63 of
/// a shell are. Any other FIFO is a problem, as a process that writes it may never come. Ends after
/// kMostText, as devices do not end.
WholeFile read_script_file(const std::string& path);

}  // namespace solfec
