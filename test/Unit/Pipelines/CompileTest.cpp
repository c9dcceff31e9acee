//===-- CompileTest.cpp - compiling as a library ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many compilations in one process, and failures that leave nothing behind.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Compile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <chrono>
#include <malloc.h>
#include <unistd.h>

namespace {

/// Resident memory of this process in bytes.
int64_t getResidentBytes() {
  auto buffer = llvm::MemoryBuffer::getFileAsStream("/proc/self/statm");
  auto [total, rest] = (*buffer)->getBuffer().split(' ');
  int64_t pages = 0;
  EXPECT_FALSE(rest.split(' ').first.getAsInteger(10, pages));
  return pages * sysconf(_SC_PAGESIZE);
}

std::string compile(const dl::CompileOptions &options) {
  std::string errors;
  llvm::raw_string_ostream os(errors);
  dl::PhaseTimes times;
  auto start = std::chrono::steady_clock::now();
  bool succeeded = mlir::succeeded(dl::compileModel(options, os, &times));
  std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(succeeded, errors.empty()) << errors;
  // Phases come one after the other.
  double sum = 0;
  for (const auto &[phase, seconds] : times) {
    EXPECT_GE(seconds, 0) << phase;
    sum += seconds;
  }
  EXPECT_LE(sum, all.count());
  return errors;
}

/// A convolution network in text, big enough that a leak of it would show.
std::string makeNetwork() {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "func.func @main(%x: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {\n"
        "  %w = graph.constant dense<0.01> : tensor<16x16x3x3xf32>\n"
        "  %0 = graph.relu %x : (tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>\n";
  for (int i = 0; i < 2; ++i)
    os << "  %c" << i << " = graph.conv %" << i
       << ", %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 1 : "
          "(tensor<1x16x16x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x16x16xf32>\n"
       << "  %" << i + 1 << " = graph.tanh %c" << i
       << " : (tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>\n";
  os << "  return %2 : tensor<1x16x16x16xf32>\n}\n";
  return text;
}

TEST(Compile, TwentyTimesInOneProcess) {
  llvm::SmallString<128> input, output;
  int fd;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("network", "mlir", fd, input));
  llvm::raw_fd_ostream(fd, /*shouldClose=*/true) << makeNetwork();
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("network", "so", output));
  dl::CompileOptions options;
  options.input = input.str();
  options.output = output.str();
  int64_t fifth = 0;
  std::string firstBytes;
  for (int number = 1; number <= 20; ++number) {
    ASSERT_EQ(compile(options), "");
    std::string bytes = (*llvm::MemoryBuffer::getFile(output))->getBuffer().str();
    if (number == 1)
      firstBytes = bytes;
    EXPECT_TRUE(bytes == firstBytes) << "compilation " << number << " made other bytes";
    malloc_trim(0);
    if (number == 5)
      fifth = getResidentBytes();
  }
  EXPECT_LE(getResidentBytes(), fifth + fifth / 10);
  (void)llvm::sys::fs::remove(input);
  (void)llvm::sys::fs::remove(output);
}

TEST(Compile, FailureLeavesTheOldOutput) {
  llvm::SmallString<128> output;
  int fd;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("old", "so", fd, output));
  llvm::raw_fd_ostream(fd, /*shouldClose=*/true) << "old";
  dl::CompileOptions options;
  options.input = DL_TEST_MODEL;
  options.output = output.str();
  options.linker = "/bin/false";
  EXPECT_NE(compile(options), "");
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(output))->getBuffer(), "old");
  options.linker.clear();
  EXPECT_EQ(compile(options), "");
  EXPECT_TRUE((*llvm::MemoryBuffer::getFile(output))->getBuffer().starts_with("\177ELF"));
  (void)llvm::sys::fs::remove(output);
}

