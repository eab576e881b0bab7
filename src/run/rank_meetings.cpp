#include "run/rank_meetings.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kPatience = 5.0;  // s, of a rank that has failed, for the others to come
constexpr int kScriptError = 2;    // exit code of ranks that have parted
constexpr std::string_view kCalls = "calls of ";
constexpr char kEndOfPart = '\x1f';
constexpr char kEndOfItem = '\x1e';
constexpr char kDigest = '\x1d';  // what follows in a value is compared and not shown

/// Particulars that one rank gives of itself, place and last command first, then its calls, then
/// the rest.
using Story = Particulars;

std::string text_of(const Story& story) {
  std::string text;
  for (const Particular& item : story) {
    text += cat(item.name, kEndOfPart, item.value, kEndOfPart, item.line, kEndOfItem);
  }
  return text;
}

Story story_in(const std::vector<char>& text) {
  Story story;
  auto at = text.begin();
  const auto next = [&](char end) {
    const auto stop = std::find(at, text.end(), end);
    std::string part(at, stop);
    at = stop == text.end() ? stop : stop + 1;
    return part;
  };
  while (at != text.end()) {
    Particular item;
    item.name = next(kEndOfPart);
    item.value = next(kEndOfPart);
    item.line = next(kEndOfItem);
    story.push_back(std::move(item));
  }
  return story;
}

std::string place_text(const Visit& visit) {
  switch (visit.place) {
    case MeetingPlace::analysis:
      return "makes a SOLFEC object";
    case MeetingPlace::run:
      return "begins a RUN";
    case MeetingPlace::step:
    case MeetingPlace::step_end:
      return cat("is in RUN", visit.detail);
    case MeetingPlace::run_error:
      return cat("has an error in RUN: ", visit.detail);
    case MeetingPlace::barrier:
      return "waits at BARRIER";
    case MeetingPlace::dump:
      return "writes the local dynamics (LOCDYN_DUMP, EXPORT_CONTACT_PROBLEM)";
    case MeetingPlace::script_end:
      return "is at the end of the script";
  }
  return "";
}

Story story_of(const Visit& visit, const ScriptTrail& trail) {
  Story story{{"", place_text(visit), trail.last()}};
  for (const auto& [command, calls] : trail.calls()) {
    story.push_back({cat(kCalls, command), cat(calls.count), calls.line});
  }
  if (!visit.particulars) return story;
  for (Particular& item : visit.particulars()) story.push_back(std::move(item));
  return story;
}

using Pair = std::pair<const Particular*, const Particular*>;

std::string in_words(const Particular* item) {
  if (item == nullptr) return "none";
  const std::string value = item->value.substr(0, item->value.find(kDigest));
  return item->line.empty() ? value : cat(value, " (", item->line, ")");
}

std::string in_words(Pair items, int other) {
  return cat((items.first != nullptr ? items.first : items.second)->name, ": ",
             in_words(items.first), " on rank 0, ", in_words(items.second), " on rank ", other);
}

/// First item of some kind that two ranks have not alike, nulls when there is none.
template <typename Kind>
Pair first_difference(const Story& one, const Story& two, const Kind& is_of_kind) {
  const auto find = [](const Story& story, const std::string& name) {
    const auto found = std::find_if(story.begin() + 1, story.end(),
                                    [&](const Particular& item) { return item.name == name; });
    return found == story.end() ? nullptr : &*found;
  };
  for (const Particular& item : std::span(one).subspan(1)) {
    if (!is_of_kind(item)) continue;
    const Particular* const other = find(two, item.name);
    if (other == nullptr || other->value != item.value) return {&item, other};
  }
  for (const Particular& item : std::span(two).subspan(1)) {
    if (is_of_kind(item) && find(one, item.name) == nullptr) return {nullptr, &item};
  }
  return {};
}

/// Returns in words what two ranks have not alike, '' when there is nothing: calls, and where both
/// are at one place what they say beside.
std::string difference_text(const Story& one, const Story& two, int other) {
  const auto is_call = [](const Particular& item) { return item.name.starts_with(kCalls); };
  Pair found = first_difference(one, two, is_call);
  if (found == Pair{} && one.front().value == two.front().value) {
    found = first_difference(one, two, [&](const Particular& item) { return !is_call(item); });
  }
  return found == Pair{} ? "" : in_words(found, other);
}

/// One call as a story: the command, then its arguments.
Story story_of(const ScriptTrail::Call& call) {
  Story story{{"", call.command, call.line}};
  for (const TrailArgument& argument : call.arguments) {
    story.push_back({cat(call.command, ", ", argument.name),
                     cat(argument.text, kDigest, argument.digest), call.line});
  }
  return story;
}

/// Describes the difference of two ranks in the first call that they do not have alike.
std::string call_difference(const Story& one, const Story& two, int other) {
  const Particular& first = one.front();
  const Particular& second = two.front();
  if (first.value != second.value || first.line != second.line) {
    return cat("commands in another order: ", in_words(&first), " on rank 0, ", in_words(&second),
               " on rank ", other);
  }
  const Pair found = first_difference(one, two, [](const Particular& /*item*/) { return true; });
  return found == Pair{} ? cat("other arguments of ", in_words(&first)) : in_words(found, other);
}

std::string after(const Particular& place) {
  return place.line.empty() ? "" : cat(" after ", place.line);
}

}  // namespace

RankMeetings::Record RankMeetings::record_of(const Visit& visit) const {
  return {visit.place, 0, follows_ ? 1 : 0, 0, trail.hash(), visit.state, {}};
}

