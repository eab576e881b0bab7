#include "viewer/image/picture_mark.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "base/cat.h"
#include "viewer/image/picture_error.h"

namespace solfec {

namespace {

using namespace std::string_view_literals;
namespace fs = std::filesystem;

constexpr std::string_view kComment = "% Solfec\n";
constexpr std::array<PictureMark, 7> kMarks{{
    // the text chunk "Software", then the chunk that ends each file; both with their checksums
    {".png",
     "\0\0\0\x0ftEXtSoftware\0Solfec\xb1\xff\x95\x77"
     "\0\0\0\0IEND\xae\x42\x60\x82"sv,
     12},
    {".pdf", kComment},
    {".eps", kComment},
    {".gif", "\x21\xfe\x06Solfec\0\x3b"sv, 1},  // a comment, then the end of each file
    {".mp4",
     "\0\0\0\x0e"
     "freeSolfec"sv},
    {".avi", "JUNK\x06\0\0\0Solfec"sv},
    {".bmp", "Solfec"},
}};

bool ends_with(const std::string& path, std::string_view tail) {
  std::ifstream file(path, std::ios::binary);
  std::string found(tail.size(), '\0');
  file.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  return file && found == tail;
}

}  // namespace

const PictureMark* picture_mark_of(std::string_view path) {
  const auto* const mark = std::find_if(kMarks.begin(), kMarks.end(), [&](const PictureMark& one) {
    return path.ends_with(one.ending);
  });
  return mark == kMarks.end() ? nullptr : mark;
}

std::vector<std::uint8_t> marked_picture(std::string_view path, std::vector<std::uint8_t> bytes) {
  const PictureMark* const mark = picture_mark_of(path);
  if (mark == nullptr || bytes.size() < static_cast<std::size_t>(mark->replaced)) return bytes;
  bytes.resize(bytes.size() - static_cast<std::size_t>(mark->replaced));
  bytes.insert(bytes.end(), mark->tail.begin(), mark->tail.end());
  return bytes;
}

void check_picture_place(const std::string& path) {
  std::error_code ignored;
  const PictureMark* const mark = picture_mark_of(path);
  if (mark == nullptr || !fs::is_regular_file(path, ignored)) return;
  if (fs::file_size(path, ignored) == 0 || ends_with(path, mark->tail)) return;
  throw PictureError(cat("cannot create '", path, "': the file that has this name is no ",
                         mark->ending.substr(1),
                         " that solfec has made (it lacks the mark) and is left as it is"));
}

}  // namespace solfec
