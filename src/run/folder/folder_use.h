#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "archive/folder_lock.h"
#include "run/settings/run_settings.h"

namespace solfec {

class FolderUse;

/// Output folders that the SOLFEC objects of one program had and have.
class FolderRegistry {
 public:
  /// Folders that objects have written into and that still hold results, sorted by their paths in
  /// the script.
  [[nodiscard]] std::vector<std::string> written_folders() const;
  /// Forgets what was written, for tests that stand for several runs of the program.
  void forget_written();

 private:
  friend class FolderUse;
  /// An output path that an object had or has.
  struct KnownOutput {
    std::string folder;
    bool written = false;
  };
  /// The first object under -o and the places that it may have.
  struct OutputOverride {
    bool used = false;           // some object has come under -o
    FolderUse* first = nullptr;  // null when it is gone
    std::string alone;           // folder of an only object
    std::string in_root;         // its folder when there are several
  };

  std::map<std::string, KnownOutput> outputs_;
  std::vector<const FolderUse*> living_;
  OutputOverride override_;
};

/// The results folder of one SOLFEC object.
///
/// Objects with the same output path use the same folder; when an earlier one of this process has
/// written there, a later one reads what it wrote, whatever the command line says. Under -o DIR
/// the first object of a script writes into DIR itself; an object with another path shows that
/// there are several, and then the first moves to DIR/<last component of its path> as all others.
class FolderUse {
 public:
  /// Chooses the folder; nothing is made on the disk.
  /// @param settings, registry  Of the program; they stay.
  /// @param output    Path as the script gives it.
  /// @param on_moved  Called when the folder has moved.
  /// @throws InputError when another object that lives writes into the folder; not when this one
  ///         is to read what an object with the same path writes.
  FolderUse(const RunSettings& settings, FolderRegistry& registry, const std::string& output,
            std::function<void()> on_moved);
  ~FolderUse();
  FolderUse(const FolderUse&) = delete;
  FolderUse& operator=(const FolderUse&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// Whether an object of this process has written here under the same path.
  [[nodiscard]] bool written_here() const;

  /// Makes the folder, or takes over its results when the run goes on from them; from then on
  /// nobody else writes into it. @throws InputError as above; OutputError when another process
  /// writes into it or it cannot be made.
  void take(bool go_on);
  [[nodiscard]] bool is_taken() const { return lock_.has_value() || follows_; }
  /// False in a child that the process which took the folder has forked.
  [[nodiscard]] bool is_ours() const { return follows_ || (lock_ && lock_->is_ours()); }
  /// @throws OutputError in a child that the process which took the folder has forked.
  void check_ours() const;

 private:
  void choose();
  void choose_under_root(const std::string& alone, const std::string& in_root);
  void check_free(const std::string& folder, bool choosing) const;

  const RunSettings& settings_;
  FolderRegistry& registry_;
  std::string output_;
  std::string key_;  // the same for equal paths
  std::string folder_;
  std::function<void()> on_moved_;
  std::optional<FolderLock> lock_;
  bool follows_ = false;  // another rank has taken it
};

}  // namespace solfec
