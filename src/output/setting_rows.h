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
  std::string_view command;  // command that sets the value
  std::string value;
};

/// Consequence of a value that differs between script and results.
enum class SettingUse : std::uint8_t {
  frames,  // other frames or another end of a RUN; the motion is equal
  motion,  // another motion; hashes show the difference when settings.txt is lost
  bodies   // another motion; only settings.txt tells the bodies
};

/// The model whose settings are hashed.
struct SettingSource {
  const Domain& domain;
  const RunState& run;
  const StoredModel& definitions;  // materials
};

/// One setting that a script gives and a callback may change. Its row holds all that is special to
/// it: hashes, texts, restored and continued runs go through all rows.
struct SettingRow {
  Setting setting{};
  std::string_view name;  // command or member that changes it, for messages
  SettingUse use{};
  /// Writes the bytes from which the hash of the setting is computed.
  void (*save)(const SettingSource& source, XdrWriter& out) = nullptr;
  /// Appends the value in words; null: settings.txt lists its items (run/settings/setting_texts.h).
  void (*tell)(const Domain& domain, const RunState& run,
               std::vector<SettingValue>& values) = nullptr;
  /// Copies the stored value into a domain without bodies of the results; null: restore_domain does
  /// this in its own order, or the domain does not have the setting.
  void (*restore)(const StoredSettings& stored, Domain& domain) = nullptr;
  /// Copies the stored value into the run loop; null: the setting is not one of the loop alone.
  void (*go_on)(const RunConfiguration& stored, RunConfiguration& now) = nullptr;
};

/// All settings, in the order of Setting.
const std::array<SettingRow, kSettingCount>& setting_rows();

/// Row of a setting.
const SettingRow& setting_row(Setting setting);

}  // namespace solfec
