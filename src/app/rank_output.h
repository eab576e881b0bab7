#pragma once

#include <string>

namespace solfec {

/// Standard output and standard error of a rank. All ranks run the same script and print the same
/// text, so only rank 0 is heard. The standard output of other ranks is dropped. Their standard
/// error is kept in a file, and is printed when a rank ends for a reason of its own.
class RankOutput {
 public:
  /// @param heard  False: output is kept back from now on.
  explicit RankOutput(bool heard);
  ~RankOutput();
  RankOutput(const RankOutput&) = delete;
  RankOutput& operator=(const RankOutput&) = delete;

  /// Writes the end of the text that was kept back to standard error, each line with the rank.
  void tell(int rank) const;
  /// Writes to the true standard error, on every rank. May be called from another thread.
  void say(const std::string& text) const;

 private:
  int held_ = -1;   // descriptor of the file of kept text; -1: nothing is kept back
  int error_ = -1;  // descriptor of the true standard error
};

}  // namespace solfec
