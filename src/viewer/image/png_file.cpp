#include "viewer/image/png_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unistd.h>

#include <png.h>

#include "archive/foreign_file.h"
#include "base/cat.h"
#include "base/count.h"
#include "viewer/image/picture_error.h"
#include "viewer/image/picture_mark.h"

namespace solfec {

namespace {

struct Closer {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

[[noreturn]] void fail_file(const char* what, const std::string& path, bool creating) {
  throw PictureError(cat("cannot ", what, " '", path, "': ", std::strerror(errno)), creating);
}

}  // namespace

std::vector<std::uint8_t> png_bytes(const Image& image) {
  png_image head{};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.width);
  head.height = static_cast<png_uint_32>(image.height);
  head.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(head);
  std::vector<std::uint8_t> bytes(size);
  const int done =
      png_image_write_to_memory(&head, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr);
  if (done == 0) throw PictureError(cat("libpng: ", head.message), false);
  bytes.resize(size);
  return bytes;
}

void write_file_whole(const std::string& path, const std::vector<std::uint8_t>& unmarked) {
  check_picture_place(path);
  const std::vector<std::uint8_t> bytes = marked_picture(path, unmarked);
  const std::string beside = name_beside(path);
  std::unique_ptr<std::FILE, Closer> file(std::fopen(beside.c_str(), "wb"));
  if (!file) fail_file("create", path, true);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const bool closed = std::fclose(file.release()) == 0;
  if (!written || !closed) {
    const int reason = errno;
    (void)unlink(beside.c_str());
    errno = reason;
    fail_file("write", path, false);
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    (void)unlink(beside.c_str());
    errno = reason;
    fail_file("create", path, true);
  }
}

}  // namespace solfec
