//===-- WeightsObject.cpp - weights as an object file -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module's weight table. Out: an ELF object with one read-only section and
// one symbol, streamed so that no second copy of the weights is in memory.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit.h"
#include "dl/Target/Cpu/Weights.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::cpu;
using namespace llvm::ELF;
using llvm::StringRef;

namespace {

/// Where the weights begin in the file and how they are aligned in memory.
constexpr uint64_t dataAlignment = 4096;

/// Names one after the other, each ended by a zero, the first one empty.
class StringTable {
public:
  uint32_t add(StringRef text) {
    uint32_t offset = data.size();
    data += text.str() + '\0';
    return offset;
  }
  const std::string &getData() const { return data; }

private:
  std::string data = std::string(1, '\0');
};

template <typename T> void writeStruct(llvm::raw_ostream &os, const T &value) {
  os.write(reinterpret_cast<const char *>(&value), sizeof(T));
}

/// The parts of the file in order: header, padding, weights, symbols, names,
/// section headers.
void writeElf(llvm::raw_ostream &os, mlir::ModuleOp module, StringRef symbolName,
              uint16_t machine) {
  uint64_t size = getWeightsSize(module);
  StringTable names, sectionNames;
  Elf64_Sym symbols[2] = {};
  symbols[1].st_name = names.add(symbolName);
  symbols[1].setBindingAndType(STB_GLOBAL, STT_OBJECT);
  symbols[1].st_other = STV_HIDDEN;
  symbols[1].st_shndx = 1;
  symbols[1].st_size = size;

  enum { Null, Data, Stack, Symbols, Names, SectionNames, Count };
  Elf64_Shdr sections[Count] = {};
  uint64_t end = dataAlignment;
  auto place = [&](unsigned index, StringRef name, uint32_t type, uint64_t flags, uint64_t bytes,
                   uint64_t alignment) {
    sections[index].sh_name = sectionNames.add(name);
    sections[index].sh_type = type;
    sections[index].sh_flags = flags;
    sections[index].sh_offset = end;
    sections[index].sh_size = bytes;
    sections[index].sh_addralign = alignment;
    end += bytes;
  };
  place(Data, ".rodata.dlc_weights", SHT_PROGBITS, SHF_ALLOC, size, dataAlignment);
  place(Stack, ".note.GNU-stack", SHT_PROGBITS, 0, 0, 1);
  place(Symbols, ".symtab", SHT_SYMTAB, 0, sizeof(symbols), 8);
  sections[Symbols].sh_link = Names;
  sections[Symbols].sh_info = 1;
  sections[Symbols].sh_entsize = sizeof(Elf64_Sym);
  place(Names, ".strtab", SHT_STRTAB, 0, names.getData().size(), 1);
  // The last name is its own table's, so the size is known after adding it.
  uint64_t ownNameSize = StringRef(".shstrtab").size() + 1;
  place(SectionNames, ".shstrtab", SHT_STRTAB, 0, sectionNames.getData().size() + ownNameSize, 1);

  Elf64_Ehdr header = {};
  memcpy(header.e_ident, ElfMagic, 4);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = machine;
  header.e_version = EV_CURRENT;
  uint64_t tablePadding = (8 - end % 8) % 8;
  header.e_shoff = end + tablePadding;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = Count;
  header.e_shstrndx = SectionNames;

  writeStruct(os, header);
  os.write_zeros(dataAlignment - sizeof(header));
  writeWeights(module, os);
  writeStruct(os, symbols);
  os << names.getData() << sectionNames.getData();
  os.write_zeros(tablePadding);
  writeStruct(os, sections);
}

} // namespace

llvm::Error dl::cpu::writeWeightsObject(mlir::ModuleOp module, StringRef name,
                                        const llvm::Triple &triple, StringRef path) {
  if (!triple.isOSBinFormatELF() || !triple.isArch64Bit() || !triple.isLittleEndian())
    return llvm::createStringError(
        "expected a little-endian 64-bit target with ELF objects, got '%s'", triple.str().c_str());
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  writeElf(os, module, (name + "_weights").str(), triple.isAArch64() ? EM_AARCH64 : EM_X86_64);
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return llvm::createFileError(path, error);
  }
  return llvm::Error::success();
}
