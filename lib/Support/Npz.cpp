//===-- Npz.cpp - numpy's .npz archives -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes zip archives of .npy files, stored without compression. The
// format is PKWARE's APPNOTE 6.3; archives above 4 GiB (zip64) are refused.
//
//===----------------------------------------------------------------------===//
#include "NpyFormat.h"

#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using dl::Tensor;
using support::endian::read16le;
using support::endian::read32le;

namespace {
constexpr uint32_t localMagic = 0x04034b50, centralMagic = 0x02014b50, endMagic = 0x06054b50;
constexpr size_t localSize = 30, centralSize = 46, endSize = 22;
/// 1 January 1980, the zero of zip's clock: equal tensors make equal files.
constexpr uint16_t noTime = 0, noDate = (1 << 5) | 1;
} // namespace

/// Position of the record that ends the archive; it may be followed by a comment.
static std::optional<size_t> findEnd(StringRef bytes) {
  if (bytes.size() < endSize)
    return std::nullopt;
  size_t last = bytes.size() - endSize, first = last > 0xffff ? last - 0xffff : 0;
  for (size_t position = last + 1; position-- > first;)
    if (read32le(bytes.data() + position) == endMagic)
      return position;
  return std::nullopt;
}

static Expected<std::pair<std::string, Tensor>>
readEntry(StringRef path, StringRef bytes, const char *central, StringRef name,
          const std::shared_ptr<const void> &owner) {
  std::string label = (path + ":" + name).str();
  uint16_t flags = read16le(central + 8), method = read16le(central + 10);
  uint64_t packed = read32le(central + 20), size = read32le(central + 24);
  uint64_t offset = read32le(central + 42);
  if (flags & 1)
    return dl::npy::makeError(label, "expected no encryption");
  if (method != 0)
    return dl::npy::makeError(label, "expected a stored array, got compression method " +
                                         Twine(method) +
                                         "; write the archive by numpy.savez instead of "
                                         "numpy.savez_compressed");
  if (packed == 0xffffffff || size == 0xffffffff || offset == 0xffffffff)
    return dl::npy::makeError(label, "expected an archive below 4 GiB");
  if (offset + localSize > bytes.size() || read32le(bytes.data() + offset) != localMagic)
    return dl::npy::makeError(label, "expected a local header at byte " + Twine(offset));
  // Name and extra field of the local header may differ in length from the directory's.
  uint64_t begin = offset + localSize + read16le(bytes.data() + offset + 26) +
                   read16le(bytes.data() + offset + 28);
  if (packed != size)
    return dl::npy::makeError(label, "expected as many bytes in the archive as in the array, " +
                                         Twine(size) + ", got " + Twine(packed));
  if (begin > bytes.size() || size > bytes.size() - begin)
    return dl::npy::makeError(label,
                              "expected " + Twine(size) + " bytes, but the archive ends before");
  StringRef data = bytes.substr(begin, size);
  uint32_t expected = read32le(central + 16);
  uint32_t actual = crc32(arrayRefFromStringRef(data));
  if (actual != expected)
    return dl::npy::makeError(label, "expected checksum " + Twine::utohexstr(expected) + ", got " +
                                         Twine::utohexstr(actual) + "; the file is damaged");
  Expected<Tensor> tensor = dl::readNpy(MemoryBufferRef(data, label), owner);
  if (!tensor)
    return tensor.takeError();
  name.consume_back(".npy");
  return std::make_pair(name.str(), std::move(*tensor));
}

