#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/phase_timers.h"
#include "run/report/progress_style.h"

namespace solfec {

/// Values that the status line and STATE show of a run.
struct ProgressSample {
  double time{};   // s, simulated
  double start{};  // s, start of the run
  double end{};    // s, planned end of the run
  long long steps{};
  int bodies{};
  int pieces{};
  int constraints{};
  int contacts{};             // of the last step
  int sparsified{};           // contacts left out by the last step
  double depth{};             // deepest penetration of the last step, m; 0: none
  std::string depth_pair;     // its bodies, "body 'a' and body 7"
  int iterations{};           // of the solver in the last step
  double residual{};          // natural-map residual e of the last step
  double velocity_error{};    // its largest part of a row, m/s
  double merit{};             // likewise
  long long not_converged{};  // steps
};

/// Wall-clock side of a run: status line with a moving ETA, STATE file, summary. Writes nothing to
/// the console when quiet, and overwrites its line only on a terminal.
class Progress {
 public:
  /// @param folder    Output folder of STATE and log, '' for neither.
  /// @param interval  Seconds of wall time between two reports.
  /// @param log_file  Takes messages beside the file `log` of the folder; '' for none.
  Progress(std::string folder, double interval, bool quiet,
           ProgressStyle style = ProgressStyle::full, std::string log_file = "");

  /// True when the report interval has passed since the last report.
  [[nodiscard]] bool due() const;
  /// Prints the status line and renews STATE.
  void report(const ProgressSample& sample, const PhaseTimers& timers);
  /// Last status line and the lines of a summary, of which empty ones are left out; STATE says how
  /// the run ended.
  void finish(const ProgressSample& sample, const PhaseTimers& timers, const std::string& end,
              const std::vector<std::string>& summary);
  /// STATE of a run that an error ended; nothing on the console.
  void write_end(const ProgressSample& sample, const PhaseTimers& timers, const std::string& end);
  /// One line of its own on the console.
  void message(const std::string& text);
  /// A line "solfec: warning: TEXT" on standard error, also when quiet, and in the log.
  void warning(const std::string& text);

  /// Text of the status line, e.g. "t=1.23/10 s  12 %  142 steps/s  contacts 3.1k  depth 2.1e-05 m
  /// iterations 27 (residual 3e-07, 2e-09 m/s)  ETA 02:31:10"; the depth only while there is one.
  [[nodiscard]] std::string status_line(const ProgressSample& sample) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Mark {
    double wall{};  // s since the start of the run
    double time{};  // s simulated
    long long steps{};
  };

  [[nodiscard]] double wall() const;
  /// Seconds of wall time to the planned end by the moving window, negative when unknown.
  [[nodiscard]] double remaining(const ProgressSample& sample) const;
  void end_line();
  void print(const std::string& line, bool last);
  void print_status(const ProgressSample& sample, bool last);
  void show(const std::string& line, bool last);
  void write_state(const ProgressSample& sample, const PhaseTimers& timers,
                   const std::string& status) const;

  std::string folder_;
  std::string log_file_;
  double interval_;
  bool quiet_;
  ProgressStyle style_;
  bool terminal_;
  Clock::time_point start_;
  std::vector<Mark> window_;  // the last marks, oldest first
  double last_report_ = 0.0;
  std::size_t printed_ = 0;  // length of the line on the terminal
};

}  // namespace solfec
