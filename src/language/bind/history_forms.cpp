#include "language/bind/history_forms.h"

#include <algorithm>
#include <vector>

#include "base/cat.h"
#include "base/enum_names.h"
#include "domain/records/joint_values.h"
#include "language/python/nearest.h"
#include "output/history.h"

namespace solfec {

namespace {

/// A form of items: the words before the entity, the entities and the words behind them.
struct ItemForm {
  std::string_view before;
  std::vector<std::string_view> entities;
  std::string_view behind;
};

const std::vector<ItemForm>& item_forms() {
  static const std::vector<ItemForm> forms = [] {
    std::vector<std::string_view> of_joints;
    for (std::size_t kind = 0; kind < item_count<JointKind>(); ++kind) {
      const std::vector<std::string_view> names = joint_value_names(static_cast<JointKind>(kind));
      of_joints.insert(of_joints.end(), names.begin(), names.end());
    }
    return std::vector<ItemForm>{{"(body, point, ", entity_names(PointHistory{}), ")"},
                                 {"(object, ", entity_names(EnergyHistory{}), ")"},
                                 {"(object, ", entity_names(ConstraintHistory{}), ")"},
                                 {"(joint, ", std::move(of_joints), ")"},
                                 {"", entity_names(CounterHistory{}), ""}};
  }();
  return forms;
}

}  // namespace

std::string entity_hint(const std::string& entity, std::span<const std::string_view> names) {
  std::vector<std::string_view> all;
  for (const ItemForm& form : item_forms()) {
    all.insert(all.end(), form.entities.begin(), form.entities.end());
  }
  const std::string_view near = nearest(entity, all);
  const bool is_exact = !near.empty() && edit_distance(entity, near) == 0;
  std::string own = suggestion(entity, names);
  if (near.empty() || (!is_exact && !own.empty())) return own;
  for (const ItemForm& form : item_forms()) {
    if (std::find(form.entities.begin(), form.entities.end(), near) == form.entities.end()) {
      continue;
    }
    return cat(" (did you mean the item ", form.before, "'", near, "'", form.behind, "?)");
  }
  return own;
}

}  // namespace solfec
