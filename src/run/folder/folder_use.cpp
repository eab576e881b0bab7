#include "run/folder/folder_use.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "run/folder/output_folder.h"

namespace solfec {

namespace {

// Two questions are apart: which folder (choose), asked when the object is made, which makes
// nothing on the disk, though under -o it may move the first object; and the right to write there
// (take), asked by the first RUN that writes.

namespace fs = std::filesystem;

std::string key_of(const std::string& output) {
  std::error_code ignored;
  fs::path path = fs::absolute(output, ignored).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // a trailing slash
  return path.string();
}

void check_name(const std::string& output) {
  if (output.empty()) throw InputError("output must be a path, got an empty string");
  const std::string name = fs::path(output).lexically_normal().filename().string();
  if (name == "." || name == "..") {
    throw InputError(cat("output must name a folder of its own, got '", output, "'"));
  }
}

/// A script within the folder of its results would move away with them when they are computed anew.
void check_script(const RunSettings& settings, const std::string& folder) {
  if (settings.script.empty()) return;
  std::error_code ignored;
  const fs::path script = fs::weakly_canonical(fs::absolute(settings.script, ignored), ignored);
  const fs::path own = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
  const auto parts = std::mismatch(own.begin(), own.end(), script.begin(), script.end());
  if (parts.first != own.end()) return;
  throw InputError(cat("output must name a folder of its own, but the script ", settings.script,
                       " lies in '", folder, "', which moves away when results are computed anew"));
}

/// A FIFO or a device among the files of a folder would keep a run waiting for ever.
void check_files(const std::string& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const fs::file_status status = entry.status(ignored);
    if (fs::is_fifo(status) || fs::is_socket(status) || fs::is_character_file(status) ||
        fs::is_block_file(status)) {
      throw OutputError(cat("cannot write into '", folder, "': '", entry.path().string(),
                            "' is no regular file; remove it"),
                        true);
    }
  }
}

}  // namespace

FolderUse::FolderUse(const RunSettings& settings, FolderRegistry& registry,
                     const std::string& output, std::function<void()> on_moved)
    : settings_(settings),
      registry_(registry),
      output_(output),
      key_(key_of(output)),
      on_moved_(std::move(on_moved)) {
  check_name(output);
  choose();
  registry_.outputs_[key_].folder = folder_;
  registry_.living_.push_back(this);
}

FolderUse::~FolderUse() {
  if (registry_.override_.first == this) registry_.override_.first = nullptr;
  std::erase(registry_.living_, this);
}

bool FolderUse::written_here() const { return registry_.outputs_.at(key_).written; }

void FolderUse::choose() {
  const auto known = registry_.outputs_.find(key_);
  if (known != registry_.outputs_.end()) {
    check_free(known->second.folder, true);
    folder_ = known->second.folder;
    return;
  }
  const std::string alone = resolve_output_folder(settings_, output_, false);
  const std::string in_root = resolve_output_folder(settings_, output_, true);
  if (alone == in_root) {  // no -o
    check_free(alone, true);
    folder_ = alone;
    return;
  }
  choose_under_root(alone, in_root);
}

void FolderUse::choose_under_root(const std::string& alone, const std::string& in_root) {
  FolderRegistry::OutputOverride& override = registry_.override_;
  if (!override.used) {
    const bool was_several =
        !ResultReader::has_results(alone) && ResultReader::has_results(in_root);
    override = {true, this, alone, in_root};
    folder_ = was_several ? in_root : alone;
    return;
  }
  check_free(in_root, true);
  folder_ = in_root;
  if (ResultReader::has_results(override.alone) && override.alone != folder_) {
    move_results(override.alone, override.in_root);
  }
  for (auto& [key, output] : registry_.outputs_) {
    if (output.folder == override.alone) output.folder = override.in_root;
  }
  for (const FolderUse* living : registry_.living_) {
    if (living != override.first || living->folder_ != override.alone) continue;
    override.first->folder_ = override.in_root;
    if (override.first->lock_) override.first->lock_->moved_to(override.in_root);
    override.first->on_moved_();
  }
}

/// Two objects that live at once do not write into one folder; others may read it.
void FolderUse::check_free(const std::string& folder, bool choosing) const {
  const auto known = registry_.outputs_.find(key_);
  const bool written = known != registry_.outputs_.end() && known->second.written;
  const bool asked_to_write = settings_.write_anew || settings_.check_only || settings_.go_on;
  const bool would_read =
      choosing && (written || !asked_to_write) && ResultReader::has_results(folder);
  const FolderRegistry::OutputOverride& override = registry_.override_;
  for (const FolderUse* other : registry_.living_) {
    if (other == this || !other->is_taken() || (would_read && other->key_ == key_)) continue;
    // The first object under -o is about to move.
    const bool moves = other == override.first && other->folder_ == override.alone;
    std::error_code ignored;
    const fs::path taken = fs::weakly_canonical(moves ? override.in_root : other->folder_, ignored);
    if (taken != fs::weakly_canonical(folder, ignored)) continue;
    throw InputError(cat("output '", output_, "': another SOLFEC object (output '", other->output_,
                         "') writes its results into the same folder ", folder));
  }
}

void FolderUse::take(bool go_on) {
  if (is_taken()) return;
  check_free(folder_, false);
  check_script(settings_, folder_);
  if (!settings_.writes) {
    follows_ = true;
    registry_.outputs_.at(key_).written = true;
    return;
  }
  if (!go_on && settings_.go_on && has_lost_frames(folder_)) {
    throw InputError(cat("'", folder_, "' has states of a run, but frames.0.xdr is missing, so -c ",
                         "cannot go on with it: bring the file back, or compute anew with -w"),
                     InputErrorKind::runtime);
  }
  lock_ = go_on ? lock_output_folder(folder_) : prepare_output_folder(settings_, folder_);
  check_files(folder_);
  registry_.outputs_.at(key_).written = true;
}

void FolderUse::check_ours() const {
  if (is_ours()) return;
  throw OutputError(cat("'", folder_, "' belongs to the process that this one was forked from"),
                    true);
}

void FolderRegistry::forget_written() {
  for (auto& [key, output] : outputs_) output.written = false;
}

std::vector<std::string> FolderRegistry::written_folders() const {
  std::vector<std::string> folders;
  for (const auto& [key, output] : outputs_) {
    std::error_code ignored;
    const bool is_there = fs::exists(frames_file(output.folder), ignored);
    if (output.written && is_there) folders.push_back(output.folder);
  }
  return folders;
}

}  // namespace solfec
