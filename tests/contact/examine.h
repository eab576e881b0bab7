#pragma once

#include <array>

#include "contact/pair/narrow_phase.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"

namespace solfec::test {

/// The point of a pair of pieces, if there is one.
struct Examined : PairContact {
  bool found = false;
};

/// Asks the pair table about one query.
inline Examined examine_query(const PieceSet& pieces, const ContactParams& params,
                              PairQuery& query) {
  PairContacts contacts;
  contacts.resize(1);
  NarrowScratch scratch;
  const std::array<int, 1> list{0};
  const auto [first, second] = query.pair;
  pair_function(pieces.kind[first], pieces.kind[second])(
      {pieces, params, {&query, 1}, {}, nullptr, contacts}, list, scratch);
  if (!contacts.any(0)) return {};
  return {contacts.of(0).front(), true};
}

}  // namespace solfec::test
