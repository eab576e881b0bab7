#include "run/folder/read_mode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iterator>
#include <map>
#include <span>
#include <sys/stat.h>
#include <utility>

#include "archive/folder_lock.h"
#include "base/cat.h"
#include "base/check.h"
#include "integrator/integrator.h"
#include "output/result_files.h"
#include "output/setting_rows.h"

namespace solfec {

namespace {

// A RUN of the script stands for the one with its number in the results: end_frame takes its last
// frame or, for a RUN that is shorter than that one, the last frame up to its end. What is missing
// is told by the planned ends in settings.txt.

/// Local date of the last change of a file.
std::string date_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return "at an unknown time";
  struct tm parts {};
  localtime_r(&status.st_mtime, &parts);
  std::array<char, 64> buffer{};
  std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M", &parts);
  return buffer.data();
}

/// "(1, 0, 0, 0, 2, 0)" for what follows rotation and centre in a state.
std::string velocity_text(std::span<const double> state) {
  constexpr std::size_t kPlacement = 12;
  std::string text;
  for (const double value : state.subspan(kPlacement)) {
    text += cat(text.empty() ? "" : ", ", short_number(value));
  }
  return cat("(", text, ")");
}

std::string_view on_or_off(bool flag) { return flag ? "'ON'" : "'OFF'"; }

/// Returns what a body of the script starts with otherwise than the body at a place of a frame, as
/// "..., but ...".
std::vector<std::string> start_difference(const Domain& domain, const BodyRecord& record,
                                          const BodyStates& first, std::size_t place) {
  const BodyRef body = domain.body_ref(record.id);
  std::vector<std::string> texts;
  const auto compare = [&](const char* what, const auto& mine, const auto& stored) {
    if (mine != stored) texts.push_back(cat(what, " ", mine, ", but ", stored));
  };
  const Bodies& bodies = domain.bodies;
  const BodyState& state = first.bodies[place];
  compare("the scheme", name_of(bodies.scheme(body)), name_of(state.scheme));
  compare("disable_rotation", on_or_off(bodies.rotation_disabled(body)),
          on_or_off(state.rotation_disabled));
  compare("the damping", bodies.damping(body), state.damping);
  const std::span<const double> stored = first.numbers_of(place);
  std::vector<double> mine(static_cast<std::size_t>(bodies.state_size(body)));
  if (mine.size() != stored.size()) return texts;  // told when the frame is shown
  bodies.get_state(body, mine);
  if (std::equal(mine.begin(), mine.end(), stored.begin())) return texts;
  if (has_mesh(record.kind)) {
    texts.push_back("other velocities of its nodes than");
  } else {
    compare("the velocity", velocity_text(mine), velocity_text(stored));
  }
  return texts;
}

/// A RUN ends at the step nearest to its planned end, s; and what rounding may add.
double rounding(const RunState& state, double end) {
  return std::fmax(0.500001 * state.segment_step, 1e-9 * std::fabs(end));
}

}  // namespace

std::vector<std::string> results_beyond_runs(const ReachedFrames& reached) {
  std::vector<std::string> lines;
  for (const auto& [folder, at] : reached) {
    if (at.frame + 1 >= at.frames) continue;
    lines.push_back(cat(folder, ": the results go on to t=", short_number(at.end),
                        " s, the last RUN of the script ends at t=", short_number(at.time),
                        " s; -w computes anew"));
  }
  return lines;
}

std::string listed_below(const std::string& headline, const std::vector<std::string>& texts) {
  constexpr std::size_t kMostTold = 10;
  std::string all = headline;
  for (std::size_t i = 0; i < std::min(texts.size(), kMostTold); ++i) {
    all += cat("\n  ", texts[i]);
  }
  if (texts.size() > kMostTold) all += cat("\n  and ", texts.size() - kMostTold, " more");
  return all;
}

void refuse_results(const std::string& folder, const std::vector<std::string>& texts,
                    const std::string& remedies) {
  const std::string headline =
      cat("the results in ", folder, " were computed with other settings:");
  throw InputError(cat(listed_below(headline, texts), "\n", remedies), InputErrorKind::runtime);
}

/// Notes how far the results of the folder were read; of several objects that read a folder the one
/// that gets furthest counts.
void ReadMode::note_reached(int frame) const {
  ReachedFrame& at = reached_[folder_];
  const int frames = reader_.frame_count();
  if (frame < at.frame && frames == at.frames) return;
  at = {frame, frames, reader_.time(frame), reader_.time(frames - 1)};
}

