#include "body/finite_element/total_lagrangian.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/element_kernels.h"
#include "body/finite_element/law_kernels.h"
#include "geometry/element/shape_functions.h"
#include "material/kirchhoff.h"

namespace solfec {
namespace {

// Forces take two passes: elements write to places of their own, by packs in parallel; then each
// node sums up its places in the order of the elements (gather_forces). Element matrices are added
// to K in place, colour by colour: packs of one colour share no node (colour_packs), so no block is
// written twice at a time and the order of additions is that of the colours.

constexpr int kPacksPerPart = 64;  // items of a parallel loop; some ten microseconds
constexpr int kNodesPerPart = 1024;
constexpr int kColoured = 16;  // packs of a colour that are worth waking threads

int part_count(int items, int per_part) { return (items + per_part - 1) / per_part; }

/// Calls f(begin, end) for parts of [0, n).
template <typename Function>
void for_parts(int n, int per_part, const Function& f) {
  parallel_for(part_count(n, per_part), 2,
               [&](int part) { f(part * per_part, std::min(n, (part + 1) * per_part)); });
}

/// Sums the forces of elements per node.
void gather_forces(const FiniteElementMesh& mesh, const std::vector<double>& element_force,
                   std::span<Vec3> force) {
  for_parts(mesh.node_count(), kNodesPerPart, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      Vec3 sum;
      for (std::int32_t k = mesh.gather_start[i]; k < mesh.gather_start[i + 1]; ++k) {
        const double* from = &element_force[mesh.gather[k]];
        sum += Vec3{from[0], from[kElementLanes], from[2L * kElementLanes]};
      }
      force[i] = sum;
    }
  });
}

/// Colours packs greedily so that packs of one colour share no node.
void colour_packs(const ElementGroup& group, int node_count, std::vector<int>& colour_start,
                  std::vector<int>& pack) {
  std::vector<std::vector<int>> packs_of;
  std::vector<int> waiting(static_cast<std::size_t>(group.pack_count()));
  std::iota(waiting.begin(), waiting.end(), 0);
  const int width = group.node_count * kElementLanes;
  while (!waiting.empty()) {  // 64 colours per round
    std::vector<std::uint64_t> used(static_cast<std::size_t>(node_count), 0);
    const std::size_t first_colour = packs_of.size();
    std::vector<int> left;
    for (const int p : waiting) {
      const auto nodes = std::span(group.node).subspan(std::size_t(p) * width, std::size_t(width));
      std::uint64_t taken = 0;
      for (const std::int32_t node : nodes) taken |= used[node];
      if (taken == ~std::uint64_t{0}) {
        left.push_back(p);
        continue;
      }
      const int colour = __builtin_ctzll(~taken);
      for (const std::int32_t node : nodes) used[node] |= std::uint64_t{1} << colour;
      const std::size_t number = first_colour + static_cast<std::size_t>(colour);
      if (number >= packs_of.size()) packs_of.resize(number + 1);
      packs_of[number].push_back(p);
    }
    waiting.swap(left);
  }
  colour_start.assign(1, 0);
  for (const std::vector<int>& packs : packs_of) {
    pack.insert(pack.end(), packs.begin(), packs.end());
    colour_start.push_back(count(pack));
  }
}

/// Nodes of the element in one slot.
struct SlotNodes {
  std::array<std::int32_t, 8> at{};
  std::size_t size;

  SlotNodes(const ElementGroup& group, int slot) : size(std::size_t(group.node_count)) {
    for (int a = 0; a < group.node_count; ++a) {
      at[static_cast<std::size_t>(a)] =
          group.node[group.node_place(slot / kElementLanes, a, slot % kElementLanes)];
    }
  }
  [[nodiscard]] std::span<const std::int32_t> all() const { return std::span(at).first(size); }
};

/// Pattern of the stiffness: nodes that share an element.
void make_pattern(const FiniteElementMesh& mesh, BlockCsr& K) {
  std::vector<std::vector<std::int32_t>> columns(mesh.node.size());
  for (const ElementGroup& group : mesh.group) {
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const SlotNodes nodes(group, slot);
      for (const std::int32_t i : nodes.all()) {
        columns[i].insert(columns[i].end(), nodes.all().begin(), nodes.all().end());
      }
    }
  }
  K.clear();
  for (auto& row : columns) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    K.column.insert(K.column.end(), row.begin(), row.end());
    K.row_start.push_back(count(K.column));
  }
  K.block.assign(K.column.size(), Mat3{});
}

