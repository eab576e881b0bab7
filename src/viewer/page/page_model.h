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

/// Range of the arrays of the page that belongs to a body.
struct PageRange {
  std::size_t first{};
  std::size_t count{};
};

/// A body of a page. Its columns from `column` on are: centre, velocity of the centre, force (sum
/// of the reactions) and kinetic energy. A rigid body then has its quaternion and angular velocity;
/// a pseudo-rigid body its deformation gradient and the rate of this (by rows) and the stress
/// fields; a mesh the displacement and the fields of each vertex.
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
  PageRange edges;      // two vertices each
  PageRange lines;      // mesh lines, two vertices each
  PageRange rounds;     // twelve numbers each: centre, half axes
  // to read the next frames
  SurfacePoints points;  // finite elements: the vertices
  std::array<double, 4> turn{};
};

/// Model that a page shows: its geometry, and columns of the numbers that change. It is filled
/// frame by frame.
class PageModel {
 public:
  /// Number of columns that every body has.
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
  /// Returns the place of a body among `bodies()`; -1 when the page does not have it.
  [[nodiscard]] int number_of(BodyId id) const {
    const auto found = index_.find(id);
    return found == index_.end() ? -1 : static_cast<int>(found->second);
  }
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
