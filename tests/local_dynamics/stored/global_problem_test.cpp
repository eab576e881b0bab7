#include "local_dynamics/stored/global_problem.h"

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "local_dynamics/stored/chain_problem.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "local_dynamics/stored/text_format.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-12;  // of sums of a few dozen products of order 1

void expect_local(const StoredProblem& problem, const DenseLocal& expected,
                  const std::string& what) {
  const DenseLocal got = dense_local(problem);
  ASSERT_EQ(got.W.rows(), expected.W.rows()) << what;
  EXPECT_LE((got.W - expected.W).norm(), kRounding * expected.W.norm()) << what;
  EXPECT_LE((got.q - expected.q).norm(), kRounding * expected.q.norm()) << what;
  EXPECT_EQ((got.W - got.W.transpose()).norm(), 0.0) << what;
}

StoredProblem from_text(const std::string& text) { return parse_text_problem(text, "p"); }

std::string refusal(const std::string& text) {
  return message_of<ArchiveError>([&] { (void)from_text(text); });
}

TEST(GlobalProblem, EveryTextStorageGivesTheLocalFormOfDenseElimination) {
  for (const int points : {1, 2, 3}) {  // with two, M has the size of W
    const ChainProblem chain = chain_problem(4, points, false);
    const DenseLocal expected = dense_local(chain);
    const std::string M[] = {dense_text(chain.M), blocks_text(chain.M, 6, 6),
                             blocks_text(chain.M, 3, 3), blocks_text(chain.M, 1, 1)};
    const std::string H[] = {dense_text(chain.H), blocks_text(chain.H, 6, 3),
                             blocks_text(chain.H, 3, 3), blocks_text(chain.H, 2, 1)};
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < 4; ++b) {
        const StoredProblem problem = from_text(global_text(chain, M[a], H[b]));
        EXPECT_EQ(problem.mu, chain.mu);
        expect_local(problem, expected, cat(points, " points, storages ", a, " ", b));
      }
    }
  }
}

TEST(GlobalProblem, EveryHdf5StorageGivesTheLocalFormOfDenseElimination) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.hdf5");
  for (const bool equalities : {false, true}) {
    for (const int form : {-2, -1, 0, kSwappedTriplets}) {
      // 24 velocities and 24 or 36 components of contacts: what is not square tells its order
      const int points = form == kSwappedTriplets ? 3 : 2;
      const ChainProblem chain = chain_problem(4, points, equalities);
      const DenseLocal expected = dense_local(chain);
      for (const bool upper_only : {false, true}) {
        write_global_hdf5(chain, path, form, upper_only);
        const StoredProblem problem = read_stored_problem(path);
        EXPECT_EQ(problem.mu, chain.mu);
        EXPECT_EQ(problem.equality_components, std::vector<int>(equalities ? 3 : 0, 1));
        expect_local(problem, expected, cat("nz ", form, ", upper triangle ", upper_only));
      }
    }
  }
}

TEST(GlobalProblem, TripletsThatFitBothWaysAreInThePublishedOrder) {
  // one body with six velocities and one contact, which concerns the first three alone: H is not
  // square, but its entries are in a square part
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(6, 3);
  H.topRows(3) << 0, 1, 2, 0, 3, 4, 5, 0, 0;
  ChainProblem chain = chain_problem(1, 1, false);
  ASSERT_EQ(chain.M.rows(), 6);
  chain.H = H;
  const TemporaryFolder folder;
  write_global_hdf5(chain, folder.file("p.hdf5"), 0);
  expect_local(read_stored_problem(folder.file("p.hdf5")), dense_local(chain), "published");
  write_global_hdf5(chain, folder.file("p.hdf5"), kSwappedTriplets);
  chain.H.topRows(3) = H.topRows(3).transpose().eval();
  expect_local(read_stored_problem(folder.file("p.hdf5")), dense_local(chain), "read transposed");
}

TEST(GlobalProblem, RollingFrictionIsNamed) {
  const TemporaryFolder folder;
  for (const char* const group : {"/fclib_local_rolling", "/fclib_global_rolling"}) {
    Hdf5Writer file(folder.file(cat(group + 1, ".h5")));
    file.group(group);
    file.integer(cat(group, "/spacedim"), 3);
    file.close();
    const std::string text = message_of<ArchiveError>(
        [&] { (void)read_stored_problem(folder.file(cat(group + 1, ".h5"))); });
    EXPECT_NE(text.find(cat(group, "/spacedim belongs to a problem with rolling friction")),
              std::string::npos)
        << text;
  }
}

