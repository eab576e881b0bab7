#pragma once

#include <string>

#include "base/cat.h"
#include "contact/piece/contact_params.h"
#include "domain/impacts/impact_scheme.h"

namespace solfec {

/// Settings of a model that scripts write directly, and that frames store. docs/adding.md tells how
/// one is added.
struct ModelSettings {
  ContactParams contact_params;  // of which Domain::set_contact_points changes `points`
  bool projection = false;       // remove the drift of joints after each step
  double equilibrium = 0.0;      // quasi-static steps are repeated until that part of
                                 // the load is out of balance at most; 0: those of
                                 // deformable bodies are not repeated
  ImpactScheme impacts = ImpactScheme::shake;  // which reactions are reported
};

/// Fields of the settings (archive/fields.h), part of those of StoredSettings.
template <typename Fields>
void list_model_settings(Fields& fields) {
  using S = ModelSettings;
  fields("contact", "", &S::contact_params);
  fields("projection", "of joints", &S::projection);
  fields.finite("equilibrium", "SOLFEC.equilibrium, 0: off", &S::equilibrium);
  fields("impacts", "SOLFEC.impacts", &S::impacts);
}

/// Says which stored value is impossible; '' when all are possible.
inline std::string impossible_value(const ModelSettings& settings) {
  if (settings.equilibrium >= 0.0 && settings.equilibrium < 1.0) return {};
  return cat("the tolerance of equilibrium is ", settings.equilibrium);
}

}  // namespace solfec
