#include "body/finite_element/plastic_strain.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "body/finite_element/law_kernels.h"

namespace solfec {
namespace {

/// Sums over the elements of a node: of volume and of volume times α.
struct NodeSum {
  double volume{};
  double strain{};
};

/// Adds the element in one slot to its nodes.
/// @param strain  For the points of its pack; overwritten.
void add_element(const ElementGroup& group, const ElementPacks& packs, int slot,
                 std::vector<double>& strain, std::vector<NodeSum>& sums) {
  const int pack = slot / kElementLanes;
  const int lane = slot % kElementLanes;
  const int begin = group.point_start[at(pack)];
  strain.assign(at(group.point_start[at(pack) + 1] - begin), 0.0);
  law_kernels(group.model).plastic_strains(packs, pack, lane, strain.data());
  NodeSum sum;
  for (int p = 0; p < count(strain); ++p) {
    const double weight = group.weight[at((begin + p) * kElementLanes + lane)];
    sum.volume += weight;
    sum.strain += weight * strain[at(p)];
  }
  for (int a = 0; a < group.node_count; ++a) {
    NodeSum& to = sums[at(group.node[at(group.node_place(pack, a, lane))])];
    to.volume += sum.volume;
    to.strain += sum.strain;
  }
}

}  // namespace

void plastic_strains(const FiniteElementBody& body, std::span<double> nodal) {
  SOLFEC_ASSERT(count(nodal) == body.node_count());
  std::vector<NodeSum> sums(nodal.size());
  std::vector<double> strain;
  for (const ElementGroup& group : body.elements.group) {
    if (group.state.empty()) continue;
    const ElementPacks packs = element_packs(group);
    for (int slot = 0; slot < group.element_count(); ++slot) {
      add_element(group, packs, slot, strain, sums);
    }
  }
  std::transform(sums.begin(), sums.end(), nodal.begin(), [](const NodeSum& sum) {
    return sum.volume > 0.0 ? sum.strain / sum.volume : 0.0;
  });
}

double plastic_strain_at(const FiniteElementBody& body, Vec3 reference) {
  const MeshPoint point = body.find(reference);
  std::vector<double> nodal(at(body.node_count()));
  plastic_strains(body, nodal);
  double strain = 0.0;
  for (std::size_t a = 0; a < at(point.count); ++a) {
    strain += point.weight[a] * nodal[at(point.node[a])];
  }
  return strain;
}

}  // namespace solfec
