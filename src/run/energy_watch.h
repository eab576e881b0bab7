#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// Notices deformable bodies whose steps are too long: their energy grows without work.
///
/// Kinetic + internal + damping - external - numerical of a body keeps its value
/// (docs/time-step.md), so its energy without the growth
///   g = numerical + max(0, contact + friction) + max(0, -damping)
/// is what it has from its start, from loads, joints and users' changes and what has turned into
/// heat. Contacts and damping take energy only, and the part of the scheme vanishes with the step.
/// A body is unstable when g since the watch began exceeds the largest energy without it, so when
/// most of its energy comes from nowhere. In the scenes and examples g stays below 0.17 of it.
///
/// What a strain of 1e-6 would hold is no energy here, so that rounding and bodies at rest are
/// none. The state is not stored: a continued run begins the watch anew.
class EnergyWatch {
 public:
  /// Takes up bodies that are not watched yet with their present energies, before a step.
  void begin(const Domain& domain);
  /// @return The first unstable body after a step, 0 when there is none.
  [[nodiscard]] BodyId find_unstable(const Domain& domain);
  /// What to tell the user about it.
  [[nodiscard]] std::string text(const Domain& domain, BodyId id, double step) const;

 private:
  struct Watched {
    BodyId id{};
    double start{};    // g when the watch began, J
    double largest{};  // energy without growth, J
    double least{};    // that counts as energy, J
  };
  std::vector<Watched> watched_;  // by id
  int bodies_ = 0;                // of the model when they were taken up
  BodyId last_id_ = 0;
};

}  // namespace solfec
