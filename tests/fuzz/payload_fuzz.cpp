// Payload of a first frame, whatever its bytes are: decoding, a model from the file, READ mode of
// it, a run that goes on from it. The checksums around it are right, as a forger would make them.

#include <cstddef>
#include <cstdint>
#include <span>

#include "archive/archive_error.h"
#include "base/check.h"
#include "output/body_binding.h"
#include "output/frame_archive.h"
#include "output/model_archive.h"
#include "output/restore.h"

namespace {

using namespace solfec;  // NOLINT: one page

constexpr double kStep = 1e-3;
constexpr std::size_t kMostPieces = 200;  // a step of more takes the fuzzer's time

void go_on(Frame& frame, const StoredModel& definitions, const ModelArchive& archive) {
  Domain domain(definitions.analysis, 1e-4);
  BodyBinding binding;
  binding.create_all(archive, domain);
  if (static_cast<std::size_t>(domain.piece_count()) > kMostPieces) return;
  (void)restore_domain(frame, definitions, archive, {}, domain);
  if (archive.model.bodies.size() > kMostPieces) return;
  GaussSeidelParams params;
  params.max_sweeps = 5;
  GaussSeidelSolver solver(params);
  for (int i = 0; i < 2 && domain.find_not_finite() == 0; ++i) (void)domain.step(solver, kStep);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  XdrReader in(std::span(reinterpret_cast<const std::byte*>(data), size));
  try {
    Frame frame;
    const ModelLink link = load_head(in, frame);
    load_bodies(in, frame);
    load_constraints(in, true, frame);
    if (!link.has_model) return 0;
    ModelArchive archive;
    StoredModel model = load<StoredModel>(in);
    const StoredModel definitions = model;
    archive.add(std::move(model));
    go_on(frame, definitions, archive);
  } catch (const ArchiveError&) {
  } catch (const InputError&) {
  }
  return 0;
}