TEST(Models, AreToldByTheirExtension) {
  using dl::ModelFormat;
  EXPECT_EQ(dl::getModelFormat("a/b.onnx"), ModelFormat::Onnx);
  EXPECT_EQ(dl::getModelFormat("B.ONNX"), ModelFormat::Onnx);
  EXPECT_EQ(dl::getModelFormat("b.mlir"), ModelFormat::MLIR);
  EXPECT_EQ(dl::getModelFormat("b.MlirBC"), ModelFormat::MLIR);
  for (const char *other : {"", "onnx", "a.onnx/b", "b.mlir.txt", "b.so"})
    EXPECT_EQ(dl::getModelFormat(other), ModelFormat::Unknown) << other;
}

TEST(Sizes, AreNamesWithPositiveNumbers) {
  dl::GivenSizes sizes;
  EXPECT_FALSE(bool(dl::parseSizes("batch=1,x.2=640,a=b=3,batch=4", sizes)));
  EXPECT_EQ(sizes, (dl::GivenSizes{{"a=b", 3}, {"batch", 4}, {"x.2", 640}}));
  for (const char *wrong : {"", "batch", "=4", "batch=", "batch=0", "batch=-1", "batch=1.5",
                            "batch=99999999999999999999", "batch=4x"})
    EXPECT_EQ(llvm::toString(dl::parseSizes(wrong, sizes)),
              std::string("expected sizes to be names, or inputs with dims, with positive numbers "
                          "(batch=4, x.2=640), got '") +
                  wrong + "'");
  EXPECT_NE(llvm::toString(dl::parseSizes("a=1,,b=2", sizes)), "");
}

TEST(Forms, FollowFromOptionAndExtension) {
  auto choose = [](const char *path, const char *to) {
    auto output = dl::chooseOutput(path, to);
    if (!output)
      return llvm::toString(output.takeError());
    return dl::stringifyLevel(output->form.level).str() +
           (output->form.view == dl::View::Loops       ? " loops"
            : output->form.view == dl::View::Sequences ? " sequences"
                                                       : "") +
           (output->isArchive ? " archive" : "");
  };
  EXPECT_EQ(choose("a.so", ""), "library");
  EXPECT_EQ(choose("a.o", ""), "object");
  EXPECT_EQ(choose("a.a", ""), "object archive");
  EXPECT_EQ(choose("a.a", "object"), "object archive");
  EXPECT_EQ(choose("a.mlir", ""), "graph");
  EXPECT_EQ(choose("a.ll", ""), "llvm");
  EXPECT_EQ(choose("a.s", ""), "assembly");
  EXPECT_EQ(choose("-", ""), "library");
  EXPECT_EQ(choose("a.txt", "loops"), "scheduled loops");
  EXPECT_EQ(choose("a.mlir", "graph"), "graph");
  EXPECT_EQ(choose("a.mlir", "schedule"), "scheduled sequences");
  EXPECT_EQ(choose("a.mlir", "llvm-dialect"), "llvm-dialect");
  EXPECT_EQ(choose("a.mlir", "llvm"),
            "expected --to=graph to llvm-dialect, or an output of another extension, got 'a.mlir' "
            "for --to=llvm");
  EXPECT_EQ(choose("a.o", "llvm-dialect"),
            "expected --to=object, or an output of another extension, got 'a.o' for "
            "--to=llvm-dialect");
  EXPECT_EQ(choose("a.o", "library"),
            "expected --to=object, or an output of another extension, got 'a.o' for --to=library");
  EXPECT_EQ(choose("a.o", "machine"),
            "expected --to to be " + dl::getFormNames().str() + ", got 'machine'");
}

