#include "run/watch/contact_warnings.h"

#include "base/cat.h"
#include "run/report/body_text.h"
#include "run/watch/model_warnings.h"

namespace solfec {

void ContactWarnings::begin_run() {
  told_.begin_run();
  penetration_.begin_run();
  jams_.begin_run();
}

void ContactWarnings::skip_deep_overlaps(const Domain& domain) {
  for (const auto& [first, second] : deeply_overlapping_pairs(domain)) told_.skip(first, second);
}

void ContactWarnings::before_step(const Domain& domain, double step, Progress& progress) {
  if (domain.analysis() != Analysis::dynamic) return;
  tunnels_.warn(domain, step, told_, lines_);
  tell(progress);
}

void ContactWarnings::after_step(const Domain& domain, bool warn, Progress& progress) {
  penetration_.look(domain);
  if (warn) {
    tell_built(domain);
    tell_bare(domain);
    penetration_.warn(domain, told_, lines_);
    jams_.warn(domain, lines_);
  }
  tell(progress);
}

/// Overlaps beyond the tolerance that count as no gap, once.
void ContactWarnings::tell_built(const Domain& domain) {
  if (built_told_) return;
  const BuiltOverlap* deepest = nullptr;
  int number = 0;
  for (const BuiltOverlap& overlap : domain.built_overlaps()) {
    if (!(overlap.deepest > domain.contact_params.tolerance)) continue;
    ++number;
    if (deepest == nullptr || overlap.deepest > deepest->deepest) deepest = &overlap;
  }
  if (number == 0) return;
  built_told_ = true;
  lines_.push_back(cat(number, number == 1 ? " pair" : " pairs",
                       " of rigid pieces overlap as they were made, by up to ",
                       short_number(deepest->deepest), " m (",
                       body_name(domain, deepest->pieces.first_body), " and ",
                       body_name(domain, deepest->pieces.second_body),
                       "): this counts as no gap, nothing presses them apart"));
}

/// Two bodies that go through one another because of CONTACT_SPARSIFY, once.
void ContactWarnings::tell_bare(const Domain& domain) {
  constexpr double kDeep = 100.0;  // tolerances; a contact may begin with a small area
  const BarePair& pair = domain.bare_pair();
  const bool deep = pair.depth > kDeep * domain.contact_params.tolerance;
  if (bare_told_ || pair.first == 0 || !deep) return;
  bare_told_ = true;
  lines_.push_back(
      cat("CONTACT_SPARSIFY: minarea = ", short_number(domain.contact_params.minimal_area),
          " m^2 takes away all contacts of ", body_name(domain, pair.first), " and ",
          body_name(domain, pair.second), ", which overlap by ", short_number(pair.depth),
          " m and go through one another: their largest ", "contact has ", short_number(pair.area),
          " m^2; contacts of meshes have the areas of single elements"));
}

void ContactWarnings::tell(Progress& progress) {
  for (const std::string& line : lines_) progress.warning(line);
  lines_.clear();
}

void ContactWarnings::end_run(Progress& progress) const {
  for (const std::string& rest : {told_.rest(), jams_.rest()}) {
    if (!rest.empty()) progress.warning(rest);
  }
}

void ContactWarnings::fill(const Domain& domain, ProgressSample& sample) const {
  const PairOverlap& last = penetration_.last();
  sample.depth = last.depth;
  if (last.depth == 0.0) return;
  sample.depth_pair = cat(body_name(domain, last.first), " and ", body_name(domain, last.second));
}

}  // namespace solfec
