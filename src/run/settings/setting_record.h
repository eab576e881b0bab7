#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run/settings/setting_texts.h"

namespace solfec {

/// Part of a RUN up to the time at which the script of a continued run (-c) took over.
struct RunPart {
  double begin{};  // s; that of the first part is kRunBegin
  double end{};    // s
  std::shared_ptr<const SettingTexts> settings;
};

/// Time that stands for the beginning of a RUN, whenever that is.
constexpr double kRunBegin = -std::numeric_limits<double>::infinity();

/// Record of one RUN: its end and its settings.
struct RunRecord {
  double end{};              // planned, or where its callback ended it, s
  double begin = kRunBegin;  // from where on the settings hold, s
  std::shared_ptr<const SettingTexts> settings;
  std::vector<RunPart> earlier;  // parts in front of `begin`, in order

  /// Settings of the part that ends at a time or holds it.
  [[nodiscard]] const SettingTexts& settings_at(double time) const;
};

/// The file settings.txt of a results folder: the settings of each RUN in words, with their lines
/// of the script, so that READ mode can say what the script now gives otherwise.
///
/// One entry per RUN, appended when it begins. A run that goes on within a RUN (-c) appends another
/// entry with the time from which it holds; the entries before stand for the part up to there. Of
/// several entries from the beginning on the last one counts. The file is a note for people:
/// without it READ mode compares nothing, and nothing else depends on it.
class SettingRecord {
 public:
  /// Reads what there is; lines that make no sense are passed over.
  explicit SettingRecord(const std::string& folder);

  /// Entry of a RUN, null when there is none.
  [[nodiscard]] const RunRecord* find(int run) const;
  /// Appends an entry, unless it is there.
  /// @param begin  From where on the settings hold, s; kRunBegin: in the whole RUN.
  /// @throws OutputError with path and reason.
  void add(int run, double end, const SettingTexts& settings, double begin = kRunBegin);
  /// Times at which the settings of a RUN changed because its run went on with others, s.
  [[nodiscard]] std::vector<double> changes() const;
  /// The folder has moved.
  void moved_to(const std::string& folder);

 private:
  void read_line(const std::string& line, int& run, std::shared_ptr<SettingTexts>& open);
  void read();

  std::string path_;
  std::map<int, RunRecord> runs_;
  RunRecord before_;  // while reading: the RUN of the entry as the entries before tell it
  std::shared_ptr<const SettingTexts> latest_;  // of the last entry in the file
};

}  // namespace solfec
