#include "run/watch/model_warnings.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "base/cat.h"
#include "base/count.h"
#include "parallel/gather_lists.h"
#include "run/report/body_text.h"
#include "run/watch/absurd_units.h"
#include "run/watch/body_extent.h"
#include "run/watch/gravity_direction.h"
#include "run/watch/overlapping_pieces.h"
#include "run/watch/unheld_bodies.h"
#include "run/watch/unused_surfaces.h"

namespace solfec {

namespace {

constexpr double kDeep = 0.1;  // overlap over the least extent of the thinner body
constexpr int kLines = 10;     // of each kind

using Pair = std::pair<BodyId, BodyId>;

std::string joined_names(const Domain& domain, Pair pair) {
  return cat(body_text(domain, pair.first), " and ", body_text(domain, pair.second));
}

/// Adds the first lines, then how many there are in all.
void append_limited(std::vector<std::string>& lines, std::vector<std::string> all,
                    const char* what) {
  const auto shown = std::min(all.size(), static_cast<std::size_t>(kLines));
  std::move(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown),
            std::back_inserter(lines));
  if (all.size() > shown) lines.push_back(cat(all.size(), " ", what, " in all"));
}

// ---- bodies that coincide ----------------------------------------------------------------------

/// Points of the pieces in their present placement, sorted, so that shapes that fill the same space
/// with the same vertices compare equal.
struct Placed {
  BodyId id{};
  std::vector<std::tuple<double, double, double, double>> points;  // x, y, z, radius
};

Placed placed(const Domain& domain, const BodyRecord& record) {
  Placed result;
  result.id = record.id;
  const ShapePieces& pieces = *record.pieces;
  const BodyRef body = domain.body_ref(record.id);
  for (int piece = 0; piece < pieces.piece_count(); ++piece) {
    const double radius = pieces.radius[static_cast<std::size_t>(piece)];
    for (const Vec3& vertex : piece_vertices(pieces, piece)) {
      const Vec3 x = domain.bodies.current_point(body, vertex);
      result.points.emplace_back(x.x, x.y, x.z, radius);
    }
  }
  std::sort(result.points.begin(), result.points.end());
  return result;
}

/// Bodies that coincide stand beside each other when all are sorted by their points.
std::vector<Pair> coinciding_pairs(const Domain& domain) {
  std::vector<Placed> all;
  for (const BodyRecord& record : domain.body_records()) all.push_back(placed(domain, record));
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.points, a.id) < std::tie(b.points, b.id);
  });
  std::vector<Pair> pairs;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].points == all[i - 1].points) pairs.emplace_back(all[i - 1].id, all[i].id);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// ---- deep overlaps -----------------------------------------------------------------------------

/// Returns the largest depth of each pair of bodies over all ranks, which hold contacts of their
/// own.
std::map<Pair, double> joined(Comm& comm, const std::map<Pair, double>& own) {
  struct Deep {
    BodyId first{};
    BodyId second{};
    double depth{};
  };
  std::vector<Deep> mine;
  mine.reserve(own.size());
  for (const auto& [pair, depth] : own) mine.push_back({pair.first, pair.second, depth});
  std::map<Pair, double> all;
  for (const auto& list : gather_lists(comm, std::span<const Deep>(mine))) {
    for (const Deep& one : list) {
      double& depth = all[{one.first, one.second}];
      depth = std::max(depth, one.depth);
    }
  }
  return all;
}

