#pragma once

#include <memory>
#include <set>
#include <vector>

#include "language/arguments/objects.h"
#include "math/box.h"
#include "output/result_reader.h"

namespace solfec {

/// Bodies that an argument 'subset' means: a string is a basic regular expression of POSIX that is
/// searched in labels; a BODY; the number of a body, as it counts from 1 in the script; a tuple of
/// six numbers is a box (the lower, then the upper corner, m), which means the bodies whose box
/// overlaps it; or a list of these.
class BodySubset {
 public:
  /// @throws InputError for what is none of these, a pattern that is no regular expression, a body
  ///         of another analysis, and a subset without bodies ("Invalid subset definition (matching
  ///         bodies not found)"): of labels and numbers at once, of boxes by stored_ids.
  BodySubset(std::shared_ptr<Simulation> simulation, Value argument);

  /// The bodies by their ids in the results, boxes at one frame. All without an argument.
  std::set<BodyId> stored_ids(ResultReader& reader, int frame) const;
  /// The bodies by their ids in the script, boxes as the model is now. All without an argument.
  /// @throws InputError when there are none.
  std::vector<BodyId> script_ids() const;

 private:
  void add(py::handle item);
  void add_pattern(const std::string& pattern);
  void add_box(py::handle item);
  void add_id(BodyId id);
  [[noreturn]] void fail_empty() const;

  struct Body {
    BodyId id{};      // of the script, 0: none
    BodyId stored{};  // of the results
    std::string label;
  };

  std::shared_ptr<Simulation> simulation_;
  Value argument_;
  std::vector<Body> all_;
  std::set<BodyId> stored_;
  std::vector<Box> boxes_;
};

}  // namespace solfec
