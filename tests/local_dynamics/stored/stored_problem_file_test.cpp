#include "local_dynamics/stored/stored_problem_file.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/hdf5_file.h"
#include "base/check.h"
#include "local_dynamics/stored/text_format.h"
#include "support/message_of.h"
#include "support/problem_folder.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

bool same_bits(const double* a, const double* b, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k])) return false;
  }
  return true;
}

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const double pair[] = {a[i][k], b[i][k]};
      if (!same_bits(pair, pair + 1, 1)) return false;
    }
  }
  return true;
}

void expect_same_bits(const StoredProblem& a, const StoredProblem& b) {
  EXPECT_EQ(a.W.row_start, b.W.row_start);
  EXPECT_EQ(a.W.column, b.W.column);
  ASSERT_EQ(a.W.block.size(), b.W.block.size());
  for (std::size_t k = 0; k < a.W.block.size(); ++k) {
    EXPECT_TRUE(same_bits(a.W.block[k].m, b.W.block[k].m, 9)) << k;
  }
  EXPECT_TRUE(same_bits(a.q, b.q));
  ASSERT_EQ(a.mu.size(), b.mu.size());
  EXPECT_TRUE(same_bits(a.mu.data(), b.mu.data(), a.mu.size()));
  EXPECT_EQ(a.equality_components, b.equality_components);
  EXPECT_TRUE(same_bits(a.solution.r, b.solution.r));
  EXPECT_TRUE(same_bits(a.solution.u, b.solution.u));
  ASSERT_EQ(a.guesses.size(), b.guesses.size());
  for (std::size_t k = 0; k < a.guesses.size(); ++k) {
    EXPECT_TRUE(same_bits(a.guesses[k].r, b.guesses[k].r));
  }
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.description, b.description);
}

/// Three contacts in a ring of blocks with awkward numbers.
StoredProblem contacts_only() {
  std::mt19937_64 rng(7);
  std::uniform_real_distribution<double> exponent(-300.0, 300.0);
  const auto number = [&] { return (rng() % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, exponent(rng)); };
  StoredProblem problem;
  problem.W.row_start = {0, 2, 4, 5};
  problem.W.column = {0, 1, 0, 2, 2};
  for (int k = 0; k < 5; ++k) {
    Mat3 block;
    for (double& entry : block.m) entry = number();
    problem.W.block.push_back(block);
  }
  problem.W.block[1].m[4] = -0.0;
  problem.W.block[2].m[0] = std::numeric_limits<double>::denorm_min();
  problem.W.block[3].m[8] = std::numeric_limits<double>::max();
  for (int i = 0; i < 3; ++i) problem.q.push_back({number(), number(), -0.0});
  problem.mu = {0.0, 0.1, 1e300};
  return problem;
}

/// Two contacts, a point with three equalities and a direction with one.
StoredProblem with_equalities() {
  std::mt19937 rng(8);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  constexpr int kComponents[] = {3, 3, 3, 1};
  StoredProblem problem;
  problem.W.row_start = {0};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      Mat3 block;
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          const bool kept = (kComponents[i] == 3 || a == 2) && (kComponents[j] == 3 || b == 2);
          if (kept) block(a, b) = unit(rng);
        }
      }
      if (i >= 2 && j < 2) {  // W between equalities and contacts is stored once
        block = transpose(*problem.W.find(j, i));
      }
      problem.W.column.push_back(j);
      problem.W.block.push_back(block);
    }
    problem.W.row_start.push_back(4 * (i + 1));
    const Vec3 q{unit(rng), unit(rng), unit(rng)};
    const Vec3 r{unit(rng), unit(rng), unit(rng)};
    const bool full = kComponents[i] == 3;
    problem.q.push_back(full ? q : Vec3{0, 0, q.z});
    problem.solution.r.push_back(full ? r : Vec3{0, 0, r.z});
    problem.solution.u.push_back(i < 2 ? r : Vec3{});
  }
  problem.mu = {0.3, 0.7};
  problem.equality_components = {3, 1};
  problem.guesses = {problem.solution, problem.solution};
  problem.guesses[1].r[0].x = 17.0;
  problem.title = "a title";
  problem.description = "two contacts\nand two joints";
  return problem;
}

class StoredProblemFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }

 private:
  TemporaryFolder folder_;
};

TEST(StoredProblemOrder, ComponentsOfFilesBeginWithTheNormal) {
  EXPECT_EQ(from_normal_first(0), 2);  // N
  EXPECT_EQ(from_normal_first(1), 0);  // T1
  EXPECT_EQ(from_normal_first(2), 1);  // T2
}

TEST_F(StoredProblemFile, TextComesBackBitForBit) {
  const StoredProblem problem = contacts_only();
  write_stored_problem(problem, path("problem.dat"));
  expect_same_bits(problem, read_stored_problem(path("problem.dat")));
}

