#include "language/arguments/base_argument.h"

#include <cmath>
#include <string>
#include <vector>

#include "base/cat.h"
#include "base/count.h"
#include "language/python/nearest.h"
#include "language/python/python_numbers.h"

namespace solfec {

namespace {

std::vector<double> finite_numbers(const Value& argument, std::string_view what,
                                   py::handle object) {
  std::vector<double> numbers;
  if (!read_numbers(object, numbers)) {
    argument.fail(cat("must have numbers as ", what, ", got ", shown(object)),
                  InputErrorKind::type);
  }
  for (const double one : numbers) {
    if (!std::isfinite(one)) argument.fail(cat("must have finite ", what, ", got ", one));
  }
  return numbers;
}

/// All vectors one after another.
std::vector<double> vectors_of(const Value& argument, py::handle object) {
  if (!is_sequence(object)) {
    argument.fail(cat("must have a list of vectors, got ", shown(object)), InputErrorKind::type);
  }
  const auto items = py::reinterpret_borrow<py::sequence>(object);
  if (items.empty() || !is_sequence(items[0])) {
    return finite_numbers(argument, "components of vectors", object);
  }
  std::vector<double> all;
  std::size_t size = 0;
  for (const auto& item : items) {
    const std::vector<double> one = finite_numbers(argument, "components of vectors", item);
    if (size == 0) size = one.size();
    if (one.size() != size) {
      argument.fail(cat("must have vectors of one size, got ", size, " and ", one.size()));
    }
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

std::vector<double> ratios_of(const Value& argument, py::handle object, std::size_t vectors) {
  double all = 0.0;
  std::vector<double> ratios;
  if (!is_sequence(object) && read_number(object, all)) {
    ratios.assign(vectors, all);
  } else {
    ratios = finite_numbers(argument, "damping ratios", object);
  }
  if (ratios.size() != vectors) {
    argument.fail(cat("must have one damping ratio, or one for each of the ", vectors,
                      " vectors, got ", ratios.size()));
  }
  for (const double ratio : ratios) {
    if (!(ratio >= 0.0) || !std::isfinite(ratio)) {
      argument.fail(cat("must have damping ratios that are not negative, got ", ratio));
    }
  }
  return ratios;
}

std::string labels_of(const Simulation& simulation) {
  std::string all;
  for (const auto& [label, base] : simulation.bases) {
    all += cat(all.empty() ? "'" : ", '", label, "'");
  }
  return all.empty() ? "none" : all;
}

}  // namespace

ReducedBase read_base(const Value& argument) {
  const py::object& object = argument.object();
  if (!is_sequence(object)) argument.fail_type();
  const auto items = py::reinterpret_borrow<py::sequence>(object);
  if (items.size() != 2 && items.size() != 3) {
    argument.fail(cat("must be (eigenvalues, vectors) or (eigenvalues, vectors, ratios), got ",
                      items.size(), " items"));
  }
  ReducedBase base;
  base.eigenvalue = finite_numbers(argument, "eigenvalues", items[0]);
  base.vector = vectors_of(argument, items[1]);
  const std::size_t vectors = base.eigenvalue.size();
  if (vectors == 0) argument.fail("must have a vector at least, got no eigenvalue");
  if (base.vector.empty() || base.vector.size() % (3 * vectors) != 0) {
    argument.fail(cat("must have three numbers for each node in each of the ", vectors,
                      " vectors that go with the eigenvalues, got ", base.vector.size(),
                      " numbers"));
  }
  if (items.size() == 3 && !items[2].is_none()) {
    base.ratio = ratios_of(argument, items[2], vectors);
  }
  return base;
}

std::shared_ptr<const ReducedBase> base_of(const Value& argument, const Simulation& simulation) {
  if (!py::isinstance<py::str>(argument.object())) {
    return std::make_shared<const ReducedBase>(read_base(argument));
  }
  const auto label = argument.object().cast<std::string>();
  const auto found = simulation.bases.find(label);
  if (found == simulation.bases.end()) {
    argument.fail(
        cat("is no base of REGISTER_BASE: '", label, "', there are: ", labels_of(simulation)));
  }
  return found->second;
}

}  // namespace solfec
