#include "app/view.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "language/interpreter.h"
#include "language/python/errors.h"
#include "parallel/world.h"
#include "run/run_context.h"
#include "run/simulation.h"
#include "viewer/image/picture_error.h"
#include "viewer/picture/drawing.h"
#include "viewer/session/folder_model.h"
#include "viewer/session/simulation_model.h"
#include "viewer/session/viewer.h"

namespace solfec {

namespace {

using Models = std::vector<std::unique_ptr<ViewedModel>>;
using AskedActions = std::shared_ptr<std::vector<AskedAction>>;

int fail(const std::string& text, int code) {
  std::fprintf(stderr, "solfec: %s\n", text.c_str());
  return code;
}

template <typename Work>
int guarded(const Work& work) {
  try {
    return work();
  } catch (const PictureError& error) {
    return fail(error.what(), kExitCreate);
  } catch (const ArchiveError& error) {
    return fail(error.what(), kExitData);
  } catch (const InputError& error) {
    return fail(error.what(), kExitNoInput);
  }
}

int show(const Options& options, Models models, AskedActions asked = nullptr) {
  ViewerSettings settings;
  settings.width = options.view.width;
  settings.height = options.view.height;
  settings.wireframe = options.view.wireframe;
  settings.follow = options.view.follow;
  if (options.settings.viewer) settings.run_python = run_beside;
  settings.asked = std::move(asked);
  Viewer viewer(std::move(models), std::move(settings));
  return drawing().show(viewer);
}

int view_folder(const Options& options) {
  Models models;
  models.push_back(std::make_unique<FolderModel>(options.name));
  return show(options, std::move(models));
}

int view_script(World& world, const Options& options) {
  RunContext context(options.settings);
  context.comm = &world.comm();
  const auto asked = std::make_shared<std::vector<AskedAction>>();
  context.viewer_action = [asked](const std::string& name,
                                  const std::optional<std::string>& answer) {
    asked->push_back({&action_of(name), answer});
  };
  context.at_end = [&](const std::vector<std::shared_ptr<Simulation>>& simulations) {
    if (simulations.empty()) {
      return fail(cat(options.name, " has made no SOLFEC object"), kExitNoInput);
    }
    return guarded([&] {
      Models models;
      for (const auto& one : simulations) models.push_back(std::make_unique<SimulationModel>(one));
      return show(options, std::move(models), asked);
    });
  };
  return run_script(options.name, context);
}

}  // namespace

int view(World& world, const Options& options) {
  if (!drawing().available) {
    return fail(world.has_mpi() ? "option -v: solfec-mpi has no window, solfec does"
                                : "option -v: this build has no window (SOLFEC_VIEWER=OFF)",
                kExitUsage);
  }
  return guarded([&] {
    drawing().check_window();  // before a script computes anything for it
    return options.settings.viewer ? view_script(world, options) : view_folder(options);
  });
}

}  // namespace solfec
