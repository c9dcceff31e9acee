//===-- Simulate.cpp - what dl-vdla-sim does ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Vdla/Simulate.h"

#include "MeasureSpeed.h"
#include "PrintCounters.h"

#include "dl/Support/Npy.h"
#include "dl/Support/ParseModule.h"
#include "dl/Target/Vdla/Translate.h"
#include "dl/Vdla/Timeline.h"
#include "dl/Vdla/Trace.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dl;
using namespace dl::vdla;

bool dl::vdla::parseOrder(StringRef text, SimulateOptions &options) {
  FunctionalOptions &functional = options.functional;
  if (text.consume_front("random:")) {
    functional.order = Order::Random;
    return !text.getAsInteger(10, functional.seed);
  }
  if (text.consume_front("delay:")) {
    functional.order = Order::Delay;
    return !text.getAsInteger(10, functional.victim) && functional.victim >= 0;
  }
  if (text.consume_front("orders:"))
    return !text.getAsInteger(10, options.numOrders) && options.numOrders >= 1;
  options.isAdverse = text == "adverse";
  static constexpr std::pair<StringLiteral, Order> names[] = {
      {"program", Order::Program},
      {"adverse", Order::Program},
      {"load-first", Order::LoadFirst},
      {"compute-first", Order::ComputeFirst},
      {"store-first", Order::StoreFirst}};
  for (const auto &[name, order] : names)
    if (text == name) {
      functional.order = order;
      return true;
    }
  return false;
}

namespace {
/// One run of the tool.
class Simulation {
public:
  Simulation(const SimulateOptions &options, const DialectRegistry &dialects, raw_ostream &out,
             raw_ostream &err)
      : options(options), out(out), err(err), context(dialects) {
    context.loadDialect<VdlaDialect, DLTIDialect>();
  }
  LogicalResult run();

private:
  LogicalResult fail(const llvm::Twine &message) {
    err << "dl-vdla-sim: error: " << message << "\n";
    return failure();
  }
  LogicalResult read();
  OwningOpRef<ModuleOp> parse(const llvm::MemoryBuffer &buffer);
  /// The position of a buffer that the host may read (or else write), or an error.
  FailureOr<size_t> findBuffer(StringRef name, bool isOutput);
  LogicalResult readInputs();
  FailureOr<BufferContents> runOnce(const FunctionalOptions &functional);
  LogicalResult compareOrders(const BufferContents &expected);
  LogicalResult compare(const BufferContents &expected, const FunctionalOptions &functional,
                        const llvm::Twine &what);
  LogicalResult time(std::string &trace);
  LogicalResult writeOutputs(const BufferContents &contents, const std::string &trace);

  const DeviceModel &getModel() const { return config.getModel(); }
  static bool isForHost(const Buffer &buffer, bool isOutput) {
    return buffer.direction == Direction::InOut ||
           buffer.direction == (isOutput ? Direction::Out : Direction::In);
  }

  const SimulateOptions &options;
  raw_ostream &out, &err;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ConfigAttr config;
  Program program;
  BufferContents contents;
  InputFiles inputFiles;
};
} // namespace

/// Whether the first word of a text, apart from comments, is that of assembly.
static bool isAssembly(StringRef text) {
  for (text = text.ltrim(); text.starts_with("//"); text = text.ltrim())
    text = text.drop_until([](char c) { return c == '\n'; });
  return text.starts_with("program") && text.drop_front(7).ltrim(" \t") != text.drop_front(7);
}

OwningOpRef<ModuleOp> Simulation::parse(const llvm::MemoryBuffer &buffer) {
  StringRef text = buffer.getBuffer();
  bool isBinary = text.starts_with(StringRef("dl-vdla\0", 8));
  if (!isBinary && !isAssembly(text)) {
    if (!options.config.empty()) {
      (void)fail("expected no --config, since a module describes its machine itself");
      return nullptr;
    }
    return parseModule(options.program, &context);
  }
  FailureOr<ConfigAttr> machine =
      readConfigOption(options.config.empty() ? "paper" : options.config, &context);
  if (failed(machine))
    return nullptr;
  return isBinary ? importBinary(buffer, *machine) : importAssembly(buffer, *machine);
}

LogicalResult Simulation::read() {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(options.program);
  if (!buffer)
    return fail(options.program + ": " + buffer.getError().message());
  inputFiles.add(options.program);
  const llvm::MemoryBuffer &text = **buffer;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context, err);
  module = parse(text);
  if (!module)
    return failure();
  FailureOr<MachineProgram> read = readOnlyProgram(*module);
  if (failed(read))
    return failure();
  config = read->config;
  program = read->program.program;
  if (!options.verifies)
    return success();
  return reportFindings(module->getLoc(), read->program, verify(getModel(), program));
}

FailureOr<size_t> Simulation::findBuffer(StringRef name, bool isOutput) {
  std::string names;
  for (auto [i, buffer] : llvm::enumerate(program.buffers)) {
    if (!isForHost(buffer, isOutput))
      continue;
    if (buffer.name == name)
      return i;
    names += (names.empty() ? "" : ", ") + buffer.name;
  }
  return fail("expected --" + llvm::Twine(isOutput ? "out" : "in") + " to name a buffer that " +
              (isOutput ? "is written" : "is read") + " (" + (names.empty() ? "none is" : names) +
              "), got '" + name + "'");
}