/// Block (a, b) of one lane, a <= b stored: the other ones are the transposed.
Mat3 lane_block(const double* matrix, int n, int a, int b, int lane) {
  const auto [row, column] = std::minmax(a, b);
  const double* from = matrix + (row * n + column) * 9L * kElementLanes + lane;
  Mat3 block;
  for (std::size_t k = 0; k < 9; ++k) block.m[k] = from[k * kElementLanes];
  return a <= b ? block : transpose(block);
}

/// Adds the element matrices of one pack.
void add_pack(const ElementGroup& group, const std::vector<std::int32_t>& place, int pack,
              const double* matrix, BlockCsr& K) {
  const int n = group.node_count;
  for (int lane = 0; lane < kElementLanes; ++lane) {
    const std::int32_t* to = &place[(std::size_t(pack) * kElementLanes + lane) * n * n];
    if (to[0] < 0) return;  // copies come last
    for (int k = 0; k < n * n; ++k) K.block[to[k]] += lane_block(matrix, n, k / n, k % n, lane);
  }
}

}  // namespace

void internal_force(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                    ElementWorkspace& workspace, std::span<Vec3> force) {
  SOLFEC_ASSERT(count(q) == mesh.node_count() && count(force) == mesh.node_count());
  workspace.force.resize(static_cast<std::size_t>(mesh.force_start.back()));
  for (std::size_t g = 0; g < mesh.group.size(); ++g) {
    const ElementPacks packs = element_packs(mesh.group[g]);
    double* out = workspace.force.data() + mesh.force_start[g];
    for_parts(mesh.group[g].pack_count(), kPacksPerPart, [&](int begin, int end) {
      kernels_of(mesh.group[g]).force(packs, begin, end, q.data(), out);
    });
  }
  gather_forces(mesh, workspace.force, force);
}

namespace {

/// Change of the internal force with a share of what comes from the present stress.
/// @param kernels  kernels(group) of each group.
template <typename Kernels>
void find_force_change(const FiniteElementMesh& mesh, const Kernels& kernels,
                       std::span<const Vec3> q, ForceDirection direction,
                       ElementWorkspace& workspace, std::span<Vec3> force) {
  SOLFEC_ASSERT(count(q) == mesh.node_count() && count(force) == mesh.node_count());
  workspace.force.resize(static_cast<std::size_t>(mesh.force_start.back()));
  for (std::size_t g = 0; g < mesh.group.size(); ++g) {
    const ElementPacks packs = element_packs(mesh.group[g]);
    double* out = workspace.force.data() + mesh.force_start[g];
    for_parts(mesh.group[g].pack_count(), kPacksPerPart, [&](int begin, int end) {
      kernels(mesh.group[g]).force_change(packs, begin, end, q.data(), direction, out);
    });
  }
  gather_forces(mesh, workspace.force, force);
}

const ElementKernels& linear_kernels(const ElementGroup& /*group*/) { return element_kernels(); }

}  // namespace

void internal_force_change(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                           std::span<const Vec3> v, ElementWorkspace& workspace,
                           std::span<Vec3> force) {
  SOLFEC_ASSERT(v.size() == q.size());
  find_force_change(mesh, kernels_of, q, {v.data(), 1.0}, workspace, force);
}

void linear_force_change(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                         std::span<const Vec3> v, ElementWorkspace& workspace,
                         std::span<Vec3> force) {
  SOLFEC_ASSERT(v.size() == q.size());
  find_force_change(mesh, linear_kernels, q, {v.data(), 1.0}, workspace, force);
}

void strain_rate_force(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                       std::span<const Vec3> v, ElementWorkspace& workspace,
                       std::span<Vec3> force) {
  SOLFEC_ASSERT(v.size() == q.size());
  find_force_change(mesh, kernels_of, q, {v.data(), 0.0}, workspace, force);
}

double internal_energy(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                       ElementWorkspace& workspace) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  double sum = 0.0;
  for (const ElementGroup& group : mesh.group) {
    const ElementPacks packs = element_packs(group);
    workspace.energy.resize(static_cast<std::size_t>(group.pack_count()) * kElementLanes);
    for_parts(group.pack_count(), kPacksPerPart, [&](int begin, int end) {
      kernels_of(group).energy(packs, begin, end, q.data(), workspace.energy.data());
    });
    for (const double energy : workspace.energy) sum += energy;
  }
  return sum;
}

void advance_states(FiniteElementMesh& mesh, std::span<const Vec3> q) {
  SOLFEC_ASSERT(count(q) == mesh.node_count());
  for (ElementGroup& group : mesh.group) {
    if (group.state.empty()) continue;
    const ElementPacks packs = element_packs(group);
    for_parts(group.pack_count(), kPacksPerPart, [&](int begin, int end) {
      law_kernels(group.model).advance(packs, begin, end, q.data(), group.state.data());
    });
  }
}

