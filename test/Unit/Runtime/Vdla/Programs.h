//===-- Programs.h - programs as bytes, for tests ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_RUNTIME_VDLA_PROGRAMS_H
#define DL_TEST_RUNTIME_VDLA_PROGRAMS_H

#include "Machines.h"
#include "TilePrograms.h"

#include "dl/Runtime/Vdla/dlv.h"
#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Binary.h"

namespace dl::vdla::test {

/// Of the machine of the paper.
inline Program assembleProgram(const std::string &text) {
  std::string error;
  std::optional<Program> program = assemble(getMachine("paper"), text, error);
  EXPECT_TRUE(program) << error;
  return program.value_or(Program());
}

inline std::vector<uint8_t> getBytes(const DeviceModel &model, const Program &program) {
  std::string error;
  std::optional<std::vector<uint8_t>> bytes = writeBinary(model, program, error);
  EXPECT_TRUE(bytes) << error;
  return bytes.value_or(std::vector<uint8_t>());
}

inline testing::AssertionResult hasText(const std::string &message, const std::string &text) {
  if (message.find(text) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected '" << text << "' in '" << message << "'";
}
inline testing::AssertionResult beginsWith(const std::string &message, const std::string &text) {
  if (message.rfind(text, 0) == 0)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected '" << text << "' to begin '" << message << "'";
}

/// A device that closes itself.
class OpenDevice {
public:
  explicit OpenDevice(const char *backend, const char *machine = "paper") {
    dlv_error error;
    EXPECT_EQ(dlv_open(backend, machine, &device, &error), DLV_OK) << error.message;
  }
  ~OpenDevice() { dlv_close(device); }
  operator dlv_device *() const { return device; }

private:
  dlv_device *device = nullptr;
};

/// A program with a buffer for each that the host gives, of the contents of a kernel.
class LoadedKernel {
public:
  LoadedKernel(dlv_device *device, const DeviceModel &model, const Kernel &given) : kernel(given) {
    dlv_error error;
    std::vector<uint8_t> bytes = getBytes(model, kernel.program);
    EXPECT_EQ(dlv_load(device, bytes.data(), bytes.size(), &program, &error), DLV_OK)
        << error.message;
    for (size_t i = 0; i < kernel.program.buffers.size(); ++i) {
      const Buffer &buffer = kernel.program.buffers[i];
      if (buffer.direction == Direction::MicroOps || buffer.direction == Direction::Scratch)
        continue;
      if (i == kernel.output)
        output = buffers.size();
      dlv_buffer *made = nullptr;
      EXPECT_EQ(dlv_allocate(device, uint64_t(buffer.bytes), &made, &error), DLV_OK);
      EXPECT_EQ(dlv_copy_in(made, 0, kernel.contents[i].data(), kernel.contents[i].size(), &error),
                DLV_OK);
      buffers.push_back(made);
    }
  }
  ~LoadedKernel() {
    for (dlv_buffer *buffer : buffers)
      dlv_free(buffer);
    dlv_unload(program);
  }
  dlv_job *submit() {
    dlv_job *job = nullptr;
    dlv_error error;
    EXPECT_EQ(dlv_submit(program, buffers.data(), int32_t(buffers.size()), &job, &error), DLV_OK)
        << error.message;
    return job;
  }
  std::vector<uint8_t> getOutput() const {
    std::vector<uint8_t> bytes(size_t(dlv_buffer_bytes(buffers[output])));
    EXPECT_EQ(dlv_copy_out(buffers[output], 0, bytes.data(), bytes.size(), nullptr), DLV_OK);
    return bytes;
  }

  const Kernel kernel;
  dlv_program *program = nullptr;
  std::vector<dlv_buffer *> buffers;
  size_t output = 0;
};

} // namespace dl::vdla::test

#endif // DL_TEST_RUNTIME_VDLA_PROGRAMS_H
