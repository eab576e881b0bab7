// Seeds of the fuzz target of payloads must be of versions that the program reads: one of another
// version is refused at its first number, and nothing behind it is reached.

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "archive/xdr.h"
#include "output/frame_archive.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

TEST(FuzzSeeds, HaveTheVersionsOfPayloadsAndLoads) {
  std::map<int, int> of_version;
  std::size_t most_loads = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(SOLFEC_SOURCE_DIR "/tests/fuzz/corpus/payload")) {
    if (file.path().filename().string().starts_with("found")) continue;  // by a fuzzer, as it is
    const std::string bytes = text_of(file.path().string());
    XdrReader in(std::as_bytes(std::span(bytes)));
    Frame frame;
    EXPECT_NO_THROW(load_head(in, frame)) << file.path();
    ++of_version[frame.version];
    most_loads = std::max(most_loads, frame.loads.size());
  }
  for (const int version : {kEarlierWhole, kEarlierShown, kWholeVersion, kShownVersion}) {
    EXPECT_GT(of_version[version], 0) << version;
  }
  EXPECT_GE(most_loads, 3U);
}

}  // namespace
}  // namespace solfec
