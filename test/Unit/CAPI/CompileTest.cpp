//===-- CompileTest.cpp - models to IR, from C ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl-c/Compile.h"

#include "mlir/CAPI/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <array>
#include <csignal>

namespace {

constexpr llvm::StringLiteral relu = R"(
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })";

DlSource inMemory(llvm::StringRef bytes, DlFormat format, llvm::StringRef name = "relu") {
  DlSource source = {};
  source.name = wrap(name);
  source.bytes = bytes.data();
  source.size = bytes.size();
  source.format = format;
  return source;
}

/// A result that is freed at the end.
class Compiled {
public:
  Compiled(DlSource source, llvm::StringRef level, DlOptions options = dlGetDefaultOptions(),
           llvm::StringRef output = "")
      : result(dlCompile(source, wrap(level), wrap(output), options)) {}
  explicit Compiled(DlResult result) : result(result) {}
  ~Compiled() { dlResultDestroy(result); }
  Compiled(const Compiled &) = delete;
  Compiled &operator=(const Compiled &) = delete;

  bool isSuccess() const { return dlResultIsSuccess(result); }
  std::string getText() const { return unwrap(dlResultGetText(result)).str(); }
  std::string getErrors() const {
    std::string all;
    for (intptr_t i = 0; i < dlResultGetNumDiagnostics(result); ++i)
      all += unwrap(dlResultGetDiagnostic(result, i)).str() + "\n";
    return all;
  }

private:
  DlResult result;
};

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST(Compile, TellsProgress) {
  std::vector<std::string> phases;
  DlOptions options = dlGetDefaultOptions();
  options.onProgress = [](MlirStringRef phase, int64_t done, int64_t total, void *data) {
    EXPECT_LE(done, total);
    static_cast<std::vector<std::string> *>(data)->push_back(unwrap(phase).str());
  };
  options.progressData = &phases;
  EXPECT_TRUE(Compiled(inMemory(relu, DL_FORMAT_MLIR), "te", options).isSuccess());
  EXPECT_EQ(phases, (std::vector<std::string>{"check", "graph", "te"}));
}

TEST(Compile, TextWithoutWeightsAndPlaces) {
  DlOptions options = dlGetDefaultOptions();
  options.omitLocations = true;
  EXPECT_TRUE(contains(Compiled(inMemory(relu, DL_FORMAT_MLIR), "te").getText(), "loc("));
  EXPECT_FALSE(contains(Compiled(inMemory(relu, DL_FORMAT_MLIR), "te", options).getText(), "loc("));
}

TEST(Compile, TextOfEachLevel) {
  const std::pair<const char *, const char *> levels[] = {
      {"graph", "graph.relu"},
      {"te", "te.compute"},
      {"scheduled", "linalg.generic"},
      {"schedule", "transform.named_sequence"},
      {"loops", "relu[i0] = f(arg0[i0])"},
      {"bufferized", "memref"},
      {"llvm-dialect", "llvm.func"},
      {"llvm", "define "},
      {"assembly", ".text"},
  };
  for (const auto &[level, part] : levels) {
    Compiled compiled(inMemory(relu, DL_FORMAT_MLIR), level);
    EXPECT_TRUE(compiled.isSuccess()) << level << ": " << compiled.getErrors();
    EXPECT_TRUE(contains(compiled.getText(), part)) << level << ": " << compiled.getText();
    EXPECT_EQ(compiled.getErrors(), "") << level;
  }
}