/// Deepest overlap, m, of every pair of bodies that overlap deeply.
std::map<Pair, double> deep_overlaps(const Domain& domain, double tolerance) {
  std::map<Pair, double> deepest;
  for (const ContactPoint& contact : domain.contact_points()) {
    if (contact.key.first_body == contact.key.second_body || -contact.gap <= tolerance) continue;
    double& depth = deepest[{contact.key.first_body, contact.key.second_body}];
    depth = std::max(depth, -contact.gap);
  }
  for (const BuiltOverlap& overlap : domain.built_overlaps()) {
    // all ranks know the overlaps of all bodies, also of those that they have no copy of
    const bool here = domain.find_body(overlap.pieces.first_body) != nullptr &&
                      domain.find_body(overlap.pieces.second_body) != nullptr;
    if (!here) continue;
    double& depth = deepest[{overlap.pieces.first_body, overlap.pieces.second_body}];
    depth = std::max(depth, overlap.deepest);
  }
  std::erase_if(deepest, [&](const auto& entry) {
    const double extent = std::min(least_extent(*domain.find_body(entry.first.first)->pieces),
                                   least_extent(*domain.find_body(entry.first.second)->pieces));
    return entry.second <= kDeep * extent;
  });
  return domain.is_whole() ? deepest : joined(domain.comm(), deepest);
}

/// Returns deepest overlaps, m, of pairs of bodies of which one strains and which a DYNAMIC
/// analysis moves apart without stress.
std::map<Pair, double> unstressed_overlaps(const Domain& domain) {
  constexpr double kTold = 0.1;  // of the tolerance: less is an error of coordinates
  std::map<Pair, double> deepest;
  if (domain.analysis() != Analysis::dynamic) return deepest;
  const auto refs = domain.bodies.refs();
  const SurfaceMaterialTable& materials = domain.surface_materials;
  for (const ContactPoint& contact : domain.contact_points()) {
    const bool strains = has_stiffness(refs[std::size_t(contact.master)].kind) ||
                         has_stiffness(refs[std::size_t(contact.slave)].kind);
    if (!strains || !(-contact.gap > kTold * domain.contact_params.tolerance)) continue;
    const int material = materials.find(contact.master_surface, contact.slave_surface);
    const SurfaceModel model = materials[material].model;
    if (model == SurfaceModel::press_fit || model == SurfaceModel::spring_dashpot) continue;
    if (contact.key.first_body == contact.key.second_body) continue;
    double& depth = deepest[{contact.key.first_body, contact.key.second_body}];
    depth = std::max(depth, -contact.gap);
  }
  return domain.is_whole() ? deepest : joined(domain.comm(), deepest);
}

/// Tells what becomes of such overlaps, '' without one.
/// @param told  Pairs with overlaps that another line tells.
std::string unstressed_overlap(const Domain& domain, const std::map<Pair, double>& told) {
  std::map<Pair, double> overlaps = unstressed_overlaps(domain);
  std::erase_if(overlaps, [&](const auto& entry) { return told.count(entry.first) != 0; });
  if (overlaps.empty()) return {};
  const auto& [pair, depth] =
      *std::max_element(overlaps.begin(), overlaps.end(),
                        [](const auto& a, const auto& b) { return a.second < b.second; });
  return cat(
      joined_names(domain, pair), " overlap by ", short_number(depth), " m",
      overlaps.size() == 1 ? std::string() : cat(", the deepest of ", overlaps.size(), " pairs"),
      ": a DYNAMIC analysis moves deformable bodies apart without stress; SURFACE_MATERIAL "
      "(model = 'PRESS_FIT') keeps an interference fit");
}

// ---- materials and labels ----------------------------------------------------------------------

/// Two bodies may touch, and nobody has said how.
bool lacks_surface_material(const Domain& domain) {
  const BodyRecords records = domain.body_records();
  const bool moving = std::any_of(records.begin(), records.end(), [](const BodyRecord& record) {
    return has_inertia(record.kind);
  });
  return domain.surface_materials.definitions() == 0 && moving && records.size() > 1;
}

/// "created at a.py:3, a.py:5, ...": each line of the script once, two at most; '' without a line.
std::string lines_of(const std::vector<const BodyRecord*>& owners) {
  constexpr std::size_t kShown = 2;
  std::vector<std::string> lines;
  for (const BodyRecord* owner : owners) {
    if (owner->origin.empty()) continue;
    if (std::find(lines.begin(), lines.end(), owner->origin) == lines.end()) {
      lines.push_back(owner->origin);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kShown); ++i) {
    text += cat(i == 0 ? " created at " : ", ", lines[i]);
  }
  return lines.size() > kShown ? text + ", ..." : text;
}

