//===-- VdlaTranslations.h - programs of the accelerator --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TOOLS_DL_TRANSLATE_VDLATRANSLATIONS_H
#define DL_TOOLS_DL_TRANSLATE_VDLATRANSLATIONS_H

#include "dl/Target/Vdla/Translate.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

namespace dl::vdla {

/// --vdla-to-assembly, --assembly-to-vdla, --vdla-to-binary and --binary-to-vdla, as long as it
/// lives. `getConfigOption` is asked when a translation runs.
class VdlaTranslations {
public:
  explicit VdlaTranslations(llvm::StringRef (*getConfigOption)());

private:
  mlir::TranslateFromMLIRRegistration toAssembly, toBinary;
  mlir::TranslateToMLIRRegistration fromAssembly, fromBinary;
};

} // namespace dl::vdla

#endif // DL_TOOLS_DL_TRANSLATE_VDLATRANSLATIONS_H
