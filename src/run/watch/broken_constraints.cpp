#include "run/watch/broken_constraints.h"

#include "base/cat.h"
#include "run/watch/joint_watch.h"

namespace solfec {

namespace {

std::string name_of_body(const Domain& domain, BodyId id) {
  const BodyRecord* const record = id == 0 ? nullptr : domain.find_record(id);
  return record == nullptr ? "space" : describe(*record);
}

}  // namespace

std::vector<std::string> break_constraints(Domain& domain, const ScriptLines& lines) {
  std::vector<std::string> texts;
  std::vector<ConstraintId> broken;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    const double reaction = norm(constraint.R);
    if (!(constraint.strength > 0.0 && reaction > constraint.strength)) continue;
    broken.push_back(constraint.id);
    texts.push_back(cat(name_of(constraint.kind), " of ", name_of_body(domain, constraint.master),
                        " to ", name_of_body(domain, constraint.slave),
                        made_at(domain, constraint.id, lines), " has broken: its reaction ",
                        short_number(reaction), " N is above its strength, ",
                        short_number(constraint.strength), " N"));
  }
  for (const ConstraintId id : broken) domain.remove_constraint(id);
  return texts;
}

}  // namespace solfec
