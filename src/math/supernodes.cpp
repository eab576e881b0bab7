#include "math/supernodes.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

/// A symmetric pattern by rows, in some order.
struct Graph {
  std::vector<int> start{0};
  std::vector<int> neighbour;

  [[nodiscard]] int size() const { return count(start) - 1; }
  [[nodiscard]] std::span<const int> of(int i) const {
    return std::span(neighbour).subspan(at(start[at(i)]), at(start[at(i) + 1] - start[at(i)]));
  }
};

/// Row i of the result is row old[i], whose columns are renumbered.
Graph renumbered(std::span<const std::int32_t> row_start, std::span<const std::int32_t> column,
                 std::span<const int> place, std::span<const int> old) {
  Graph graph;
  graph.start.reserve(row_start.size());
  graph.neighbour.reserve(column.size());
  for (const int row : old) {
    for (int k = row_start[at(row)]; k < row_start[at(row) + 1]; ++k) {
      graph.neighbour.push_back(place[at(column[at(k)])]);
    }
    graph.start.push_back(count(graph.neighbour));
  }
  return graph;
}

std::vector<int> inverse_of(std::span<const int> place) {
  std::vector<int> old(place.size());
  for (int i = 0; i < count(place); ++i) old[at(place[at(i)])] = i;
  return old;
}

std::vector<int> elimination_tree(const Graph& graph) {
  std::vector<int> parent(at(graph.size()), -1);
  std::vector<int> ancestor(at(graph.size()), -1);
  // from an entry k of row i to the root, with shorter ways for the next one
  const auto climb = [&](int k, int i) {
    while (k < i) {
      const int next = std::exchange(ancestor[at(k)], i);
      if (next < 0) {
        parent[at(k)] = i;
        return;
      }
      k = next;
    }
  };
  for (int i = 0; i < graph.size(); ++i) {
    for (const int k : graph.of(i)) climb(k, i);
  }
  return parent;
}

/// New numbers by which subtrees are contiguous, of children the one with the largest subtree last.
std::vector<int> postorder(std::span<const int> parent) {
  const int n = count(parent);
  std::vector<int> size(at(n), 1);
  std::vector<std::vector<int>> children(at(n) + 1);  // the last: the roots
  for (int i = 0; i < n; ++i) {
    const int up = parent[at(i)];
    if (up >= 0) size[at(up)] += size[at(i)];
    children[at(up >= 0 ? up : n)].push_back(i);
  }
  std::vector<int> place(at(n));
  std::vector<int> first(at(n), 0);  // number of the first one of the subtree
  int next = n;
  const auto number = [&](std::vector<int>& list, int end) {
    std::stable_sort(list.begin(), list.end(),
                     [&](int a, int b) { return size[at(a)] < size[at(b)]; });
    for (auto child = list.rbegin(); child != list.rend(); ++child) {
      place[at(*child)] = end - 1;
      end -= size[at(*child)];
    }
  };
  number(children[at(n)], next);
  for (int i = n - 1; i >= 0; --i) number(children[at(i)], place[at(i)]);
  return place;
}

/// Rows below the diagonal of the columns of the factor.
struct FactorColumns {
  std::vector<std::vector<int>> rows;  // only of columns that the next one does not continue
  std::vector<int> height;             // number of rows
  std::vector<bool> continued;         // whether the next column has the same rows but its own
};

FactorColumns factor_columns(const Graph& graph, std::span<const int> parent) {
  const int n = graph.size();
  std::vector<std::vector<int>> children(at(n));
  for (int j = 0; j < n; ++j) {
    if (parent[at(j)] >= 0) children[at(parent[at(j)])].push_back(j);
  }
  FactorColumns columns{std::vector<std::vector<int>>(at(n)), std::vector<int>(at(n)),
                        std::vector<bool>(at(n), false)};
  std::vector<std::vector<int>>& rows = columns.rows;
  std::vector<int> seen(at(n), -1);
  for (int j = 0; j < n; ++j) {
    std::vector<int>& own = rows[at(j)];
    const auto add = [&](int row) {
      if (row <= j || seen[at(row)] == j) return;
      seen[at(row)] = j;
      own.push_back(row);
    };
    for (const int row : graph.of(j)) add(row);
    for (const int child : children[at(j)]) {
      for (const int row : rows[at(child)]) add(row);
    }
    std::sort(own.begin(), own.end());
    columns.height[at(j)] = count(own);
    if (j == 0 || parent[at(j) - 1] != j) continue;
    if (columns.height[at(j) - 1] != count(own) + 1) continue;
    columns.continued[at(j) - 1] = true;
    std::vector<int>().swap(rows[at(j) - 1]);
  }
  return columns;
}

