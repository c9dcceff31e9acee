//===-- ModelHeader.cpp - a C header for a model ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One header that a C program needs to use a compiled model: dlc.h in front, then
// what is particular to the model. Names of the model go into strings and comments
// escaped.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/RuntimeFiles.h"
#include "dl/Target/Cpu/Emit/Emit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::codegen;
using namespace dl::cpu;
using llvm::StringRef;

/// Text as a C string literal: anything but plain characters as an octal escape.
static std::string quote(StringRef text) {
  std::string result = "\"";
  llvm::raw_string_ostream os(result);
  for (unsigned char c : text) {
    if (llvm::isAlnum(c) || StringRef(" _-.:/+").contains(c))
      os << c;
    else
      os << '\\' << char('0' + c / 64) << char('0' + c / 8 % 8) << char('0' + c % 8);
  }
  return result + "\"";
}

static void printTensor(llvm::raw_ostream &os, StringRef prefix, const ModelInfo &info,
                        const TensorInfo &tensor) {
  os << "#define " << prefix << "_NAME " << quote(tensor.name) << "\n";
  os << "#define " << prefix << "_RANK " << tensor.type.getRank() << "\n";
  os << "#define " << prefix << "_SHAPE {";
  llvm::interleaveComma(info.getShape(tensor), os);
  os << "}\n";
  if (tensor.type.hasStaticShape() && tensor.counts.empty())
    os << "#define " << prefix << "_ELEMENTS " << tensor.type.getNumElements() << "\n";
}

std::string dl::cpu::getModelHeader(const ModelInfo &info, StringRef name) {
  std::string upper = name.upper();
  std::string result = runtime::getHeaderText().str();
  llvm::raw_string_ostream os(result);
  os << "\n#ifndef DLC_MODEL_" << upper << "_H\n#define DLC_MODEL_" << upper << "_H\n";
  os << "\n/* The model. A shared library has dlc_get_model() as well. */\n";
  os << "#ifdef __cplusplus\nextern \"C\"\n#else\nextern\n#endif\nconst dlc_model " << name
     << "_model;\n\n";
  os << "#define " << upper << "_ARENA_SIZE " << info.arenaSize << "\n";
  os << "#define " << upper << "_WEIGHTS_SIZE " << info.weightsSize << "\n";
  os << "#define " << upper << "_MAX_THREADS " << info.maxThreads << "\n";
  for (auto [index, symbol] : llvm::enumerate(info.symbols))
    os << "#define " << upper << "_SYMBOL_" << index << " " << quote(symbol) << "\n";
  os << "#define " << upper << "_NUM_INPUTS " << info.inputs.size() << "\n";
  os << "#define " << upper << "_NUM_OUTPUTS " << info.outputs.size() << "\n";
  for (auto [index, tensor] : llvm::enumerate(info.inputs))
    printTensor(os, upper + "_INPUT_" + std::to_string(index), info, tensor);
  for (auto [index, tensor] : llvm::enumerate(info.outputs))
    printTensor(os, upper + "_OUTPUT_" + std::to_string(index), info, tensor);
  os << "\n#endif /* DLC_MODEL_" << upper << "_H */\n";
  return result;
}
