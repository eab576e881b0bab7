#include "run/settings/setting_record.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <sys/stat.h>

#include "archive/archive_error.h"
#include "archive/file_backend.h"
#include "base/cat.h"

namespace solfec {

namespace {

constexpr std::string_view kRun = "RUN ";
constexpr std::string_view kEnd = "END ";
constexpr std::string_view kFrom = "FROM ";
constexpr std::string_view kSame = "as before";

template <typename Number>
bool number_after(std::string_view line, std::string_view word, Number& number) {
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  return error == std::errc{} && stop == line.data() + line.size();
}

/// Labels of the user must not break the lines.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

SettingTexts on_lines(SettingTexts settings) {
  for (SettingText& text : settings) {
    for (std::string* part : {&text.name, &text.body, &text.line, &text.value}) {
      *part = on_one_line(std::move(*part));
    }
  }
  return settings;
}

/// A continued run does not know which values functions of earlier RUNs have left: what is still as
/// the entry before says keeps its mark.
void keep_marks(const SettingTexts& before, SettingTexts& fresh) {
  for (const SettingText& old : before) {
    if (old.line != kByCallback) continue;
    const auto found = std::find_if(fresh.begin(), fresh.end(), [&](const SettingText& text) {
      return text.name == old.name && text.body == old.body;
    });
    if (found == fresh.end()) {
      if (old.value == kDefaultOfBody) fresh.push_back(old);
    } else if (found->value == old.value) {
      found->line = kByCallback;
    }
  }
}

/// Begins a new last part of a RUN. What stands from there on was overwritten.
void begin_part(double begin, RunRecord& record) {
  if (begin == kRunBegin) {
    record.earlier.clear();
  } else if (record.begin < begin) {
    record.earlier.push_back({record.begin, begin, record.settings});
  } else {
    while (!record.earlier.empty() && record.earlier.back().begin >= begin) {
      record.earlier.pop_back();
    }
    if (!record.earlier.empty()) record.earlier.back().end = begin;
  }
  record.begin = begin;
}

/// Settings without their lines and without the duration of the RUN, sorted.
std::vector<std::array<std::string, 3>> values_of(const SettingTexts& settings) {
  std::vector<std::array<std::string, 3>> values;
  for (const SettingText& text : settings) {
    if (text.name != kDurationOfRun) values.push_back({text.name, text.body, text.value});
  }
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

const SettingTexts& RunRecord::settings_at(double time) const {
  for (const RunPart& part : earlier) {
    if (time <= part.end) return *part.settings;
  }
  return *settings;
}

SettingRecord::SettingRecord(const std::string& folder) {
  moved_to(folder);
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode)) read();
}

void SettingRecord::moved_to(const std::string& folder) { path_ = folder + "/settings.txt"; }

void SettingRecord::read() {
  std::ifstream file(path_, std::ios::binary);
  int run = 0;
  std::shared_ptr<SettingTexts> open;
  for (std::string line; std::getline(file, line);) read_line(line, run, open);
}

void SettingRecord::read_line(const std::string& line, int& run,
                              std::shared_ptr<SettingTexts>& open) {
  int number = 0;
  double end = 0.0;
  if (number_after(line, kRun, number)) {
    run = number;
    open = std::make_shared<SettingTexts>();
    RunRecord& record = runs_[run];
    before_ = record;
    begin_part(kRunBegin, record);
    record.settings = open;
    record.end = 0.0;
    if (!latest_) latest_ = open;
  } else if (run > 0 && number_after(line, kFrom, end) && std::isfinite(end)) {
    RunRecord& record = runs_[run];
    const double planned = record.end;
    record = before_;
    if (record.settings) begin_part(end, record);
    record.end = planned;
    record.settings = open;
  } else if (run > 0 && number_after(line, kEnd, end) && std::isfinite(end)) {
    runs_[run].end = end;
  } else if (run > 0 && line == kSame) {
    runs_[run].settings = latest_;
  } else if (run > 0) {
    std::array<std::string, 4> parts;
    std::size_t at = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t stop = i + 1 < parts.size() ? line.find('\t', at) : line.size();
      if (stop == std::string::npos) return;
      parts.at(i) = line.substr(at, stop - at);
      at = stop + 1;
    }
    open->push_back({parts[0], parts[1], parts[2], parts[3]});
    latest_ = open;
  }
}

const RunRecord* SettingRecord::find(int run) const {
  const auto found = runs_.find(run);
  return found == runs_.end() ? nullptr : &found->second;
}

void SettingRecord::add(int run, double end, const SettingTexts& settings, double begin) {
  auto fresh = std::make_shared<SettingTexts>(on_lines(settings));
  const auto known = runs_.find(run);
  if (known != runs_.end()) {
    const RunRecord& old = known->second;
    keep_marks(*old.settings, *fresh);
    if (old.end == end && old.begin <= begin && *old.settings == *fresh) return;
  }
  const bool same = latest_ && *latest_ == *fresh;
  std::string text = cat(kRun, run, "\n", kEnd, end, "\n");
  if (begin != kRunBegin) text += cat(kFrom, begin, "\n");
  if (same) text += cat(kSame, "\n");
  if (!same) {
    for (const SettingText& one : *fresh) {
      text += cat(one.name, "\t", one.body, "\t", one.line, "\t", one.value, "\n");
    }
    latest_ = fresh;
  }
  RunRecord& record = runs_[run];
  if (record.settings) begin_part(begin, record);
  record.end = end;
  record.settings = latest_;
  std::ofstream file(path_, std::ios::app | std::ios::binary);
  file << text << std::flush;
  if (!file) throw OutputError(cat(path_, ": cannot be written: ", system_message(errno)), false);
}

std::vector<double> SettingRecord::changes() const {
  std::vector<double> times;
  for (const auto& [run, record] : runs_) {
    for (std::size_t i = 0; i < record.earlier.size(); ++i) {
      const bool is_last = i + 1 == record.earlier.size();
      const SettingTexts& next = is_last ? *record.settings : *record.earlier[i + 1].settings;
      if (values_of(*record.earlier[i].settings) != values_of(next)) {
        times.push_back(record.earlier[i].end);
      }
    }
  }
  return times;
}

}  // namespace solfec
