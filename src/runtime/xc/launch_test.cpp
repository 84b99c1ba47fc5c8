// SPDX-License-Identifier: Apache-2.0
// Blocks on the CPU and on a second device, a fake one: where runs go, what is reported and kept.
#include <gtest/gtest.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "runtime/xc/device.hpp"
#include "runtime/xc/xc_rt.h"

namespace tack::rt {
namespace {

int g_cpu_sleep_us = 0, g_gpu_sleep_us = 0;
bool g_gpu_refuses = false;
const char* g_why_not = nullptr;
std::string g_ran;

pthread_t g_caller;
std::atomic<int> g_elsewhere{0}, g_pieces{0};

void where_it_runs(const void*, int64_t, int64_t, void*) {
  ++g_pieces;
  if (!pthread_equal(pthread_self(), g_caller)) ++g_elsewhere;
  usleep(300);  // long enough for others to take part
}

void on_cpu(const void*, int64_t begin, int64_t, void*) {
  if (begin != 0) return;  // one piece speaks for all
  if (g_cpu_sleep_us) usleep(static_cast<useconds_t>(g_cpu_sleep_us));
  g_ran += 'C';
}

const Gpu kFake = {"fake 1", [](const tack_rt_kernel*) { return g_why_not; },
                   [](const tack_rt_kernel*) { return 0xabcu; },
                   [](const Launch&, int64_t* gpu_us) {
                     if (g_gpu_refuses) return false;
                     usleep(static_cast<useconds_t>(g_gpu_sleep_us));
                     *gpu_us = 5;
                     g_ran += 'G';
                     return true;
                   }};

const tack_rt_variant kVariant = {on_cpu, TACK_RT_ISA_ANY, 0, 0, 0};
const tack_rt_variant kWhere = {where_it_runs, TACK_RT_ISA_ANY, 0, 0, 0};
const tack_rt_kernel kThreads = {TACK_RT_ABI, 0, "threads", &kWhere, nullptr, 1, 0, 0, 0, nullptr};
const tack_rt_kernel kHeavy = {TACK_RT_ABI, 0, "heavy", &kVariant, nullptr, 1, 0, 0, 0, nullptr};
const tack_rt_kernel kOther = {TACK_RT_ABI, 0, "f.xc:3", &kVariant, nullptr, 1, 0, 0, 0, nullptr};

void run(const tack_rt_kernel& kernel, int64_t items) {
  tack_rt_xc_launch(&kernel, nullptr, &items, 1, nullptr);
}

class XcLaunch : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/tack_launch_XXXXXX";
    folder = mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  // In a process of its own, since a program reads its settings once: what it reported.
  std::string program(const std::function<void()>& body, const char* par = nullptr,
                      bool reports = true) {
    std::string out = folder + "/out";
    pid_t child = fork();
    if (child == 0) {
      if (!freopen(out.c_str(), "w", stderr)) _exit(3);
      setenv("XCC_SETTINGS_DIR", folder.c_str(), 1);
      par ? setenv("XC_PAR", par, 1) : unsetenv("XC_PAR");
      reports ? setenv("XC_PAR_REPORT", "1", 1) : unsetenv("XC_PAR_REPORT");
      char argument[] = "/some/where/prog.xc";
      char* arguments[] = {argument, nullptr};
      tack_rt_xc_set_arguments(1, arguments);
      body();
      fprintf(stderr, "ran %s\n", g_ran.c_str());
      fflush(stderr);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    return read(out);
  }

  static std::string read(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }

  std::string settings() { return read(folder + "/prog.conf"); }
  void settings(const std::string& text) { std::ofstream(folder + "/prog.conf") << text; }
  std::string folder;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(XcLaunch, StaysOnTheCpuWithoutAGpu) {
  std::string said = program([] { run(kHeavy, 10), run(kOther, 5), run(kHeavy, 11); });
  EXPECT_TRUE(has(said, "par: hardware key ")) << said;
  EXPECT_TRUE(has(said, " [; ")) << said;
  EXPECT_TRUE(has(said, "par: heavy: stays on the CPU: there is no GPU that this build can use\n"))
      << said;
  EXPECT_TRUE(has(said, "par: f.xc:3: stays on the CPU: there is no GPU that this build can use\n"))
      << said;
  EXPECT_TRUE(has(said, "par: heavy: 11 items on the CPU, ")) << said;
  EXPECT_TRUE(has(said, "ran CCC\n")) << said;
  EXPECT_EQ(said.find("par: heavy: stays"), said.rfind("par: heavy: stays")) << said;
  EXPECT_EQ(settings(), "");
  EXPECT_EQ(program([] { run(kHeavy, 10); }, nullptr, false), "ran C\n");
}

TEST_F(XcLaunch, OneThreadIsTheCaller) {
  for (const char* threads : {"1", "4"}) {
    std::string said = program([threads] {
      setenv("XC_PAR_THREADS", threads, 1);
      g_caller = pthread_self();
      for (int k = 0; k < 50; ++k) run(kThreads, 1000000);
      fprintf(stderr, "%d elsewhere of %d\n", g_elsewhere.load(), g_pieces.load());
    });
    EXPECT_TRUE(has(said, std::string(threads) + " threads, ")) << said;
    EXPECT_EQ(has(said, "\n0 elsewhere of "), *threads == '1') << said;
  }
}

TEST_F(XcLaunch, SaysWhoAskedForAGpu) {
  EXPECT_TRUE(
      has(program([] { run(kHeavy, 10); }, "gpu"),
          "par: heavy: stays on the CPU: XC_PAR=gpu asks for the GPU, but there is no GPU"));
  EXPECT_TRUE(has(program([] {
                    tack_rt_xc_device("heavy", "gpu");
                    run(kHeavy, 10);
                  }),
                  "Par.device(\"heavy\", \"gpu\") asks for the GPU, but there is no GPU"));
  EXPECT_TRUE(has(program([] { run(kHeavy, 10); }, "cuda"),
                  "par: XC_PAR=cuda is none of cpu, gpu and auto: ignored"));
  settings("par.heavy = 10\npar = gpu\npar.f.xc:3 = fast\n");
  std::string said = program([] { run(kHeavy, 10), run(kOther, 5); });
  EXPECT_TRUE(has(said, "the setting par.heavy asks for the GPU, but there is no GPU")) << said;
  EXPECT_TRUE(has(said, "the setting par.f.xc:3 = fast is none of cpu, gpu, auto and a number"))
      << said;
  EXPECT_TRUE(has(said, "f.xc:3: stays on the CPU: the setting par asks for the GPU")) << said;
}

TEST_F(XcLaunch, LearnsAndKeeps) {
  settings("# the user's\npar.f.xc:3 = cpu\n");
  auto four = [] {
    set_gpu(&kFake);
    g_cpu_sleep_us = 3000;
    g_gpu_sleep_us = 100;
    for (int k = 0; k < 5; ++k) run(kHeavy, 1000);
    run(kOther, 1000);
  };
  std::string said = program(four);
  EXPECT_TRUE(has(said, "ran CCGGGC\n")) << said;
  EXPECT_TRUE(has(said, " [fake 1; ")) << said;
  EXPECT_TRUE(has(said, "par: heavy: 1000 items on the GPU, 5 us of GPU time, ")) << said;
  EXPECT_TRUE(has(said, "par: heavy: auto picks the GPU: CPU ")) << said;
  EXPECT_TRUE(has(said, "learned: the GPU wins at 1000 items; CPU up to -1, GPU from 1000"))
      << said;
  EXPECT_TRUE(has(said, "par: f.xc:3: stays on the CPU: the setting par.f.xc:3 says so")) << said;
  std::string kept = settings();
  EXPECT_TRUE(has(kept, "par.f.xc:3 = cpu\n")) << kept;
  EXPECT_TRUE(has(kept, ".heavy.00000abc = -1,1000\n")) << kept;
  // The next run of the program measures nothing.
  said = program(four);
  EXPECT_TRUE(has(said, "ran GGGGGC\n")) << said;
  for (const char* word : {"learned", "auto picks", "auto keeps"})
    EXPECT_FALSE(has(said, word)) << said;
  EXPECT_EQ(settings(), kept);
}

TEST_F(XcLaunch, KeepsShortBlocksOnTheCpu) {
  std::string said = program([] {
    set_gpu(&kFake);
    for (int k = 0; k < 4; ++k) run(kHeavy, 7);
  });
  EXPECT_TRUE(has(said, "ran CCCC\n")) << said;
  EXPECT_TRUE(has(said, "par: heavy: auto keeps the CPU: ")) << said;
  EXPECT_TRUE(has(settings(), " = 7,-1\n")) << settings();
}

TEST_F(XcLaunch, ObeysAndLearnsNothing) {
  auto three = [] {
    set_gpu(&kFake);
    tack_rt_xc_device("heavy", "gpu");
    tack_rt_xc_device("par", "cpu");
    run(kHeavy, 7);
    run(kOther, 7);
    tack_rt_xc_device("heavy", "cpu");
    run(kHeavy, 7);
  };
  EXPECT_TRUE(has(program(three), "ran GCC\n"));
  EXPECT_TRUE(has(program(three, "gpu"), "ran GGG\n"));
  EXPECT_TRUE(has(program(three, "cpu"), "ran CCC\n"));
  EXPECT_EQ(settings(), "");
  settings("par = 3000000\n");
  EXPECT_TRUE(has(program([] {
                    set_gpu(&kFake);
                    run(kHeavy, 2999999);
                    run(kHeavy, 3000000);
                  }),
                  "ran CG\n"));
  EXPECT_EQ(settings(), "par = 3000000\n");
}

TEST_F(XcLaunch, FallsBackToTheCpu) {
  std::string said = program(
      [] {
        set_gpu(&kFake);
        g_gpu_refuses = true;
        run(kHeavy, 7);
        run(kHeavy, 7);
        g_why_not = "it uses double";
        run(kOther, 7);
      },
      "gpu");
  EXPECT_TRUE(has(said, "ran CCC\n")) << said;
  EXPECT_TRUE(has(said, "heavy: stays on the CPU: XC_PAR=gpu asks for the GPU, but the GPU gave"))
      << said;
  EXPECT_TRUE(
      has(said, "f.xc:3: stays on the CPU: XC_PAR=gpu asks for the GPU, but it uses double"))
      << said;
}

TEST_F(XcLaunch, KeepsAFileThatItCannotRead) {
  std::filesystem::create_directory(folder + "/prog.conf");
  std::string said = program([] {
    set_gpu(&kFake);
    run(kHeavy, 7);
    run(kHeavy, 7);
  });
  EXPECT_TRUE(has(said, "par: cannot keep par.learned.")) << said;
  EXPECT_TRUE(std::filesystem::is_directory(folder + "/prog.conf"));
}

}  // namespace
}  // namespace tack::rt
