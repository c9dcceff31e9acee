// RUN: dl-opt %s --dl-verify-model --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-7: {{^module}}
// PRINTED-NOT: {{^module}}

// expected-error @below {{'builtin.module' op (D2) expected 'dl.model' to be a dictionary, got 1 : i64}}
module attributes {dl.model = 1} {}

// -----

// expected-error @below {{expected 'dl.model.inputs' to be an array of dictionaries, got none}}
module attributes {dl.model = {}} {}

// -----

// expected-error @below {{expected 'dl.model.inputs[0].type' to be the type of a ranked tensor of numbers, got vector<4xf32>}}
module attributes {dl.model = {inputs = [{name = "x", type = vector<4xf32>}]}} {}

// -----

// expected-error @below {{expected 'dl.model.outputs[0].name' to be a string, got 1 : i64}}
module attributes {dl.model = {inputs = [], outputs = [{name = 1, type = tensor<4xf32>}]}} {}

// -----

// expected-error @below {{expected 'dl.model.arena_size' to be an integer, got 1.000000e+00 : f32}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 1.0 : f32}} {}

// -----

// expected-error @below {{expected sizes in 'dl.model' that are not negative and 1 to 1024 threads}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = -1, weights_size = 64, max_threads = 1, calls = []}} {}

// -----

// expected-error @below {{expected 'dl.model.symbols' to be an array of strings, got [1]}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 0, weights_size = 64, max_threads = 1, calls = [], symbols = [1]}} {}

// -----

// expected-error @below {{expected 'dl.model.sizes' beside the symbols, got none}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 0, weights_size = 64, max_threads = 1, calls = [], symbols = ["n"]}} {}

// -----

// expected-error @below {{expected one of 'dims' for each dimension of 'tensor<?xf32>' in 'dl.model.inputs'}}
module attributes {dl.model = {inputs = [{name = "x", type = tensor<?xf32>}], outputs = [], arena_size = 0, weights_size = 64, max_threads = 1, calls = []}} {}

// -----

// expected-error @below {{expected 'dl.model.inputs[0].dims' to be an array<i64>, got [4]}}
module attributes {dl.model = {inputs = [{name = "x", type = tensor<?xf32>, dims = [4]}], outputs = []}} {}

// -----

// expected-error @below {{(D2) expected 'dl.weights' to be an array of dictionaries, got "x"}}
module attributes {dl.weights = "x"} {}

// -----

// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{offset = 0}]} {}

// -----

// expected-error @below {{expected 'dl.weights' in the order of their offsets, one behind the other, got offset 1099511627776 of entry 0 after 0 bytes}}
module attributes {dl.weights = [{offset = 1099511627776, value = dense<1.0> : tensor<2xf32>}]} {}

// -----

// expected-error @below {{expected 'dl.weights_size' to be the 8 bytes of the weights and at most 4096 more, got 1099511627776 : i64}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 1099511627776} {}

// -----

// expected-error @below {{expected sizes in 'dl.model' that are not negative and 1 to 1024 threads}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 0, weights_size = -1, max_threads = 1, calls = []}} {}

// -----

// expected-error @below {{expected sizes in 'dl.model' that are not negative and 1 to 1024 threads}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 0, weights_size = 64, max_threads = 0, calls = []}} {}

// -----

// expected-error @below {{expected sizes in 'dl.model' that are not negative and 1 to 1024 threads}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 0, weights_size = 64, max_threads = 1025, calls = []}} {}

// -----

// Integers have 64 bits.
// expected-error @below {{expected 'dl.model.arena_size' to be an integer, got 1 : i32}}
module attributes {dl.model = {inputs = [], outputs = [], arena_size = 1 : i32, weights_size = 64, max_threads = 1, calls = []}} {}

// -----

// expected-error @below {{expected 'dl.model.inputs[0].type' to be the type of a ranked tensor of numbers, got tensor<4xindex>}}
module attributes {dl.model = {inputs = [{name = "x", type = tensor<4xindex>}]}} {}

// -----

// expected-error @below {{expected one of 'dims' for each dimension of 'tensor<?xf32>' in 'dl.model.outputs'}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<?xf32>, dims = array<i64: -1, 4>}], arena_size = 0, weights_size = 64, max_threads = 1, calls = [], symbols = ["n"], sizes = 0}} {}

// -----

// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{value = dense<1.0> : tensor<2xf32>}]} {}

// -----

// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{offset = 0 : i32, value = dense<1.0> : tensor<2xf32>}]} {}

// -----

// Elements of whole bytes, all of them there.
// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{offset = 0, value = dense<true> : tensor<2xi1>}]} {}

// -----

// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{offset = 0, value = dense_resource<missing> : tensor<2xf32>}]} {}

// -----

// expected-error @below {{expected 'dl.weights' to hold a number 'offset' and elements 'value' in memory, got entry 0}}
module attributes {dl.weights = [{offset = 0, value = dense_resource<short> : tensor<2xf32>}]} {}

