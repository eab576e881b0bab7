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

/// Frames of several ranks. The file frames.0.xdr holds the data that all ranks share and the part
/// of rank 0. Each other rank R writes the states of its bodies, constraints and contacts to
/// frames.R.xdr, one entry per frame. So a run does not gather data; readers join the parts, in the
/// order of a run on one rank. Each part repeats the digest of the states of all ranks that is in
/// frames.0.xdr, so that readers recognise a part of another run.

/// Head of an entry of a part of a rank, which precedes the states.
struct RankPartHead {
  int version = kWholeVersion;
  int frame{};             // number of the frame in frames.0.xdr
  std::uint64_t states{};  // FrameHead::states of that frame
};

/// Kind of the files that hold parts.
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

/// Computes the digest of the states that the ranks of a model are about to write.
class StatesDigest {
 public:
  /// Hashes the states that each rank owns and combines the hashes; a different state gives another
  /// number.
  /// @note Collective.
  [[nodiscard]] std::uint64_t of(const Domain& domain);

 private:
  StateWriter states_;
  XdrWriter bytes_;
};

/// Writes the parts of one rank other than 0.
class RankPartWriter {
 public:
  /// Continues the file of the rank, or makes a new one.
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
  /// Appends the part of a frame; replaces a part of this number. @throws OutputError
  /// @param states  Digest of the frame.
  /// @param detail  Detail of the part. When it is not the complete state, that state goes to a
  /// file
  ///                of states.
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

  /// Tells whether the part of a rank > 0 of a frame exists, or one that another run has written.
  /// @param time  Of the frame, s.
  Presence presence(const FrameHead& head, int rank, int frame, double time);
  /// True when all parts of a frame exist.
  bool has_all(const FrameHead& head, int frame, double time);
  /// Adds the parts to the states of rank 0, in the order of one rank.
  /// @throws ArchiveError naming the file when a part is missing or damaged.
  void join(const FrameHead& head, int frame, double time, ModelStates& states);

 private:
  using Files = std::vector<std::unique_ptr<FrameReader>>;  // readable files of a rank
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

/// Largest number n such that the n-th frame has all its parts.
int complete_frames(const std::string& folder, FrameReader& frames);

/// Largest number of ranks that have written a frame of a file; damaged frames do not count.
int most_ranks(FrameReader& frames);

/// Returns a line for each file of a rank > 0 that lacks parts, with the number of these and their
/// frames; reads all frames.
std::vector<std::string> missing_parts(const std::string& folder, FrameReader& frames);

}  // namespace solfec
