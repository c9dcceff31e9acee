//===-- Translate.cpp - programs in and out of MLIR -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Vdla/Translate.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Binary.h"
#include "dl/Vdla/ShippedConfigs.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace dl::vdla;

FailureOr<ConfigAttr> dl::vdla::readConfigOption(StringRef option, MLIRContext *context) {
  context->loadDialect<VdlaDialect>();
  std::string text = option.str();
  Location loc = UnknownLoc::get(context);
  if (option.ends_with(".json")) {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file = llvm::MemoryBuffer::getFile(option);
    if (!file)
      return emitError(loc) << option
                            << ": expected a configuration's file: " << file.getError().message();
    text = (*file)->getBuffer().str();
    loc = FileLineColLoc::get(context, option, 1, 1);
  }
  // By its name where it has one.
  for (const std::string &name : getShippedConfigs())
    if (getShippedConfig(name) == text)
      text = name;
  // Of these types, since only the declared overload knows the attribute's storage.
  auto report = [&] { return emitError(loc); };
  function_ref<InFlightDiagnostic()> emit = report;
  if (ConfigAttr config = ConfigAttr::getChecked(emit, context, StringRef(text)))
    return config;
  return failure();
}

FailureOr<MachineProgram> dl::vdla::readOnlyProgram(ModuleOp module) {
  SmallVector<ProgramOp> programs;
  module.walk([&](ProgramOp program) {
    programs.push_back(program);
    return WalkResult::skip();
  });
  if (programs.size() != 1) {
    InFlightDiagnostic diagnostic = module.emitError("expected one vdla.program, got ")
                                    << programs.size();
    for (ProgramOp program : programs)
      diagnostic.attachNote(program.getLoc()) << program.getSymName();
    return diagnostic;
  }
  ConfigAttr config = lookupConfig(programs.front());
  FailureOr<LocatedProgram> program = readProgram(programs.front(), config.getModel());
  if (failed(program))
    return failure();
  return MachineProgram{config, std::move(*program)};
}

LogicalResult dl::vdla::printAssembly(ModuleOp module, raw_ostream &os) {
  FailureOr<MachineProgram> read = readOnlyProgram(module);
  if (failed(read))
    return failure();
  os << disassemble(read->config.getModel(), read->program.program);
  return success();
}

LogicalResult dl::vdla::printBinary(ModuleOp module, raw_ostream &os) {
  FailureOr<MachineProgram> read = readOnlyProgram(module);
  if (failed(read))
    return failure();
  std::string error;
  std::optional<std::vector<uint8_t>> bytes =
      writeBinary(read->config.getModel(), read->program.program, error);
  if (!bytes)
    return module.emitError() << error;
  os.write(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  return success();
}

static OwningOpRef<ModuleOp> buildModule(Location loc, ConfigAttr config, const Program &program,
                                         ArrayRef<Location> locations) {
  MLIRContext *context = config.getContext();
  context->loadDialect<DLTIDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  module.get()->setAttr(DLTIDialect::kTargetSystemDescAttrName, makeTargetSpec(config));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  buildProgram(builder, loc, config.getModel(), program, ProgramLevel::Isa, locations);
  return module;
}

OwningOpRef<ModuleOp> dl::vdla::importAssembly(llvm::MemoryBufferRef text, ConfigAttr config) {
  MLIRContext *context = config.getContext();
  auto getLocation = [&](unsigned line, unsigned column) {
    return FileLineColLoc::get(context, text.getBufferIdentifier(), line, column);
  };
  std::string error;
  std::vector<size_t> lines;
  std::optional<Program> program =
      assemble(config.getModel(), text.getBuffer().str(), error, &lines);
  if (!program) {
    // "line:column: " is the location.
    unsigned line = 0, column = 0;
    StringRef message = error;
    if (message.consumeInteger(10, line) || !message.consume_front(":") ||
        message.consumeInteger(10, column) || !message.consume_front(": "))
      llvm_unreachable("errors of the assembler have a place");
    emitError(getLocation(line, column)) << message;
    return nullptr;
  }
  SmallVector<Location> locations;
  for (size_t line : lines)
    locations.push_back(getLocation(unsigned(line), 1));
  return buildModule(getLocation(1, 1), config, *program, locations);
}

OwningOpRef<ModuleOp> dl::vdla::importBinary(llvm::MemoryBufferRef bytes, ConfigAttr config) {
  Location loc = FileLineColLoc::get(config.getContext(), bytes.getBufferIdentifier(), 0, 0);
  std::string error;
  std::optional<Program> program =
      readBinary(config.getModel(), reinterpret_cast<const uint8_t *>(bytes.getBufferStart()),
                 bytes.getBufferSize(), error);
  if (!program) {
    emitError(loc) << error;
    return nullptr;
  }
  return buildModule(loc, config, *program, {});
}
