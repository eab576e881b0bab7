#pragma once

namespace solfec {

/// Two pieces of a PieceSet, first < second.
struct PiecePair {
  int first{};
  int second{};

  friend bool operator==(PiecePair, PiecePair) = default;
  friend bool operator<(PiecePair a, PiecePair b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

}  // namespace solfec
