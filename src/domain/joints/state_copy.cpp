#include "domain/joints/state_copy.h"

#include <span>

namespace solfec {

StateCopy::StateCopy(const Bodies& bodies) {
  for (const BodyId id : bodies.ids()) {
    if (!bodies.is_ghost(id)) add(bodies, id);
  }
}

StateCopy::StateCopy(const Bodies& bodies, std::span<const BodyId> ids) {
  for (const BodyId id : ids) add(bodies, id);
}

void StateCopy::add(const Bodies& bodies, BodyId id) {
  const BodyRef body = bodies.ref(id);
  const std::size_t first = state_.size();
  id_.push_back(id);
  state_.resize(first + static_cast<std::size_t>(bodies.state_size(body)));
  bodies.get_state(body, std::span(state_).subspan(first));
  energy_.push_back(bodies.energies(body));
}

void StateCopy::restore(Bodies& bodies) const {
  std::size_t first = 0;
  for (std::size_t i = 0; i < id_.size(); ++i) {
    const BodyRef body = bodies.ref(id_[i]);
    const auto size = static_cast<std::size_t>(bodies.state_size(body));
    bodies.set_state(body, std::span(state_).subspan(first, size));
    bodies.set_energies(body, energy_[i]);
    first += size;
  }
}

}  // namespace solfec
