#include "language/bind/stressless.h"

#include "base/cat.h"
#include "language/python/errors.h"

namespace solfec {

void tell_without_stress(Simulation& simulation, const BodyRecord& record,
                         std::string_view command) {
  if (has_stiffness(record.kind)) return;
  if (!simulation.choices.tells("stress of a body without stiffness")) return;
  warn(command, cat(describe(record), " is ", name_of(record.kind),
                    " and has no stress: all values are 0; PSEUDO_RIGID and FINITE_ELEMENT bodies "
                    "have stresses"));
}

}  // namespace solfec
