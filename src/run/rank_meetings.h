#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/check.h"
#include "parallel/comm.h"
#include "run/script_trail.h"

namespace solfec {

/// Where a rank meets the others.
enum class MeetingPlace : std::int32_t {
  analysis,   // SOLFEC begins
  run,        // RUN begins
  step,       // of a RUN
  step_end,   // after the user's functions
  run_error,  // a RUN has ended with an error
  barrier,    // BARRIER
  dump,       // LOCDYN_DUMP
  script_end
};

/// Ranks do not run the script alike, or another one has ended.
class RanksParted : public InputError {
 public:
  explicit RanksParted(const std::string& text) : InputError(text, InputErrorKind::runtime) {}
};

/// Something of the model or the settings that is the same on all ranks.
struct Particular {
  std::string name;
  std::string value;
  std::string line;  // of the script, '' when unknown
};
using Particulars = std::vector<Particular>;

/// How a rank comes to a meeting.
struct Visit {
  MeetingPlace place{};
  std::uint64_t state = 0;  // hash of what all ranks must have alike there
  std::string detail;       // of the place: the time of a step, the text of an error
  /// Asked for when the ranks differ; may be empty.
  std::function<Particulars()> particulars;
};

/// How a job ends.
struct JobEnd {
  int code{};            // exit code of all ranks
  bool is_told = false;  // this rank says itself what has happened to it
  bool is_lost = false;  // others do not come: they have to be ended
};

/// Meetings at which all ranks say where in the script they are: before anything is computed that
/// all must compute, in each step, and at the end of the script. A rank that is elsewhere, has done
/// something else before or has ended is found there, and named, instead of being waited for.
///
/// One meeting is one all_gather, which carries what ranks have to say there in any case.
/// On one rank nothing happens.
class RankMeetings {
 public:
  ScriptTrail trail;

  /// @throws RanksParted on all ranks when one differs.
  void meet(Comm& comm, const Visit& visit);
  /// Meets the other ranks as `meet` does, with an item to tell.
  /// @return The items of all ranks, by rank.
  template <typename Item>
  std::vector<Item> meet_with(Comm& comm, const Visit& visit, const Item& item) {
    static_assert(std::is_trivially_copyable_v<Item> && sizeof(Item) <= kLargestItem);
    if (comm.size() == 1) return {item};
    Record mine = record_of(visit);
    std::memcpy(mine.item.data(), &item, sizeof(Item));
    std::vector<Item> items;
    for (const Record& one : gather_alike(comm, visit, mine)) {
      std::memcpy(&items.emplace_back(), one.item.data(), sizeof(Item));
    }
    return items;
  }
  /// Tells the others that a RUN has ended here with an error, if they come in time.
  void tell_error(Comm& comm, const std::string& text);
  /// Waits for all ranks at the end of the script; when this one has failed, for seconds only.
  /// What it meets before on its way (others that still are in a RUN) is told on standard error.
  JobEnd end(Comm& comm, int code);

 private:
  static constexpr std::size_t kLargestItem = 24;
  struct Record {
    MeetingPlace place{};
    std::int32_t code = 0;
    std::int32_t follows = 0;  // its error is that of another rank
    std::int32_t unused = 0;
    std::uint64_t trail = 0;
    std::uint64_t state = 0;
    std::array<std::byte, kLargestItem> item{};
  };
  using Records = std::vector<Record>;

  [[nodiscard]] Record record_of(const Visit& visit) const;
  static bool are_alike(const Records& all);
  static int find_ended(const Records& all);
  std::string explain(Comm& comm, const Visit& visit, const Records& all);
  std::string explain_calls(Comm& comm, int other);
  Records gather_alike(Comm& comm, const Visit& visit, const Record& mine);
  static JobEnd job_end(const Records& all, int rank);

  bool follows_ = false;
};

}  // namespace solfec
