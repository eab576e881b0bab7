#pragma once

#include <string>

namespace solfec {

/// Standard output and error of a rank. All ranks run the same script and say the same, so only
/// rank 0 is heard: what the others print is dropped, and what they write to standard error is held
/// back, to be told if they end for a reason of their own.
class RankOutput {
 public:
  /// @param heard  False: holds back from now on.
  explicit RankOutput(bool heard);
  ~RankOutput();
  RankOutput(const RankOutput&) = delete;
  RankOutput& operator=(const RankOutput&) = delete;

  /// Writes the end of what was held back to standard error, each line with the rank.
  void tell(int rank) const;
  /// Writes to standard error, heard in any case. May be called from another thread.
  void say(const std::string& text) const;

 private:
  int held_ = -1;   // file, -1: nothing is held back
  int error_ = -1;  // standard error as it was
};

}  // namespace solfec
