#pragma once

#include <vector>

#include "local_dynamics/stored/stored_problem.h"

namespace solfec {

struct ScalarEntry {
  int row;
  int column;
  double value;
};

/// A sparse matrix as a file has it; entries in any order, those given twice add up.
struct ScalarMatrix {
  int rows = 0;
  int columns = 0;
  std::vector<ScalarEntry> entries;
};

/// Row and component in a StoredProblem of every scalar unknown of a file: contacts (N, T1, T2)
/// each, then equalities.
struct ScalarUnknowns {
  std::vector<int> row;
  std::vector<int> component;
  int contact_scalars = 0;

  ScalarUnknowns(int contacts, const std::vector<int>& equality_components);
  [[nodiscard]] int size() const { return static_cast<int>(row.size()); }
  [[nodiscard]] int equality_scalars() const { return size() - contact_scalars; }

 private:
  void add(int number, int components);
};

/// Blocks of all entries between scalar unknowns; sorts the entries.
BlockCsr blocks_of(const ScalarUnknowns& unknowns, int rows, std::vector<ScalarEntry>& entries);

/// Vectors of all rows from one array for contacts and one for equalities.
std::vector<Vec3> vectors_of(const ScalarUnknowns& unknowns, int rows,
                             const std::vector<double>& contacts,
                             const std::vector<double>& equalities);

}  // namespace solfec
