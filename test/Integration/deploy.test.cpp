// Both models of one program, from C++, by the header's symbols and macros.
#include "mlp.h"

#include <cstdio>

extern "C" const dlc_model other_model;

int main() {
  const int64_t shape[] = MLP_INPUT_0_SHAPE;
  std::printf("%s %s %dx%d %d\n", dlc_model_name(&mlp_model), dlc_model_name(&other_model),
              static_cast<int>(shape[0]), static_cast<int>(shape[1]), MLP_WEIGHTS_SIZE);
}
