#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "viewer/image/image.h"

namespace solfec {

/// Writes pictures into a film by the program ffmpeg, which reads them from a pipe: MP4 (H.264) or,
/// when the path ends so, an animated GIF.
class Film {
 public:
  /// @param rate  Pictures per second.
  /// @throws PictureError when there is no ffmpeg, or a file of others has the name.
  Film(const std::string& path, int width, int height, double rate);
  /// Ends ffmpeg and removes what it has made, unless `finish` was called.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  /// @throws PictureError when ffmpeg has ended. @pre the image has the size of the film.
  void add(const Image& image);
  /// @throws PictureError with what ffmpeg says when it has failed.
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
  std::string beside_;                           // written first
  std::unique_ptr<std::FILE, Closer> messages_;  // what ffmpeg says, a file without a name
  int pipe_ = -1;
  int process_ = -1;
};

}  // namespace solfec
