#include "run/watch/spring_misses.h"

#include <cmath>
#include <string>

#include "base/cat.h"
#include "domain/loads/spring_functions.h"
#include "run/report/body_text.h"
#include "run/watch/watched_exchange.h"

namespace solfec {

namespace {

std::string text_of(const Domain& domain, const UserConstraint& constraint) {
  return cat("t=", short_number(domain.time()), " s: the spring of ",
             pair_name(domain, constraint.master, constraint.slave),
             " has not found the force of its function '", constraint.spring.function, "' in ",
             SpringBracket::kMostPasses, " passes: ", short_number(constraint.R.z),
             " N are off by ", short_number(constraint.spring.bracket.error()),
             " N. The function falls along the stroke, jumps with the velocity or depends on more "
             "than its arguments; else a shorter step finds it");
}

}  // namespace

void SpringMisses::after_step(Domain& domain, bool warn, Progress& progress) {
  if (told_ || !has_spring_functions(domain.loads.callbacks)) return;
  std::string text;
  for (const UserConstraint& constraint : domain.user_constraints()) {
    if (constraint.spring.function.empty() || !constraint.spring.bracket.has_failed()) continue;
    text = text_of(domain, constraint);
    break;
  }
  text = text_of_ranks(domain.comm(), text);
  if (text.empty()) return;
  told_ = true;
  if (warn) progress.warning(text);
}

}  // namespace solfec
