#pragma once

#include <optional>

#include "viewer/scene/camera.h"
#include "viewer/scene/overlay.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Body and place that are seen at a pixel.
struct RayHit {
  BodyId body{};
  Vec3 point;         // m
  double distance{};  // from the eye, or along the rays from its plane, m
};

/// A line through the model.
struct ViewRay {
  Vec3 start;      // m
  Vec3 direction;  // unit
};

/// The ray through a pixel, counted from the top left corner of the picture.
ViewRay ray_through(const Camera& camera, const PictureLayout& layout, double x, double y);

/// Finds the first body on a ray, whether it is drawn solid, transparent or by lines only.
/// Triangles are hit by Möller and Trumbore (1997), J. Graphics Tools 2, 21-28; a round part is hit
/// where the ray, mapped back, hits the unit sphere. Parts that are cut away are ignored.
std::optional<RayHit> cast_ray(const Scene& scene, const Camera& camera, const ViewRay& ray);

/// Place of a point in the picture, pixels from the top left corner.
std::array<double, 2> pixel_of(const Camera& camera, const PictureLayout& layout, Vec3 point);

}  // namespace solfec
