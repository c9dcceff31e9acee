//===-- Emit.h - from the llvm dialect to files -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR, optimised code, objects and shared libraries from a module that went
// through dl-cpu-pipeline. Weights go straight from their attributes into an
// object of their own. The same input gives the same bytes: no path, time or
// random number gets into an output.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_EMIT_EMIT_H
#define DL_TARGET_CPU_EMIT_EMIT_H

#include "dl/Codegen/ModelInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace dl::cpu {

/// What a model's symbols are called: `name` itself where it is an identifier, else
/// with every other character replaced by '_'.
std::string getModelIdentifier(llvm::StringRef name);

/// Translates a module of the llvm dialect and adds what the run-time library
/// looks for: the entry function and the description `<name>_model`, and, for a
/// shared library, `dlc_get_model`.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateModel(mlir::ModuleOp module, llvm::StringRef name, bool sharedLibrary,
               llvm::TargetMachine &machine, llvm::LLVMContext &context);

/// Translates a module of the llvm dialect that has a kernel alone. `name` is how the object says
/// it was made.
llvm::Expected<std::unique_ptr<llvm::Module>> translateKernel(mlir::ModuleOp module,
                                                              llvm::StringRef name,
                                                              llvm::TargetMachine &machine,
                                                              llvm::LLVMContext &context);
/// Lets modules be translated. Before several are at a time.
void registerTranslations(mlir::MLIRContext &context);

/// Adds the constants that describe a model (lib/Runtime/model.h), with the features of
/// the machine that a CPU must have, those of tile registers only if its code `usesTiles`, and its
/// entry, which calls `main`.
void addModelDescription(llvm::Module &module, const codegen::ModelInfo &info, llvm::StringRef name,
                         bool sharedLibrary, bool usesTiles, const llvm::TargetMachine &machine);

/// LLVM's default pipeline of a level. Functions with vectors get stacks aligned to these.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, unsigned level);

/// Prints machine code of a module as assembly.
llvm::Error printAssembly(llvm::Module &module, llvm::TargetMachine &machine,
                          llvm::raw_ostream &os);
/// Makes an object of machine code of a module.
llvm::Expected<std::string> makeObject(llvm::Module &module, llvm::TargetMachine &machine);
/// The object in which names that begin with `from` begin with `to` in its place.
llvm::Expected<std::string> renameSymbols(llvm::StringRef object, llvm::StringRef from,
                                          llvm::StringRef to);
/// Makes names that are not for other objects those of the file alone, so that programs can have
/// several models.
llvm::Error localizeHiddenSymbols(llvm::StringRef path);
/// Writes an object to a file.
llvm::Error writeObject(llvm::StringRef object, llvm::StringRef path);
/// Writes objects with their names to a library of objects, of which linking takes those that
/// are called.
llvm::Error writeArchive(llvm::ArrayRef<std::pair<std::string, std::string>> objects,
                         llvm::StringRef path);

/// Writes an object with a section of the size of a module's weights and without
/// contents, under the symbol `<name>_weights`.
llvm::Error writeWeightsObject(mlir::ModuleOp module, llvm::StringRef name,
                               const llvm::Triple &triple, llvm::StringRef path);
/// Writes the weights behind a file that such an object was linked to, and makes them the
/// contents of the section and its segment.
llvm::Error appendWeights(mlir::ModuleOp module, llvm::StringRef path);
/// Writes a script that tells ld.lld to give the section a segment of its own, at the end.
llvm::Error writeWeightsLinkerScript(llvm::StringRef path);

/// Writes the run-time library's object for a target, which is part of the compiler.
llvm::Error writeRuntimeObject(const llvm::Triple &triple, llvm::StringRef path);

/// An error where a library that a model is linked with is not installed for the target:
/// the C library, and libomp for threads.
llvm::Error checkLibraries(bool threads, const llvm::Triple &triple);

/// Links objects into a shared library, or into one relocatable object. `script` is the
/// path of a linker script that is added to ld.lld's own, `linker` the path of ld.lld,
/// empty to look for it. `output` is whole or as it was.
llvm::Error linkSharedLibrary(llvm::ArrayRef<std::string> objects, bool threads,
                              const llvm::Triple &triple, llvm::StringRef script,
                              llvm::StringRef linker, llvm::StringRef output);
llvm::Error linkObject(llvm::ArrayRef<std::string> objects, llvm::StringRef linker,
                       llvm::StringRef output);

/// A C header for a model: dlc.h, the model's symbol, and its sizes, names and
/// shapes as macros.
std::string getModelHeader(const codegen::ModelInfo &info, llvm::StringRef name);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_EMIT_EMIT_H