std::string ReadMode::headline() const {
  const int frames = reader_.frame_count();
  return cat(folder_, ", ", frames, frames == 1 ? " frame" : " frames",
             ", t = ", short_number(reader_.time(0)), " .. ",
             short_number(reader_.time(frames - 1)), " s, written ", date_of(frames_file(folder_)));
}

std::vector<std::string> ReadMode::warnings() {
  std::vector<std::string> lines;
  const int last = reader_.frame_count() - 1;
  const std::string end = cat("results end at t=", short_number(reader_.time(last)), " s");
  const std::string writer = FolderLock::holder(folder_);
  if (!writer.empty()) {
    told_end_ = true;
    lines.push_back(cat("the folder is still being written (", writer, "); so far ", end));
    return lines;
  }
  if (reader_.damaged_bytes() > 0) {
    lines.push_back(cat("the last ", reader_.damaged_bytes(),
                        " bytes are no complete frame and are left out; ", end, " (",
                        reader_.damage(), ")"));
  }
  const int incomplete = reader_.incomplete_frames();
  if (incomplete > 0) {
    lines.push_back(cat("the last ", incomplete, incomplete == 1 ? " frame lacks" : " frames lack",
                        " parts of other ranks and ", incomplete == 1 ? "is" : "are", " left out; ",
                        end, " (solfec --info ", folder_, " says which)"));
  }
  const RunState state = reader_.run_state(last);
  const RunRecord* const record = record_.find(state.run);
  const bool short_of_end =
      record != nullptr && record->end - reader_.time(last) > rounding(state, record->end);
  if (short_of_end) {
    told_end_ = true;
    lines.push_back(cat("the run has not come to its end: ", end, ", RUN number ", state.run,
                        " goes to t=", short_number(record->end), " s; -c continues"));
  }
  return lines;
}

/// Numbers of RUNs do not decrease from frame to frame.
int ReadMode::last_frame_of(int run) const {
  int known = 0;
  int later = reader_.frame_count();
  while (later - known > 1) {
    const int middle = known + (later - known) / 2;
    (reader_.run_state(middle).run <= run ? known : later) = middle;
  }
  return known;
}

int ReadMode::end_frame(int run, double duration, std::string& missing) {
  if (!begun_) run_end_ = reader_.time(0);
  begun_ = true;
  const double end = run_end_ + duration;
  int frame = last_frame_of(run);
  const RunState state = reader_.run_state(frame);
  const double half = rounding(state, end);
  const bool is_last = frame + 1 == reader_.frame_count();
  missing.clear();
  if (is_last && state.run < run) {
    missing =
        cat("RUN number ", run,
            " is not in the results, which end at t=", short_number(reader_.time(frame)), " s");
  } else if (is_last && end - reader_.time(frame) > half) {
    const RunRecord* const record = record_.find(run);
    const bool whole = record != nullptr && record->end - reader_.time(frame) <= half;
    if (!told_end_ && !whole)
      missing = cat("RUN number ", run, " goes to t=", short_number(end),
                    " s, but the results end at t=", short_number(reader_.time(frame)), " s");
  } else if (reader_.time(frame) - end > half) {
    while (frame > 0 && reader_.time(frame) - end > half) --frame;
    if (end - reader_.time(frame) > half) {
      missing =
          cat("RUN number ", run, " goes to t=", short_number(end),
              " s, the last frame before that is t=", short_number(reader_.time(frame)), " s");
    }
  }
  run_end_ = reader_.time(frame);
  note_reached(frame);
  return frame;
}

std::vector<std::string> ReadMode::start_differences(const Domain& domain) {
  Frame first;
  reader_.load(0, first, FrameParts::bodies);
  std::vector<std::string> lines;
  std::map<std::string, int> of_materials;  // bodies with each difference
  for (const BodyRecord& record : domain.body_records()) {
    const int index = record.ordinal > 0 ? reader_.find_stored(record.id, domain) : -1;
    if (index < 0) continue;
    const BodyId stored = reader_.bodies()[static_cast<std::size_t>(index)].id;
    const int place = first.bodies.find(stored);
    if (place < 0) continue;
    for (const std::string& text :
         start_difference(domain, record, first.bodies, static_cast<std::size_t>(place))) {
      lines.push_back(cat(describe(record), " starts with ", text, " in the results"));
    }
    const std::string other_material = reader_.material_difference(index, record, domain);
    if (!other_material.empty() && ++of_materials[other_material] == 1) {
      lines.push_back(cat(describe(record), " ", other_material));
    }
  }
  for (const auto& [text, bodies] : of_materials) {
    if (bodies > 1) lines.push_back(cat(bodies - 1, " more: a body ", text));
  }
  return lines;
}

