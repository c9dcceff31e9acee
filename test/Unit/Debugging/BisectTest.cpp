//===-- BisectTest.cpp - the pass that changes a model's meaning ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Bisect.h"
#include "SmallGraph.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using namespace dl::debugging;
namespace fs = llvm::sys::fs;

namespace {

class BisectTest : public SmallGraphInFolder {
protected:
  void SetUp() override {
    SmallGraphInFolder::SetUp();
    options.run.model = put("model.mlir", smallGraph);
    // Faster than code that is optimised.
    options.run.compile.level = 0;
  }
  BisectStatus run(const std::vector<ListedPass> &passes) {
    options.pipeline = joinPipeline(passes);
    text.clear();
    errors.clear();
    llvm::raw_string_ostream os(text), errorsOs(errors);
    return bisectModel(options, os, errorsOs);
  }
  /// The lines of what was printed.
  std::vector<std::string> getLines() const {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
    std::vector<std::string> list;
    for (llvm::StringRef line : lines)
      list.push_back(line.str());
    return list;
  }
  bool contains(const std::string &part) const { return text.find(part) != std::string::npos; }

  BisectOptions options;
  std::string text, errors;
};

TEST_F(BisectTest, NothingIsWrong) {
  EXPECT_EQ(run(getPasses()), BisectStatus::Same) << text << errors;
  EXPECT_TRUE(contains("no difference: the code computes what the graph does as it was read\n"));
}

TEST_F(BisectTest, AFaultOfTheGraph) {
  EXPECT_EQ(run({plant("none"), plant("sigmoid"), plant("none")}), BisectStatus::Found) << errors;
  std::vector<std::string> lines = getLines();
  ASSERT_EQ(lines.size(), 5u) << text;
  EXPECT_EQ(lines[0],
            "right                        graph interpreter  after test-planted{kind=none}");
  EXPECT_EQ(lines[1].find("wrong                        graph interpreter  after "
                          "test-planted{kind=sigmoid}: output "),
            0u);
  EXPECT_EQ(lines[2], "kernel: Tanh_3");
  EXPECT_EQ(lines[3], "pass: test-planted{kind=sigmoid}");
  EXPECT_EQ(lines[4].find("differs: output "), 0u);
}

TEST_F(BisectTest, AFaultBesideWhatCannotBeExecuted) {
  EXPECT_EQ(run({plant("none"), plant("hide"), plant("sigmoid"), plant("show")}),
            BisectStatus::Found);
  EXPECT_TRUE(
      contains("passes: "
               "test-planted{kind=hide},test-planted{kind=sigmoid},test-planted{kind=show}\n"))
      << text;
  EXPECT_TRUE(contains("kernel: Tanh_3\n")) << text;
  // At the end too: what comes before it is judged.
  EXPECT_EQ(run({plant("none"), plant("sigmoid"), plant("hide")}), BisectStatus::Found);
  EXPECT_TRUE(contains("pass: test-planted{kind=sigmoid}\n")) << text;
}

TEST_F(BisectTest, AFaultOfTe) {
  EXPECT_EQ(run(getPasses("te-collapse-axes", "sum")), BisectStatus::Found) << errors;
  EXPECT_TRUE(contains("wrong                        te interpreter     after "
                       "test-planted{kind=sum}: output "))
      << text;
  EXPECT_TRUE(contains("kernel: @")) << text;
  EXPECT_TRUE(contains("Mul_2")) << text;
  EXPECT_TRUE(contains("\npass: test-planted{kind=sum}\n")) << text;
}

TEST_F(BisectTest, AFaultOfCodeWithAReplay) {
  options.folder = in("replay");
  EXPECT_EQ(run(getPasses("convert-func-to-llvm", "llvm-sum")), BisectStatus::Found) << errors;
  EXPECT_TRUE(contains("alone: @")) << text;
  EXPECT_TRUE(contains("test-planted{kind=llvm-sum}")) << text;
  EXPECT_TRUE(contains("replay: " + options.folder + "/replay.sh\n")) << text;
  std::string script = get("replay/replay.sh");
  EXPECT_EQ(
      script.find("#!/bin/sh\n# before.mlir computes expected.npz; the passes make after.mlir "
                  "of it, which does not. Both are lowered by passes that are not at fault.\n"
                  "set -e\ncd \"$(dirname \"$0\")\"\n"),
      0u)
      << script;
  EXPECT_EQ(get("replay/found.txt").find("kernel: @"), 0u);
  EXPECT_NE(get("replay/found.txt").find("\npasses: builtin.module("), std::string::npos);
  EXPECT_NE(get("replay/before.mlir"), "");
}

TEST_F(BisectTest, CodeThatIsWrongWhereLLVMOptimizes) {
  options.folder = in("replay");
  options.run.compile.level = 2;
  EXPECT_EQ(run(getPasses("convert-func-to-llvm", "optimized-sum")), BisectStatus::Found) << errors;
  std::vector<std::string> lines = getLines();
  ASSERT_EQ(lines.size(), 9u) << text;
  EXPECT_EQ(lines[0].find("right                        te interpreter     after "), 0u);
  EXPECT_EQ(lines[1].find("wrong                        compiled code      after "), 0u);
  EXPECT_EQ(lines[2].find("alone: @"), 0u);
  EXPECT_EQ(lines[3].find("right                        compiled code      after "), 0u);
  EXPECT_EQ(lines[4].find("wrong                        compiled code      of LLVM -O2: output 0"),
            0u);
  EXPECT_EQ("kernel: " + lines[2].substr(7), lines[5]);
  EXPECT_EQ(lines[6], "pass: LLVM's passes of -O2");
  EXPECT_EQ(lines[7].find("differs: output 0"), 0u);
  EXPECT_EQ(lines[8], "replay: " + options.folder + "/replay.sh");
  EXPECT_EQ(get("replay/replay.sh"),
            "#!/bin/sh\n"
            "# The code of before.mlir computes expected.npz as LLVM makes it without optimising, "
            "and does not with it.\n"
            "set -e\n"
            "cd \"$(dirname \"$0\")\"\n"
            "dl-compile before.mlir -O0 --threads=1 -o before.so\n"
            "dl-run ./before.so --inputs=inputs.npz --compare=expected.npz --tolerance=1e-05\n"
            "dl-compile before.mlir -O2 --threads=1 -o before.so\n"
            "dl-run ./before.so --inputs=inputs.npz --compare=expected.npz --tolerance=1e-05\n");
}

TEST_F(BisectTest, CodeThatCrashes) {
  EXPECT_EQ(run(getPasses("convert-func-to-llvm", "trap")), BisectStatus::Found) << errors;
  // Each kernel is tried, as none tells of its values.
  EXPECT_TRUE(contains("alone: @")) << text;
  EXPECT_TRUE(contains("Mul_2")) << text;
  EXPECT_TRUE(contains("\ndiffers: ended by ")) << text;
}

TEST_F(BisectTest, PassesThatFail) {
  EXPECT_EQ(run({plant("none"), plant("failure")}), BisectStatus::Found);
  EXPECT_EQ(getLines(),
            (std::vector<std::string>{
                "right                        graph interpreter  after test-planted{kind=none}",
                "kernel: no kernel: a pass fails", "pass: test-planted{kind=failure}",
                "differs: it is planted"}));
}

TEST_F(BisectTest, NoCode) {
  EXPECT_EQ(run({plant("none")}), BisectStatus::Found);
  EXPECT_TRUE(contains("cannot be executed           compiled code      after "
                       "test-planted{kind=none}: expected a module of the llvm dialect"))
      << text;
  EXPECT_TRUE(contains("\nkernel: no kernel: no code is made\ndiffers: expected a module of"))
      << text;
  // Without passes there is nothing to replay.
  options.folder = in("replay");
  EXPECT_EQ(run({plant("none")}), BisectStatus::Found);
  EXPECT_FALSE(contains("replay: ")) << text;
  EXPECT_FALSE(fs::exists(options.folder));
}

TEST_F(BisectTest, PrintsPasses) {
  options.printsPasses = true;
  EXPECT_EQ(run({plant("none"), {"cse", "func.func(cse)"}}), BisectStatus::Same);
  EXPECT_EQ(text, "builtin.module(test-planted{kind=none},func.func(cse))\n");
}

TEST_F(BisectTest, ModelsThatAreNone) {
  options.run.model = in("none.mlir");
  EXPECT_EQ(run({plant("none")}), BisectStatus::Failed);
  EXPECT_NE(errors.find("none.mlir"), std::string::npos);
  EXPECT_NE(errors.find("dl-bisect: error: the model cannot be executed\n"), std::string::npos);
  options.run.model = put("low.mlir", "module attributes {dl.level = \"bufferized\"} {}");
  EXPECT_EQ(run({plant("none")}), BisectStatus::Failed);
  EXPECT_NE(errors.find("expected a module of the level graph or te, whose meaning is known, got "
                        "'bufferized'; give the model it was made from"),
            std::string::npos)
      << errors;
  options.run.model = put("empty.mlir", "module {}");
  EXPECT_EQ(run({plant("none")}), BisectStatus::Failed);
  EXPECT_NE(errors.find("dl-bisect: error: "), std::string::npos) << errors;
  options.run.model = in("model.mlir");
  options.run.inputs = {in("none.npz")};
  EXPECT_EQ(run({plant("none")}), BisectStatus::Failed);
  EXPECT_NE(errors.find("none.npz"), std::string::npos) << errors;
  options.run.inputs.clear();
  options.expected = in("none.npz");
  EXPECT_EQ(run({plant("none")}), BisectStatus::Failed);
  EXPECT_NE(errors.find("none.npz"), std::string::npos) << errors;
}

TEST_F(BisectTest, FoldersOfOthers) {
  options.folder = folder.str().str();
  EXPECT_EQ(run({plant("sigmoid")}), BisectStatus::Failed);
  EXPECT_NE(
      errors.find("to be a new folder, an empty one or one with a replay.sh, but it has other "
                  "files"),
      std::string::npos)
      << errors;
}

} // namespace
