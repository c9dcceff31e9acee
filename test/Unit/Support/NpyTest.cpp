//===-- NpyTest.cpp - numpy's file formats -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round trips, an archive written by numpy, and files that must be refused.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace dl;

namespace {

/// numpy.savez(x=arange(6, dtype=float32).reshape(2, 3), ids=array([7, -1])).
const char *const numpyArchive =
    "504b03042d0000000000000021004fe9002affffffffffffffff05001400782e6e7079010010009800000000"
    "0000009800000000000000934e554d5059010076007b276465736372273a20273c6634272c2027666f727472"
    "616e5f6f72646572273a2046616c73652c20277368617065273a2028322c2033292c207d2020202020202020"
    "2020202020202020202020202020202020202020202020202020202020202020202020202020202020202020"
    "2020202020200a000000000000803f0000004000004040000080400000a040504b03042d0000000000000021"
    "00e092cebcffffffffffffffff070014006964732e6e70790100100090000000000000009000000000000000"
    "934e554d5059010076007b276465736372273a20273c6938272c2027666f727472616e5f6f72646572273a20"
    "46616c73652c20277368617065273a2028322c292c207d202020202020202020202020202020202020202020"
    "2020202020202020202020202020202020202020202020202020202020202020202020202020200a07000000"
    "00000000ffffffffffffffff504b01022d032d0000000000000021004fe9002a980000009800000005000000"
    "0000000000000000800100000000782e6e7079504b01022d032d000000000000002100e092cebc9000000090"
    "0000000700000000000000000000008001cf0000006964732e6e7079504b0506000000000200020068000000"
    "980100000000";

/// A file that is removed at the end.
struct TemporaryFile {
  SmallString<64> path;
  FileRemover remover;

