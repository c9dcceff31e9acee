//===-- XGBoostLibrary.h - the C interface of XGBoost, loaded at run time -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XGBoost brings an OpenMP runtime of its own, of which a process must not have two, and only a
// tuner needs it. So no program is linked to it: whoever makes a model loads it. Only functions
// that versions 1.7 to 3.x have in common are used, with the types of the 1.7 header.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_XGBOOSTLIBRARY_H
#define DL_LIB_TUNING_XGBOOSTLIBRARY_H

#include "llvm/Support/Error.h"

#include <memory>
#include <xgboost/c_api.h>

namespace dl::tuning {

/// The functions of one library, by their names in its documentation. They can be called until the
/// process ends: threads of its OpenMP runtime may wait inside it, so it is never unloaded.
class XGBoostLibrary {
public:
  /// Loads the library at `path`, or the installed one where the path is empty. The error names
  /// what was tried, and the package that holds it.
  static llvm::Expected<std::shared_ptr<const XGBoostLibrary>> load(llvm::StringRef path);

  /// Success where a function returned 0, else what the library says was wrong. `cannot` begins the
  /// text: "cannot train the cost model".
  llvm::Error check(int status, llvm::StringRef cannot) const;

  /// The first number of the version.
  int getMajor() const { return major; }

#define DL_XGBOOST_FUNCTIONS(FUNCTION)                                                             \
  FUNCTION(XGBoostVersion)                                                                         \
  FUNCTION(XGBGetLastError)                                                                        \
  FUNCTION(XGBSetGlobalConfig)                                                                     \
  FUNCTION(XGDMatrixCreateFromDense)                                                               \
  FUNCTION(XGDMatrixFree)                                                                          \
  FUNCTION(XGDMatrixSetFloatInfo)                                                                  \
  FUNCTION(XGDMatrixSetUIntInfo)                                                                   \
  FUNCTION(XGBoosterCreate)                                                                        \
  FUNCTION(XGBoosterFree)                                                                          \
  FUNCTION(XGBoosterGetAttr)                                                                       \
  FUNCTION(XGBoosterGetNumFeature)                                                                 \
  FUNCTION(XGBoosterLoadModelFromBuffer)                                                           \
  FUNCTION(XGBoosterPredictFromDMatrix)                                                            \
  FUNCTION(XGBoosterPredictFromDense)                                                              \
  FUNCTION(XGBoosterSaveJsonConfig)                                                                \
  FUNCTION(XGBoosterSaveModelToBuffer)                                                             \
  FUNCTION(XGBoosterSetAttr)                                                                       \
  FUNCTION(XGBoosterSetParam)                                                                      \
  FUNCTION(XGBoosterUpdateOneIter)
#define DL_XGBOOST_DECLARE(name) decltype(&::name) name = nullptr;
  DL_XGBOOST_FUNCTIONS(DL_XGBOOST_DECLARE)
#undef DL_XGBOOST_DECLARE

private:
  XGBoostLibrary() = default;

  int major = 0;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_XGBOOSTLIBRARY_H
