//===-- TemplateTest.cpp - schedules of templates ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is a template, and what it makes of kernels.
//
//===----------------------------------------------------------------------===//
#include "FakeRunner.h"
#include "SmallTask.h"

#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Measure/KernelTrial.h"
#include "dl/Tuning/Measure/TemplateSpace.h"
#include "dl/Tuning/Measure/Tuner.h"

#include "dl/Tuning/Report/Explain.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::tuning;
using namespace mlir;

namespace {

/// A kernel that names a sequence of two choices, and one of another form before it.
constexpr llvm::StringLiteral templates = R"(
func.func private @copy(%a: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
func.func private @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %o: tensor<8x8xf32> {te.destination})
    -> tensor<8x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@blocked} {
  %c = te.compute "C" axes(i = 8, j = 8) reduce(k = 8) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xf32>
    %y = te.read %b[%k, %j] : tensor<8x8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<8x8xf32>
}
func.func private @plain(%a: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  return %a : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence private @declared(!transform.any_op {transform.readonly})
  transform.named_sequence @rows(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %i = schedule.axes %C : !schedule.axis
    %f:2 = schedule.sample_tile %C[%i] : !transform.param<i64>, !transform.param<i64>
    %io, %ii = schedule.split %C[%i] by param %f#1 : !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @blocked(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %f:2 = schedule.sample_tile %C[%i] max 8 : !transform.param<i64>, !transform.param<i64>
    %u = schedule.sample_categorical [8, 4] probabilities [0.5, 0.5] : !transform.param<i64>
    %io, %ii = schedule.split %C[%i] by param %f#1 : !transform.param<i64>
    %jo, %ji = schedule.split %C[%j] by param %u : !transform.param<i64>
    transform.yield
  }
})";

std::string replace(std::string text, llvm::StringRef old, llvm::StringRef other) {
  size_t at = text.find(old.str());
  EXPECT_NE(at, std::string::npos) << old.str();
  return text.replace(at, old.size(), other.str());
}

class TemplateTest : public testing::Test {
protected:
  TemplateTest() {
    handler.emplace(&reader.getContext(), [this](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      return success();
    });
  }
  std::vector<ScheduleTemplate> read(llvm::StringRef text) {
    errors.clear();
    llvm::SmallString<128> path;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("dl-template", "mlir", path));
    {
      std::error_code error;
      llvm::raw_fd_ostream(path, error) << text;
      EXPECT_FALSE(error);
    }
    auto made = readTemplates(path, reader.getContext());
    llvm::sys::fs::remove(path);
    return succeeded(made) ? std::move(*made) : std::vector<ScheduleTemplate>();
  }
  std::string refuse(llvm::StringRef text) {
    EXPECT_TRUE(read(text).empty());
    return errors;
  }
  /// What is wrong with a template's text for a product.
  std::string create(llvm::StringRef text) {
    auto module = llvm::cantFail(reader.readModule(product.module));
    auto kernel = TemplateKernel::create(KernelReader::getKernel(*module), text);
    return kernel ? "" : llvm::toString(kernel.takeError());
  }

  KernelReader reader;
  std::string errors;
  std::optional<ScopedDiagnosticHandler> handler;
  Task product = readTasks(makeProduct("matmul", "matmul", "m", 32))[0];
};

TEST_F(TemplateTest, OfAFile) {
  std::vector<ScheduleTemplate> made = read(templates);
  ASSERT_EQ(made.size(), 2u) << errors;
  EXPECT_EQ(made[0].record.name, "rows");
  EXPECT_EQ(made[1].record.name, "blocked");
  EXPECT_NE(made[0].form, made[1].form);
  EXPECT_EQ(made[1].record.hash, hashTemplate(made[1].record.module));
  // Names are canonical.
  EXPECT_NE(made[1].record.module.find("@template("), std::string::npos);
  EXPECT_NE(made[1].record.module.find("schedule.stage %arg0[\"s0\"]"), std::string::npos)
      << made[1].record.module;
}

