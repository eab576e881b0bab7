#include "language/bind/loop_arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <pybind11/numpy.h>

#include "base/cat.h"
#include "domain/given_state.h"
#include "language/python/number_array.h"
#include "language/python/python_numbers.h"
#include "local_dynamics/block_csr_operator.h"

namespace solfec {

namespace {

using Extents = std::vector<py::ssize_t>;

void need_numpy() {
  try {
    (void)py::module_::import("numpy");
  } catch (const py::error_already_set&) {
    throw InputError("needs numpy, which this Python does not find (Debian: python3-numpy)",
                     InputErrorKind::runtime);
  }
}

/// An array that cannot be written. @param fill  fill(first number)
template <typename T, typename Fill>
py::object made_array(const Extents& extents, const Fill& fill) {
  need_numpy();
  py::array_t<T> array(extents);
  fill(array.mutable_data());
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::ssize_t extent(std::size_t size) { return static_cast<py::ssize_t>(size); }

int velocity_size(const Bodies& bodies, BodyRef body) {
  if (body.kind == BodyKind::obstacle) return 0;
  if (body.kind == BodyKind::rigid) return 6;
  if (body.kind == BodyKind::pseudo_rigid) return 12;
  return 3 * bodies.mesh(body)->node_count();
}

int configuration_size(const Bodies& bodies, BodyRef body) {
  return body.kind == BodyKind::rigid ? 12 : velocity_size(bodies, body);
}

using SizeOf = int (*)(const Bodies&, BodyRef);

std::size_t total_size(const Bodies& bodies, SizeOf size_of) {
  std::size_t sum = 0;
  for (const BodyRef body : bodies.refs()) sum += static_cast<std::size_t>(size_of(bodies, body));
  return sum;
}

py::object starts(const Bodies& bodies, SizeOf size_of) {
  return made_array<std::int64_t>({extent(bodies.refs().size() + 1)}, [&](std::int64_t* to) {
    *to = 0;
    for (const BodyRef body : bodies.refs()) {
      to[1] = to[0] + size_of(bodies, body);
      ++to;
    }
  });
}

double* put(Vec3 v, double* to) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  return to + 3;
}

/// Rows by columns, as numpy has them.
double* put(const Mat3& A, double* to) {
  for (int i = 0; i < 3; ++i) to = put(A.row(i), to);
  return to;
}

/// Refuses what give_velocity would refuse, before any body has changed.
void check_turning(const Domain& domain, BodyId id, std::span<const double> u) {
  if (!domain.bodies.rotation_disabled(domain.body_ref(id))) return;
  if (u[0] == 0.0 && u[1] == 0.0 && u[2] == 0.0) return;
  throw InputError(cat("the angular velocity of ", describe(*domain.find_body(id)),
                       " must be zero, its rotation is disabled, got (", u[0], ", ", u[1], ", ",
                       u[2], ") rad/s"));
}

}  // namespace

py::object number_array(std::span<const double> numbers) {
  need_numpy();
  return py::array_t<double>(extent(numbers.size()), numbers.data());
}

py::object all_velocities(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  const std::size_t size = total_size(bodies, velocity_size);
  return made_array<double>({extent(size)}, [&](double* to) {
    std::vector<double> u;
    for (const BodyRef body : bodies.refs()) {
      if (body.kind == BodyKind::rigid) {
        const auto i = static_cast<std::size_t>(body.slot);
        to = put(bodies.rigid.linear[i], put(bodies.rigid.angular[i], to));
        continue;
      }
      bodies.velocity(body, u);
      to = std::copy(u.begin(), u.end(), to);
    }
  });
}

py::object all_configurations(const Domain& domain) {
  const Bodies& bodies = domain.bodies;
  const std::size_t size = total_size(bodies, configuration_size);
  return made_array<double>({extent(size)}, [&](double* to) {
    std::vector<double> q;
    for (const BodyRef body : bodies.refs()) {
      bodies.configuration(body, q);
      to = std::copy(q.begin(), q.end(), to);
    }
  });
}

void set_all_velocities(const Value& value, Domain& domain) {
  std::vector<double> numbers;  // first, as reading them may run code of the user
  const bool is_read =
      read_number_array(value.object(), numbers) || read_numbers(value.object(), numbers);
  const std::size_t size = total_size(domain.bodies, velocity_size);
  if (!is_read) {
    value.fail(cat("must be an array of the ", size, " numbers of all bodies, got ",
                   shown(value.object())),
               InputErrorKind::type);
  }
  if (numbers.size() != size) {
    value.fail(cat("must have the ", size, " numbers of all bodies, got ", numbers.size()));
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::isfinite(numbers[i]))
      value.fail(cat("must be finite, number ", i, " is ", numbers[i]));
  }
  std::span<const double> rest(numbers);
  std::vector<std::pair<BodyId, std::span<const double>>> changed;
  std::vector<double> old;
  for (std::size_t i = 0; i < domain.bodies.refs().size(); ++i) {
    const BodyId id = domain.bodies.ids()[i];
    const BodyRef body = domain.bodies.refs()[i];
    const auto own = rest.first(static_cast<std::size_t>(velocity_size(domain.bodies, body)));
    rest = rest.subspan(own.size());
    domain.bodies.velocity(body, old);
    if (std::equal(own.begin(), own.end(), old.begin(), old.end())) continue;
    check_turning(domain, id, own);
    changed.emplace_back(id, own);
  }
  for (const auto& [id, own] : changed) give_velocity(domain, id, own);
}

