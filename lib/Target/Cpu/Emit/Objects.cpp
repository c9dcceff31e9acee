//===-- Objects.cpp - object files of kernels and of models ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/Emit.h"

#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

llvm::Expected<std::string> dl::cpu::renameSymbols(StringRef object, StringRef from, StringRef to) {
  auto binary = llvm::object::createBinary(llvm::MemoryBufferRef(object, "kernel"));
  if (!binary)
    return binary.takeError();
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver names(allocator);
  llvm::objcopy::ConfigManager config;
  for (const llvm::object::SymbolRef &symbol :
       llvm::cast<llvm::object::ObjectFile>(**binary).symbols()) {
    llvm::Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (name->starts_with(from))
      config.Common.SymbolsToRename[*name] = names.save(to + name->drop_front(from.size()));
  }
  std::string renamed;
  llvm::raw_string_ostream os(renamed);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, **binary, os))
    return error;
  return renamed;
}

llvm::Error dl::cpu::localizeHiddenSymbols(StringRef path) {
  auto binary = llvm::object::createBinary(path);
  if (!binary)
    return binary.takeError();
  llvm::objcopy::ConfigManager config;
  config.ELF.LocalizeHidden = true;
  std::string localized;
  llvm::raw_string_ostream os(localized);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, *binary->getBinary(), os))
    return error;
  return writeObject(localized, path);
}

llvm::Error dl::cpu::writeObject(StringRef object, StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  os << object;
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return llvm::createFileError(path, error);
  }
  return llvm::Error::success();
}

llvm::Error dl::cpu::writeArchive(llvm::ArrayRef<std::pair<std::string, std::string>> objects,
                                  StringRef path) {
  std::vector<llvm::NewArchiveMember> members;
  for (const auto &[name, object] : objects)
    members.emplace_back(llvm::MemoryBufferRef(object, name));
  auto archive = llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab,
                                            llvm::object::Archive::K_GNU,
                                            /*Deterministic=*/true, /*Thin=*/false);
  return archive ? writeObject((*archive)->getBuffer(), path) : archive.takeError();
}