TEST_F(TemplateTest, SequencesThatAreNone) {
  EXPECT_EQ(refuse(replace(templates.str(), "@schedules::@rows", "@schedules::@declared")),
            "expected the sequence of a template to have a body\n");
  EXPECT_EQ(refuse(replace(templates.str(), "@rows(%kernel: !transform.any_op {transform.readonly}",
                           "@rows(%kernel: !transform.any_op {transform.readonly}, %other: "
                           "!transform.any_op {transform.readonly}")),
            "expected the sequence of a template to take the kernel alone, got 2 arguments\n");
}

TEST_F(TemplateTest, TextsOfStrangers) {
  std::string text = read(templates)[1].record.module;
  EXPECT_EQ(create(text), "");
  EXPECT_EQ(create("text").find("expected the text of a template: "), 0u) << create("text");
  EXPECT_NE(create(std::string(5000, '(')).find("expected the text of a template: "),
            std::string::npos);
  EXPECT_EQ(create("module {}"),
            "expected the text of a template: it has to be one sequence @template");
  EXPECT_EQ(create(replace(text, "@template", "@other")),
            "expected the text of a template: it has to be one sequence @template");
  // Nothing beside it.
  size_t end = text.rfind('}');
  std::string more = text;
  more.insert(end, "  module @more {}\n");
  EXPECT_EQ(create(more), "expected the text of a template: it has to be one sequence @template");
  more = text;
  more.insert(more.find("transform.yield"), "transform.print %arg0 : !transform.any_op\n    ");
  EXPECT_NE(create(more).find("and transform.alternatives alone, got transform.print"),
            std::string::npos)
      << create(more);
}

TEST_F(TemplateTest, DecisionsOfARecordAreThoseOfTheTemplate) {
  std::vector<ScheduleTemplate> made = read(templates);
  auto module = llvm::cantFail(reader.readModule(product.module));
  auto kernel = llvm::cantFail(
      TemplateKernel::create(KernelReader::getKernel(*module), made[1].record.module));
  std::vector<dl::schedule::Choice> choices = {{"0 s0 a0 factor 1", {4}, 0}, {"1 choice", {1}, 0}};
  auto run = [&] {
    auto result = kernel.run(choices);
    return result ? "" : llvm::toString(result.takeError());
  };
  EXPECT_EQ(run(), "");
  // One that it does not have is of no use, and of no harm.
  choices.push_back({"2 choice", {1}, 0});
  EXPECT_EQ(run(), "");
  const std::string differs = "the template has other choices than the record: it decides on '";
  choices[0].candidates = {5};
  EXPECT_EQ(run(), differs + "0 s0 a0 factor 1' otherwise");
  choices[0].candidates = {4};
  choices[1].name = "other";
  EXPECT_EQ(run(), differs + "1 choice' otherwise");

  // So are records in the space of its schedules.
  TemplateRecord &record = made[1].record;
  auto space = llvm::cantFail(TemplateSpace::create(product.module, record, 1, reader));
  Record known;
  known.templateHash = record.hash;
  known.choices = choices;
  EXPECT_FALSE(space->replay(known));
  known.choices[1].name = "1 choice";
  CandidateRef candidate = space->replay(known);
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->templateHash, record.hash);
  known.templateHash = made[0].record.hash;
  EXPECT_FALSE(space->replay(known));
  EXPECT_FALSE(space->makeDefault());
  EXPECT_EQ(space->getRefusal(), "");
  EXPECT_NE(llvm::toString(TemplateSpace::create("text", record, 1, reader).takeError()), "");
  record.module = "module {}";
  EXPECT_EQ(llvm::toString(TemplateSpace::create(product.module, record, 1, reader).takeError()),
            "expected the text of a template: it has to be one sequence @template");
}