Expected<dl::NamedTensors> dl::readNpz(StringRef path) {
  auto buffer = npy::openFile(path);
  if (!buffer)
    return buffer.takeError();
  std::shared_ptr<MemoryBuffer> owner(std::move(*buffer));
  StringRef bytes = owner->getBuffer();
  std::optional<size_t> end = findEnd(bytes);
  if (!end)
    return npy::makeError(path, "expected a .npz archive, got no end of a zip directory");
  unsigned count = read16le(bytes.data() + *end + 10);
  uint64_t position = read32le(bytes.data() + *end + 16);
  NamedTensors tensors;
  for (unsigned i = 0; i != count; ++i) {
    if (position + centralSize > *end || read32le(bytes.data() + position) != centralMagic)
      return npy::makeError(path, "expected entry " + Twine(i) + " of " + Twine(count) +
                                      " in the zip directory at byte " + Twine(position));
    const char *central = bytes.data() + position;
    size_t nameLength = read16le(central + 28);
    size_t next = centralSize + nameLength + read16le(central + 30) + read16le(central + 32);
    if (position + next > *end)
      return npy::makeError(path, "expected entry " + Twine(i) +
                                      " of the zip directory to end inside it");
    StringRef name = bytes.substr(position + centralSize, nameLength);
    auto entry = readEntry(path, bytes, central, name, owner);
    if (!entry)
      return entry.takeError();
    tensors.push_back(std::move(*entry));
    position += next;
  }
  return tensors;
}

namespace {
/// What both headers of an entry say.
struct Entry {
  std::string name, header;
  const Tensor *tensor;
  uint32_t crc = 0, size = 0, offset = 0;
};

class ZipWriter {
public:
  explicit ZipWriter(raw_ostream &stream) : writer(stream, endianness::little) {}

  void writeLocal(const Entry &entry) {
    writer.write(localMagic);
    writeCommon(entry);
    writer.OS << entry.name << entry.header
              << StringRef(entry.tensor->getBytes().data(), entry.tensor->getNumBytes());
  }

  void writeCentral(const Entry &entry) {
    writer.write(centralMagic);
    writer.write<uint16_t>(20);
    writeCommon(entry);
    // Comment length, disk, internal attributes.
    for (int i = 0; i != 3; ++i)
      writer.write<uint16_t>(0);
    writer.write<uint32_t>(0644u << 16);
    writer.write(entry.offset);
    writer.OS << entry.name;
  }

  void writeEnd(uint16_t count, uint32_t size, uint32_t offset) {
    writer.write(endMagic);
    writer.write<uint32_t>(0);
    writer.write(count);
    writer.write(count);
    writer.write(size);
    writer.write(offset);
    writer.write<uint16_t>(0);
  }

private:
  /// Version needed to the length of the extra field: equal in both headers.
  void writeCommon(const Entry &entry) {
    for (uint16_t field : {uint16_t(20), uint16_t(0), uint16_t(0), noTime, noDate})
      writer.write(field);
    for (uint32_t field : {entry.crc, entry.size, entry.size})
      writer.write(field);
    writer.write<uint16_t>(entry.name.size());
    writer.write<uint16_t>(0);
  }

  support::endian::Writer writer;
};
} // namespace

Error dl::writeNpz(StringRef path, const NamedTensors &tensors, const InputFiles &inputs) {
  std::vector<Entry> entries;
  uint64_t offset = 0, directory = 0;
  for (const auto &[name, tensor] : tensors) {
    Expected<std::string> header = npy::getHeader(path, tensor);
    if (!header)
      return header.takeError();
    Entry entry{name + ".npy", std::move(*header), &tensor};
    if (entry.name.size() > 0xffff || tensors.size() > 0xffff)
      return npy::makeError(path, "expected names and number of arrays below 65536");
    uint64_t size = entry.header.size() + tensor.getNumBytes();
    uint64_t next = offset + localSize + entry.name.size() + size;
    directory += centralSize + entry.name.size();
    if (next + directory > 0xfffffffe)
      return npy::makeError(path,
                            "expected less than 4 GiB of arrays; write them to several files");
    entry.crc =
        crc32(crc32(arrayRefFromStringRef(entry.header)),
              ArrayRef(reinterpret_cast<const uint8_t *>(tensor.getData()), tensor.getNumBytes()));
    entry.size = size;
    entry.offset = offset;
    offset = next;
    entries.push_back(std::move(entry));
  }
  return writeOutput(
      path,
      [&](raw_ostream &stream) {
        ZipWriter writer(stream);
        for (const Entry &entry : entries)
          writer.writeLocal(entry);
        for (const Entry &entry : entries)
          writer.writeCentral(entry);
        writer.writeEnd(entries.size(), directory, offset);
      },
      inputs);
}
