#include "run/report/check_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sys/resource.h>

namespace solfec {

void print_check_report(Domain& domain) {
  domain.detect_contacts();
  domain.make_whole();
  std::array<int, 3> kinds{};
  for (const BodyRecord& record : domain.body_records()) {
    ++kinds[static_cast<std::size_t>(record.kind)];
  }
  std::printf("bodies: %d obstacles, %d rigid, %d pseudo-rigid\n", kinds[0], kinds[1], kinds[2]);
  std::printf("pieces: %d\n", domain.piece_count());
  std::printf("user constraints: %d\n", static_cast<int>(domain.user_constraints().size()));
  const auto points = domain.contact_points();
  std::printf("contacts: %d (%d sparsified)\n", domain.contact_count(), domain.sparsified());
  const auto deepest = std::min_element(points.begin(), points.end(),
                                        [](const auto& a, const auto& b) { return a.gap < b.gap; });
  double depth = deepest != points.end() ? -deepest->gap : 0.0;
  ContactKey pair = deepest != points.end() ? deepest->key : ContactKey{};
  for (const BuiltOverlap& overlap : domain.built_overlaps()) {  // they count as no gap
    if (overlap.deepest <= depth) continue;
    depth = overlap.deepest;
    pair = overlap.pieces;
  }
  if (depth > 0.0) {
    std::printf("deepest overlap: %g m between %s and %s\n", depth,
                describe(*domain.find_record(pair.first_body)).c_str(),
                describe(*domain.find_record(pair.second_body)).c_str());
  } else {
    std::printf("deepest overlap: none\n");
  }
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("memory: %.1f MB\n", static_cast<double>(usage.ru_maxrss) / 1024.0);
  std::fflush(stdout);
}

}  // namespace solfec
