#include "app/explain_contacts.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <vector>

#include "app/damaged_tail.h"
#include "app/patch_drawing.h"
#include "archive/archive_error.h"
#include "archive/foreign_file.h"
#include "archive/new_file.h"
#include "base/cat.h"
#include "base/count.h"
#include "base/thread_team.h"
#include "contact/pair/pair_trace.h"
#include "domain/domain.h"
#include "language/python/nearest.h"
#include "output/result_reader.h"
#include "run/report/body_text.h"

namespace solfec {

namespace {

constexpr int kShownAxes = 6;  // the farthest ones, and those that have a fate

std::string vector_text(Vec3 v) {
  return cat("(", short_number(v.x), ", ", short_number(v.y), ", ", short_number(v.z), ")");
}

/// The body of a label, or of an id where no body has that label.
BodyId find_named_body(const Domain& domain, const std::string& name) {
  std::vector<std::string_view> labels;
  for (const BodyRecord& record : domain.body_records()) {
    if (record.label == name) return record.id;
    if (!record.label.empty()) labels.push_back(record.label);
  }
  BodyId id = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, id);
  if (error == std::errc{} && stop == end && domain.find_body(id) != nullptr) return id;
  throw InputError(cat("there is no body '", name, "' in this frame", suggestion(name, labels),
                       "; give a label or an id"));
}

bool is_between(const ContactPoint& contact, const PairTrace& pair) {
  return contact.key.first_body == pair.first && contact.key.second_body == pair.second;
}

int contact_count(const Domain& domain, const PairTrace& pair) {
  const auto contacts = domain.contact_points();
  return static_cast<int>(
      std::count_if(contacts.begin(), contacts.end(),
                    [&](const ContactPoint& contact) { return is_between(contact, pair); }));
}

/// The words for two bodies and what is known of them.
class Explanation {
 public:
  /// @param stored  Number of contacts that the frame has of the two bodies.
  Explanation(const Domain& domain, const PairTrace& trace, int stored)
      : domain_(domain), trace_(trace), stored_(stored) {}

  [[nodiscard]] std::string text() const {
    std::string text =
        cat(body_text(domain_, trace_.first), "\nand ", body_text(domain_, trace_.second),
            " at t = ", short_number(domain_.time()), " s\n");
    for (const PieceTrace& piece : trace_.pieces) text += piece_text(piece);
    if (trace_.pieces.empty()) text += unseen_text();
    return text + contacts_text();
  }

  [[nodiscard]] std::vector<DrawnPatch> drawings() const {
    std::vector<DrawnPatch> list;
    for (const PieceTrace& piece : trace_.pieces) {
      for (const PatchTrace& patch : piece.patches) {
        if (patch.corners.empty()) continue;
        list.push_back({cat(pieces_text(piece), ", ", patch.when), name_of_side(false),
                        name_of_side(true), chosen(patch).normal, &patch});
      }
    }
    return list;
  }

 private:
  [[nodiscard]] std::string name_of_side(bool of_b) const {
    return body_name(domain_, of_b ? trace_.second : trace_.first);
  }
  [[nodiscard]] std::string pieces_text(const PieceTrace& piece) const {
    return cat("piece ", piece.first_piece, " of ", name_of_side(false), " and piece ",
               piece.second_piece, " of ", name_of_side(true));
  }
  [[nodiscard]] static TracedAxis chosen(const PatchTrace& patch) {
    for (const TracedAxis& axis : patch.axes) {
      if (axis.fate == "chosen") return axis;
    }
    return {};
  }

  [[nodiscard]] std::string piece_text(const PieceTrace& piece) const {
    std::string text = cat("\n", pieces_text(piece), ": ");
    if (!piece.outcome.empty()) {
      return text + cat(piece.outcome, ", farther apart than ", short_number(piece.limit), " m\n");
    }
    text += piece.distance > 0.0 ? cat(short_number(piece.distance), " m apart\n") : "overlap\n";
    for (const PatchTrace& patch : piece.patches) text += patch_text(patch);
    return text;
  }

  [[nodiscard]] std::string patch_text(const PatchTrace& patch) const {
    std::string text =
        cat("  ", patch.when, ": ", patch.outcome, "\n", "  normals of faces, out of ",
            name_of_side(false), ", and how far they ", "part both (negative: overlap):\n");
    int shown = 0;
    int others = 0;
    for (const TracedAxis& axis : patch.axes) {
      if (shown >= kShownAxes && axis.fate.empty()) {
        ++others;
        continue;
      }
      ++shown;
      text += cat("    ", vector_text(axis.normal), "  ", short_number(axis.apart), " m, face ",
                  axis.face, " of ", name_of_side(axis.of_b), axis.fate.empty() ? "" : ": ",
                  axis.fate, "\n");
    }
    if (others > 0) text += cat("    ", others, " others part them less\n");
    if (patch.corners.empty()) return text;
    text += cat("  face ", patch.face_a, " of ", name_of_side(false), " and face ", patch.face_b,
                " of ", name_of_side(true), " lie over each other in a polygon of ",
                patch.corners.size(), " corners:\n");
    for (int k = 0; k < count(patch.corners); ++k) {
      const TracedCorner& corner = patch.corners[static_cast<std::size_t>(k)];
      text +=
          cat("    ", k + 1, "  ", vector_text(corner.point.point), " m, gap ",
              short_number(corner.point.gap),
              " m: ", corner.fate.empty() ? std::string_view("a point of the patch") : corner.fate,
              "\n");
    }
    return text;
  }

