#include "body/finite_element/finite_element_mesh.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/element_quadrature.h"
#include "geometry/element/shape_functions.h"
#include "material/bulk_law.h"

namespace solfec {
namespace {

// A mesh is made from cells: elements, or parts of elements of a background mesh. Cells are sorted
// by kind of element (make_mesh), each group is allocated with the points that its packs need
// (allocate) and filled lane by lane (fill_group, fill_lane). At the end each node gets the list of
// the places where elements write their forces on it (make_gather_lists).

constexpr std::array<int, 4> kNodeCounts{4, 5, 6, 8};
constexpr auto kLaneCount = static_cast<std::size_t>(kElementLanes);

int group_of_kind(int node_count) { return node_count == 8 ? 3 : node_count - 4; }

/// One point with the whole weight for the tetrahedron, else the rule of body integrals.
std::vector<QuadraturePoint> force_rule(int node_count) {
  if (node_count == 4) return {{reference_center(4), 1.0 / 6.0}};
  const auto rule = body_quadrature(node_count);
  return {rule.begin(), rule.end()};
}

/// Vertices of one element.
struct Vertices {
  std::array<Vec3, 8> at;
  std::size_t size{};

  Vertices(const Mesh& mesh, const MeshElement& element)
      : size(static_cast<std::size_t>(element.node_count)) {
    for (std::size_t a = 0; a < size; ++a) at[a] = mesh.nodes[std::size_t(element.node[a])];
  }
  [[nodiscard]] std::span<const Vec3> all() const { return std::span(at).first(size); }
};

void check_jacobian(double determinant, int element) {
  if (determinant > 0.0) return;
  throw InputError(cat("MESH: element ", element, " is folded: the determinant of its Jacobian is ",
                       determinant, " at a point of integration, must be positive"));
}

/// Content of one lane of a pack: an element, or the part of it that a body on a background mesh
/// fills.
struct Cell {
  int element{};
  int material{};
  const ElementPart* part = nullptr;  // null, or of an element that it does not fill
};

/// Points of a cell in local coordinates, with weights that need a factor det ∂X/∂ξ or not.
struct CellPoints {
  std::vector<QuadraturePoint> point;
  bool in_space{};  // weights in m^3