TEST(GlobalProblem, VelocitiesOfTheBodiesFulfilTheEqualitiesOfTheLocalForm) {
  // Any r and λ: v = M⁻¹ (H r + G λ + f), u = Hᵀ v + w and Gᵀ v + b are the rows of the local form.
  const ChainProblem chain = chain_problem(3, 2, true);
  const TemporaryFolder folder;
  write_global_hdf5(chain, folder.file("p.h5"), -1);
  const DenseLocal local = dense_local(read_stored_problem(folder.file("p.h5")));
  const Eigen::VectorXd r = Eigen::VectorXd::LinSpaced(chain.H.cols(), -1.0, 2.0);
  const Eigen::Vector3d lambda(0.5, -1.0, 2.0);
  const Eigen::VectorXd v = chain.M.fullPivLu().solve(chain.H * r + chain.G * lambda + chain.f);
  Eigen::VectorXd unknowns(local.q.size());
  unknowns << r, lambda;
  Eigen::VectorXd expected(local.q.size());
  expected << chain.H.transpose() * v + chain.w, chain.G.transpose() * v + chain.b;
  EXPECT_LE((local.W * unknowns + local.q - expected).norm(), kRounding * expected.norm());
}

TEST(GlobalProblem, BlocksStandOnlyWhereRowsShareABody) {
  const ChainProblem chain = chain_problem(50, 1, false);
  const StoredProblem problem =
      from_text(global_text(chain, dense_text(chain.M), dense_text(chain.H)));
  // contact k touches bodies k - 1 and k: it meets contacts k - 1, k and k + 1
  EXPECT_EQ(problem.W.block_count(), 3 * 50 - 2);
}

TEST(GlobalProblem, MeshesOfManyCoupledRowsAreCondensed) {
  // A chain of springs between the bodies, implicit in time: M is one part.
  ChainProblem chain = chain_problem(12, 2, false);
  for (int k = 0; k + 6 < chain.M.rows(); ++k) {
    const double stiffness = 0.5 + 0.01 * k;
    for (const int i : {k, k + 6}) {
      chain.M(i, i) += stiffness;
      chain.M(i, 2 * k + 6 - i) -= stiffness;
    }
  }
  expect_local(from_text(global_text(chain, blocks_text(chain.M, 6, 6), dense_text(chain.H))),
               dense_local(chain), "springs");
}

TEST(GlobalProblem, MThatIsNoMassMatrixIsNamed) {
  const auto message = [](int row, int column, double value) {
    ChainProblem chain = chain_problem(2, 1, false);
    chain.M(row, column) = value;
    return refusal(global_text(chain, dense_text(chain.M), dense_text(chain.H)));
  };
  EXPECT_EQ(message(7, 7, 0.0),
            "p: M must be positive definite, the diagonal of row 7 (from 0) is 0");
  EXPECT_EQ(message(7, 7, -2.0),
            "p: M must be positive definite, the diagonal of row 7 (from 0) is -2");
  EXPECT_EQ(message(1, 9, 0.5),
            "p: M must be symmetric, row 9, column 1 (from 0) holds 0, its mirror image 0.5");
}

TEST(GlobalProblem, SingularAndIndefiniteMAreNamed) {
  const auto message = [](double beside) {
    ChainProblem chain = chain_problem(2, 1, false);
    chain.M.setIdentity();
    chain.M(3, 5) = chain.M(5, 3) = beside;
    return refusal(global_text(chain, dense_text(chain.M), dense_text(chain.H)));
  };
  EXPECT_EQ(message(0.5), "");
  EXPECT_TRUE(message(1.0).starts_with("p: M must be positive definite, row ")) << message(1.0);
  EXPECT_TRUE(message(1.0).ends_with("has the pivot 0 of its diagonal")) << message(1.0);
  EXPECT_TRUE(message(2.0).ends_with("has the pivot -3 of its diagonal")) << message(2.0);
}

ScalarMatrix scalar(const Eigen::MatrixXd& A) {
  ScalarMatrix matrix{static_cast<int>(A.rows()), static_cast<int>(A.cols()), {}};
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < A.cols(); ++j) matrix.entries.push_back({i, j, A(i, j)});
  }
  return matrix;
}