TEST(Compile, SignalsAreTheProgramsOwn) {
  llvm::SmallString<128> file;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("signals", "so", file));
  constexpr std::array signals = {SIGINT, SIGTERM, SIGSEGV, SIGPIPE};
  auto getHandler = [](int signal) {
    struct sigaction action;
    EXPECT_EQ(sigaction(signal, nullptr, &action), 0);
    return action.sa_handler;
  };
  std::signal(SIGINT, SIG_IGN);
  // A sanitizer has some of them.
  std::vector<decltype(SIG_DFL)> before;
  for (int signal : signals)
    before.push_back(getHandler(signal));
  for (const char *level : {"te", "llvm", "library"}) {
    Compiled compiled(inMemory(relu, DL_FORMAT_MLIR), level, dlGetDefaultOptions(), file);
    EXPECT_TRUE(compiled.isSuccess()) << compiled.getErrors();
  }
  for (auto [signal, handler] : llvm::zip_equal(signals, before))
    EXPECT_EQ(getHandler(signal), handler) << signal;
  std::signal(SIGINT, SIG_DFL);
  EXPECT_FALSE(llvm::sys::fs::remove(file));
}

/// Where a model's data are means something for ONNX alone.
TEST(Compile, AFolderOfDataForMlir) {
  llvm::SmallString<128> file;
  int descriptor;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("folder", "mlir", descriptor, file));
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << relu;
  DlSource source = {};
  source.name = wrap(file.str());
  source.dataFolder = wrap(llvm::StringRef("/"));
  Compiled compiled(source, "te");
  EXPECT_TRUE(compiled.isSuccess()) << compiled.getErrors();
  EXPECT_FALSE(llvm::sys::fs::remove(file));
}

TEST(Compile, AnInputIsNoOutput) {
  llvm::SmallString<128> file;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("input", "mlir", file));
  ASSERT_FALSE(llvm::sys::fs::copy_file(DL_TEST_MODEL, file));
  DlSource source = {};
  source.name = wrap(llvm::StringRef(file));
  Compiled compiled(source, "library", dlGetDefaultOptions(), file);
  EXPECT_FALSE(compiled.isSuccess());
  EXPECT_TRUE(contains(compiled.getErrors(), "expected an output that is not an input"));
  auto before = llvm::MemoryBuffer::getFile(DL_TEST_MODEL),
       after = llvm::MemoryBuffer::getFile(file);
  ASSERT_TRUE(before && after);
  EXPECT_EQ((*before)->getBuffer(), (*after)->getBuffer());
  EXPECT_FALSE(llvm::sys::fs::remove(file));
}

TEST(Compile, FilesAndTheSameBytesGiveTheSameText) {
  DlSource file = {};
  file.name = wrap(llvm::StringRef(DL_TEST_MODEL));
  auto buffer = llvm::MemoryBuffer::getFile(DL_TEST_MODEL);
  ASSERT_TRUE(buffer);
  Compiled fromFile(file, "te"),
      fromBytes(inMemory((*buffer)->getBuffer(), DL_FORMAT_BY_NAME, DL_TEST_MODEL), "te");
  ASSERT_TRUE(fromFile.isSuccess()) << fromFile.getErrors();
  EXPECT_EQ(fromFile.getText(), fromBytes.getText());
}

TEST(Compile, ErrorsComeBackWithTheirPlace) {
  Compiled compiled(inMemory("func.func @main() {\n  foo\n}", DL_FORMAT_MLIR, "bad.mlir"), "te");
  EXPECT_FALSE(compiled.isSuccess());
  EXPECT_TRUE(contains(compiled.getErrors(), "bad.mlir:2:3: error: ")) << compiled.getErrors();
  EXPECT_EQ(compiled.getText(), "");
}

TEST(Compile, ModelsThatAreNone) {
  Compiled onnx(inMemory("\xff\xff\xff", DL_FORMAT_ONNX), "te");
  EXPECT_TRUE(contains(onnx.getErrors(), "expected an ONNX model")) << onnx.getErrors();
  Compiled unknown(inMemory(relu, DL_FORMAT_BY_NAME, "relu.txt"), "te");
  EXPECT_TRUE(contains(unknown.getErrors(), "expected a .onnx, .mlir or .mlirbc model, got "
                                            "'relu.txt'"))
      << unknown.getErrors();
  DlSource missing = {};
  missing.name = wrap(llvm::StringRef("/nowhere/model.onnx"));
  Compiled file(missing, "te");
  EXPECT_TRUE(contains(file.getErrors(), "cannot open")) << file.getErrors();
}

