/* Runs a compiled model from C: all that a program needs is the model's library
 * (or object) and its header.
 *
 *   dl-compile model.onnx -o model.so --emit-header=model.h
 *   cc main.c -DMODEL_HEADER='"model.h"' ./model.so -o main
 *   ./main
 *
 * Inputs are filled with ones; every output's first values are printed. */
#include MODEL_HEADER

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t num_elements(const dlc_tensor_info *info) {
  size_t elements = 1;
  for (int32_t i = 0; i < info->ndim; ++i)
    elements *= (size_t)info->shape[i];
  return elements;
}

/* A tensor with memory of its own, as the model declares it. */
static dlc_tensor make_tensor(const dlc_tensor_info *info) {
  dlc_tensor tensor;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = calloc(num_elements(info) + 1, info->dtype.bits / 8);
  tensor.device.device_type = 1;
  tensor.ndim = info->ndim;
  tensor.dtype = info->dtype;
  tensor.shape = (int64_t *)info->shape;
  return tensor;
}

/* Memory at a multiple of DLC_ALIGNMENT. */
static void *allocate(size_t size) {
  return aligned_alloc(DLC_ALIGNMENT, (size + DLC_ALIGNMENT - 1) / DLC_ALIGNMENT * DLC_ALIGNMENT);
}

int main(void) {
#ifdef MODEL
  const dlc_model *model = &MODEL;
#else
  const dlc_model *model = dlc_get_model();
#endif
  dlc_options options = DLC_OPTIONS_INIT;
  size_t context_size = dlc_context_size(model, &options);
  void *memory = allocate(context_size);
  void *arena = allocate(dlc_arena_size(model));
  dlc_context *context;
  dlc_error error;
  if (dlc_init(model, &options, memory, context_size, &context, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }

  int32_t num_inputs = dlc_num_inputs(model), num_outputs = dlc_num_outputs(model);
  dlc_tensor *inputs = calloc((size_t)num_inputs + 1, sizeof(dlc_tensor));
  dlc_tensor *outputs = calloc((size_t)num_outputs + 1, sizeof(dlc_tensor));
  for (int32_t i = 0; i < num_inputs; ++i) {
    const dlc_tensor_info *info = dlc_input(model, i);
    inputs[i] = make_tensor(info);
    if (info->dtype.code == DLC_FLOAT && info->dtype.bits == 32)
      for (size_t j = 0; j < num_elements(info); ++j)
        ((float *)inputs[i].data)[j] = 1.0f;
  }
  for (int32_t i = 0; i < num_outputs; ++i)
    outputs[i] = make_tensor(dlc_output(model, i));

  if (dlc_run(context, arena, dlc_arena_size(model), inputs, num_inputs, outputs, num_outputs, NULL,
              &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  printf("model %s\n", dlc_model_name(model));
  for (int32_t i = 0; i < num_outputs; ++i) {
    const dlc_tensor_info *info = dlc_output(model, i);
    printf("%s:", info->name);
    for (size_t j = 0; j < num_elements(info) && j < 6; ++j)
      if (info->dtype.code == DLC_FLOAT && info->dtype.bits == 32)
        printf(" %g", ((const float *)outputs[i].data)[j]);
    printf("\n");
  }
  dlc_deinit(context);
  return 0;
}
