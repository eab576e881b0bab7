#include "app/render.h"

#include <cstdio>
#include <filesystem>

#include "app/damaged_tail.h"
#include "archive/archive_error.h"
#include "base/cat.h"
#include "language/interpreter.h"
#include "language/python/errors.h"
#include "parallel/world.h"
#include "run/run_context.h"
#include "run/simulation.h"
#include "viewer/image/picture_error.h"
#include "viewer/picture/drawing.h"
#include "viewer/session/actions.h"

namespace solfec {

namespace {

int fail(const std::string& text, int code) {
  std::fprintf(stderr, "solfec: %s\n", text.c_str());
  return code;
}

/// Draws, and says what is written.
int draw(const PictureRequest& request, const PictureSource& source) {
  const std::vector<std::string> paths = drawing().draw(request, source);
  if (paths.size() == 1) {
    std::printf("solfec: wrote %s\n", paths.front().c_str());
  } else {
    std::printf("solfec: wrote %s to %s\n", paths.front().c_str(), paths.back().c_str());
  }
  tell_damaged_tail(source.name, source.damaged_bytes);
  return 0;
}

template <typename Work>
int guarded(const Work& work) {
  try {
    return work();
  } catch (const PictureRequestError& error) {
    return fail(error.what(), kExitUsage);
  } catch (const PictureError& error) {
    return fail(error.what(), error.creating() ? kExitCreate : kExitWrite);
  } catch (const ArchiveError& error) {
    return fail(error.what(), kExitData);
  } catch (const InputError& error) {
    return fail(error.what(), kExitNoInput);
  }
}

/// "out.png" and a folder ".../arch" -> "out-arch.png"
std::string named_after(const std::string& path, const std::string& folder) {
  const std::size_t dot = path.rfind('.');
  return cat(path.substr(0, dot), "-", std::filesystem::path(folder).filename().string(),
             path.substr(dot));
}

}  // namespace

int render(World& world, const Options& options) {
  const PictureRequest& request = options.picture;
  if (!drawing().available) {
    return fail(world.has_mpi() ? "option --render: solfec-mpi draws nothing, solfec does"
                                : "option --render: this build draws nothing (SOLFEC_VIEWER=OFF)",
                kExitUsage);
  }
  if (!options.settings.pictures_only) {
    return guarded([&] {
      if (!std::filesystem::exists(request.source)) {
        throw InputError(cat("cannot read '", request.source, "'"));
      }
      return draw(request, source_of_folder(request.source));
    });
  }
  RunContext context(options.settings);
  context.comm = &world.comm();
  context.viewer_action = [](const std::string& name, const auto& /*answer*/) {
    (void)action_of(name);  // a wrong name is told without a window, too
  };
  context.at_end = [&](const std::vector<std::shared_ptr<Simulation>>& models) {
    if (models.empty())
      return fail(cat(request.source, " has made no SOLFEC object"), kExitNoInput);
    int code = 0;
    for (const auto& model : models) {
      PictureRequest one = request;
      if (models.size() > 1) one.output = named_after(request.output, model->folder());
      const int done = guarded([&] { return draw(one, source_of_simulation(*model)); });
      if (code == 0) code = done;
    }
    return code;
  };
  return run_script(request.source, context);
}

}  // namespace solfec