TEST(Levels, AreRecognisedWhereAModuleDoesNotSay) {
  auto context = dl::createCompilerContext();
  auto getLevel = [&](const std::string &text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    return dl::stringifyLevel(dl::getLevel(*module)).str();
  };
  EXPECT_EQ(getLevel("module {}"), "scheduled");
  EXPECT_EQ(getLevel("llvm.func @f()"), "llvm-dialect");
  // Operators, or results that nothing is to write yet.
  const std::string identity =
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }";
  EXPECT_EQ(getLevel(identity), "graph");
  EXPECT_EQ(getLevel("module attributes {dl.level = \"te\"} {" + identity + "}"), "te");
  EXPECT_EQ(getLevel("func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : "
                     "tensor<4xf32> }"),
            "scheduled");
  EXPECT_EQ(getLevel("func.func @main(%x: tensor<4xf32>) { return }"), "scheduled");
  EXPECT_EQ(getLevel("func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32> {te.destination}) -> "
                     "tensor<4xf32> { return %x : tensor<4xf32> }"),
            "scheduled");
  const std::string stage =
      "func.func private @k(%x: tensor<4xf32>, %d: tensor<4xf32> {te.destination}) -> "
      "tensor<4xf32> attributes {te.kernel} {\n%r = te.compute \"r\" axes(i = 4) : "
      "tensor<4xf32> {\n^bb0(%i: index):\n%0 = te.read %x[%i] : tensor<4xf32>\nte.yield %0 : "
      "f32\n}\nreturn %r : tensor<4xf32>\n}";
  EXPECT_EQ(getLevel(stage), "te");
  // A stage tells more than results do.
  EXPECT_EQ(getLevel(stage + identity), "te");
  EXPECT_EQ(getLevel(stage + "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%0 = "
                             "graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : "
                             "tensor<4xf32>\n}"),
            "graph");
}

TEST(Levels, NamesParseBack) {
  for (dl::Level level : {dl::Level::Graph, dl::Level::Te, dl::Level::Scheduled,
                          dl::Level::Bufferized, dl::Level::LLVMDialect, dl::Level::LLVM,
                          dl::Level::Assembly, dl::Level::Object, dl::Level::Library})
    EXPECT_EQ(dl::parseLevel(dl::stringifyLevel(level)), level);
  EXPECT_EQ(dl::parseLevel("machine"), std::nullopt);
}

TEST(PhaseTimes, PrintsSumAndShares) {
  std::string text;
  llvm::raw_string_ostream os(text);
  dl::printPhaseTimes({{"read", 0.25}, {"link", 0.75}}, os);
  EXPECT_EQ(text, "read              0.250 s   25.0 %\n"
                  "link              0.750 s   75.0 %\n"
                  "total             1.000 s\n");
}

TEST(PassPipeline, IsThatOfTheLevelsBelow) {
  auto context = dl::createCompilerContext();
  auto getPipeline = [&](llvm::StringRef text) -> std::string {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    dl::PhaseTimes times;
    auto pipeline = dl::getPassPipeline(*module, dl::CompileOptions(), times);
    return mlir::succeeded(pipeline) ? *pipeline : "none";
  };
  auto has = [](const std::string &pipeline, const char *pass) {
    return pipeline.find(pass) != std::string::npos;
  };
  // A graph is optimised first; from te on it goes on below.
  std::string graph = getPipeline("module attributes {dl.level = \"graph\"} {}");
  EXPECT_TRUE(has(graph, "graph-")) << graph;
  EXPECT_TRUE(has(graph, "convert-graph-to-te")) << graph;
  EXPECT_TRUE(has(graph, "dl-plan-memory")) << graph;
  std::string te = getPipeline("module attributes {dl.level = \"te\"} {}");
  EXPECT_FALSE(has(te, "convert-graph-to-te")) << te;
  EXPECT_TRUE(has(te, "dl-plan-memory")) << te;
  EXPECT_TRUE(has(te, "dl-describe-model")) << te;
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.str();
    return mlir::success();
  });
  EXPECT_EQ(getPipeline("module attributes {dl.level = \"llvm-dialect\"} {}"), "none");
  EXPECT_EQ(errors, "expected a module above the level 'llvm-dialect'");
}

} // namespace
