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
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWEREXTERNSPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace llvm::object;

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
      if (failed(addFunctions(library)))
        return signalPassFailure();
    SymbolTable symbols(getOperation());
    for (dl::te::ExternOp call : calls)
      if (failed(lower(call, symbols)))
        return signalPassFailure();
  }

private:
  /// Collects the functions that a library defines, from its symbol tables: nothing of it
  /// is run.
  LogicalResult addFunctions(const std::string &path) {
    auto fail = [&](llvm::Error error) {
      return emitError(getOperation().getLoc(), "expected a library with functions to call at '")
             << path << "', got: " << llvm::toString(std::move(error));
    };
    llvm::Expected<OwningBinary<ObjectFile>> file = ObjectFile::createObjectFile(path);
    if (!file)
      return fail(file.takeError());
    auto add = [&](const SymbolRef &symbol) -> llvm::Error {
      llvm::Expected<uint32_t> flags = symbol.getFlags();
      if (!flags)
        return flags.takeError();
      if ((*flags & SymbolRef::SF_Undefined) || !(*flags & SymbolRef::SF_Global))
        return llvm::Error::success();
      llvm::Expected<SymbolRef::Type> type = symbol.getType();
      llvm::Expected<StringRef> name = symbol.getName();
      if (!type || !name)
        return llvm::joinErrors(type.takeError(), name.takeError());
      if (*type == SymbolRef::ST_Function)
        functions.insert(*name);
      return llvm::Error::success();
    };
    for (const SymbolRef &symbol : file->getBinary()->symbols())
      if (llvm::Error error = add(symbol))
        return fail(std::move(error));
    if (auto *elf = dyn_cast<ELFObjectFileBase>(file->getBinary()))
      for (const ELFSymbolRef &symbol : elf->getDynamicSymbolIterators())
        if (llvm::Error error = add(symbol))
          return fail(std::move(error));
    return success();
  }

  LogicalResult lower(dl::te::ExternOp call, SymbolTable &symbols) {
    if (call->getNumResults() != 0)
      return call.emitOpError("expected to be on buffers; bufferize before");
    if (!functions.contains(call.getCallee()))
      return call.emitOpError("expected @")
             << call.getCallee() << " to be a function of one of the libraries given by "
             << "'extern-libraries'; none of the " << libraries.size() << " defines it";
    for (Type type : call.getOperandTypes())
      if (!cast<MemRefType>(type).getLayout().isIdentity())
        return call.emitOpError("expected whole tensors, which are row-major, got ") << type;
    OpBuilder builder(call);
    FunctionType type = builder.getFunctionType(call.getOperandTypes(), TypeRange());
    auto declared = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!declared) {
      OpBuilder atModule = OpBuilder::atBlockBegin(getOperation().getBody());
      declared = func::FuncOp::create(atModule, call.getLoc(), call.getCallee(), type);
      declared.setPrivate();
      symbols.insert(declared);
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

  llvm::StringSet<> functions;
};
} // namespace