{-#
  dialect_resources: {
    builtin: { short: "0x04000000000000000000" }
  }
#-}

// -----

// One begins before the one before it ends; at most 4096 bytes lie between two.
// expected-error @below {{expected 'dl.weights' in the order of their offsets, one behind the other, got offset 4 of entry 1 after 8 bytes}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}, {offset = 4, value = dense<2.0> : tensor<2xf32>}]} {}

// -----

// expected-error @below {{expected 'dl.weights' in the order of their offsets, one behind the other, got offset 4105 of entry 1 after 8 bytes}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}, {offset = 4105, value = dense<2.0> : tensor<2xf32>}]} {}

// -----

// expected-error @below {{expected 'dl.weights' of less than 2^63 bytes}}
module attributes {dl.weights = [{offset = 0, value = dense<1> : tensor<4611686018427387904xi8>}, {offset = 4611686018427387904, value = dense<1> : tensor<4611686018427387904xi8>}]} {}

// -----

// expected-error @below {{expected 'dl.weights_size' to be the 8 bytes of the weights and at most 4096 more, got 4 : i64}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 4} {}

// -----

// expected-error @below {{expected 'dl.weights_size' to be the 8 bytes of the weights and at most 4096 more, got 4105 : i64}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 4105} {}

// -----

// expected-error @below {{(D2) expected 'dl.weights_size' to be an i64 that is not negative, got 64 : i32}}
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 64 : i32} {}

// -----

// As passes write them.
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 64,
    dl.model = {inputs = [{name = "x", type = tensor<4xf32>}], outputs = [], arena_size = 0, weights_size = 64, max_threads = 1,
                calls = [{kernel = "k", nodes = "n", outputs = [{output = -1, offset = 0, type = tensor<4xf32>}]}]}} {}

// -----

// The largest and the smallest that are allowed: one thread more or a byte less is refused
// above. Elements of no bytes need none in memory.
module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}, {offset = 8, value = dense<> : tensor<0xf32>},
                                 {offset = 4104, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 4112,
    dl.model = {inputs = [{name = "x", type = tensor<?xf32>, dims = array<i64: -1>}], outputs = [], arena_size = 0, weights_size = 0,
                max_threads = 1024, symbols = ["n"], sizes = 0, calls = []}} {}

// -----

module attributes {dl.weights = [{offset = 0, value = dense<1.0> : tensor<2xf32>}], dl.weights_size = 4104} {}

// -----

// expected-error @+1 {{expected one of 'counts' for each dimension of 'tensor<4xf32>' in 'dl.model.outputs', each -1 or the number of one of 1 counts}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4xf32>, counts = array<i64: 1>}], arena_size = 0,
                               weights_size = 0, max_threads = 1, counts = ["NonZero_1"], calls = []}} {}

// -----

// expected-error @+1 {{expected a count for each dimension of the packed 'tensor<4x1xf32>' in 'dl.model.outputs'}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: 0, -1>, packed}], arena_size = 0,
                               weights_size = 0, max_threads = 1, counts = ["Reshape_1"], calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits of one of 1 inputs, or what it is above or below a size, of one of 1 symbols, got {bound = 0 : i64, element = 2 : i64, input = 0 : i64, kind = 0 : i64, symbol = 0 : i64}}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], arena_size = 0, weights_size = 0, max_threads = 1,
                               symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = 0, element = 2, bound = 0}], calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi8>}], outputs = [], arena_size = 0, weights_size = 0, max_threads = 1,
                               symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = 0, element = 0, bound = 0}], calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], arena_size = 0, weights_size = 0, max_threads = 1,
                               symbols = ["n"], sizes = 0, values = [{kind = 1, symbol = 0, input = 0, element = 0, bound = -2}], calls = []}} {}

// -----

module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], arena_size = 0, weights_size = 0, max_threads = 1,
                               symbols = ["n", "m"], sizes = 0, calls = [],
                               values = [{kind = 0, symbol = 0, input = 0, element = 1, bound = 0}, {kind = 2, symbol = 1, input = 0, element = 0, bound = -1}]}} {}

// -----

// Kinds, symbols, inputs and elements that there are.
// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = -1, symbol = 0, input = 0, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 3, symbol = 0, input = 0, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = -1, input = 0, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 1, input = 0, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = -1, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = 1, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi64>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = 0, element = -1, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected 'dl.model.values[0]' to be an element of 32 or 64 bits}}
module attributes {dl.model = {inputs = [{name = "s", type = tensor<?xi64>, dims = array<i64: -1>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 0, symbol = 0, input = 0, element = 0, bound = 0}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

module attributes {dl.model = {inputs = [{name = "s", type = tensor<2xi32>}], outputs = [], symbols = ["n"], sizes = 0, values = [{kind = 2, symbol = 0, input = 0, element = 1, bound = 7}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// A count for each dimension, or none for one of them.
// expected-error @+1 {{expected one of 'counts' for each dimension of 'tensor<4x1xf32>' in 'dl.model.outputs', each -1 or the number of one of 2 counts}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: 0>}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected one of 'counts' for each dimension of 'tensor<4x1xf32>' in 'dl.model.outputs', each -1 or the number of one of 2 counts}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: -2, 0>}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected one of 'counts' for each dimension of 'tensor<4x1xf32>' in 'dl.model.outputs', each -1 or the number of one of 2 counts}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: 0, 2>}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: -1, 1>}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4x1xf32>, counts = array<i64: 0, 1>, packed}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected a count for each dimension of the packed 'tensor<f32>' in 'dl.model.outputs'}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<f32>, counts = array<i64>, packed}], counts = ["A", "B"], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected a count for each dimension of the packed 'tensor<4xf32>' in 'dl.model.outputs'}}
module attributes {dl.model = {inputs = [], outputs = [{name = "y", type = tensor<4xf32>, packed}], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}

// -----

// expected-error @+1 {{expected one of 'dims' for each dimension of 'tensor<4xf32>' in 'dl.model.inputs'}}
module attributes {dl.model = {inputs = [{name = "x", type = tensor<4xf32>, dims = array<i64: 4, 1>}], outputs = [], arena_size = 0, weights_size = 0, max_threads = 1, calls = []}} {}
