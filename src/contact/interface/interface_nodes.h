#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "contact/interface/dual_projection.h"
#include "contact/interface/node_spread.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/queries_by_bodies.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Makes the rows of an interface from the patches between two bodies, at least one of which
/// consists of finite elements.
///
/// Neighbouring pairs of elements share corners of their patches. Not more rows are needed than one
/// side has nodes: with more rows both meshes would have to take one shape, and could deform only
/// by the few functions that both can represent. So:
///
/// Side. The rows stand at the nodes of the finite-element body that has more nodes in the patches
/// (of equals the first), and these nodes may not enter the other body. A side is kept while it has
/// at least kStays times the nodes of the other one.
///
/// Rows. A node of this side has one row for each direction in which it is pushed. The row belongs
/// to one of the pairs of pieces at whose patches the node is a corner: to that of the last step,
/// else to the first one with the smallest gap. Its normal is the mean of the normals of these
/// patches by shares. Other corners of patches, where edges of both bodies cross or a node of the
/// other side lies, are rows on faces that have a node without a row: at the border of the
/// interface, where a face overhangs. Corners that lie deeper than the tolerance and the sagittas
/// of both faces (geometry/shape/face_sagitta.h) are rows too, until they open: rows at nodes see
/// means, so an edge of a bent face could enter between nodes.
///
/// Other side. Where meshes do not match, a row at a node sees a mean of nodes of the other body
/// (DualProjection), so that a uniform pressure is one for both; its gap is that of the means.
/// Where the other body does not cover a face, or where the gap of the means differs from that of
/// the node by more than the tolerance and the sagittas, the row sees only the place beside the
/// node.
///
/// Shares. The share (area and part of the patch) of a corner that is no row goes to the nodes of
/// its face by face_weights, so that the area of a row is that of the force of a uniform pressure
/// on its node. A patch, over which `part` sums up to 1, consists of all contacts on one pair of
/// face groups of the reference shapes, as for rigid bodies.
class InterfaceNodes {
 public:
  static constexpr double kStays = 0.8;

  /// Prepares for new queries; must be called when the queries have changed.
  void prepare(const PieceSet& pieces, std::span<const PairQuery> queries);
  /// @param points            Of the last step.
  /// @param[in,out] contacts  Of the queries, as examined.
  void run(const PieceSet& pieces, const ContactParams& params, std::span<const PairQuery> queries,
           std::span<const ContactPoint> points, PairContacts& contacts);
  /// Returns the spread over nodes of a contact, by its number.
  [[nodiscard]] const NodeSpread& spread(int number) const {
    return scratch_[static_cast<std::size_t>(number % kChunks)]
        .spread[static_cast<std::size_t>(number / kChunks)];
  }

 private:
  static constexpr int kChunks = 64;  // parts of the pairs of bodies

  /// Corner of the patch of a pair of pieces.
  struct Corner {
    int query{};
    int point{};                  // of the query
    std::array<int, 2> vertex{};  // of either piece at the corner; -1: none
    std::array<int, 2> node{};    // numbers of the nodes of these vertices
    int group{};                  // pair of face groups
    int row = -1;                 // row that the corner became or belongs to
  };
  struct Row {
    int node{};     // node of the row; -1: none
    int keeper{};   // corner whose contact becomes the row
    double area{};  // m^2
    double part{};  // share of the area of its patch
    Vec3 normal;    // out of the first body, sum by shares
  };
  /// Corners of one patch.
  struct Part {
    int own_face{};  // of the PieceSet, on the side of the rows
    int begin{};     // corners
    int end{};
  };
  struct Group {
    int first{};  // face groups of the two bodies
    int second{};
    double area{};  // m^2, of all its corners
  };
  struct Problem;  // a pair of bodies
  struct Scratch {
    std::vector<Corner> corner;
    std::vector<Group> group;  // pairs of face groups of the present pair of bodies
    std::vector<int> order;    // corners at nodes, by node
    std::vector<int> nodes;    // of one side, without repetition
    std::vector<Row> row;
    std::vector<std::pair<int, int>> row_of_node;  // sorted
    std::vector<double> weight;                    // of the corners of a face
    DualProjection projection;
    std::vector<Part> part;                           // patches, by face of the side of the rows
    std::vector<int> own_number;                      // rows at the corners of a face, -1: none
    std::vector<int> other_number;                    // nodes at the corners of the other face
    std::vector<Vec3> polygon;                        // corners of a patch in their order, m
    std::vector<std::pair<int, Vec3>> place_of_node;  // of the other body, sorted
    std::vector<NodeSpread> spread;                   // of all pairs of bodies of the chunk
  };

  static void join(const Problem& problem);
  static void list_corners(const Problem& problem);
  static int choose_side(const Problem& problem);
  static void make_node_rows(const Problem& problem, int side);
  static void add_node_row(const Problem& problem, int side, std::span<const int> corners);
  [[nodiscard]] static double allowance(const Problem& problem, const Corner& corner);
  [[nodiscard]] static bool is_deep(const Problem& problem, const Corner& corner);
  static void make_border_rows(const Problem& problem, int side);
  static void share_out(const Problem& problem, int side);
  static bool wants_projection(const Problem& problem, int side);
  static void project(const Problem& problem, int side);
  static void add_part(const Problem& problem, int side, const Part& part);
  static void spread_row(const Problem& problem, int side, int row);
  static void write_rows(const Problem& problem, int side);

  QueriesByBodies queries_;
  std::array<Scratch, kChunks> scratch_;
};

}  // namespace solfec
