#pragma once

#include <functional>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "body/surface_points.h"
#include "geometry/surface/surface.h"
#include "output/snapshot.h"
#include "viewer/scene/cut_faces.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Choice of the parts of a model that are drawn, and of their colours.
struct SceneParams {
  const PictureField* field = nullptr;  // null: bodies by their kind
  bool chains = false;                  // normal forces between bodies, by thickness
  bool thrust = false;                  // line of thrust through the resultants of joints
  bool status = false;                  // contacts: stick, slip, open
  bool loads = false;                   // arrows of forces, torques and pressures
  bool joints = false;                  // by kind, with their axes
  bool edges = true;
  double arrow_scale = 1.0;   // factor of the length of arrows and the thickness of chains
  double warp = 1.0;          // factor of displacements since the start
  double least = 0.0;         // chains and arrows of smaller values are left out
  BodyId acted_on = 0;        // its constraints alone, arrows as what acts on it; 0: on masters
  std::vector<BodyId> drawn;  // drawn bodies; none: all
  bool bodies = true;         // false: surfaces of bodies are left out
  std::vector<CutPlane> cuts;
  std::vector<PointLabel> points;  // at reference points of `point_body`
  std::vector<BodyId> point_body;
  std::function<double(int)> friction;  // coefficient of a surface material, for the status
  ValueRange range;                     // of the colours; empty: that of the drawn values
  bool round_ranges = false;            // widens ranges that are not given to round borders

  // Bodies that are drawn in another way; ids increase.
  std::vector<BodyId> veiled;       // transparent
  std::vector<BodyId> wire;         // lines only
  std::vector<BodyId> rough;        // as their background mesh
  std::vector<BodyId> highlighted;  // in a colour of their own
};

/// Makes scenes of snapshots of one model. It makes the surface of each body once and keeps it, so
/// a further frame costs only loops over arrays.
class SceneBuilder {
 public:
  explicit SceneBuilder(SceneParams params);

  /// @param range        Of the colours; empty: that of the parameters, or of the scene itself.
  /// @param chain_range  Of chains that are drawn beside another quantity; empty: that of the
  /// scene.
  [[nodiscard]] Scene build(const Snapshot& snapshot, const ValueRange& range = {},
                            const ValueRange& chain_range = {});
  /// Sets other parameters; surfaces that exist are kept.
  void set_params(SceneParams params);
  /// The range of the values that `build` would colour by.
  [[nodiscard]] const SceneParams& params() const { return params_; }

 private:
  void add_glyphs(const Snapshot& snapshot, const ValueRange& range, const ValueRange& chain_range,
                  Scene& scene) const;
  void tell_left_out(const Snapshot& snapshot, Scene& scene) const;
  void add_legends(const Snapshot& snapshot, bool has_values, Scene& scene) const;

  /// Data with which a body is drawn.
  struct Part {
    std::shared_ptr<const Shape> shape;
    Surface surface;
    SurfacePoints vertices;
    SurfacePoints round_points;  // centre and ends of the half axes of each round part
    CutPieces pieces;            // with cuts only
    SurfacePoints piece_points;
    Surface rough;  // of the background mesh, made when first drawn
    SurfacePoints rough_points;
  };

  void find_positions(const Snapshot& snapshot, const SnapshotBody& body,
                      const SurfacePoints& points);
  const Part& part_of(const Snapshot& snapshot, const SnapshotBody& body);
  static void make_part(const Snapshot& snapshot, const SnapshotBody& body, Part& part);
  void add_body(const Snapshot& snapshot, const SnapshotBody& body, Scene& scene);
  void add_surface(const Snapshot& snapshot, const SnapshotBody& body, const Part& part,
                   Scene& scene);
  void add_cut_faces(const Snapshot& snapshot, const SnapshotBody& body, const Part& part,
                     Scene& scene);
  void add_rounds(const Snapshot& snapshot, const SnapshotBody& body, const Part& part,
                  Scene& scene);
  void add_edges(const SnapshotBody& body, const Part& part, Scene& scene);
  void add_rough(const Snapshot& snapshot, const SnapshotBody& body, Scene& scene);
  static void add_circles(const RoundPart& round, const Mat3& axes, Scene& scene);
  ScenePart* layer_of(BodyId id, Scene& scene) const;
  void add_points(const Snapshot& snapshot, Scene& scene) const;
  bool fill_values(const Snapshot& snapshot, const SnapshotBody& body, const SurfacePoints& points);
  [[nodiscard]] Colour body_colour(const SnapshotBody& body) const;

  SceneParams params_;
  std::unordered_map<BodyId, Part> parts_;
  // scratch of one body
  std::vector<Vec3> position_;
  std::vector<CornerNormals> normal_;
  std::vector<double> values_;
  std::set<int> part_ids_;  // of surfaces or volumes that are coloured by them
};

}  // namespace solfec
