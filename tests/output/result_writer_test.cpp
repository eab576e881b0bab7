#include "output/result_writer.h"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "output/result_files.h"
#include "output/result_reader.h"
#include "output/result_scene.h"
#include "support/allocation_counter.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using test::build_scene;
using test::bytes_of;
using test::write_scene;

class ResultWriterTest : public ::testing::Test {
 protected:
  TemporaryFolder temporary_;
};

TEST_F(ResultWriterTest, EqualRunsGiveEqualBytes) {
  write_scene(temporary_.file("a"));
  write_scene(temporary_.file("b"));
  const auto a = bytes_of(frames_file(temporary_.file("a")));
  EXPECT_GT(a.size(), 1000U);
  EXPECT_EQ(a, bytes_of(frames_file(temporary_.file("b"))));
}

TEST_F(ResultWriterTest, ChangedMaterialIsStoredInTheNextFrameOnly) {
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  ResultWriter writer(temporary_.file("out"));
  const auto size = [&] { return bytes_of(frames_file(temporary_.file("out"))).size(); };
  writer.write(domain, {}, {});
  const std::size_t first = size();
  writer.write(domain, {}, {});
  const std::size_t plain = size() - first;
  domain.update_bulk_material(1, {"rubber", BulkModel::kirchhoff, 5e6, 0.3, 1000.0});
  writer.write(domain, {}, {});
  EXPECT_GT(size() - first - plain, plain);
  const std::size_t third = size();
  writer.write(domain, {}, {});
  EXPECT_EQ(size() - third, plain);
  EXPECT_EQ(ResultReader(temporary_.file("out")).bulk_materials()[1].young, 5e6);

  // Scripts in either state of the material can read the results.
  ResultReader reader(temporary_.file("out"));
  Domain before(Analysis::dynamic, 1e-4);
  build_scene(before);
  std::shared_ptr<const Snapshot> shown;
  EXPECT_NO_THROW(reader.show(3, before, shown));
  EXPECT_NO_THROW(reader.show(0, domain, shown));
}

TEST_F(ResultWriterTest, BodyThatLivesBetweenTwoFramesOnlyLeavesNoTrace) {
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  ResultWriter writer(temporary_.file("out"));
  writer.write(domain, {}, {});
  domain.remove_body(test::add_drop(domain, 3.0));
  writer.write(domain, {}, {});
  ResultReader reader(temporary_.file("out"));
  Frame frame;
  reader.load(1, frame);
  EXPECT_TRUE(frame.new_bodies.empty());
  EXPECT_TRUE(frame.deleted_bodies.empty());
  EXPECT_EQ(reader.bodies().size(), 4U);
}

TEST_F(ResultWriterTest, AllocatesNothingAfterWarmUp) {
  Domain domain(Analysis::dynamic, 1e-4);
  build_scene(domain);
  GaussSeidelSolver solver{GaussSeidelParams{}};
  (void)domain.step(solver, 1e-3);
  ResultWriter writer(temporary_.file("out"));
  for (int k = 0; k < 3; ++k) writer.write(domain, {}, {});
  const std::int64_t before = allocation_count();
  writer.write(domain, {}, {});
  EXPECT_EQ(allocation_count() - before, 0);
}

TEST_F(ResultWriterTest, FolderThatCannotBeMadeIsAnOutputErrorWithPathAndReason) {
  const std::string blocked = temporary_.file_with("plain", "a file, no folder") + "/sub";
  EXPECT_EQ(message_of<OutputError>([&] { const ResultWriter writer(blocked); }),
            "cannot create '" + blocked + "': Not a directory");
  if (::geteuid() == 0) return;  // root may write everywhere
  const std::string closed = temporary_.file("closed");
  std::filesystem::create_directory(closed);
  ::chmod(closed.c_str(), 0500);
  EXPECT_EQ(message_of<OutputError>([&] { const ResultWriter writer(closed); }),
            frames_file(closed) + ": cannot be created: Permission denied");
  ::chmod(closed.c_str(), 0700);
}

TEST_F(ResultWriterTest, FileWithoutAReadableFrameIsSetAsideNotOverwritten) {
  const std::string folder = temporary_.file("out");
  std::filesystem::create_directory(folder);
  const std::string stale = temporary_.file_with("out/frames.0.xdr", "half a header");
  ResultWriter writer(folder);
  EXPECT_EQ(text_of(stale + ".bak-1"), "half a header");
  EXPECT_EQ(writer.frame_count(), 0);
  writer.write(Domain(Analysis::dynamic, 1e-4), {}, {});
  EXPECT_EQ(writer.frame_count(), 1);
  EXPECT_TRUE(ResultReader::has_results(folder));
}

}  // namespace
}  // namespace solfec