LogicalResult Simulation::readInputs() {
  std::string error;
  std::optional<BufferContents> zeros =
      allocateBuffers(getModel(), program, int64_t(1) << 32, error);
  if (!zeros)
    return fail(error);
  contents = std::move(*zeros);
  for (const auto &[name, file] : options.inputs) {
    FailureOr<size_t> position = findBuffer(name, /*isOutput=*/false);
    if (failed(position))
      return failure();
    llvm::Expected<Tensor> tensor = readNpy(file);
    if (!tensor)
      return fail(llvm::toString(tensor.takeError()));
    inputFiles.add(file);
    std::vector<uint8_t> &bytes = contents[*position];
    if (tensor->getNumBytes() != bytes.size())
      return fail("expected " + llvm::Twine(bytes.size()) + " bytes for buffer " + name + ", got " +
                  llvm::Twine(tensor->getNumBytes()) + " in " + file);
    llvm::copy(tensor->getBytes(), bytes.begin());
  }
  return success();
}

FailureOr<BufferContents> Simulation::runOnce(const FunctionalOptions &functional) {
  BufferContents result = contents;
  std::string error;
  if (!runFunctional(getModel(), program, result, functional, error))
    return fail(error);
  return result;
}

LogicalResult Simulation::compare(const BufferContents &expected,
                                  const FunctionalOptions &functional, const llvm::Twine &what) {
  FailureOr<BufferContents> got = runOnce(functional);
  if (failed(got))
    return failure();
  for (auto [i, buffer] : llvm::enumerate(program.buffers)) {
    if (!isForHost(buffer, /*isOutput=*/true))
      continue;
    auto [a, b] = std::mismatch(expected[i].begin(), expected[i].end(), (*got)[i].begin());
    if (a != expected[i].end())
      return fail("expected one result in all orders, got " + llvm::Twine(int(*a)) + " and, with " +
                  what + ", " + llvm::Twine(int(*b)) + " in byte " +
                  llvm::Twine(a - expected[i].begin()) + " of buffer " + buffer.name);
  }
  return success();
}

LogicalResult Simulation::compareOrders(const BufferContents &expected) {
  static constexpr std::pair<StringLiteral, Order> orders[] = {
      {"loads first", Order::LoadFirst},
      {"computing first", Order::ComputeFirst},
      {"stores first", Order::StoreFirst}};
  FunctionalOptions functional = options.functional;
  // That of the program was the first.
  int64_t left = options.isAdverse ? INT64_MAX : options.numOrders - 1;
  for (const auto &[name, order] : orders) {
    if (left-- <= 0)
      return success();
    functional.order = order;
    if (failed(compare(expected, functional, name)))
      return failure();
  }
  functional.order = Order::Random;
  for (functional.seed = 1; !options.isAdverse && left > 0; ++functional.seed, --left)
    if (failed(compare(expected, functional, "order random:" + llvm::Twine(functional.seed))))
      return failure();
  if (!options.isAdverse)
    return success();
  functional.order = Order::Delay;
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    functional.victim = int64_t(i);
    if (failed(compare(expected, functional,
                       "instruction " + describe(program, int64_t(i)) + " delayed")))
      return failure();
  }
  return success();
}

LogicalResult Simulation::time(std::string &trace) {
  CycleOptions cycleOptions;
  cycleOptions.recordsTimeline = options.printsTimeline || !options.trace.empty();
  std::string error;
  std::optional<CycleResult> result = runCycles(getModel(), program, cycleOptions, error);
  if (!result)
    return fail(error);
  if (options.countsCycles)
    printCounters(out, getModel(), *result);
  if (options.printsTimeline)
    out << printTimeline(getModel(), program, *result);
  if (!options.trace.empty())
    trace = printChromeTrace(getModel(), program, *result);
  return success();
}

LogicalResult Simulation::writeOutputs(const BufferContents &results, const std::string &trace) {
  for (const auto &[name, file] : options.outputs) {
    FailureOr<size_t> position = findBuffer(name, /*isOutput=*/true);
    if (failed(position))
      return failure();
    const std::vector<uint8_t> &bytes = results[*position];
    Tensor array(ElementType::I8, {int64_t(bytes.size())});
    llvm::copy(bytes, static_cast<uint8_t *>(array.getMutableData()));
    if (llvm::Error error = writeNpy(file, array, inputFiles))
      return fail(llvm::toString(std::move(error)));
  }
  if (options.trace.empty())
    return success();
  if (llvm::Error error =
          writeOutput(options.trace, [&](raw_ostream &os) { os << trace; }, inputFiles))
    return fail(llvm::toString(std::move(error)));
  return success();
}

LogicalResult Simulation::run() {
  if (failed(read()))
    return failure();
  // Before it takes time.
  for (const auto &[name, file] : options.outputs)
    if (failed(findBuffer(name, /*isOutput=*/true)))
      return failure();
  if (failed(readInputs()))
    return failure();
  if (int64_t victim = options.functional.victim; victim >= int64_t(program.instructions.size()))
    return fail("expected --order=delay to name one of the " +
                llvm::Twine(program.instructions.size()) + " instructions, got " +
                llvm::Twine(victim));
  FailureOr<BufferContents> results = runOnce(options.functional);
  if (failed(results) ||
      ((options.isAdverse || options.numOrders > 1) && failed(compareOrders(*results))))
    return failure();
  std::string trace;
  if ((options.countsCycles || options.printsTimeline || !options.trace.empty()) &&
      failed(time(trace)))
    return failure();
  std::string error;
  if (options.measuresSpeed && !printSpeed(out, getModel(), program, contents, error))
    return fail(error);
  return writeOutputs(*results, trace);
}

llvm::LogicalResult dl::vdla::simulate(const SimulateOptions &options,
                                       const DialectRegistry &dialects, raw_ostream &out,
                                       raw_ostream &err) {
  return Simulation(options, dialects, out, err).run();
}