  explicit TemporaryFile(StringRef contents = "") {
    int descriptor;
    EXPECT_FALSE(sys::fs::createTemporaryFile("dl", "npy", descriptor, path));
    raw_fd_ostream(descriptor, /*shouldClose=*/true) << contents;
    remover.setFile(path);
  }
  std::string read() const { return (*MemoryBuffer::getFile(path))->getBuffer().str(); }
};

std::string getMessage(Error error) { return error ? toString(std::move(error)) : "success"; }
template <typename T> std::string getMessage(Expected<T> value) {
  return getMessage(value.takeError());
}
/// The value, or a null one after a failure of the test.
template <typename T> T take(Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << toString(value.takeError());
  return T();
}
/// The outcome of reading a .npy image.
std::string readImage(StringRef bytes) {
  return getMessage(readNpy(MemoryBufferRef(bytes, "file"), nullptr));
}
/// A version 1 image with this header.
std::string makeImage(StringRef header, StringRef data) {
  return ("\x93NUMPY\x01" + StringRef("\0", 1) + Twine(static_cast<char>(header.size())) +
          StringRef("\0", 1) + header + data)
      .str();
}

TEST(Npy, RoundTripOfEveryType) {
  for (ElementType type : {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32,
                           ElementType::I64, ElementType::F16, ElementType::F32, ElementType::F64})
    for (const std::vector<int64_t> &shape :
         std::vector<std::vector<int64_t>>{{}, {5}, {2, 3}, {0, 4}, {1, 2, 3, 4}}) {
      Tensor tensor(type, shape);
      auto *bytes = static_cast<uint8_t *>(tensor.getMutableData());
      for (size_t i = 0; i != tensor.getNumBytes(); ++i)
        bytes[i] = type == ElementType::I1 ? i % 2 : i * 37;
      TemporaryFile file;
      ASSERT_EQ(getMessage(writeNpy(file.path, tensor)), "success");
      EXPECT_EQ(file.read().size() % 64, tensor.getNumBytes() % 64);
      Tensor back = take(readNpy(file.path));
      EXPECT_EQ(back.getElementType(), type);
      EXPECT_EQ(back.getShape(), ArrayRef(shape));
      EXPECT_EQ(back.getBytes(), tensor.getBytes());
    }
}

TEST(Npy, HeaderIsNumpys) {
  Tensor tensor(ElementType::F32, {3});
  std::fill_n(tensor.getMutableValues<float>().begin(), 3, 1.0f);
  TemporaryFile file;
  ASSERT_EQ(getMessage(writeNpy(file.path, tensor)), "success");
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  std::string expected = std::string("\x93NUMPY\x01\0v\0", 10) + header;
  EXPECT_EQ(file.read().substr(0, expected.size()), expected);
  EXPECT_EQ(file.read().size(), 128u + 12u);
  EXPECT_EQ(file.read()[127], '\n');
}

TEST(Npy, DataIsAlignedAfterEveryHeader) {
  TemporaryFile file;
  char byte = 7;
  // Ranks of which some fill a header to the last byte.
  for (unsigned rank = 0; rank != 64; ++rank) {
    Tensor tensor(ElementType::I8, SmallVector<int64_t>(rank, 1), &byte, nullptr);
    ASSERT_EQ(getMessage(writeNpy(file.path, tensor)), "success");
    EXPECT_EQ(file.read().size() % 64, 1u) << "rank " << rank;
    EXPECT_EQ(take(readNpy(file.path)).getShape(), tensor.getShape());
  }
}

TEST(Npy, ReadsLaterVersions) {
  StringRef header = "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }";
  for (char version : {2, 3}) {
    std::string length(4, '\0');
    length[0] = header.size();
    std::string image = "\x93NUMPY" + std::string(1, version) + std::string(1, '\0') + length +
                        header.str() + std::string("\x34\x12", 2);
    Tensor tensor = take(readNpy(MemoryBufferRef(image, "file"), nullptr));
    ASSERT_EQ(tensor.getNumElements(), 1);
    EXPECT_EQ(tensor.getAsInteger(0), 0x1234);
  }
}

TEST(Npy, ReadsNumpysArchive) {
  TemporaryFile file(fromHex(numpyArchive));
  NamedTensors tensors = take(readNpz(file.path));
  ASSERT_EQ(tensors.size(), 2u);
  auto &[name, x] = tensors[0];
  EXPECT_EQ(name, "x");
  EXPECT_EQ(x.getElementType(), ElementType::F32);
  EXPECT_EQ(x.getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(x.getAsDouble(5), 5.0);
  EXPECT_EQ(tensors[1].first, "ids");
  EXPECT_EQ(tensors[1].second.getAsInteger(0), 7);
  EXPECT_EQ(tensors[1].second.getAsInteger(1), -1);

  // An archive of nothing.
  TemporaryFile empty("PK\x05\x06" + std::string(18, '\0'));
  EXPECT_EQ(take(readNpz(empty.path)).size(), 0u);

  // What is written reads back, and equal tensors make equal files.
  TemporaryFile first, second;
  ASSERT_EQ(getMessage(writeNpz(first.path, tensors)), "success");
  ASSERT_EQ(getMessage(writeNpz(second.path, tensors)), "success");
  EXPECT_EQ(first.read(), second.read());
  NamedTensors back = take(readNpz(first.path));
  ASSERT_EQ(back.size(), 2u);
  for (auto [a, b] : zip(tensors, back)) {
    EXPECT_EQ(a.first, b.first);
    EXPECT_EQ(a.second.getBytes(), b.second.getBytes());
  }
}

TEST(Npy, RefusesBadArrays) {
  StringRef dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n";
  EXPECT_EQ(readImage(makeImage(dict, "12345678")), "success");
  for (StringRef bad : {"PK", "a file of text", "\x93NUMPY"})
    EXPECT_EQ(readImage(bad), "'file': expected a .npy file, which begins with \\x93NUMPY");
  EXPECT_EQ(readImage(makeImage(dict, "1234567")), "'file': expected 8 bytes of elements, got 7");
  EXPECT_EQ(readImage(makeImage(dict, "").substr(0, 30)),
            "'file': expected a header of 58 bytes, but the file ends before");
  std::string version = makeImage(dict, "12345678");
  version[6] = 4;
  EXPECT_EQ(readImage(version), "'file': expected .npy version 1, 2 or 3, got 4");
  for (StringRef bad : {"", "{", "{}", "{'descr': '<f4', 'shape': (2,), }",
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, }",
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }",
                        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }",
                        "{'descr': <f4, 'fortran_order': False, 'shape': (2,), }", "{'descr': '<f4",
                        "{'descr': '<f4', 'fortran_order': False, 'shape': 2, }",
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (x,), }",
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}"})
    EXPECT_EQ(readImage(makeImage(bad, "12345678")),
              "'file': expected a header with descr, fortran_order and shape, got " + bad.str());
  EXPECT_EQ(readImage(makeImage("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", "")),
            "'file': expected bool, int8..64 or float16..64 in little endian, got '>f4'; convert "
            "it by numpy's astype");
  EXPECT_EQ(readImage(makeImage("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }",
                                "12345678")),
            "'file': expected row-major order; save numpy.ascontiguousarray of it");
  EXPECT_EQ(readImage(makeImage("{'descr': '<f8', 'fortran_order': False, 'shape': "
                                "(4000000000, 4000000000), }",
                                "")),
            "'file': expected fewer than 2^63 bytes of elements");
}

