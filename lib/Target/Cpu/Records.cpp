//===-- Records.cpp - records of machines in files --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds stock records beside the compiler's library and reads records; what is wrong in
// one is an error that says where.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Records.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Support/ParseModule.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir;
using llvm::Expected, llvm::StringRef;
namespace sys = llvm::sys;

static constexpr llvm::StringLiteral extension = ".mlir";

/// A folder of stock files: below share of the tree, build or install, in whose lib, or
/// a folder of that, this code is. Empty where there is none.
static std::string findStockFolder(StringRef name = "targets") {
  Dl_info info;
  llvm::SmallString<128> folder;
  if (!dladdr(reinterpret_cast<void *>(&findStockFolder), &info) ||
      sys::fs::real_path(info.dli_fname, folder))
    return {};
  sys::path::remove_filename(folder);
  for (int up = 0; up < 2; ++up) {
    sys::path::remove_filename(folder);
    llvm::SmallString<128> stock(folder);
    sys::path::append(stock, "share", "dl", name);
    if (sys::fs::is_directory(stock))
      return stock.str().str();
  }
  return {};
}

std::string dl::cpu::findStockIntrinsics(const llvm::Triple &triple) {
  StringRef name = triple.isX86() ? "x86" : triple.isAArch64() ? "arm" : "";
  llvm::SmallString<128> file(findStockFolder("intrinsics"));
  if (file.empty() || name.empty())
    return {};
  sys::path::append(file, name + extension);
  return sys::fs::is_regular_file(file) ? file.str().str() : std::string();
}

std::vector<std::string> dl::cpu::listStockRecords() {
  std::vector<std::string> names;
  std::string folder = findStockFolder();
  std::error_code error;
  for (sys::fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error))
    if (sys::path::extension(file->path()) == extension)
      names.push_back(sys::path::stem(file->path()).str());
  llvm::sort(names);
  return names;
}

std::string dl::cpu::findStockRecord(StringRef name) {
  llvm::SmallString<128> file(findStockFolder());
  if (file.empty() || name.empty() || sys::path::has_parent_path(name))
    return {};
  sys::path::append(file, name + extension);
  return sys::fs::is_regular_file(file) ? file.str().str() : std::string();
}

bool dl::cpu::isRecordFile(StringRef target) {
  return sys::path::has_parent_path(target) || sys::path::extension(target) == extension;
}

/// Runs what emits errors, which become one.
static llvm::Error collectErrors(MLIRContext *context, function_ref<LogicalResult()> run) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    os << (text.empty() ? "" : "; ");
    if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
      os << place.getFilename().getValue() << ":" << place.getLine() << ":" << place.getColumn()
         << ": ";
    os << diagnostic;
    return success();
  });
  return succeeded(run()) ? llvm::Error::success() : llvm::createStringError(Twine(text));
}

Expected<OwningOpRef<ModuleOp>> dl::cpu::readRecordFile(StringRef file, MLIRContext *context) {
  context->getOrLoadDialect<DLTIDialect>();
  OwningOpRef<ModuleOp> record;
  if (llvm::Error error = collectErrors(context, [&] {
        record = parseModule(file, context);
        return success(!!record);
      }))
    return llvm::createStringError("cannot read the record of a machine '" + file +
                                   "': " + llvm::toString(std::move(error)));
  return record;
}

Expected<dl::schedule::Target> dl::cpu::readRecord(ModuleOp record, const schedule::Target &base) {
  schedule::Target target;
  if (llvm::Error error = collectErrors(record.getContext(), [&]() -> LogicalResult {
        FailureOr<schedule::Target> read = schedule::readTargetRecord(record, base);
        if (succeeded(read))
          target = std::move(*read);
        return read;
      }))
    return error;
  return target;
}
