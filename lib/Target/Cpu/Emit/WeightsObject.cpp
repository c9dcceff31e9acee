//===-- WeightsObject.cpp - weights in object files -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker sees a section without contents; the weights are streamed behind what it
// made, once, so that neither a linker nor a second file ever holds them. A section of
// its own at the end, in the large range, keeps code and constants within reach of each
// other however big the weights are.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"
#include "dl/Target/Cpu/Emit/Emit.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::codegen;
using namespace dl::cpu;
using namespace llvm::ELF;
using llvm::StringRef;

/// The section of objects; in linked libraries `weightsSegmentName`.
static constexpr llvm::StringLiteral weightsSectionName = ".lrodata.dlc_weights";
static constexpr llvm::StringLiteral weightsSegmentName = ".dlc_weights";
/// How the weights are aligned in files and in memory.
static constexpr uint64_t dataAlignment = 4096;

namespace {

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

/// The parts of the file in order: header, symbols, names, section headers.
void writeElf(llvm::raw_ostream &os, uint64_t size, StringRef symbolName,
              const llvm::Triple &triple) {
  enum { Null, Data, Bss, Stack, Symbols, Names, SectionNames, Count };
  StringTable names, sectionNames;
  Elf64_Sym symbols[2] = {};
  symbols[1].st_name = names.add(symbolName);
  symbols[1].setBindingAndType(STB_GLOBAL, STT_OBJECT);
  symbols[1].st_other = STV_HIDDEN;
  symbols[1].st_shndx = Data;
  symbols[1].st_size = size;

  Elf64_Shdr sections[Count] = {};
  uint64_t end = sizeof(Elf64_Ehdr);
  auto place = [&](unsigned index, StringRef name, uint32_t type, uint64_t flags, uint64_t bytes,
                   uint64_t alignment) {
    sections[index].sh_name = sectionNames.add(name);
    sections[index].sh_type = type;
    sections[index].sh_flags = flags;
    sections[index].sh_offset = end;
    sections[index].sh_size = bytes;
    sections[index].sh_addralign = alignment;
    if (type != SHT_NOBITS)
      end += bytes;
  };
  uint64_t large = triple.isX86() ? SHF_X86_64_LARGE : 0;
  place(Data, weightsSectionName, SHT_NOBITS, SHF_ALLOC | large, size, dataAlignment);
  // Behind which the linker's script puts the weights; a model may have no other.
  place(Bss, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 0, 1);
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
  header.e_machine = triple.isAArch64() ? EM_AARCH64 : EM_X86_64;
  header.e_version = EV_CURRENT;
  uint64_t tablePadding = (8 - end % 8) % 8;
  header.e_shoff = end + tablePadding;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = Count;
  header.e_shstrndx = SectionNames;

  writeStruct(os, header);
  writeStruct(os, symbols);
  os << names.getData() << sectionNames.getData();
  os.write_zeros(tablePadding);
  writeStruct(os, sections);
}

llvm::Error close(llvm::raw_fd_ostream &os, StringRef path) {
  os.close();
  if (!os.has_error())
    return llvm::Error::success();
  std::error_code error = os.error();
  os.clear_error();
  return llvm::createFileError(path, error);
}

/// Headers of a linked file that will tell where the weights are, at their places in
/// the file. The segment is absent in relocatable objects.
struct Headers {
  llvm::object::ELF64LE::Shdr section;
  std::optional<llvm::object::ELF64LE::Phdr> segment;
  uint64_t sectionPlace = 0, segmentPlace = 0;
};

llvm::Expected<Headers> findHeaders(StringRef bytes, uint64_t size) {
  auto file = llvm::object::ELF64LEFile::create(bytes);
  if (!file)
    return file.takeError();
  auto sections = file->sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      return name.takeError();
    if ((*name != weightsSectionName && *name != weightsSegmentName) || section.sh_size != size ||
        section.sh_type != SHT_NOBITS)
      continue;
    auto getPlace = [&](const void *header) {
      return static_cast<uint64_t>(static_cast<const char *>(header) - bytes.data());
    };
    Headers headers{section, std::nullopt, getPlace(&section), 0};
    auto segments = file->program_headers();
    if (!segments)
      return segments.takeError();
    for (const auto &segment : *segments)
      if (segment.p_type == PT_LOAD && segment.p_filesz == 0 &&
          segment.p_vaddr == section.sh_addr && segment.p_memsz == size) {
        headers.segment = segment;
        headers.segmentPlace = getPlace(&segment);
      }
    if (headers.segment || file->getHeader().e_type == ET_REL)
      return headers;
  }
  return llvm::createStringError("expected the linker to keep the section %s of %llu bytes apart",
                                 weightsSectionName.data(), static_cast<unsigned long long>(size));
}

} // namespace

llvm::Error dl::cpu::writeWeightsLinkerScript(StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  os << "SECTIONS { " << weightsSegmentName << " : { *(" << weightsSectionName
     << ") } } INSERT AFTER .bss;\n";
  return close(os, path);
}

llvm::Error dl::cpu::writeWeightsObject(mlir::ModuleOp module, StringRef name,
                                        const llvm::Triple &triple, StringRef path) {
  if (!triple.isOSBinFormatELF() || !triple.isArch64Bit() || !triple.isLittleEndian())
    return llvm::createStringError(
        "expected a little-endian 64-bit target with ELF objects, got '%s'", triple.str().c_str());
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  writeElf(os, getWeightsSize(module), (name + "_weights").str(), triple);
  return close(os, path);
}

llvm::Error dl::cpu::appendWeights(mlir::ModuleOp module, StringRef path) {
  uint64_t size = getWeightsSize(module);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  llvm::Expected<Headers> headers = findHeaders((*buffer)->getBuffer(), size);
  if (!headers)
    return llvm::createFileError(path, headers.takeError());
  // A page of the file is a page of memory.
  uint64_t alignment = dataAlignment, remainder = 0;
  if (headers->segment) {
    alignment = std::max<uint64_t>(headers->segment->p_align, dataAlignment);
    remainder = headers->segment->p_vaddr % alignment;
  }
  uint64_t end = (*buffer)->getBufferSize();
  uint64_t offset = llvm::alignTo(end, alignment, remainder);
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::FA_Write,
                          llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  os.seek(end);
  os.write_zeros(offset - end);
  writeWeights(module, os);
  auto overwrite = [&](auto &header, uint64_t place) {
    os.seek(place);
    writeStruct(os, header);
  };
  headers->section.sh_type = SHT_PROGBITS;
  headers->section.sh_offset = offset;
  overwrite(headers->section, headers->sectionPlace);
  if (headers->segment) {
    headers->segment->p_offset = offset;
    headers->segment->p_filesz = size;
    overwrite(*headers->segment, headers->segmentPlace);
  }
  return close(os, path);
}
