// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @below {{'builtin.module' op (D1) expected no attribute 'dl.weight'; on modules dl knows 'dl.accelerator', 'dl.level', 'dl.target_features', 'dl.weights', 'dl.weights_file', 'dl.weights_size', 'dl.arena_size', 'dl.model'}}
module attributes {dl.weight = []} {}

// -----

// expected-error @below {{'builtin.module' op (D2) expected 'dl.level' to be "graph", "te", "scheduled", "bufferized" or "llvm-dialect", got "assembly"}}
module attributes {dl.level = "assembly"} {}

// -----

// expected-error @below {{'builtin.module' op (D2) expected 'dl.level' to be "graph", "te", "scheduled", "bufferized" or "llvm-dialect", got 1 : i64}}
module attributes {dl.level = 1} {}

// -----

// expected-error @below {{'func.func' op (D1) expected no attribute 'dl.x'; on functions dl knows 'dl.size_checks', 'dl.device', 'dl.program'}}
func.func private @f() attributes {dl.x}

// -----

// expected-error @below {{'func.func' op (D1) expected no attribute 'dl.x'; on arguments dl knows 'dl.name', 'dl.dims', 'dl.counts', 'dl.packed', 'dl.count', 'dl.size_value', 'dl.weights', 'dl.arena', 'dl.scratch', 'dl.test_input'}}
func.func private @f(tensor<4xf32> {dl.x})

// -----

// expected-error @below {{'func.func' op (D1) expected no attribute 'dl.x'; on results dl knows 'dl.name', 'dl.counts', 'dl.packed', 'dl.count', 'dl.test_expected'}}
func.func private @f() -> (tensor<4xf32> {dl.x})

// -----

// expected-error @below {{'builtin.module' op (D1) expected 'dl.name' on arguments, results only}}
module attributes {dl.name = "x"} {}

// -----

// expected-error @below {{'func.func' op (D1) expected 'dl.weights' on modules, arguments only}}
func.func private @f() attributes {dl.weights}

// -----

// expected-error @below {{'func.func' op (D1) expected 'dl.dims' on arguments only}}
func.func private @f() -> (tensor<4xf32> {dl.dims = [4]})

// -----

// expected-error @below {{'func.func' op (D1) expected 'dl.model' on modules only}}
func.func private @f(tensor<4xf32> {dl.model = {}})

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'tensor.cast' op (D1) expected no attribute 'dl.name', dl's stand on modules and functions}}
  %0 = tensor.cast %x {dl.name = "x"} : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op (D2) expected 'dl.name' of argument 0 to be a string that is not empty, got ""}}
func.func private @f(tensor<4xf32> {dl.name = ""})

// -----

// expected-error @below {{'func.func' op (D2) expected 'dl.name' of result 1 to be a string that is not empty, got 1 : i64}}
func.func private @f() -> (tensor<4xf32>, tensor<4xf32> {dl.name = 1})

// -----

// expected-error @below {{'func.func' op (D2) expected 'dl.dims' of argument 1 to be an array of numbers, names, and maps from named sizes to one, got 4 : i64}}
func.func private @f(tensor<4xf32>, tensor<4xf32> {dl.dims = 4})

// -----

// expected-error @below {{(D2) expected 'dl.dims' of argument 0 to be an array of numbers, names, and maps from named sizes to one, got ["", 4]}}
func.func private @f(tensor<?x4xf32> {dl.dims = ["", 4]})

// -----

// expected-error @below {{(D2) expected 'dl.dims' of argument 0 to be an array of numbers, names, and maps from named sizes to one, got [-1]}}
func.func private @f(tensor<?xf32> {dl.dims = [-1]})

// -----

// expected-error @below {{(D2) expected 'dl.dims' of argument 0 to be an array of numbers, names, and maps from named sizes to one, got [4 : i32]}}
func.func private @f(tensor<4xf32> {dl.dims = [4 : i32]})

// -----

// expected-error @below {{(D2) expected 'dl.dims' of argument 0 to be an array of numbers, names, and maps from named sizes to one, got [affine_map<(d0) -> (d0)>]}}
func.func private @f(tensor<?xf32> {dl.dims = [affine_map<(d0) -> (d0)>]})

