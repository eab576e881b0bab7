#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "viewer/image/image.h"

namespace solfec {

/// Writes pictures into a film by the program ffmpeg, which reads them from a pipe. The film is MP4
/// (H.264), or an animated GIF when the path ends with .gif.
class Film {
 public:
  /// @param rate  Pictures per second.
  /// @throws PictureError when there is no ffmpeg, or a file of another program has this name.
  Film(const std::string& path, int width, int height, double rate);
  /// Ends ffmpeg and removes the unfinished film, unless `finish` was called.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  /// @throws PictureError when ffmpeg has ended. @pre the image has the size of the film.
  void add(const Image& image);
  /// Completes the film. @throws PictureError with the message of ffmpeg when it has failed.
  void finish();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };

  [[noreturn]] void fail();
  int wait();
  /// Puts the mark of this program at the end of the complete film. @return False when it cannot.
  [[nodiscard]] bool add_mark() const;

  std::string path_;
  std::string beside_;                           // temporary path
  std::unique_ptr<std::FILE, Closer> messages_;  // of ffmpeg, an unnamed file
  int pipe_ = -1;
  int process_ = -1;
};

}  // namespace solfec
