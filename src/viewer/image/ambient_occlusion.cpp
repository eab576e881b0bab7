#include "viewer/image/ambient_occlusion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/count.h"
#include "math/vec3.h"

namespace solfec {

namespace {

constexpr int kSamples = 20;          // points around a pixel
constexpr int kTurns = 7;             // of the spiral on which they lie
constexpr int kTile = 4;              // pixels a side, over which starts of spirals alternate
constexpr double kStrength = 1.1;     // of the darkness; 1 darkens a right inner edge by about half
constexpr double kBias = 0.012;       // of the radius: a flat face does not darken itself
constexpr double kNearest = 0.02;     // of the radius: nothing counts as nearer
constexpr double kMostPixels = 0.2;   // of the height of the picture: largest spiral
constexpr double kLeastPixels = 3.0;  // smallest spiral
constexpr double kSameDepth = 0.5;    // of the radius, between pixels that are averaged

class Obscurance {
 public:
  Obscurance(const DepthImage& image, double radius) : image_(image), radius_(radius) {}

  [[nodiscard]] bool is_seen(int x, int y) const { return std::isfinite(distance(x, y)); }
  [[nodiscard]] double distance(int x, int y) const {
    return image_.distance[at(y) * at(image_.width) + at(x)];
  }
  /// The darkness of one pixel, 0 to 1.
  [[nodiscard]] double at_pixel(int x, int y) const {
    const Vec3 p = point(x, y);
    const Vec3 n = normal(x, y, p);
    const double reach =
        std::clamp(radius_ / pixel_at(p.z), kLeastPixels, kMostPixels * image_.height);
    const int start = (x % kTile) + kTile * (y % kTile);
    const double first = 2.0 * std::numbers::pi * start / (kTile * kTile);
    double sum = 0.0;
    for (int i = 0; i < kSamples; ++i) {
      const double share = (i + 0.5) / kSamples;
      const double angle = first + 2.0 * std::numbers::pi * kTurns * share;
      const int qx = x + static_cast<int>(std::lround(reach * share * std::cos(angle)));
      const int qy = y + static_cast<int>(std::lround(reach * share * std::sin(angle)));
      if (qx < 0 || qy < 0 || qx >= image_.width || qy >= image_.height || !is_seen(qx, qy))
        continue;
      const Vec3 v = point(qx, qy) - p;
      const double square = dot(v, v);
      if (square > radius_ * radius_) continue;
      const double above = std::max(0.0, dot(v, n) - kBias * radius_);
      const double nearest = kNearest * radius_;
      sum += radius_ * above / (square + nearest * nearest) * (1.0 - square / (radius_ * radius_));
    }
    return std::clamp(kStrength * sum / kSamples, 0.0, 1.0);
  }

  /// Mean of the values of a tile of pixels that are about as far away as the one in its middle.
  [[nodiscard]] double mean_around(int x, int y, const std::vector<float>& values) const {
    const double z = distance(x, y);
    double sum = 0.0;
    int pixels = 0;
    for (int j = std::max(0, y - kTile / 2); j < std::min(image_.height, y + kTile / 2); ++j) {
      for (int i = std::max(0, x - kTile / 2); i < std::min(image_.width, x + kTile / 2); ++i) {
        if (!(std::fabs(distance(i, j) - z) < kSameDepth * radius_)) continue;
        sum += values[at(j) * at(image_.width) + at(i)];
        ++pixels;
      }
    }
    return sum / std::max(1, pixels);
  }

 private:
  /// Size of a pixel at a distance, m.
  [[nodiscard]] double pixel_at(double z) const {
    return 2.0 * image_.half_height * (image_.perspective ? z : 1.0) / image_.height;
  }
  /// x to the right, y up, z away from the viewer, m.
  [[nodiscard]] Vec3 point(int x, int y) const {
    const double z = distance(x, y);
    const double size = pixel_at(z);
    return {size * (x + 0.5 - 0.5 * image_.width), size * (y + 0.5 - 0.5 * image_.height), z};
  }
  /// Difference to the neighbour on that side of the pixel where the depth changes less.
  [[nodiscard]] Vec3 slope(int x, int y, int dx, int dy, Vec3 p) const {
    const auto has = [&](int i, int j) {
      return i >= 0 && j >= 0 && i < image_.width && j < image_.height && is_seen(i, j);
    };
    const bool ahead = has(x + dx, y + dy);
    const bool behind = has(x - dx, y - dy);
    const Vec3 after = ahead ? point(x + dx, y + dy) - p : Vec3{};
    const Vec3 before = behind ? p - point(x - dx, y - dy) : Vec3{};
    if (!ahead) return before;
    return !behind || std::fabs(after.z) <= std::fabs(before.z) ? after : before;
  }
  /// Unit normal towards the viewer.
  [[nodiscard]] Vec3 normal(int x, int y, Vec3 p) const {
    const Vec3 n = cross(slope(x, y, 0, 1, p), slope(x, y, 1, 0, p));
    const double length = norm(n);
    if (!(length > 0.0)) return {0, 0, -1};
    return (n.z > 0.0 ? -1.0 : 1.0) / length * n;
  }

  const DepthImage& image_;
  double radius_;
};

}  // namespace

std::vector<std::uint8_t> ambient_darkness(const DepthImage& image, double radius) {
  const Obscurance obscurance(image, radius);
  std::vector<float> raw(at(image.width) * at(image.height));
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (!obscurance.is_seen(x, y)) continue;
      raw[at(y) * at(image.width) + at(x)] = static_cast<float>(obscurance.at_pixel(x, y));
    }
  }
  std::vector<std::uint8_t> darkness(raw.size());
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (!obscurance.is_seen(x, y)) continue;
      darkness[at(y) * at(image.width) + at(x)] =
          static_cast<std::uint8_t>(std::lround(255.0 * obscurance.mean_around(x, y, raw)));
    }
  }
  return darkness;
}

}  // namespace solfec
