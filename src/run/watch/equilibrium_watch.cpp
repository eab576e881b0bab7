#include "run/watch/equilibrium_watch.h"

#include "base/cat.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

/// Returns the largest distance from equilibrium, over the load, that a step may end with.
double bound_of(const Domain& domain) {
  return domain.equilibrium > 0.0 ? domain.equilibrium : EquilibriumWatch::kTooMuch;
}

bool is_power_of_ten(long long n) {
  while (n % 10 == 0) n /= 10;
  return n == 1;
}

}  // namespace

std::string failed_step_text(const FinishReport& report, const SolveReport& solution) {
  constexpr double kAbsurd = 1e3;  // loads out of balance: the number itself tells nothing
  const double left = report.out_of_balance;
  const std::string balance = cat(
      left > kAbsurd ? "more than 1000 times the load" : cat(short_number(left), " of the load"),
      " of this body out of balance; the bodies are where they were before the step. ");
  const std::string start = "this quasi-static step has no solution that counts: ";
  if (solution.missed == Miss::nothing) {
    return cat(start, "the solver met its criteria, but the ", report.repeats + 1,
               " passes do not settle: the last one left ", balance,
               "Apply loads or prescribed motions in smaller increments, and look for bodies that "
               "are squeezed or buckle");
  }
  return cat(start, "the solver missed its criteria (", name_of(solution.missed), ") after ",
             solution.iterations, " iterations in the last of ", report.repeats + 1,
             " passes, with ", balance,
             "Allow the solver more iterations, or look for bodies that are squeezed and for loads "
             "or prescribed motions that are too large for one step");
}

void EquilibriumWatch::add(double time, const FinishReport& report, const Domain& domain) {
  if (domain.analysis() != Analysis::quasi_static) return;
  ++steps_;
  repeats_ += report.repeats;
  last_ = {time, report.out_of_balance, report.unbalanced};
  last_above_ = !(last_.residual <= bound_of(domain));
  if (last_above_) ++above_;
  if (steps_ == 1 || last_.residual > worst_.residual) worst_ = last_;
}

void EquilibriumWatch::warn(const Domain& domain, Progress& progress) const {
  if (!last_above_ || !is_power_of_ten(above_)) return;
  std::string text = cat(
      "t=", short_number(last_.time), " s: ", body_text(domain, last_.body),
      " is not in equilibrium at the end of this quasi-static step: ", short_number(last_.residual),
      " of its load is out of balance, more than ", short_number(bound_of(domain)));
  if (above_ > 1) text += cat(" (step number ", above_, " of this kind)");
  if (domain.equilibrium > 0.0) {
    text +=
        ", and repeats have not brought it there: look for bodies that nothing holds, for a solver "
        "that ends too early, and for loads or prescribed motions that are too large for one step";
  } else {
    text += ": set SOLFEC.equilibrium = 1e-3, which repeats steps until they are balanced";
  }
  progress.warning(text);
}

std::string EquilibriumWatch::summary(const Domain& domain) const {
  if (steps_ == 0) return "";
  std::string text =
      cat("equilibrium: ", short_number(last_.residual), " of the load out of balance at the end");
  if (above_ > 0) {
    text += cat("; ", above_, " of ", steps_, " steps ended above ", short_number(bound_of(domain)),
                ", worst ", short_number(worst_.residual), " at t=", short_number(worst_.time),
                " s, ", body_name(domain, worst_.body));
  }
  if (repeats_ > 0) {
    text += cat("; ", short_number(static_cast<double>(repeats_) / static_cast<double>(steps_)),
                " repeats per step");
  }
  return text;
}

}  // namespace solfec
