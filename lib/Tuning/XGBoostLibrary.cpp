//===-- XGBoostLibrary.cpp - the C interface of XGBoost, loaded at run time -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dlopen, and the texts of its errors and of the library's.
//
//===----------------------------------------------------------------------===//
#include "XGBoostLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace dl::tuning;
using llvm::StringRef;

/// Opens the first that is there.
static llvm::Expected<void *> open(StringRef path) {
  llvm::SmallVector<std::string> names = {"libxgboost.so.0", "libxgboost.so"};
  if (!path.empty()) {
    // Without a slash the loader would look in the system's folders.
    llvm::SmallString<128> absolute(path);
    if (std::error_code error = llvm::sys::fs::make_absolute(absolute))
      return llvm::createFileError(path, error);
    names = {absolute.str().str()};
  }
  std::string tried;
  for (const std::string &name : names) {
    if (void *handle = dlopen(name.c_str(), RTLD_LOCAL | RTLD_NOW))
      return handle;
    tried += (tried.empty() ? "" : "; ") + std::string(dlerror());
  }
  return llvm::createStringError("cannot load XGBoost (%s); install the package libxgboost0, or "
                                 "name the libxgboost.so of another installation",
                                 tried.c_str());
}

llvm::Expected<std::shared_ptr<const XGBoostLibrary>> XGBoostLibrary::load(StringRef path) {
  llvm::Expected<void *> handle = open(path);
  if (!handle)
    return handle.takeError();
  std::shared_ptr<XGBoostLibrary> library(new XGBoostLibrary());
  const char *missing = nullptr;
  auto bind = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(*handle, name));
    if (!function && !missing)
      missing = name;
  };
#define DL_XGBOOST_BIND(name) bind(library->name, #name);
  DL_XGBOOST_FUNCTIONS(DL_XGBOOST_BIND)
#undef DL_XGBOOST_BIND
  if (missing)
    return llvm::createStringError(
        "expected XGBoost 1.7 or later in '%s', got a library without %s; install the package "
        "libxgboost0, or name the libxgboost.so of another installation",
        path.empty() ? "libxgboost.so" : path.str().c_str(), missing);
  library->XGBoostVersion(&library->major, nullptr, nullptr);
  return std::shared_ptr<const XGBoostLibrary>(std::move(library));
}

llvm::Error XGBoostLibrary::check(int status, StringRef cannot) const {
  if (status == 0)
    return llvm::Error::success();
  // What follows names functions inside the library.
  StringRef reason = StringRef(XGBGetLastError()).split("\nStack trace").first.trim();
  return llvm::createStringError("%s: XGBoost: %s", cannot.str().c_str(), reason.str().c_str());
}
