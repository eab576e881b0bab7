#include "assembly/bond_planes.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "base/count.h"

namespace solfec {
namespace {

constexpr double kCoplanar = 1e-3;  // rad; offsets relative to distances

/// A patch of bonds by its first contact.
struct BondedPatch {
  const ContactPoint* contact;
  int material;
  int number;
};

auto pair_of(const BondedPatch& patch) {
  const ContactPoint& contact = *patch.contact;
  return std::tuple(contact.key.first_body, contact.key.second_body, patch.material,
                    contact.state.first_is_slave);
}

/// Whether the anchors of two patches of one pair lie in one plane of the slave.
bool are_coplanar(const BondAnchor& a, const BondAnchor& b) {
  if (norm(a.normal - b.normal) > kCoplanar) return false;
  const Vec3 apart = b.slave - a.slave;
  const double size = std::fmax(norm(apart), std::sqrt(std::fmax(a.area, b.area)));
  return std::fabs(dot(a.normal, apart)) <= kCoplanar * size;
}

bool bends(const BondPlaneInput& input, const ContactPoint& contact) {
  return has_mesh(input.bodies[at(contact.master)].kind) ||
         has_mesh(input.bodies[at(contact.slave)].kind);
}

/// Plane of each of the patches, which it sorts: the number of the first patch in it.
/// @param plane  By number of the patch; those that are not listed keep theirs.
void join_planes(const ContactMemories& memories, std::vector<BondedPatch>& listed,
                 std::vector<int>& plane) {
  std::sort(listed.begin(), listed.end(), [](const BondedPatch& a, const BondedPatch& b) {
    return std::tuple(pair_of(a), a.number) < std::tuple(pair_of(b), b.number);
  });
  const auto anchor = [&](const BondedPatch& patch) -> const BondAnchor& {
    return memories[patch.contact->state.memory].anchor;
  };
  std::vector<const BondedPatch*> first;  // of each plane of a pair
  for (const BondedPatch& patch : listed) {
    if (!first.empty() && pair_of(*first.front()) != pair_of(patch)) first.clear();
    const auto same = std::find_if(first.begin(), first.end(), [&](const BondedPatch* other) {
      return are_coplanar(anchor(*other), anchor(patch));
    });
    if (same == first.end()) {
      first.push_back(&patch);
    } else {
      plane[at(patch.number)] = (*same)->number;
    }
  }
}

}  // namespace

void set_bond_planes(const BondPlaneInput& input, ContactPatches& patches, LocalDynamics& problem) {
  const int first_row = input.first_row;
  const auto is_bonded = [](const RowLaw& law) { return law.bonded; };
  if (std::none_of(problem.law.begin() + first_row, problem.law.end(), is_bonded)) return;
  patches.find(input.contacts);
  std::vector<int> plane(at(patches.size()));
  std::vector<BondedPatch> listed;
  for (int p = 0; p < patches.size(); ++p) {
    plane[at(p)] = p;
    for (const ContactPatches::Point& point : patches[p]) {
      const ContactPoint& contact = input.contacts[at(point.contact)];
      if (!contact.state.bonded || contact.state.memory < 0 || input.memories == nullptr) continue;
      if (bends(input, contact)) break;
      listed.push_back(
          {&contact, input.materials.find(contact.master_surface, contact.slave_surface), p});
      break;
    }
  }
  if (input.memories != nullptr) join_planes(*input.memories, listed, plane);
  problem.bond_patch.assign(problem.law.size(), -1);
  problem.bond_plane.assign(problem.law.size(), -1);
  problem.bond_point.assign(problem.law.size(), {});
  for (int p = 0; p < patches.size(); ++p) {
    for (const ContactPatches::Point& point : patches[p]) {
      const std::size_t row = at(first_row + point.contact);
      problem.bond_patch[row] = p;
      problem.bond_plane[row] = plane[at(p)];
      problem.bond_point[row] = input.contacts[at(point.contact)].point;
    }
  }
}

}  // namespace solfec
