#include "viewer/session/viewed_model.h"

#include <cmath>

namespace solfec {

int nearest_frame_of(const ViewedModel& model, double time) {
  int nearest = 0;
  for (int i = 1; i < model.frame_count(); ++i) {
    if (std::fabs(model.time_of(i) - time) < std::fabs(model.time_of(nearest) - time)) nearest = i;
  }
  return nearest;
}

}  // namespace solfec