/// Whether a supernode of this width may be one with its parent, with this share of zeros.
bool is_worth_merging(int width, double zeros) {
  if (width <= 4) return true;
  if (width <= 12) return zeros < 0.3;
  return zeros < (width <= 32 ? 0.1 : 0.05);
}

double entries(double width, double below) { return width * (0.5 * (width + 1.0) + below); }

/// Merges supernodes with their parents from the leaves to the roots.
/// @param filled  Entries of each that are not zero.
std::vector<Supernodes::Node> relaxed(std::vector<Supernodes::Node> nodes,
                                      std::span<const double> filled) {
  std::vector<Supernodes::Node> merged;
  std::vector<double> used;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    Supernodes::Node node = std::move(nodes[s]);
    double own = filled[s];
    while (!merged.empty()) {
      const Supernodes::Node& child = merged.back();
      if (child.rows.empty() || child.rows.front() != node.first) break;
      const int width = child.width + node.width;
      const double all = entries(width, count(node.rows));
      if (!is_worth_merging(width, 1.0 - (used.back() + own) / all)) break;
      node.first = child.first;
      node.width = width;
      own += used.back();
      merged.pop_back();
      used.pop_back();
    }
    merged.push_back(std::move(node));
    used.push_back(own);
  }
  return merged;
}

/// Groups of columns of the factor.
std::vector<Supernodes::Node> grouped(FactorColumns columns) {
  std::vector<Supernodes::Node> nodes;
  std::vector<double> filled;  // entries of each that are not zero
  for (int j = 0; j < count(columns.rows); ++j) {
    if (j > 0 && columns.continued[at(j) - 1]) {
      ++nodes.back().width;
    } else {
      nodes.push_back({j, 1, -1, {}, {}});
      filled.push_back(0.0);
    }
    filled.back() += 1.0 + columns.height[at(j)];
    if (!columns.continued[at(j)]) nodes.back().rows = std::move(columns.rows[at(j)]);
  }
  return relaxed(std::move(nodes), filled);
}

}  // namespace

int Supernodes::Node::find(int row) const {
  if (row < first) return -1;
  if (row < first + width) return row - first;
  const auto found = std::lower_bound(rows.begin(), rows.end(), row);
  if (found == rows.end() || *found != row) return -1;
  return width + static_cast<int>(found - rows.begin());
}

Supernodes find_supernodes(std::span<const std::int32_t> row_start,
                           std::span<const std::int32_t> column, std::span<const int> order) {
  Supernodes result;
  result.place.assign(order.begin(), order.end());
  result.old = inverse_of(result.place);
  Graph graph = renumbered(row_start, column, result.place, result.old);
  std::vector<int> parent = elimination_tree(graph);
  const std::vector<int> moved = postorder(parent);
  for (int& place : result.place) place = moved[at(place)];
  result.old = inverse_of(result.place);
  graph = renumbered(row_start, column, result.place, result.old);
  parent = elimination_tree(graph);

  result.node = grouped(factor_columns(graph, parent));
  result.of.resize(result.place.size());
  for (int s = 0; s < result.size(); ++s) {
    const Supernodes::Node& node = result.node[at(s)];
    for (int j = node.first; j < node.first + node.width; ++j) result.of[at(j)] = s;
  }
  for (int s = 0; s < result.size(); ++s) {
    Supernodes::Node& node = result.node[at(s)];
    if (node.rows.empty()) continue;
    node.parent = result.of[at(node.rows.front())];
    result.node[at(node.parent)].children.push_back(s);
  }
  return result;
}

}  // namespace solfec