/// Reports make the schedules of records again, those of templates whose text a database has too.
TEST_F(TemplateTest, RecordsOfADatabaseAreMadeAgain) {
  std::vector<ScheduleTemplate> made = read(templates);
  Database database;
  llvm::cantFail(database.append(makeKernelRecord(product)));
  TemplateRecord lost = made[0].record;
  lost.module = "module {}";
  lost.hash = hashTemplate(lost.module);
  for (const TemplateRecord &record : {made[1].record, lost})
    llvm::cantFail(database.append(record));
  Record record;
  record.task = product.key;
  record.target = product.target;
  record.threads = product.threads;
  record.search = "random";
  record.hash = std::string(64, 'f');
  record.templateHash = made[1].record.hash;
  record.choices = {{"0 s0 a0 factor 1", {4}, 0}, {"1 choice", {1}, 0}};
  record.measurement.outcome = Outcome::Ok;
  record.measurement.seconds = {1e-6};
  Record other = record, unknown = record;
  other.templateHash = lost.hash;
  unknown.templateHash = std::string(64, 'e');
  for (const Record &each : {record, other, unknown})
    llvm::cantFail(database.append(each));
  TaskHistory history = readHistories(database).front();
  TaskReplay replay = llvm::cantFail(TaskReplay::create(database, history));
  CandidateRef candidate = replay.replay(record);
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->templateHash, record.templateHash);
  EXPECT_FALSE(replay.replay(other));
  EXPECT_FALSE(replay.replay(unknown));
}

/// What a space says of the schedules that it could not make.
TEST_F(TemplateTest, SpacesThatRefuseAll) {
  auto createSpace = [&](llvm::StringRef old, llvm::StringRef other, size_t number) {
    std::vector<ScheduleTemplate> made = read(replace(templates.str(), old, other));
    return llvm::cantFail(TemplateSpace::create(product.module, made[number].record, 1, reader));
  };
  std::mt19937_64 random(1);
  auto space = createSpace("[8, 4]", "[0, 0]", 1);
  EXPECT_FALSE(space->make({}, random));
  llvm::StringRef end = " (16 of 16 refusals)";
  EXPECT_TRUE(llvm::StringRef(space->getRefusal()).ends_with(end)) << space->getRefusal();
  // Not for ever.
  for (int draw = 0; draw < 40; ++draw)
    EXPECT_FALSE(space->make({}, random));
  end = " (500 of 500 refusals)";
  EXPECT_TRUE(llvm::StringRef(space->getRefusal()).ends_with(end)) << space->getRefusal();
  // Where nothing was drawn it would be the same again.
  auto other = createSpace("@rows", "@rows", 0);
  EXPECT_FALSE(other->make({}, random));
  end = " (1 of 1 refusals)";
  EXPECT_TRUE(llvm::StringRef(other->getRefusal()).ends_with(end)) << other->getRefusal();
}

/// Each kernel is tuned by the template of its form.
TEST_F(TemplateTest, AreForKernelsOfTheirForm) {
  TuneOptions options;
  options.model = "estimate";
  options.trials = 2;
  options.finalists = 1;
  options.measuredBy = std::make_shared<FakeRunner>();
  options.templates = read(templates);
  ASSERT_EQ(options.templates.size(), 2u);
  TuneObserver observer;
  auto getTemplates = [&](const Task &task) {
    Database database;
    llvm::cantFail(tune({task}, database, options, observer));
    std::vector<std::string> names;
    for (const Record &record : database.getRecords())
      if (record.search == options.search) {
        const TemplateRecord *known = database.lookupTemplate(record.templateHash);
        names.push_back(known ? known->name : record.templateHash);
      }
    return names;
  };
  EXPECT_EQ(getTemplates(product), (std::vector<std::string>{"blocked", "blocked"}));
  // Another form, and extents that a run knows: the rules.
  std::string difference = makeProduct("matmul", "matmul", "m", 32);
  EXPECT_EQ(getTemplates(readTasks(replace(difference, "arith.mulf", "arith.subf"))[0]),
            (std::vector<std::string>{"", ""}));
  std::string open = makeProduct("matmul", "matmul", "m", 32);
  for (size_t at; (at = open.find("16x")) != std::string::npos;)
    open.replace(at, 3, "?x");
  open = replace(open, "m = 16", "m = %d");
  open.insert(open.find("  %r = "), "  %z = arith.constant 0 : index\n"
                                    "  %d = tensor.dim %a, %z : tensor<?x24xf32>\n");
  EXPECT_EQ(getTemplates(readTasks(open)[0]), (std::vector<std::string>{"", ""}));
}

