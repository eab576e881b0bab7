#include "run/folder/output_folder.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <unistd.h>

#include "archive/archive_error.h"
#include "archive/content_hash.h"
#include "base/cat.h"
#include "base/parallel_for.h"
#include "base/whole_file.h"
#include "output/result_files.h"
#include "output/result_reader.h"
#include "run/folder/build_info.h"

namespace solfec {

bool has_lost_frames(const std::string& folder) {
  std::error_code ignored;
  return !std::filesystem::exists(frames_file(folder), ignored) &&
         std::filesystem::exists(state_file(folder, 0), ignored);
}

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::error_code& reason) {
  throw OutputError(cat("cannot create '", path, "': ", reason.message()), true);
}

/// Moves DIR to DIR.bak-N with the first free N. @return Its new path.
std::string move_to_backup(const fs::path& folder) {
  for (int n = 1;; ++n) {
    const fs::path backup = folder.string() + cat(".bak-", n);
    if (fs::exists(backup)) continue;
    std::error_code reason;
    fs::rename(folder, backup, reason);
    if (reason) fail(folder.string(), reason);
    return backup.string();
  }
}

constexpr const char* kProvenance = "provenance.txt";
constexpr const char* kFirstWords = "program: solfec ";

void make_folder(const std::string& folder) {
  std::error_code reason;
  fs::create_directories(folder, reason);
  if (reason) fail(folder, reason);
}

/// A folder without results, locked; results that stand there move to a backup.
FolderLock empty_folder(const std::string& folder) {
  make_folder(folder);
  FolderLock lock = lock_output_folder(folder);
  if (!ResultReader::has_results(folder) && !has_lost_frames(folder)) return lock;
  lock.moved_to(move_to_backup(folder));
  make_folder(folder);
  return lock_output_folder(folder);
}

std::string script_hash(const std::string& script) {
  const std::string text = note_text(script);
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%016llx",
                static_cast<unsigned long long>(content_hash(std::as_bytes(std::span(text)))));
  return buffer;
}

void copy_script(const std::string& script, const fs::path& copy) {
  std::error_code reason;
  fs::copy_file(script, copy, fs::copy_options::overwrite_existing, reason);
  if (reason) fail(copy.string(), reason);
}

/// Whether a folder has the notes of a run, in the words of write_provenance.
bool has_provenance(const fs::path& folder) {
  return note_text((folder / kProvenance).string()).starts_with(kFirstWords);
}

/// Keeps the script as NAME.py or, beside files of the user with other texts, as NAME-2.py, ...
void keep_script(const std::string& script, const fs::path& folder, bool is_ours) {
  const std::string name = folder.filename().string();
  const std::string text = note_text(script);
  fs::path copy = folder / (name + ".py");
  std::error_code ignored;
  for (int n = 2; fs::exists(copy, ignored); ++n) {
    if (note_text(copy.string()) == text) return;
    if (is_ours) break;
    copy = folder / cat(name, "-", n, ".py");
  }
  copy_script(script, copy);
}

void write_provenance(const RunSettings& settings, const fs::path& folder, const char* action) {
  std::ofstream file(folder / kProvenance, std::ios::app);
  const std::time_t now = std::time(nullptr);
  struct tm parts {};
  gmtime_r(&now, &parts);
  char date[64];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  file << kFirstWords << SOLFEC_VERSION << "\n"
       << build_text(settings.mpi) << action << ": " << date << "\nhost: " << host
       << "\nthreads: " << thread_count() << "\nscript: " << settings.script
       << "\nscript hash (FNV-1a): " << script_hash(settings.script) << '\n';
  for (const std::string& argument : settings.script_arguments) {
    file << "script argument: " << argument << '\n';
  }
}

}  // namespace

std::string resolve_output_folder(const RunSettings& settings, const std::string& output,
                                  bool several) {
  fs::path folder = fs::path(output).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // a trailing slash
  if (!settings.output.empty()) {
    const fs::path root(settings.output);
    folder = several ? root / folder.filename() : root;
  }
  if (!settings.subfolder.empty()) folder /= settings.subfolder;
  return folder.string();
}

FolderLock lock_output_folder(const std::string& folder) {
  FolderLock lock(folder);
  if (!lock.warning().empty()) {
    std::fprintf(stderr, "solfec: warning: %s\n", lock.warning().c_str());
  }
  return lock;
}

void move_results(const std::string& from, const std::string& to) {
  FolderLock::check_free(from);
  const FolderLock lock = empty_folder(to);
  std::error_code reason;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    fs::rename(entry.path(), fs::path(to) / entry.path().filename(), reason);
    if (reason) fail(to, reason);
  }
}

FolderLock prepare_output_folder(const RunSettings& settings, const std::string& folder) {
  const fs::path path(folder);
  FolderLock lock = empty_folder(folder);
  const bool is_ours = has_provenance(path);
  if (!settings.script.empty()) keep_script(settings.script, path, is_ours);
  std::error_code ignored;
  if (is_ours) fs::remove(path / kProvenance, ignored);
  write_provenance(settings, path, "started");
  return lock;
}

void continue_output_folder(const RunSettings& settings, const std::string& folder) {
  const fs::path path(folder);
  write_provenance(settings, path, "continued");
  if (settings.script.empty()) return;
  const std::string name = path.filename().string();
  const std::string now = note_text(settings.script);
  fs::path latest = path / (name + ".py");
  fs::path next = latest;
  for (int n = 2; fs::exists(next); ++n) {
    latest = next;
    next = path / cat(name, "-", n, ".py");
  }
  if (note_text(latest.string()) != now) copy_script(settings.script, next);
}

}  // namespace solfec
