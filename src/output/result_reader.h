#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domain/domain.h"
#include "output/frame.h"

namespace solfec {

/// Body as the file knows it: what the first frame, or the frame that inserted it, stores once.
struct StoredBody {
  BodyId id{};
  BodyKind kind{};
  std::string label;
  int ordinal{};  // n-th BODY call of the script, 0 when made in a callback
  Shape shape;
  int material{};
};

/// Opens a result folder and gives random access to its frames. Damaged tails are ignored and reported;
/// no content of a file can crash the reader.
class ResultReader {
 public:
  /// True when the folder holds at least one readable frame.
  static bool has_results(const std::string& folder);
  /// @throws InputError when there is no readable frame.
  explicit ResultReader(const std::string& folder);
  ~ResultReader();
  ResultReader(ResultReader&&) noexcept;
  ResultReader& operator=(ResultReader&&) noexcept;

  [[nodiscard]] int frame_count() const;
  [[nodiscard]] double time(int frame) const;
  /// Frame whose time is nearest to t; the earlier one of two equally near ones.
  [[nodiscard]] int nearest(double t) const;
  /// Bytes at the end of the file that are no complete frame, 0 for an intact file.
  [[nodiscard]] long long damaged_bytes() const;
  /// Decodes frame i. @throws InputError naming file and frame when its content is inconsistent.
  void load(int frame, Frame& content);
  [[nodiscard]] FrameTiming timing(int frame) const;
  [[nodiscard]] const std::vector<StoredBody>& bodies() const;
  [[nodiscard]] const std::vector<BulkMaterial>& bulk_materials() const;
  [[nodiscard]] const std::vector<SurfaceMaterial>& surface_materials() const;

  /// Puts frame i into a domain that a script has built again: states, energies, constraints, time.
  /// Bodies bind by ordinal; bodies made in callbacks come from the file; bodies that the frame does not hold
  /// become absent (BodyRecord::present). @throws InputError naming the body when the models differ.
  void show(int frame, Domain& domain);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
