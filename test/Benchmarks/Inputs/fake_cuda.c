// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver without a GPU, whose memory is this process's. It takes every kernel for
// `saxpy.tiny`: 2 x + y of 64 elements. A kernel's name is what is wrong with it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
typedef uint64_t Pointer;

Result cuInit(unsigned flags) { return getenv("NO_GPU") ? 100 : 0; }
Result cuGetErrorName(int status, const char **name) {
  *name = status == 100 ? "CUDA_ERROR_NO_DEVICE" : "CUDA_ERROR_MISALIGNED_ADDRESS";
  return 0;
}
Result cuDeviceGetCount(int *count) { return *count = 1, 0; }
Result cuDeviceGet(int *device, int number) { return *device = number, 0; }
Result cuDevicePrimaryCtxRetain(void **context, int device) { return 0; }
Result cuCtxSetCurrent(void *context) { return 0; }
Result cuCtxSynchronize(void) { return 0; }
Result cuDeviceGetName(char *name, int size, int device) { return strcpy(name, "Fake 1"), 0; }
Result cuDriverGetVersion(int *version) { return *version = 13000, 0; }
Result cuDeviceGetAttribute(int *value, int which, int device) { return *value = which % 10, 0; }
Result cuEventCreate(void **event, unsigned flags) { return 0; }
Result cuStreamCreate(void **stream, unsigned flags) { return 0; }
Result cuModuleLoadDataEx(void **module, const void *ptx, unsigned count, int *options, void **values) {
  if (!strstr(ptx, "refused"))
    return 0;
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5) // Its compiler's errors.
      strcpy(values[i], "line 1: there is no such instruction");
  return 218;
}
Result cuModuleGetFunction(void **function, void *module, const char *name) {
  return *function = strdup(name), 0;
}
Result cuModuleUnload(void *module) { return 0; }
Result cuFuncGetAttribute(int *value, int which, void *function) { return *value = which == 4 ? 20 : 0, 0; }
Result cuMemAlloc_v2(Pointer *pointer, size_t size) { return *pointer = (Pointer)malloc(size), 0; }
Result cuMemFree_v2(Pointer pointer) { return free((void *)pointer), 0; }
Result cuMemsetD8_v2(Pointer pointer, unsigned char byte, size_t size) {
  return memset((void *)pointer, byte, size), 0;
}
Result cuMemcpyHtoD_v2(Pointer to, const void *from, size_t size) {
  return memcpy((void *)to, from, size), 0;
}
Result cuMemcpyDtoH_v2(void *to, Pointer from, size_t size) {
  return memcpy(to, (void *)from, size), 0;
}
Result cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y,
                      unsigned z, unsigned shared, void *stream, void **parameters, void **extra) {
  static int launches = 0;
#define has(defect) (strcmp(function, defect) == 0)
  float *operands[3];
  for (int i = 0; i < 3; ++i)
    memcpy(&operands[i], parameters[i], sizeof operands[i]);
  if (has("fault"))
    return 716;
  if (has("end"))
    exit(0);
  if (has("nothing"))
    return 0;
  for (int i = 0; i < (has("outside") ? 65 : 64); ++i)
    operands[2][i] = i == 64 ? 0 : 2 * operands[0][i] + operands[1][i];
  if (has("operand"))
    operands[0][7] += 1;
  if (has("unstable"))
    operands[2][7] = ++launches;
  return 0;
}
