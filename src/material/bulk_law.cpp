#include "material/bulk_law.h"

#include <utility>

#include "base/enum_names.h"

namespace solfec {
namespace {

template <typename Law>
constexpr BulkLaw row_of() {
  BulkLaw row{Law::kStateSize, Law::energy, Law::stress, Law::tangent, Law::advance, nullptr};
  if constexpr (requires { Law::modulus_bound; }) row.modulus_bound = Law::modulus_bound;
  return row;
}

constexpr std::size_t kCount = std::tuple_size_v<BulkLaws>;
static_assert(kCount == item_count<BulkModel>());

template <std::size_t... I>
constexpr std::array<BulkLaw, kCount> all_rows(std::index_sequence<I...> /*laws*/) {
  return {row_of<std::tuple_element_t<I, BulkLaws>>()...};
}

constexpr std::array<BulkLaw, kCount> kLaws = all_rows(std::make_index_sequence<kCount>());

}  // namespace

const BulkLaw& law_of(BulkModel model) { return kLaws[static_cast<std::size_t>(model)]; }

}  // namespace solfec
