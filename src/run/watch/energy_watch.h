#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/watch/watched_body.h"

namespace solfec {

/// Notices deformable bodies whose steps are too long: their energy grows without work.
///
/// Kinetic + internal + damping - external - numerical of a body keeps its value
/// (docs/time-step.md), so its energy without the growth
///   g = numerical + max(0, contact + friction) + max(0, -damping)
/// is what it has from its start, from loads, joints and users' changes and what has turned into
/// heat. Contacts and damping take energy only, up to errors of contacts, and the part of the
/// scheme vanishes with the step. A body is unstable when g since the watch began exceeds the
/// largest energy without it, so when most of its energy comes from nowhere. Of what an explicit
/// scheme adds s² / (1 - s²) times that energy, s = kCriticalShare, does not count: its kinetic and
/// internal energies at the ends of stable steps add up to H to H / (1 - s²) in the fastest mode,
/// and the watch may begin at the least. A body with another scheme than before is watched anew.
///
/// Through a packed piece much work passes while little stays, and small errors of the large
/// reactions on it are more than its energy. So the part of contacts in g counts only beyond the
/// sum over the steps of
///   0.1 h Σ|R| v + h e S (|R| + |U| / w̄).
/// The first part is a share of the work that passes: Σ|R| over the rows of the body and
/// v = sqrt(2 kinetic energy / mass). A contact that opened in one step and is closed in the next
/// (relative velocity V > 0 at the start) gives back some of it; that is the step's doing, not the
/// solver's. The second part is what the natural residual e of the solver can make
/// (natural_residual.h for w̄; S = max(|B|, |U|) over all rows, |R| and |U| over those of it):
/// where R is not zero, the part of U that should not be there is at most e S, in the opposite case
/// that of R at most e S / w̄.
///
/// CONTACT_PROJECTION moves bodies against their loads, which stands as numerical energy: no part
/// of g.
///
/// What a strain of 1e-6 would hold is no energy here, so that rounding and bodies at rest are
/// none. The state is not stored: a continued run begins the watch anew.
///
/// Each rank watches its own bodies. What a body is known by goes with it to its next rank, and
/// what rows do to ghosts goes to the owners of these.
class EnergyWatch {
 public:
  /// Takes up bodies that are not watched yet with their present energies, before a step. On
  /// ranks collective, as the others.
  void begin(const Domain& domain);
  /// @param residual  e of the solution of the step.
  /// @return The first unstable body of all ranks after a step, 0 when there is none.
  [[nodiscard]] BodyId find_unstable(const Domain& domain, double residual);
  /// Tells once that a scheme has taken away a large part of the energy of a body: 10 % of the
  /// largest that it has had. To be asked after find_unstable. On ranks each one looks at its own
  /// bodies.
  [[nodiscard]] std::string news_of_loss(const Domain& domain, double step);
  /// Returns what to tell the user about an unstable body. On ranks collective.
  [[nodiscard]] std::string text(const Domain& domain, BodyId id, double step);

 private:
  WatchedBody* find(BodyId id);
  void take_up(const Domain& domain);
  void add_contact_errors(const Domain& domain, double residual);
  void add_rows(const Domain& domain);
  void add_row(const Domain& domain, BodyId id, const RowSums& sums);
  void add_shifts(const Domain& domain);
  BodyId first_unstable(const Bodies& bodies);

  bool told_loss_ = false;
  double row_error_ = 0.0;            // e S of the last step, m/s
  std::vector<WatchedBody> watched_;  // by id
  std::int64_t revision_ = 0;         // of the table of bodies when they were taken up
  bool everywhere_ = false;           // all ranks have the same list
  std::map<BodyId, RowSums> ghosts_;  // what rows of this rank do to bodies of others
};

}  // namespace solfec
