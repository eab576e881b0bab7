#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Returns what describe() says of a body, or "body 7 (deleted)".
std::string body_text(const Domain& domain, BodyId id);

/// "body 'pier-3'" or "body 7": without the line of the script.
std::string body_name(const Domain& domain, BodyId id);

/// "body 7 and body 'pier-3'", or the first alone where the second is 0.
std::string pair_name(const Domain& domain, BodyId one, BodyId other);

/// Name of a partner in a constraint, "space" for 0.
std::string partner_name(const Domain& domain, BodyId id);

}  // namespace solfec
