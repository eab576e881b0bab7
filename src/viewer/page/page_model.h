#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "body/surface_fields.h"
#include "body/surface_points.h"
#include "geometry/surface/surface.h"
#include "output/export/export_request.h"
#include "output/snapshot.h"
#include "viewer/page/page_columns.h"

namespace solfec {

/// Where something of a body lies in the arrays of the page.
struct PageRange {
  std::size_t first{};
  std::size_t count{};
};

/// A body of a page. Its columns from `column` on: centre, velocity of the centre, force (sum of
/// the reactions), kinetic energy; then of one that turns only the quaternion and the angular
/// velocity; of one that strains the gradient and its rate (rows) and the stress fields; of
/// finite elements for each vertex its displacement and the fields.
struct PageBody {
  BodyId id{};
  std::string label;
  BodyKind kind{};
  int material{};
  int rank{};
  Vec3 center;  // reference, m; vertices and rounds are relative to it
  int column{};
  PageRange vertices;   // three numbers each
  PageRange triangles;  // three vertices each
  PageRange edges;      // two
  PageRange lines;      // mesh lines, two
  PageRange rounds;     // twelve numbers each: centre, half axes
  // to read the next frames
  SurfacePoints points;  // finite elements: the vertices
  std::array<double, 4> turn{};
};

/// Model that a page shows: geometry once, and what changes in columns. Filled frame by frame.
class PageModel {
 public:
  /// Columns that all bodies begin with.
  static constexpr int kCommon = 10;

  /// @param request  frames, bodies, and fields of `page_fields()`.
  explicit PageModel(const ExportRequest& request);

  /// @param frame  Its place among those of the request.
  void add(int frame, const Snapshot& snapshot);

  [[nodiscard]] const std::vector<PageBody>& bodies() const { return bodies_; }
  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  [[nodiscard]] const PageColumns& columns() const { return columns_; }
  [[nodiscard]] const std::vector<float>& vertices() const { return vertices_; }
  [[nodiscard]] const std::vector<std::uint32_t>& triangles() const { return triangles_; }
  [[nodiscard]] const std::vector<std::uint32_t>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<std::uint32_t>& lines() const { return lines_; }
  [[nodiscard]] const std::vector<float>& rounds() const { return rounds_; }
  /// Fields with columns of their own, of vertices of finite elements.
  [[nodiscard]] const std::vector<const SurfaceField*>& nodal_fields() const {
    return nodal_fields_;
  }
  /// Fields with columns of their own, of pseudo-rigid bodies: stresses.
  [[nodiscard]] const std::vector<const SurfaceField*>& body_fields() const { return body_fields_; }
  /// Bytes that the columns will take at most.
  [[nodiscard]] double largest_size() const;

 private:
  PageBody& body_of(const Snapshot& snapshot, const SnapshotBody& body);
  void add_geometry(const Snapshot& snapshot, const SnapshotBody& body, PageBody& page);
  void set(int column, int frame, Vec3 v);
  void set_state(int frame, const Snapshot& snapshot, const SnapshotBody& body, PageBody& page);
  void set_turning(int frame, const BodyMotion& motion, PageBody& page);
  void set_straining(int frame, const Snapshot& snapshot, const SnapshotBody& body,
                     const BodyMotion& motion, const PageBody& page);
  void set_vertices(int frame, const Snapshot& snapshot, const SnapshotBody& body,
                    const PageBody& page);

  const ExportRequest& request_;
  std::vector<const SurfaceField*> nodal_fields_;
  std::vector<const SurfaceField*> body_fields_;
  std::vector<double> times_;
  PageColumns columns_;
  std::vector<PageBody> bodies_;
  std::map<BodyId, std::size_t> index_;
  std::vector<float> vertices_;
  std::vector<std::uint32_t> triangles_;
  std::vector<std::uint32_t> edges_;
  std::vector<std::uint32_t> lines_;
  std::vector<float> rounds_;
  std::vector<Vec3> position_;
  std::vector<double> values_;
};

}  // namespace solfec
