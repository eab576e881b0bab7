#include "material/bulk_material.h"

#include <cmath>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

double lame_lambda(const BulkMaterial& material) {
  const double nu = material.poisson;
  return material.young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

double lame_mu(const BulkMaterial& material) {
  return material.young / (2.0 * (1.0 + material.poisson));
}

void validate(const BulkMaterial& material) {
  const auto fail = [&](const char* rule, double value, const char* unit) {
    throw InputError(cat("BULK_MATERIAL '", material.label, "': ", rule, ", got ", value, unit));
  };
  // Written as !(good) so that NaN fails too.
  if (!(material.density > 0.0)) fail("density must be positive", material.density, " kg/m^3");
  if (std::isinf(material.density)) fail("density must be finite", material.density, " kg/m^3");
  if (!(material.young > 0.0)) fail("young must be positive", material.young, " Pa");
  if (std::isinf(material.young)) fail("young must be finite", material.young, " Pa");
  if (!(-1.0 < material.poisson && material.poisson <= 0.5)) {
    fail("poisson must lie in (-1, 0.5]", material.poisson, "");
  }
  if (material.model == BulkModel::von_mises) {
    if (!(material.yield_stress > 0.0 && std::isfinite(material.yield_stress))) {
      fail("yield_stress of 'VON_MISES' must be positive and finite", material.yield_stress, " Pa");
    }
    if (!(material.hardening >= 0.0 && std::isfinite(material.hardening))) {
      fail("hardening must be zero or positive and finite", material.hardening, " Pa");
    }
    return;
  }
  if (material.yield_stress != 0.0) {
    fail("yield_stress is for the model 'VON_MISES'", material.yield_stress, " Pa");
  }
  if (material.hardening != 0.0) {
    fail("hardening is for the model 'VON_MISES'", material.hardening, " Pa");
  }
}

std::string values_text(const BulkMaterial& material) {
  std::string text = cat("young ", material.young, " Pa, poisson ", material.poisson, ", density ",
                         material.density, " kg/m^3");
  if (material.model == BulkModel::von_mises) {
    text +=
        cat(", yield_stress ", material.yield_stress, " Pa, hardening ", material.hardening, " Pa");
  }
  if (material.model == BulkModel::kirchhoff) return text;
  return cat(name_of(material.model), ", ", text);
}

bool can_strain(const BulkMaterial& material) { return material.poisson < 0.5; }

}  // namespace solfec