/// Errors and the end are met with whatever was done before.
bool RankMeetings::are_alike(const Records& all) {
  const Record& first = all.front();
  return std::all_of(all.begin(), all.end(), [&](const Record& one) {
    if (one.place != first.place) return false;
    const bool any = one.place == MeetingPlace::run_error || one.place == MeetingPlace::script_end;
    return any || (one.trail == first.trail && one.state == first.state);
  });
}

/// First rank that has failed by itself, -1: none.
int RankMeetings::find_ended(const Records& all) {
  for (int rank = 0; rank < count(all); ++rank) {
    const Record& one = all[at(rank)];
    if (one.follows != 0) continue;
    if (one.place == MeetingPlace::run_error || one.code != 0) return rank;
  }
  return -1;
}

/// Collective, of ranks that know that they differ: what is said about it.
std::string RankMeetings::explain(Comm& comm, const Visit& visit, const Records& all) {
  const std::string own = text_of(story_of(visit, trail));
  std::vector<Story> stories;
  for (const auto& text : gather_lists(comm, std::span<const char>(own))) {
    stories.push_back(story_in(text));
  }
  if (const int ended = find_ended(all); ended >= 0) {
    const Particular& place = stories[at(ended)].front();
    const int code = all[at(ended)].code;
    if (code != 0) return cat("rank ", ended, " has ended with exit code ", code, after(place));
    return cat("rank ", ended, " ", place.value);
  }
  int other = 1;
  while (are_alike({all.front(), all[at(other)]})) ++other;
  const Particular& first = stories.front().front();
  const Particular& second = stories[at(other)].front();
  std::string text = cat("ranks 0 and ", other, " do not run the script alike: ");
  const bool apart = all.front().place != all[at(other)].place;
  if (apart) {
    text += cat("rank 0 ", first.value, after(first), ", rank ", other, " ", second.value,
                after(second));
  }
  const std::string difference = difference_text(stories.front(), stories[at(other)], other);
  if (!difference.empty()) return text + (apart ? "; " : "") + difference;
  return apart ? text : text + explain_calls(comm, other);
}

/// Collective: the first call that rank 0 and another one have not alike.
std::string RankMeetings::explain_calls(Comm& comm, int other) {
  const auto lists = gather_lists(comm, trail.hashes());
  const auto& one = lists.front();
  const auto& two = lists[at(other)];
  const auto shorter = std::min(one.size(), two.size());
  const auto differ =
      std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(shorter), two.begin())
          .first;
  const auto number = static_cast<std::size_t>(differ - one.begin());
  const bool has_call = number < trail.hashes().size();
  const std::string own = has_call ? text_of(story_of(trail.call(number))) : "";
  const auto texts = gather_lists(comm, std::span<const char>(own));
  if (number == shorter) return "another number of commands";
  return call_difference(story_in(texts.front()), story_in(texts[at(other)]), other);
}

namespace {

template <typename Record>
std::vector<Record> gather(Comm& comm, const Record& mine, double patience) {
  std::vector<Record> all(at(comm.size()));
  const bool met = comm.meet(std::as_bytes(std::span(&mine, 1)),
                             std::as_writable_bytes(std::span(all)), patience);
  return met ? all : std::vector<Record>();
}

}  // namespace

RankMeetings::Records RankMeetings::gather_alike(Comm& comm, const Visit& visit,
                                                 const Record& mine) {
  Records all = gather(comm, mine, kForever);
  if (all.empty()) {
    throw RanksParted("this rank has lost the others by an error before, and cannot go on");
  }
  if (are_alike(all)) {
    trail.forget();
    return all;
  }
  const std::string text = explain(comm, visit, all);
  follows_ = follows_ || find_ended(all) >= 0;
  throw RanksParted(text);
}

void RankMeetings::meet(Comm& comm, const Visit& visit) { (void)meet_with(comm, visit, 0); }

void RankMeetings::tell_error(Comm& comm, const std::string& text) {
  if (comm.size() == 1) return;
  Visit visit;
  visit.place = MeetingPlace::run_error;
  visit.detail = text;
  const Records all = gather(comm, record_of(visit), kPatience);
  if (!all.empty() && !are_alike(all)) (void)explain(comm, visit, all);
}

JobEnd RankMeetings::job_end(const Records& all, int rank) {
  JobEnd end;
  int largest = 0;
  for (const Record& one : all) {
    largest = std::max(largest, one.code);
    if (one.follows == 0) end.code = std::max(end.code, one.code);
  }
  if (end.code == 0) end.code = largest;
  const Record& mine = all[at(rank)];
  const Record& heard = all.front();  // rank 0 is heard in any case
  end.is_told =
      mine.code != 0 && mine.follows == 0 && (heard.code != mine.code || heard.follows != 0);
  return end;
}

JobEnd RankMeetings::end(Comm& comm, int code) {
  if (comm.size() == 1) return {code, false, false};
  Visit visit;
  visit.place = MeetingPlace::script_end;
  double patience = kPatience;
  if (code == 0) patience = kForever;
  for (;;) {
    Record mine = record_of(visit);
    mine.code = code;
    const Records all = gather(comm, mine, patience);
    if (all.empty()) return {code == 0 ? kScriptError : code, true, true};
    if (are_alike(all)) return job_end(all, comm.rank());
    const std::string text = explain(comm, visit, all);
    if (code != 0) continue;
    follows_ = follows_ || find_ended(all) >= 0;
    std::fprintf(stderr, "solfec: error: %s\n", text.c_str());
    code = kScriptError;
  }
}

}  // namespace solfec