HeldParts ReadMode::held_at(int run, const Domain& domain) {
  HeldParts held;
  held.deleted = deleted_constraints_;
  held.frames_tell_start = run == 1;
  Frame first;
  const int begin = run > 1 ? last_frame_of(run - 1) + 1 : 0;
  reader_.load(std::min(begin, reader_.frame_count() - 1), first, FrameParts::bodies);
  const std::vector<BodyId> mine = reader_.bodies_in(domain);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const StoredBody& stored = reader_.bodies()[i];
    if (!first.bodies.holds(stored.id)) continue;
    const BodyRecord* const record = mine[i] == 0 ? nullptr : domain.find_body(mine[i]);
    const bool of_script = record != nullptr && record->ordinal > 0;
    if (of_script && deleted_bodies_.count(record->id) == 0) {
      held.bodies.emplace(record->id, lasting_name(stored.label, stored.ordinal, stored.id));
    } else {
      held.all_bodies = false;
    }
  }
  return held;
}

SettingTexts ReadMode::without_lost(int run, const SettingTexts& script) const {
  std::set<std::string> known;
  const auto text_of = [](const SettingText& text) {
    return cat(text.name, "\t", text.body, "\t", text.value);
  };
  const RunRecord* const record = record_.find(run);
  for (const SettingText& text : *record->settings) known.insert(text_of(text));
  std::set<std::string> lost;
  const SettingTexts* last = record->settings.get();
  for (int earlier = run - 1; earlier > 0; --earlier) {
    const RunRecord* const before = record_.find(earlier);
    if (before == nullptr || before->settings.get() == last) continue;  // "as before"
    last = before->settings.get();
    for (const SettingText& text : *last) {
      const bool is_lost = !text.body.empty() && known.count(text_of(text)) == 0;
      if (is_lost) lost.insert(text_of(text));
    }
  }
  SettingTexts rest = script;
  std::erase_if(rest, [&](const SettingText& text) { return lost.count(text_of(text)) != 0; });
  return rest;
}

std::vector<SettingDifference> ReadMode::differences(int run, const SettingTexts& script,
                                                     const HeldParts& held, double time) {
  const RunRecord* const record = record_.find(run);
  if (record == nullptr) return {};
  const SettingTexts& stored = record->settings_at(time);
  if (stored.empty()) return {};  // none that can be read
  const bool several = run > 1 || record_.find(2) != nullptr;
  std::vector<SettingDifference> found;
  for (SettingDifference& one : setting_differences(without_lost(run, script), stored, held)) {
    if (!told_.insert(one.text).second) continue;
    if (several) one.text = cat("RUN ", run, ": ", one.text);
    found.push_back(std::move(one));
  }
  return found;
}

std::vector<std::string> ReadMode::earlier_differences(int run, const SettingTexts& script,
                                                       const HeldParts& held) {
  std::vector<std::string> texts;
  const RunRecord* const record = record_.find(run);
  if (record == nullptr) return texts;
  for (const RunPart& part : record->earlier) {
    std::vector<std::string> lines;
    for (const SettingDifference& one :
         setting_differences(without_lost(run, script), *part.settings, held)) {
      if (one.moves_bodies && told_.insert(one.text).second) lines.push_back(one.text);
    }
    if (lines.empty()) continue;
    texts.push_back(listed_below(
        cat("the settings changed at t=", short_number(part.end), " s of RUN ", run,
            ", from where a run went on (-c); up to there they were others than those of the "
            "script:"),
        lines));
  }
  return texts;
}

std::vector<std::string> ReadMode::hash_differences(const SettingHashes& script,
                                                    const HeldParts& held) {
  const SettingHashes stored = reader_.hashes_at_run_start(last_frame_of(1));
  const RunRecord* const record = record_.find(1);
  const bool lost = record == nullptr || record->settings->empty();
  std::vector<std::string> texts;
  for (const SettingRow& row : setting_rows()) {
    const bool of_all_bodies = row.setting == Setting::loads && lost && held.all_bodies;
    if (row.use != SettingUse::motion && !of_all_bodies) continue;
    const auto i = static_cast<std::size_t>(row.setting);
    if (script.at(i) == stored.at(i)) continue;
    texts.push_back(lost ? cat(row.name, " is another one in the results; ", folder_,
                               "/settings.txt, which tells the values, is not there")
                         : cat(row.name, " of the frames is another one than settings.txt tells: ",
                               frames_file(folder_), " is of another run"));
  }
  return texts;
}

}  // namespace solfec
