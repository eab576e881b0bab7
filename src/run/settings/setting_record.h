#pragma once

#include <map>
#include <memory>
#include <string>

#include "run/settings/setting_texts.h"

namespace solfec {

/// Record of one RUN: its end and its settings.
struct RunRecord {
  double end{};  // planned, or where its callback ended it, s
  std::shared_ptr<const SettingTexts> settings;
};

/// The file settings.txt of a results folder: the settings of each RUN in words, with their lines
/// of the script, so that READ mode can say what the script now gives otherwise.
///
/// One entry per RUN, appended when it begins; of several with the same number, which continued
/// runs leave behind, the last one counts. The file is a note for people: without it READ mode
/// compares nothing, and nothing else depends on it.
class SettingRecord {
 public:
  /// Reads what there is; lines that make no sense are passed over.
  explicit SettingRecord(const std::string& folder);

  /// Entry of a RUN, null when there is none.
  [[nodiscard]] const RunRecord* find(int run) const;
  /// Appends an entry, unless it is there. @throws OutputError with path and reason.
  void add(int run, double end, const SettingTexts& settings);
  /// The folder has moved.
  void moved_to(const std::string& folder);

 private:
  void read_line(const std::string& line, int& run, std::shared_ptr<SettingTexts>& open);
  void read();

  std::string path_;
  std::map<int, RunRecord> runs_;
  std::shared_ptr<const SettingTexts> latest_;  // of the last entry in the file
};

}  // namespace solfec
