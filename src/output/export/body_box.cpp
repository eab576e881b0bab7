#include "output/export/body_box.h"

#include <vector>

#include "geometry/shape/simple_shape.h"
#include "output/export/body_cells.h"

namespace solfec {

Box current_box(const Snapshot& snapshot, const SnapshotBody& body) {
  const BodyCells solids =
      make_body_cells(snapshot.bodies, body.place, *body.shape, CellKind::solids);
  std::vector<Vec3> position(solids.points.size());
  current_positions(snapshot.bodies, body.place, solids.points, position);
  Box box = box_of(position);
  if (round_image_count(*body.shape) == 0) return box;
  const BodyMotion motion = snapshot.bodies.motion(body.place);
  for_each_round_image(*body.shape, [&](const auto& part) {
    const RoundImage image = round_image_of(part);
    const Vec3 center = motion.center + motion.gradient * (image.center - motion.reference_center);
    // the extent of an ellipsoid along an axis is the length of that row of its half axes
    const Mat3 axes = motion.gradient * image.half_axes;
    const Vec3 reach{norm(axes.row(0)), norm(axes.row(1)), norm(axes.row(2))};
    box.add(center - reach);
    box.add(center + reach);
  });
  return box;
}

}  // namespace solfec
