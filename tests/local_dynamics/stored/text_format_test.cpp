#include "local_dynamics/stored/text_format.h"

#include <cstdint>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "local_dynamics/stored/chain_problem.h"
#include "support/message_of.h"

namespace solfec {
namespace {

StoredProblem read(const std::string& text) { return parse_text_problem(text, "p"); }

std::string refusal(const std::string& text) {
  return message_of<ArchiveError>([&] { (void)read(text); });
}

/// A local problem of one contact: entry (i, j) of W is 10 i + j in the order (N, T1, T2).
const char* const kDense = "3\n1\n0\n3 3\n3 3\n1 10 20 1 11 21 2 12 22\n1 2 3\n0.5\n";

/// Local problem of the chain with W in the given text.
std::string local_text(const ChainProblem& chain, const std::string& W, const Eigen::VectorXd& q) {
  return cat("3\n", chain.contacts(), "\n", W, text_of_vector(q), text_of_friction(chain));
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

/// One problem in every form of text.
std::vector<std::string> all_forms() {
  const ChainProblem chain = chain_problem(2, 2, false);
  const DenseLocal local = dense_local(chain);
  const std::string dense_M = dense_text(chain.M);
  const std::string dense_H = dense_text(chain.H);
  return {local_text(chain, dense_text(local.W), local.q),
          local_text(chain, blocks_text(local.W, 3, 3), local.q),
          global_text(chain, dense_M, dense_H),
          global_text(chain, dense_M, blocks_text(chain.H, 6, 3)),
          global_text(chain, blocks_text(chain.M, 6, 6), dense_H),
          global_text(chain, blocks_text(chain.M, 3, 3), blocks_text(chain.H, 3, 3))};
}

TEST(TextFormat, DenseNumbersStandByColumns) {
  const StoredProblem problem = read(kDense);
  const Mat3& block = problem.W.block.front();
  EXPECT_EQ(block(0, 2), 10.0);  // T1 N
  EXPECT_EQ(block(2, 1), 2.0);   // N T2
  EXPECT_EQ(block(1, 0), 21.0);  // T2 T1
  EXPECT_EQ(problem.q.front(), (Vec3{2, 3, 1}));
}

TEST(TextFormat, EveryFormGivesTheSameProblem) {
  const DenseLocal expected = dense_local(chain_problem(2, 2, false));
  for (const std::string& text : all_forms()) {
    const DenseLocal got = dense_local(read(text));
    EXPECT_LE((got.W - expected.W).norm(), 1e-13 * expected.W.norm());
    EXPECT_LE((got.q - expected.q).norm(), 1e-13 * expected.q.norm());
  }
}

TEST(TextFormat, ZeroBlocksOfADenseMatrixAreNoBlocks) {
  const ChainProblem chain = chain_problem(6, 1, false);
  const DenseLocal local = dense_local(chain);
  const StoredProblem problem = read(local_text(chain, dense_text(local.W), local.q));
  EXPECT_EQ(problem.W.block_count(), 3 * 6 - 2);  // contacts of neighbours share a body
}

TEST(TextFormat, AFlagMayFollowFriction) {
  for (const std::string& text : all_forms()) {
    const std::string plain = text_problem(read(text));
    const std::string one = "1 2 3 4 5 6 7 8 9 10 11 12\n";
    const std::string sound[] = {"0", "1\n", cat("1 ", one), cat("1 ", one, one)};
    for (const std::string& flag : sound) {
      EXPECT_EQ(text_problem(read(text + flag)), plain) << flag;
    }
    const std::string wrong[] = {"2",
                                 "0 0",
                                 cat("0 ", one),
                                 "1 x",
                                 "1 0.5",
                                 cat("1 ", one, "1"),
                                 cat("1 ", one, one, one, one)};
    for (const std::string& flag : wrong) {
      EXPECT_THROW((void)read(text + flag), ArchiveError) << flag;
    }
  }
}

TEST(TextFormat, EveryCutIsRefused) {
  for (const std::string& text : all_forms()) {
    std::vector<std::string> words = words_of(text);
    while (!words.empty()) {
      words.pop_back();
      const std::string message = refusal(joined(words));
      EXPECT_TRUE(message.starts_with("p:")) << message;
      EXPECT_NE(message.find(": expected "), std::string::npos) << message;
    }
    // The last number may lose digits and be a number still.
    const std::size_t last = text.find_last_of('\n', text.size() - 2);
    for (std::size_t size = 0; size <= last; ++size) {
      EXPECT_THROW((void)read(text.substr(0, size)), ArchiveError) << size;
    }
  }
}

TEST(TextFormat, WordsThatAreLostTwiceOrWrongAreRefused) {
  for (const std::string& text : all_forms()) {
    const std::vector<std::string> words = words_of(text);
    for (std::size_t k = 0; k < words.size(); ++k) {
      std::vector<std::string> changed = words;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(k));
      EXPECT_NE(refusal(joined(changed)), "") << "without word " << k << ", " << words[k];
      changed = words;
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(k), words[k]);
      EXPECT_NE(refusal(joined(changed)), "") << "twice word " << k << ", " << words[k];
      changed = words;
      changed[k] = "nan";
      const std::string message = refusal(joined(changed));
      EXPECT_TRUE(message.starts_with(cat("p:", k + 1, ": expected "))) << message;
    }
  }
}

void expect_sizes_guarded(const std::vector<std::string>& words, std::size_t k) {
  for (const std::int64_t wrong : {std::stol(words[k]) + 1, std::int64_t{-1},
                                   std::int64_t{2000000000}, std::int64_t{1} << 40}) {
    std::vector<std::string> changed = words;
    changed[k] = cat(wrong);
    // integers are entries of matrices too, or columns that stay sound: then it is a problem
    const std::string message = refusal(joined(changed));
    if (k >= 6) continue;
    EXPECT_NE(message, "") << "word " << k << ": " << wrong;
  }
}

TEST(TextFormat, WrongCountsAreRefused) {
  for (const std::string& text : all_forms()) {
    const std::vector<std::string> words = words_of(text);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (words[k].find_first_not_of("0123456789") != std::string::npos) continue;
      expect_sizes_guarded(words, k);
    }
  }
}

