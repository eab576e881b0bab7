#include "body/finite_element/law_kernels.h"

#include <utility>

#include "body/finite_element/law_loops.h"

namespace solfec {
namespace {

constexpr std::size_t kCount = std::tuple_size_v<BulkLaws>;

template <std::size_t... I>
constexpr std::array<LawKernels, kCount> all_kernels(std::index_sequence<I...> /*laws*/) {
  return {LawLoops<std::tuple_element_t<I, BulkLaws>>::kTable...};
}

constexpr std::array<LawKernels, kCount> kKernels = all_kernels(std::make_index_sequence<kCount>());

}  // namespace

const LawKernels& law_kernels(BulkModel model) { return kKernels[static_cast<std::size_t>(model)]; }

const ElementKernels& kernels_of(const ElementGroup& group) {
  return group.model == BulkModel::kirchhoff ? element_kernels(group.formulation)
                                             : law_kernels(group.model).element;
}

}  // namespace solfec
