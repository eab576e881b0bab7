#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <tuple>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "base/check.h"
#include "output/export/csv_export.h"
#include "output/export/frame_selection.h"
#include "output/export/vtk_export.h"
#include "output/result_scene.h"
#include "support/memory_file.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

namespace fs = std::filesystem;

/// Names in a folder, sorted.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Files of which the n-th call of all of them fails.
FileFactory failing_at(int call, int error, const std::shared_ptr<int>& calls) {
  struct Counted final : FileBackend {
    Counted(int at, int with, std::shared_ptr<int> count)
        : file(make_posix_file()), call(at), error(with), calls(std::move(count)) {}
    bool fails() const { return (*calls)++ >= call; }
    IoResult open(const std::string& path, OpenMode mode) override {
      return fails() ? IoResult{0, error} : file->open(path, mode);
    }
    IoResult append(std::span<const std::byte> data) override {
      return fails() ? IoResult{0, error} : file->append(data);
    }
    IoResult read(std::int64_t at, std::span<std::byte> data) override {
      return file->read(at, data);
    }
    IoResult size() override { return file->size(); }
    IoResult truncate(std::int64_t size) override { return file->truncate(size); }
    IoResult sync() override { return file->sync(); }
    IoResult close_check() override { return fails() ? IoResult{0, error} : file->close_check(); }
    std::unique_ptr<FileBackend> file;
    int call;
    int error;
    std::shared_ptr<int> calls;
  };
  return [=] { return std::make_unique<Counted>(call, error, calls); };
}

class ExportFaults : public ::testing::Test {
 protected:
  ExportFaults() {
    test::write_scene(temporary_.file("out"), {.frames = 3});
    request_.folder = temporary_.file("vtk");
    request_.frames = {0, 1, 2};
  }

  TemporaryFolder temporary_;
  ExportRequest request_;
};

using Export = ExportReport (*)(ResultReader&, const ExportRequest&);

/// After a disk that fills up at any call there is nothing that looks like an export.
void expect_nothing_left(Export make, ExportRequest request, ResultReader& reader) {
  auto calls = std::make_shared<int>(0);
  request.files = failing_at(1 << 30, 0, calls);
  (void)make(reader, request);
  const int all = *calls;
  ASSERT_GT(all, 4);
  for (int call = 0; call < all; call += 1 + all / 60) {
    fs::remove_all(request.folder);
    *calls = 0;
    request.files = failing_at(call, ENOSPC, calls);
    try {
      (void)make(reader, request);
      ADD_FAILURE() << "call " << call;
    } catch (const OutputError& error) {
      EXPECT_NE(std::string(error.what()).find("No space left on device"), std::string::npos);
    }
    EXPECT_EQ(names_in(request.folder), std::vector<std::string>{}) << "call " << call;
  }
}

TEST_F(ExportFaults, AFullDiskLeavesNothingBehind) {
  ResultReader reader(temporary_.file("out"));
  expect_nothing_left(export_vtk, request_, reader);
  expect_nothing_left(export_csv, request_, reader);
}

TEST_F(ExportFaults, AFolderThatCannotBeMadeIsNamed) {
  ResultReader reader(temporary_.file("out"));
  request_.folder = temporary_.file_with("plain", "a file") + "/vtk";
  try {
    (void)export_vtk(reader, request_);
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_TRUE(error.creating());
    EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos);
  }
}

TEST_F(ExportFaults, AnotherExportReplacesTheFilesOfTheOneBefore) {
  ResultReader reader(temporary_.file("out"));
  (void)export_vtk(reader, request_);
  const std::vector<std::string> first = names_in(request_.folder);
  EXPECT_TRUE(std::count(first.begin(), first.end(), "bodies_00002.vtu"));
  EXPECT_TRUE(std::count(first.begin(), first.end(), "joints.pvd"));
  EXPECT_FALSE(std::count(first.begin(), first.end(), "obstacles_00001.vtu"));  // does not move
  request_.frames = {1};
  (void)export_vtk(reader, request_);
  const std::vector<std::string> second = names_in(request_.folder);
  EXPECT_FALSE(std::count(second.begin(), second.end(), "bodies_00002.vtu"));
  EXPECT_TRUE(std::count(second.begin(), second.end(), "bodies_00001.vtu"));
}

