#include "run/report/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <unistd.h>
#include <utility>

#include "base/cat.h"
#include "run/report/log.h"

namespace solfec {

namespace {

constexpr std::size_t kWindow = 20;  // reports that the ETA looks back on

std::string formatted(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// 3100 -> "3.1k", 2500000 -> "2.5M".
std::string short_count(int n) {
  if (n < 1000) return cat(n);
  return n < 1000000 ? formatted("%.1fk", n / 1e3) : formatted("%.1fM", n / 1e6);
}

constexpr double kEndless = 100.0 * 365.25 * 86400.0;  // s; what no clock needs to show

std::string clock_text(double seconds) {
  if (!(seconds < kEndless)) return "over 100 years";
  const auto whole = static_cast<long long>(std::ceil(seconds));
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%02lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                whole % 60);
  return buffer;
}

std::string date_text(std::time_t when) {
  struct tm parts {};
  localtime_r(&when, &parts);
  char buffer[64];
  std::strftime(buffer, sizeof buffer, "%Y-%m-%d %H:%M:%S", &parts);
  return buffer;
}

double done_share(const ProgressSample& sample) {
  const double span = sample.end - sample.start;
  return span > 0.0 ? std::clamp((sample.time - sample.start) / span, 0.0, 1.0) : 1.0;
}

}  // namespace

Progress::Progress(std::string folder, double interval, bool quiet, ProgressStyle style,
                   std::string log_file)
    : folder_(std::move(folder)),
      log_file_(std::move(log_file)),
      interval_(interval),
      quiet_(quiet),
      style_(style),
      terminal_(isatty(STDOUT_FILENO) == 1),
      start_(Clock::now()) {}

double Progress::wall() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool Progress::due() const { return wall() - last_report_ >= interval_; }

double Progress::remaining(const ProgressSample& sample) const {
  if (sample.time >= sample.end) return 0.0;
  if (window_.empty()) return -1.0;
  const Mark& oldest = window_.front();
  const double advanced = sample.time - oldest.time;
  if (!(advanced > 0.0)) return -1.0;
  return (sample.end - sample.time) * (wall() - oldest.wall) / advanced;
}

std::string Progress::status_line(const ProgressSample& sample) const {
  const Mark oldest = window_.empty() ? Mark{0.0, sample.start, 0} : window_.front();
  const double elapsed = wall() - oldest.wall;
  std::string line = cat("t=", formatted("%.4g", sample.time), "/", formatted("%.4g", sample.end),
                         " s  ", formatted("%.0f", 100.0 * done_share(sample)), " %");
  if (elapsed > 0.0) {
    const double rate = static_cast<double>(sample.steps - oldest.steps) / elapsed;
    line += cat("  ", formatted("%.3g", rate), " steps/s");
  }
  line += cat("  contacts ", short_count(sample.contacts));
  if (sample.depth > 0.0) line += cat("  depth ", formatted("%.1e", sample.depth), " m");
  line += cat("  iterations ", sample.iterations, " (residual ", formatted("%.0e", sample.residual),
              ", ", formatted("%.0e", sample.velocity_error), " m/s)");
  const double left = remaining(sample);
  if (left >= 0.0) line += cat("  ETA ", clock_text(left));
  return line;
}

void Progress::print(const std::string& line, bool last) {
  if (!line.empty()) log_line(folder_, log_file_, line);
  show(line, last);
}

/// The log gets the whole line, the console what the style asks for.
void Progress::print_status(const ProgressSample& sample, bool last) {
  const std::string line = status_line(sample);
  if (style_ == ProgressStyle::full) {
    print(line, last);
    return;
  }
  log_line(folder_, log_file_, line);
  show(formatted("%.0f %%", 100.0 * done_share(sample)),
       last || style_ == ProgressStyle::percent_lines);
}

void Progress::show(const std::string& line, bool last) {
  if (quiet_) return;
  if (!terminal_) {
    std::printf("%s\n", line.c_str());
  } else {
    const std::size_t blanks = printed_ > line.size() ? printed_ - line.size() : 0;
    std::printf("\r%s%*s%s", line.c_str(), static_cast<int>(blanks), "", last ? "\n" : "");
    printed_ = last ? 0 : line.size();
  }
  std::fflush(stdout);
}

/// Ends the status line of a terminal, so that what comes next stands below it.
void Progress::end_line() {
  if (terminal_ && printed_ > 0) std::printf("\n");
  printed_ = 0;
}

void Progress::warning(const std::string& text) {
  log_line(folder_, log_file_, cat("warning: ", text));
  end_line();
  std::fflush(stdout);
  std::fprintf(stderr, "solfec: warning: %s\n", text.c_str());
}

void Progress::message(const std::string& text) {
  log_line(folder_, log_file_, text);
  if (quiet_) return;
  end_line();
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
}

void Progress::report(const ProgressSample& sample, const PhaseTimers& timers) {
  print_status(sample, false);
  write_state(sample, timers, "running");
  last_report_ = wall();
  window_.push_back({last_report_, sample.time, sample.steps});
  if (window_.size() > kWindow) window_.erase(window_.begin());
}

void Progress::write_end(const ProgressSample& sample, const PhaseTimers& timers,
                         const std::string& end) {
  if (terminal_ && printed_ > 0) print("", true);
  log_line(folder_, log_file_, end);
  write_state(sample, timers, end);
}

void Progress::finish(const ProgressSample& sample, const PhaseTimers& timers,
                      const std::string& end, const std::vector<std::string>& summary) {
  window_.clear();  // rate over the whole run
  print_status(sample, true);
  log_line(folder_, log_file_, end);
  write_state(sample, timers, end);
  for (const std::string& line : summary) {
    if (!line.empty()) message(line);
  }
}

void Progress::write_state(const ProgressSample& sample, const PhaseTimers& timers,
                           const std::string& status) const {
  if (folder_.empty()) return;
  const std::string target = folder_ + "/STATE";
  const std::string draft = target + ".new";
  std::FILE* file = std::fopen(draft.c_str(), "w");
  if (file == nullptr) return;  // STATE is a service; results report their own errors
  const std::time_t now = std::time(nullptr);
  const double left = remaining(sample);
  std::fprintf(file, "STATUS: %s\n", status.c_str());
  std::fprintf(file, "STARTED: %s\n", date_text(now - static_cast<std::time_t>(wall())).c_str());
  const auto wait = static_cast<std::time_t>(left >= 0.0 ? std::min(left, kEndless) : 0.0);
  const std::string finish = left < kEndless ? date_text(now + wait) : "in over 100 years";
  std::fprintf(file, "ESTIMATED END: %s\n", left >= 0.0 ? finish.c_str() : "unknown");
  std::fprintf(file, "TIME: %.9g of %.9g s (%.1f %%)\nSTEPS: %lld\n", sample.time, sample.end,
               100.0 * done_share(sample), sample.steps);
  std::fprintf(file, "BODIES: %d\nBOXES: %d\nCONSTRAINTS: %d\nCONTACTS: %d\nSPARSIFIED: %d\n",
               sample.bodies, sample.pieces, sample.constraints, sample.contacts,
               sample.sparsified);
  const std::string depth =
      sample.depth > 0.0 ? cat(formatted("%.3e", sample.depth), " m, ", sample.depth_pair) : "none";
  std::fprintf(file, "PENETRATION: %s\n", depth.c_str());
  std::fprintf(file, "ITERATIONS: %d\nRESIDUAL: %.3e\nMERIT: %.3e\nNOT CONVERGED: %lld\n",
               sample.iterations, sample.residual, sample.merit, sample.not_converged);
  static constexpr Phase kShown[] = {Phase::TIMINT, Phase::CONUPD, Phase::CONDET,
                                     Phase::LOCDYN, Phase::CONSOL, Phase::PARBAL};
  double total = 0.0;
  for (const Phase phase : kShown) total += timers.seconds(phase);
  for (const Phase phase : kShown) {
    const std::string name(name_of(phase));
    const double share = total > 0.0 ? 100.0 * timers.seconds(phase) / total : 0.0;
    std::fprintf(file, "%s: %.1f %%\n", name.c_str(), share);
  }
  const bool written = std::fclose(file) == 0;
  if (written) std::rename(draft.c_str(), target.c_str());
}

}  // namespace solfec
