// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/reference.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "support/ice.hpp"

namespace tack::kernel_fuzz {

Reference::Reference(const std::string& python, const std::string& script) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) TACK_ICE("no pipe");
  process_ = fork();
  if (process_ < 0) TACK_ICE("no process");
  if (process_ == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    for (int fd : {in[0], in[1], out[0], out[1]}) close(fd);
    execlp(python.c_str(), python.c_str(), script.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  to_ = fdopen(in[1], "w");
  from_ = fdopen(out[0], "r");
}

Reference::~Reference() {
  std::fclose(to_);
  std::fclose(from_);
  waitpid(process_, nullptr, 0);
}

Result<Output> Reference::run(const Case& c) {
  fmt::print(to_, "case {}\n{}", c.text.size(), c.text);
  std::fflush(to_);
  std::string answer;
  for (int ch; (ch = std::fgetc(from_)) != EOF && ch != '\n';) answer += static_cast<char>(ch);
  if (!answer.starts_with("ok")) return Error{answer.empty() ? "the reference died" : answer};
  std::istringstream words(answer.substr(2));
  Output out;
  for (std::string word; words >> word;) {
    if (word[0] == '+') {
      std::vector<uint8_t> bytes = from_hex(word.substr(1));
      out.printed.assign(bytes.begin(), bytes.end());
    } else if (word[0] == '=')
      out.returned = std::stoull(word.substr(1), nullptr, 16);
    else
      out.blocks.push_back(from_hex(word));
  }
  if (out.blocks.size() != c.blocks.size()) return Error{"the reference lost a block"};
  return out;
}

}  // namespace tack::kernel_fuzz
