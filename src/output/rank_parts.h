#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/fields.h"
#include "archive/file_backend.h"
#include "archive/frame_reader.h"
#include "archive/frame_writer.h"
#include "domain/domain.h"
#include "domain/state_archive.h"
#include "output/frame.h"
#include "output/state_files.h"

namespace solfec {

/// Frames of several ranks. What all ranks know and the part of rank 0 stand in frames.0.xdr; each
/// other rank R writes the states of its bodies, constraints and contacts to frames.R.xdr, one
/// entry per frame. So nobody gathers anything while a run computes; readers put the parts
/// together, and their order is that of one rank. Each part repeats the digest of the states of all
/// ranks that stands in frames.0.xdr, so that readers know a part of another run.

/// Head of an entry of a part of a rank, which stands before the states.
struct RankPartHead {
  int version = kWholeVersion;
  int frame{};             // of frames.0.xdr
  std::uint64_t states{};  // FrameHead::states of that frame
};

/// Files in which parts stand.
enum class PartFiles : std::uint8_t {
  frames,  // frames.R.xdr
  states   // whole states of the latest frames (output/state_files.h)
};

constexpr std::string_view type_name(const RankPartHead*) { return "RankPartHead"; }

template <typename Fields>
void list_fields(Fields& fields, const RankPartHead*) {
  fields("version", "of the payload, as in FrameHead", &RankPartHead::version);
  fields("frame", "number of the frame in frames.0.xdr", &RankPartHead::frame);
  fields("states", "that of the head of this frame", &RankPartHead::states);
}

/// Digests the states that the ranks of a model are about to write.
class StatesDigest {
 public:
  /// Hashes what each rank owns and joins the hashes; any state that differs gives another number.
  /// @note Collective.
  [[nodiscard]] std::uint64_t of(const Domain& domain);

 private:
  StateWriter states_;
  XdrWriter bytes_;
};

/// Writes the parts of a rank > 0.
class RankPartWriter {
 public:
  /// Goes on with the file of the rank, or makes a new one.
  /// @param next     Number of the next frame; entries of this and later ones are cut off.
  /// @param counted  Frames of frames.0.xdr: next, or next + 1 when the last one is provisional and
  ///                 will be replaced. Entries beyond the replaced one stay in a copy beside the
  ///                 file (output/kept_tail.h).
  /// @throws OutputError
  RankPartWriter(const std::string& folder, int rank, int next, int counted,
                 const FileFactory& files = make_posix_file);

  void set_compression(bool on) {
    file_.set_compression(on);
    state_files_.set_compression(on);
  }
  /// Appends the part of a frame; one of the same number is replaced. @throws OutputError
  /// @param states  Digest of the frame.
  /// @param detail  Of the part; the whole state of a part that only shows goes to a file of
  /// states.
  void write(const Domain& domain, int frame, std::uint64_t states,
             StateDetail detail = StateDetail::whole);
  /// @throws OutputError
  void sync();

 private:
  void fill(const Domain& domain, const RankPartHead& head, StateDetail detail);

  FrameWriter file_;
  StateFiles state_files_;
  StateWriter states_;
  XdrWriter payload_;
  int last_ = -1;  // number of the last part
};

/// Reads the parts of ranks > 0.
class RankParts {
 public:
  explicit RankParts(std::string folder, PartFiles where = PartFiles::frames)
      : folder_(std::move(folder)), where_(where) {}

  enum class Presence : std::uint8_t { there, missing, foreign };

  /// Whether the part of a rank > 0 of a frame is there, or one that another run has written.
  /// @param time  Of the frame, s.
  Presence presence(const FrameHead& head, int rank, int frame, double time);
  /// Whether all parts of a frame are there.
  bool has_all(const FrameHead& head, int frame, double time);
  /// Adds the parts to the states of rank 0, in the order of one rank.
  /// @throws ArchiveError naming the file when one is missing or damaged.
  void join(const FrameHead& head, int frame, double time, ModelStates& states);

 private:
  using Files = std::vector<std::unique_ptr<FrameReader>>;  // that can be read
  Files& files(int rank);

  /// Place of a part in a file of its rank.
  struct Found {
    Presence presence = Presence::missing;
    FrameReader* file = nullptr;
    int entry{};
  };
  Found find(const FrameHead& head, int rank, int frame, double time);

  std::string folder_;
  PartFiles where_;
  std::map<int, Files> files_;  // by rank
};

/// Number of frames from the first on of which the last one has all its parts.
int complete_frames(const std::string& folder, FrameReader& frames);

/// Ranks that have written the frames of a file: the largest number. Damaged frames do not count.
int most_ranks(FrameReader& frames);

/// One line for each file of a rank > 0 that lacks parts of frames, with how many and which; reads
/// all frames.
std::vector<std::string> missing_parts(const std::string& folder, FrameReader& frames);

}  // namespace solfec