TEST_F(StoredProblemFile, FclibFileComesBackBitForBit) {
  for (const StoredProblem& problem : {contacts_only(), with_equalities()}) {
    write_stored_problem(problem, path("problem.hdf5"));
    expect_same_bits(problem, read_stored_problem(path("problem.hdf5")));
  }
}

TEST_F(StoredProblemFile, EqualProblemsGiveEqualBytes) {
  write_stored_problem(with_equalities(), path("a.h5"));
  write_stored_problem(with_equalities(), path("b.h5"));
  EXPECT_EQ(text_of(path("a.h5")), text_of(path("b.h5")));
}

TEST_F(StoredProblemFile, TextHoldsTheNumbersInTheDocumentedOrder) {
  // Entry (row, column) = 10 row + column in the order (N, T1, T2), columns one after another.
  put_bytes(path("p"),
            "3\n1\n1\n3 3\n1\n1 1\n3\n3\n2 1\n0 1\n0\n0\n0 10 20 1 11 21 2 12 22\n1 2 3\n0.5\n");
  const StoredProblem problem = read_stored_problem(path("p"));
  ASSERT_EQ(problem.contact_count(), 1);
  const Mat3& block = problem.W.block.front();
  EXPECT_EQ(block(0, 0), 11.0);  // T1 T1
  EXPECT_EQ(block(0, 2), 10.0);  // T1 N
  EXPECT_EQ(block(2, 1), 2.0);   // N T2
  EXPECT_EQ(block(2, 2), 0.0);   // N N
  EXPECT_EQ(problem.q.front(), (Vec3{2, 3, 1}));
  EXPECT_EQ(problem.mu.front(), 0.5);
}

TEST_F(StoredProblemFile, FclibFileHoldsTheDatasetsOfItsFormat) {
  StoredProblem problem = with_equalities();
  write_stored_problem(problem, path("p.hdf5"));
  const Hdf5Contents file = read_hdf5(path("p.hdf5"));
  const auto numbers = [&](const char* name) { return file.numbers.at(name); };
  EXPECT_EQ(numbers("/fclib_local/spacedim"), std::vector<double>{3});
  EXPECT_EQ(numbers("/fclib_local/W/m"), std::vector<double>{6});
  EXPECT_EQ(numbers("/fclib_local/W/n"), std::vector<double>{6});
  EXPECT_EQ(numbers("/fclib_local/W/nz"), std::vector<double>{-2});
  EXPECT_EQ(numbers("/fclib_local/W/nzmax"), std::vector<double>{36});
  EXPECT_EQ(numbers("/fclib_local/W/p"), (std::vector<double>{0, 6, 12, 18, 24, 30, 36}));
  EXPECT_EQ(numbers("/fclib_local/W/x")[1], problem.W.find(0, 0)->operator()(2, 0));  // N, T1
  EXPECT_EQ(numbers("/fclib_local/V/m"), std::vector<double>{6});
  EXPECT_EQ(numbers("/fclib_local/V/n"), std::vector<double>{4});
  EXPECT_EQ(numbers("/fclib_local/R/n"), std::vector<double>{4});
  EXPECT_EQ(numbers("/fclib_local/V/x")[3], problem.W.find(0, 3)->operator()(2, 2));
  EXPECT_EQ(numbers("/fclib_local/vectors/q")[0], problem.q[0].z);
  EXPECT_EQ(numbers("/fclib_local/vectors/mu"), problem.mu);
  EXPECT_EQ(numbers("/fclib_local/vectors/s")[3], problem.q[3].z);
  EXPECT_EQ(numbers("/solution/r")[1], problem.solution.r[0].x);
  EXPECT_EQ(numbers("/solution/l")[0], problem.solution.r[2].z);
  EXPECT_EQ(numbers("/guesses/number_of_guesses"), std::vector<double>{2});
  EXPECT_EQ(file.texts.at("/fclib_local/info/title"), "a title");
}

/// The one-contact problem of the text above, as another program may write it.
void write_foreign(const std::string& path, int form) {
  Hdf5Writer file(path);
  file.group("/fclib_local");
  file.integer("/fclib_local/spacedim", 3);
  file.group("/fclib_local/W");
  const std::vector<double> by_rows{0, 1, 2, 10, 11, 12, 20, 21, 22};
  const std::vector<double> by_columns{0, 10, 20, 1, 11, 21, 2, 12, 22};
  const std::vector<std::int32_t> minor{0, 1, 2, 0, 1, 2, 0, 1, 2};
  const std::vector<std::int32_t> major{0, 0, 0, 1, 1, 1, 2, 2, 2};
  for (const char* name : {"/fclib_local/W/m", "/fclib_local/W/n"}) file.integer(name, 3);
  file.integer("/fclib_local/W/nzmax", 9);
  file.integer("/fclib_local/W/nz", form);
  file.integers("/fclib_local/W/p", form >= 0 ? minor : std::vector<std::int32_t>{0, 3, 6, 9});
  file.integers("/fclib_local/W/i", form >= 0 ? major : minor);
  file.numbers("/fclib_local/W/x", form == -1 ? by_columns : by_rows);
  file.group("/fclib_local/vectors");
  file.numbers("/fclib_local/vectors/q", std::vector<double>{1, 2, 3});
  file.numbers("/fclib_local/vectors/mu", std::vector<double>{0.5});
  file.close();
}