TEST(TextFormat, WhatIsWrongWithSizesIsNamed) {
  EXPECT_EQ(refusal("3\n1\n0\n3 3\n3 4\n"), "p:5: expected columns again, 3, got '4'");
  EXPECT_EQ(refusal("3\n1\n0\n300000 300000\n300000 300000\n1"),
            "p:5: expected sizes that fit the size of the file, got '300000'");
  EXPECT_EQ(refusal("3\n1\n1\n3 3\n1\n1 1\n2\n3\n"),
            "p:7: expected the last cumulative size 3, got '2'");
  EXPECT_EQ(refusal("3\n1\n1\n3 3\n1\n2 1\n2 2\n3\n"),
            "p:7: expected a cumulative size above 2, got '2'");
  EXPECT_EQ(refusal("3\n1\n0\n1 1\n1 1\n5\n0\n1 4\n"),
            "p:7: expected storage 0 or 1 and sizes 1 3 of H after a 1 x 1 matrix (W of 1 contacts "
            "is 3 x 3), got '0'");
}

TEST(TextFormat, AFreeVelocityThatLooksLikeSizesComesBackFromWhatIsWritten) {
  // Storage 1 and sizes 3 x 3 of H would follow M of a global problem of one contact.
  for (const double normal : {0.0, -0.0, 1.0}) {
    StoredProblem problem = read(kDense);
    problem.q.front() = {3, 3, normal};
    const std::string text = text_problem(problem);
    EXPECT_EQ(read(text).q.front(), problem.q.front());
    EXPECT_EQ(text_problem(read(text)), text);
  }
}

}  // namespace
}  // namespace solfec
