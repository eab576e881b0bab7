#include "app/examples.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/cat.h"
#include "base/check.h"
#include "language/interpreter.h"
#include "language/python/nearest.h"

namespace solfec {

namespace {

namespace fs = std::filesystem;

/// All examples, ordered by name.
std::vector<Example> all_examples() {
  const fs::path folder = program_root() + "share/solfec/inp";
  std::error_code reason;
  std::vector<Example> examples;
  fs::recursive_directory_iterator entries(folder, reason);
  if (reason) {
    throw InputError(cat("--example: cannot read the folder of the examples '", folder.string(),
                         "': ", reason.message()));
  }
  for (const fs::directory_entry& entry : entries) {
    if (entry.path().extension() != ".py") continue;
    fs::path name = entry.path().lexically_relative(folder);
    examples.push_back({name.replace_extension().string(), entry.path().string()});
  }
  std::sort(examples.begin(), examples.end(),
            [](const Example& a, const Example& b) { return a.name < b.name; });
  return examples;
}

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::string subject_of_script(const std::string& text) {
  constexpr std::string_view kHead = "# Shows:";
  constexpr std::size_t kLongest = 100;
  if (!text.starts_with(kHead)) return "";
  std::istringstream lines(text.substr(kHead.size()));
  std::string line;
  std::string words;
  while (std::getline(lines, line)) {  // up to the next head, e.g. "# Source:"
    if (!words.empty() && !line.starts_with("#    ")) break;
    std::istringstream parts(words.empty() ? line : line.substr(1));
    for (std::string word; parts >> word;) {
      if (words.size() + word.size() + 1 > kLongest) return words + " ...";
      words += (words.empty() ? "" : " ") + word;
      if (word.find_first_of(".;", word.size() - 1) != std::string::npos) {
        words.pop_back();
        return words;
      }
    }
  }
  return words;
}

std::string list_of_examples() {
  constexpr std::size_t kWidth = 40;
  std::string text;
  for (const Example& example : all_examples()) {
    std::string head = example.name;
    head.resize(std::max(kWidth, head.size() + 1), ' ');
    text += head + subject_of_script(example_text(example)) + "\n";
  }
  return text + "\nsolfec --example NAME runs one of them, --example NAME --print prints it.\n";
}

Example find_example(const std::string& words) {
  const std::string name = words.ends_with(".py") ? words.substr(0, words.size() - 3) : words;
  const std::vector<Example> examples = all_examples();
  std::vector<const Example*> found;
  std::vector<std::string_view> known;
  for (const Example& example : examples) {
    if (example.name == name) return example;
    if (last_part(example.name) == name) found.push_back(&example);
    known.push_back(example.name);
    known.push_back(last_part(example.name));
  }
  if (found.size() == 1) return *found.front();
  if (!found.empty()) {
    throw InputError(
        cat("--example: '", name, "' may be ", found[0]->name, " or ", found[1]->name));
  }
  throw InputError(cat("--example: there is no example '", name, "'", suggestion(name, known),
                       "; solfec --example lists them"));
}

std::string example_text(const Example& example) {
  std::ifstream file(example.path);
  if (!file) throw InputError(cat("--example: cannot read '", example.path, "'"));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace solfec
