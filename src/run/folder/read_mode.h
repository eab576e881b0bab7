#pragma once

#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "output/result_reader.h"
#include "run/settings/setting_record.h"

namespace solfec {

/// How far the RUNs of a script have come in results.
struct ReachedFrame {
  int frame = 0;
  int frames = 0;
  double time = 0.0;  // of the frame, s
  double end = 0.0;   // of the results, s
};
using ReachedFrames = std::map<std::string, ReachedFrame>;  // by folder

/// Returns what the end of a program says of results that go on beyond the last RUN of the script
/// that read them, one line per folder.
std::vector<std::string> results_beyond_runs(const ReachedFrames& reached);

/// Returns the texts on lines of their own behind a headline, up to ten of them.
std::string listed_below(const std::string& headline, const std::vector<std::string>& texts);

constexpr double kEndOfTime = std::numeric_limits<double>::infinity();

/// Refuses results whose bodies moved under other settings than those of the script.
/// @param texts     One for each setting that differs.
/// @param remedies  What the user can do.
[[noreturn]] void refuse_results(const std::string& folder, const std::vector<std::string>& texts,
                                 const std::string& remedies);

/// Reader of the results for READ mode: it tells about the results that it opens, and knows which
/// frame ends a RUN.
class ReadMode {
 public:
  /// @param reader   Opened results of the folder.
  /// @param reached  Learns how far the RUNs come; it stays.
  ReadMode(const std::string& folder, ResultReader& reader, ReachedFrames& reached)
      : folder_(folder), reader_(reader), reached_(reached), record_(folder) {}

  /// "out/drop, 2001 frames, t = 0 .. 2 s, written 2026-11-22 05:51".
  [[nodiscard]] std::string headline() const;
  /// Returns what is wrong with the results as a whole: a damaged end, a run that still writes or
  /// has not come to its end.
  [[nodiscard]] std::vector<std::string> warnings();

  /// Frame at the end of a RUN of `duration`: the last one of it, or with a shorter duration than
  /// that of the results the last one up to there.
  /// @param[out] missing  Why that is not the state at the end, '' when it is.
  [[nodiscard]] int end_frame(int run, double duration, std::string& missing);

  /// Lists how bodies of the script differ from those of the results in what they start with: bulk
  /// material, velocity, scheme, damping. Call it before a frame is shown.
  [[nodiscard]] std::vector<std::string> start_differences(const Domain& domain);

  /// A script deletes what the frames have to say of; it is no setting of later RUNs.
  void note_deleted_body(BodyId id) { deleted_bodies_.insert(id); }
  void note_deleted_constraint(ConstraintId id) { deleted_constraints_.insert(id); }

  /// Returns what of the script the results hold when a RUN begins.
  [[nodiscard]] HeldParts held_at(int run, const Domain& domain);
  /// Differences of the settings at a RUN that were not told yet, with its number where there are
  /// several; see setting_differences.
  /// @param time  The settings of the RUN that held there, s.
  [[nodiscard]] std::vector<SettingDifference> differences(int run, const SettingTexts& script,
                                                           const HeldParts& held,
                                                           double time = kEndOfTime);
  /// Differences between the script and the parts of the RUN that stand in front of the last one,
  /// where a run had gone on with other settings: a text for each such part, with its end. Call it
  /// behind `differences`; settings that decide which frames there are do not count.
  [[nodiscard]] std::vector<std::string> earlier_differences(int run, const SettingTexts& script,
                                                             const HeldParts& held);
  /// Compares the script with the hashes that the frames of the first RUN hold, for what
  /// settings.txt cannot tell: it may be lost, or of another run than the frames.
  /// @param script  Hashes of the settings of the script.
  /// @param held    What of the script the frames hold.
  /// @return Names of settings that differ, as sentences.
  [[nodiscard]] std::vector<std::string> hash_differences(const SettingHashes& script,
                                                          const HeldParts& held);

 private:
  /// Without loads and constraints that results of an earlier RUN had and these have not: a
  /// function that RUN called has deleted them.
  [[nodiscard]] SettingTexts without_lost(int run, const SettingTexts& script) const;
  [[nodiscard]] int last_frame_of(int run) const;
  void note_reached(int frame) const;

  std::string folder_;
  ResultReader& reader_;
  ReachedFrames& reached_;
  SettingRecord record_;
  std::set<std::string> told_;  // lines of differences that were given
  std::set<BodyId> deleted_bodies_;
  std::set<ConstraintId> deleted_constraints_;
  double run_end_ = 0.0;  // of the RUN before, s
  bool begun_ = false;
  bool told_end_ = false;  // that the results are not complete
};

}  // namespace solfec