/// A name tells the format only where the caller leaves it to it.
TEST(Compile, FormatsBesideNames) {
  Compiled mlir(inMemory(relu, DL_FORMAT_MLIR, "relu.onnx"), "te");
  EXPECT_TRUE(mlir.isSuccess()) << mlir.getErrors();
  Compiled onnx(inMemory("\xff\xff\xff", DL_FORMAT_ONNX, "relu.mlir"), "te");
  EXPECT_TRUE(contains(onnx.getErrors(), "expected an ONNX model")) << onnx.getErrors();
  Compiled named(inMemory("\xff\xff\xff", DL_FORMAT_BY_NAME, "relu.onnx"), "te");
  EXPECT_TRUE(contains(named.getErrors(), "expected an ONNX model")) << named.getErrors();
}

TEST(Compile, Objects) {
  llvm::SmallString<128> file;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("object", "o", file));
  Compiled compiled(inMemory(relu, DL_FORMAT_MLIR), "object", dlGetDefaultOptions(), file);
  EXPECT_TRUE(compiled.isSuccess()) << compiled.getErrors();
  EXPECT_EQ(compiled.getText(), "");
  auto object = llvm::MemoryBuffer::getFile(file);
  ASSERT_TRUE(object);
  EXPECT_TRUE((*object)->getBuffer().starts_with("\x7f"
                                                 "ELF"));
  EXPECT_FALSE(llvm::sys::fs::remove(file));
}

TEST(Compile, OptionsOutOfRange) {
  DlSource source = inMemory(relu, DL_FORMAT_MLIR);
  EXPECT_TRUE(contains(Compiled(source, "nowhere").getErrors(), "expected the level to be graph"));
  EXPECT_TRUE(contains(Compiled(source, "library").getErrors(),
                       "requires an output file for the level 'library'"));
  EXPECT_TRUE(contains(Compiled(source, "object").getErrors(),
                       "requires an output file for the level 'object'"));
  struct Wrong {
    void (*set)(DlOptions &);
    const char *error;
  };
  const Wrong all[] = {
      {[](DlOptions &options) { options.threads = 0; }, "expected 1 to 1024 threads, got 0"},
      {[](DlOptions &options) { options.threads = 1025; }, "expected 1 to 1024 threads, got 1025"},
      {[](DlOptions &options) { options.jobs = 0; }, "expected 1 to 1024 jobs, got 0"},
      {[](DlOptions &options) { options.jobs = 1025; }, "expected 1 to 1024 jobs, got 1025"},
      {[](DlOptions &options) { options.optimization = 4; },
       "expected an optimization level from 0 to 3, got 4"},
      {[](DlOptions &options) { options.precision = wrap(llvm::StringRef("f16")); },
       "expected the precision to be f32, bf16 or bf16-always, got 'f16'"},
  };
  for (const Wrong &wrong : all) {
    DlOptions options = dlGetDefaultOptions();
    wrong.set(options);
    for (const Compiled &result : {Compiled(source, "te", options),
                                   Compiled(dlReport(source, options, nullptr, nullptr, 0))}) {
      EXPECT_FALSE(result.isSuccess()) << wrong.error;
      EXPECT_EQ(result.getText(), "") << wrong.error;
      EXPECT_TRUE(contains(result.getErrors(), wrong.error)) << result.getErrors();
    }
  }
}

TEST(Compile, OptionsAtTheirEnds) {
  DlSource source = inMemory(relu, DL_FORMAT_MLIR);
  DlOptions options = dlGetDefaultOptions();
  options.optimization = 3;
  for (int threads : {1, 1024}) {
    options.threads = threads;
    Compiled compiled(source, "te", options);
    EXPECT_TRUE(compiled.isSuccess()) << threads << ": " << compiled.getErrors();
  }
  options.threads = 1;
  options.jobs = 1024;
  Compiled compiled(source, "te", options);
  EXPECT_TRUE(compiled.isSuccess()) << compiled.getErrors();
}

