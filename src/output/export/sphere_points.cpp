#include "output/export/sphere_points.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "body/common/spin.h"
#include "geometry/shape/simple_shape.h"
#include "output/export/body_owner.h"
#include "output/export/export_arrays.h"
#include "output/export/field_values.h"
#include "output/export/quaternion.h"

namespace solfec {

namespace {

/// Arrays of the points.
class SphereArrays {
 public:
  SphereArrays(const ExportRequest& request, const ResultReader& reader, bool with_stress)
      : arrays_(request), owner_(arrays_, reader) {
    surface_ = arrays_.integers("surface");
    radius_ = arrays_.numbers("radius");
    half_axes_ = arrays_.add<std::vector<double>>("half_axes", 9);
    rotation_ = arrays_.add<std::vector<double>>("rotation", 4, {"w", "x", "y", "z"});
    angular_velocity_ = arrays_.vectors("angular_velocity");
    for (const SurfaceField& field : surface_fields()) {
      if (field.unit == "Pa" && !with_stress) continue;
      if (field.name == "plastic_strain") continue;  // no spheres have it
      auto* const values = arrays_.add<std::vector<double>>(field.name, field.components,
                                                            vtk_component_names(field));
      if (values != nullptr) fields_.push_back({&field, values});
    }
  }

  void add(const Snapshot& snapshot, const SnapshotBody& body, VtkData& data) {
    const BodyMotion motion = snapshot.bodies.motion(body.place);
    const std::array<double, 4> turn = rotation_ == nullptr || !turns_only(body.place.kind)
                                           ? std::array<double, 4>{1, 0, 0, 0}
                                           : quaternion_of(motion.gradient);
    const Vec3 spin = angular_velocity_ == nullptr ? Vec3{} : spin_of(motion);
    points_.reference.clear();
    for_each_round_image(*body.shape, [&](const auto& part) {
      const RoundImage image = round_image_of(part);
      owner_.add(body, part.volume);
      put<std::int32_t>(surface_, part.surface);
      put(radius_, image.radius);
      if (half_axes_ != nullptr) {
        const Mat3 axes = motion.gradient * image.half_axes;
        half_axes_->insert(half_axes_->end(), std::begin(axes.m), std::end(axes.m));
      }
      if (rotation_ != nullptr) rotation_->insert(rotation_->end(), turn.begin(), turn.end());
      put(angular_velocity_, spin);
      points_.reference.push_back(image.center);
      append(motion.center + motion.gradient * (image.center - motion.reference_center),
             data.points);
    });
    for (const auto& [field, values] : fields_) {
      append_field(*field, snapshot.bodies, body.place, points_, *values);
    }
  }

  std::vector<VtkArray> take() { return arrays_.take(); }

 private:
  ExportArrays arrays_;
  OwnerArrays owner_;
  std::vector<std::int32_t>* surface_;
  std::vector<double>* radius_;
  std::vector<double>* half_axes_;
  std::vector<double>* rotation_;
  std::vector<double>* angular_velocity_;
  std::vector<std::pair<const SurfaceField*, std::vector<double>*>> fields_;
  SurfacePoints points_;  // of the body at hand
};

bool has_strained_spheres(const ResultReader& reader) {
  return std::any_of(reader.bodies().begin(), reader.bodies().end(), [](const StoredBody& body) {
    return has_stiffness(body.kind) && round_image_count(body.shape) > 0;
  });
}

}  // namespace

int count_spheres(const ResultReader& reader, const ExportRequest& request) {
  std::size_t sum = 0;
  for (const StoredBody& body : reader.bodies()) {
    if (request.wants(body.id)) sum += round_image_count(body.shape);
  }
  return static_cast<int>(sum);
}

VtkData sphere_points(const ResultReader& reader, const Snapshot& snapshot,
                      const ExportRequest& request) {
  VtkData data;
  SphereArrays arrays(request, reader, has_strained_spheres(reader));
  for (const SnapshotBody& body : snapshot.members) {
    if (request.wants(body.id) && round_image_count(*body.shape) > 0)
      arrays.add(snapshot, body, data);
  }
  VtkPolyCells cells;
  for (std::size_t i = 0; i < data.point_count(); ++i) {
    cells.verts.connectivity.push_back(static_cast<std::int64_t>(i));
    cells.verts.close();
  }
  data.cells = std::move(cells);
  data.point_data = arrays.take();
  data.field_data.push_back(material_labels(reader));
  return data;
}

}  // namespace solfec
