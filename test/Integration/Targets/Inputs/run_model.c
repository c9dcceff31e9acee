/* Runs the model of a shared library on a machine that has nothing but a C library. What
 * memory holds before is garbage.
 *
 *   run_model MODEL.so [FOLDER]
 *
 * Each input is the file FOLDER/in.<number>, each output becomes FOLDER/out.<number>: a header
 * of a dlc_dtype, the rank as 32 bits and the extents as 64 bits each, then the elements in
 * row-major order. Without a folder it only prints the names of inputs and outputs. */
#include "dl/Runtime/dlc.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

/* A function of the library by its name. */
static void *find(void *library, const char *name) {
  void *function = dlsym(library, name);
  if (!function)
    fail("expected a library with %s", name);
  return function;
}
#define GET(name) __typeof__(&name) get_##name = (__typeof__(&name))find(library, #name)

static void *allocate(size_t size) {
  size_t whole = (size / DLC_ALIGNMENT + 1) * DLC_ALIGNMENT;
  void *memory = aligned_alloc(DLC_ALIGNMENT, whole);
  if (!memory)
    fail("expected %zu bytes of memory", whole);
  return memset(memory, 0x5a, whole);
}

static size_t count_bytes(const dlc_tensor *tensor) {
  size_t bytes = (tensor->dtype.bits + 7) / 8;
  for (int32_t i = 0; i < tensor->ndim; ++i)
    bytes *= (size_t)tensor->shape[i];
  return bytes;
}

/* A tensor as the model declares it, without data and with room for its extents. */
static dlc_tensor make_tensor(const dlc_tensor_info *info) {
  dlc_tensor tensor;
  memset(&tensor, 0, sizeof(tensor));
  tensor.device = info->device;
  tensor.ndim = info->ndim;
  tensor.dtype = info->dtype;
  tensor.shape = calloc((size_t)info->ndim + 1, sizeof(int64_t));
  return tensor;
}

static FILE *open_file(const char *folder, const char *kind, int number, const char *mode) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s.%d", folder, kind, number);
  FILE *file = fopen(path, mode);
  if (!file)
    fail("cannot open '%s'", path);
  return file;
}

static void read_tensor(dlc_tensor *tensor, FILE *file) {
  dlc_dtype dtype; /* what the model declares counts */
  int32_t rank;
  size_t extents = (size_t)tensor->ndim;
  if (fread(&dtype, sizeof(dtype), 1, file) != 1 || fread(&rank, sizeof(rank), 1, file) != 1 ||
      rank != tensor->ndim || fread(tensor->shape, sizeof(int64_t), extents, file) != extents)
    fail("expected an input of rank %d", (int)tensor->ndim);
  size_t bytes = count_bytes(tensor);
  tensor->data = allocate(bytes);
  if (fread(tensor->data, 1, bytes, file) != bytes)
    fail("expected %zu bytes of an input", bytes);
  fclose(file);
}

static void write_tensor(const dlc_tensor *tensor, FILE *file) {
  size_t bytes = count_bytes(tensor), extents = (size_t)tensor->ndim;
  if (fwrite(&tensor->dtype, sizeof(tensor->dtype), 1, file) != 1 ||
      fwrite(&tensor->ndim, sizeof(tensor->ndim), 1, file) != 1 ||
      fwrite(tensor->shape, sizeof(int64_t), extents, file) != extents ||
      fwrite(tensor->data, 1, bytes, file) != bytes || fclose(file))
    fail("cannot write an output");
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3)
    fail("usage: run_model MODEL.so [FOLDER]");
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    fail("cannot load: %s", dlerror());
  GET(dlc_get_model);
  GET(dlc_num_inputs);
  GET(dlc_num_outputs);
  GET(dlc_input);
  GET(dlc_output);
  GET(dlc_sizes);
  GET(dlc_context_size);
  GET(dlc_init);
  GET(dlc_run);
  GET(dlc_deinit);

  const dlc_model *model = get_dlc_get_model();
  int32_t num_inputs = get_dlc_num_inputs(model), num_outputs = get_dlc_num_outputs(model);
  if (argc == 2) {
    for (int32_t i = 0; i < num_inputs; ++i)
      printf("input %s\n", get_dlc_input(model, i)->name);
    for (int32_t i = 0; i < num_outputs; ++i)
      printf("output %s\n", get_dlc_output(model, i)->name);
    return 0;
  }
  dlc_options options = DLC_OPTIONS_INIT;
  size_t context_size = get_dlc_context_size(model, &options);
  dlc_context *context;
  dlc_error error;
  if (get_dlc_init(model, &options, allocate(context_size), context_size, &context, &error))
    fail("%s", error.message);

  dlc_tensor *inputs = calloc((size_t)num_inputs + 1, sizeof(dlc_tensor));
  dlc_tensor *outputs = calloc((size_t)num_outputs + 1, sizeof(dlc_tensor));
  for (int32_t i = 0; i < num_inputs; ++i) {
    inputs[i] = make_tensor(get_dlc_input(model, i));
    read_tensor(&inputs[i], open_file(argv[2], "in", i, "rb"));
  }
  for (int32_t i = 0; i < num_outputs; ++i)
    outputs[i] = make_tensor(get_dlc_output(model, i));
  size_t arena_size;
  if (get_dlc_sizes(model, inputs, num_inputs, &arena_size, outputs, num_outputs, &error))
    fail("%s", error.message);
  for (int32_t i = 0; i < num_outputs; ++i)
    outputs[i].data = allocate(count_bytes(&outputs[i]));
  if (get_dlc_run(context, allocate(arena_size), arena_size, inputs, num_inputs, outputs,
                  num_outputs, NULL, &error))
    fail("%s", error.message);
  for (int32_t i = 0; i < num_outputs; ++i)
    write_tensor(&outputs[i], open_file(argv[2], "out", i, "wb"));
  get_dlc_deinit(context);
  return 0;
}
