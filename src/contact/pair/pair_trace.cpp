#include "contact/pair/pair_trace.h"

namespace solfec {

PieceTrace* PairTrace::begin(const PieceSet& set, PiecePair pair) {
  const int a = set.body[pair.first];
  const int b = set.body[pair.second];
  if (set.body_id[a] != first || set.body_id[b] != second) return nullptr;
  PieceTrace& trace = pieces.emplace_back();
  trace.first_piece = pair.first - set.body_piece_start[a];
  trace.second_piece = pair.second - set.body_piece_start[b];
  return &trace;
}

}  // namespace solfec
