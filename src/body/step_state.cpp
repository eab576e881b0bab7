#include "body/step_state.h"

#include <tuple>

#include "base/check.h"
#include "base/count.h"
#include "body/common/number_list.h"
#include "body/finite_element/held_nodes.h"

namespace solfec {

namespace {

/// The arrays that a step has changed when rows are made.
template <typename Set>
auto step_arrays(Set& set) {
  if constexpr (std::is_same_v<std::remove_const_t<Set>, RigidSet>) {
    return std::tie(set.rotation, set.center, set.start_angular, set.start_linear, set.angular,
                    set.linear, set.static_push, set.turning_stiffness);
  } else if constexpr (std::is_same_v<std::remove_const_t<Set>, PseudoRigidSet>) {
    return std::tie(set.gradient, set.center, set.start_rate, set.start_linear, set.rate,
                    set.linear);
  } else {
    return std::tie(set.rotation, set.center, set.start_angular, set.start_linear, set.angular,
                    set.linear);
  }
}

/// The arrays of the loads.
template <typename Set>
auto load_arrays(Set& set) {
  if constexpr (std::is_same_v<std::remove_const_t<Set>, RigidSet>) {
    return std::tie(set.force, set.torque);
  } else if constexpr (std::is_same_v<std::remove_const_t<Set>, PseudoRigidSet>) {
    return std::tie(set.force, set.couple);
  } else {
    return std::tie();
  }
}

/// The numbers of a mesh that a step has changed when rows are made.
template <typename Mesh>
auto nodal_arrays(Mesh& mesh) {
  return std::tie(mesh.displacement, mesh.start_velocity, mesh.velocity);
}

void put_mesh(const FiniteElementBody& mesh, std::vector<double>& numbers) {
  const std::size_t first = numbers.size();
  numbers.resize(first + 9 * at(mesh.node_count()) + 10);
  NumberWriter writer(std::span<double>(numbers).subspan(first));
  writer.put(mesh.factored ? 1.0 : 0.0);
  writer.put(mesh.rotation);
  const auto put = [&](const std::vector<Vec3>& array) {
    for (const Vec3 v : array) writer.put(v);
  };
  std::apply([&](const auto&... array) { (put(array), ...); }, nodal_arrays(mesh));
}

/// The owner alone knows which nodes are held: to rows of others these are points that no force
/// moves.
std::span<const double> take_mesh(std::span<const double> numbers, FiniteElementBody& mesh) {
  const std::size_t size = 9 * at(mesh.node_count()) + 10;
  NumberReader reader(numbers.first(size));
  double factored = 0.0;
  reader.get(factored);
  mesh.factored = factored != 0.0;
  set_held_nodes(mesh, {});
  reader.get(mesh.rotation);
  const auto get = [&](std::vector<Vec3>& array) {
    array.resize(at(mesh.node_count()));
    for (Vec3& v : array) reader.get(v);
  };
  std::apply([&](auto&... array) { (get(array), ...); }, nodal_arrays(mesh));
  return numbers.subspan(size);
}

constexpr int size_of(double) { return 1; }
constexpr int size_of(const Vec3&) { return 3; }
constexpr int size_of(const Mat3&) { return 9; }

template <typename... Arrays>
std::size_t size_of_all(const std::tuple<Arrays&...>& arrays, int slot) {
  return std::apply([&](const auto&... array) { return at((size_of(array[at(slot)]) + ... + 0)); },
                    arrays);
}

template <typename... Arrays>
void put_all(const std::tuple<Arrays&...>& arrays, int slot, std::vector<double>& numbers) {
  const std::size_t first = numbers.size();
  numbers.resize(first + size_of_all(arrays, slot));
  NumberWriter writer(std::span<double>(numbers).subspan(first));
  std::apply([&](const auto&... array) { (writer.put(array[at(slot)]), ...); }, arrays);
}

template <typename... Arrays>
std::span<const double> take_all(std::span<const double> numbers,
                                 const std::tuple<Arrays&...>& arrays, int slot) {
  NumberReader reader(numbers);
  std::apply([&](auto&... array) { (reader.get(array[at(slot)]), ...); }, arrays);
  return numbers.subspan(size_of_all(arrays, slot));
}

}  // namespace

void put_step_state(const Bodies& bodies, BodyRef body, std::vector<double>& numbers) {
  bodies.visit(body, [&](const auto& set, int slot) {
    using Set = std::remove_cvref_t<decltype(set)>;
    if constexpr (std::is_same_v<Set, FiniteElementSet>) {
      put_mesh(set[slot], numbers);
    } else {
      put_all(step_arrays(set), slot, numbers);
      if constexpr (std::is_same_v<Set, PseudoRigidSet>) {
        numbers.push_back(set.implicit[at(slot)] != 0 ? 1.0 : 0.0);
        if (set.implicit[at(slot)] == 0) return;
        const auto& inverse = set.effective_inverse[at(slot)];
        numbers.insert(numbers.end(), inverse.begin(), inverse.end());
      }
    }
  });
}

std::span<const double> take_step_state(std::span<const double> numbers, BodyRef body,
                                        Bodies& bodies) {
  bodies.visit(body, [&](auto& set, int slot) {
    using Set = std::remove_cvref_t<decltype(set)>;
    if constexpr (std::is_same_v<Set, FiniteElementSet>) {
      numbers = take_mesh(numbers, set[slot]);
    } else {
      numbers = take_all(numbers, step_arrays(set), slot);
      if constexpr (std::is_same_v<Set, PseudoRigidSet>) {
        set.implicit[at(slot)] = numbers[0] != 0.0 ? 1 : 0;
        numbers = numbers.subspan(1);
        if (set.implicit[at(slot)] == 0) return;
        auto& inverse = set.effective_inverse[at(slot)];
        std::copy_n(numbers.begin(), inverse.size(), inverse.begin());
        numbers = numbers.subspan(inverse.size());
      }
    }
  });
  return numbers;
}

void put_step_loads(const Bodies& bodies, BodyRef body, std::vector<double>& numbers) {
  bodies.visit(body, [&](const auto& set, int slot) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, FiniteElementSet>) {
      for (const Vec3 f : set[slot].load) numbers.insert(numbers.end(), {f.x, f.y, f.z});
    } else {
      put_all(load_arrays(set), slot, numbers);
    }
  });
}

std::span<const double> take_step_loads(std::span<const double> numbers, BodyRef body,
                                        Bodies& bodies) {
  bodies.visit(body, [&](auto& set, int slot) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, FiniteElementSet>) {
      NumberReader reader(numbers);
      for (Vec3& f : set[slot].load) reader.get(f);
      numbers = numbers.subspan(3 * set[slot].load.size());
    } else {
      numbers = take_all(numbers, load_arrays(set), slot);
    }
  });
  return numbers;
}

}  // namespace solfec