// -----

// expected-error @below {{(D2) expected 'dl.dims' of argument 0 to be an array of numbers, names, and maps from named sizes to one, got [affine_map<()[s0] -> (s0, s0)>]}}
func.func private @f(tensor<?xf32> {dl.dims = [affine_map<()[s0] -> (s0, s0)>]})

// -----

// expected-error @below {{'func.func' op (D3) expected 'dl.dims' of argument 0 to have an entry for each dimension of 'tensor<?x4xf32>', numbers where these have some, got ["batch"]}}
func.func private @f(tensor<?x4xf32> {dl.dims = ["batch"]})

// -----

// expected-error @below {{(D3) expected 'dl.dims' of argument 0 to have an entry for each dimension of 'tensor<?x4xf32>', numbers where these have some, got ["batch", 5]}}
func.func private @f(tensor<?x4xf32> {dl.dims = ["batch", 5]})

// -----

// expected-error @below {{(D3) expected 'dl.dims' of argument 0 to have an entry for each dimension of 'tensor<?x4xf32>', numbers where these have some, got [2, 4]}}
func.func private @f(tensor<?x4xf32> {dl.dims = [2, 4]})

// -----

// expected-error @below {{'func.func' op (D2) expected 'dl.size_checks' to be an array of dictionaries, got [1]}}
func.func private @f() attributes {dl.size_checks = [1]}

// -----

// expected-error @below {{(D2) expected 'dl.target_features' to be an array of strings, got "avx2"}}
module attributes {dl.target_features = "avx2"} {}

// -----

// expected-error @below {{(D2) expected 'dl.target_features' to be an array of strings, got ["avx2", 1]}}
module attributes {dl.target_features = ["avx2", 1]} {}

// -----

// expected-error @below {{(D2) expected 'dl.weights' to be an array of dictionaries, got [1]}}
module attributes {dl.weights = [1]} {}

// -----

// expected-error @below {{(D2) expected 'dl.weights_size' to be an i64 that is not negative, got -1 : i64}}
module attributes {dl.weights_size = -1} {}

// -----

// expected-error @below {{(D2) expected 'dl.arena_size' to be an i64 that is not negative, got 8 : i32}}
module attributes {dl.arena_size = 8 : i32} {}

// -----

// expected-error @below {{(D2) expected 'dl.model' to be a dictionary, got "x"}}
module attributes {dl.model = "x"} {}

// -----

// expected-error @below {{(D2) expected 'dl.weights' of argument 0 to be a unit attribute, got 1 : i64}}
func.func private @f(memref<8xi8> {dl.weights = 1})

// -----

// expected-error @below {{(D2) expected 'dl.arena' of argument 0 to be a unit attribute, got 1 : i64}}
func.func private @f(memref<8xi8> {dl.arena = 1})

// -----

// expected-error @below {{(D2) expected 'dl.scratch' of argument 0 to be a unit attribute, got 1 : i64}}
func.func private @f(memref<8xi8> {dl.scratch = 1})

// -----

// expected-error @below {{(D2) expected 'dl.test_input' of argument 0 to be the elements of a tensor, got 1.000000e+00 : f32}}
func.func private @f(tensor<f32> {dl.test_input = 1.0 : f32})

// -----

// expected-error @below {{(D2) expected 'dl.test_expected' of result 0 to be the elements of a tensor, got 1.000000e+00 : f32}}
func.func private @f() -> (tensor<f32> {dl.test_expected = 1.0 : f32})

// -----

// expected-error @below {{(D4) expected 'dl.weights' of argument 0 on a buffer of bytes, as memref<64xi8>, got 'memref<i8>'}}
func.func private @f(memref<i8> {dl.weights})

// -----

// expected-error @below {{(D4) expected 'dl.arena' of argument 1 on a buffer of bytes, as memref<64xi8>, got 'memref<*xi8>'}}
func.func private @f(memref<64xi8> {dl.weights}, memref<*xi8> {dl.arena})

// -----

// expected-error @below {{(D4) expected 'dl.arena' of argument 0 on a buffer of bytes, as memref<64xi8>, got 'memref<16xf32>'}}
func.func private @f(memref<16xf32> {dl.arena})