double plastic_work(const FiniteElementMesh& mesh, ElementWorkspace& workspace) {
  double sum = 0.0;
  for (const ElementGroup& group : mesh.group) {
    if (group.state.empty()) continue;
    const ElementPacks packs = element_packs(group);
    workspace.energy.resize(static_cast<std::size_t>(group.pack_count()) * kElementLanes);
    for_parts(group.pack_count(), kPacksPerPart, [&](int begin, int end) {
      law_kernels(group.model).plastic_work(packs, begin, end, workspace.energy.data());
    });
    for (const double work : workspace.energy) sum += work;
  }
  return sum;
}

StiffnessPlan plan_stiffness(const FiniteElementMesh& mesh, BlockCsr& K) {
  make_pattern(mesh, K);
  StiffnessPlan plan;
  for (std::size_t g = 0; g < mesh.group.size(); ++g) {
    const ElementGroup& group = mesh.group[g];
    const int n = group.node_count;
    colour_packs(group, mesh.node_count(), plan.colour_start[g], plan.pack[g]);
    plan.place[g].assign(std::size_t(group.pack_count()) * kElementLanes * n * n, -1);
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const SlotNodes nodes(group, slot);
      for (int k = 0; k < n * n; ++k) {
        const int i = nodes.at[static_cast<std::size_t>(k / n)];
        const int j = nodes.at[static_cast<std::size_t>(k % n)];
        plan.place[g][static_cast<std::size_t>(slot) * n * n + k] =
            static_cast<std::int32_t>(K.find(i, j) - K.block.data());
      }
    }
  }
  return plan;
}

namespace {

void clear_blocks(BlockCsr& K) {
  constexpr int kTogether = 2048;  // blocks
  constexpr int kWorthThreads = 16;
  const int size = count(K.block);
  parallel_for((size + kTogether - 1) / kTogether, kWorthThreads, [&](int part) {
    const auto first = K.block.begin() + static_cast<std::ptrdiff_t>(kTogether) * part;
    std::fill_n(first, std::min(kTogether, size - kTogether * part), Mat3{});
  });
}

}  // namespace

void assemble_stiffness(const FiniteElementMesh& mesh, const StiffnessPlan& plan,
                        std::span<const Vec3> q, BlockCsr& K, GeometricStiffness geometric) {
  SOLFEC_ASSERT(count(q) == mesh.node_count() && K.row_count() == mesh.node_count());
  clear_blocks(K);
  for (std::size_t g = 0; g < mesh.group.size(); ++g) {
    const ElementGroup& group = mesh.group[g];
    const ElementPacks packs = element_packs(group);
    const auto add = [&](int k) {
      std::array<double, kStiffnessSize> matrix;
      const int pack = plan.pack[g][k];
      kernels_of(group).stiffness(packs, pack, q.data(), geometric, matrix.data());
      add_pack(group, plan.place[g], pack, matrix.data(), K);
    };
    parallel_phases(plan.colour_start[g], group.pack_count() >= kColoured, false, add);
  }
}

Mat3 deformation_gradient(const FiniteElementMesh& mesh, std::span<const Vec3> q, int element,
                          Vec3 local) {
  const ElementGroup& group = mesh.group[static_cast<std::size_t>(mesh.group_of[element])];
  const SlotNodes nodes(group, mesh.slot_of[element]);
  std::array<Vec3, 8> vertex;
  for (std::size_t a = 0; a < nodes.size; ++a) vertex[a] = mesh.node[nodes.at[a]];
  ShapeFunctions shape = shape_functions(group.node_count, local);
  to_space_gradients(std::span<const Vec3>(vertex).first(nodes.size), shape);
  Mat3 F = identity();
  for (std::size_t a = 1; a < nodes.size; ++a) {
    F += outer(q[nodes.at[a]] - q[nodes.at[0]], shape.gradient[a]);
  }
  return F;
}

Mat3 cauchy_stress(const FiniteElementMesh& mesh, std::span<const Vec3> q, int element,
                   Vec3 local) {
  SOLFEC_ASSERT(0 <= element && element < mesh.element_count());
  const ElementGroup& group = mesh.group[static_cast<std::size_t>(mesh.group_of[element])];
  SOLFEC_ASSERT(group.formulation == ElementFormulation::linear);
  SOLFEC_ASSERT(group.model == BulkModel::kirchhoff);
  const int slot = mesh.slot_of[element];
  return cauchy_stress(deformation_gradient(mesh, q, element, local), group.lambda[slot],
                       group.mu[slot]);
}

}  // namespace solfec
