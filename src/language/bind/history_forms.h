#pragma once

#include <span>
#include <string>
#include <string_view>

namespace solfec {

/// Words for an entity that an item of HISTORY cannot have.
///
/// @param entity  Entity of the item.
/// @param names   Entities that the item can have.
/// @return " (did you mean 'DX'?)" for a near one of `names`, " (did you mean the item (body,
///         point, 'DX')?)" where items of another form have the entity or a near one, else ''.
std::string entity_hint(const std::string& entity, std::span<const std::string_view> names);

}  // namespace solfec
