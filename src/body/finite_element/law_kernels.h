#pragma once

#include "body/finite_element/element_kernels.h"
#include "material/bulk_material.h"

namespace solfec {

/// The kernels of a law; those of 'KIRCHHOFF' serve tests alone, which compare them with
/// element_kernels.
const LawKernels& law_kernels(BulkModel model);

/// The fastest kernels with the law and the formulation of a group.
const ElementKernels& kernels_of(const ElementGroup& group);

}  // namespace solfec
