#include "output/setting_hashes.h"

#include <map>

#include "archive/content_hash.h"
#include "output/model_archive.h"
#include "output/setting_rows.h"

namespace solfec {

namespace {

/// Definition of a constraint; `series` stands for its time series. The slave's point of a row of a
/// joint moves with each placement and is left out.
void save_definition(const UserConstraint& constraint, std::uint64_t series, XdrWriter& out) {
  UserConstraint defined = constraint;
  if (is_joint_row(defined)) defined.slave_reference = {};
  FieldWriter<UserConstraint, XdrWriter> writer(defined, out);
  list_placement(writer);
  save(constraint.motion.kind, out);
  save(constraint.motion.constant, out);
  save(series, out);
  save(constraint.motion.start, out);
}

}  // namespace

SettingHashes setting_hashes(const Domain& domain, const RunState& run) {
  StoredModel definitions;
  store_definitions(domain, run.configuration, definitions);
  SettingHashes hashes{};
  XdrWriter scratch;
  for (const SettingRow& row : setting_rows()) {
    scratch.clear();
    row.save({domain, run, definitions}, scratch);
    hashes[static_cast<std::size_t>(row.setting)] = content_hash(scratch.bytes());
  }
  return hashes;
}

std::vector<ConstraintHash> constraint_hashes(const Domain& domain) {
  std::vector<ConstraintHash> hashes;
  std::map<const TimeSeries*, std::uint64_t> series;  // each long one is read once
  XdrWriter scratch;
  domain.for_each_definition([&](const UserConstraint& constraint) {
    const TimeSeries* const motion = constraint.motion.series.get();
    const auto [at, is_new] = series.try_emplace(motion, 0);
    if (is_new) {
      scratch.clear();
      save(StoredFunction(0.0, motion), scratch);
      at->second = content_hash(scratch.bytes());
    }
    scratch.clear();
    save_definition(constraint, at->second, scratch);
    hashes.push_back({constraint.master, content_hash(scratch.bytes())});
  });
  return hashes;
}

}  // namespace solfec