//===----------------------------------------------------------------------===//
// Kernels of strangers
//===----------------------------------------------------------------------===//

/// What is wrong with a kernel that is to be measured.
std::string readTrial(const std::string &text, llvm::StringRef target = "") {
  auto context = dl::createCompilerContext();
  dl::CompileOptions options;
  options.target = target.str();
  auto trial = TrialKernel::read(text, options, *context);
  return trial ? "" : llvm::toString(trial.takeError());
}

/// A product of bytes, for which machines have instructions of their own.
constexpr llvm::StringLiteral byteProduct = R"(
func.func private @kernel(%a: tensor<16x24xi8>, %b: tensor<24x32xi8>,
    %c: tensor<16x32xi32> {te.destination}) -> tensor<16x32xi32> attributes {te.kernel} {
  %r = te.compute "s0" axes(a0 = 16, a1 = 32) reduce(a2 = 24) combine(add) : tensor<16x32xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %a[%i, %k] : tensor<16x24xi8>
    %1 = te.read %b[%k, %j] : tensor<24x32xi8>
    %2 = arith.extsi %0 : i8 to i32
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    te.yield %4 : i32
  }
  return %r : tensor<16x32xi32>
})";

TEST_F(TemplateTest, KernelsThatCannotBeMeasured) {
  const std::string kernel = makeProduct("kernel", "s0", "a0", 32);
  EXPECT_EQ(readTrial(kernel), "");
  const std::string none = "expected the module of a task to have a kernel @kernel";
  EXPECT_EQ(readTrial(makeProduct("other", "s0", "a0", 32)), none);
  EXPECT_EQ(readTrial(replace(kernel, " attributes {te.kernel}", "")), none);
  const std::string tensors = "expected the kernel of a task to take tensors";
  EXPECT_EQ(readTrial(replace(kernel, "%a:", "%n: index, %a:")), tensors);
  EXPECT_EQ(readTrial(replace(kernel, "%a:", "%n: tensor<8xcomplex<f32>>, %a:")), tensors);
  EXPECT_EQ(readTrial(byteProduct.str()), "");
  EXPECT_EQ(readTrial(byteProduct.str(), "sparc")
                .find("expected the kernel of a task to be of this "
                      "compiler: "),
            0u);
  // Extents that an element tells.
  EXPECT_EQ(readTrial(R"(
    func.func private @kernel(%n: tensor<1xi64>, %d: tensor<?xf32> {te.destination})
        -> tensor<?xf32> attributes {te.kernel} {
      %z = arith.constant 0 : index
      %wide = tensor.extract %n[%z] : tensor<1xi64>
      %size = arith.index_cast %wide : i64 to index
      %r = te.compute "s0" axes(a0 = %size) : tensor<?xf32> {
      ^bb0(%i: index):
        %0 = arith.constant 0.0 : f32
        te.yield %0 : f32
      }
      return %r : tensor<?xf32>
    })"),
            "expected sizes from which the shapes of the kernel's results follow");
}

TEST_F(TemplateTest, DecisionsWithoutATemplateAreAnOutcome) {
  auto context = dl::createCompilerContext();
  auto trial =
      llvm::cantFail(TrialKernel::read(makeProduct("kernel", "s0", "a0", 32), {}, *context));
  CompiledKernel code;
  Measurement result = trial.compile(std::vector<dl::schedule::Choice>(), code);
  EXPECT_EQ(result.outcome, Outcome::Illegal);
  EXPECT_EQ(result.message, "decisions for a template, but the task has none");
}

