#include "viewer/image/film.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "archive/foreign_file.h"
#include "base/cat.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/picture_mark.h"

namespace solfec {

namespace {

constexpr std::size_t kMostSaid = 4096;  // bytes of messages of ffmpeg that are shown

/// Returns the words of the command line of ffmpeg.
std::vector<std::string> words_of(const std::string& path, const std::string& beside, int width,
                                  int height, double rate) {
  const bool gif = path.ends_with(".gif");
  std::vector<std::string> words = {
      "ffmpeg",        "-nostdin", "-hide_banner", "-loglevel",
      "error",         "-y",       "-f",           "rawvideo",
      "-pixel_format", "rgb24",    "-video_size",  cat(width, "x", height),
      "-framerate",    cat(rate),  "-i",           "pipe:0"};
  const std::vector<std::string> kind =
      gif ? std::vector<std::string>{"-filter_complex",
                                     "split[a][b];[a]palettegen=stats_mode=full[p];[b][p]"
                                     "paletteuse=dither=none",
                                     "-f", "gif"}
      : path.ends_with(".avi")
          ? std::vector<std::string>{"-c:v", "mpeg4", "-q:v", "2", "-f", "avi"}
          : std::vector<std::string>{"-vf",      "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
                                     "-c:v",     "libx264",
                                     "-pix_fmt", "yuv420p",
                                     "-crf",     "18",
                                     "-f",       "mp4"};
  words.insert(words.end(), kind.begin(), kind.end());
  words.push_back("file:" +
                  beside);  // whatever it begins with and holds, it is no option or protocol
  return words;
}

/// Starts a program that reads the pipe. @return Its process, or the negative reason.
int start(const std::vector<std::string>& words, int input, int unused, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addclose(&actions, unused);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t process = -1;
  const int reason = posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return reason == 0 ? process : -reason;
}

}  // namespace

Film::Film(const std::string& path, int width, int height, double rate) : path_(path) {
  check_picture_place(path);
  beside_ = name_beside(path);
  (void)std::signal(SIGPIPE, SIG_IGN);  // an end of ffmpeg shows as a failed write
  if (const int probe = ::open(beside_.c_str(), O_WRONLY | O_CREAT, 0644); probe >= 0) {
    ::close(probe);
  } else {
    throw PictureError(cat("cannot create '", path, "': ", std::strerror(errno)));
  }
  messages_.reset(std::tmpfile());
  if (!messages_) throw PictureError(cat("cannot make a file: ", std::strerror(errno)));
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw PictureError(cat("cannot make a pipe: ", std::strerror(errno)));
  }
  const auto words = words_of(path, beside_, width, height, rate);
  process_ = start(words, ends[0], ends[1], fileno(messages_.get()));
  ::close(ends[0]);
  pipe_ = ends[1];
  if (process_ < 0) {
    const int reason = -process_;
    ::close(pipe_);
    pipe_ = -1;
    (void)unlink(beside_.c_str());
    throw PictureError(reason == ENOENT
                           ? std::string("films need the program ffmpeg (Debian package ffmpeg)")
                           : cat("cannot start ffmpeg: ", std::strerror(reason)));
  }
}

Film::~Film() {
  if (pipe_ < 0) return;
  (void)wait();
  (void)unlink(beside_.c_str());
}

int Film::wait() {
  if (pipe_ < 0) return -1;
  ::close(pipe_);
  pipe_ = -1;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Film::fail() {
  (void)wait();
  std::string said(kMostSaid, '\0');
  std::rewind(messages_.get());
  said.resize(std::fread(said.data(), 1, said.size(), messages_.get()));
  (void)unlink(beside_.c_str());
  while (!said.empty() && said.back() == '\n') said.pop_back();
  throw PictureError(cat("ffmpeg cannot write '", path_, "'", said.empty() ? "" : ": ", said),
                     false);
}

bool Film::add_mark() const {
  const PictureMark* const mark = picture_mark_of(path_);
  if (mark == nullptr) return true;
  std::fstream file(beside_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(-static_cast<std::streamoff>(mark->replaced), std::ios::end);
  file.write(mark->tail.data(), static_cast<std::streamsize>(mark->tail.size()));
  file.close();
  return static_cast<bool>(file);
}

void Film::add(const Image& image) {
  const auto* next = image.rgb.data();
  std::size_t left = image.rgb.size();
  while (left > 0) {
    const ssize_t done = ::write(pipe_, next, left);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail();
    next += done;
    left -= static_cast<std::size_t>(done);
  }
}

void Film::finish() {
  if (wait() != 0 || !add_mark() || std::rename(beside_.c_str(), path_.c_str()) != 0) fail();
}

}  // namespace solfec