TEST_F(ExportFaults, EqualExportsHaveEqualBytes) {
  ResultReader reader(temporary_.file("out"));
  (void)export_vtk(reader, request_);
  request_.folder = temporary_.file("again");
  (void)export_vtk(reader, request_);
  for (const std::string& name : names_in(request_.folder)) {
    EXPECT_EQ(test::bytes_of(request_.folder + "/" + name),
              test::bytes_of(temporary_.file("vtk") + "/" + name))
        << name;
  }
}

/// Writes a file of another program and returns what an export says of it.
std::string refusal_of(Export make, const ExportRequest& request, ResultReader& reader,
                       const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  const std::vector<std::string> before = names_in(request.folder);
  const std::string said = message_of<OutputError>([&] { (void)make(reader, request); });
  EXPECT_EQ(test::bytes_of(path), std::vector<char>(text.begin(), text.end())) << path;
  EXPECT_EQ(names_in(request.folder), before) << path;
  fs::remove(path);
  return said;
}

TEST_F(ExportFaults, FilesOfOthersStayAndNothingIsWritten) {
  ResultReader reader(temporary_.file("out"));
  for (const bool exported_before : {false, true}) {
    for (const auto& [make, kind, names] :
         {std::tuple<Export, std::string, std::vector<std::string>>{
              export_csv, "a table of solfec", {"bodies.csv", "histories.csv"}},
          {export_vtk,
           "a file of VTK with the mark of solfec",
           {"bodies.pvd", "bodies_00002.vtu", "bodies_7.vtp", "contacts_00000.vtp",
            "forces.pvd"}}}) {
      fs::remove_all(request_.folder);
      fs::create_directories(request_.folder);
      if (exported_before) (void)make(reader, request_);
      for (const std::string& name : names) {
        const std::string path = request_.folder + "/" + name;
        for (const std::string& text :
             {std::string("mine"), std::string("frame,time,mine\n"),
              std::string("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\">\n")}) {
          EXPECT_EQ(refusal_of(make, request_, reader, path, text),
                    path + ": exists and is not " + kind + "; it is left as it is");
        }
      }
      (void)make(reader, request_);  // without them it is written
    }
  }
}

TEST_F(ExportFaults, UnfinishedFilesOfOthersAndFoldersStay) {
  ResultReader reader(temporary_.file("out"));
  fs::create_directories(request_.folder + "/bodies_99999.vtu");
  std::ofstream(request_.folder + "/bodies_00001.vtu.part") << "mine";
  (void)export_vtk(reader, request_);
  EXPECT_TRUE(fs::is_directory(request_.folder + "/bodies_99999.vtu"));
  EXPECT_EQ(test::bytes_of(request_.folder + "/bodies_00001.vtu.part").size(), 4U);
  EXPECT_TRUE(fs::exists(request_.folder + "/bodies_00001.vtu"));
}

std::string input_error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(ExportFaults, FramesAreChosenByTheirTimes) {
  ResultReader reader(temporary_.file("out"));  // t = 0, 1/128, 1/64
  const auto chosen = [&](const std::string& text) { return frames_of(reader, parse_times(text)); };
  EXPECT_EQ(frames_of(reader, {}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(chosen("0.004"), (std::vector<int>{1}));
  EXPECT_EQ(chosen("0.0039"), (std::vector<int>{0}));
  EXPECT_EQ(chosen("0:0.0078125"), (std::vector<int>{0, 1}));
  EXPECT_EQ(chosen("0.0078125:9"), (std::vector<int>{1, 2}));
  EXPECT_EQ(frames_of(reader, {{0.015625, 0.0, 0.0001}, {}}), (std::vector<int>{0, 2}));
  EXPECT_EQ(input_error_of([&] { (void)chosen("0.5"); }),
            "time 0.5 s is outside of the results: there are 3 frames from t = 0 to 0.015625 s");
  EXPECT_EQ(input_error_of([&] { (void)chosen("1:2"); }),
            "no frame lies between 1 and 2 s: there are 3 frames from t = 0 to 0.015625 s");
  for (const char* const wrong : {"", "x", "1:", ":1", "1:2:3", "nan", "inf", "2:1", "1s"}) {
    EXPECT_NE(input_error_of([&] { (void)parse_times(wrong); }), "") << wrong;
  }
}

}  // namespace
}  // namespace solfec
