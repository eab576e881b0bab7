#include "run/watch/unused_surfaces.h"

#include <set>

#include "base/cat.h"

namespace solfec {

namespace {

constexpr std::size_t kShown = 5;  // surfaces of bodies that a line lists

/// Surface ids that the outer faces and round pieces of all bodies have.
std::set<SurfaceId> surfaces_of_bodies(const Domain& domain) {
  std::set<SurfaceId> surfaces;
  for (const BodyRecord& record : domain.body_records()) {
    const ShapePieces& pieces = *record.pieces;
    for (std::size_t face = 0; face < pieces.surface.size(); ++face) {
      if (pieces.outer[face] != 0) surfaces.insert(pieces.surface[face]);
    }
    for (int piece = 0; piece < pieces.piece_count(); ++piece) {
      if (is_round(pieces.kind[static_cast<std::size_t>(piece)])) {
        surfaces.insert(pieces.round_surface[static_cast<std::size_t>(piece)]);
      }
    }
  }
  return surfaces;
}

std::string listed(const std::set<SurfaceId>& surfaces) {
  std::string text;
  std::size_t count = 0;
  for (const SurfaceId surface : surfaces) {
    if (count == kShown) return text + ", ...";
    text += cat(count == 0 ? "" : ", ", surface);
    ++count;
  }
  return text;
}

std::string name_of_surface(SurfaceId surface) {
  return surface == kAnySurface ? "any" : cat(surface);
}

}  // namespace

std::string unused_surfaces(const Domain& domain) {
  std::set<SurfaceId> present = surfaces_of_bodies(domain);
  if (present.empty()) return {};
  for (const SimplifiedCrack& crack : domain.loads.cracks)
    present.insert(crack.surface.begin(), crack.surface.end());
  const auto is_missing = [&](SurfaceId surface) {
    return surface != kAnySurface && present.count(surface) == 0;
  };
  const SurfaceMaterialTable& materials = domain.surface_materials;
  std::string first;
  int others = 0;
  for (int i = 0; i < materials.size(); ++i) {
    const SurfaceMaterial& material = materials[i];
    const bool first_missing = is_missing(material.surface1);
    if (!first_missing && !is_missing(material.surface2)) continue;
    if (!first.empty()) {
      ++others;
      continue;
    }
    first =
        cat("SURFACE_MATERIAL: '", material.label, "' is for surfaces ",
            name_of_surface(material.surface1), " and ", name_of_surface(material.surface2),
            ", no body has the surface ", first_missing ? material.surface1 : material.surface2);
  }
  if (first.empty()) return {};
  const std::string more =
      others == 0 ? ""
                  : cat("; ", others, others == 1 ? " other material is" : " other materials are",
                        " without bodies, too");
  return cat(first, " before the first step (bodies have ", listed(present), ")", more);
}

}  // namespace solfec
