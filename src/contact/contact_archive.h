#pragma once

#include <string_view>
#include <vector>

#include "archive/columns.h"
#include "archive/fields.h"
#include "contact/built_overlap.h"
#include "contact/cover/covered_faces.h"
#include "contact/piece/contact_memory.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/exclusions.h"

namespace solfec {

/// Fields of the data that contacts keep from step to step, and of the rules of detection
/// (archive/fields.h). Contacts themselves are rows of a frame
/// (domain/records/constraint_record_archive.h).

constexpr std::string_view type_name(const ContactPoints*) { return "ContactPoints"; }
constexpr std::string_view type_name(const BondAnchor*) { return "BondAnchor"; }
constexpr std::string_view type_name(const ContactReference*) { return "ContactReference"; }
constexpr std::string_view type_name(const PairReference*) { return "PairReference"; }
constexpr std::string_view type_name(const BodyFace*) { return "BodyFace"; }
constexpr std::string_view type_name(const CoveredPair*) { return "CoveredPair"; }
constexpr std::string_view type_name(const ContactKey*) { return "PiecePair"; }
constexpr std::string_view type_name(const BuiltOverlap*) { return "BuiltOverlap"; }
constexpr std::string_view type_name(const ContactExclusions*) { return "Exclusions"; }
constexpr std::string_view type_name(const ContactParams*) { return "ContactParams"; }

template <typename Fields>
void list_fields(Fields& fields, const BondAnchor*) {
  fields("area", "m²", &BondAnchor::area);
  fields("part", "of the pressure on its patch", &BondAnchor::part);
  fields("master", "reference point, m", &BondAnchor::master);
  fields("slave", "reference point, m", &BondAnchor::slave);
  fields("normal", "reference normal of the slave", &BondAnchor::normal);
}

/// The place in the second body follows from the reference of the pair.
template <typename Fields>
void list_fields(Fields& fields, const ContactReference*) {
  fields("point", "in the body with the smaller id from its pivot, m",
         &ContactReference::first_point);
  fields("normal", "in the slave", &ContactReference::normal);
  fields("gap", "as measured, m", &ContactReference::gap);
}

/// References of pairs of bodies by columns.
struct PairReferenceColumns {
  static constexpr std::string_view kName = "PairReferences";

  template <typename Fields>
  void operator()(Fields& fields) const {
    using P = PairReference;
    fields.group("bodies", "both", [](auto& f) {
      f("first", "the smaller id", &P::first);
      f("second", "", &P::second);
    });
    fields("removed", "contacts that sparsification left out", &P::removed);
    fields.group("placement", "of the second body as the first sees it", [](auto& f) {
      f("rotation", "", &P::rotation);
      f("shift", "place of its pivot, m", &P::shift);
    });
  }
};

template <typename Fields>
void list_fields(Fields& fields, const PairReference*) {
  PairReferenceColumns{}(fields);
}

template <typename Fields>
void list_fields(Fields& fields, const BodyFace*) {
  fields("body", "", &BodyFace::body);
  fields("piece", "of its shape", &BodyFace::piece);
  fields("face", "of the piece", &BodyFace::face);
}

template <typename Fields>
void list_fields(Fields& fields, const CoveredPair*) {
  fields("face", "that is covered", &CoveredPair::face);
  fields("by", "that covers it", &CoveredPair::by);
}

/// Two pieces; the feature of the key is 0.
template <typename Fields>
void list_fields(Fields& fields, const ContactKey*) {
  fields("first_body", "", &ContactKey::first_body);
  fields("first_piece", "", &ContactKey::first_piece);
  fields("second_body", "", &ContactKey::second_body);
  fields("second_piece", "", &ContactKey::second_piece);
}

template <typename Fields>
void list_fields(Fields& fields, const BuiltOverlap*) {
  fields("pieces", "", &BuiltOverlap::pieces);
  fields("merged", "the patch is that of several pairs of pieces in one plane",
         &BuiltOverlap::merged);
  fields("of_second", "the plane of depths stands in the second body", &BuiltOverlap::of_second);
  fields("first_point", "in the body with the smaller id from its pivot, m",
         &BuiltOverlap::first_point);
  fields("second_point", "the same place in the other body from its pivot, m",
         &BuiltOverlap::second_point);
  fields("normal", "out of the first body, in its frame", &BuiltOverlap::normal);
  fields("slope", "of the depth over places in that body", &BuiltOverlap::slope);
  fields.finite("depth", "at first_point, m", &BuiltOverlap::depth);
  fields.finite("deepest", "m", &BuiltOverlap::deepest);
  fields.finite("width", "least width of the patch, m", &BuiltOverlap::width);
}

template <typename Fields>
void list_fields(Fields& fields, const ContactExclusions*) {
  fields("bodies", "excluded pairs", &ContactExclusions::bodies);
  fields.through(
      "pieces", "excluded pairs; those of bodies 0 are pairs of surface ids",
      [](const ContactExclusions& excluded) {
        std::vector<ContactKey> pairs;
        for (const auto& [a, b] : excluded.surfaces) pairs.push_back({0, a, 0, b});
        pairs.insert(pairs.end(), excluded.pieces.begin(), excluded.pieces.end());
        return pairs;
      },
      [](ContactExclusions& excluded, const std::vector<ContactKey>& pairs) {
        excluded.pieces.clear();
        excluded.surfaces.clear();
        for (const ContactKey& pair : pairs) {
          if (pair.first_body == 0) {
            excluded.surfaces.emplace_back(pair.first_piece, pair.second_piece);
          } else {
            excluded.pieces.push_back(pair);
          }
        }
      });
}

template <typename Fields>
void list_fields(Fields& fields, const ContactParams*) {
  using P = ContactParams;
  fields.finite("tolerance", "geometric tolerance, m", &P::tolerance);
  fields.finite("sparsify_threshold", "", &P::sparsify_threshold);
  fields.finite("minimal_area", "m²", &P::minimal_area);
  fields.finite("minimal_distance", "m", &P::minimal_distance);
  fields.finite("prediction", "distance of CONTACT_PREDICTION, m", &P::prediction);
  fields("points", "rule of CONTACT_POINTS", &P::points);
  fields("automatic_tolerance", "the tolerance was chosen by the first RUN",
         &P::automatic_tolerance);
  fields("own_minimal_distance", "it was set, else it is the tolerance", &P::own_minimal_distance);
  fields.finite("patch_threshold", "for whole patches", &P::patch_threshold);
  fields.finite("bounce_share",
                "CONTACT_BOUNCE, multiples of the speed that gravity gives in a step",
                &P::bounce_share);
  fields.finite("bounce_speed", "CONTACT_BOUNCE, m/s", &P::bounce_speed);
  fields("projection", "CONTACT_PROJECTION", &P::projection);
  fields.check([](const P& params) {
    if (!(params.tolerance > 0.0)) throw ArchiveError("the geometric tolerance is not positive");
    if (!(params.prediction >= 0.0)) {
      throw ArchiveError("the distance of CONTACT_PREDICTION is negative");
    }
    if (params.bounce_share >= 0.0 && params.bounce_speed >= 0.0) return;
    throw ArchiveError("the speed of CONTACT_BOUNCE is negative");
  });
}

}  // namespace solfec
