//===-- LowerExterns.cpp - calls of C functions --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-lower-externs. In: te.extern on buffers. Out: calls of declared functions that take
// pointers, each found in a library that the user named; without such, a diagnostic.
//
//===----------------------------------------------------------------------===//
#include "LibrarySymbols.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWEREXTERNSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct LowerExternsPass : public dl::cpu::impl::LowerExternsPassBase<LowerExternsPass> {
  using LowerExternsPassBase::LowerExternsPassBase;

  void runOnOperation() override {
    SmallVector<dl::te::ExternOp> calls;
    getOperation().walk([&](dl::te::ExternOp call) { calls.push_back(call); });
    if (calls.empty())
      return;
    if (libraries.empty()) {
      calls.front().emitOpError("must not call @")
          << calls.front().getCallee()
          << ": calls of C functions are allowed only by the option 'extern-libraries', which "
             "names the libraries that have them";
      return signalPassFailure();
    }
    for (const std::string &library : libraries)
      if (failed(symbols.add(library, getOperation().getLoc())))
        return signalPassFailure();
    SymbolTable table(getOperation());
    for (dl::te::ExternOp call : calls)
      if (failed(lower(call, table)))
        return signalPassFailure();
  }

private:
  LogicalResult lower(dl::te::ExternOp call, SymbolTable &table) {
    if (call->getNumResults() != 0)
      return call.emitOpError("expected to be on buffers; bufferize before");
    if (!symbols.functions.contains(call.getCallee()))
      return call.emitOpError("expected @")
             << call.getCallee() << " to be a function of one of the libraries given by "
             << "'extern-libraries'; none of the " << libraries.size() << " defines it";
    for (Type type : call.getOperandTypes())
      if (!cast<MemRefType>(type).getLayout().isIdentity())
        return call.emitOpError("expected whole tensors, which are row-major, got ") << type;
    OpBuilder builder(call);
    FunctionType type = builder.getFunctionType(call.getOperandTypes(), TypeRange());
    auto declared = table.lookup<func::FuncOp>(call.getCallee());
    if (!declared) {
      OpBuilder atModule = OpBuilder::atBlockBegin(getOperation().getBody());
      declared = func::FuncOp::create(atModule, call.getLoc(), call.getCallee(), type);
      declared.setPrivate();
      table.insert(declared);
    } else if (!declared.isExternal() || declared.getFunctionType() != type) {
      InFlightDiagnostic diagnostic = call.emitOpError("expected @")
                                      << call.getCallee() << " to be called with one type, " << type
                                      << ", and not to be defined in the module";
      diagnostic.attachNote(declared.getLoc()) << "the other one";
      return diagnostic;
    }
    func::CallOp::create(builder, call.getLoc(), declared, call.getOperands());
    call.erase();
    return success();
  }

  dl::cpu::LibrarySymbols symbols;
};
} // namespace