/// "label 'a' is that of 3 bodies created at ...", '' when all labels differ.
std::string repeated_labels(const Domain& domain) {
  std::map<std::string, std::vector<const BodyRecord*>> bodies;
  for (const BodyRecord& record : domain.body_records()) {
    if (!record.label.empty()) bodies[record.label].push_back(&record);
  }
  std::erase_if(bodies, [](const auto& entry) { return entry.second.size() == 1; });
  if (bodies.empty()) return {};
  const auto& [label, owners] = *std::min_element(
      bodies.begin(), bodies.end(),
      [](const auto& a, const auto& b) { return a.second[1]->id < b.second[1]->id; });
  const auto more = bodies.size() - 1;
  const std::string others =
      more == 0 ? ""
                : cat("; ", more, more == 1 ? " other label is" : " other labels are",
                      " also given twice");
  return cat("label '", label, "' is that of ", owners.size(), " bodies", lines_of(owners),
             "; who looks for it finds the first", others);
}

/// Returns a warning about a label that several surface materials of different pairs have, '' when
/// there is none; bulk materials replace each other.
std::string repeated_material_labels(const Domain& domain) {
  const SurfaceMaterialTable& materials = domain.surface_materials;
  std::set<std::string> seen;
  for (int i = 0; i < materials.size(); ++i) {
    if (seen.insert(materials[i].label).second) continue;
    return cat("label '", materials[i].label,
               "' is that of several SURFACE_MATERIALs; who looks for it finds the first");
  }
  return {};
}

}  // namespace

std::vector<std::pair<BodyId, BodyId>> deeply_overlapping_pairs(const Domain& domain) {
  std::vector<Pair> pairs;
  for (const auto& entry : deep_overlaps(domain, domain.contact_params.tolerance)) {
    pairs.push_back(entry.first);
  }
  return pairs;
}

ModelReview::ModelReview(const Domain& domain) {
  if (domain.comm().rank() != 0) return;
  same_ = coinciding_pairs(domain);
  if (lacks_surface_material(domain)) {
    materials_.emplace_back(
        "there is no SURFACE_MATERIAL: contacts are without friction and restitution");
  }
  if (domain.body_records().empty()) {
    materials_.emplace_back("there is no BODY: nothing moves");
  }
  for (const std::string& line :
       {repeated_labels(domain), repeated_material_labels(domain), unused_surfaces(domain)}) {
    if (!line.empty()) materials_.push_back(line);
  }
  pieces_ = overlapping_pieces(domain);
  units_ = absurd_units(domain);
  const std::string direction = gravity_direction_warning(domain);
  if (!direction.empty()) units_.push_back(direction);
}

std::vector<std::string> ModelReview::lines(const Domain& domain) const {
  std::vector<std::string> lines;
  std::vector<std::string> texts;
  texts.reserve(same_.size());
  for (const Pair& pair : same_) {
    texts.push_back(cat(joined_names(domain, pair), " are the same body twice at the same place"));
  }
  append_limited(lines, std::move(texts), "pairs of bodies coincide");

  texts.clear();
  const std::map<Pair, double> deep = deep_overlaps(domain, domain.contact_params.tolerance);
  for (const auto& [pair, depth] : deep) {
    if (std::binary_search(same_.begin(), same_.end(), pair)) continue;
    texts.push_back(cat(joined_names(domain, pair), " overlap by ", short_number(depth),
                        " m before the first step"));
  }
  append_limited(lines, std::move(texts), "pairs of bodies overlap deeply");
  const std::string unstressed = unstressed_overlap(domain, deep);
  if (!unstressed.empty()) lines.push_back(unstressed);

  append_limited(lines, pieces_, "bodies have overlapping pieces");
  lines.insert(lines.end(), materials_.begin(), materials_.end());
  const std::string unheld = unheld_bodies(domain);
  if (!unheld.empty()) lines.push_back(unheld);
  lines.insert(lines.end(), units_.begin(), units_.end());
  return lines;
}

}  // namespace solfec
