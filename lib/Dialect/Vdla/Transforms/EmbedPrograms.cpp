//===-- EmbedPrograms.cpp - programs as bytes of a model ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vdla-embed-programs: programs that kernels name become bytes in the module's `dl.accelerator`.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Vdla/IR/Programs.h"
#include "dl/Vdla/Binary.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::vdla {
#define GEN_PASS_DEF_EMBEDPROGRAMSPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

/// Names the program that a function is.
static constexpr llvm::StringLiteral programAttrName = VdlaDialect::getProgramAttrName();

namespace {
struct EmbedProgramsPass : public dl::vdla::impl::EmbedProgramsPassBase<EmbedProgramsPass> {
  using EmbedProgramsPassBase::EmbedProgramsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(programAttrName))
        kernels.push_back(function);
    if (kernels.empty())
      return;
    FailureOr<ConfigAttr> config = getConfig(getOperation());
    if (failed(config))
      return signalPassFailure();
    Builder builder(&getContext());
    SmallVector<Attribute> programs;
    for (func::FuncOp kernel : kernels) {
      FailureOr<Attribute> program = encode(kernel, config->getModel());
      if (failed(program))
        return signalPassFailure();
      kernel->setAttr(dl::DlDialect::getProgramAttrName(),
                      builder.getI64IntegerAttr(int64_t(programs.size())));
      kernel->removeAttr(programAttrName);
      programs.push_back(*program);
    }
    for (ProgramOp program : llvm::make_early_inc_range(getOperation().getOps<ProgramOp>()))
      program.erase();
    const DeviceModel &model = config->getModel();
    NamedAttrList entries;
    entries.set("kind", builder.getStringAttr("vdla"));
    entries.set("machine", builder.getStringAttr(printConfig(model.getConfig())));
    entries.set("digest", builder.getI64IntegerAttr(int64_t(model.getDigest())));
    entries.set("programs", builder.getArrayAttr(programs));
    getOperation()->setAttr(dl::DlDialect::getAcceleratorAttrName(),
                            entries.getDictionary(&getContext()));
  }

private:
  FailureOr<Attribute> encode(func::FuncOp kernel, const DeviceModel &model) {
    auto name = kernel->getAttrOfType<FlatSymbolRefAttr>(programAttrName);
    auto op = name ? getOperation().lookupSymbol<ProgramOp>(name.getAttr()) : ProgramOp();
    if (!op)
      return kernel.emitOpError("(P5) expected '")
             << programAttrName << "' to name a vdla.program of the module, got "
             << kernel->getAttr(programAttrName);
    FailureOr<LocatedProgram> read = readProgram(op, model);
    if (failed(read))
      return failure();
    std::string error;
    std::optional<std::vector<uint8_t>> bytes = writeBinary(model, read->program, error);
    if (!bytes)
      return op.emitOpError("(P3) ") << error;
    Builder builder(&getContext());
    llvm::ArrayRef<int8_t> data(reinterpret_cast<const int8_t *>(bytes->data()), bytes->size());
    NamedAttrList entries;
    entries.set("name", builder.getStringAttr(kernel.getSymName()));
    entries.set("bytes", builder.getDenseI8ArrayAttr(data));
    return Attribute(entries.getDictionary(&getContext()));
  }
};
} // namespace