TEST_F(StoredProblemFile, AllThreeSparseFormsOfFclibAreRead) {
  for (const int form : {-2, -1, 9}) {
    write_foreign(path("p.hdf5"), form);
    const StoredProblem problem = read_stored_problem(path("p.hdf5"));
    const Mat3& block = problem.W.block.front();
    EXPECT_EQ(block(0, 2), 10.0) << form;
    EXPECT_EQ(block(2, 1), 2.0) << form;
    EXPECT_EQ(block(1, 1), 22.0) << form;
    EXPECT_EQ(problem.q.front(), (Vec3{2, 3, 1}));
  }
}

TEST_F(StoredProblemFile, MalformedTextNamesFileLineAndRule) {
  const std::string head = "3\n1\n1\n3 3\n1\n1 1\n3\n3\n2 1\n0 1\n0\n";
  const std::string block = "0\n0 10 20 1 11 21 2 12 22\n";
  const auto message = [&](const std::string& text) {
    try {
      (void)parse_text_problem(text, "p");
    } catch (const ArchiveError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(head + block + "1 2 3\n0.5\n"), "no error");
  EXPECT_EQ(message(""), "p:1: expected dimension, got the end of the file");
  EXPECT_EQ(message("2\n"), "p:1: expected dimension 3, got '2'");
  EXPECT_EQ(message("3\n-1\n"), "p:2: expected the number of contacts >= 0, got '-1'");
  EXPECT_EQ(message("3\n2000000000\n1\n"),
            "p:2: expected the number of contacts that fits the size of the file, got "
            "'2000000000'");
  EXPECT_EQ(message("3\n1\n2\n3 3"),
            "p:3: expected storage 0 (dense) or 1 (sparse blocks), got '2'");
  EXPECT_EQ(message(head + block + "1 nan 3\n0.5\n"),
            "p:14: expected a free velocity, a finite number, got 'nan'");
  EXPECT_EQ(message(head + block + "1 2 3\n-0.5\n"),
            "p:15: expected a friction coefficient >= 0, got '-0.5'");
  EXPECT_EQ(message(head + block + "1 2 3\n0.5 0\n"), "no error");
  EXPECT_EQ(message(head + block + "1 2 3\n0.5 9\n"),
            "p:15: expected the end of the file after mu, got '9'");
  EXPECT_EQ(message("3\n1\n1\n3 3\n1\n1 1\n3\n3\n2 1\n0 1\n7\n"),
            "p:11: expected a block column from 0 to 0, got '7'");
}

TEST_F(StoredProblemFile, EveryPrefixOfTextIsRefused) {
  const std::string text = text_problem(contacts_only());
  // The last number may lose digits and be a number still.
  const std::size_t last = text.find_last_of(" \n", text.size() - 2);
  for (std::size_t size = 0; size <= last; ++size) {
    EXPECT_THROW((void)parse_text_problem(text.substr(0, size), "p"), ArchiveError) << size;
  }
}

TEST_F(StoredProblemFile, EveryPrefixOfAnFclibFileIsRefused) {
  write_stored_problem(contacts_only(), path("p.h5"));
  const std::string bytes = text_of(path("p.h5"));
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    put_bytes(path("cut.h5"), bytes.substr(0, size));
    EXPECT_THROW((void)read_stored_problem(path("cut.h5")), ArchiveError) << size;
  }
}

TEST_F(StoredProblemFile, FlippedBytesOfAnFclibFileAreRefusedOrHarmless) {
  write_stored_problem(contacts_only(), path("p.h5"));
  const std::string bytes = text_of(path("p.h5"));
  for (std::size_t at = 0; at < bytes.size(); at += 61) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    put_bytes(path("damaged.h5"), damaged);
    try {
      (void)read_stored_problem(path("damaged.h5"));
    } catch (const ArchiveError&) {
    }
  }
}

