#pragma once

#include <functional>
#include <span>
#include <vector>

#include "output/snapshot.h"
#include "viewer/scene/picture_field.h"
#include "viewer/scene/scene.h"

namespace solfec {

/// Draws constraints into a scene of the same snapshot: chains, arrows, balls, status.
class ContactGlyphs {
 public:
  /// @param drawn  Constraints of these bodies only, ids increasing; none: of all. Must outlive
  /// this.
  ContactGlyphs(const Snapshot& snapshot, Scene& scene, std::span<const BodyId> drawn)
      : snapshot_(snapshot), scene_(scene), drawn_(drawn) {}

  /// Force chains: per pair of bodies a line from centre to centre through the mean of the contact
  /// points, weighted by R_N; from the contact to the centre for obstacles. Their values go to the
  /// range of the scene.
  void add_chains();
  /// Arrows or balls of a field of constraints; likewise.
  void add_field(const PictureField& field);
  /// Makes rods and balls of them, with the range that the scene has now: chains as thick as their
  /// force is against the largest, arrows as long.
  void draw(double scale);
  /// A ball at each contact, coloured by its status; with a legend. @param friction  Of a surface
  /// material, by index; may be empty.
  void add_status(const std::function<double(int)>& friction);

 private:
  struct Chain {
    Vec3 from;
    Vec3 to;
    double force{};  // N
  };
  struct Glyph {
    Vec3 point;
    Vec3 arrow;  // zero: a ball
    double value{};
  };

  [[nodiscard]] bool joins_drawn(BodyId master, BodyId slave) const;

  const Snapshot& snapshot_;
  Scene& scene_;
  std::span<const BodyId> drawn_;
  std::vector<Chain> chains_;
  std::vector<Glyph> glyphs_;
};

}  // namespace solfec