// -----

// expected-error @below {{(D4) expected 'dl.weights' of argument 0 on a buffer of bytes, as memref<64xi8>, got 'vector<64xi8>'}}
func.func private @f(vector<64xi8> {dl.weights})

// -----

// expected-error @below {{(D2) expected 'dl.device' to be a string that is not empty, got ""}}
func.func private @f() attributes {dl.device = ""}

// -----

// expected-error @below {{(D2) expected 'dl.program' to be an i64 that is not negative, got -1 : i64}}
func.func private @f() attributes {dl.program = -1}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {kind = "vdla"}}}
module attributes {dl.accelerator = {kind = "vdla"}} {}

// -----

// expected-error @below {{(D2) expected 'dl.counts' of result 0 to be an array<i64>, got 1 : i64}}
func.func private @f() -> (tensor<4xf32> {dl.counts = 1})

// -----

// expected-error @below {{(D2) expected 'dl.packed' of result 0 to be a unit attribute, got 1 : i64}}
func.func private @f() -> (tensor<4xf32> {dl.packed = 1})

// -----

// expected-error @below {{(D2) expected 'dl.count' of result 0 to be a string that is not empty, got 0 : i64}}
func.func private @f() -> (tensor<i64> {dl.count = 0})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {input = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {above = "", element = 0 : i64, input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {input = 0, element = 0, above = ""}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {above = 3 : i64, below = 3 : i64, element = 0 : i64, input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {input = 0, element = 0, above = 3, below = 3}})

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, machine = "paper", programs = [{bytes = array<i8: 1>, name = "f"}]}}}
module attributes {dl.accelerator = {machine = "paper", digest = 7, programs = [{name = "f", bytes = array<i8: 1>}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "", machine = "paper", programs = [{bytes = array<i8: 1>, name = "f"}]}}}
module attributes {dl.accelerator = {kind = "", machine = "paper", digest = 7, programs = [{name = "f", bytes = array<i8: 1>}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = 7 : i64, programs = [{bytes = array<i8: 1>, name = "f"}]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = 7, digest = 7, programs = [{name = "f", bytes = array<i8: 1>}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = "7", kind = "vdla", machine = "paper", programs = [{bytes = array<i8: 1>, name = "f"}]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = "7", programs = [{name = "f", bytes = array<i8: 1>}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = "paper"}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = 7}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = "paper", programs = [7]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = 7, programs = [7]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = "paper", programs = [{name = "f"}]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = 7, programs = [{name = "f"}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = "paper", programs = [{bytes = array<i8: 1>}]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = 7, programs = [{bytes = array<i8: 1>}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.accelerator' to be a dictionary of kind, machine, digest and programs, got {digest = 7 : i64, kind = "vdla", machine = "paper", programs = [{bytes = "x", name = "f"}]}}}
module attributes {dl.accelerator = {kind = "vdla", machine = "paper", digest = 7, programs = [{bytes = "x", name = "f"}]}} {}

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got 4 : i64}}
func.func private @f(tensor<?x0xi8> {dl.size_value = 4})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {element = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {element = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {element = 0 : i64, input = -1 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {element = 0, input = -1}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {element = 0 : i32, input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {element = 0 : i32, input = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {element = "x", input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {element = "x", input = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {above = -1 : i64, element = 0 : i64, input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {above = -1, element = 0, input = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {below = 1.000000e+00 : f64, element = 0 : i64, input = 0 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {below = 1.0, element = 0, input = 0}})

// -----

// expected-error @below {{(D2) expected 'dl.size_value' of argument 0 to be {input = 1, element = 2}, or beside these 'above' or 'below' a name or a number, got {element = 0 : i64, input = 0 : i64, other = 1 : i64}}}
func.func private @f(tensor<?x0xi8> {dl.size_value = {element = 0, input = 0, other = 1}})

// -----

// expected-error @below {{'builtin.module' op (D2) expected 'dl.level' to be "graph", "te", "scheduled", "bufferized" or "llvm-dialect", got "tensor"}}
module attributes {dl.level = "tensor"} {}