TEST_F(StoredProblemFile, FilesOfOthersStay) {
  const StoredProblem problem = contacts_only();
  Hdf5Writer file(path("measured.hdf5"));
  file.numbers("/measured", std::vector<double>{1, 2, 3});
  file.close();
  put_bytes(path("atoms.txt"), "3\nwater\nO 0 0 0\nH 1 0 0\nH 0 1 0\n");
  for (const char* const name : {"measured.hdf5", "atoms.txt"}) {
    const std::string before = text_of(path(name));
    EXPECT_EQ(message_of<OutputError>([&] { write_stored_problem(problem, path(name)); }),
              path(name) + ": exists and is not a stored problem; it is left as it is");
    EXPECT_EQ(text_of(path(name)), before);
  }
  for (const char* const name : {"own.hdf5", "own.txt"}) {
    write_stored_problem(problem, path(name));
    write_stored_problem(problem, path(name));  // replaces its own
  }
}

TEST_F(StoredProblemFile, WrongDatasetsAreNamed) {
  const auto message = [&](auto&& change) {
    write_foreign(path("p.hdf5"), -2);
    Hdf5Contents contents = read_hdf5(path("p.hdf5"));
    change(contents);
    Hdf5Writer file(path("q.hdf5"));
    for (const char* group : {"/fclib_local", "/fclib_local/W", "/fclib_local/vectors"}) {
      file.group(group);
    }
    for (const auto& [name, values] : contents.numbers) file.numbers(name, values);
    file.close();
    try {
      (void)read_stored_problem(path("q.hdf5"));
    } catch (const ArchiveError& error) {
      return std::string(error.what()).substr(path("q.hdf5").size());
    }
    return std::string("no error");
  };
  const auto set = [](const char* name, std::vector<double> values) {
    return [name, values](Hdf5Contents& contents) { contents.numbers[name] = values; };
  };
  EXPECT_EQ(message([](Hdf5Contents&) {}), "no error");
  EXPECT_EQ(message([](Hdf5Contents& c) { c.numbers.erase("/fclib_local/W/x"); }),
            ": /fclib_local/W/x is missing");
  EXPECT_EQ(message(set("/fclib_local/spacedim", {4})), ": /fclib_local/spacedim must be 3, got 4");
  EXPECT_EQ(
      message(set("/fclib_local/spacedim", {2})),
      ": /fclib_local/spacedim is 2: a problem in the plane, with two unknowns per contact; only "
      "those in space, of dimension 3, are solved");
  EXPECT_EQ(
      message(set("/fclib_local/vectors/mu_r", {0.1})),
      ": /fclib_local/vectors/mu_r belongs to a problem with rolling friction, with five unknowns "
      "per contact; only those with friction alone, three unknowns per contact, are solved");
  EXPECT_EQ(message(set("/fclib_local/vectors/q", {1, 2})),
            ": /fclib_local/vectors/q must hold 3 numbers, got 2");
  EXPECT_EQ(message(set("/fclib_local/vectors/mu", {-1})),
            ": /fclib_local/vectors/mu must not be negative, got -1");
  EXPECT_EQ(message(set("/fclib_local/W/i", {0, 1, 2, 0, 1, 2, 0, 1, 5})),
            ": /fclib_local/W has an entry in row 2, column 5 of 3 x 3");
  EXPECT_EQ(message(set("/fclib_local/W/p", {0, 3, 6, 10})),
            ": /fclib_local/W/p must ascend up to the size of i and x, got 10");
  EXPECT_EQ(message(set("/fclib_local/W/nz", {1e9})),
            ": /fclib_local/W/nz must hold integers up to 536870911, got 1e+09");
}

TEST_F(StoredProblemFile, TextRefusesEqualities) {
  EXPECT_EQ(message_of<InputError>([&] { write_stored_problem(with_equalities(), path("p.dat")); }),
            "the text format holds contacts only, got 2 rows of joints or prescribed velocities; "
            "write FCLIB, path.hdf5");
}

TEST_F(StoredProblemFile, MissingFilesAndFoldersAreInputErrors) {
  EXPECT_THROW((void)read_stored_problem(path("none.dat")), InputError);
  EXPECT_THROW((void)read_stored_problem(path("none.hdf5")), InputError);
  EXPECT_THROW((void)read_stored_problem("/"), InputError);
  EXPECT_THROW(write_stored_problem(contacts_only(), path("no/such/p.dat")), OutputError);
  EXPECT_THROW(write_stored_problem(contacts_only(), path("no/such/p.h5")), OutputError);
}

TEST_F(StoredProblemFile, ProblemsOfOthersComeBackFromBothFormats) {
  for (const std::string& name :
       problems_that_are_here({"caged-body", "brick-wall", "ball-heap", "Rover4493",
                               "NESpheres_10_1", "OneObject-i100000-499", "RockPile_tob1"})) {
    const StoredProblem problem = read_stored_problem(stored_problem_path(name));
    for (const char* target : {"p.dat", "p.hdf5"}) {
      write_stored_problem(problem, path(target));
      expect_same_bits(problem, read_stored_problem(path(target)));
    }
  }
}

}  // namespace
}  // namespace solfec
