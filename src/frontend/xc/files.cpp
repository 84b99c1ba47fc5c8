// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/files.hpp"

#include <filesystem>

#include "support/read_file.hpp"

namespace tack::xc {

namespace fs = std::filesystem;

// Of a folder's files, to suggest for one that is not found.
constexpr size_t kMostNames = 1000;

LoadedFile* Files::load(const std::string& path) {
  std::error_code ec;
  fs::path canonical = fs::weakly_canonical(path, ec);
  if (ec || !fs::is_regular_file(canonical, ec)) return nullptr;
  auto known = by_path_.find(canonical.string());
  if (known != by_path_.end()) return known->second;
  auto text = read_file(path);
  if (!text) return nullptr;
  LoadedFile* file = add(path, std::move(*text));
  file->canonical = canonical.string();
  by_path_[file->canonical] = file;
  return file;
}

std::vector<std::string> Files::paths() const {
  std::vector<std::string> out;
  for (const auto& [path, file] : by_path_) out.push_back(path);
  return out;
}

LoadedFile* Files::add(std::string name, std::string text) {
  LoadedFile& file = files_.emplace_back();
  file.source.name = std::move(name);
  file.source.text = std::move(text);
  file.canonical = "<" + file.source.name + ">";
  file.tokens = lex(file.source);
  return &file;
}

LoadedFile* Files::find(const std::string& name, const SourceFile* from, bool system,
                        const std::vector<std::string>& directories) {
  if (name.empty() || name.find('\0') != std::string::npos) return nullptr;
  auto try_both = [&](const fs::path& path) -> LoadedFile* {
    if (LoadedFile* file = load(path.string())) return file;
    return load(path.string() + ".xc");
  };
  if (fs::path(name).is_absolute()) return try_both(name);
  if (!system && from) {
    if (LoadedFile* file = try_both(fs::path(from->name).parent_path() / name)) return file;
  }
  for (const std::string& directory : directories) {
    if (LoadedFile* file = try_both(fs::path(directory) / name)) return file;
  }
  return nullptr;
}

std::vector<std::string> Files::names(const SourceFile* from,
                                      const std::vector<std::string>& directories) const {
  std::vector<fs::path> folders(directories.begin(), directories.end());
  if (from) folders.insert(folders.begin(), fs::path(from->name).parent_path());
  std::vector<std::string> out;
  for (const fs::path& folder : folders) {
    std::error_code ec;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, ec), end;
         !ec && entry != end && out.size() < kMostNames; entry.increment(ec)) {
      if (entry->path().extension() != ".xc") continue;
      out.push_back(entry->path().filename().string());
      out.push_back(entry->path().stem().string());
    }
  }
  return out;
}

}  // namespace tack::xc
