#include "solver/measure/motion_change.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "base/count.h"
#include "solver/measure/natural_residual.h"

namespace solfec {
namespace {

/// Where the components of a kind of slot begin in the velocities.
struct Offsets {
  explicit Offsets(const BodyOperator& space)
      : affine(6 * space.rigid_slots().size()),
        nodal(affine + 12 * space.affine_slots().size()),
        factored(nodal + 3 * space.nodes().size()) {}

  std::size_t affine;
  std::size_t nodal;
  std::size_t factored;
};

double mass_of(double inverse) { return inverse > 0.0 ? 1.0 / inverse : 0.0; }

/// Mass that resists the rate of the deformation gradient.
double rate_mass(const BodyOperator& space, const AffineSlot& body) {
  if (body.dense < 0) return mass_of(trace(body.scaled_inverse) / 3.0);
  const DenseInverse& inverse = space.dense_inverses()[at(body.dense)];
  double sum = 0.0;
  for (std::size_t k = 0; k < 9; ++k) sum += inverse[10 * k];
  return mass_of(sum / 9.0);
}

/// Masses of the points of a factored slot from a first one on, into those of all factored slots.
void set_point_masses(const FactoredSlots& slots, int place, int first, std::span<double> mass) {
  for (int p = first; p < slots.side_count(place); ++p) {
    const double of_point = mass_of(trace(slots.inverse(place, p, p)) / 3.0);
    for (const std::size_t k : slots.components(place, p)) mass[k] = of_point;
  }
}

}  // namespace

void MotionChange::start(const LocalDynamics& problem) {
  const BodyOperator& space = problem.body_space;
  const Offsets first(space);
  mass_.assign(first.factored + space.factored().velocity_count(), 0.0);
  std::vector<std::uint8_t> elsewhere;  // without memory on one rank
  if (!problem.shared.one_rank()) elsewhere = slots_counted_elsewhere(problem);
  for (int s = 0; s < space.slot_count(); ++s) {
    const bool is_elsewhere = !elsewhere.empty() && elsewhere[at(s)] != 0;
    const auto [kind, place] = space.slots()[at(s)];
    if (is_elsewhere && !is_mesh(kind)) continue;
    if (kind == SlotKind::rigid) {
      const RigidSlot& body = space.rigid_slots()[at(place)];
      const double* A = body.scaled_inverse;
      double* const mass = &mass_[6 * at(place)];
      std::fill_n(mass, 3, mass_of((A[0] + A[1] + A[2]) / 3.0));
      std::fill_n(mass + 3, 3, mass_of(body.scaled_inverse_mass));
    } else if (kind == SlotKind::nodal) {
      const NodalSlot& nodal = space.nodal_slots()[at(place)];
      for (int n = nodal.first + (is_elsewhere ? nodal.border : 0); n < nodal.first + nodal.count;
           ++n) {
        std::fill_n(&mass_[first.nodal + 3 * at(n)], 3,
                    mass_of(space.nodes()[at(n)].scaled_inverse_mass));
      }
    } else if (kind == SlotKind::factored) {
      const int border = is_elsewhere ? space.factored().border(place) : 0;  // others have the rest
      set_point_masses(space.factored(), place, border, std::span(mass_).subspan(first.factored));
    } else {
      const AffineSlot& body = space.affine_slots()[at(place)];
      double* const mass = &mass_[first.affine + 12 * at(place)];
      std::fill_n(mass, 9, rate_mass(space, body));
      std::fill_n(mass + 9, 3, mass_of(body.scaled_inverse_mass));
    }
  }
}

void MotionChange::end(const BodyVelocities& velocities, double& moved, double& motion) {
  velocities.copy_velocities(after_);
  SOLFEC_ASSERT(after_.size() == before_.size() && after_.size() == mass_.size());
  moved = 0.0;
  motion = 0.0;
  for (std::size_t k = 0; k < after_.size(); ++k) {
    const double change = after_[k] - before_[k];
    moved += mass_[k] * change * change;
    motion += mass_[k] * after_[k] * after_[k];
  }
}

}  // namespace solfec