TEST(Npy, RefusesBadArchives) {
  std::string archive = fromHex(numpyArchive);
  auto read = [&](size_t position, uint8_t value) {
    std::string bytes = archive;
    bytes[position] = value;
    TemporaryFile file(bytes);
    std::string message = getMessage(readNpz(file.path));
    size_t begin = message.find("': ");
    return begin == std::string::npos ? message : message.substr(begin + 3);
  };
  size_t central = archive.find("PK\x01\x02");
  EXPECT_EQ(read(central + 10, 8),
            "expected a stored array, got compression method 8; write the archive by numpy.savez "
            "instead of numpy.savez_compressed");
  EXPECT_EQ(read(central + 8, 1), "expected no encryption");
  EXPECT_EQ(read(central + 42, 1), "expected a local header at byte 1");
  EXPECT_EQ(read(central + 1, 'X'), "expected entry 0 of 2 in the zip directory at byte 408");
  EXPECT_EQ(read(central + 31, 1), "expected entry 0 of the zip directory to end inside it");
  EXPECT_EQ(read(central + 26, 1),
            "expected as many bytes in the archive as in the array, 65688, got 152");
  // The local header says where the data begins: behind names that are too long.
  EXPECT_EQ(read(27, 0xff), "expected 152 bytes, but the archive ends before");
  EXPECT_EQ(read(0xbb, 1), "expected checksum 2a00e94f, got 4f67d209; the file is damaged");
  EXPECT_EQ(read(archive.size() - 22, 'X'),
            "expected a .npz archive, got no end of a zip directory");
  EXPECT_EQ(getMessage(readNpz("/nonexistent.npz")),
            "'/nonexistent.npz': expected a readable file: No such file or directory");

  std::string large = archive;
  for (size_t i : {20, 21, 22, 23})
    large[central + i] = '\xff';
  TemporaryFile file(large);
  EXPECT_NE(getMessage(readNpz(file.path)).find("expected an archive below 4 GiB"),
            std::string::npos);
}

TEST(Npy, SurvivesDamage) {
  std::string archive = fromHex(numpyArchive);
  TemporaryFile file;
  auto tryRead = [&](StringRef bytes) {
    std::error_code error;
    raw_fd_ostream(file.path, error) << bytes;
    consumeError(readNpz(file.path).takeError());
  };
  for (size_t length = 0; length < archive.size(); length += 7)
    tryRead(StringRef(archive).take_front(length));
  for (size_t i = 0; i != archive.size(); ++i) {
    std::string bytes = archive;
    bytes[i] = bytes[i] == '\xff' ? '\0' : '\xff';
    tryRead(bytes);
  }
}

TEST(Npy, RefusesWhatNumpyLacks) {
  Tensor tensor(ElementType::BF16, {1});
  tensor.getMutableValues<uint16_t>()[0] = 0;
  TemporaryFile file("kept");
  EXPECT_NE(getMessage(writeNpy(file.path, tensor))
                .find("expected an element type that numpy knows, got bf16"),
            std::string::npos);
  EXPECT_NE(getMessage(writeNpz(file.path, {{"x", tensor}}))
                .find("expected an element type that numpy knows, got bf16"),
            std::string::npos);
  EXPECT_EQ(file.read(), "kept");
}

TEST(Npy, RefusesWhatAnArchiveCannotHold) {
  TemporaryFile file("kept");
  std::string prefix = ("'" + file.path + "': ").str();
  char byte = 0;
  Tensor one(ElementType::I8, {1}, &byte, nullptr);
  // A name and ".npy".
  EXPECT_EQ(getMessage(writeNpz(file.path, {{std::string(65532, 'x'), one}})),
            prefix + "expected names and number of arrays below 65536");
  // Refused by its size, before an element is read.
  Tensor huge(ElementType::I8, {int64_t(1) << 33}, &byte, nullptr);
  EXPECT_EQ(getMessage(writeNpz(file.path, {{"x", huge}})),
            prefix + "expected less than 4 GiB of arrays; write them to several files");
  EXPECT_EQ(file.read(), "kept");
  EXPECT_EQ(getMessage(writeNpz(file.path, {{std::string(65531, 'x'), one}})), "success");
}