TEST(Compile, Reports) {
  DlSource source = inMemory(relu, DL_FORMAT_MLIR, "models/relu.mlir");
  DlOptions options = dlGetDefaultOptions();
  Compiled expected(dlReport(source, options, nullptr, nullptr, 0));
  ASSERT_TRUE(expected.isSuccess()) << expected.getErrors();
  EXPECT_TRUE(contains(expected.getText(), "<title>Report of relu.mlir</title>"));
  EXPECT_FALSE(contains(expected.getText(), "<dt>measured</dt>"));
  EXPECT_FALSE(contains(expected.getText(), "id=\"errors\""));
  const double times[] = {2.5}, errors[] = {1e-7};
  Compiled measured(dlReport(source, options, times, errors, 1));
  ASSERT_TRUE(measured.isSuccess()) << measured.getErrors();
  EXPECT_TRUE(contains(measured.getText(), "<dt>measured</dt><dd>2.50 us</dd>"));
  EXPECT_TRUE(contains(measured.getText(), "call 0, relu: 1.00e-07"));
  // One without the other.
  Compiled timed(dlReport(source, options, times, nullptr, 1));
  EXPECT_TRUE(contains(timed.getText(), "<dt>measured</dt>"));
  EXPECT_FALSE(contains(timed.getText(), "id=\"errors\""));
}

TEST(Compile, ReportsOfModelsThatAreNone) {
  DlOptions options = dlGetDefaultOptions();
  Compiled text(
      dlReport(inMemory("none", DL_FORMAT_MLIR, "bad.mlir"), options, nullptr, nullptr, 0));
  EXPECT_FALSE(text.isSuccess());
  EXPECT_EQ(text.getText(), "");
  EXPECT_TRUE(contains(text.getErrors(), "bad.mlir:1:1: error: ")) << text.getErrors();
  // What is read, and cannot be compiled.
  constexpr llvm::StringLiteral twice = R"(
    func.func @main(%x: tensor<4xf32> {dl.name = "x"}, %y: tensor<4xf32> {dl.name = "x"})
        -> tensor<4xf32> {
      return %x : tensor<4xf32>
    })";
  for (const Compiled &result :
       {Compiled(dlReport(inMemory(twice, DL_FORMAT_MLIR), options, nullptr, nullptr, 0)),
        Compiled(inMemory(twice, DL_FORMAT_MLIR), "te"),
        Compiled(inMemory(twice, DL_FORMAT_MLIR), "llvm")}) {
    EXPECT_FALSE(result.isSuccess());
    EXPECT_EQ(result.getText(), "");
    EXPECT_NE(result.getErrors(), "");
  }
}

TEST(Compile, TextsOfManyWeights) {
  constexpr llvm::StringLiteral model = R"(
    func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
      %c = graph.constant dense<[0.,1.,2.,3.,4.,5.,6.,7.,8.,9.,10.,11.,12.,13.,14.,15.,
        16.,17.,18.,19.,20.,21.,22.,23.,24.,25.,26.,27.,28.,29.,30.,31.]> : tensor<32xf32>
      %0 = graph.add %x, %c : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
      return %0 : tensor<32xf32>
    })";
  DlSource source = inMemory(model, DL_FORMAT_MLIR);
  DlOptions options = dlGetDefaultOptions();
  EXPECT_TRUE(contains(Compiled(source, "graph", options).getText(), "3.100000e+01"));
  options.elideWeights = true;
  Compiled elided(source, "graph", options);
  EXPECT_FALSE(contains(elided.getText(), "3.100000e+01")) << elided.getText();
  EXPECT_TRUE(contains(elided.getText(), "dense_resource<__elided__>")) << elided.getText();
}

