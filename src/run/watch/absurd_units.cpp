#include "run/watch/absurd_units.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/cat.h"
#include "base/count.h"
#include "run/watch/body_extent.h"

namespace solfec {

namespace {

constexpr double kLeastDensity = 1.0;       // kg/m^3, thinner than air
constexpr double kLeastSolid = 25.0;        // kg/m^3, lighter than foam; in g/cm^3 all solids are
constexpr double kLargestDensity = 1e5;     // kg/m^3
constexpr double kLeastYoung = 1e3;         // Pa
constexpr double kLargestGravity = 100.0;   // m/s^2
constexpr double kLargestSize = 1e4;        // m
constexpr double kLeastSize = 1e-4;         // m
constexpr double kLargestThickness = 10.0;  // m, of the thinnest body; in mm every stone is thicker
constexpr double kLargestLeast = 30.0;      // m, edge of a cube as large as the smallest own box
constexpr double kRounding = 1e-9;          // of sizes, relative

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

/// Bodies that are looked at: those from an id on.
struct Looked {
  const Domain& domain;
  BodyId first;
};

/// Adds the bodies with a material whose value is outside of [low, high].
void look_at_materials(const Looked& looked, const MaterialRule& rule, double low, double high,
                       Suspicion& suspicion) {
  for (const BodyRecord& body : looked.domain.body_records()) {
    if (body.id < looked.first) continue;
    for (const int index : materials_of(body)) {
      const BulkMaterial& material = looked.domain.bulk_materials()[at(index)];
      const double value = material.*rule.value;
      if (low <= value && value <= high) continue;
      suspicion.add(body, cat(rule.what, short_number(value), rule.unit, " of BULK_MATERIAL '",
                              material.label, "'"));
      break;
    }
  }
}

/// Densities between that of a model without units, 1, and that of the lightest foam.
void look_at_foam(const Looked& looked, Suspicion& suspicion) {
  for (const BodyRecord& body : looked.domain.body_records()) {
    if (body.id < looked.first || !has_inertia(body.kind)) continue;
    const BulkMaterial& material = looked.domain.bulk_materials()[at(body.material)];
    if (!(material.density > kLeastDensity && material.density < kLeastSolid)) continue;
    suspicion.add(body, cat("density ", short_number(material.density),
                            " kg/m^3 of BULK_MATERIAL '", material.label, "'"));
  }
}

void look_at_sizes(const Looked& looked, Suspicion& large, Suspicion& small) {
  for (const BodyRecord& body : looked.domain.body_records()) {
    if (body.id < looked.first) continue;
    const Box box = looked.domain.body_box(body.id);
    const Vec3 extent = box.hi - box.lo;
    const double largest = std::max({extent.x, extent.y, extent.z});
    const double least = least_extent(*body.pieces);
    if (largest > (1.0 + kRounding) * kLargestSize)
      large.add(body, cat("size ", short_number(largest), " m"));
    if (least < (1.0 - kRounding) * kLeastSize)
      small.add(body, cat("thickness ", short_number(least), " m"));
  }
}

/// Models whose bodies are all thicker than houses, or all of their size although some are thin
/// (beds of mortar between bricks): lengths in mm.
void look_at_least_sizes(const Domain& domain, std::vector<std::string>& lines) {
  const BodyRecord* thinnest = nullptr;
  const BodyRecord* smallest = nullptr;
  double least = HUGE_VAL;
  double least_volume = HUGE_VAL;
  Vec3 edges;
  for (const BodyRecord& body : domain.body_records()) {
    if (!has_inertia(body.kind)) continue;
    const auto [thickness, extent] = own_extents(*body.pieces);
    const double volume = extent.x * extent.y * extent.z;
    if (thickness < (1.0 - kRounding) * least) {
      least = thickness;
      thinnest = &body;
    }
    if (volume < (1.0 - kRounding) * least_volume) {
      least_volume = volume;
      smallest = &body;
      edges = extent;
    }
  }
  if (thinnest == nullptr || smallest == nullptr) return;
  if (least > (1.0 + kRounding) * kLargestSize) return;  // told already
  if (least > (1.0 + kRounding) * kLargestThickness) {
    lines.push_back(cat(describe(*thinnest), ": the thinnest body of the model is ",
                        short_number(least), " m thick, are the lengths in m?"));
  } else if (std::cbrt(least_volume) > (1.0 + kRounding) * kLargestLeast) {
    lines.push_back(cat(describe(*smallest), ": the smallest body of the model is ",
                        short_number(edges.x), " x ", short_number(edges.y), " x ",
                        short_number(edges.z), " m large, are the lengths in m?"));
  }
}

/// Largest size of a load of all times.
double largest(const LoadValue& load) {
  if (!load.series) return std::fabs(load.constant);
  double most = 0.0;
  for (const double value : load.series->values()) most = std::max(most, std::fabs(value));
  return most;
}

}  // namespace

std::vector<std::string> absurd_bodies(const Domain& domain, BodyId first) {
  Suspicion light("below 1 kg/m^3");
  Suspicion grams("less than that of any solid, as it would be in g/cm^3");
  Suspicion heavy("above 1e5 kg/m^3");
  Suspicion soft("below 1e3 Pa");
  Suspicion large("above 1e4 m");
  Suspicion small("below 1e-4 m");
  constexpr double kInfinity = HUGE_VAL;
  const Looked looked{domain, first};
  look_at_materials(looked, kDensity, kLeastDensity, kInfinity, light);
  look_at_foam(looked, grams);
  look_at_materials(looked, kDensity, 0.0, kLargestDensity, heavy);
  look_at_materials(looked, kYoung, kLeastYoung, kInfinity, soft);
  look_at_sizes(looked, large, small);
  std::vector<std::string> lines;
  for (const Suspicion* one : {&light, &grams, &heavy, &soft, &large, &small})
    one->append_to(lines);
  return lines;
}

std::string absurd_gravity(const Domain& domain) {
  const auto& gravity = domain.loads.gravity;
  const double most = norm(Vec3{largest(gravity[0]), largest(gravity[1]), largest(gravity[2])});
  if (most <= kLargestGravity) return {};
  return cat("GRAVITY: ", short_number(most),
             " m/s^2 is above 100 m/s^2, are the units those of the SI?");
}

std::vector<std::string> absurd_units(const Domain& domain) {
  std::vector<std::string> lines = absurd_bodies(domain, {});
  look_at_least_sizes(domain, lines);
  const std::string gravity = absurd_gravity(domain);
  if (!gravity.empty()) lines.push_back(gravity);
  return lines;
}

}  // namespace solfec