TEST(Npy, TakesWhatIsNearlyWrong) {
  // One dimension has no order; an array without elements has no bytes, however long it is.
  for (StringRef header : {"{'descr': '<f4', 'fortran_order': True, 'shape': (0,), }",
                           "{'descr': '=f4', 'fortran_order': False, 'shape': (0, 4000000000, "
                           "4000000000), }",
                           "{'descr': '<f4', 'fortran_order': False, 'shape': (4000000000, "
                           "4000000000, 0), }"})
    EXPECT_EQ(readImage(makeImage(header, "")), "success");
  // The shortest file that has a header, of version 1; there is no version 0.
  std::string shortest = makeImage("{}", "");
  EXPECT_EQ(shortest.size(), 12u);
  EXPECT_EQ(readImage(shortest),
            "'file': expected a header with descr, fortran_order and shape, got {}");
  shortest[6] = 0;
  EXPECT_EQ(readImage(shortest), "'file': expected .npy version 1, 2 or 3, got 0");
  EXPECT_EQ(readImage(makeImage("{'descr': '<f4', 'fortran_order': False, 'shape': (2 3), }", "")),
            "'file': expected a header with descr, fortran_order and shape, got {'descr': '<f4', "
            "'fortran_order': False, 'shape': (2 3), }");
  EXPECT_EQ(readImage(makeImage("{'descr': '', 'fortran_order': False, 'shape': (2,), }", "")),
            "'file': expected bool, int8..64 or float16..64 in little endian, got ''; convert it "
            "by numpy's astype");
}

TEST(Npy, UsesAlignedElementsInPlace) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }";
  header.resize(128 - 10, ' ');
  std::string image = makeImage(header, "12345678");
  alignas(64) char buffer[256];
  for (size_t shift : {0, 4}) {
    memcpy(buffer + shift, image.data(), image.size());
    Tensor tensor =
        take(readNpy(MemoryBufferRef(StringRef(buffer + shift, image.size()), "file"), nullptr));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.getData()) % 8, 0u);
    EXPECT_EQ(tensor.getData() == buffer + shift + 128, shift == 0);
    EXPECT_EQ(tensor.getBytes().take_front(8),
              ArrayRef<char>({'1', '2', '3', '4', '5', '6', '7', '8'}));
  }
}

TEST(Npy, FindsTheEndBehindAComment) {
  std::string archive = fromHex(numpyArchive);
  auto read = [&](size_t length) {
    TemporaryFile file(archive + std::string(length, 'x'));
    return getMessage(readNpz(file.path));
  };
  EXPECT_EQ(read(0xffff), "success");
  EXPECT_NE(read(0x10000).find("expected a .npz archive, got no end of a zip directory"),
            std::string::npos);
}

TEST(Npy, ReadsHeadersUpToTheLastByte) {
  // An entry without a name, right before the end of the directory; behind that, as its comment,
  // the local header of no bytes, with which the file ends.
  std::string central(46, '\0'), end(22, '\0'), local(30, '\0');
  central.replace(0, 4, "PK\x01\x02");
  central[42] = 46 + 22;
  end.replace(0, 4, "PK\x05\x06");
  end[8] = end[10] = 1;
  local.replace(0, 4, "PK\x03\x04");
  TemporaryFile file(central + end + local);
  EXPECT_EQ(getMessage(readNpz(file.path)),
            ("'" + file.path + ":': expected a .npy file, which begins with \\x93NUMPY").str());
}

TEST(Npy, RefusesEachSizeOfLargeArchives) {
  std::string archive = fromHex(numpyArchive);
  size_t central = archive.find("PK\x01\x02");
  // Bytes in the archive, bytes of the array, place.
  for (size_t field : {20, 24, 42}) {
    std::string large = archive;
    for (size_t i = 0; i < 4; ++i)
      large[central + field + i] = '\xff';
    TemporaryFile file(large);
    EXPECT_NE(getMessage(readNpz(file.path)).find("expected an archive below 4 GiB"),
              std::string::npos)
        << field;
  }
}

TEST(Npy, CountsArraysInSixteenBits) {
  TemporaryFile file("kept");
  char byte = 0;
  NamedTensors tensors(65536, {"x", Tensor(ElementType::I8, {1}, &byte, nullptr)});
  EXPECT_NE(getMessage(writeNpz(file.path, tensors))
                .find("expected names and number of arrays below 65536"),
            std::string::npos);
  EXPECT_EQ(file.read(), "kept");
  tensors.pop_back();
  EXPECT_EQ(getMessage(writeNpz(file.path, tensors)), "success");
  EXPECT_EQ(take(readNpz(file.path)).size(), 65535u);
}

} // namespace
