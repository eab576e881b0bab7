#pragma once

#include <span>
#include <string_view>

#include "archive/fields.h"
#include "domain/domain.h"
#include "domain/stored_body.h"

namespace solfec {

/// Reference of a body that goes on in another domain as if it had always been there: what a result
/// file stores of it, and what a file leaves to the script. Its state is one of BodyStates.
struct MovedBody {
  StoredBody reference;
  double made_at{};          // s
  bool partitioned = false;  // part of another body
  Vec3 given_linear;         // obstacles: motion of INITIAL_VELOCITY, m/s
  Vec3 given_angular;        // rad/s
};

/// @pre the body exists.
MovedBody moved_body(const Domain& domain, BodyId id);
/// Makes the body with its id. @param materials  Those that its reference refers to.
/// @throws InputError when it is no sound body.
void add_moved_body(const MovedBody& body, std::span<const BulkMaterial> materials, Domain& domain);

constexpr std::string_view type_name(const MovedBody*) { return "MovedBody"; }

template <typename Fields>
void list_fields(Fields& fields, const MovedBody*) {
  fields("reference", "", &MovedBody::reference);
  fields.finite("made_at", "s", &MovedBody::made_at);
  fields("partitioned", "part of another body", &MovedBody::partitioned);
  fields.finite("given_linear", "m/s", &MovedBody::given_linear);
  fields.finite("given_angular", "spatial, rad/s", &MovedBody::given_angular);
}

}  // namespace solfec