TEST(Compile, Sizes) {
  DlOptions options = dlGetDefaultOptions();
  options.sizes = wrap(llvm::StringRef("rows=many"));
  Compiled compiled(inMemory(relu, DL_FORMAT_MLIR), "te", options);
  EXPECT_FALSE(compiled.isSuccess());
  EXPECT_TRUE(contains(compiled.getErrors(), "rows=many")) << compiled.getErrors();
}

TEST(Compile, CachesKeepWhatWasCompiled) {
  llvm::SmallString<128> folder, file;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("dl-capi-cache", folder));
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("cached", "o", file));
  DlSource source = inMemory(relu, DL_FORMAT_MLIR);
  DlOptions options = dlGetDefaultOptions();
  options.cache = wrap(folder.str());
  int phases = 0;
  options.onProgress = [](MlirStringRef, int64_t, int64_t, void *data) {
    ++*static_cast<int *>(data);
  };
  options.progressData = &phases;
  auto read = [&] {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "";
  };
  Compiled first(source, "object", options, file);
  ASSERT_TRUE(first.isSuccess()) << first.getErrors();
  std::string object = read();
  EXPECT_GT(phases, 0);
  EXPECT_NE(object, "");
  // Found again by the same bytes, not by others.
  phases = 0;
  ASSERT_FALSE(llvm::sys::fs::remove(file));
  EXPECT_TRUE(Compiled(source, "object", options, file).isSuccess());
  EXPECT_EQ(phases, 0);
  EXPECT_EQ(read(), object);
  std::string other = relu.str();
  other.replace(other.find("graph.relu"), 10, "graph.tanh");
  EXPECT_TRUE(Compiled(inMemory(other, DL_FORMAT_MLIR), "object", options, file).isSuccess());
  EXPECT_GT(phases, 0);
  EXPECT_NE(read(), object);
  std::string inside = (folder + "/" + "none.o/x").str();
  EXPECT_TRUE(contains(Compiled(source, "object", options, inside).getErrors(), "cannot write"));
  const std::string under = (file + "/folder").str();
  options.cache = wrap(llvm::StringRef(under));
  Compiled nowhere(source, "object", options, file);
  EXPECT_FALSE(nowhere.isSuccess());
  EXPECT_TRUE(contains(nowhere.getErrors(), under.c_str())) << nowhere.getErrors();
  llvm::sys::fs::remove(file);
  llvm::sys::fs::remove_directories(folder);
}

TEST(Compile, CodeForAnotherArchitecture) {
  DlSource source = inMemory(relu, DL_FORMAT_MLIR);
  DlOptions options = dlGetDefaultOptions();
  options.target = wrap(llvm::StringRef("aarch64-linux-gnu"));
  options.cpu = wrap(llvm::StringRef("cortex-a53"));
  Compiled compiled(source, "assembly", options);
  EXPECT_TRUE(compiled.isSuccess()) << compiled.getErrors();
  // Four floats in a register of NEON.
  EXPECT_TRUE(contains(compiled.getText(), ".4s")) << compiled.getText();
  options.target = wrap(llvm::StringRef("x86_64-linux-gnu"));
  EXPECT_TRUE(contains(Compiled(source, "te", options).getErrors(),
                       "got 'cortex-a53', which is one of aarch64-linux-gnu"));
  options.target = wrap(llvm::StringRef("sparc"));
  EXPECT_TRUE(contains(
      Compiled(source, "te", options).getErrors(),
      "expected --target to be x86_64-linux-gnu, aarch64-linux-gnu, the file of a record"));
  // A stock record says both.
  options.target = wrap(llvm::StringRef("cortex-a53"));
  options.cpu = MlirStringRef();
  EXPECT_TRUE(contains(Compiled(source, "assembly", options).getText(), ".4s"));
}

TEST(Compile, SupportedOperators) {
  std::string text;
  dlPrintSupportedOperators(
      [](MlirStringRef part, void *data) { *static_cast<std::string *>(data) += unwrap(part); },
      &text);
  EXPECT_TRUE(contains(text, "Conv")) << text;
}
