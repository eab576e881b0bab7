#include "run/reading.h"

#include <array>
#include <cmath>
#include <ctime>
#include <sys/stat.h>

#include "archive/folder_lock.h"
#include "base/cat.h"
#include "output/result_files.h"

namespace solfec {

namespace {

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

/// A RUN ends at the step nearest to its planned end, s; and what rounding may add.
double rounding(const RunState& state, double end) {
  return std::fmax(0.500001 * state.segment_step, 1e-9 * std::fabs(end));
}

}  // namespace

std::string Reading::headline() const {
  const int frames = reader_.frame_count();
  return cat(folder_, ", ", frames, frames == 1 ? " frame" : " frames",
             ", t = ", short_number(reader_.time(0)), " .. ",
             short_number(reader_.time(frames - 1)), " s, written ", date_of(frames_file(folder_)));
}

std::vector<std::string> Reading::warnings() {
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
int Reading::last_frame_of(int run) const {
  int known = 0;
  int later = reader_.frame_count();
  while (later - known > 1) {
    const int middle = known + (later - known) / 2;
    (reader_.run_state(middle).run <= run ? known : later) = middle;
  }
  return known;
}

int Reading::end_frame(int run, double duration, std::string& missing) {
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
  return frame;
}

std::vector<std::string> Reading::differences(int run, const SettingTexts& script,
                                              const std::vector<std::string>& bodies) {
  const RunRecord* const record = record_.find(run);
  if (record == nullptr) return {};
  std::vector<std::string> lines;
  for (const std::string& line : setting_differences(script, *record->settings, bodies)) {
    if (told_.insert(line).second) lines.push_back(line);
  }
  return lines;
}

}  // namespace solfec
