//===-- ReplaceDeviceCalls.cpp - libdevice's functions to intrinsics ------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-replace-device-calls. Input: kernels as functions of LLVM. Output: the same
// without calls of functions that have no body.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/ADT/StringSwitch.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_REPLACEDEVICECALLSPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;

/// The intrinsic that is a function of libdevice, of f32 or f64; empty if none is.
static StringRef getIntrinsic(StringRef function) {
  return llvm::StringSwitch<StringRef>(function)
      .Cases({"__nv_ceil", "__nv_ceilf"}, "llvm.ceil")
      .Cases({"__nv_copysign", "__nv_copysignf"}, "llvm.copysign")
      .Cases({"__nv_fabs", "__nv_fabsf"}, "llvm.fabs")
      .Cases({"__nv_floor", "__nv_floorf"}, "llvm.floor")
      .Cases({"__nv_fma", "__nv_fmaf"}, "llvm.fma")
      .Cases({"__nv_rint", "__nv_rintf"}, "llvm.roundeven")
      .Cases({"__nv_round", "__nv_roundf"}, "llvm.round")
      .Cases({"__nv_rsqrt", "__nv_rsqrtf"}, "llvm.sqrt")
      .Cases({"__nv_sqrt", "__nv_sqrtf"}, "llvm.sqrt")
      .Default({});
}

/// One call, if an instruction does the same.
static bool replaceCall(LLVM::CallOp call, StringRef callee) {
  StringRef intrinsic = getIntrinsic(callee);
  if (intrinsic.empty())
    return false;
  OpBuilder builder(call);
  Type type = call.getResult().getType();
  Value result =
      LLVM::CallIntrinsicOp::create(builder, call.getLoc(), type, builder.getStringAttr(intrinsic),
                                    call.getArgOperands())
          .getResult(0);
  // The instruction for the reciprocal of a root is less exact than both steps.
  if (callee.starts_with("__nv_rsqrt")) {
    Value one = LLVM::ConstantOp::create(builder, call.getLoc(), builder.getFloatAttr(type, 1.0));
    result = LLVM::FDivOp::create(builder, call.getLoc(), one, result);
  }
  call.replaceAllUsesWith(ValueRange(result));
  call.erase();
  return true;
}

namespace {
struct ReplaceDeviceCalls : dl::gpu_target::impl::ReplaceDeviceCallsPassBase<ReplaceDeviceCalls> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool isComplete = true;
    getOperation().walk(
        [&](LLVM::CallOp call) {
          std::optional<StringRef> callee = call.getCallee();
          auto function = callee ? symbols.lookup<LLVM::LLVMFuncOp>(*callee) : LLVM::LLVMFuncOp();
          if (!function || !function.isExternal() || replaceCall(call, *callee))
            return;
          isComplete = false;
          emitError(call.getLoc())
              << "is a call of '" << *callee
              << "' on a GPU, whose threads have no such function; compute it in f32, or run the "
                 "kernel on a CPU";
        });
    if (!isComplete)
      return signalPassFailure();
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<LLVM::LLVMFuncOp>()))
      if (function.isExternal() && SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        function.erase();
  }
};
} // namespace
