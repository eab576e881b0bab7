#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/xdr.h"
#include "domain/domain.h"
#include "output/run_state.h"
#include "output/settings_archive.h"

namespace solfec {

struct StoredModel;  // output/model_archive.h

/// Value of a setting in words.
struct SettingValue {
  std::string name;
  std::string_view command;  // that sets it
  std::string value;
};

/// Consequence of a value that differs between script and results.
enum class SettingUse : std::uint8_t {
  frames,  // which frames there are and where a RUN ends; bodies move alike
  motion,  // bodies move otherwise; hashes tell it where settings.txt is lost
  bodies   // likewise, but only settings.txt tells which bodies it belongs to
};

/// The model whose settings are hashed.
struct SettingSource {
  const Domain& domain;
  const RunState& run;
  const StoredModel& definitions;  // materials
};

/// One setting that a script gives and a callback may change. What differs from kind to kind stands
/// in its row: hashes, texts, restored and continued runs visit all rows.
struct SettingRow {
  Setting setting{};
  std::string_view name;  // command or member that changes it, for messages
  SettingUse use{};
  /// Writes the bytes that its hash is made of.
  void (*save)(const SettingSource& source, XdrWriter& out) = nullptr;
  /// Appends its value in words; null: settings.txt lists its items (run/settings/setting_texts.h).
  void (*tell)(const Domain& domain, const RunState& run,
               std::vector<SettingValue>& values) = nullptr;
  /// Takes the stored value over into a domain without bodies of the results; null: restore_domain
  /// does it in its order, or it is none of the domain.
  void (*restore)(const StoredSettings& stored, Domain& domain) = nullptr;
  /// Takes the stored value over into the run loop; null: it is none of the loop alone.
  void (*go_on)(const RunConfiguration& stored, RunConfiguration& now) = nullptr;
};

/// All settings, in the order of Setting.
const std::array<SettingRow, kSettingCount>& setting_rows();

/// Row of a setting.
const SettingRow& setting_row(Setting setting);

}  // namespace solfec