TEST(GlobalProblem, WhatExceedsMemoryIsRefusedBeforeItIsAskedFor) {
  // One body under 40 contacts: 1600 blocks of at least 76 bytes.
  const ChainProblem chain = chain_problem(1, 40, false);
  const GlobalProblem problem{scalar(chain.M),
                              scalar(chain.H),
                              {},
                              {chain.f.begin(), chain.f.end()},
                              {chain.w.begin(), chain.w.end()},
                              {},
                              chain.mu,
                              {}};
  const auto message = [&](double bytes) {
    return message_of<ArchiveError>([&] { (void)condensed(problem, "p", bytes); });
  };
  EXPECT_EQ(message(1e6), "");
  EXPECT_EQ(message(1e5).substr(0, 60),
            "p: W is too dense for 100000 bytes of memory, the first 9 of");
  // 21 entries of the factor of M, 12 bytes each, and one block for every row without H
  GlobalProblem free = problem;
  free.H.entries.clear();
  free.mu.resize(1);
  free.H.columns = 3;
  free.w.resize(3);
  EXPECT_EQ(message(1e6), "");
  EXPECT_EQ(message_of<ArchiveError>([&] { (void)condensed(free, "p", 310.0); }),
            "p: the factors of M are too large for 310 bytes of memory, 6 coupled rows from row 0");
}

TEST(GlobalProblem, DamagedHdf5FilesAreRefusedOrHarmless) {
  const TemporaryFolder folder;
  write_global_hdf5(chain_problem(2, 1, true), folder.file("p.h5"), -1);
  const std::string bytes = text_of(folder.file("p.h5"));
  for (std::size_t size = 0; size < bytes.size(); size += 211) {
    const std::string cut = folder.file_with("cut.h5", bytes.substr(0, size));
    EXPECT_THROW((void)read_stored_problem(cut), ArchiveError) << size;
  }
  for (std::size_t at = 0; at < bytes.size(); at += 89) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    (void)message_of<ArchiveError>(
        [&] { (void)read_stored_problem(folder.file_with("damaged.h5", damaged)); });
  }
}

TEST(GlobalProblem, WrongSizesOfGlobalDatasetsAreNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.h5");
  write_global_hdf5(chain_problem(2, 1, true), path, -2);
  const Hdf5Contents sound = read_hdf5(path);
  const auto message = [&](const char* name, std::vector<double> values) {
    Hdf5Contents contents = sound;
    contents.numbers[name] = std::move(values);
    Hdf5Writer file(folder.file("q.h5"));
    for (const char* group : {"", "/M", "/H", "/G", "/vectors"}) {
      file.group(cat("/fclib_global", group));
    }
    for (const auto& [path_in_file, numbers] : contents.numbers) {
      if (!numbers.empty()) file.numbers(path_in_file, numbers);
    }
    file.close();
    const std::string text =
        message_of<ArchiveError>([&] { (void)read_stored_problem(folder.file("q.h5")); });
    return text.empty() ? text : text.substr(folder.file("q.h5").size());
  };
  EXPECT_EQ(message("/fclib_global/spacedim", {3}), "");
  EXPECT_EQ(message("/fclib_global/spacedim", {2}).substr(0, 54),
            ": /fclib_global/spacedim is 2: a problem in the plane,");
  EXPECT_EQ(message("/fclib_global/M/n", {11}),
            ": /fclib_global/M has an entry in row 6, column "
            "11 of 12 x 11");
  EXPECT_EQ(message("/fclib_global/M/n", {13}), ": /fclib_global/M must be square, got 12 x 13");
  EXPECT_EQ(message("/fclib_global/H/n", {7}),
            ": /fclib_global/H must have 3 columns per contact, got 7");
  EXPECT_EQ(message("/fclib_global/G/m", {11}),
            ": /fclib_global/G/p must hold 12 numbers from 0 on");
  EXPECT_EQ(message("/fclib_global/vectors/f", {1}),
            ": /fclib_global/vectors/f must hold 12 numbers, got 1");
  EXPECT_EQ(message("/fclib_global/vectors/w", {1}),
            ": /fclib_global/vectors/w must hold 6 numbers, got 1");
  EXPECT_EQ(message("/fclib_global/vectors/b", {}), ": /fclib_global/vectors/b is missing");
  EXPECT_EQ(message("/fclib_global/vectors/mu", {0.1}),
            ": /fclib_global/vectors/mu must hold 2 numbers, got 1");
}

}  // namespace
}  // namespace solfec