/// What diagnostics say of a kernel that has no code is the message of its trial.
TEST_F(TemplateTest, KernelsWithoutCodeAreAnOutcome) {
  auto context = dl::createCompilerContext();
  dl::CompileOptions options;
  options.target = "sparc";
  auto trial =
      llvm::cantFail(TrialKernel::read(makeProduct("kernel", "s0", "a0", 32), options, *context));
  CompiledKernel code;
  Measurement result = trial.compileDefault(code);
  EXPECT_EQ(result.outcome, Outcome::CompileError);
  EXPECT_EQ(result.message.find("expected --target to be"), 0u) << result.message;
  EXPECT_EQ(result.compileSeconds, 0);
}

TEST_F(TemplateTest, ModulesOfTasksThatCannotBeRead) {
  auto fail = [](auto result) { return result ? "" : llvm::toString(result.takeError()); };
  const std::string none = "expected the module of a task to have a kernel @kernel";
  for (const char *text : {"text", "module {}"}) {
    EXPECT_EQ(fail(reader.read(text)), none);
    EXPECT_EQ(fail(reader.readSized(text, {})), none);
    EXPECT_EQ(fail(reader.readSpace(text, 1)), none);
  }
  KernelReader other("sparc");
  EXPECT_EQ(fail(reader.read(byteProduct)), "");
  EXPECT_EQ(fail(other.read(byteProduct)), "cannot read the intrinsics of the task's machine");
  std::string open = makeProduct("kernel", "s0", "a0", 32);
  for (size_t at; (at = open.find("16x")) != std::string::npos;)
    open.replace(at, 3, "?x");
  open = replace(open, "a0 = 16", "a0 = %d");
  open.insert(open.find("  %r = "), "  %z = arith.constant 0 : index\n"
                                    "  %d = tensor.dim %a, %z : tensor<?x24xf32>\n");
  const std::string sizes = "expected sizes from which all extents of the kernel follow";
  EXPECT_EQ(fail(reader.readSized(open, {5})), "");
  EXPECT_EQ(fail(reader.readSpace(open, 1, {5})), "");
  EXPECT_EQ(fail(reader.readSized(open, {0})), sizes);
  EXPECT_EQ(fail(reader.readSpace(open, 1, {0})), sizes);
}

/// Sums in other orders differ by a little, whole numbers by nothing.
TEST(TrialResultTest, AreComparedByTheirType) {
  using dl::ElementType;
  using dl::Tensor;
  auto compare = [](auto first, auto second, ElementType type) {
    Tensor result(type, {2}), wanted(type, {2});
    for (Tensor *tensor : {&result, &wanted})
      tensor->getMutableValues<decltype(first)>()[0] = first;
    wanted.getMutableValues<decltype(first)>()[1] = first;
    result.getMutableValues<decltype(first)>()[1] = second;
    return findDifference({wanted, result}, {wanted, wanted});
  };
  EXPECT_EQ(compare(int32_t(7), int32_t(7), ElementType::I32), "");
  EXPECT_EQ(compare(int32_t(7), int32_t(8), ElementType::I32),
            "expected 7.00 for element 1 of result 1, got 8.00");
  EXPECT_EQ(compare(1.0f, 1.00009f, ElementType::F32), "");
  EXPECT_NE(compare(1.0f, 1.0002f, ElementType::F32), "");
  EXPECT_EQ(compare(1.0, 1 + 9e-11, ElementType::F64), "");
  EXPECT_NE(compare(1.0, 1 + 2e-10, ElementType::F64), "");
  // One of a hundred, and one of 32; four of a hundred, and five of them.
  EXPECT_EQ(compare(uint16_t(0x3c00), uint16_t(0x3c0a), ElementType::F16), "");
  EXPECT_NE(compare(uint16_t(0x3c00), uint16_t(0x3c20), ElementType::F16), "");
  EXPECT_EQ(compare(uint16_t(0x3f80), uint16_t(0x3f85), ElementType::BF16), "");
  EXPECT_NE(compare(uint16_t(0x3f80), uint16_t(0x3f87), ElementType::BF16), "");
  EXPECT_EQ(findDifference({}, {}), "");
}

} // namespace