  /// Why no two pieces of the bodies were looked at as polyhedra.
  [[nodiscard]] std::string unseen_text() const {
    if (contact_count(domain_, trace_) > 0) {
      return domain_.contact_params.points == ContactPoints::patch
                 ? "\na piece that touches is round: the normal is that of its closest point\n"
                 : "\nCONTACT_POINTS is 'CENTROID': one point for each two pieces, no patch\n";
    }
    const BodyRecord* const first = domain_.find_body(trace_.first);
    const BodyRecord* const second = domain_.find_body(trace_.second);
    const std::pair bodies(trace_.first, trace_.second);
    const ContactExclusions& excluded = domain_.contact_exclusions();
    if (std::binary_search(excluded.bodies.begin(), excluded.bodies.end(), bodies)) {
      return "\ncontact between them is excluded, by the script or by a joint\n";
    }
    if (!has_inertia(first->kind) && !has_inertia(second->kind)) {
      return "\nno reaction moves either of them: both are obstacles\n";
    }
    const double apart =
        box_distance(domain_.body_box(trace_.first), domain_.body_box(trace_.second));
    return apart > 0.0 ? cat("\nno two pieces of theirs come near each other: their boxes are ",
                             short_number(apart), " m apart\n")
                       : "\nno two pieces of theirs are within reach of each other\n";
  }
  [[nodiscard]] std::string contacts_text() const {
    std::string text;
    int points = 0;
    for (const ContactPoint& contact : domain_.contact_points()) {
      if (!is_between(contact, trace_)) continue;
      ++points;
      text += cat("  ", vector_text(contact.point), " m, gap ", short_number(contact.gap),
                  " m, normal ", vector_text(contact.frame.column(2)), ", area ",
                  short_number(contact.area), " m^2, out of ",
                  name_of_side(!contact.state.first_is_slave), "\n");
    }
    if (points == 0)
      return "\nthey have no contact as they stand\n" + taken_text() + stored_text(0);
    return cat("\ncontacts, of all pieces together: ", points,
               points == 1 ? " point\n" : " points\n", text, merged_text(points),
               stored_text(points));
  }

  /// Points that were found and are no contacts.
  [[nodiscard]] std::string taken_text() const {
    const ContactParams& params = domain_.contact_params;
    if (points_found() == 0) return {};
    if (!domain_.contact_exclusions().surfaces.empty()) {
      return "CONTACT_EXCLUDE_SURFACES, or CONTACT_SPARSIFY, has taken the points above\n";
    }
    return cat("CONTACT_SPARSIFY has taken the points above: it leaves out patches below minarea ",
               short_number(params.minimal_area), " m^2 and points of less than ",
               short_number(params.patch_threshold), " of the largest patch of the body\n");
  }
  /// Contacts of the frame that are not found: a step finds them at its middle.
  [[nodiscard]] std::string stored_text(int points) const {
    if (stored_ == points) return {};
    return cat("the frame has ", stored_,
               " of them: the step has found these where the bodies were "
               "in its middle\n");
  }

  /// Points of single pairs of pieces that others have made superfluous.
  [[nodiscard]] std::string merged_text(int points) const {
    const int found = points_found();
    if (found <= points) return {};
    return cat(found - points,
               " points of single pieces are left out: faces in one plane are one "
               "patch of both bodies, and CONTACT_SPARSIFY takes small ones away\n");
  }

  /// Points of the patches of all pairs of pieces.
  [[nodiscard]] int points_found() const {
    int found = 0;
    for (const PieceTrace& piece : trace_.pieces) {
      for (const PatchTrace& patch : piece.patches) {
        found += static_cast<int>(
            std::count_if(patch.corners.begin(), patch.corners.end(),
                          [](const TracedCorner& corner) { return corner.fate.empty(); }));
      }
    }
    return found;
  }

  const Domain& domain_;
  const PairTrace& trace_;
  int stored_;
};

/// @return What has become of the drawing.
std::string write_drawing(const std::string& path, const Explanation& explanation) {
  const std::vector<DrawnPatch> drawings = explanation.drawings();
  if (drawings.empty()) return "drawing: none, there is no polygon between these bodies\n";
  if (is_foreign_file(path, {"<svg"})) {
    throw OutputError(cat("'", path, "' exists and was not written by solfec"), true);
  }
  NewFile file(path);
  file.append(patch_drawing(drawings));
  file.finish();
  return cat("drawing: ", path, "\n");
}

}  // namespace

std::string explain_contacts(const std::string& folder, const WhyRequest& request) {
  ResultReader reader(folder);
  const int frame = request.times.times.empty() ? reader.frame_count() - 1
                                                : frames_of(reader, request.times).front();
  Domain domain(reader.analysis(), reader.contact_params().tolerance);
  reader.place(frame, domain);
  const BodyId one = find_named_body(domain, request.first);
  const BodyId other = find_named_body(domain, request.second);
  if (one == other) throw InputError("the two bodies are the same one");
  set_thread_count(1);
  PairTrace trace{std::min(one, other), std::max(one, other), {}};
  const int stored = contact_count(domain, trace);
  domain.explain_contacts(trace);
  const Explanation explanation(domain, trace, stored);
  std::string text = explanation.text();
  if (!request.picture.empty()) text += write_drawing(request.picture, explanation);
  tell_damaged_tail(folder, reader.damaged_bytes());
  if (reader.incomplete_frames() > 0) {
    std::fprintf(stderr, "solfec: %s: frames from number %d on are left out, parts of ranks lack\n",
                 folder.c_str(), reader.frame_count());
  }
  return text;
}

}  // namespace solfec