  explicit CellPoints(const Cell& cell, int node_count) : in_space(cell.part != nullptr) {
    point = in_space ? cell.part->points : force_rule(node_count);
  }
};

/// Numbers of points of all packs, and room for everything.
void allocate(std::span<const Cell> cells, ElementGroup& group) {
  group.point_start.assign(1, 0);
  for (int pack = 0; pack < group.pack_count(); ++pack) {
    std::size_t most = 0;
    for (int lane = 0; lane < kElementLanes; ++lane) {
      const int slot = pack * kElementLanes + lane;
      if (slot >= count(cells)) break;
      most = std::max(most, CellPoints(cells[at(slot)], group.node_count).point.size());
    }
    group.point_start.push_back(group.point_start.back() + static_cast<int>(most));
  }
  const auto lanes = static_cast<std::size_t>(group.pack_count()) * kLaneCount;
  const auto nodes = static_cast<std::size_t>(group.node_count);
  const std::size_t points = at(group.point_start.back()) * kLaneCount;
  group.node.resize(lanes * nodes);
  group.gradient.resize(points * (nodes - 1) * 3);
  group.weight.resize(points);
  group.lambda.resize(lanes);
  group.mu.resize(lanes);
  group.mass.resize(lanes * nodes);
}

/// Nodes, gradients and weights of the cell in one lane; weights are zero in a copy.
void fill_lane(ElementGroup& group, int slot, const Cell& cell, const MeshElement& element,
               const Vertices& vertices, bool is_copy) {
  const int pack = slot / kElementLanes;
  const int lane = slot % kElementLanes;
  for (int a = 0; a < group.node_count; ++a) {
    group.node[group.node_place(pack, a, lane)] = element.node[static_cast<std::size_t>(a)];
  }
  int point_place = group.point_start[pack];
  const CellPoints points(cell, group.node_count);
  for (const QuadraturePoint& point : points.point) {
    ShapeFunctions shape = shape_functions(group.node_count, point.local);
    const double determinant = to_space_gradients(vertices.all(), shape);
    const double weight = points.in_space ? point.weight : point.weight * determinant;
    group.weight[point_place * kElementLanes + lane] = is_copy ? 0.0 : weight;
    for (int a = 1; a < group.node_count; ++a) {
      const int place = (point_place * (group.node_count - 1) + a - 1) * 3;
      for (int k = 0; k < 3; ++k) {
        group.gradient[(std::size_t(place) + k) * kLaneCount + lane] =
            shape.gradient[static_cast<std::size_t>(a)][k];
      }
    }
    ++point_place;
  }
}

/// Lumped mass of the nodes of an element: Σ_b ρ ∫ N_a N_b dV = ρ ∫ N_a dV since Σ N_b = 1.
std::array<double, 8> lumped_mass(const Vertices& vertices, double density, int element) {
  const int n = static_cast<int>(vertices.size);
  std::array<double, 8> mass{};
  for (const QuadraturePoint& point : mass_quadrature(n)) {
    const ShapeFunctions shape = shape_functions(n, point.local);
    const double determinant_J = determinant(element_jacobian(vertices.all(), shape));
    check_jacobian(determinant_J, element);
    for (std::size_t a = 0; a < vertices.size; ++a) {
      mass[a] += density * point.weight * determinant_J * shape.value[a];
    }
  }
  return mass;
}

/// Constants of the yield surface of the element in one slot.
void set_yield(const BulkMaterial& material, int slot, ElementGroup& group) {
  group.yield.resize(group.lambda.size() * 2);
  const int place = 2 * (slot - slot % kElementLanes) + slot % kElementLanes;
  group.yield[at(place)] = material.yield_stress;
  group.yield[at(place + kElementLanes)] = material.hardening;
}

/// Fills all lanes of a group and adds the masses of its elements to the nodes.
void fill_group(const Mesh& mesh, std::span<const Cell> cells,
                std::span<const BulkMaterial> materials, FiniteElementMesh& body,
                ElementGroup& group) {
  allocate(cells, group);
  for (int slot = 0; slot < group.pack_count() * kElementLanes; ++slot) {
    const bool is_copy = slot >= group.element_count();
    const int first_of_pack = slot - slot % kElementLanes;
    const Cell& cell = cells[at(is_copy ? first_of_pack : slot)];
    const MeshElement& element = mesh.elements[at(cell.element)];
    const Vertices vertices(mesh, element);
    const BulkMaterial& material = materials[at(cell.material)];
    SOLFEC_ASSERT(material.model == materials[at(cells.front().material)].model);
    group.lambda[slot] = lame_lambda(material);
    group.mu[slot] = lame_mu(material);
    if (material.model == BulkModel::von_mises) set_yield(material, slot, group);
    fill_lane(group, slot, cell, element, vertices, is_copy);
    if (is_copy) continue;
    std::array<double, 8> mass{};
    if (cell.part == nullptr) {
      mass = lumped_mass(vertices, material.density, cell.element);
    } else {
      mass = cell.part->shape_integral;
      for (double& entry : mass) entry *= material.density;
    }
    for (int a = 0; a < group.node_count; ++a) {
      const int place = group.node_place(slot / kElementLanes, a, slot % kElementLanes);
      group.mass[place] = mass[static_cast<std::size_t>(a)];
      body.mass[group.node[place]] += group.mass[place];
    }
  }
}

/// Calls f(node, place of the x component) for all elements in the order of the forces.
template <typename Function>
void for_each_force(const FiniteElementMesh& body, const Function& f) {
  for (std::size_t g = 0; g < body.group.size(); ++g) {
    const ElementGroup& group = body.group[g];
    for (int slot = 0; slot < group.element_count(); ++slot) {
      const int pack = slot / kElementLanes;
      const int lane = slot % kElementLanes;
      for (int a = 0; a < group.node_count; ++a) {
        const int place = (pack * group.node_count + a) * 3 * kElementLanes + lane;
        f(group.node[group.node_place(pack, a, lane)], body.force_start[g] + place);
      }
    }
  }
}

/// Counts, then fills: each node's places in the order of the elements.
void make_gather_lists(FiniteElementMesh& body) {
  for (std::size_t g = 0; g < body.group.size(); ++g) {
    body.force_start[g + 1] = body.force_start[g] + body.group[g].pack_count() *
                                                        body.group[g].node_count * 3 *
                                                        kElementLanes;
  }
  body.gather_start.assign(body.node.size() + 1, 0);
  for_each_force(body, [&](int node, int /*place*/) { ++body.gather_start[node + 1]; });
  for (int i = 0; i < body.node_count(); ++i) body.gather_start[i + 1] += body.gather_start[i];
  body.gather.resize(static_cast<std::size_t>(body.gather_start.back()));
  std::vector<std::int32_t> next(body.gather_start.begin(), body.gather_start.end() - 1);
  for_each_force(body, [&](int node, int place) { body.gather[next[node]++] = place; });
}

/// Whole elements first, so that packs have lanes of as many points.
FiniteElementMesh make_mesh(const Mesh& mesh, std::span<const Cell> cells,
                            std::span<const BulkMaterial> materials) {
  FiniteElementMesh body;
  body.node = mesh.nodes;
  body.mass.assign(mesh.nodes.size(), 0.0);
  body.group_of.assign(mesh.elements.size(), -1);
  body.slot_of.assign(mesh.elements.size(), -1);
  std::array<std::vector<Cell>, kNodeCounts.size()> by_group;
  for (const bool whole : {true, false}) {
    for (const Cell& cell : cells) {
      if ((cell.part == nullptr) != whole) continue;
      const auto e = at(cell.element);
      const int g = group_of_kind(mesh.elements[e].node_count);
      if (body.group_of[e] < 0) {
        body.group_of[e] = g;
        body.slot_of[e] = count(by_group[at(g)]);
      }
      by_group[at(g)].push_back(cell);
      body.group[at(g)].element.push_back(cell.element);
    }
  }
  for (std::size_t g = 0; g < body.group.size(); ++g) {
    ElementGroup& group = body.group[g];
    group.node_count = kNodeCounts[g];
    fill_group(mesh, by_group[g], materials, body, group);
    if (!by_group[g].empty()) group.model = materials[at(by_group[g].front().material)].model;
    group.state.assign(group.weight.size() * at(law_of(group.model).state_size), 0.0);
  }
  for (int node = 0; node < body.node_count(); ++node) {
    if (body.mass[at(node)] > 0.0) continue;
    throw InputError(cat("node ", node,
                         " of the mesh has no mass: its elements hold too little of "
                         "the body"));
  }
  make_gather_lists(body);
  return body;
}

}  // namespace

FiniteElementMesh make_finite_element_mesh(const Mesh& mesh,
                                           std::span<const BulkMaterial> materials,
                                           std::span<const int> material) {
  SOLFEC_ASSERT(material.size() == mesh.elements.size());
  std::vector<Cell> cells;
  cells.reserve(mesh.elements.size());
  for (int e = 0; e < count(mesh.elements); ++e) cells.push_back({e, material[at(e)], nullptr});
  return make_mesh(mesh, cells, materials);
}

FiniteElementMesh make_finite_element_mesh(const BackgroundMesh& background,
                                           std::span<const BulkMaterial> materials,
                                           std::span<const int> material) {
  SOLFEC_ASSERT(material.size() == background.parts.size());
  std::vector<Cell> cells;
  cells.reserve(background.parts.size());
  for (std::size_t k = 0; k < background.parts.size(); ++k) {
    const ElementPart& part = background.parts[k];
    cells.push_back({part.element, material[k], part.whole ? nullptr : &part});
  }
  return make_mesh(background.mesh, cells, materials);
}

std::vector<double> consistent_mass(std::span<const Vec3> vertices, double density) {
  const std::size_t n = vertices.size();
  std::vector<double> mass(n * n, 0.0);
  for (const QuadraturePoint& point : mass_quadrature(count(vertices))) {
    const ShapeFunctions shape = shape_functions(count(vertices), point.local);
    const double weight = density * point.weight * determinant(element_jacobian(vertices, shape));
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        mass[a * n + b] += weight * shape.value[a] * shape.value[b];
      }
    }
  }
  return mass;
}

double total_mass(const FiniteElementMesh& mesh) {
  double sum = 0.0;
  for (const double mass : mesh.mass) sum += mass;
  return sum;
}

Vec3 mass_center(const FiniteElementMesh& mesh, std::span<const Vec3> position) {
  SOLFEC_ASSERT(count(position) == mesh.node_count());
  Vec3 sum;
  double mass = 0.0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    sum += mesh.mass[i] * position[i];
    mass += mesh.mass[i];
  }
  return sum / mass;
}

double kinetic_energy(const FiniteElementMesh& mesh, std::span<const Vec3> velocity) {
  SOLFEC_ASSERT(count(velocity) == mesh.node_count());
  double sum = 0.0;
  for (std::size_t i = 0; i < velocity.size(); ++i) {
    sum += 0.5 * mesh.mass[i] * dot(velocity[i], velocity[i]);
  }
  return sum;
}

}  // namespace solfec
