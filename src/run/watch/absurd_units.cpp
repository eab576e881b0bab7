#include "run/watch/absurd_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/cat.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr double kLeastDensity = 1.0;      // kg/m^3, thinner than air
constexpr double kLargestDensity = 1e5;    // kg/m^3
constexpr double kLeastYoung = 1e3;        // Pa
constexpr double kLargestGravity = 100.0;  // m/s^2
constexpr double kLargestSize = 1e4;       // m
constexpr double kLeastSize = 1e-4;        // m
constexpr double kRounding = 1e-9;         // of sizes, relative

/// Bodies of one kind of suspicion: the text of the first one and how many there are.
class Suspicion {
 public:
  explicit Suspicion(const char* rule) : rule_(rule) {}

  void add(const BodyRecord& body, const std::string& what) {
    if (found_++ == 0) first_ = cat(describe(body), ": ", what);
  }

  void append_to(std::vector<std::string>& lines) const {
    if (found_ == 0) return;
    const std::string more = found_ == 1 ? "" : cat("; so it is for ", found_, " bodies in all");
    lines.push_back(cat(first_, " is ", rule_, ", are the units those of the SI?", more));
  }

 private:
  const char* rule_;
  std::string first_;
  int found_ = 0;
};

/// Indices of the bulk materials of a body.
std::vector<int> materials_of(const BodyRecord& body) {
  std::vector<int> all{body.material};
  for (const auto& [volume, material] : body.part_materials) all.push_back(material);
  return all;
}

struct MaterialRule {
  const char* what;
  const char* unit;
  double BulkMaterial::*value;
};
constexpr MaterialRule kDensity{"density ", " kg/m^3", &BulkMaterial::density};
constexpr MaterialRule kYoung{"young ", " Pa", &BulkMaterial::young};

/// Adds the bodies with a material whose value is outside of [low, high].
void look_at_materials(const Domain& domain, const MaterialRule& rule, double low, double high,
                       Suspicion& suspicion) {
  for (const BodyRecord& body : domain.body_records()) {
    for (const int index : materials_of(body)) {
      const BulkMaterial& material = domain.bulk_materials()[at(index)];
      const double value = material.*rule.value;
      if (low <= value && value <= high) continue;
      suspicion.add(body, cat(rule.what, short_number(value), rule.unit, " of BULK_MATERIAL '",
                              material.label, "'"));
      break;
    }
  }
}

void look_at_sizes(const Domain& domain, Suspicion& large, Suspicion& small) {
  for (const BodyRecord& body : domain.body_records()) {
    const Box box = domain.body_box(body.id);
    const Vec3 extent = box.hi - box.lo;
    const double largest = std::max({extent.x, extent.y, extent.z});
    const double least = std::min({extent.x, extent.y, extent.z});
    if (largest > (1.0 + kRounding) * kLargestSize)
      large.add(body, cat("size ", short_number(largest), " m"));
    if (least < (1.0 - kRounding) * kLeastSize)
      small.add(body, cat("thickness ", short_number(least), " m"));
  }
}

/// Largest size of a load of all times.
double largest(const LoadValue& load) {
  if (!load.series) return std::fabs(load.constant);
  double most = 0.0;
  for (const double value : load.series->values()) most = std::max(most, std::fabs(value));
  return most;
}

void look_at_gravity(const Domain& domain, std::vector<std::string>& lines) {
  const auto& gravity = domain.loads.gravity;
  const double most = norm(Vec3{largest(gravity[0]), largest(gravity[1]), largest(gravity[2])});
  if (most <= kLargestGravity) return;
  lines.push_back(cat("GRAVITY: ", short_number(most),
                      " m/s^2 is above 100 m/s^2, are the units those of the SI?"));
}

}  // namespace

std::vector<std::string> absurd_units(const Domain& domain) {
  Suspicion light("below 1 kg/m^3");
  Suspicion heavy("above 1e5 kg/m^3");
  Suspicion soft("below 1e3 Pa");
  Suspicion large("above 1e4 m");
  Suspicion small("below 1e-4 m");
  constexpr double kInfinity = HUGE_VAL;
  look_at_materials(domain, kDensity, kLeastDensity, kInfinity, light);
  look_at_materials(domain, kDensity, 0.0, kLargestDensity, heavy);
  look_at_materials(domain, kYoung, kLeastYoung, kInfinity, soft);
  look_at_sizes(domain, large, small);
  std::vector<std::string> lines;
  for (const Suspicion* one : {&light, &heavy, &soft, &large, &small}) one->append_to(lines);
  look_at_gravity(domain, lines);
  return lines;
}

}  // namespace solfec