py::object all_ids(const Domain& domain) {
  const auto ids = domain.bodies.ids();
  return made_array<std::int64_t>({extent(ids.size())},
                                  [&](std::int64_t* to) { std::copy(ids.begin(), ids.end(), to); });
}

py::object velocity_starts(const Domain& domain) { return starts(domain.bodies, velocity_size); }

py::object configuration_starts(const Domain& domain) {
  return starts(domain.bodies, configuration_size);
}

// ---- rows ------------------------------------------------------------------------------------

namespace {

py::ssize_t row_count(const Domain& domain) {
  return extent(domain.user_constraints().size() + domain.contact_points().size());
}

}  // namespace

py::object row_bodies(const Domain& domain) {
  return made_array<std::int64_t>({row_count(domain), 2}, [&](std::int64_t* to) {
    const auto put_pair = [&](BodyId master, BodyId slave) {
      *to++ = static_cast<std::int64_t>(master);
      *to++ = static_cast<std::int64_t>(slave);
    };
    for (const UserConstraint& row : domain.user_constraints()) put_pair(row.master, row.slave);
    for (const ContactPoint& row : domain.contact_points()) {
      const auto ids = domain.bodies.ids();
      put_pair(ids[static_cast<std::size_t>(row.master)], ids[static_cast<std::size_t>(row.slave)]);
    }
  });
}

py::object row_points(const Domain& domain) {
  return made_array<double>({row_count(domain), 3}, [&](double* to) {
    for (const UserConstraint& row : domain.user_constraints()) to = put(row.point, to);
    for (const ContactPoint& row : domain.contact_points()) to = put(row.point, to);
  });
}

py::object row_frames(const Domain& domain) {
  return made_array<double>({row_count(domain), 3, 3}, [&](double* to) {
    for (const UserConstraint& row : domain.user_constraints()) to = put(row.frame, to);
    for (const ContactPoint& row : domain.contact_points()) to = put(row.frame, to);
  });
}

py::object vectors(std::span<const Vec3> values) {
  return made_array<double>({extent(values.size()), 3}, [&](double* to) {
    for (const Vec3& v : values) to = put(v, to);
  });
}

py::object row_numbers(const LocalDynamics& problem, double RowLaw::*number) {
  return made_array<double>({problem.size()}, [&](double* to) {
    for (const RowLaw& law : problem.law) *to++ = law.*number;
  });
}

py::object open_rows(const LocalDynamics& problem) {
  return made_array<bool>({problem.size()}, [&](bool* to) {
    for (const RowLaw& law : problem.law) *to++ = law.open && !law.bonded;
  });
}

py::object row_matrix(const LocalDynamics& problem) {
  problem.body_space.complete_inverses();
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  const py::object blocks = made_array<double>({extent(W.block.size()), 3, 3}, [&](double* to) {
    for (const Mat3& block : W.block) to = put(block, to);
  });
  const auto indices = [](const std::vector<std::int32_t>& from) {
    return made_array<std::int32_t>(
        {extent(from.size())}, [&](std::int32_t* to) { std::copy(from.begin(), from.end(), to); });
  };
  return py::make_tuple(blocks, indices(W.column), indices(W.row_start));
}

void read_reactions(py::handle object, std::span<Vec3> R, const std::string& what) {
  std::vector<double> numbers;
  const bool is_read = read_numbers(object, numbers) ||
                       (is_sequence(object) && read_rows(object, 3, numbers).empty());
  if (!is_read) {
    throw InputError(
        cat(what, " must be an array of ", R.size(), " x 3 reactions, got ", shown(object)),
        InputErrorKind::type);
  }
  if (numbers.size() != 3 * R.size()) {
    throw InputError(cat(what, " must have 3 numbers for each of the ", R.size(), " rows, got ",
                         numbers.size(), " numbers"));
  }
  for (std::size_t i = 0; i < R.size(); ++i) {
    R[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    if (is_finite(R[i])) continue;
    throw InputError(
        cat(what, " must be finite, row ", i, " is (", R[i].x, ", ", R[i].y, ", ", R[i].z, ") N"));
  }
}

}  // namespace solfec
